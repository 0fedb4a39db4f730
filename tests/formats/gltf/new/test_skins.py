"""Skins: inverse binds always, and a node of its own for every joint that glTF cannot name."""

from __future__ import annotations

import numpy as np

from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.new import write
from pantin.motion import skin_palette, world_transforms
from pantin.rig import Node, Scene, Skin, build


def test_inverse_binds_are_written_where_the_rig_has_none():
    document = write(build(nodes=[Node()], skins=[Skin(np.array([0]))]))
    assert lift(document).rig.skins[0].inverse_binds.tolist() == [np.eye(3, 4).tolist()]


def test_joints_that_repeat_or_stand_still_move_as_before():
    """glTF 2.0 §5.28: joints are unique and are nodes."""
    nodes = [Node("a", -1, [1, 2, 3]), Node("b", 0, [0, 1, 0])]
    binds = np.random.default_rng(3).normal(size=(4, 3, 4)).astype(np.float32)
    for root in (None, 1):
        skin = Skin(np.array([0, -1, 0, 1]), binds, root=root)
        rig = build(nodes=nodes, skins=[skin], scenes=[Scene((0,))])
        written = lift(write(rig)).rig
        joints = written.skins[0].joints.tolist()
        assert len(set(joints)) == 4
        assert written.shown()[joints].all()
        before = skin_palette(rig.skins[0], world_transforms(rig))
        after = skin_palette(written.skins[0], world_transforms(written))
        assert np.array_equal(before, after)
