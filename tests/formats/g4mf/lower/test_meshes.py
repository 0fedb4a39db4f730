"""Meshes as they are written."""

from __future__ import annotations

import numpy as np

from pantin.edit.skeleton_roots import add_skeleton_roots
from pantin.formats.g4mf.accessor import view
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.save import to_bytes
from pantin.rig import BlendShape, Deltas, Influences, Instance, Mesh, Node, Skin, Surface, build


def document(surfaces, **more):
    rig = build(
        nodes=[Node("root"), Node("joint", 0), Node(parent=0)],
        meshes=[Mesh(surfaces, **more)],
        skins=[Skin(np.array([1, -1]))],
        instances=[Instance(2, 0, 0)],
    )
    return read(to_bytes(lower(add_skeleton_roots(rig)).document))


def test_surfaces_get_one_list_of_vertices():
    one = Surface(np.zeros((3, 3), np.float32))
    two = Surface(np.ones((3, 3), np.float32))
    result = document((one, two))
    mesh = result.tree["meshes"][0]
    assert view(result, mesh["vertices"]).shape == (6, 3)
    assert view(result, mesh["surfaces"][1]["simplexes"]).tolist() == [[3, 4, 5]]


def test_influences_are_sorted_and_sum_to_one():
    influences = Influences(np.array([0, 2, 2, 3]), np.array([1, 0, 1]), np.array([0.2, 0.6, 1.0]))
    result = document((Surface(np.zeros((3, 3)), influences=influences),))
    skin = result.tree["meshes"][0]["skin"]
    assert result.tree["nodes"][0]["skeleton"] == {"joints": [1, -1]}
    assert view(result, skin["vertices"]).ravel().tolist() == [0, 0, 2]
    assert view(result, skin["groups"]).ravel().tolist() == [0, 1, 1]
    assert np.allclose(view(result, skin["weights"]).ravel(), [0.75, 0.25, 1])


def test_shapes_hold_only_what_moves():
    shift = Deltas(np.array([[0.0, 0, 0], [0, 1, 0], [0, 0, 0]]))
    surface = Surface(np.zeros((3, 3)), blend_shapes=(BlendShape(positions=shift), BlendShape()))
    result = document((surface,), blend_names=("up", "none"))
    up, none = result.tree["meshes"][0]["blend"]["shapes"]
    assert view(result, up["position"]["indices"]).tolist() == [[1]]
    assert none == {"name": "none"}
