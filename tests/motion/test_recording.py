"""A recording has the world positions of the clip, and joints without rest rotations."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.maths import quaternion
from pantin.motion import joint_positions
from pantin.motion.recording import record
from pantin.rig import Channel, Clip, Node, build

DRAW = np.random.default_rng(9)


def rig():
    """Five nodes in a row, turned and scaled at rest, and a side branch; listed with children first."""
    parents = [3, 0, -1, 2, 3]
    listed = [
        Node(
            f"n{index}",
            parent,
            DRAW.normal(size=3),
            rotation=DRAW.normal(size=4),
            scale=DRAW.uniform(0.5, 2, 3),
        )
        for index, parent in enumerate(parents)
    ]
    times = np.arange(4.0)
    channels = [Channel(node, "rotation", times, DRAW.normal(size=(4, 4))) for node in (0, 2, 3)]
    channels += [Channel(1, "translation", times, DRAW.normal(size=(4, 3)))]
    return build(nodes=listed, clips=[Clip(tuple(channels), "all")])


def replay(recording):
    """World positions out of a recording, joint by joint."""
    frames, joints = recording.rotations.shape[:2]
    places, turns = np.zeros((frames, joints, 3)), np.zeros((frames, joints, 4))
    done = set()
    while len(done) < joints:
        for joint, parent in enumerate(recording.parents):
            if joint in done or (parent >= 0 and parent not in done):
                continue
            offset = recording.positions.get(joint, np.tile(recording.offsets[joint], (frames, 1)))
            turns[:, joint], places[:, joint] = recording.rotations[:, joint], offset
            if parent >= 0:
                places[:, joint] = places[:, parent] + quaternion.rotate(turns[:, parent], offset)
                turns[:, joint] = quaternion.product(turns[:, parent], recording.rotations[:, joint])
            done.add(joint)
    return places


@pytest.mark.parametrize("nodes", [(0, 1, 2, 3, 4), (0, 1, 4), (2,)])
def test_world_positions_are_kept(nodes):
    """Also of nodes without the nodes between them."""
    moved = rig()
    times = np.linspace(0, 3, 13)
    recording = record(moved, moved.clips[0], times, nodes)
    wanted = joint_positions(moved, pantin.sample(moved, 0, times))[:, list(nodes)]
    assert replay(recording) == pytest.approx(wanted, abs=1e-12)


def test_at_rest_nothing_is_turned():
    still = rig()
    recording = record(still, Clip(()), np.zeros(1), (0, 1, 2, 3, 4))
    assert np.abs(recording.rotations[..., 3]).min() == pytest.approx(1)
    assert list(recording.positions) == [2]


def test_only_joints_that_move_have_positions():
    """Without scales, a joint that rotates keeps its distance and its direction in its parent."""
    plain = build(
        nodes=[Node("a"), Node("b", 0, (0, 1, 0)), Node("c", 1, (0, 1, 0))],
        clips=[Clip((Channel(1, "rotation", np.arange(2.0), DRAW.normal(size=(2, 4))),))],
    )
    recording = record(plain, plain.clips[0], np.arange(2.0), (0, 1, 2))
    assert list(recording.positions) == [0]
