"""Weights of one mesh for another: from the closest point where it can be trusted, and smooth elsewhere.

After Abdrashitov, Raichstat, Monsen and Hill, Robust Skin Weights Transfer via Weight Inpainting (2023). The
paper accepts or rejects matches by thresholds. Here, a match counts less the farther away it is and the more
its normal differs, and only close and aligned matches are kept unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.kernels.closest_points import Closest, closest_points
from pantin.operations.weights.laplacian import inpaint, mesh_laplacian
from pantin.operations.weights.rows import fill_empty_rows, from_entries, normalise_rows
from pantin.operations.weights.working_mesh import WorkingMesh
from pantin.rig import Doubles

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

ALIGNED = 16.0
"""The power of the cosine between the normals. A normal that points the other way counts as well: many
garments are inside out, or have two sides."""

TRUST = 4e4
"""How much an aligned match counts against smoothness, divided by the square of its distance; in extents of
the mesh."""

SURE_DISTANCE, SURE_COSINE = 0.01, 0.9
"""A match that is closer, in extents of the mesh, and better aligned is kept unchanged."""

CLOSEST = 1e-3
"""Distances below count as this."""

MATCHED_COSINE = 0.866
MATCHED_DISTANCE = 0.05
"""Limits of the reported matches: 30 degrees, and 5 % of the diagonal, as in the paper."""

LEAST = 1e-9
"""The least trust in a match: without any better evidence, a vertex takes the weights of its closest
point."""


class Transferred(NamedTuple):
    """Weights, and which vertices have the weights of a point close by."""

    weights: csr_matrix
    matched: NDArray[np.bool_]


def transfer_weights(mesh: WorkingMesh, body: WorkingMesh, weights: csr_matrix) -> Transferred:
    """The weights (vertices, joints) of `body` for the vertices of `mesh`."""
    if not len(body.triangles):
        return Transferred(_nearest_vertices(mesh, body, weights), np.zeros(len(mesh), bool))
    match = closest_points(mesh.positions, body.positions, body.triangles)
    corners = body.triangles[match.triangles]
    count = len(mesh)
    rows = np.repeat(np.arange(count), 3)
    shares = from_entries(rows, corners.reshape(-1), match.barycentric.reshape(-1), (count, len(body)))
    known = normalise_rows(fill_empty_rows((shares @ weights).tocsr(), mesh.positions))
    cosines = np.abs(_cosines(mesh, body, match))
    distances = match.distances / mesh.extent
    sure = (distances < SURE_DISTANCE) & (cosines > SURE_COSINE)
    matched = (distances < MATCHED_DISTANCE) & (cosines > MATCHED_COSINE)
    if sure.all() or not len(mesh.triangles):
        return Transferred(known, matched)
    trust = TRUST * (cosines**ALIGNED / np.maximum(distances, CLOSEST) ** 2 + LEAST)
    smooth = inpaint(mesh_laplacian(mesh), known, trust, sure)
    return Transferred(normalise_rows(fill_empty_rows(smooth, mesh.positions)), matched)


def _nearest_vertices(mesh: WorkingMesh, body: WorkingMesh, weights: csr_matrix) -> csr_matrix:
    from scipy.spatial import cKDTree

    if not len(mesh):
        return weights[:0]
    return normalise_rows(weights[cKDTree(body.positions).query(mesh.positions)[1]])


def _cosines(mesh: WorkingMesh, body: WorkingMesh, match: Closest) -> Doubles:
    """The cosine between the normals of each vertex and of its closest point."""
    corners = body.normals[body.triangles[match.triangles]]
    normals = (corners * match.barycentric[:, :, None]).sum(axis=1)
    lengths = np.sqrt((normals**2).sum(axis=1))
    cosines: Doubles = (normals * mesh.normals).sum(axis=1) / np.where(lengths > 0, lengths, 1.0)
    return cosines
