"""Channels that share their key times are sampled together."""

import bisect
import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.motion import sample
from pantin.motion import tracks as module
from pantin.motion.tracks import clip_tracks
from pantin.rig import BlendShape, Channel, Clip, Deltas, Instance, Mesh, Node, Surface, build


def channel(node, times=(0.0, 1.0), property="translation", interpolation="LINEAR"):
    return Channel(node, property, np.array(times), np.full((len(times), 3), float(node)), interpolation)


def test_channels_with_equal_times_are_one_track():
    (track,) = clip_tracks(Clip((channel(4), channel(2))))
    assert track.nodes.tolist() == [4, 2]
    assert track.values.shape == (2, 2, 3)
    assert track.values[:, :, 0].tolist() == [[4, 2], [4, 2]]


def test_other_times_properties_and_interpolations_are_other_tracks():
    given = (
        channel(0),
        channel(1, (0.0, 2.0)),
        channel(1, property="scale"),
        channel(2, interpolation="STEP"),
    )
    assert len(clip_tracks(Clip(given))) == 4


def test_tracks_are_gathered_once():
    clip = Clip((channel(0),))
    assert clip_tracks(clip) is clip_tracks(clip)


def over_one_accessor(count, monkeypatch):
    """Channels of nodes 0 … over the same keys, and one more over its own, none of which may be copied."""
    monkeypatch.setattr(module, "COPIED", 0)
    times, values = np.array([0.0, 1.0]), np.array([[0.0, 0, 0, 1], [0, 0, 1, 0]])
    shared = [Channel(node, "rotation", times, values.reshape(2, 4)) for node in range(count)]
    return Clip((*shared, Channel(count, "rotation", times, values[::-1])))


def test_channels_over_one_accessor_share_its_values(monkeypatch):
    """A thousand channels over a million keys take the memory of one."""
    clip = over_one_accessor(1000, monkeypatch)
    alone, shared = clip_tracks(clip)
    assert alone.nodes.tolist() == [1000]
    assert shared.nodes.tolist() == list(range(1000))
    assert shared.values.shape == (2, 1, 4)
    assert shared.arcs.angle.shape == (2, 1)


def test_few_copies_are_made_so_that_one_pass_serves_all():
    times, values = np.array([0.0, 1.0]), np.ones((2, 3))
    clip = Clip(tuple(Channel(node, "scale", times, values) for node in range(3)))
    (track,) = clip_tracks(clip)
    assert track.values.shape == (2, 3, 3)


def oracle(channel, time):
    keys, values = channel.times.tolist(), channel.values.tolist()
    spline = channel.interpolation == "CUBICSPLINE"
    value = (lambda k: values[k][1]) if spline else (lambda k: values[k])
    if time <= keys[0]:
        return value(0)
    if time >= keys[-1]:
        return value(len(keys) - 1)
    k = bisect.bisect_right(keys, time) - 1
    if channel.interpolation == "STEP" or time == keys[k]:
        return value(k)
    span = keys[k + 1] - keys[k]
    t = (time - keys[k]) / span
    a, b = value(k), value(k + 1)
    if spline:
        out = [
            (2 * t**3 - 3 * t**2 + 1) * p
            + span * (t**3 - 2 * t**2 + t) * leave
            + (-2 * t**3 + 3 * t**2) * q
            + span * (t**3 - t**2) * arrive
            for p, leave, q, arrive in zip(a, values[k][2], b, values[k + 1][0], strict=True)
        ]
        length = math.sqrt(sum(x * x for x in out))
        return [x / length for x in out] if channel.property == "rotation" else out
    if channel.property != "rotation":
        return [(1 - t) * p + t * q for p, q in zip(a, b, strict=True)]
    dot = sum(p * q for p, q in zip(a, b, strict=True))
    angle, sign = math.acos(min(1.0, abs(dot))), math.copysign(1.0, dot)
    if math.sin(angle) < 1e-7:
        return [(1 - t) * p + t * sign * q for p, q in zip(a, b, strict=True)]
    return [
        (math.sin((1 - t) * angle) * p + sign * math.sin(t * angle) * q) / math.sin(angle)
        for p, q in zip(a, b, strict=True)
    ]


WIDTH = {"translation": 3, "rotation": 4, "scale": 3, "weights": 2}


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    property=st.sampled_from(sorted(WIDTH)),
    interpolation=st.sampled_from(["STEP", "LINEAR", "CUBICSPLINE"]),
)
def test_random_channels_agree_with_the_oracle(seed, property, interpolation):
    draw = np.random.default_rng(seed)
    count = int(draw.integers(1, 6))
    shape = (count, 3, WIDTH[property]) if interpolation == "CUBICSPLINE" else (count, WIDTH[property])
    values = draw.normal(size=shape)
    if property == "rotation":
        keys = values[:, 1] if interpolation == "CUBICSPLINE" else values
        keys /= np.linalg.norm(keys, axis=1)[:, None]
    channel = Channel(0, property, np.cumsum(draw.uniform(0.1, 1, count)), values, interpolation)
    body = Surface([[0.0] * 3], blend_shapes=(BlendShape(positions=Deltas([[1.0] * 3])),) * 2)
    one = build(nodes=[Node()], meshes=[Mesh((body,))], instances=[Instance(0, 0)], clips=[Clip((channel,))])
    times = np.concatenate([channel.times, draw.uniform(-1, 6, 8)])
    poses = sample(one, 0, times)
    found = {
        "translation": poses.translations[:, 0],
        "rotation": poses.rotations[:, 0],
        "scale": poses.scales[:, 0],
        "weights": poses.blend[0],
    }[property]
    # The oracle's inverse cosine loses half of the digits near 1: 1e-16 / 1e-7 is 1e-9.
    np.testing.assert_allclose(found, [oracle(channel, time) for time in times], rtol=0, atol=1e-9)
