"""Clips: channels that move nodes, with their keys; what cannot be played is left out alone."""

from __future__ import annotations

import numpy as np
import pytest

import pantin


@pytest.fixture
def moving(raw):
    """A file with two nodes, the first with a mesh of two blend shapes, and times 0 and 1."""
    positions, deltas = raw.accessor(np.zeros((3, 3))), raw.accessor(np.ones((3, 3)))
    target = {"POSITION": deltas}
    primitive = {"attributes": {"POSITION": positions}, "targets": [target, target]}
    raw.tree |= {"meshes": [{"primitives": [primitive]}], "nodes": [{"mesh": 0}, {}, {"matrix": [1.0] * 16}]}
    raw.times = raw.accessor([0, 1])

    def clip(*channels):
        samplers = [{"input": raw.times, "output": output} | more for _, _, output, more in channels]
        raw.tree["animations"] = [
            {
                "name": "move",
                "channels": [
                    {"sampler": at, "target": {"node": node, "path": path}}
                    for at, (node, path, _, _) in enumerate(channels)
                ],
                "samplers": samplers,
            }
        ]
        return raw.lift()

    raw.clip = clip
    return raw


def test_each_property_with_its_width(moving):
    three, four, amounts = (
        moving.accessor([[0, 0, 0], [1, 2, 3]]),
        moving.accessor([[0, 0, 0, 1]] * 2),
        moving.accessor([1, 2, 3, 4]),
    )
    lifted = moving.clip(
        (1, "translation", three, {}),
        (1, "rotation", four, {"interpolation": "STEP"}),
        (1, "scale", three, {}),
        (0, "weights", amounts, {}),
    )
    clip = lifted.rig.clips[0]
    assert lifted.findings == ()
    assert (clip.name, clip.duration) == ("move", 1)
    assert [one.values.shape for one in clip.channels] == [(2, 3), (2, 4), (2, 3), (2, 2)]
    assert clip.channels[1].interpolation == "STEP"
    assert clip.channels[3].values.tolist() == [[1, 2], [3, 4]]


def test_spline_keys_are_tangent_value_tangent_of_all_blend_shapes(moving):
    """glTF 2.0 appendix C.5: a1 … an, v1 … vn, b1 … bn for each key."""
    output = moving.accessor(np.arange(12))
    channel = moving.clip((0, "weights", output, {"interpolation": "CUBICSPLINE"})).rig.clips[0].channels[0]
    assert channel.values.tolist() == [[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]


@pytest.mark.parametrize(("kind", "whole"), [("i1", 127), ("u1", 255), ("i2", 32767), ("u2", 65535)])
def test_normalised_integers_are_fractions(moving, kind, whole):
    output = moving.accessor([[0, 0, 0, whole]] * 2, kind, normalized=True)
    assert moving.clip((1, "rotation", output, {})).rig.clips[0].channels[0].values[0].tolist() == [
        0,
        0,
        0,
        1,
    ]


@pytest.mark.parametrize(("kind", "whole"), [("i1", 127), ("u1", 255), ("i2", 32767), ("u2", 65535)])
def test_normalised_integers_have_no_rounding_of_single_precision(moving, kind, whole):
    """Poses are in double precision, and c / 127 is no float32 (glTF 2.0 §3.6.2.2)."""
    output = moving.accessor([1, 2, 3, 5], kind, normalized=True)
    (channel,) = moving.clip((0, "weights", output, {})).rig.clips[0].channels
    assert channel.values.tolist() == [[1 / whole, 2 / whole], [3 / whole, 5 / whole]]


@pytest.mark.parametrize(
    ("node", "path", "why"),
    [
        (9, "translation", "there is no node 9"),
        (2, "translation", "has a matrix"),
        (1, "weights", "has no weights to animate"),
        (1, "rotation", "numbers (expected"),
        (0, "weights", "numbers (expected"),
    ],
)
def test_a_channel_that_cannot_be_played_is_left_out_alone(moving, node, path, why):
    three = moving.accessor([[0, 0, 0], [1, 2, 3]])
    lifted = moving.clip((node, path, three, {}), (0, "scale", three, {}))
    assert [one.property for one in lifted.rig.clips[0].channels] == ["scale"]
    assert [one.pointer for one in lifted.findings] == ["/animations/0/channels/0"]
    assert why in lifted.findings[0].message


def test_of_two_channels_for_one_property_the_first_counts(moving):
    three = moving.accessor([[0, 0, 0], [1, 2, 3]])
    lifted = moving.clip((0, "scale", three, {}), (0, "scale", three, {"interpolation": "STEP"}))
    assert [one.interpolation for one in lifted.rig.clips[0].channels] == ["LINEAR"]
    assert [one.pointer for one in lifted.findings] == ["/animations/0/channels/1"]


def test_times_that_fall_cost_their_channel_alone(moving):
    three = moving.accessor([[0, 0, 0], [1, 2, 3]])
    falling = moving.accessor([1, 0])
    moving.clip((0, "scale", three, {}), (1, "scale", three, {}))
    moving.tree["animations"][0]["samplers"][0]["input"] = falling
    lifted = moving.lift()
    assert [one.node for one in lifted.rig.clips[0].channels] == [1]
    assert [one.pointer for one in lifted.findings] == ["/animations/0/channels/0"]
    assert (
        lifted.findings[0].message
        == 'skipped channel 0 of animation "move" (0): its times must be in ascending order'
    )


def test_a_channel_without_a_node_is_ignored(moving):
    three = moving.accessor([[0, 0, 0], [1, 2, 3]])
    moving.clip((0, "scale", three, {}))
    del moving.tree["animations"][0]["channels"][0]["target"]["node"]
    lifted = moving.lift()
    assert (lifted.rig.clips[0].channels, lifted.findings) == ((), ())


def test_channels_keep_the_number_they_have_in_the_file(moving):
    three = moving.accessor([[0, 0, 0], [1, 2, 3]])
    moving.clip((0, "scale", three, {}), (0, "translation", three, {}))
    del moving.tree["animations"][0]["channels"][0]["target"]["node"]
    assert [one.number for one in moving.lift().rig.clips[0].channels] == [1]


@pytest.mark.parametrize("number", ["9" * 5000, "\N{ARABIC-INDIC DIGIT ONE}", "01", "-1"])
def test_a_pointer_to_what_is_no_index_is_left_out(moving, number):
    """RFC 6901 §4: an index is 0, or ASCII digits that do not begin with 0."""
    three = moving.accessor([[0, 0, 0], [1, 2, 3]])
    moving.clip((0, "pointer", three, {}))
    extension = {"KHR_animation_pointer": {"pointer": f"/nodes/{number}/translation"}}
    moving.tree["animations"][0]["channels"][0]["target"] = {"path": "pointer", "extensions": extension}
    moving.tree["extensionsUsed"] = ["KHR_animation_pointer"]
    assert [one.pointer for one in moving.lift().findings] == ["/animations/0/channels/0"]


def test_a_pointer_to_a_node_is_a_channel_and_to_something_else_is_left_out(moving):
    three = moving.accessor([[0, 0, 0], [1, 2, 3]])
    moving.clip((0, "pointer", three, {}), (0, "pointer", three, {}))
    moving.tree["extensionsUsed"] = ["KHR_animation_pointer"]
    for channel, where in zip(
        moving.tree["animations"][0]["channels"],
        ("/nodes/1/translation", "/materials/0/emissiveFactor"),
        strict=True,
    ):
        channel["target"] = {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": where}}}
    lifted = moving.lift()
    assert [(one.node, one.property) for one in lifted.rig.clips[0].channels] == [(1, "translation")]
    assert [one.pointer for one in lifted.findings] == ["/animations/0/channels/1"]


def test_a_clip_that_is_read_after_an_edit_is_that_of_the_rig():
    asset = pantin.load("examples/arm.glb")
    before, again = asset.rig, pantin.load("examples/arm.glb").rig
    asset.remove_clip(0)
    assert len(asset.rig.clips) == 0
    np.testing.assert_array_equal(before.clips[0].channels[0].values, again.clips[0].channels[0].values)


def test_a_pose_at_rest_reads_no_channel(monkeypatch):
    rig = pantin.load("examples/arm.glb").rig
    assert [clip.name for clip in rig.clips] == ["bend"]
    pantin.deform(rig, rig.rest_pose())
    assert "channels" not in rig.clips[0].__dict__
    assert len(rig.clips[0].channels) == 2
