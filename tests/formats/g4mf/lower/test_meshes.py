"""Meshes as they are written."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.g4mf.accessor import view
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.save import to_bytes
from pantin.operations.edit.skeleton_roots import add_skeleton_roots
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


def drawn(surface, alone=True):
    """What comes back of a surface, alone or after a triangle in the same mesh: its mode, and its elements
    as places."""
    first = [] if alone else [Surface(np.eye(3) + 50)]
    rig = build(nodes=[Node(), Node(parent=0)], meshes=[Mesh((*first, surface))], instances=[Instance(1, 0)])
    document = lower(rig).document
    assert [finding for finding in check(document) if finding.severity == "error"] == []
    back = lift(document).rig.meshes[0].surfaces[-1]
    rows = np.arange(len(back.positions)) if back.indices is None else back.indices
    return back.mode, back.positions[rows][:, 0].tolist()


ROW = np.array([[number, 0.0, 0.0] for number in range(4)])


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("indices", [None, np.array([2, 0, 3, 3])])
@pytest.mark.parametrize(
    ("mode", "segments"),
    [
        ("points", [0, 1, 2, 3]),
        ("lines", [0, 1, 2, 3]),
        ("line_strip", [0, 1, 1, 2, 2, 3]),
        ("line_loop", [0, 1, 1, 2, 2, 3, 3, 0]),
    ],
)
def test_points_and_lines_keep_their_elements(mode, segments, indices, alone):
    """glTF 2.0 §3.7.2.1: a strip joins each vertex to the next, a loop also the last to the first."""
    corners = np.arange(4) if indices is None else indices
    expected = ROW[corners[segments], 0].tolist()
    kind = "points" if mode == "points" else "lines"
    assert drawn(Surface(ROW, mode=mode, indices=indices), alone) == (kind, expected)


@pytest.mark.parametrize("mode", ["points", "lines", "line_strip", "line_loop", "triangles", "triangle_fan"])
def test_a_surface_without_elements_shows_none_of_another(mode):
    assert drawn(Surface(np.zeros((0, 3)), mode=mode), alone=False)[1] == []


def test_values_of_lines_survive_beside_other_surfaces():
    line = Surface(ROW, mode="lines", texcoords=(ROW[:, :2] / 4,), colors=(ROW / 4,))
    rig = build(
        nodes=[Node(), Node(parent=0)],
        meshes=[Mesh((Surface(np.eye(3) + 50), line))],
        instances=[Instance(1, 0)],
    )
    back = lift(lower(rig).document).rig.meshes[0].surfaces[1]
    assert np.array_equal(back.colors[0][3:], line.colors[0])
    bound = back.topology.texcoords[0]
    assert np.array_equal(bound.values[bound.value_indices], line.texcoords[0])


def test_triangles_in_more_dimensions_are_reported():
    rig = build(
        dimension=4, nodes=[Node(), Node(parent=0)], meshes=[Mesh((Surface(np.eye(4)[:3]),))],
        instances=[Instance(1, 0)],
    )  # fmt: skip
    said = [finding.message for finding in lower(rig).findings]
    assert said == ["dropped the triangles of surface 0 of mesh 0: G4MF has them in 2D and 3D only"]


def test_meshes_keep_their_order_and_those_that_nothing_uses_are_written():
    meshes = [Mesh((Surface(np.eye(3) + number),), f"m{number}") for number in range(3)]
    rig = build(
        nodes=[Node(), Node(parent=0), Node(parent=0)],
        meshes=meshes,
        instances=[Instance(1, 2), Instance(2, 0)],
    )
    back = lift(lower(rig).document).rig
    assert [mesh.name for mesh in back.meshes] == ["m0", "m1", "m2"]
    assert [instance.mesh for instance in back.instances] == [2, 0]


def test_unnamed_blend_shapes_stay_unnamed():
    shapes = tuple(BlendShape(Deltas(np.eye(3) * number)) for number in (1, 2))
    for names, expected in ((None, None), (("", "b"), ("", "b")), (("a/b", "a/b"), ("a/b", "a/b"))):
        mesh = Mesh((Surface(np.eye(3), blend_shapes=shapes),), blend_names=names)
        rig = build(nodes=[Node(), Node(parent=0)], meshes=[mesh], instances=[Instance(1, 0)])
        assert lift(lower(rig).document).rig.meshes[0].blend_names == expected
