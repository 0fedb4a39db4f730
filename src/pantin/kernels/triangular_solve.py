"""Equations with a factorised sparse matrix, A = L U, for many right sides at once; the compiled twin in
`triangular_solve_numba.py` has the same bits.

SuperLU solves for one right side after another: for 100,000 unknowns and 60 right sides it takes 8 s, and
the twin half a second, because each entry of the factors is read once for sixteen of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later

from . import engine

Doubles = NDArray[np.float64]
Indices = NDArray[np.int32]


class Factor(NamedTuple):
    """A triangular matrix by columns, with the entries of a column in any order.

    starts    (n + 1,) where the entries of each column begin
    rows      of the entries; those on the diagonal are skipped
    values    of the entries
    diagonal  (n,)
    """

    starts: Indices
    rows: Indices
    values: Doubles
    diagonal: Doubles


def solve_factorised(lower: Factor, upper: Factor, right: Doubles) -> Doubles:
    """The solutions (n, k) of L U X = R, for right sides (n, k)."""
    work = (len(lower.rows) + len(upper.rows)) * right.shape[1] // 20
    return TRIANGULAR_SOLVE(work, lower, upper, right)


def solve_numpy(lower: Factor, upper: Factor, right: Doubles) -> Doubles:
    """The reference: column by column, all right sides of an entry at once."""
    solution = right.copy()
    for column in range(len(solution)):
        _eliminate(lower, column, solution)
    for column in range(len(solution) - 1, -1, -1):
        _eliminate(upper, column, solution)
    return solution


def _eliminate(factor: Factor, column: int, solution: Doubles) -> None:
    part = slice(factor.starts[column], factor.starts[column + 1])
    solution[column] /= factor.diagonal[column]
    rows, values = factor.rows[part], factor.values[part]
    others = rows != column
    solution[rows[others]] -= values[others, None] * solution[column]


TRIANGULAR_SOLVE = engine.Kernel(
    "triangular solve", solve_numpy, Later("pantin.kernels.triangular_solve_numba", "solve")
)
