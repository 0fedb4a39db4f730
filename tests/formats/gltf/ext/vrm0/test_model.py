"""What a VRM 0.x file says of its springs, and its axes."""

import pytest
from spring_files import document, found

from pantin.formats.gltf.ext.vrm0.model import RawExtension, axes, raw_extension
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.scope import Scope


def test_z_is_negated():
    assert axes({"x": 1, "y": 2, "z": 3}) == (1, 2, -3)
    assert axes([1, 2, 3]) == (1, 2, -3)
    assert axes(None) == (0, 0, 0)
    assert axes({"y": -1}) == (0, -1, 0)


@pytest.mark.parametrize("value", [True, "x", [1], {"x": "1"}, 5], ids=repr)
def test_what_is_no_vector_is_none(value):
    assert axes(value) is None


@pytest.mark.parametrize("value", [None, [], "x", {"boneGroups": 3}], ids=repr)
def test_a_block_of_any_type_has_no_groups(value):
    assert RawExtension.from_tree({"extensions": {"VRM": {"secondaryAnimation": value}}}).groups == []


def test_in_a_file_of_another_version_of_gltf_nothing_is_claimed():
    block = {"VRM": {"secondaryAnimation": {"boneGroups": [{"bones": [0]}]}}}
    tree = {"asset": {"version": "0.2"}, "nodes": [{}], "extensions": block, "extensionsUsed": ["VRM"]}
    assert raw_extension(Scope(document(tree))).groups == []
    assert found(tree, "VRM0") == {}
    assert lift(document(tree)).rig.springs.springs == ()
