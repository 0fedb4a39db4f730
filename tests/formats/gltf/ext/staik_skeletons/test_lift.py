"""Skeletons in the rig, and which binds a skin has: STAIK_skeletons, "Skeletons" and "Skins"."""

from __future__ import annotations

import base64

import numpy as np
import pytest

from pantin.formats.gltf.ext.staik_skeletons.lift import incomplete_skeletons
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.not_carried import not_carried


def shifts(maps):
    """The translations of maps that do nothing else."""
    np.testing.assert_allclose(maps[..., :3], np.broadcast_to(np.eye(3), maps[..., :3].shape), atol=1e-12)
    return maps[..., 3].tolist()


def store(arm, view, matrices):
    """Write 4×4 matrices, column by column as files do, over those of a view."""
    uri = arm.tree["buffers"][0]["uri"]
    data = bytearray(base64.b64decode(uri.partition(",")[2]))
    start = arm.tree["bufferViews"][view]["byteOffset"]
    new = np.asarray(matrices, "<f4").transpose(0, 2, 1).tobytes()
    data[start : start + len(new)] = new
    arm.tree["buffers"][0]["uri"] = uri.partition(",")[0] + "," + base64.b64encode(data).decode()


def moved(*shift):
    matrix = np.eye(4)
    matrix[:3, 3] = shift
    return matrix


def test_a_skeleton_is_lifted_with_its_joints_root_name_and_skins(arm):
    rig = lift(arm.document()).rig
    [skeleton] = rig.skeletons
    assert (skeleton.joints.tolist(), skeleton.root, skeleton.name) == ([1, 2], 1, "arm")
    assert rig.skins[0].skeleton == 0


def test_a_camera_or_a_light_in_the_file_costs_no_skeleton(arm):
    arm.tree["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1.0, "znear": 0.1}}]
    arm.tree["extensionsUsed"].append("KHR_lights_punctual")
    arm.tree["extensions"]["KHR_lights_punctual"] = {"lights": [{"type": "point"}]}
    arm.tree["nodes"] += [{"camera": 0}, {"extensions": {"KHR_lights_punctual": {"light": 0}}}]
    arm.tree["scenes"][0]["nodes"] += [len(arm.tree["nodes"]) - 2, len(arm.tree["nodes"]) - 1]
    del arm.tree["skins"][0]["inverseBindMatrices"]
    rig = lift(arm.document()).rig
    assert (len(rig.skeletons), rig.skins[0].skeleton) == (1, 0)
    assert rig.skins[0].inverse_binds is not None


def test_a_skins_own_matrices_win(arm):
    """§1: always, whatever the skeleton's are."""
    store(arm, 0, [moved(5, 0, 0), moved(0, 6, 0)])
    assert shifts(lift(arm.document()).rig.skins[0].inverse_binds) == [[5, 0, 0], [0, 6, 0]]


def test_without_them_the_scene_binds_not_the_skeleton_and_not_the_identity(arm):
    """In the space of the root's parent: what is above it has no part in the bind."""
    del arm.skin["inverseBindMatrices"]
    store(arm, 1, [moved(7, 7, 7), moved(8, 8, 8)])
    arm.nodes[0] |= {"translation": [10, 20, 30], "scale": [2, 2, 2]}
    arm.nodes[1]["translation"] = [3, 0, 0]
    assert shifts(lift(arm.document()).rig.skins[0].inverse_binds) == [[-3, 0, 0], [-3, -1, 0]]


def test_bound_by_the_scene_the_mesh_at_rest_stands_where_the_roots_parent_is(arm, poses):
    """ "The skinned mesh will use the parent of the root's transform": STAIK_skeletons, "Skeletons"."""
    del arm.skin["inverseBindMatrices"]
    arm.nodes[0] |= {"translation": [10, 20, 30], "rotation": [0.5, 0.5, 0.5, 0.5]}
    arm.nodes[1] |= {"translation": [3, 1, 2], "rotation": [0, 0.6, 0, 0.8], "scale": [1, 2, 3]}
    [positions] = poses(lift(arm.document()).rig)
    turned = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0]])[:, [2, 0, 1]]  # 120° about (1, 1, 1): x → y → z → x
    np.testing.assert_allclose(positions, turned + np.array([10, 20, 30]), atol=1e-5)


def test_a_skin_that_no_skeleton_owns_is_bound_as_core_gltf_has_it(arm):
    del arm.skin["inverseBindMatrices"], arm.skin["extensions"]
    skin = lift(arm.document()).rig.skins[0]
    assert skin.inverse_binds is None
    assert skin.skeleton is None


def test_a_skin_with_a_joint_of_its_own_is_not_owned(arm):
    arm.skin["joints"] = [1, 0]
    assert lift(arm.document()).rig.skins[0].skeleton is None


def test_the_bind_pose_is_that_of_the_skeletons_matrices(arm):
    store(arm, 1, [moved(0, -2, 0), moved(0, -5, 0)])
    [skeleton] = lift(arm.document()).rig.skeletons
    assert shifts(skeleton.bind_pose()) == [[0, 2, 0], [0, 3, 0]]


def test_without_matrices_the_bind_pose_is_that_of_the_nodes(arm):
    del arm.skeletons[0]["inverseBindMatrices"]
    arm.nodes[1]["translation"] = [3, 0, 0]
    [skeleton] = lift(arm.document()).rig.skeletons
    assert shifts(skeleton.bind_pose()) == [[3, 0, 0], [0, 1, 0]]


def test_a_joint_that_is_flat_at_rest_is_noted(arm):
    del arm.skin["inverseBindMatrices"]
    arm.nodes[2]["scale"] = [1, 0, 1]
    lifted = lift(arm.document())
    assert [one.pointer for one in lifted.findings] == ["/skins/0"]
    np.testing.assert_array_equal(lifted.rig.skins[0].inverse_binds[1], np.eye(3, 4))


@pytest.mark.parametrize(
    "members",
    [
        {"root": 9},
        {"root": 0},
        {"root": 2},
        {"joints": []},
        {"joints": [1, 2, 2]},
        {"joints": [1, 9]},
        {"joints": [1, 3]},
        {"joints": None},
    ],
)
def test_what_is_no_tree_of_joints_is_left_out_with_a_finding(arm, members):
    arm.skeletons[0] |= members
    lifted = lift(arm.document())
    assert lifted.rig.skeletons == ()
    assert [one.pointer for one in lifted.findings] == ["/extensions/STAIK_skeletons/skeletons/0"]
    assert lifted.rig.skins[0].skeleton is None


def test_the_skeletons_behind_one_left_out_move_up(arm):
    arm.skeletons.insert(0, "nothing")
    arm.skin["extensions"]["STAIK_skeletons"]["skeleton_owner"] = 1
    rig = lift(arm.document()).rig
    assert rig.skeletons[0].name == "arm"
    assert rig.skins[0].skeleton == 0


@pytest.mark.parametrize("accessor", [9, "1", -1, 2])
def test_matrices_that_cannot_be_used_are_left_out_alone(arm, accessor):
    arm.skeletons[0]["inverseBindMatrices"] = accessor
    lifted = lift(arm.document())
    assert lifted.rig.skeletons[0].inverse_binds is None
    place = "/extensions/STAIK_skeletons/skeletons/0/inverseBindMatrices"
    assert [one.pointer for one in lifted.findings] == [place]


def test_numbers_that_are_not_finite_do_not_keep_the_rest_from_being_lifted(arm):
    store(arm, 1, [np.full((4, 4), np.nan), moved(0, -1, 0)])
    rig = lift(arm.document()).rig
    assert rig.skeletons[0].inverse_binds is None
    assert rig.skins[0].skeleton == 0


def test_what_was_left_out_and_lists_nodes_can_be_made_whole(arm):
    """Those without a usable root begin at their first joint; those without a joint are nothing."""
    arm.skeletons[:] = [{"root": 1, "joints": [1, 2]}, {"root": "x", "joints": [9, 3, 3]}, {"root": 0}]
    document = arm.document()
    [one] = incomplete_skeletons(document, lift(document).rig)
    assert (one.joints.tolist(), one.root) == ([3], 3)


def test_extras_of_skeletons_and_unknown_members_are_not_in_the_rig(arm):
    assert not_carried(arm.document()) == []
    arm.skeletons[0]["extras"] = {"note": 1}
    arm.nodes[1]["extensions"]["STAIK_skeletons"]["flavour"] = 2
    place = "/extensions/STAIK_skeletons"
    assert [pointer for _, _, pointer in not_carried(arm.document())] == [
        f"{place}/skeletons/0/extras",
        f"/nodes/1{place}/flavour",
    ]
