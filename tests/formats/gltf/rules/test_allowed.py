"""What specifications of extensions ask for, and the Khronos validator reports, is not reported."""

from __future__ import annotations

import pytest

LEAVES = [{"children": [1, 2, 3, 4]}, {}, {}, {}, {}]


def extended(name, value):
    return {"extensionsUsed": [name], "extensions": {name: value}}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        # "The SpringJoint at the end is only used as a Tail."
        (
            "VRMC_springBone",
            {"specVersion": "1.0", "springs": [{"joints": [{"node": 0}, {"node": 1}]}]},
        ),
        ("VRMC_springBone", {"specVersion": "1.0", "colliders": [{"node": 1, "shape": {}}]}),
        ("VRMC_vrm", {"specVersion": "1.0", "humanoid": {"humanBones": {"head": {"node": 1}}}}),
        ("VRM", {"humanoid": {"humanBones": [{"bone": "head", "node": 1}]}}),
        ("VRM", {"secondaryAnimation": {"colliderGroups": [{"node": 1}]}}),
        ("VRMC_vrm_animation", {"specVersion": "1.0", "humanoid": {"humanBones": {"head": {"node": 1}}}}),
        ("VRMC_vrm_animation", {"specVersion": "1.0", "lookAt": {"node": 1}}),
        (
            "VRMC_vrm_animation",
            {"specVersion": "1.0", "expressions": {"preset": {"happy": {"node": 1}}}},
        ),
    ],
)
def test_a_leaf_that_an_extension_uses_is_not_empty(places, name, value):
    assert places("NODE_EMPTY", nodes=LEAVES, **extended(name, value)) == [
        f"/nodes/{index}" for index in (2, 3, 4)
    ]


def test_all_nodes_below_a_spring_of_vrm_0_swing(places):
    """Its bone groups name the first bone of each chain."""
    nodes = [{"children": [1, 2]}, {"children": [3]}, {}, {}]
    vrm = {"secondaryAnimation": {"boneGroups": [{"bones": [1]}]}}
    assert places("NODE_EMPTY", nodes=nodes, **extended("VRM", vrm)) == ["/nodes/2"]


MISPLACED = ("NODE_SKINNED_MESH_PARENT_TRANSFORMS", "NODE_SKINNED_MESH_NON_ROOT")
MESH = {"mesh": 0, "skin": 0}


def hierarchy(**root):
    """A moved node with the root joint, a skinned mesh beside it, and another below a further node."""
    return [
        {"children": [1, 2, 3], "translation": [1, 0, 0]},
        root,
        MESH,
        {"children": [4]},
        MESH,
    ]


@pytest.mark.parametrize("rule", MISPLACED)
def test_a_mesh_beside_the_root_of_its_skeleton_is_where_it_is_drawn(places, rule):
    """ "The skinned mesh which uses said skeleton will use the parent of the root's transform." """
    name = "STAIK_skeletons"
    nodes = hierarchy(extensions={name: {"skeleton": 0}})
    skin = {"joints": [1], "skeleton": 1, "extensions": {name: {"skeleton_owner": 0}}}
    skeletons = extended(name, {"skeletons": [{"root": 1, "joints": [1]}]})
    assert places(rule, nodes=nodes, skins=[skin], **skeletons) == ["/nodes/4"]
    assert places(rule, nodes=nodes, skins=[skin]) == ["/nodes/2", "/nodes/4"]


@pytest.mark.parametrize("rule", MISPLACED)
def test_a_mesh_is_a_child_of_the_skeleton_of_its_bones(places, rule):
    nodes = hierarchy()
    skin = {"joints": [1], "skeleton": 0}
    used = ["KHR_skeleton_bone"]
    assert places(rule, nodes=nodes, skins=[skin], extensionsUsed=used) == ["/nodes/4"]
    assert places(rule, nodes=nodes, skins=[skin]) == ["/nodes/2", "/nodes/4"]


def test_the_holder_of_springs_of_vrm_0_is_empty(places):
    """UniVRM writes a root node "secondary" with no glTF content; elsewhere the name means nothing."""
    nodes = [{"name": "secondary"}, {"name": "a", "children": [2]}, {"name": "secondary"}]
    assert places("NODE_EMPTY", nodes=nodes, **extended("VRM", {})) == ["/nodes/2"]
    assert places("NODE_EMPTY", nodes=nodes) == ["/nodes/0", "/nodes/2"]
