"""Poses keep translation, rotation and scale where the file does, and never change."""

import math

import numpy as np
import pytest

from pantin.maths.rotor import rotation_matrix
from pantin.rig import BlendShape, Deltas, Instance, Mesh, Node, OnlyIn3D, Poses, Surface, build

QUARTER = [0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5)]
SHEAR = [[1.0, 0.5, 0.0, 1.0], [0.0, 1.0, 0.0, 2.0], [0.0, 0.0, 1.0, 3.0]]
TURNED_AND_SCALED = [[0.0, -2.0, 0.0, 1.0], [2.0, 0.0, 0.0, 2.0], [0.0, 0.0, 2.0, 3.0]]


def rig():
    return build(
        nodes=[
            Node("trs", translation=[1, 2, 3], rotation=QUARTER, scale=[2, 3, 4]),
            Node("sheared", matrix=SHEAR),
            Node("unsheared", matrix=TURNED_AND_SCALED),
            Node("plain"),
        ]
    )


def blended():
    target = BlendShape(positions=Deltas([[1.0, 0.0, 0.0]]))
    mesh = Mesh((Surface([[0.0, 0.0, 0.0]], blend_shapes=(target, target)),), blend_weights=[0.25, 0.5])
    return build(
        nodes=[Node("own"), Node("mesh's"), Node("none")],
        meshes=[mesh],
        instances=[Instance(0, 0, blend_weights=[1.0, 2.0]), Instance(1, 0)],
    )


def test_rest_is_translation_times_rotation_times_scale():
    expected = [[0, -3, 0, 1], [2, 0, 0, 2], [0, 0, 4, 3]]
    np.testing.assert_allclose(rig().rest_pose().local[0], expected, atol=1e-15)


def test_rest_keeps_a_general_map_bit_for_bit():
    assert rig().rest_pose().local[1].tolist() == SHEAR


def test_rotations_are_as_stored():
    assert rig().rest_pose().rotations[0].tolist() == QUARTER


def test_a_part_not_given_stays():
    pose = rig().rest_pose().with_local("trs", translation=[7, 8, 9])
    np.testing.assert_allclose(pose.local[0], [[0, -3, 0, 7], [2, 0, 0, 8], [0, 0, 4, 9]], atol=1e-15)
    assert pose.rotations[0].tolist() == QUARTER
    assert pose.scales[0].tolist() == [2, 3, 4]


def test_the_old_pose_and_the_other_nodes_do_not_change():
    rest = rig().rest_pose()
    before = rest.local.copy()
    pose = rest.with_local(0, rotation=[0, 0, 0, 1])
    np.testing.assert_array_equal(rest.local, before)
    np.testing.assert_array_equal(pose.local[1:], before[1:])
    assert not pose.local.flags.writeable


def test_a_matrix_makes_the_node_general():
    pose = rig().rest_pose().with_local("plain", matrix=SHEAR)
    assert pose.general[3]
    assert pose.local[3].tolist() == SHEAR


def test_a_general_node_takes_a_translation_as_its_last_column():
    pose = rig().rest_pose().with_local("sheared", translation=[7, 8, 9])
    assert pose.local[1, :, :3].tolist() == np.array(SHEAR)[:, :3].tolist()
    assert pose.local[1, :, 3].tolist() == [7, 8, 9]


def test_a_general_node_without_shear_takes_a_rotation_and_keeps_its_scale():
    pose = rig().rest_pose().with_local("unsheared", rotation=[0, 0, 0, 1])
    np.testing.assert_allclose(pose.local[2], [[2, 0, 0, 1], [0, 2, 0, 2], [0, 0, 2, 3]], atol=1e-15)
    assert not pose.general[2]


def test_a_sheared_node_takes_no_rotation_alone_but_all_three():
    rest = rig().rest_pose()
    with pytest.raises(ValueError, match="give matrix= or all of translation, rotation and scale"):
        rest.with_local("sheared", rotation=QUARTER)
    pose = rest.with_local("sheared", translation=[0, 0, 0], rotation=[0, 0, 0, 1], scale=[1, 1, 1])
    np.testing.assert_array_equal(pose.local[1], np.eye(3, 4))


def test_matrix_excludes_the_parts():
    with pytest.raises(ValueError, match="either matrix or"):
        rig().rest_pose().with_local(0, matrix=SHEAR, scale=[1, 1, 1])


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ({"node": "nobody"}, "no node is called 'nobody'"),
        ({"node": 4}, "there is no node 4"),
        ({"node": -1}, "there is no node -1"),
        ({"node": 0, "translation": [1, 2]}, "translation must have shape"),
        ({"node": 0, "rotation": [0, 0, np.nan, 1]}, "must be finite"),
        ({"node": 0, "matrix": np.eye(4)}, "matrix must have shape"),
        ({"node": 0, "rotation": [0, 0, 0, 0]}, "must be unit quaternions"),
    ],
)
def test_bad_calls_raise_value_error(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        rig().rest_pose().with_local(**call)


def test_a_name_that_two_nodes_have_is_refused():
    twins = build(nodes=[Node("twin"), Node("twin")])
    with pytest.raises(ValueError, match="2 nodes are called 'twin'; give an index"):
        twins.rest_pose().with_local("twin", translation=[0, 0, 0])


def test_blend_weights_of_the_instance_override_those_of_the_mesh():
    assert [weights.tolist() for weights in blended().rest_pose().blend] == [[1.0, 2.0], [0.25, 0.5]]


def test_with_blend_changes_one_instance():
    pose = blended().rest_pose().with_blend("mesh's", [3.0, 4.0])
    assert [weights.tolist() for weights in pose.blend] == [[1.0, 2.0], [3.0, 4.0]]


def test_with_blend_accepts_its_old_keyword_with_a_warning():
    pose = blended().rest_pose()
    with pytest.warns(DeprecationWarning, match="amounts= is now called weights="):
        changed = pose.with_blend("mesh's", amounts=[3.0, 4.0])
    assert changed.blend[1].tolist() == pose.with_blend("mesh's", weights=[3.0, 4.0]).blend[1].tolist()
    with pytest.raises(TypeError, match="needs weights"):
        pose.with_blend("mesh's")


def test_with_blend_refuses_a_wrong_count_and_a_node_without_mesh():
    with pytest.raises(ValueError, match="blend weights must have shape"):
        blended().rest_pose().with_blend(0, [1.0])
    with pytest.raises(ValueError, match="node 2 has no mesh"):
        blended().rest_pose().with_blend("none", [1.0, 2.0])


def test_in_two_dimensions_there_are_maps_and_no_quaternions():
    flat = build(
        dimension=2, nodes=[Node(translation=[1, 2], scale=[3, 4]), Node(matrix=[[0, -1, 5], [1, 0, 6]])]
    )
    rest = flat.rest_pose()
    assert rest.local.tolist() == [[[3, 0, 1], [0, 4, 2]], [[0, -1, 5], [1, 0, 6]]]
    with pytest.raises(OnlyIn3D):
        _ = rest.rotations
    with pytest.raises(OnlyIn3D):
        rest.with_local(0, rotation=[0, 0, 0, 1])


def test_a_batch_gives_back_the_poses_it_was_made_of():
    rest = blended().rest_pose()
    moved = rest.with_local(0, translation=[1, 2, 3]).with_blend(0, [5.0, 6.0])
    poses = Poses.stack([rest, moved])
    assert poses.local.shape == (2, 3, 3, 4)
    for made, kept in zip(poses, (rest, moved), strict=True):
        np.testing.assert_array_equal(made.local, kept.local)
        np.testing.assert_array_equal(made.rotations, kept.rotations)
        assert [row.tolist() for row in made.blend] == [row.tolist() for row in kept.blend]


def test_a_batch_is_of_one_rig():
    with pytest.raises(ValueError, match="belong to different rigs"):
        Poses.stack([rig().rest_pose(), build(nodes=[Node()] * 9).rest_pose()])
    with pytest.raises(ValueError, match="expected at least one pose"):
        Poses.stack([])


def test_a_slice_of_a_batch_is_a_batch():
    rest = blended().rest_pose()
    poses = Poses.stack([rest.with_local(0, translation=[float(at), 0, 0]) for at in range(4)])
    part = poses[1:3]
    assert isinstance(part, Poses)
    assert len(part) == 2
    assert [pose.translations[0, 0] for pose in part] == [1.0, 2.0]
    assert [row.shape[0] for row in part.blend] == [2] * len(poses.blend)
    assert poses[-1].translations[0, 0] == 3.0


def test_a_batch_is_made_of_poses_alone():
    rest = rig().rest_pose()
    assert len(Poses.stack(one for one in (rest, rest))) == 2
    for given in (None, 3, [rest, None], "rest", rest.rig):
        with pytest.raises(TypeError, match="expected a Pose or several"):
            Poses.stack(given)
    with pytest.raises(ValueError, match="expected at least one pose"):
        Poses.stack([])


def test_a_batch_is_looked_up_by_index_or_slice():
    poses = Poses.stack([rig().rest_pose()] * 1)
    assert np.array_equal(poses[np.int64(0)].local, poses[-1].local)
    for at in ([0], 0.0, "0"):
        with pytest.raises(TypeError, match="by an integer or a slice"):
            poses[at]


def rig_4d():
    rotated = np.column_stack([rotation_matrix("xy:20,zw:50", 4) * [1, 2, 3, 4], [5, 6, 7, 8]])
    sheared = np.eye(4, 5)
    sheared[0, 1] = 0.5
    mirrored = np.column_stack([rotation_matrix("xz:20", 4) @ np.diag([1, 1, -2, 1.0]), np.ones(4)])
    return build(
        nodes=[
            Node("plain", translation=[1, 2, 3, 4], scale=[1, -2, 3, 4]),
            Node("rotated", matrix=rotated),
            Node("sheared", matrix=sheared),
            Node("mirrored", matrix=mirrored),
        ],
        dimension=4,
    )


def test_planes_rotate_a_node_of_four_dimensions_and_keep_the_rest():
    """y goes to w and w to −y, by the scales of each; the translation stays."""
    pose = rig_4d().rest_pose().with_local("plain", planes={"yw": 90})
    expected = [[1, 0, 0, 0, 1], [0, 0, 0, -4, 2], [0, 0, 3, 0, 3], [0, -2, 0, 0, 4]]
    assert pose.local[0].tolist() == expected
    assert (pose.scales[0].tolist(), pose.translations[0].tolist()) == ([1, -2, 3, 4], [1, 2, 3, 4])
    moved = pose.with_local("plain", translation=[0, 0, 0, 9], planes="yw:90", scale=[1, 1, 1, 1])
    assert moved.local[0, :, -1].tolist() == [0, 0, 0, 9]
    assert np.array_equal(moved.local[0, :, :-1], rotation_matrix("yw:90", 4))


def test_planes_replace_the_rotation_of_a_matrix():
    pose = rig_4d().rest_pose().with_local("rotated", planes=rotation_matrix("xw:30", 4))
    expected = np.column_stack([rotation_matrix("xw:30", 4) * [1, 2, 3, 4], [5, 6, 7, 8]])
    np.testing.assert_allclose(pose.local[1], expected, atol=1e-14)


def test_a_scale_keeps_the_rotation_of_a_matrix_in_four_dimensions():
    pose = rig_4d().rest_pose().with_local("rotated", scale=[4, 3, 2, 1])
    expected = np.column_stack([rotation_matrix("xy:20,zw:50", 4) * [4, 3, 2, 1], [5, 6, 7, 8]])
    np.testing.assert_allclose(pose.local[1], expected, atol=1e-14)


def test_planes_keep_a_mirrored_node_mirrored():
    pose = rig_4d().rest_pose().with_local("mirrored", planes={})
    assert np.linalg.det(pose.local[3, :, :-1]) == pytest.approx(-2)
    assert sorted(np.abs(pose.scales[3])) == pytest.approx([1, 1, 1, 2])


def test_shear_has_no_rotation_that_planes_could_replace():
    pose = rig_4d().rest_pose()
    with pytest.raises(ValueError, match="shear"):
        pose.with_local("sheared", planes={"xw": 10})
    whole = pose.with_local("sheared", translation=[0] * 4, planes={"xw": 90}, scale=[1] * 4)
    assert np.array_equal(whole.local[2, :, :-1], rotation_matrix("xw:90", 4))


def test_planes_in_three_dimensions_are_a_quaternion():
    pose = rig().rest_pose().with_local("trs", planes="xy:90")
    np.testing.assert_allclose(pose.rotations[0], QUARTER, atol=1e-15)
    assert not pose.general[0]


def test_planes_exclude_other_rotations():
    with pytest.raises(ValueError, match="give rotation or planes, not both"):
        rig().rest_pose().with_local(0, planes="xy:90", rotation=QUARTER)
    with pytest.raises(ValueError, match="give either matrix or"):
        rig().rest_pose().with_local(0, planes="xy:90", matrix=SHEAR)
    with pytest.raises(ValueError, match="3 dimensions have no axis w"):
        rig().rest_pose().with_local(0, planes="xw:90")


def test_the_old_name_of_stack_warns():
    poses = [rig().rest_pose()] * 2
    with pytest.warns(DeprecationWarning, match="use Poses.stack"):
        assert len(Poses.of(poses)) == 2
