"""What a file says of its springs is read member by member, whatever its types."""

import pytest
from spring_files import document, strand

from pantin.formats.gltf.check import check
from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    RawExtension,
    extended_shape,
    gaps,
    index_fault,
    nearest,
    raw_extension,
)
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.scope import Scope

ODD = [None, True, "1", [], {}, -1, 10**30, 1.5]


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_a_block_of_any_type_has_no_springs(value):
    tree = strand() | {"extensions": {"VRMC_springBone": value}}
    assert RawExtension.of(tree).springs == []


def test_the_nodes_of_a_chain_are_those_that_exist():
    assert RawExtension.of(strand()).chain(0) == [1, 2, 3, 4]


def test_the_misspelt_plane_of_the_specification_is_read():
    assert extended_shape({"shape": {"palne": {"normal": [0, 1, 0]}}}) == ("plane", {"normal": [0, 1, 0]})
    assert extended_shape({"shape": {"plane": {}, "sphere": {}}}) is None


def test_skipped_nodes_are_found_once_for_each_gap():
    tree = strand(4)
    joints = tree["extensions"]["VRMC_springBone"]["springs"][0]["joints"]
    tree["extensions"]["VRMC_springBone"]["springs"][0]["joints"] = [joints[0], joints[3], joints[4]]
    assert gaps(Scope(document(tree))) == [{1: [3, 2]}]


def test_the_nearest_mark_is_at_a_node_or_above_it():
    assert nearest(Scope(document(strand(2))), {1: "a", 3: "b"}) == [None, "a", "a", "b"]


@pytest.mark.parametrize("version", ["0.2", "3.0", 2, None], ids=repr)
def test_in_a_file_of_another_version_of_gltf_nothing_is_claimed(version):
    """Its nodes may mean anything; that the version is unknown is found elsewhere."""
    made = document(strand() | {"asset": {"version": version}})
    assert raw_extension(Scope(made)).springs == []
    assert not [one for one in check(made) if one.rule.startswith("VRM")]
    assert lift(made).rig.springs.springs == ()


def test_an_index_of_the_wrong_type_is_called_that():
    assert index_fault("x", 4, "node") == index_fault(True, 4, "node") == "expected an index"
    assert index_fault(9.0, 4, "node") == "but the file has 4 nodes"
