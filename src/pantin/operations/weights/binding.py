"""Weights from the shape of a skeleton: find the near bones of each vertex, then diffuse over the surface.

A bone is near if it is close and on the inner side of the surface: the line from the bone to a vertex leaves
the body along the normal. A high power of the distance decides between bones, and a step of heat diffusion
over the surface smooths the result. This needs no closed or connected surface and no line of sight between
bones and vertices, so every vertex of any mesh gets weights. The numbers were chosen by comparison with the
weights of 37 public models, some of them computed by programs (`benchmarks/weights.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pantin.operations.weights.bones import Bones
from pantin.operations.weights.laplacian import diffuse, mesh_laplacian
from pantin.operations.weights.rows import fill_empty_rows, from_entries, normalise_rows
from pantin.operations.weights.working_mesh import WorkingMesh
from pantin.rig import Doubles, Indices

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

POWER = 25.0
"""The exponent of the distance, which decides between bones."""

INNER = 0.3
"""Factor for distances: e^−INNER for a bone straight below the surface, and its inverse for one straight
above it."""

HEAT = 0.07
"""How far heat spreads over the surface, as the square of a share of the distance from the bone."""

REACH = 5.0
"""The range of heat in its mean distances: beyond it, e^−5 remains."""

FEWEST_HOPS, MOST_HOPS = 4, 64
"""The most edges over which heat is followed, whatever their lengths."""

CANDIDATES = 8
"""The most joints of a vertex before diffusion."""

CLOSEST = 1e-3
"""Relative to the extent: smaller distances count as this."""

BLOCK = 1 << 14
"""Number of vertices for which the distances from all bones are in memory at once."""


def bind_mesh(mesh: WorkingMesh, bones: Bones, joint_count: int) -> csr_matrix:
    """Weights (vertices, joints) of a mesh, each row with a sum of 1."""
    sources, distances = near_joints(mesh, bones, joint_count)
    rates = 1.0 / (HEAT * (distances / mesh.extent) ** 2)
    weights = sources
    if len(mesh.triangles):
        weights = diffuse(mesh_laplacian(mesh), sources, rates, heat_hops(mesh, distances))
    return normalise_rows(fill_empty_rows(weights, mesh.positions, int(bones.joints[0])))


def heat_hops(mesh: WorkingMesh, distances: Doubles) -> int:
    """The number of edges after which no heat is left: REACH times its mean distance."""
    ends = mesh.positions[mesh.triangles]
    length = float(np.sqrt(((ends[:, 0] - ends[:, 1]) ** 2).sum(axis=1)).mean())
    way = REACH * HEAT**0.5 * float(np.quantile(distances, 0.9))
    return int(np.clip(np.ceil(way / max(length, 1e-9 * mesh.extent)), FEWEST_HOPS, MOST_HOPS))


def near_joints(mesh: WorkingMesh, bones: Bones, joint_count: int) -> tuple[csr_matrix, Doubles]:
    """The affinity of each vertex to each joint by distance alone, and the distance from the closest
    joint."""
    joints, owners = np.unique(bones.joints, return_inverse=True)
    count = min(CANDIDATES, len(joints))
    closest = np.empty(len(mesh))
    rows, columns, values = [], [], []
    for begin in range(0, len(mesh), BLOCK):
        block = slice(begin, min(begin + BLOCK, len(mesh)))
        nearness, distances = _block(mesh, block, bones, owners, len(joints))
        closest[block] = np.maximum(distances.min(axis=1), CLOSEST * mesh.extent)
        best = np.argsort(nearness, axis=1, kind="stable")[:, :count]
        logarithms = np.take_along_axis(nearness, best, axis=1)
        weights = np.exp(POWER * (logarithms[:, :1] - logarithms))
        rows.append(np.repeat(np.arange(block.start, block.stop), count))
        columns.append(joints[best].reshape(-1))
        values.append((weights / weights.sum(axis=1, keepdims=True)).reshape(-1))
    shape = (len(mesh), joint_count)
    if not rows:
        nothing = np.zeros(0, np.int64)
        return from_entries(nothing, nothing, np.zeros(0), shape), closest
    return from_entries(np.concatenate(rows), np.concatenate(columns), np.concatenate(values), shape), closest


def _block(
    mesh: WorkingMesh, block: slice, bones: Bones, owners: Indices, count: int
) -> tuple[Doubles, Doubles]:
    """(n, J) logarithms of the effective distances, and the distances, of some vertices from each joint."""
    points, normals = mesh.positions[block], mesh.normals[block]
    distances = np.full((len(points), count), np.inf)
    nearness = np.full((len(points), count), np.inf)
    smallest = CLOSEST * mesh.extent
    for owner, start, end in zip(owners.tolist(), bones.starts, bones.ends, strict=True):
        offsets = offsets_from_segment(points, start, end)
        away = np.sqrt((offsets**2).sum(axis=1))
        floored = np.maximum(away, smallest)
        outwards = (offsets * normals).sum(axis=1) / floored
        counted = np.log(floored / mesh.extent) - INNER * outwards
        closer = away < distances[:, owner]
        distances[closer, owner] = away[closer]
        nearness[closer, owner] = counted[closer]
    return nearness, distances


def offsets_from_segment(points: Doubles, start: Doubles, end: Doubles) -> Doubles:
    """The vectors (n, 3) from the closest point of a segment to each point."""
    along = end - start
    square = float((along**2).sum())
    offsets = points - start
    if square > 0:
        share = np.clip((offsets * along).sum(axis=1) / square, 0.0, 1.0)
        offsets = offsets - share[:, None] * along
    return offsets
