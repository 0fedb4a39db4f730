"""Blend targets: dense as stored, sparse as stored, over each attribute (glTF 2.0 §3.7.2.2)."""

from __future__ import annotations

import numpy as np


def lifted(raw, *targets, **attributes):
    positions = raw.accessor(np.zeros((4, 3)))
    primitive = {"attributes": {"POSITION": positions} | attributes, "targets": list(targets)}
    raw.tree["meshes"] = [{"primitives": [primitive]}]
    return raw.lift()


def test_a_sparse_accessor_without_a_base_stays_sparse(raw):
    rig = lifted(raw, {"POSITION": raw.sparse(4, [1, 3], [[1, 0, 0], [0, 2, 0]])}).rig
    deltas = rig.meshes[0].surfaces[0].blend_shapes[0].positions
    assert deltas.indices.tolist() == [1, 3]
    assert deltas.values.tolist() == [[1, 0, 0], [0, 2, 0]]


def test_a_sparse_accessor_over_a_base_is_dense(raw):
    index = raw.sparse(4, [1], [[1, 0, 0]])
    raw.tree["accessors"][index]["bufferView"] = raw.view(np.ones((4, 3), "<f4"))
    deltas = lifted(raw, {"POSITION": index}).rig.meshes[0].surfaces[0].blend_shapes[0].positions
    assert deltas.indices is None
    assert deltas.values.tolist() == [[1, 1, 1], [1, 0, 0], [1, 1, 1], [1, 1, 1]]


def test_zeros_that_are_not_stored_move_nothing(raw):
    raw.tree["accessors"].append({"componentType": 5126, "count": 4, "type": "VEC3"})
    target = lifted(raw, {"POSITION": 0}).rig.meshes[0].surfaces[0].blend_shapes[0]
    assert target.positions is None


def test_every_attribute_can_have_deltas(raw):
    base = {
        "NORMAL": raw.accessor(np.zeros((4, 3))),
        "TANGENT": raw.accessor(np.zeros((4, 4))),
        "TEXCOORD_0": raw.accessor(np.zeros((4, 2))),
        "COLOR_0": raw.accessor(np.zeros((4, 4))),
    }
    three, two = raw.accessor(np.ones((4, 3))), raw.accessor(np.ones((4, 2)))
    target = {"NORMAL": three, "TANGENT": three, "TEXCOORD_0": two, "COLOR_0": three}
    made = lifted(raw, target, **base)
    shape = made.rig.meshes[0].surfaces[0].blend_shapes[0]
    assert made.findings == ()
    assert (shape.normals.values.shape, shape.tangents.values.shape) == ((4, 3), (4, 3))
    assert shape.texcoords[0].values.shape == (4, 2)
    assert shape.colors[0].values[0].tolist() == [1, 1, 1, 0], "three numbers leave alpha alone"


def test_deltas_without_a_base_are_left_out(raw):
    deltas = raw.accessor(np.ones((4, 3)))
    short = raw.accessor(np.ones((3, 3)))
    made = lifted(raw, {"NORMAL": deltas, "POSITION": short}, {"POSITION": deltas})
    first, second = made.rig.meshes[0].surfaces[0].blend_shapes
    assert (first.normals, first.positions) == (None, None)
    assert second.positions is not None
    assert {one.pointer for one in made.findings} == {
        "/meshes/0/primitives/0/targets/0/NORMAL",
        "/meshes/0/primitives/0/targets/0/POSITION",
    }


def test_an_empty_target_keeps_its_place_and_costs_no_other(raw):
    """Empty targets are forbidden (§5.24.5); amounts go to targets by their order all the same."""
    deltas = raw.accessor(np.ones((4, 3)))
    surface = lifted(raw, {}, {"POSITION": deltas}, {"POSITION": -1}).rig.meshes[0].surfaces[0]
    assert [one.positions is not None for one in surface.blend_shapes] == [False, True, False]
