"""Clips the builder refuses."""

import numpy as np
import pytest

from pantin.rig import BlendShape, Channel, Clip, Deltas, Instance, InvalidRig, Mesh, Node, Surface, build

TRIANGLE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
TARGET = BlendShape(positions=Deltas(np.ones((3, 3), np.float32)))


def one_mesh(**surface):
    return {"meshes": [Mesh((Surface(TRIANGLE, **surface),))]}


def blended(**channel):
    settings = {"node": 0, "property": "weights", "times": [0.0, 1.0], "values": [[0.0], [1.0]]} | channel
    return {
        "nodes": [Node(), Node()],
        **one_mesh(blend_shapes=(TARGET,)),
        "instances": [Instance(0, 0)],
        "clips": [Clip((Channel(**settings),))],
    }


REFUSED = [
    (blended(times=[1.0, 0.0]), "times must be in ascending order"),
    (blended(times=[], values=np.zeros((0, 1))), "times must not be empty"),
    (blended(values=[[0.0, 0.0], [1.0, 1.0]]), "values must have shape"),
    (blended(interpolation="CUBICSPLINE"), "values must have shape"),
    (blended(interpolation="BEZIER"), "interpolation must be one of .*, not 'BEZIER'"),
    (blended(node=1), "node 1 has no blend shapes"),
    (blended(node=2), "node is 2"),
    (blended(property="colour"), "property must be one of .*, not 'colour'"),
]


@pytest.mark.parametrize(("parts", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_refused_with_a_sentence(parts, sentence):
    with pytest.raises(InvalidRig, match=sentence):
        build(**parts)


def test_two_channels_for_one_property_are_refused():
    channel = Channel(0, "translation", [0.0], [[0.0, 0.0, 0.0]])
    with pytest.raises(InvalidRig, match="twice"):
        build(nodes=[Node()], clips=[Clip((channel, channel))])


@pytest.mark.parametrize(("property", "width", "wanted"), [("rotation", 4, 2), ("scale", 3, 2)])
def test_outside_3d_keys_have_the_width_of_their_dimension(property, width, wanted):
    """A rotor of two dimensions is 1 and xy (2^(N−1) components)."""
    channel = Channel(0, property, [0.0], np.ones((1, width)))
    with pytest.raises(InvalidRig, match=rf"must have shape \(1, {wanted}\), not \(1, {width}\)"):
        build(dimension=2, nodes=[Node()], clips=[Clip((channel,))])


def test_numbers_that_channels_have_in_common_are_looked_at_once():
    times, values = np.array([0.0, 1.0]), np.zeros((2, 3))
    channels = tuple(Channel(node, "translation", times, values) for node in range(2))
    one, other = build(nodes=[Node(), Node()], clips=[Clip(channels)]).clips[0].channels
    assert one.times is other.times
    assert one.values is other.values


@pytest.mark.parametrize(("length", "dtype"), [(3, np.float32), (3000, np.float64)])
@pytest.mark.parametrize(
    ("part", "value", "sentence"),
    [
        ("values", np.nan, "channel 5 values must be finite"),
        ("values", -np.inf, "channel 5 values must be finite"),
        ("times", np.nan, "channel 5 times must be finite"),
        ("times", 1e9, "channel 5 times must be in ascending order"),
    ],
)
def test_one_bad_number_among_many_channels_is_found(length, dtype, part, value, sentence):
    """Numbers of small arrays are checked together, those of large arrays alone."""
    arrays = [
        {"times": np.arange(length, dtype=dtype), "values": np.zeros((length, 3), dtype)} for _ in range(9)
    ]
    arrays[5][part].reshape(-1)[1] = value
    channels = tuple(Channel(node, "translation", **keys) for node, keys in enumerate(arrays))
    with pytest.raises(InvalidRig, match=sentence):
        build(nodes=[Node()] * 9, clips=[Clip(channels)])


def test_times_may_begin_before_those_of_the_channel_before_end():
    channels = tuple(Channel(node, "translation", [0.0, 1.0], np.zeros((2, 3))) for node in range(3))
    (clip,) = build(nodes=[Node()] * 3, clips=[Clip(channels)]).clips
    assert [channel.times.tolist() for channel in clip.channels] == [[0.0, 1.0]] * 3
