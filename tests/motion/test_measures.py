"""Where joints are, how long bones are, and clips that belong to other rigs."""

import numpy as np
import pytest

import pantin
from pantin.rig import Channel, Clip, RigBuilder


def chain(*names, step=(0, 1, 0)):
    builder = RigBuilder()
    for index, name in enumerate(names):
        builder.add_node(name, parent=index - 1 if index else None, translation=step)
    builder.add_clip("lift")
    builder.add_channel("lift", names[0], "translation", [0, 1], [step, [3, 0, 0]])
    return builder.build()


def test_positions_and_lengths_of_a_pose_and_of_a_batch():
    rig = chain("a", "b", "c")
    assert pantin.motion.joint_positions(rig).tolist() == [[0, 1, 0], [0, 2, 0], [0, 3, 0]]
    assert pantin.motion.bone_lengths(rig).tolist() == [0, 1, 1]
    poses = pantin.sample(rig, "lift", [0.0, 1.0])
    assert pantin.motion.joint_positions(rig, poses)[1].tolist() == [[3, 0, 0], [3, 1, 0], [3, 2, 0]]
    assert pantin.motion.bone_lengths(rig, poses).shape == (2, 3)


def test_a_clip_of_another_rig_is_refused():
    rig, other, short = chain("a", "b", "c"), chain("x", "b", "c"), chain("a")
    with pytest.raises(
        ValueError, match="clip 'lift' belongs to another rig: its node 0 is 'x', here it is 'a'"
    ):
        pantin.sample(rig, other.clips[0], 0.0)
    beyond = Clip((Channel(2, "translation", np.zeros(1), np.zeros((1, 3))),), "far")
    with pytest.raises(ValueError, match=r"clip 'far', channel 0: there is no node 2 \(of 1\)"):
        pantin.sample(short, beyond, 0.0)


def test_a_clip_for_the_same_nodes_is_accepted():
    rig, twin = chain("a", "b"), chain("a", "b", "c", step=(0, 2, 0))
    assert pantin.sample(rig, twin.clips[0], 1.0).translations[0].tolist() == [3, 0, 0]
    own = Clip((Channel(1, "scale", np.zeros(1), np.full((1, 3), 2.0)),))
    assert pantin.sample(rig, own, 0.0).scales[1].tolist() == [2, 2, 2]


def test_short_reprs():
    asset = pantin.load("examples/arm.glb")
    rig = asset.rig
    assert repr(asset) == "<Asset 'examples/arm.glb' glTF>"
    assert repr(rig) == "<Rig nodes=4 meshes=1 skins=1 clips=1>"
    assert repr(rig.clips[0]) == "<Clip 'bend' channels=2 duration=2 s>"
    assert repr(rig.skins[0]).startswith("<Skin ")
    assert repr(rig.rest_pose()) == f"<Pose of {rig!r}>"
    assert repr(asset.report) == "<Report 'examples/arm.glb' errors=0 warnings=0 infos=0>"


def test_an_asset_is_inspected_as_it_is_now():
    asset = pantin.load("examples/arm.glb")
    assert pantin.inspect(asset).to_builtins() == pantin.inspect("examples/arm.glb").to_builtins()
