"""What a file says of its springs is read member by member, whatever its types."""

import pytest
from spring_files import document, put, strand

from pantin.formats.gltf.check import check
from pantin.formats.gltf.ext.vrmc_spring_bone.model import gaps, index_fault, springs
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.scope import Scope

ODD = [None, True, "1", [], {}, -1, 10**30, 1.5]


def given(tree):
    return springs(Scope(document(tree)))


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_a_block_of_any_type_has_no_springs(value):
    assert given(strand() | {"extensions": {"VRMC_springBone": value}}).springs == ()


def test_the_nodes_of_a_chain_are_those_that_exist():
    assert given(strand()).chain(0) == [1, 2, 3, 4]


def test_the_misspelt_plane_of_the_specification_is_read():
    def body(shape):
        extended = {"VRMC_springBone_extended_collider": {"specVersion": "1.0", "shape": shape}}
        return given(put(strand(), "colliders/0/extensions", extended)).extended_body(0)

    misspelt = body({"palne": {"normal": [0, 1, 0]}})
    assert (misspelt.kind, misspelt.path[-1], misspelt.members.normal) == ("plane", "palne", (0, 1, 0))
    assert body({"plane": {}, "sphere": {}}) is None
    assert body({"plane": 1}) is None


def test_members_that_are_stated_are_known_even_if_they_are_broken():
    found = given(put(strand(), "springs/0/joints/0/stiffness", "x"))
    path = ("extensions", "VRMC_springBone", "springs", 0, "joints", 0)
    joint = found.joints(0)[0]
    assert joint.stiffness is None
    assert "stiffness" in found.stated(joint, path)
    assert found.value_or(1.0, joint.stiffness, *path, "stiffness") is None
    assert found.value_or(1.0, None, *path, "other") == 1.0


def test_skipped_nodes_are_found_once_for_each_gap():
    tree = strand(4)
    joints = tree["extensions"]["VRMC_springBone"]["springs"][0]["joints"]
    tree["extensions"]["VRMC_springBone"]["springs"][0]["joints"] = [joints[0], joints[3], joints[4]]
    assert gaps(Scope(document(tree))) == [{1: [3, 2]}]


@pytest.mark.parametrize("version", ["0.2", "3.0", 2, None], ids=repr)
def test_in_a_file_of_another_version_of_gltf_nothing_is_claimed(version):
    """Its nodes may mean anything; that the version is unknown is found elsewhere."""
    made = document(strand() | {"asset": {"version": version}})
    assert springs(Scope(made)).springs == ()
    assert not [one for one in check(made) if one.rule.startswith("VRM")]
    assert lift(made).rig.springs.springs == ()


def test_an_index_of_the_wrong_type_is_called_that():
    assert index_fault("x", 4, "node") == index_fault(True, 4, "node") == "expected an index"
    assert index_fault(9.0, 4, "node") == "but the file has 4 nodes"
