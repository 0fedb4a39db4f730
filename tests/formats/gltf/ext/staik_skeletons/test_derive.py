"""What keeps skeletons from being derived, as findings."""

from __future__ import annotations

import pytest

from pantin.formats.gltf.derivation import no_common_root, obstacles
from pantin.formats.gltf.ext.staik_skeletons.derive import remaining_errors
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.model_edits import derive_skeletons as derived


def found(arm):
    document = arm.document()
    return [(one.rule, one.pointer) for one in obstacles(document, lift(document))]


def test_nothing_stands_against_a_sound_file(arm):
    assert found(arm) == []
    assert found(arm.plain()) == []


def test_nodes_that_are_their_own_ancestors(arm):
    arm.plain().nodes[2]["children"] = [1]
    assert ("GLTF-NODE_LOOP", "/nodes/1") in found(arm)


def test_a_node_with_two_parents(arm):
    arm.plain().nodes[0]["children"].append(2)
    assert found(arm) == [("GLTF-NODE_PARENT_OVERRIDE", "/nodes/1/children/0")]


@pytest.mark.parametrize("joints", [[1, 9], [1, 1], []])
def test_skins_that_cannot_be_used(arm, joints):
    arm.plain().skin["joints"] = joints
    assert found(arm)
    document = arm.document()
    assert derived(document).refused
    assert not document.edited


def test_matrices_without_bytes(arm):
    arm.plain().tree["buffers"][0]["uri"] = "missing.bin"
    assert found(arm) == [("RIG-LEFT_OUT", "/skins/0/inverseBindMatrices")]


def test_a_wrong_root_of_a_skin_is_written_over(arm):
    arm.plain().skin["skeleton"] = 2
    assert found(arm) == []
    arm.skin["skeleton"] = "x"
    assert found(arm) == []
    document = arm.document()
    assert derived(document).refused == ()
    assert document.tree["skins"][0]["skeleton"] == 1


def test_an_object_of_the_extension_that_is_none_is_written_over(arm):
    arm.nodes[1]["extensions"]["STAIK_skeletons"] = []
    assert found(arm) == []
    arm.nodes[1]["extensions"] = []
    assert found(arm) == [("GLTF-TYPE_MISMATCH", "/nodes/1/extensions")]


def test_joints_without_a_common_root_can_be_fixed(arm):
    [finding] = no_common_root(arm.document(), [3])
    assert finding.pointer == "/skins/3/joints"
    assert finding.fix


def test_a_skinned_mesh_in_a_scene_without_its_joints_is_refused(arm):
    """What would break a rule of the extension is not written: here STAIK-025."""
    arm.plain().nodes[0]["children"] = [3]
    assert [one.rule for one in derived(arm.document()).refused] == ["STAIK-025"]


def test_what_remains_are_errors_alone(arm):
    arm.skin["skeleton"] = 0
    assert remaining_errors(arm.document()) == []
    arm.skin["skeleton"] = 3
    assert [one.rule for one in remaining_errors(arm.document())] == ["STAIK-020", "STAIK-029"]
