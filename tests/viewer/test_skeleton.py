from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.base.errors import Unsupported
from pantin.rig import Node, Spring, SpringJoint, SpringSettings, build
from pantin.viewer.camera import VIEWS
from pantin.viewer.skeleton import (
    BONE,
    CHOSEN,
    JOINT,
    joints_of,
    leaf_tails,
    skeleton_geometry,
    tail_positions,
)
from pantin.viewer.solids import BONE_FACES, sphere
from pantin.viewer.stage import Show, Stage


def materials(geometry):
    return {geometry.materials[index] for index in geometry.material}


def test_the_arm_has_two_bones_and_three_joints(arm):
    bones, joints = skeleton_geometry(arm.rig, arm.rig.rest_pose(), 3.0)
    assert len(bones.faces) == 2 * BONE_FACES
    assert len(joints.faces) == 3 * len(sphere((0, 0, 0), 1, JOINT).faces)
    assert materials(bones) == {BONE}
    assert materials(joints) == {JOINT}


def test_bones_follow_the_pose(arm):
    bent = arm.rig.rest_pose().with_local("shoulder", translation=(5, 0, 0))
    moved = np.concatenate([posed.positions for posed in skeleton_geometry(arm.rig, bent, 3.0)])
    still = np.concatenate(
        [posed.positions for posed in skeleton_geometry(arm.rig, arm.rig.rest_pose(), 3.0)]
    )
    assert np.allclose(moved - still, (5, 0, 0))


def test_the_chosen_joint_and_its_bone_stand_out(arm):
    bones, joints = skeleton_geometry(arm.rig, arm.rig.rest_pose(), 3.0, chosen=1)
    assert bones.material.reshape(2, -1).tolist() == [[0] * BONE_FACES, [1] * BONE_FACES]
    assert joints.material.reshape(3, -1).any(axis=1).tolist() == [False, True, False]
    assert materials(bones) == {BONE, CHOSEN}


def test_without_skins_all_nodes_without_mesh_are_joints(square):
    rig = build(nodes=[Node("a"), Node("b", 0, (0, 1, 0))])
    assert joints_of(rig) == [0, 1]
    assert joints_of(square()) == []


def test_joints_of_springs_are_joints():
    spring = Spring((SpringJoint(0), SpringJoint(1)))
    nodes = [Node("a"), Node("b", 0, (0, 1, 0)), Node("c")]
    assert joints_of(build(nodes=nodes, springs=SpringSettings((spring,)))) == [0, 1]


def test_a_bone_passes_over_nodes_that_are_no_joints():
    spring = Spring((SpringJoint(0), SpringJoint(2)))
    nodes = [Node("a"), Node("between", 0, (0, 1, 0)), Node("b", 1, (0, 1, 0))]
    rig = build(nodes=nodes, springs=SpringSettings((spring,)))
    bones, _ = skeleton_geometry(rig, rig.rest_pose(), 2.0)
    assert len(bones.faces) == BONE_FACES
    assert [0, 2, 0] in bones.positions.tolist()


def test_the_node_of_a_mesh_is_no_joint(arm):
    assert joints_of(arm.rig) == [0, 1, 2]


def test_a_skeleton_of_more_joints_than_a_picture_shows_is_refused_in_a_sentence(arm, monkeypatch):
    monkeypatch.setattr("pantin.viewer.skeleton.MAX_JOINTS", 2)
    with pytest.raises(Unsupported, match="the model has 3 joints; an image can show up to 2"):
        skeleton_geometry(arm.rig, arm.rig.rest_pose(), 3.0)


LEAF = b"""
version: "0.3"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 9, 0]}
      - {id: arm, parent: root, head: [0, 1, 0], tail: [0.5, 2.5, 0.25]}
bindings: [{mesh_id: m, armature_id: rig}]
"""


def test_a_leaf_bone_of_a_source_ends_at_its_tail():
    """The bone of `root` ends at its child and not at its own tail; the last one has only its tail."""
    asset = pantin.compile(LEAF)
    assert leaf_tails(asset.rig, asset.origin.tails) == {2: (0.5, 1.5, 0.25)}
    _, ends = tail_positions(asset.rig.rest_pose(), asset.origin.tails)
    assert ends.tolist() == [[0.5, 2.5, 0.25]]
    bones, _ = skeleton_geometry(asset.rig, asset.rig.rest_pose(), 3.0, tails=asset.origin.tails)
    assert len(bones.faces) == 2 * BONE_FACES
    assert np.abs(bones.positions - [0.5, 2.5, 0.25]).sum(axis=1).min() < 1e-12
    assert bones.positions[:, 1].max() == pytest.approx(2.5)


def test_the_tail_follows_the_pose():
    asset = pantin.compile(LEAF)
    half = np.sqrt(0.5)
    pose = asset.rig.rest_pose().with_local("arm", rotation=(0, 0, half, half))
    _, ends = tail_positions(pose, asset.origin.tails)
    np.testing.assert_allclose(ends, [[-1.5, 1.5, 0.25]], atol=1e-12)


def test_the_picture_has_room_for_the_tail():
    asset = pantin.compile(LEAF)
    stage = Stage(asset, Show(skeleton=True))
    (shot,) = stage.shots([asset.rig.rest_pose()], [VIEWS["front"]], (200, 200))
    x, y, near = shot.camera.project(shot.camera.to_camera(np.array([0.5, 2.5, 0.25])))
    assert 0 < x < 200
    assert 0 < y < 200
    assert near > 0
