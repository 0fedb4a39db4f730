"""The other side: joints and vertices that are mirror images of each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pantin.kernels.closest_points import closest_points
from pantin.operations.weights.rows import from_entries, normalise_rows
from pantin.operations.weights.working_mesh import WorkingMesh, extent_of
from pantin.rig import Doubles, Indices

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

SAME_JOINT = 1e-3
"""Relative to the extent of the skeleton: a joint that is closer to the mirror image of another is its
partner."""

SAME_VERTEX = 1e-4
"""The same for vertices, relative to the extent of the mesh."""

MOST = 0.5
"""The share of vertices with a partner from which on a mesh counts as symmetric."""

WORDS = {"left": "right", "right": "left", "l": "r", "r": "l"}
SIDE = re.compile(r"(?i)left|right|(?<![a-z])[lr](?![a-z])")


def other_side(name: str) -> str:
    """The name with left and right exchanged: Left, left, _l, .L, L_ …"""

    def exchange(match: re.Match[str]) -> str:
        word = match[0]
        other = WORDS[word.lower()]
        return other.upper() if word.isupper() else other.capitalize() if word[0].isupper() else other

    return SIDE.sub(exchange, name)


def pair_by_position(
    positions: Doubles, parents: Indices, names: Sequence[str | None], axis: int, middle: float
) -> Indices | None:
    """The joint at the mirror image of each; None if the skeleton is not symmetric about the plane: both ends
    of a chain are mirror images, but their ancestors differ."""
    images = positions.copy()
    images[:, axis] = 2 * middle - images[:, axis]
    tolerance = SAME_JOINT * extent_of(positions)
    partners = np.empty(len(positions), np.int64)
    for joint, image in enumerate(images):
        near = np.flatnonzero(((positions - image) ** 2).sum(axis=1) <= tolerance**2).tolist()
        if not near:
            return None
        named = [other for other in near if names[other] == other_side(names[joint] or "")]
        partners[joint] = named[0] if named else joint if joint in near else near[0]
    above = np.where(parents >= 0, partners[parents], -1)
    is_symmetric = (partners[partners] == np.arange(len(partners))).all() and (
        above == parents[partners]
    ).all()
    return partners if is_symmetric else None


def pair_joints(positions: Doubles, names: Sequence[str | None], axis: int) -> Indices:
    """The joint of the other side for each, by name, else by place, else the joint itself."""
    index = {name: joint for joint, name in reversed(list(enumerate(names))) if name}
    images = positions.copy()
    images[:, axis] *= -1
    tolerance = (10 * SAME_JOINT * extent_of(positions)) ** 2
    partners = np.arange(len(positions))
    for joint, name in enumerate(names):
        other = other_side(name) if name else ""
        if name and other != name:
            partners[joint] = index.get(other, joint)
            continue
        squares = ((positions - images[joint]) ** 2).sum(axis=1)
        closest = int(np.argmin(squares))
        if squares[joint] > tolerance and squares[closest] <= tolerance:
            partners[joint] = closest
    return partners


def symmetric(
    mesh: WorkingMesh, weights: csr_matrix, positions: Doubles, parents: Indices, names: Sequence[str | None]
) -> csr_matrix:
    """The weights, made equal for both sides where the skeleton and the mesh are symmetric about a plane."""
    from scipy.spatial import cKDTree

    if not len(mesh) or len(positions) < 2:
        return weights
    tree = cKDTree(mesh.positions)
    for axis in (0, 2, 1):
        middle = float(positions[:, axis].max() + positions[:, axis].min()) / 2
        joints = pair_by_position(positions, parents, names, axis, middle)
        if joints is None or (joints == np.arange(len(joints))).all():
            continue
        images = mesh.positions.copy()
        images[:, axis] = 2 * middle - images[:, axis]
        distances, vertices = tree.query(images)
        paired = (distances <= SAME_VERTEX * mesh.extent) & (vertices[vertices] == np.arange(len(vertices)))
        if paired.mean() < MOST:
            continue
        swapped = weights[np.where(paired, vertices, np.arange(len(vertices)))][:, joints]
        keep = np.where(paired, 0.5, 1.0)
        from scipy.sparse import diags

        return normalise_rows((diags(keep) @ weights + diags(1 - keep) @ swapped).tocsr())
    return weights


def mirror_weights(
    mesh: WorkingMesh, weights: csr_matrix, joints: Indices, axis: int, sign: float
) -> tuple[csr_matrix, Indices]:
    """The weights of one side for the other, and the vertices that changed.

    Each vertex of the other side gets the weights of the closest point of its mirror image, with left and
    right joints exchanged; a vertex on the plane gets the mean of its weights and of the exchanged ones.
    """
    from scipy.sparse import diags

    heights = sign * mesh.positions[:, axis]
    tolerance = SAME_VERTEX * mesh.extent
    middle = np.abs(heights) <= tolerance
    changed = np.flatnonzero(heights <= tolerance)
    images = mesh.positions[changed].copy()
    images[:, axis] *= -1
    images[middle[changed], axis] = mesh.positions[changed][middle[changed], axis]
    beside = (heights[mesh.triangles] >= -tolerance).all(axis=1)
    match = closest_points(images, mesh.positions, mesh.triangles[beside])
    shape = (len(changed), len(mesh))
    if (match.triangles >= 0).all():
        corners = mesh.triangles[beside][match.triangles].reshape(-1)
        rows = np.repeat(np.arange(len(changed)), 3)
        shares = from_entries(rows, corners, match.barycentric.reshape(-1), shape)
    else:
        source = np.flatnonzero(heights >= -tolerance)
        if not len(source):
            return weights, np.zeros(0, np.int64)
        from scipy.spatial import cKDTree

        nearest = source[cKDTree(mesh.positions[source]).query(images)[1]]
        shares = from_entries(np.arange(len(changed)), nearest, np.ones(len(changed)), shape)
    copied = (shares @ weights).tocsr()
    exchanged = copied[:, joints]
    half = np.where(middle[changed], 0.5, 0.0)
    rows_of_changed = normalise_rows((diags(half) @ weights[changed] + diags(1 - half) @ exchanged).tocsr())
    scatter = from_entries(changed, np.arange(len(changed)), np.ones(len(changed)), shape[::-1])
    kept = np.ones(len(mesh))
    kept[changed] = 0.0
    return (diags(kept) @ weights + scatter @ rows_of_changed).tocsr(), changed
