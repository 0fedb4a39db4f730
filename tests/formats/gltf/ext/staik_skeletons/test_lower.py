"""Skeletons written into a file: what changes there, what does not, and that it poses the same."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.model_edits import derive_skeletons as derived
from pantin.formats.gltf.save import to_bytes

NAME = "STAIK_skeletons"
SAME = 1e-6
"""Of the largest coordinate: what may differ is the order in which float32 products are added."""


def extension(holder):
    return holder["extensions"][NAME]


def test_the_arm_gets_back_what_was_taken_from_it(arm):
    whole = arm.document().tree
    document = arm.plain().document()
    outcome = derived(document)
    assert outcome.refused == ()
    [skeleton] = extension(document.tree)["skeletons"]
    assert skeleton == {"root": 1, "joints": [1, 2], "inverseBindMatrices": 5}
    assert document.tree["nodes"] == whole["nodes"]
    assert document.tree["skins"] == whole["skins"]
    assert document.tree["extensionsUsed"] == [NAME]


def test_the_skeleton_is_named_after_its_skin(arm):
    arm.plain().skin["name"] = "body"
    document = arm.document()
    derived(document)
    assert extension(document.tree)["skeletons"][0]["name"] == "body"


def test_other_extensions_and_the_order_of_members_stay(arm):
    arm.plain().tree["extensions"] = {"ACME_x": {"b": 1, "a": [1.50, 2]}}
    arm.nodes[1] |= {"extensions": {"ACME_y": {}}, "extras": {"z": 1}}
    text = json.dumps(arm.tree, indent=3).replace("1.5", "1.50")
    document = read(text.encode(), name="arm.gltf")
    derived(document)
    new = document.new_text().decode()
    for kept in ('"b": 1,', '"a": [', "1.50", '"ACME_y": {}', '"extras": {'):
        assert new.count(kept) == text.count(kept)
    assert list(document.tree["nodes"][1]["extensions"]) == ["ACME_y", NAME]


def test_a_skin_without_matrices_gets_the_identity_it_is_posed_with(arm, poses):
    del arm.plain().skin["inverseBindMatrices"]
    before = poses(lift(arm.document()).rig)
    document = arm.document()
    derived(document)
    rig = lift(document).rig
    np.testing.assert_array_equal(rig.skins[0].inverse_binds, np.tile(np.eye(3, 4), (2, 1, 1)))
    np.testing.assert_array_equal(poses(rig), before)
    assert not [one for one in check(document) if one.rule == "STAIK-021"]


def test_a_skin_bound_by_the_scene_gets_those_binds(arm, poses):
    del arm.skin["inverseBindMatrices"]
    before = poses(lift(arm.document()).rig)
    document = arm.document()
    derived(document)
    assert "inverseBindMatrices" in document.tree["skins"][0]
    np.testing.assert_allclose(poses(lift(document).rig), before, atol=SAME)


def between(arm, **members):
    """A node between the two joints that is none."""
    arm.plain().nodes[1]["children"] = []
    return arm.node(1, children=[2], **members)


def test_a_node_between_joints_becomes_one_bound_as_it_rests(arm):
    node = between(arm, translation=[1, 0, 0], name="between")
    document = arm.document()
    derived(document)
    rig = lift(document).rig
    assert rig.skeletons[0].joints.tolist() == [1, node, 2]
    np.testing.assert_array_equal(
        rig.skeletons[0].inverse_binds[1], np.eye(3, 4) - np.eye(3, 4, 3) * [[1], [0], [0]]
    )
    assert len(document.tree["nodes"]) == 5


def test_a_promoted_node_gives_its_mesh_to_a_child_and_keeps_its_index(arm, poses):
    """The transform stays where animations move it; channels of weights follow the mesh."""
    node = between(arm, name="between", mesh=0, skin=0, camera=0, weights=[0.5], extras={"a": 1})
    arm.tree["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": 2}]
    arm.tree["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}]
    arm.tree["accessors"] += [
        {"bufferView": 2, "componentType": 5126, "count": 2, "type": "SCALAR", "byteOffset": 8},
        {"bufferView": 2, "componentType": 5126, "count": 2, "type": "SCALAR", "byteOffset": 16},
        {"bufferView": 2, "componentType": 5126, "count": 2, "type": "VEC3", "byteOffset": 0},
    ]
    channels = [
        {"sampler": 0, "target": {"node": node, "path": "weights"}},
        {"sampler": 1, "target": {"node": node, "path": "translation"}},
    ]
    samplers = [{"input": 5, "output": 6}, {"input": 5, "output": 7}]
    arm.tree["animations"] = [{"channels": channels, "samplers": samplers}]
    before = poses(lift(arm.document()).rig)
    document = arm.document()
    outcome = derived(document)
    assert outcome.refused == ()
    assert outcome.derived.promoted == (node,)
    joint, child = document.tree["nodes"][node], document.tree["nodes"][5]
    assert child == {"name": "between.mesh", "mesh": 0, "skin": 0, "weights": [0.5]}
    assert joint["children"] == [2, 5]
    assert (joint["camera"], joint["extras"], extension(joint)) == (0, {"a": 1}, {"skeleton": 0})
    assert not {"mesh", "skin", "weights"} & joint.keys()
    new = document.tree["animations"][0]["channels"]
    assert [one["target"]["node"] for one in new] == [5, node]
    np.testing.assert_array_equal(poses(lift(document).rig), before)


@pytest.mark.parametrize("rest", ["", "/0"])
def test_channels_that_point_to_weights_follow_the_mesh_too(arm, rest):
    """KHR_animation_pointer names a property by its place in the file."""
    node = between(arm, mesh=0, weights=[0.5])
    targets = [
        {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": f"/nodes/{at}{member}"}}}
        for at, member in ((node, f"/weights{rest}"), (node, "/scale"), (node * 10, "/weights"))
    ]
    channels = [{"sampler": 0, "target": target} for target in targets]
    arm.tree["animations"] = [{"channels": channels, "samplers": [{"input": 5, "output": 6}]}]
    document = arm.document()
    assert derived(document).refused == ()
    new = [one["target"]["extensions"] for one in document.tree["animations"][0]["channels"]]
    aims = [one["KHR_animation_pointer"]["pointer"] for one in new]
    assert aims == [f"/nodes/5/weights{rest}", f"/nodes/{node}/scale", f"/nodes/{node * 10}/weights"]


def test_a_joint_of_a_skin_that_carries_a_mesh_is_not_split(arm):
    arm.plain().nodes[2]["mesh"] = 0
    document = arm.document()
    derived(document)
    assert document.tree["nodes"][2]["mesh"] == 0
    assert len(document.tree["nodes"]) == 4


def apart(arm):
    """The two joints as roots of the scene, with the mesh third."""
    arm.plain().nodes[0].pop("children")
    arm.nodes[1].pop("children")
    arm.tree["scenes"][0]["nodes"] = [0, 2, 3, 1]


def test_without_a_common_root_nothing_is_written(arm):
    apart(arm)
    document = arm.document()
    [finding] = derived(document).refused
    assert (finding.rule, finding.pointer) == ("GLTF-SKIN_NO_COMMON_ROOT", "/skins/0/joints")
    assert not document.edited


def test_fix_adds_one_root_in_the_place_of_the_first_joint(arm, poses):
    apart(arm)
    before = poses(lift(arm.document()).rig)
    document = arm.document()
    assert derived(document, fix=True).refused == ()
    assert document.tree["scenes"][0]["nodes"] == [0, 4, 3]
    assert document.tree["nodes"][4]["children"] == [1, 2]
    [skeleton] = extension(document.tree)["skeletons"]
    assert (skeleton["root"], skeleton["joints"]) == (4, [4, 1, 2])
    np.testing.assert_array_equal(poses(lift(document).rig), before)
    again = read(to_bytes(document), name="arm.gltf")
    derived(again)
    assert not again.edited


def test_fix_does_not_show_in_a_scene_what_it_does_not_show_now(arm):
    apart(arm)
    arm.nodes[2]["mesh"] = 0
    arm.tree["scenes"] = [{"nodes": [0, 1, 3]}, {"nodes": [2]}]
    assert [one.rule for one in derived(arm.document(), fix=True).refused] == ["GLTF-SKIN_NO_COMMON_ROOT"]


def test_an_authors_skeleton_is_kept_as_it_stands(arm):
    """Joints that no skin uses are the point of the extension: "It also prevents the loss of joint data"."""
    spare = arm.node(2)
    arm.mark(spare, 0)
    arm.skeletons[0] = {"joints": [2, spare, 1], "root": 1, "extras": {"by": "hand"}}
    document = arm.document()
    assert derived(document).refused == ()
    assert not document.edited


def test_a_new_skin_is_added_to_the_skeleton_it_shares_joints_with(arm):
    tip = arm.node(2, name="tip")
    arm.tree["skins"].append({"joints": [2, tip]})
    document = arm.document()
    assert derived(document).refused == ()
    [skeleton] = extension(document.tree)["skeletons"]
    assert (skeleton["name"], skeleton["joints"]) == ("arm", [1, 2, tip])
    assert [extension(one) for one in document.tree["skins"]] == [{"skeleton_owner": 0}] * 2
    assert [one["skeleton"] for one in document.tree["skins"]] == [1, 1]


def test_wrong_marks_are_put_right_and_their_other_members_stay(arm):
    arm.mark(0, 0)
    arm.nodes[2]["extensions"][NAME] = {"skeleton": "0", "extras": {"a": 1}}
    del arm.tree["extensionsUsed"]
    document = arm.document()
    assert derived(document).refused == ()
    assert "extensions" not in document.tree["nodes"][0]
    assert extension(document.tree["nodes"][2]) == {"skeleton": 0, "extras": {"a": 1}}
    assert document.tree["extensionsUsed"] == [NAME]


def test_matrices_of_a_skeleton_that_cannot_be_read_are_let_go(arm):
    arm.skeletons[0]["inverseBindMatrices"] = 99
    document = arm.document()
    assert derived(document).refused == ()
    assert "inverseBindMatrices" not in extension(document.tree)["skeletons"][0]


def test_matrices_that_break_a_rule_and_can_be_read_are_written_anew(arm):
    """STAIK-014 forbids a byteStride, with which the numbers are still there."""
    arm.tree["bufferViews"][1]["byteStride"] = 64
    binds = lift(arm.document()).rig.skeletons[0].inverse_binds
    document = arm.document()
    assert derived(document).refused == ()
    assert extension(document.tree)["skeletons"][0]["inverseBindMatrices"] == 5
    np.testing.assert_array_equal(lift(document).rig.skeletons[0].inverse_binds, binds)


def test_a_joint_that_a_skeleton_lists_twice_is_listed_once(arm):
    arm.skeletons[0]["joints"] = [1, 2, 1]
    document = arm.document()
    assert derived(document).refused == ()
    assert extension(document.tree)["skeletons"][0]["joints"] == [1, 2]


def test_a_file_that_changes_and_does_not_name_the_extension_gets_to_name_it(arm):
    del arm.tree["extensionsUsed"]
    arm.tree["skins"].append({"joints": [2, arm.node(2)]})
    document = arm.document()
    assert derived(document).refused == ()
    assert document.tree["extensionsUsed"] == [NAME]


@pytest.mark.parametrize("root", [True, 1.5, "1", None])
def test_a_root_that_is_no_index_is_written_over(arm, root):
    """True equals 1 in Python, and not in JSON."""
    arm.skeletons[0]["root"] = arm.skin["skeleton"] = root
    document = arm.document()
    assert derived(document).refused == ()
    assert repr(extension(document.tree)["skeletons"][0]["root"]) == "1"
    assert repr(document.tree["skins"][0]["skeleton"]) == "1"


@pytest.mark.parametrize("value", [False, [], "0", 3, None])
def test_objects_of_the_extension_that_are_none_are_written_over(arm, value):
    arm.nodes[1]["extensions"][NAME] = arm.skin["extensions"][NAME] = value
    arm.nodes[0]["extensions"] = {NAME: value}
    document = arm.document()
    assert derived(document).refused == ()
    assert extension(document.tree["nodes"][1]) == {"skeleton": 0}
    assert extension(document.tree["skins"][0]) == {"skeleton_owner": 0}
    assert "extensions" not in document.tree["nodes"][0]


def test_a_skeleton_that_grows_keeps_the_bytes_of_what_is_of_others(arm):
    arm.skeletons[0] |= {"extensions": {"ACME_x": {"a": 1.5}}, "extras": {"by": "hand"}}
    arm.tree["skins"].append({"joints": [2, arm.node(2)]})
    text = json.dumps(arm.tree).replace('{"a": 1.5}', '{"a":   1.50}')
    document = read(text.encode(), name="arm.gltf")
    assert derived(document).refused == ()
    assert extension(document.tree)["skeletons"][0]["joints"] == [1, 2, 4]
    assert '"extensions": {"ACME_x": {"a":   1.50}}, "extras": {"by": "hand"}' in document.new_text().decode()


def test_skeletons_that_become_one_keep_what_each_has_of_others(arm):
    tip = arm.node(2)
    arm.mark(tip, 1)
    arm.skeletons[0]["extras"] = "first"
    arm.skeletons.append(
        {"root": tip, "joints": [tip], "extras": "second", "extensions": {"ACME_x": {}}},
    )
    document = arm.document()
    assert derived(document, "touching").refused == ()
    [skeleton] = extension(document.tree)["skeletons"]
    assert (skeleton["joints"], skeleton["extras"]) == ([1, 2, tip], "first")
    assert skeleton["extensions"] == {"ACME_x": {}}


def test_an_authors_skeleton_with_a_gap_is_closed_and_loses_no_joint(arm):
    """Its other joints, which no skin lists, would be forgotten if only the skin were looked at."""
    end = arm.node(arm.node(2, name="gap", mesh=0), name="end")
    arm.mark(end, 0)
    arm.skeletons[0] |= {"joints": [1, 2, end], "extras": 1}
    del arm.skeletons[0]["inverseBindMatrices"]
    document = arm.document()
    outcome = derived(document)
    assert (outcome.refused, outcome.derived.promoted) == ((), (4,))
    [skeleton] = extension(document.tree)["skeletons"]
    assert (skeleton["name"], skeleton["joints"], skeleton["extras"]) == ("arm", [1, 2, 4, end], 1)
