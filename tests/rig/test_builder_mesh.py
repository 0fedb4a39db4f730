"""Meshes the builder refuses, and that it copies no vertex data."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.base.records import replace
from pantin.rig import BlendShape, Deltas, Influences, InvalidRig, Material, Mesh, Surface, build
from pantin.rig.builder_mesh import check_topology
from pantin.rig.topology import ElementAttribute, Topology

TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
TARGET = BlendShape(positions=Deltas(np.ones((3, 3), np.float32)))


def one_mesh(**surface):
    return {"meshes": [Mesh((Surface(TRIANGLE, **surface),))]}


REFUSED = [
    (
        {"meshes": [Mesh((Surface(np.zeros((3, 2))),))]},
        r"mesh 0 surface 0 positions must have shape \(any, 3\), not \(3, 2\)",
    ),
    ({"meshes": [Mesh((Surface([[np.inf, 0, 0]]),))]}, "positions must be finite"),
    (one_mesh(normals=np.zeros((2, 3))), "surface 0 normals must have shape"),
    (one_mesh(tangents=np.zeros((3, 3))), "surface 0 tangents must have shape"),
    (one_mesh(texcoords=(np.zeros((2, 2)),)), "texcoords 0 must have shape"),
    (one_mesh(indices=[0, 1, 3]), "indices: index 3 is outside 0 … 2"),
    (one_mesh(indices=[0.5, 1, 2]), "must be integers, not float64"),
    (one_mesh(mode="quads"), "mode must be one of .* not 'quads'"),
    (one_mesh(material=0), "material is 0"),
    (one_mesh(influences=Influences([0, 1, 2], [0, 0], [1.0, 1.0])), "influence offsets must have shape"),
    (
        one_mesh(influences=Influences([0, 2, 1, 3], [0, 0, 0], [1.0, 1.0, 1.0])),
        "offsets must be in ascending order",
    ),
    (one_mesh(influences=Influences([0, 1, 2, 2], [0, 0, 0], [1.0, 1.0, 1.0])), "must go from 0 to 3"),
    (
        one_mesh(influences=Influences([0, 1, 2, 3], [0, -1, 0], [1.0, 1.0, 1.0])),
        "joints: index -1 is outside",
    ),
    (one_mesh(influences=Influences([0, 1, 2, 3], [0, 0], [1.0, 1.0, 1.0])), "joints must have shape"),
    (
        one_mesh(blend_shapes=(BlendShape(normals=Deltas(np.zeros((3, 3)))),)),
        "attribute that the surface does not have",
    ),
    (
        one_mesh(blend_shapes=(BlendShape(positions=Deltas(np.zeros((2, 3)))),)),
        "blend shape 0 positions must have shape",
    ),
    (
        one_mesh(blend_shapes=(BlendShape(positions=Deltas(np.zeros((1, 3)), [3])),)),
        "indices: index 3 is outside",
    ),
    (
        {"meshes": [Mesh((Surface(TRIANGLE), Surface(TRIANGLE, blend_shapes=(TARGET,))))]},
        "must have the same number of blend shapes",
    ),
    ({"meshes": [Mesh((Surface(TRIANGLE),), blend_weights=[0.5])]}, "blend weights must have shape"),
]


@pytest.mark.parametrize(("parts", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_refused_with_a_sentence(parts, sentence):
    with pytest.raises(InvalidRig, match=sentence):
        build(**parts)


def test_vertex_arrays_are_views_of_what_was_given_and_read_only():
    indices = np.array([0, 1, 2], np.uint8)
    surface = build(**one_mesh(indices=indices)).meshes[0].surfaces[0]
    assert np.shares_memory(surface.positions, TRIANGLE)
    assert np.shares_memory(surface.indices, indices)
    assert surface.positions.dtype == np.float32
    assert not surface.positions.flags.writeable
    assert TRIANGLE.flags.writeable


def test_materials_keep_their_colour():
    assert build(materials=[Material("skin", (1, 0.5, 0, 1))]).materials[0].base_color == (
        1.0,
        0.5,
        0.0,
        1.0,
    )


CORNERS = ElementAttribute(np.eye(4)[:2], np.array([0, 1, 0]), np.arange(4), np.array([0, 1, 2]))


def built(**parts):
    return check_topology(Topology(**parts), "surface", 3, 4, 1)


def test_arrays_become_read_only():
    made = built(simplexes=np.array([[0, 1, 2, 0]]), normals=(CORNERS,))
    assert not made.simplexes.flags.writeable
    assert not made.normals[0].values.flags.writeable


@pytest.mark.parametrize(
    "bound",
    [
        replace(CORNERS, value_indices=np.array([0, 1, 2])),
        replace(CORNERS, vertices=np.array([0, 1, 3])),
        replace(CORNERS, offsets=np.array([0, 0, 1, 3])),
        replace(CORNERS, offsets=np.array([0, 1, 2, 2])),
        replace(CORNERS, values=np.eye(3)),
        replace(CORNERS, blend_deltas=(None, None)),
        replace(CORNERS, blend_deltas=(Deltas(np.zeros((1, 4)), np.array([2])),)),
    ],
)
def test_bound_values_that_do_not_fit_are_refused(bound):
    with pytest.raises(InvalidRig):
        built(normals=(bound,))


@pytest.mark.parametrize("rows", [np.array([[0, 3]]), np.array([0, 1])])
def test_rows_name_vertices(rows):
    with pytest.raises(InvalidRig):
        built(edges=rows)


def test_parts_of_cells_are_there():
    edges = np.array([[0, 1], [1, 2], [0, 2]])
    assert built(edges=edges, cells=([[0, 1, 2]], [[0]])).cells == (((0, 1, 2),), ((0,),))
    for cells in (([[0, 1, 3]],), ([[0, 1, 2]], [[1]])):
        with pytest.raises(InvalidRig, match="cells of dimension"):
            built(edges=edges, cells=cells)
    with pytest.raises(InvalidRig, match="cells of dimension 2"):
        built(cells=([[0]],))
