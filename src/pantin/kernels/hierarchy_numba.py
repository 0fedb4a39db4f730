# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""Compiled twins of `hierarchy.py`; the dimension is a constant of each specialisation, so its loops are
unrolled.

Called through `hierarchy.py`, which checks everything: here nothing is checked. The product of two maps is
written out in each kernel: a compiled function captured in a closure has no stable name on disk, and its
caller would never be cached.

Rows of transforms as LLVM vectors were tried: 80 joints x 1,000 frames took 1.7 instead of 1.8 ms, because
memory bounds the loop. That is not worth the address arithmetic.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.threads import share

from .engine import compile_options, njit_cached

Array = NDArray[Any]

SECONDS = 1.4e-8
"""Estimated time for one node or joint in one frame, on one thread."""


def world_maps(parents: NDArray[np.int64], order: NDArray[np.int64], local: Array, out: Array) -> None:
    """As `hierarchy.world_maps_numpy`."""
    kernel = world_kernel(local.shape[2])

    def run(begin: int, end: int) -> None:
        kernel(parents, order, local[begin:end], out[begin:end])

    share(run, len(local), SECONDS * local.shape[0] * local.shape[1])


def palette_maps(world: Array, joints: NDArray[np.int64], binds: Array, out: Array) -> None:
    """As `hierarchy.palette_maps_numpy`."""
    kernel = palette_kernel(world.shape[2])

    def run(begin: int, end: int) -> None:
        kernel(world[begin:end], joints, binds, out[begin:end])

    share(run, len(world), SECONDS * len(world) * len(joints))


@functools.cache
def world_kernel(size: int) -> Any:
    """(parents, order, local (F, n, N, N+1), out)."""

    def world(parents, order, local, out):
        for frame in range(local.shape[0]):
            for index in range(len(order)):
                node = order[index]
                above = parents[node]
                for i in range(size):
                    for j in range(size + 1):
                        if above < 0:
                            out[frame, node, i, j] = local[frame, node, i, j]
                        else:
                            total = out[frame, above, i, 0] * local[frame, node, 0, j]
                            for k in range(1, size):
                                total += out[frame, above, i, k] * local[frame, node, k, j]
                            out[frame, node, i, j] = (
                                total + out[frame, above, i, size] if j == size else total
                            )

    return njit_cached(world, **compile_options(strict=True))


@functools.cache
def palette_kernel(size: int) -> Any:
    """(world (F, n, N, N+1), joints (J,), binds (J, N, N+1), out (F, J, N, N+1))."""

    def palette(world, joints, binds, out):
        for frame in range(world.shape[0]):
            for index in range(len(joints)):
                joint = joints[index]
                for i in range(size):
                    if joint < 0:
                        for j in range(size + 1):
                            out[frame, index, i, j] = binds[index, i, j]
                        continue
                    for j in range(size + 1):
                        out[frame, index, i, j] = world[frame, joint, i, 0] * binds[index, 0, j]
                    for k in range(1, size):  # row by row, which is vectors: a tenth faster than by entries
                        for j in range(size + 1):
                            out[frame, index, i, j] += world[frame, joint, i, k] * binds[index, k, j]
                    out[frame, index, i, size] += world[frame, joint, i, size]

    return njit_cached(palette, **compile_options(strict=True))
