"""Sums of a few products in one order, which the NumPy references and the compiled kernels share.

A sum of floating-point numbers depends on its order, and `einsum` does not promise one: it follows the memory
layout and the vector registers of the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
T = TypeVar("T")

REGISTER = 16
"""Bytes of the register that holds the partial sums: four of float32, two of float64."""


def lane_sum(terms: Sequence[T], add: Callable[[T, T], T], lanes: int) -> T:
    """The sum in the order of a register: with four lanes, terms 0, 4, … in the first, 1, 5, … in the second
    and so on; then the lanes in pairs.

    This is what `einsum` does to contiguous arrays on x86-64, from which the order was taken.
    """
    sums = list(terms[:lanes])
    for index, term in enumerate(terms[lanes:]):
        sums[index % lanes] = add(sums[index % lanes], term)
    while len(sums) > 1:
        pairs = [add(a, b) for a, b in zip(sums[::2], sums[1::2], strict=False)]
        sums = pairs + sums[2 * len(pairs) :]
    return sums[0]


def dot(a: Array, b: Array) -> Array:
    """Σ a b over the last axis, which has at least one entry; a sum that vanishes is +0."""
    terms = [a[..., i] * b[..., i] for i in range(a.shape[-1])]
    total = lane_sum(terms, _add, REGISTER // terms[0].itemsize)
    total += 0.0
    return total


def _add(a: Array, b: Array) -> Array:
    """In place: nothing else uses the terms."""
    a += b
    return a


def apply(linear: Array, vectors: Array) -> Array:
    """Matrices (…, N, N) times vectors (…, N), each entry a `dot`."""
    return dot(linear, vectors[..., None, :])


def cross(a: Array, b: Array, out: Array | None = None) -> Array:
    """a × b over the last axis: the bits of `numpy.cross`, in half its time for a thousand vectors."""
    result = np.empty(np.broadcast_shapes(a.shape, b.shape), np.result_type(a, b)) if out is None else out
    for axis in range(3):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        np.subtract(a[..., i] * b[..., j], a[..., j] * b[..., i], out=result[..., axis])
    return result


def triple(a: Array, b: Array) -> Array:
    """Σ a b of three entries, one after the other for any element type, as determinants need."""
    total = a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]
    total += 0.0
    return np.asarray(total)
