"""Meshes: every attribute by name, in the order of its sets; broken primitives keep their place, empty."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Budget, Limits
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift

POINTS = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def test_all_attributes_of_a_primitive(raw):
    attributes = {
        "POSITION": raw.accessor(POINTS),
        "NORMAL": raw.accessor([[0, 0, 1]] * 3),
        "TANGENT": raw.accessor([[1, 0, 0, 1]] * 3),
        "TEXCOORD_0": raw.accessor([[0, 0.5]] * 3),
        "TEXCOORD_1": raw.accessor([[0, 255]] * 3, "u1", normalized=True),
        "COLOR_0": raw.accessor([[65535, 0, 0]] * 3, "u2", normalized=True),
        "_CUSTOM": raw.accessor([1, 2, 3]),
    }
    indices = raw.accessor([2, 1, 0], "u1")
    primitive = {"attributes": attributes, "indices": indices, "mode": 5, "material": 0, "extras": {"a": 1}}
    raw.tree |= {"meshes": [{"name": "m", "primitives": [primitive]}], "materials": [{}]}
    lifted = raw.lift()
    surface = lifted.rig.meshes[0].surfaces[0]
    assert lifted.findings == ()
    assert lifted.rig.meshes[0].name == "m"
    assert surface.positions.tolist() == POINTS
    assert surface.normals.tolist() == [[0, 0, 1]] * 3
    assert surface.tangents.tolist() == [[1, 0, 0, 1]] * 3
    assert [one.tolist()[0] for one in surface.texcoords] == [[0, 0.5], [0, 1]]
    assert surface.colors[0].tolist()[0] == [1, 0, 0]
    assert (surface.indices.tolist(), surface.mode, surface.material) == ([2, 1, 0], "triangle_strip", 0)
    assert surface.extras == {"a": 1}


def test_positions_lie_over_the_bytes_of_the_file(raw):
    raw.tree["meshes"] = [{"primitives": [{"attributes": {"POSITION": raw.accessor(POINTS)}}]}]
    document = raw.document()
    from pantin.formats.gltf.lift import lift

    positions = lift(document).rig.meshes[0].surfaces[0].positions
    assert np.shares_memory(positions, np.frombuffer(document.buffer(0).data, np.uint8))


def test_quantised_positions_are_their_values(raw):
    """KHR_mesh_quantization: integers that are not normalised keep their value."""
    stored = [[0, 0, 0, 0], [100, 0, 0, 0], [0, -7, 0, 0]]
    index = raw.accessor(stored, "i2")
    raw.tree["accessors"][index] |= {"type": "VEC3"}
    raw.tree["bufferViews"][0]["byteStride"] = 8
    raw.tree |= {
        "extensionsUsed": ["KHR_mesh_quantization"],
        "extensionsRequired": ["KHR_mesh_quantization"],
        "meshes": [{"primitives": [{"attributes": {"POSITION": index}}]}],
    }
    positions = raw.lift().rig.meshes[0].surfaces[0].positions
    assert positions.dtype == np.float32
    assert positions.tolist() == [[0, 0, 0], [100, 0, 0], [0, -7, 0]]


def test_names_of_blend_shapes_come_from_the_extras_of_the_mesh(raw):
    deltas = raw.accessor(np.ones((3, 3)))
    primitive = {"attributes": {"POSITION": raw.accessor(POINTS)}, "targets": [{"POSITION": deltas}]}
    raw.tree["meshes"] = [
        {"primitives": [primitive], "weights": [0.5], "extras": {"targetNames": ["smile"]}},
        {"primitives": [primitive], "weights": [0.5, 1], "extras": {"targetNames": "smile"}},
    ]
    lifted = raw.lift()
    first, second = lifted.rig.meshes
    assert (first.blend_names, first.blend_weights.tolist()) == (("smile",), [0.5])
    assert (second.blend_names, second.blend_weights) == (None, None)
    assert [one.pointer for one in lifted.findings] == ["/meshes/1/weights"]


def test_names_of_blend_shapes_may_stand_in_the_extras_of_a_primitive(raw):
    """Where exporters of VRM 0.x write them."""
    primitive = {
        "attributes": {"POSITION": raw.accessor(POINTS)},
        "targets": [{"POSITION": raw.accessor(np.ones((3, 3)))}],
        "extras": {"targetNames": ["blink"]},
    }
    raw.tree["meshes"] = [{"primitives": [primitive]}]
    assert raw.lift().rig.meshes[0].blend_names == ("blink",)


def test_primitives_with_fewer_targets_get_some_that_move_nothing(raw):
    attributes = {"POSITION": raw.accessor(POINTS)}
    deltas = raw.accessor(np.ones((3, 3)))
    raw.tree["meshes"] = [
        {
            "primitives": [
                {"attributes": attributes, "targets": [{"POSITION": deltas}]},
                {"attributes": attributes},
            ]
        }
    ]
    mesh = raw.lift().rig.meshes[0]
    assert [len(one.blend_shapes) for one in mesh.surfaces] == [1, 1]
    assert mesh.surfaces[1].blend_shapes[0].positions is None


@pytest.mark.parametrize(
    "broken",
    [
        {"attributes": {"NORMAL": 0}},
        {"attributes": {"POSITION": 99}},
        {"attributes": {"POSITION": 1}},
        {"attributes": {"POSITION": 0}, "indices": 2},
        {"attributes": {"POSITION": 0}, "indices": 0},
        {"attributes": {"POSITION": 0, "JOINTS_0": 0}},
    ],
    ids=["no positions", "no accessor", "not three", "index past the end", "no indices", "joints alone"],
)
def test_a_broken_primitive_is_empty_in_its_place(raw, broken):
    raw.accessor(POINTS)
    raw.accessor([[1, 2]] * 3)
    raw.accessor([0, 1, 3], "u2")
    raw.tree["meshes"] = [{"primitives": [broken, {"attributes": {"POSITION": 0}}]}, {}]
    lifted = raw.lift()
    assert [len(one.positions) for one in lifted.rig.meshes[0].surfaces] == [0, 3]
    assert lifted.rig.meshes[1].surfaces == ()
    assert (lifted.findings[0].pointer or "").startswith("/meshes/0/primitives/0")


def test_attributes_that_cannot_be_read_are_left_out_alone(raw):
    attributes = {
        "POSITION": raw.accessor(POINTS),
        "NORMAL": raw.accessor([[0, 0]] * 3),
        "TEXCOORD_0": raw.accessor([[0, 0]] * 3),
        "TEXCOORD_1": raw.accessor([[0, 0]] * 2),
    }
    raw.tree["meshes"] = [{"primitives": [{"attributes": attributes, "material": 4}]}]
    lifted = raw.lift()
    surface = lifted.rig.meshes[0].surfaces[0]
    assert (len(surface.positions), surface.normals, len(surface.texcoords), surface.material) == (
        3,
        None,
        1,
        None,
    )
    ends = [(one.pointer or "").rpartition("/")[2] for one in lifted.findings]
    assert ends == ["NORMAL", "TEXCOORD_1", "material"]


def test_name_and_base_colour(raw):
    raw.tree["materials"] = [
        {"name": "red", "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 0.5]}},
        {},
    ]
    first, second = raw.lift().rig.materials
    assert (first.name, first.base_color) == ("red", (1.0, 0.0, 0.0, 0.5))
    assert (second.name, second.base_color) == (None, (1.0, 1.0, 1.0, 1.0))


@pytest.mark.parametrize("factor", [[1, 0, 0], "red", [1, 0, 0, "x"], [True, 0, 0, 0], None])
def test_what_is_no_colour_is_white(raw, factor):
    raw.tree["materials"] = [{"pbrMetallicRoughness": {"baseColorFactor": factor}}]
    assert raw.lift().rig.materials[0].base_color == (1.0, 1.0, 1.0, 1.0)


def surface(raw, **attributes):
    positions = raw.accessor([[0, 0, 0], [1, 0, 0]])
    raw.tree["meshes"] = [{"primitives": [{"attributes": {"POSITION": positions} | attributes}]}]
    return raw.lift().rig.meshes[0].surfaces[0]


def test_two_sets_follow_each_other_in_each_vertex(raw):
    made = surface(
        raw,
        JOINTS_0=raw.accessor([[1, 2, 3, 4], [5, 6, 7, 8]], "u1"),
        WEIGHTS_0=raw.accessor([[0.1, 0.1, 0.1, 0.1]] * 2),
        JOINTS_1=raw.accessor([[11, 12, 13, 14], [15, 16, 17, 18]], "u2"),
        WEIGHTS_1=raw.accessor([[0.2, 0.2, 0.1, 0.1]] * 2),
    ).influences
    assert made.offsets.tolist() == [0, 8, 16]
    assert made.joints.tolist() == [1, 2, 3, 4, 11, 12, 13, 14, 5, 6, 7, 8, 15, 16, 17, 18]
    assert np.allclose(made.weights[:8], [0.1] * 4 + [0.2, 0.2, 0.1, 0.1])


def test_normalised_weights_are_fractions(raw):
    made = surface(
        raw,
        JOINTS_0=raw.accessor([[0, 1, 0, 0]] * 2, "u1"),
        WEIGHTS_0=raw.accessor([[51, 204, 0, 0]] * 2, "u1", normalized=True),
    ).influences
    assert np.allclose(made.weights, [0.2, 0.8] * 2)


def test_slots_without_weight_are_not_read_whatever_joint_they_name(raw):
    """glTF 2.0 §3.7.3.3: unused joint values SHOULD be zero; no value moves anything."""
    made = surface(
        raw,
        JOINTS_0=raw.accessor([[1, 255, 3, 3]] * 2, "u1"),
        WEIGHTS_0=raw.accessor([[1, 0, 0, 0]] * 2),
    ).influences
    assert made.joints.tolist() == [1] * 2
    assert made.offsets.tolist() == [0, 1, 2]


def test_integers_that_are_not_normalised_are_no_weights(raw):
    made = surface(
        raw,
        JOINTS_0=raw.accessor([[1, 0, 0, 0]] * 2, "u1"),
        WEIGHTS_0=raw.accessor([[1, 0, 0, 0]] * 2, "u1"),
    )
    assert len(made.positions) == 0


def test_a_surface_without_sets_has_no_influences(raw):
    assert surface(raw).influences is None


def test_sets_put_side_by_side_count_against_the_limit(raw):
    """A file may name the same accessors in thousands of sets, and is none the larger for it."""
    joints, weights = raw.accessor([[0, 0, 0, 0]] * 2, "u1"), raw.accessor([[1, 0, 0, 0]] * 2)
    attributes = {"POSITION": raw.accessor([[0, 0, 0], [1, 0, 0]])}
    for at in range(1000):
        attributes |= {f"JOINTS_{at}": joints, f"WEIGHTS_{at}": weights}
    raw.tree["meshes"] = [{"primitives": [{"attributes": attributes}]}]
    assert lift(raw.document()).rig.meshes[0].surfaces[0].influences.offsets.tolist() == [0, 1000, 2000]
    # Four joints and four weights of two vertices in a thousand sets take 40,000 bytes.
    limited = read(raw.bytes(), name="made.gltf")
    limited.budget = Budget(Limits(decoded_bytes=39_999), 0)
    with pytest.raises(LimitExceeded, match="decoded_bytes"):
        lift(limited)
