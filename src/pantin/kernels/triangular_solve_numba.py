# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""Compiled twin of `triangular_solve.py`: sixteen right sides at a time, which threads share."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from pantin.base.threads import share

from .engine import compile_options, njit_cached
from .triangular_solve import Doubles, Factor

WIDTH = 16
"""Right sides of one pass: two lines of the cache."""

SECONDS = 4e-9
"""Estimated time for one entry and WIDTH right sides, on one thread."""


def solve(lower: Factor, upper: Factor, right: Doubles) -> Doubles:
    """As `triangular_solve.solve_numpy`."""
    size, count = right.shape
    solution = np.empty((size, count))
    blocks, kernel = -(-count // WIDTH), _kernel()

    def run(begin: int, end: int) -> None:
        for block in range(begin, end):
            columns = slice(block * WIDTH, min((block + 1) * WIDTH, count))
            part = np.zeros((size, WIDTH))
            part[:, : columns.stop - columns.start] = right[:, columns]
            kernel(*lower, *upper, part)
            solution[:, columns] = part[:, : columns.stop - columns.start]

    share(run, blocks, SECONDS * blocks * (len(lower.rows) + len(upper.rows)))
    return solution


@functools.cache
def _kernel() -> Any:
    """Factors as in `Factor`, and (n, WIDTH) right sides, which the solutions replace."""

    def substitute(starts, rows, values, diagonal, up_starts, up_rows, up_values, up_diagonal, x):
        for column in range(len(diagonal)):
            for side in range(WIDTH):
                x[column, side] /= diagonal[column]
            for entry in range(starts[column], starts[column + 1]):
                row, value = rows[entry], values[entry]
                if row != column:
                    for side in range(WIDTH):
                        x[row, side] -= value * x[column, side]
        for column in range(len(diagonal) - 1, -1, -1):
            for side in range(WIDTH):
                x[column, side] /= up_diagonal[column]
            for entry in range(up_starts[column], up_starts[column + 1]):
                row, value = up_rows[entry], up_values[entry]
                if row != column:
                    for side in range(WIDTH):
                        x[row, side] -= value * x[column, side]

    return njit_cached(substitute, **compile_options(strict=True))
