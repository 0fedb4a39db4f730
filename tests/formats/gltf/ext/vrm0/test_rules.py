"""Rules about VRM 0.x springs: any type of any member; each has its own case under tests/cases as well."""

import pytest
from spring_files import found

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
