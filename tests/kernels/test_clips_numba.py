"""The compiled sampler agrees with the reference, and gives the same bits however the times are cut."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels import engine
from pantin.motion import sample
from pantin.rig import BlendShape, Channel, Clip, Deltas, Instance, Mesh, Node, Surface, build

numba = pytest.importorskip("numba", reason="numba cannot be imported")

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


@pytest.mark.parametrize("seed", range(6))
def test_twin_and_reference_agree(seed, monkeypatch):
    rig = moving_rig(seed)
    times = np.concatenate([np.random.default_rng(seed).uniform(-1, 6, 200), rig.clips[0].channels[0].times])
    fast = sample(rig, 0, times)
    monkeypatch.setenv("PANTIN_NO_NUMBA", "1")
    slow = sample(rig, 0, times)
    for a, b in zip(arrays(fast), arrays(slow), strict=True):
        assert a.shape == b.shape
        # some 20 roundings of spline terms below 16, then a quaternion of length above 1/16 is made unit
        assert np.abs(a - b).max() <= 20 * 16 * 16 * np.finfo(float).eps


def test_keys_come_out_as_stored():
    rig = moving_rig()
    for one in rig.clips[0].channels[:9]:
        poses = sample(rig, 0, one.times)
        found = {"translation": poses.translations, "rotation": poses.rotations, "scale": poses.scales}
        stored = one.values[:, 1] if one.interpolation == "CUBICSPLINE" else one.values
        np.testing.assert_array_equal(found[one.property][:, one.node], stored)


def test_bits_do_not_depend_on_threads_or_chunks(monkeypatch):
    monkeypatch.setattr(engine, "PARALLEL_WORK", 0)
    rig, times = moving_rig(), np.linspace(-1, 6, 500)
    whole = arrays(sample(rig, 0, times))
    before = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        assert [a.tobytes() for a in arrays(sample(rig, 0, times))] == [a.tobytes() for a in whole]
    finally:
        numba.set_num_threads(before)
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
        amounts = {node: sample(rig, rig.clips[0], 0.5).blend[at].tolist() for at, node in enumerate(order)}
        assert amounts == {0: [1.0, 2.0], 1: [3.0, 4.0]}
