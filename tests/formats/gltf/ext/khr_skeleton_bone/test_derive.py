"""How bones and skeletons are derived: what moves, what is added, and what is refused."""

from __future__ import annotations

from pantin.formats.gltf.check import check
from pantin.formats.gltf.ext.khr_skeleton_bone.plan import plan_bones

NAME = "KHR_skeleton_bone"


def test_the_parent_of_the_topmost_joint_is_the_skeleton(arm):
    document, derivation = arm.plain().derived()
    assert not derivation.refused
    assert document.tree["skins"][0]["skeleton"] == 0
    assert document.tree["extensionsUsed"] == [NAME]
    assert all("extensions" not in node for node in document.tree["nodes"])  # joints are bones without it


def test_a_skeleton_is_added_above_a_bone_without_parent(arm):
    arm.plain().tree["scenes"] = [{"nodes": [3, 1]}]
    arm.nodes[0] = {"name": "unused"}
    document, _ = arm.derived()
    assert document.tree["scenes"] == [{"nodes": [4]}]
    assert document.tree["nodes"][4] == {"name": "root", "children": [1, 3]}
    assert document.tree["skins"][0]["skeleton"] == 4


def test_bones_of_several_trees_get_one_skeleton(arm):
    arm.plain().tree["scenes"] = [{"nodes": [1, 2, 3]}]
    del arm.nodes[0]["children"], arm.nodes[1]["children"]
    document, _ = arm.derived()
    assert document.tree["nodes"][4]["children"] == [1, 2, 3]
    assert document.tree["scenes"] == [{"nodes": [4]}]


def test_bones_of_different_scenes_are_refused(arm):
    arm.plain().tree["scenes"] = [{"nodes": [1, 3]}, {"nodes": [2]}]
    del arm.nodes[0]["children"], arm.nodes[1]["children"]
    _, derivation = arm.derived()
    assert [finding.rule for finding in derivation.refused] == ["GLTF-SKIN_NO_COMMON_ROOT"]


def test_a_mesh_in_another_scene_than_its_skeleton_is_refused(arm):
    arm.plain().tree["scenes"] = [{"nodes": [0]}, {"nodes": [3]}]
    arm.nodes[0]["children"] = [1]
    _, derivation = arm.derived()
    assert [(one.rule, one.pointer) for one in derivation.refused] == [("KHR-SKB-009", "/nodes/3")]
    assert "different scenes" in derivation.refused[0].message


def test_nodes_between_joints_become_bones(arm):
    arm.plain().nodes[1]["children"] = [4]
    arm.nodes.append({"name": "between", "children": [2]})
    document, derivation = arm.derived()
    assert document.tree["nodes"][4]["extensions"] == {NAME: {}}
    assert derivation.derived.promoted == (4,)


def test_mesh_camera_and_light_of_a_bone_move_to_children(arm):
    lights = "KHR_lights_punctual"
    tree = arm.plain().tree
    tree["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}]
    tree["extensions"] = {lights: {"lights": [{"type": "point"}]}}
    tree["extensionsUsed"] = [lights]
    arm.nodes[2] |= {"mesh": 0, "camera": 0, "extensions": {lights: {"light": 0}}}
    document, _ = arm.derived()
    assert document.tree["nodes"][2].keys() == {"name", "translation", "children"}
    assert [document.tree["nodes"][child] for child in document.tree["nodes"][2]["children"]] == [
        {"name": "lower.mesh", "mesh": 0},
        {"name": "lower.camera", "camera": 0},
        {"name": "lower.light", "extensions": {lights: {"light": 0}}},
    ]


def test_a_skinned_mesh_with_children_leaves_them_where_they_are(arm):
    """The children follow the transform of the node, the mesh does not (glTF 2.0 §3.7.3.3)."""
    arm.plain().tree["scenes"] = [{"nodes": [0, 3]}]
    arm.nodes[0]["children"] = [1]
    arm.nodes[3] |= {"children": [4], "translation": [5, 0, 0]}
    arm.nodes.append({"name": "hat"})
    document, _ = arm.derived()
    assert document.tree["nodes"][3] == {"name": "mesh", "children": [4], "translation": [5, 0, 0]}
    assert document.tree["nodes"][5] == {"name": "mesh.mesh", "mesh": 0, "skin": 0}
    assert document.tree["nodes"][0]["children"] == [1, 5]


def test_a_skinned_mesh_on_a_bone_moves_to_the_skeleton(arm):
    arm.plain().nodes[1] |= {"mesh": 0, "skin": 0}
    document, _ = arm.derived()
    assert document.tree["nodes"][4] == {"name": "upper.mesh", "mesh": 0, "skin": 0}
    assert document.tree["nodes"][0]["children"] == [1, 3, 4]
    assert not [one for one in check(document) if one.rule.startswith("KHR")]


def test_a_mesh_that_an_ancestor_hides_stays_hidden(arm):
    visibility = "KHR_node_visibility"
    arm.plain().tree["extensionsUsed"] = [visibility]
    arm.nodes[0]["children"] = [1, 4]
    arm.nodes.append({"children": [3], "extensions": {visibility: {"visible": False}}})
    document, _ = arm.derived()
    assert document.tree["nodes"][0]["children"] == [1, 4, 3]
    assert document.tree["nodes"][3]["extensions"] == {visibility: {"visible": False}}
    assert "children" not in document.tree["nodes"][4]


def test_what_names_the_node_of_a_mesh_follows_the_mesh(arm):
    """Blend shapes of expressions, annotations of first person and channels of weights (VRMC_vrm 1.0)."""
    bind = {"node": 2, "index": 0, "weight": 1}
    arm.plain().tree["extensions"] = {
        "VRMC_vrm": {
            "expressions": {"preset": {"happy": {"morphTargetBinds": [bind, bind | {"node": 3}]}}},
            "firstPerson": {"meshAnnotations": [{"node": 2, "type": "auto"}]},
        }
    }
    arm.tree["extensionsUsed"] = ["VRMC_vrm"]
    arm.nodes[2]["mesh"] = 0
    document, _ = arm.derived()
    character = document.tree["extensions"]["VRMC_vrm"]
    binds = character["expressions"]["preset"]["happy"]["morphTargetBinds"]
    assert [one["node"] for one in binds] == [4, 3]
    assert character["firstPerson"]["meshAnnotations"][0]["node"] == 4


def test_what_cannot_be_derived_is_refused(arm):
    arm.nodes[2]["extensions"][NAME]["length"] = -1
    _, derivation = arm.derived()
    assert [(one.rule, one.pointer) for one in derivation.refused] == [
        ("KHR-SKB-010", f"/nodes/2/extensions/{NAME}/length")
    ]


def test_a_file_without_skins_does_not_change(arm):
    del arm.plain().tree["skins"], arm.nodes[3]["skin"]
    document, derivation = arm.derived()
    assert not document.edited
    assert derivation.derived.skeletons == ()


def test_joints_that_do_not_exist_are_no_bones(arm):
    """A wrong index is a finding about the skin; 10³⁰ is beyond what Python takes for one."""
    plain = plan_bones(arm.plain().document())
    arm.tree["skins"][0]["joints"] += [99, 10**30]
    assert plan_bones(arm.document()) == plain
