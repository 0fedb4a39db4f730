"""Vertices split at corners that differ."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.operations.edit.splitting import reserve_vertex_attributes, split_corners, to_dense
from pantin.rig import BlendShape, Deltas, Influences, Instance, Mesh, Node, Skin, Surface, build
from pantin.rig.topology import ElementAttribute, Topology

SIMPLEXES = np.array([[0, 1, 2], [0, 2, 3]])
POSITIONS = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 1], [9, 9, 9]])
UP, SIDE = [0.0, 0, 1], [1.0, 0, 0]


def bound(which, vertices, over, values=(UP, SIDE), targets=()):
    vertices = np.asarray(vertices).reshape(len(which), -1)
    offsets = np.arange(len(which) + 1) * vertices.shape[1]
    return ElementAttribute(np.array(values), np.array(which), offsets, vertices.reshape(-1), targets, over)


def made(normals=(), texcoords=(), targets=()):
    influences = Influences(
        np.array([0, 1, 3, 4, 5, 6]), np.array([0, 0, 1, 1, 0, 0]), np.array([1, 0.5, 0.5, 1, 1, 1])
    )
    surface = Surface(
        POSITIONS,
        indices=SIMPLEXES.reshape(-1),
        influences=influences,
        blend_shapes=targets,
        topology=Topology(SIMPLEXES, None, tuple(normals), tuple(texcoords)),
    )
    return build(
        nodes=[Node("Root"), Node("A", 0), Node("B", 0), Node("Mesh", 0)],
        meshes=[Mesh((surface,), blend_weights=np.full(len(targets), 0.5) if targets else None)],
        skins=[Skin(np.array([1, 2]), np.tile(np.eye(3, 4), (2, 1, 1)))],
        instances=[Instance(3, 0, 0)],
    )


def corners(rig):
    """Where the corners of the triangles are in a pose, and their normals."""
    pose = rig.rest_pose().with_local("B", translation=[0, 0, 2]).with_local("A", translation=[3, 0, 0])
    (found,) = deform(rig, pose)
    rows = rig.meshes[0].surfaces[0].triangles.reshape(-1)
    return found.positions[rows], None if found.normals is None else found.normals[rows]


@pytest.mark.parametrize(
    ("given", "vertices", "wanted"),
    [
        (bound([0, 0, 0, 1, 1, 1], SIMPLEXES.reshape(-1, 1), "corners"), 6, [0, 0, 0, 1, 1, 1]),
        (bound([0, 1], SIMPLEXES, "simplexes"), 6, [0, 0, 0, 1, 1, 1]),
        (bound([0, 0, 0, 0, 1, 1], SIMPLEXES.reshape(-1, 1), "corners"), 5, [0, 0, 0, 0, 1, 1]),
        (bound([0, 1, 0, 1, 0], np.arange(5)[:, None], "elements of dimension 0"), 4, [0, 1, 0, 0, 0, 1]),
    ],
)
def test_corners_with_different_normals_become_vertices(given, vertices, wanted):
    """Vertex 4 has no triangle, and goes; triangles are where they were, in a pose as well."""
    rig = made([given])
    split = split_corners(rig)
    surface = split.meshes[0].surfaces[0]
    assert len(surface.positions) == vertices
    assert surface.normals[surface.indices].tolist() == [[UP, SIDE][index] for index in wanted]
    before, after = corners(rig), corners(split)
    assert np.abs(before[0] - after[0]).max() < 1e-12
    assert reserve_vertex_attributes(rig).meshes[0].surfaces[0].normals is not None


def test_blend_shapes_come_along():
    moved = BlendShape(Deltas(np.array([[0.0, 0, 4]]), np.array([2])))
    turned = Deltas(np.array([[0.0, 2, 0]]), np.array([1]))
    given = bound([0, 0, 0, 1, 1, 1], SIMPLEXES.reshape(-1, 1), "corners", targets=(turned,))
    rig = made([given], targets=(moved,))
    before, after = corners(rig), corners(split_corners(rig))
    assert np.abs(before[0] - after[0]).max() < 1e-12
    half = 0.5**0.5
    assert np.abs(after[1] - ([UP] * 3 + [[half, half, 0]] * 3)).max() < 1e-12


def test_texture_coordinates_split_too():
    seams = bound([0, 1, 2, 3, 0, 1], SIMPLEXES.reshape(-1, 1), "corners", [[0.0, 0], [0, 1], [1, 0], [1, 1]])
    surface = split_corners(made([], [seams])).meshes[0].surfaces[0]
    assert surface.texcoords[0][surface.indices].tolist() == [[0, 0], [0, 1], [1, 0], [1, 1], [0, 0], [0, 1]]
    assert surface.normals is None


def test_what_is_bound_to_cells_is_not_carried():
    rig = made([bound([0, 1], SIMPLEXES, "elements of dimension 2")])
    assert split_corners(rig).meshes[0].surfaces[0].topology is not None
    assert reserve_vertex_attributes(rig).meshes[0].surfaces[0].normals is None


def test_differences_that_name_an_item_twice_add_up():
    one = Deltas(np.array([[1.0], [2.0]], np.float32), np.array([1, 1]))
    assert to_dense(one, np.zeros((3, 1))).tolist() == [[0], [3], [0]]
