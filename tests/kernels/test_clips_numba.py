"""The compiled sampler has the bits of the reference, however the times are cut."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.engine import Backend, force_backend
from pantin.motion import sample
from pantin.rig import BlendShape, Channel, Clip, Deltas, Instance, Mesh, Node, Surface, build

pytest.importorskip("numba", reason="numba cannot be imported")
from pantin.kernels import clips_numba

pytestmark = pytest.mark.usefixtures("compiled")

WIDTHS = {"translation": 3, "rotation": 4, "scale": 3, "weights": 2}
KINDS = ("STEP", "LINEAR", "CUBICSPLINE")


def channel(draw, node, property, kind):
    count = int(draw.integers(1, 7))
    shape = (count, 3, WIDTHS[property]) if kind == "CUBICSPLINE" else (count, WIDTHS[property])
    return Channel(node, property, np.cumsum(draw.uniform(0.1, 1, count)), draw.normal(size=shape), kind)


def moving_rig(seed=0):
    """Nodes moved in every way, one that rests in a general map, and one that nothing moves."""
    draw = np.random.default_rng(seed)
    channels = [
        channel(draw, 3 * k + j, property, kind)
        for k, kind in enumerate(KINDS)
        for j, property in enumerate(("translation", "rotation", "scale"))
    ]
    channels += [channel(draw, 9 + k, "weights", kind) for k, kind in enumerate(KINDS)]
    channels.append(channel(draw, 12, "translation", "LINEAR"))
    nodes = [Node(rotation=draw.normal(size=4), scale=draw.normal(size=3)) for _ in range(12)]
    body = Surface(np.zeros((1, 3)), blend_shapes=(BlendShape(positions=Deltas([[1.0] * 3])),) * 2)
    return build(
        nodes=[*nodes, Node(matrix=draw.normal(size=(3, 4))), Node(translation=[1, 2, 3])],
        meshes=[Mesh((body,))],
        instances=[Instance(node, 0) for node in (9, 10, 11, 13)],
        clips=[Clip(tuple(channels)), Clip(())],
    )


def arrays(poses):
    return [poses.local, poses.translations, poses.rotations, poses.scales, *poses.blend]


def assert_same_bits(rig, times):
    fast = sample(rig, 0, times)
    with force_backend(Backend.NUMPY):
        slow = sample(rig, 0, times)
    for a, b in zip(arrays(fast), arrays(slow), strict=True):
        assert a.shape == b.shape
        assert a.tobytes() == b.tobytes()


@pytest.mark.parametrize("seed", range(6))
def test_twin_and_reference_have_the_same_bits(seed):
    rig = moving_rig(seed)
    keys = [one.times for one in rig.clips[0].channels]
    assert_same_bits(rig, np.concatenate([np.random.default_rng(seed).uniform(-1, 6, 200), *keys]))


def test_quaternions_of_no_length_and_zeros_of_both_signs_have_the_same_bits():
    """A quaternion whose square is beyond the range of doubles is made unit first, it alone."""
    draw = np.random.default_rng(1)
    turns = draw.normal(size=(5, 4, 4)) * np.reshape([0, 1e-160, 1e160, 1, 1], (5, 1, 1))
    shifts = np.where(draw.random((5, 4, 3)) < 0.4, -0.0, draw.normal(size=(5, 4, 3)))
    curve = draw.normal(size=(4, 3, 4))
    curve[1:3] = 0
    keys = np.arange(4.0)
    channels = [Channel(node, "rotation", keys, turns[node]) for node in range(5)]
    channels += [Channel(node, "translation", keys, shifts[node]) for node in range(5)]
    channels.append(Channel(5, "rotation", keys, curve, "CUBICSPLINE"))
    rig = build(nodes=[Node() for _ in range(6)], clips=[Clip(tuple(channels))])
    assert_same_bits(rig, np.linspace(-1, 4, 101))


def test_keys_come_out_as_stored():
    rig = moving_rig()
    for one in rig.clips[0].channels[:9]:
        poses = sample(rig, 0, one.times)
        result = {"translation": poses.translations, "rotation": poses.rotations, "scale": poses.scales}
        stored = one.values[:, 1] if one.interpolation == "CUBICSPLINE" else one.values
        np.testing.assert_array_equal(result[one.property][:, one.node], stored)


def test_bits_do_not_depend_on_chunks(monkeypatch):
    rig, times = moving_rig(), np.linspace(-1, 6, 500)
    whole = arrays(sample(rig, 0, times))
    monkeypatch.setattr(clips_numba, "SINES", 64)
    assert [a.tobytes() for a in arrays(sample(rig, 0, times))] == [a.tobytes() for a in whole]
    for a, b in zip(whole, arrays(sample(rig, 0, times[123:130])), strict=True):
        assert a[123:130].tobytes() == b.tobytes()


def test_a_clip_that_moves_nothing_is_the_rest_pose():
    rig = moving_rig()
    pose, rest = sample(rig, 1, 1.0), rig.rest_pose()
    np.testing.assert_array_equal(pose.local, rest.local)


def test_in_four_dimensions_translations_move():
    moved = Channel(0, "translation", [0.0, 1.0], [[0.0] * 4, [2.0, 4.0, 6.0, 8.0]])
    four = build(dimension=4, nodes=[Node(matrix=np.ones((4, 5))), Node()], clips=[Clip((moved,))])
    pose = sample(four, 0, 0.5)
    assert pose.local[0].tolist() == [[1, 1, 1, 1, x] for x in (1, 2, 3, 4)]
    assert pose.local[1].tolist() == np.eye(4, 5).tolist()


def test_blend_amounts_go_to_their_nodes_whatever_the_order_of_instances():
    keys = ([[0.0, 0.0], [2.0, 4.0]], [[0.0, 0.0], [6.0, 8.0]])
    both = Clip(tuple(Channel(node, "weights", [0.0, 1.0], values) for node, values in enumerate(keys)))
    body = Surface(np.zeros((1, 3)), blend_shapes=(BlendShape(positions=Deltas([[1.0] * 3])),) * 2)
    for order in ((0, 1), (1, 0)):
        rig = build(
            nodes=[Node(), Node()],
            meshes=[Mesh((body,))],
            instances=[Instance(node, 0) for node in order],
            clips=[both],
        )
        amounts = {
            node: sample(rig, rig.clips[0], 0.5).blend[index].tolist() for index, node in enumerate(order)
        }
        assert amounts == {0: [1.0, 2.0], 1: [3.0, 4.0]}
