"""Rules about VRM 0.x: any type of any member of springs, boundaries, several faults in one file.

Each rule has its own case under tests/cases as well.
"""

import numpy as np
import pytest
from avatars import BONES
from spring_files import found
from vrm_files import at, whole_avatar0

ODD = [None, True, "x", 7.5, [], {}, [None], -3]
MEMBERS = ["stiffiness", "gravityDir", "dragForce", "center", "hitRadius", "bones", "colliderGroups"]


def tree(**group):
    block = {"boneGroups": [{"bones": [0], **group}], "colliderGroups": [{"node": 0, "colliders": []}]}
    return {
        "asset": {"version": "2.0"},
        "extensionsUsed": ["VRM"],
        "extensions": {"VRM": {"secondaryAnimation": block}},
        "nodes": [{"children": [1]}, {}],
    }


@pytest.mark.parametrize("member", MEMBERS)
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_a_member_of_any_type_is_judged_without_failing(member, value):
    found(tree(**{member: value}), "VRM0")


def test_a_sound_group_breaks_no_rule():
    assert not found(tree(), "VRM0")


def test_a_node_that_does_not_exist_is_pointed_at():
    given = tree()
    given["extensions"]["VRM"]["secondaryAnimation"]["colliderGroups"][0]["node"] = 7
    assert found(given, "VRM0") == {"VRM0-009": ["/extensions/VRM/secondaryAnimation/colliderGroups/0/node"]}


BLOCK = "/extensions/VRM"


def edited(change):
    """The errors and warnings of a whole VRM 0.x after a change of its block."""
    tree = whole_avatar0()
    change(tree["extensions"]["VRM"])
    return found(tree, "VRM0")


def test_a_file_with_every_member_breaks_no_rule():
    assert edited(lambda block: None) == {}


BOUNDARIES = [
    ("secondaryAnimation/boneGroups/0/dragForce", 0, 1, -0.01, "VRM0-003"),
    ("secondaryAnimation/boneGroups/0/dragForce", 0, 1, 1.01, "VRM0-003"),
    ("secondaryAnimation/boneGroups/0/hitRadius", 0, 5.5, -0.01, "VRM0-005"),
    ("secondaryAnimation/boneGroups/0/center", -1, 19, 20, "VRM0-004"),
    ("secondaryAnimation/boneGroups/0/center", -1, 0, -2, "VRM0-004"),
    ("secondaryAnimation/boneGroups/0/bones/0", 0, 19, 20, "VRM0-006"),
    ("secondaryAnimation/boneGroups/0/bones/0", 0, 19, -1, "VRM0-006"),
    ("secondaryAnimation/boneGroups/0/colliderGroups/0", 0, 0, 1, "VRM0-008"),
    ("secondaryAnimation/colliderGroups/0/node", 0, 19, 20, "VRM0-009"),
    ("blendShapeMaster/blendShapeGroups/0/binds/0/weight", 0, 100, 100.5, "VRM0-010"),
    ("blendShapeMaster/blendShapeGroups/0/binds/0/weight", 0, 100, -1, "VRM0-010"),
    ("humanoid/humanBones/5/node", 5, 5, 20, "VRM0-012"),
    ("humanoid/humanBones/5/node", 5, 5, -1, "VRM0-012"),
]
"""A place, its least and its greatest valid value, and one beyond; the file has 20 nodes."""


@pytest.mark.parametrize(("place", "least", "most", "beyond", "rule"), BOUNDARIES)
def test_boundaries(place, least, most, beyond, rule):
    *path, last = [int(word) if word.isdigit() else word for word in place.split("/")]
    for value, broken in ((least, False), (most, False), (beyond, True)):
        result = edited(lambda block, value=value: at(block, tuple(path)).__setitem__(last, value))
        assert result.get(rule, []) == ([f"{BLOCK}/{place}"] if broken else [])


@pytest.mark.parametrize("bone", [bone for bone in BONES if "Eye" not in bone])
def test_each_required_bone_is_missed(bone):
    """VRMC_vrm 1.0, humanoid, "Note": 0.x required chest and neck as well."""

    def remove(block):
        listed = block["humanoid"]["humanBones"]
        listed[:] = [item for item in listed if item["bone"] != bone]

    assert edited(remove) == {"VRM0-011": [f"{BLOCK}/humanoid"]}


def test_several_faults_are_found_together():
    def spoil(block):
        bones = block["humanoid"]["humanBones"]
        bones += [{"bone": "tail", "node": 3}, {"bone": "hips", "node": 4}, {"bone": "jaw", "node": 0}]
        bones.append({"bone": "leftToes"})
        groups = block["blendShapeMaster"]["blendShapeGroups"]
        groups.append({"presetName": "joy", "binds": [{"mesh": 0, "index": 4, "weight": 1}]})
        groups.append({"presetName": "fun", "binds": [{"mesh": 7, "index": 0, "weight": 1}]})
        groups[0]["materialValues"][0]["materialName"] = "Hair"
        block["materialProperties"].pop()
        block["meta"]["licenseName"] = "CC_BY_4"
        block["secondaryAnimation"]["boneGroups"][0]["stiffness"] = 1

    shapes, bones = f"{BLOCK}/blendShapeMaster/blendShapeGroups", f"{BLOCK}/humanoid/humanBones"
    assert edited(spoil) == {
        "VRM0-001": [f"{BLOCK}/secondaryAnimation/boneGroups/0/stiffness"],
        "VRM0-010": [f"{BLOCK}/meta/licenseName"],
        "VRM0-012": [f"{bones}/19/bone", f"{bones}/20/bone", f"{bones}/21/node", f"{bones}/22"],
        "VRM0-013": [f"{shapes}/1/binds/0", f"{shapes}/2/binds/0"],
        "VRM0-014": [f"{shapes}/0/materialValues/0/materialName"],
        "VRM0-015": [f"{BLOCK}/materialProperties"],
        "VRM0-016": [f"{shapes}/1/presetName"],
    }


KEPT = {"humanoid", "humanBones", "bone", "node", "mesh", "index", "colliderGroups"}
"""Bones are required, and others refer to collider groups."""


@pytest.mark.parametrize("seed", range(30))
def test_valid_files_break_no_rule(seed):
    """Every other member of the schemas may be missing."""
    random = np.random.default_rng(seed)

    def thin(value):
        if isinstance(value, dict):
            for key in [key for key in value if key not in KEPT and random.random() < 0.3]:
                del value[key]
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            thin(item)

    assert edited(thin) == {}


REFERENCES = {
    "meta": lambda index: {"meta": {"texture": index}},
    "firstPersonBone": lambda index: {"firstPerson": {"firstPersonBone": index}},
    "meshAnnotations": lambda index: {"firstPerson": {"meshAnnotations": [{"mesh": index}]}},
    "materialProperties": lambda index: {"materialProperties": [{"textureProperties": {"_MainTex": index}}]},
}


@pytest.mark.parametrize("member", REFERENCES)
@pytest.mark.parametrize(("index", "is_wrong"), [(-1, False), (0, False), (1, True), (-2, True)])
def test_017_references_are_to_objects_of_the_file_or_none(member, index, is_wrong):
    given = {
        "asset": {"version": "2.0"},
        "extensionsUsed": ["VRM"],
        "extensions": {"VRM": REFERENCES[member](index)},
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "textures": [{}],
        "materials": [{}],
    }
    assert ("VRM0-017" in found(given, "VRM0")) == is_wrong
