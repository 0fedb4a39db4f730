"""Places and neighbours of the rules in `rules/root.py`; each has its own case under tests/cases as well."""

import pytest
from spring_files import ODD, found, put, strand

from pantin.formats.gltf.ext.vrmc_spring_bone.rules.root import empty_list

FAMILY = "VRM-SB00"

MEMBERS = ["specVersion", "colliders", "colliderGroups", "springs"]


def test_a_sound_strand_breaks_none_of_these():
    assert not found(strand(), FAMILY)


@pytest.mark.parametrize("path", MEMBERS)
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_a_member_of_any_type_is_judged_without_failing(path, value):
    answer = found(put(strand(), path, value))
    assert all(
        place.startswith("/extensions/VRMC_springBone") for places in answer.values() for place in places
    )


UNKNOWN = [
    "odd",
    "colliders/0/odd",
    "colliders/0/shape/odd",
    "colliders/0/shape/sphere/tail",
    "springs/0/joints/0/odd",
    "colliders/0/extensions/VRMC_springBone_extended_collider/odd",
    "colliders/0/extensions/VRMC_springBone_extended_collider/shape/plane/radius",
    "springs/0/joints/0/extensions/VRMC_springBone_limit/odd",
    "springs/0/joints/0/extensions/VRMC_springBone_limit/limit/cone/pitch",
    "colliders/0/extensions/VRMC_springBone_limit",
]


@pytest.mark.parametrize("path", UNKNOWN)
def test_an_unknown_member_is_found_wherever_it_stands(path):
    tree = strand()
    extended = {"specVersion": "1.0", "shape": {"plane": {"normal": [0, 0, 1]}}}
    put(tree, "colliders/0/extensions", {"VRMC_springBone_extended_collider": extended})
    limit = {"specVersion": "1.0-draft", "limit": {"cone": {"angle": 1}}}
    put(tree, "springs/0/joints/0/extensions", {"VRMC_springBone_limit": limit})
    assert not found(tree, "VRM-SB004")
    assert found(put(tree, path, [0, 0, 0]), "VRM-SB004") == {
        "VRM-SB004": [f"/extensions/VRMC_springBone/{path}"]
    }


def test_a_version_that_is_no_text_is_pointed_at():
    assert found(put(strand(), "specVersion", 1), FAMILY) == {
        "VRM-SB001": ["/extensions/VRMC_springBone/specVersion"]
    }


@pytest.mark.parametrize("list_name", ["springs", "colliders", "colliderGroups"])
@pytest.mark.parametrize("value", [{}, [], 0, None], ids=repr)
def test_lists_of_another_type_and_empty_ones_are_errors_of_the_schema(list_name, value):
    assert "VRM-SB003" in found(put(strand(), list_name, value), "VRM-SB00")
    assert empty_list.severity == "error"


@pytest.mark.parametrize("value", [7, None, [], True], ids=repr)
def test_a_name_of_another_type_is_an_error(value):
    assert "VRM-SB006" in found(put(strand(), "springs/0/name", value), "VRM-SB00")
