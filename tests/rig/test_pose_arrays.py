"""Poses from arrays: they equal poses that are made node by node, and stay consistent with themselves."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import pantin
from pantin.maths import quaternion
from pantin.rig import InvalidRig, Node, OnlyIn3D, build


@pytest.fixture
def arm():
    return pantin.load("examples/arm.glb").rig


@pytest.fixture
def bend(arm):
    return pantin.sample(arm, "bend", [0.0, 0.3, 1.0])


def turn(axis, degrees):
    half = np.radians(degrees) / 2
    return np.append(np.sin(half) * np.asarray(axis, float), np.cos(half))


def test_the_arrays_of_sampled_poses_give_the_same_poses(arm, bend):
    made = arm.poses(translations=bend.translations, rotations=bend.rotations, scales=bend.scales)
    assert isinstance(made, pantin.Poses)
    assert np.array_equal(made.local, bend.local)


def test_arrays_of_one_pose_give_a_pose(arm, bend):
    made = arm.poses(rotations=bend.rotations[1])
    assert isinstance(made, pantin.Pose)
    assert np.array_equal(made.local, bend[1].local)


def test_rows_of_some_nodes_leave_the_others_at_rest(arm):
    made = arm.poses(rotations=[turn((1, 0, 0), 90)], nodes=["elbow"])
    expected = arm.rest_pose().with_local("elbow", rotation=turn((1, 0, 0), 90))
    assert np.array_equal(made.local, expected.local)


def test_relative_rotations_turn_in_the_axes_of_the_rest_pose():
    """Rest: 90° about z. Then 90° about the node's own x, which points along y of its parent."""
    rig = build(nodes=[Node("a", rotation=turn((0, 0, 1), 90))])
    made = rig.poses(rotations=[turn((1, 0, 0), 90)], relative=True)
    assert np.allclose(made.local[0, :, :3] @ [0, 1, 0], [0, 0, 1], atol=1e-15)
    identity = rig.poses(rotations=[[0, 0, 0, 1]], relative=True)
    assert np.allclose(identity.local, rig.rest_pose().local, atol=1e-15)


def test_blend_weights_by_name_and_as_arrays():
    rig = pantin.load("examples/face.gltf").rig
    assert rig.poses(blend_weights={"frown": 0.25}).blend_weights[0].tolist() == [0.0, 0.25]
    assert rig.poses(blend_weights=[0.5, 1.0]).blend_weights[0].tolist() == [0.5, 1.0]
    batch = rig.poses(blend_weights={"smile": [0.0, 0.5, 1.0], "frown": 0.1})
    assert batch.blend_weights[0].tolist() == [[0.0, 0.1], [0.5, 0.1], [1.0, 0.1]]


@pytest.mark.parametrize(
    ("arrays", "sentence"),
    [
        ({"rotations": [[1, 2, 3, 4]] * 4}, "must be unit quaternions"),
        ({"rotations": [[0, 0, 0, 1]]}, r"rotations must have shape \(4, 4\)"),
        ({"blend_weights": {"smile": 1}}, "no mesh has a blend shape called 'smile'"),
        ({"relative": True}, "relative=True needs rotations"),
        ({"translations": np.zeros((2, 4, 3)), "scales": np.ones((3, 4, 3))}, "different numbers of poses"),
        ({"rotations": [[0, 0, 0, 1]] * 2, "nodes": [1, 1]}, "must not list a node twice"),
    ],
)
def test_arrays_that_make_no_pose_are_refused(arm, arrays, sentence):
    with pytest.raises(ValueError, match=sentence):
        arm.poses(**arrays)


def test_rotations_need_three_dimensions():
    with pytest.raises(OnlyIn3D):
        build(dimension=4, nodes=[Node()]).poses(rotations=[[0, 0, 0, 1]])


def test_a_sheared_matrix_stays_unless_its_row_changes():
    sheared = [[1, 0.5, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
    rig = build(nodes=[Node("sheared", matrix=sheared), Node("free")])
    rest = rig.rest_pose()
    moved = rig.poses(translations=rest.translations + np.array([[0, 0, 0], [1, 0, 0]]))
    assert moved.local[0].tolist() == sheared
    assert moved.local[1, :, 3].tolist() == [1, 0, 0]
    with pytest.raises(ValueError, match="node 0 has a matrix"):
        rig.poses(rotations=[turn((1, 0, 0), 10)], nodes=[0])


def test_replaced_rotations_are_in_the_matrices_too(bend):
    turned = bend.replace(rotations=np.tile(turn((0, 1, 0), 45), (3, 4, 1)))
    assert np.allclose(turned.local[1, 2, :, :3], quaternion.to_matrix(turn((0, 1, 0), 45)))
    assert np.array_equal(turned.translations, bend.translations)
    matrices = bend.local.copy()
    assert np.array_equal(bend.replace(local=matrices).local, matrices)
    with pytest.raises(TypeError, match="not general"):
        bend.replace(general=np.zeros((3, 4), bool))
    with pytest.warns(DeprecationWarning, match="now called rotations"):
        assert np.array_equal(bend.replace(quaternions=bend.rotations).local, bend.local)


def test_a_rotation_that_is_not_one_is_refused(arm):
    with pytest.raises(InvalidRig, match="one has length 5"):
        arm.rest_pose().with_local("elbow", rotation=[1, 2, 3, 4])
    with pytest.warns(UserWarning, match="normalised"):
        pose = arm.rest_pose().with_local("elbow", rotation=[0, 0, 0.7071, 0.7071])
    assert np.isclose(np.linalg.norm(pose.rotations[1]), 1, atol=1e-15)


def test_a_pose_fits_copies_of_its_rig_and_edited_ones(arm, bend):
    expected = pantin.deform(arm, bend)[0].positions
    asset = pantin.load("examples/arm.glb")
    pose = asset.rig.rest_pose()
    for rig in (pickle.loads(pickle.dumps(arm)), asset.rig, arm.replace(clips=())):
        assert np.array_equal(pantin.deform(rig, bend)[0].positions, expected)
    asset.rename("node", "elbow", "forearm")
    assert len(pantin.deform(asset.rig, pose)) == 1
    with pytest.raises(ValueError, match="its node 1 is 'elbow', here it is 'forearm'"):
        pantin.deform(asset.rig, bend)
    with pytest.raises(ValueError, match="its nodes have other parents"):
        pantin.deform(arm.replace(nodes=[node.replace(parent=-1) for node in arm.node_list()]), bend)


def test_blend_weights_of_a_node_are_changed_by_name():
    rig = pantin.load("examples/face.gltf").rig
    pose = rig.rest_pose().with_blend("face", [0.3, 0.4])
    assert pose.with_blend("face", {"frown": 0.9}).blend_weights[0].tolist() == [0.3, 0.9]
    with pytest.raises(ValueError, match="grin"):
        pose.with_blend("face", {"grin": 1.0})
