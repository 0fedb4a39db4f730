"""Equations with a factorised matrix, by either engine, beside SciPy."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.triangular_solve import Factor, solve_factorised, solve_numpy

sparse = pytest.importorskip("scipy.sparse", reason="the extra `weights` is not installed")


def factors(size=80):
    """A random matrix and its factors, whose columns have no order, with the permutations."""
    from scipy.sparse.linalg import splu

    matrix = sparse.random(size, size, 0.05, random_state=1, format="csc") + 4 * sparse.identity(size)
    solver = splu(matrix.tocsc())
    return solver, *(Factor(f.indptr, f.indices, f.data, f.diagonal()) for f in (solver.L, solver.U))


@pytest.mark.parametrize("engine", ["numpy_only", "compiled"])
@pytest.mark.parametrize("count", [0, 1, 37])
def test_solutions_are_those_of_scipy(engine, count, request):
    request.getfixturevalue(engine)
    solver, lower, upper = factors()
    right = np.random.default_rng(0).normal(size=(80, count))
    permuted = np.empty_like(right)
    permuted[solver.perm_r] = right
    solution = solve_factorised(lower, upper, permuted)[solver.perm_c]
    np.testing.assert_allclose(solution, solver.solve(right), atol=1e-12)


def test_twin_and_reference_have_the_same_bits():
    pytest.importorskip("numba", reason="numba cannot be imported")
    from pantin.kernels.triangular_solve_numba import solve

    _, lower, upper = factors()
    right = np.random.default_rng(0).normal(size=(80, 21))
    before = right.copy()
    assert solve(lower, upper, right).tobytes() == solve_numpy(lower, upper, right).tobytes()
    assert (right == before).all()
