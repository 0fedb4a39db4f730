"""World positions of joints beside pybvh 0.9.0, an independent reader.

`kinematics.json` has eight random trees, whose joints have every order of rotation channels, with the world
positions of all joints and ends that `pybvh.read_bvh_file(…).node_positions()` gives, to six decimals.
bvhio 1.5.4, which computes in float32, gave the same to 6e-5.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.motion import joint_positions

FILES = json.loads((Path(__file__).parent / "kinematics.json").read_text(encoding="ascii"))


def positions(rig):
    clip = rig.clips[0]
    return joint_positions(rig, pantin.sample(rig, clip, np.asarray(clip.channels[0].times, np.float64)))


@pytest.mark.parametrize("number", range(len(FILES)))
def test_joints_are_where_another_reader_has_them(number):
    rig = pantin.load(FILES[number]["bvh"].encode(), name="a.bvh").rig
    assert np.abs(positions(rig) - FILES[number]["positions"]).max() < 1e-6


@pytest.mark.parametrize("number", range(len(FILES)))
def test_through_glb_and_back_joints_keep_their_positions(number, tmp_path):
    (tmp_path / "a.bvh").write_text(FILES[number]["bvh"])
    pantin.convert(tmp_path / "a.bvh", tmp_path / "a.glb")
    pantin.convert(tmp_path / "a.glb", tmp_path / "b.bvh")
    first, second = (positions(pantin.load(tmp_path / name).rig) for name in ("a.bvh", "b.bvh"))
    size = np.ptp(first.reshape(-1, 3), axis=0).max()
    assert np.abs(first - second).max() <= 1e-6 * size
    assert b"Frame Time: 0.0083333\n" in (tmp_path / "b.bvh").read_bytes()


def test_a_position_channel_replaces_the_offset():
    """As in bvhio 1.5.4: a root with offset (1, 2, 3) and position (10, 20, 30) is at (10, 20, 30), and a
    joint with offset (0, 5, 0) and position (0, 7, 0) is 7 above it."""
    six = "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
    text = f"HIERARCHY ROOT a {{ OFFSET 1 2 3 {six} JOINT b {{ OFFSET 0 5 0 {six} }} }}"
    text += " MOTION\nFrames: 1\nFrame Time: 0\n10 20 30 0 0 0 0 7 0 0 0 0\n"
    rig = pantin.load(text.encode(), name="a.bvh").rig
    assert positions(rig)[0].tolist() == [[10, 20, 30], [10, 27, 30]]
    assert rig.nodes.translations.tolist() == [[1, 2, 3], [0, 5, 0]]
