"""Meshes the builder refuses, and that it copies no vertex data."""

import numpy as np
import pytest

from pantin.rig import BlendTarget, Deltas, Influences, Material, Mesh, NotARig, Surface, build

TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
TARGET = BlendTarget(positions=Deltas(np.ones((3, 3), np.float32)))


def one_mesh(**surface):
    return {"meshes": [Mesh((Surface(TRIANGLE, **surface),))]}


REFUSED = [
    ({"meshes": [Mesh((Surface(np.zeros((3, 2))),))]}, r"mesh 0 surface 0 positions has shape \(3, 2\)"),
    ({"meshes": [Mesh((Surface([[np.inf, 0, 0]]),))]}, "positions holds a number that is not finite"),
    (one_mesh(normals=np.zeros((2, 3))), "surface 0 normals has shape"),
    (one_mesh(tangents=np.zeros((3, 3))), "surface 0 tangents has shape"),
    (one_mesh(texcoords=(np.zeros((2, 2)),)), "texcoords 0 has shape"),
    (one_mesh(indices=[0, 1, 3]), "indices holds 3, outside 0 … 2"),
    (one_mesh(indices=[0.5, 1, 2]), "holds float64, not indices"),
    (one_mesh(mode="quads"), "mode is 'quads'"),
    (one_mesh(material=0), "material is 0"),
    (one_mesh(influences=Influences([0, 1, 2], [0, 0], [1.0, 1.0])), "influence offsets has shape"),
    (one_mesh(influences=Influences([0, 2, 1, 3], [0, 0, 0], [1.0, 1.0, 1.0])), "offsets fall"),
    (one_mesh(influences=Influences([0, 1, 2, 2], [0, 0, 0], [1.0, 1.0, 1.0])), "not from 0 to 3"),
    (one_mesh(influences=Influences([0, 1, 2, 3], [0, -1, 0], [1.0, 1.0, 1.0])), "joints holds -1"),
    (one_mesh(influences=Influences([0, 1, 2, 3], [0, 0], [1.0, 1.0, 1.0])), "joints has shape"),
    (
        one_mesh(targets=(BlendTarget(normals=Deltas(np.zeros((3, 3)))),)),
        "attribute that the surface does not have",
    ),
    (one_mesh(targets=(BlendTarget(positions=Deltas(np.zeros((2, 3)))),)), "target 0 positions has shape"),
    (one_mesh(targets=(BlendTarget(positions=Deltas(np.zeros((1, 3)), [3])),)), "indices holds 3"),
    ({"meshes": [Mesh((Surface(TRIANGLE), Surface(TRIANGLE, targets=(TARGET,))))]}, "all must have as many"),
    ({"meshes": [Mesh((Surface(TRIANGLE),), blend_amounts=[0.5])]}, "blend amounts has shape"),
    ({"materials": [Material(base_colour=(1.0, 1.0, 1.0))]}, "material 0 base colour has shape"),
]


@pytest.mark.parametrize(("parts", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_refused_with_a_sentence(parts, sentence):
    with pytest.raises(NotARig, match=sentence):
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
    assert build(materials=[Material("skin", (1, 0.5, 0, 1))]).materials[0].base_colour == (
        1.0,
        0.5,
        0.0,
        1.0,
    )
