"""Meshes: the order of attributes, influences in sets of four, sparse deltas by rising index."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.new import REFERENCE, STANDARD, write
from pantin.rig import BlendShape, Deltas, Influences, Mesh, Surface, build


def primitive(surface, layout=STANDARD):
    return write(build(meshes=[Mesh((surface,))]), layout).tree["meshes"][0]["primitives"][0]


def full(count=2):
    return Surface(
        np.zeros((count, 3)),
        np.zeros((count, 3)),
        np.zeros((count, 4)),
        tuple(np.zeros((count, 2)) for _ in range(3)),
        (np.zeros((count, 4)),),
        np.array([0, 1, 0]),
        influences=Influences(np.arange(count + 1), np.zeros(count, np.int64), np.ones(count)),
    )


def test_the_standard_order_is_positions_normals_texcoords_then_the_rest_by_name():
    made = primitive(full())
    names = ["POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0", "JOINTS_0", "TANGENT", "TEXCOORD_1", "TEXCOORD_2"]
    assert list(made["attributes"]) == [*names, "WEIGHTS_0"]
    assert list(made["attributes"].values()) == list(range(9))
    assert made["indices"] == 9


def test_the_reference_order_has_later_texcoords_last_but_stores_them_together():
    """reference/rigy.md §6.1: accessors POSITION, NORMAL, indices, UVs, JOINTS_0, WEIGHTS_0."""
    made = primitive(full(), REFERENCE)
    attributes = {name: index for name, index in made["attributes"].items() if name[:2] not in ("TA", "CO")}
    assert attributes == {
        "POSITION": 0,
        "NORMAL": 1,
        "TEXCOORD_0": 3,
        "TEXCOORD_1": 4,
        "JOINTS_0": 6,
        "WEIGHTS_0": 7,
        "TEXCOORD_2": 5,
    }
    assert (made["indices"], made["mode"]) == (2, 4)


def test_influences_fill_as_many_sets_as_the_longest_row_needs():
    influences = Influences(np.array([0, 5, 6]), np.array([1, 2, 3, 4, 5, 6]), np.arange(1.0, 7.0))
    surface = Surface(np.zeros((2, 3)), influences=influences)
    document = write(build(meshes=[Mesh((surface,))]))
    attributes = document.tree["meshes"][0]["primitives"][0]["attributes"]
    assert view(document, attributes["JOINTS_0"]).tolist() == [[1, 2, 3, 4], [6, 0, 0, 0]]
    assert view(document, attributes["WEIGHTS_1"]).tolist() == [[5, 0, 0, 0], [0, 0, 0, 0]]


@pytest.mark.parametrize("more", [0, 9])
def test_a_joint_that_weighs_on_a_vertex_twice_is_written_once(more):
    """glTF 2.0 §3.7.3.3; the sum of its weights is the same map. Long rows go another way."""
    joints = np.array([3, 1, 3, 2, *range(10, 10 + more), 1])
    weights = np.array([0.25, 0.5, 0.125, 0.125, *np.zeros(more), 1.0])
    influences = Influences(np.array([0, 4 + more, 5 + more]), joints, weights)
    document = write(build(meshes=[Mesh((Surface(np.zeros((2, 3)), influences=influences),))]))
    attributes = document.tree["meshes"][0]["primitives"][0]["attributes"]
    weights = view(document, attributes["WEIGHTS_0"])
    assert view(document, attributes["JOINTS_0"])[0, :3].tolist() == [3, 1, 2]
    assert weights[0, :3].tolist() == [0.375, 0.5, 0.125]
    assert weights[1].tolist() == [1, 0, 0, 0]


def test_sparse_deltas_are_sorted_and_those_of_one_vertex_added():
    deltas = Deltas(np.array([[1.0, 0, 0], [2, 0, 0], [4, 0, 0]]), np.array([3, 1, 3]))
    surface = Surface(np.zeros((4, 3)), blend_shapes=(BlendShape(deltas),))
    document = write(build(meshes=[Mesh((surface,))]))
    index = document.tree["meshes"][0]["primitives"][0]["targets"][0]["POSITION"]
    accessor = document.tree["accessors"][index]
    assert (accessor["sparse"]["count"], accessor["min"], accessor["max"]) == (2, [0, 0, 0], [5, 0, 0])
    assert view(document, index)[:, 0].tolist() == [0, 2, 0, 5]


def test_a_target_that_moves_nothing_is_zeros_without_bytes():
    surface = Surface(np.zeros((4, 3)), blend_shapes=(BlendShape(),))
    document = write(build(meshes=[Mesh((surface,))]))
    index = document.tree["meshes"][0]["primitives"][0]["targets"][0]["POSITION"]
    assert document.tree["accessors"][index] == {
        "componentType": 5126,
        "count": 4,
        "type": "VEC3",
        "min": [0, 0, 0],
        "max": [0, 0, 0],
    }


def test_an_index_is_never_the_largest_of_its_type():
    """glTF 2.0 §3.7.2.1: the largest value restarts the primitive."""
    for count, component in ((65535, 5123), (65536, 5125)):
        surface = Surface(np.zeros((count, 3)), indices=np.array([0, 1, count - 1]))
        document = write(build(meshes=[Mesh((surface,))]))
        index = document.tree["meshes"][0]["primitives"][0]["indices"]
        assert document.tree["accessors"][index]["componentType"] == component


@pytest.mark.parametrize("layout", [STANDARD, REFERENCE])
def test_sets_are_counted_by_their_numbers(layout):
    """Rigy chapter 13.3: TEXCOORD_0, TEXCOORD_1, … for each set; 10 comes after 9, not after 1."""
    pairs = tuple(np.full((2, 2), number) for number in range(12))
    made = primitive(Surface(np.zeros((2, 3)), texcoords=pairs, indices=np.array([0, 1, 0])), layout)
    sets = [name for name in made["attributes"] if name.startswith("TEXCOORD_")]
    assert sets == [f"TEXCOORD_{number}" for number in range(12)]
    accessors = [made["attributes"][name] for name in sets]
    assert accessors == list(range(accessors[0], accessors[0] + 12))  # and the arrays with them (13.2)
