"""The Laplacian of any triangle mesh, and its equations, solved for many joints at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.kernels.triangular_solve import Factor, solve_factorised
from pantin.operations.weights.working_mesh import WorkingMesh
from pantin.rig import Doubles, Indices

if TYPE_CHECKING:
    from scipy.sparse import csc_matrix, csr_matrix

COLUMNS = 8
"""Number of joints for which equations are solved at once: the numbers of 100,000 vertices then take 6 MB,
and more would leave the cache."""

ACCURATE = 1e-4
"""The residual of an equation, relative to its right side, at which the iteration ends: weights are printed
with three digits."""

STEPS = 200
"""The most steps of the iteration; 20 to 60 are usual."""

SMALLEST = 1e-4
"""Weights below this are dropped: they have no visible effect and would make rows long."""


class Laplacian(NamedTuple):
    """`stiffness` (n, n) is positive semi-definite, its rows sum to 0; `areas` (n,) are those of
    the vertices. Both are measured in extents of the mesh."""

    stiffness: csr_matrix
    areas: Doubles


def mesh_laplacian(mesh: WorkingMesh) -> Laplacian:
    """The tufted Laplacian (Sharp and Crane, A Laplacian for Nonmanifold Triangle Meshes, 2020), which has no
    negative edge weights, so solutions stay between the smallest and the largest given value.

    Vertices without a triangle have rows of zeros and the mean area.
    """
    from scipy.sparse import csr_matrix

    size = len(mesh)
    used = np.unique(mesh.triangles)
    if not len(used):
        return Laplacian(csr_matrix((size, size)), np.full(size, 1.0 / max(size, 1)))
    points = np.ascontiguousarray((mesh.positions[used] - mesh.positions[used[0]]) / mesh.extent)
    triangles = np.ascontiguousarray(np.searchsorted(used, mesh.triangles))
    stiffness, areas = _sound_laplacian(points, triangles)
    entries = stiffness.tocoo()
    shape = (size, size)
    whole = csr_matrix((entries.data, (used[entries.row], used[entries.col])), shape=shape)
    every = np.full(size, areas.mean())
    every[used] = areas
    return Laplacian(whole, every)


def _sound_laplacian(points: Doubles, triangles: Indices) -> tuple[csr_matrix, Doubles]:
    """The Laplacian from the package; for triangles that it rejects, that of the edge graph."""
    import robust_laplacian

    try:
        stiffness, mass = robust_laplacian.mesh_laplacian(points, triangles)
        areas = mass.diagonal()
    except (RuntimeError, ValueError):
        return _graph_laplacian(points, triangles)
    if not (np.isfinite(stiffness.data).all() and np.isfinite(areas).all() and areas.max() > 0):
        return _graph_laplacian(points, triangles)
    return stiffness.tocsr(), np.maximum(areas, 1e-6 * areas.mean())


def _graph_laplacian(points: Doubles, triangles: Indices) -> tuple[csr_matrix, Doubles]:
    from scipy.sparse import csr_matrix, diags

    ends = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    rows, columns = np.concatenate([ends, ends[:, ::-1]]).T
    size = len(points)
    joined = csr_matrix((np.full(len(rows), 0.5), (rows, columns)), shape=(size, size))
    degrees = np.bincount(rows, np.full(len(rows), 0.5), size)
    return (diags(degrees) - joined).tocsr(), np.full(size, 1.0 / size)


def diffuse(laplacian: Laplacian, sources: csr_matrix, rates: Doubles, hops: int) -> csr_matrix:
    """The weights W of (L + H) W = H P: heat flows over the surface from the sources P, and each vertex loses
    it at its rate, H = areas · rates (Baran and Popović, Automatic Rigging and Animation of 3D Characters,
    2007).

    The heat of each source is followed over `hops` edges beyond its vertices."""
    from scipy.sparse import csc_matrix, diags, hstack

    losses = laplacian.areas * rates
    system = (laplacian.stiffness + diags(losses)).tocsr()
    columns = sources.tocsc()
    columns.data[columns.data < SMALLEST**2] = 0.0
    columns.eliminate_zeros()
    solved = []
    for begin in range(0, columns.shape[1], COLUMNS):
        joints = columns[:, begin : begin + COLUMNS]
        near = _grow_rows(system, np.unique(joints.indices), hops)
        sought = joints.tocsr()[near].toarray()
        weights = _conjugate_gradients(system[near][:, near], losses[near, None] * sought, sought)
        rows, slots = np.nonzero(weights >= SMALLEST)
        entries = (weights[rows, slots], (near[rows], slots))
        solved.append(csc_matrix(entries, shape=(len(losses), joints.shape[1])))
    return hstack(solved, format="csr")


def _grow_rows(system: csr_matrix, rows: Indices, hops: int) -> Indices:
    """The rows, and all rows within this many steps along entries of the matrix."""
    reached = np.zeros(system.shape[0], bool)
    reached[rows] = True
    fringe = rows
    for _ in range(hops):
        beside = np.unique(system[fringe].indices)
        fringe = beside[~reached[beside]]
        if not len(fringe):
            break
        reached[fringe] = True
    return np.flatnonzero(reached)


def _conjugate_gradients(system: csr_matrix, right: Doubles, guess: Doubles) -> Doubles:
    """The solutions of equations with a positive definite matrix, scaled by its diagonal. Sums use NumPy:
    those of BLAS depend on its number of threads."""
    scale = 1.0 / system.diagonal()[:, None]
    solution = guess.copy()
    residual = right - system @ solution
    ends = ACCURATE**2 * _dots(right, scale * right)
    towards = scale * residual
    direction = towards.copy()
    size = _dots(residual, towards)
    for _ in range(STEPS):
        if not (size > ends).any():
            break
        image = system @ direction
        curvature = _dots(direction, image)
        step = np.divide(size, curvature, out=np.zeros_like(size), where=(curvature > 0) & (size > ends))
        solution += step * direction
        residual -= step * image
        towards = scale * residual
        following = _dots(residual, towards)
        direction *= np.divide(following, size, out=np.zeros_like(size), where=size > 0)
        direction += towards
        size = following
    return solution


def _dots(left: Doubles, right: Doubles) -> Doubles:
    products: Doubles = (left * right).sum(axis=0)
    return products


def inpaint(laplacian: Laplacian, known: csr_matrix, trust: Doubles, sure: NDArray[np.bool_]) -> csr_matrix:
    """The smoothest weights W (least bending) near the known weights.

    Minimises the squares of the bi-Laplacian plus `trust` times those of the distance from the known weights;
    where `sure`, W is the known weight. Overshoots of the solution are clamped.
    """
    from scipy.sparse import diags
    from scipy.sparse.linalg import splu

    free = np.flatnonzero(~sure)
    if not len(free):
        return known
    stiffness, areas = laplacian
    bending = (stiffness @ diags(1.0 / areas) @ stiffness).tocsr()
    rows = bending[free]
    losses = areas[free] * trust[free]
    system = (rows[:, free] + diags(losses)).tocsc()
    fixed = np.flatnonzero(sure)
    used = np.unique(known.indices)
    solver = splu(system, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    right = diags(losses) @ known[free][:, used] - rows[:, fixed] @ known[fixed][:, used]
    permuted = np.empty((len(free), len(used)))
    permuted[solver.perm_r] = right.toarray()
    solved = solve_factorised(_factor(solver.L), _factor(solver.U), permuted)[solver.perm_c]
    solved[~(solved > SMALLEST)] = 0.0
    return _with_rows(known, free, used, solved)


def _factor(matrix: csc_matrix) -> Factor:
    return Factor(matrix.indptr, matrix.indices, matrix.data, matrix.diagonal())


def _with_rows(known: csr_matrix, free: Indices, used: Indices, solved: Doubles) -> csr_matrix:
    from pantin.operations.weights.rows import entry_rows, from_entries

    kept = known.copy()
    replaced = np.zeros(known.shape[0], bool)
    replaced[free] = True
    kept.data = np.where(replaced[entry_rows(known)], 0.0, kept.data)
    rows, columns = np.nonzero(solved)
    return kept + from_entries(free[rows], used[columns], solved[rows, columns], known.shape)
