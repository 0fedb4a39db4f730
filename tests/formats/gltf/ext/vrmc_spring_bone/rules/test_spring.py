"""Places and neighbours of the rules in `rules/spring.py`; each has its own case under tests/cases as
well."""

import pytest
from spring_files import ODD, found, put, strand

FAMILY = "VRM-SB03"

MEMBERS = ["springs/0", "springs/0/joints", "springs/0/colliderGroups", "springs/0/center"]


def test_a_sound_strand_breaks_none_of_these():
    assert not found(strand(), FAMILY)


@pytest.mark.parametrize("value", [[], 0, None, {}], ids=repr)
def test_collider_groups_that_name_none_are_told(value):
    assert list(found(put(strand(), "springs/0/colliderGroups", value), FAMILY)) == ["VRM-SB033"]


@pytest.mark.parametrize("path", MEMBERS)
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_a_member_of_any_type_is_judged_without_failing(path, value):
    answer = found(put(strand(), path, value))
    assert all(
        place.startswith("/extensions/VRMC_springBone") for places in answer.values() for place in places
    )


def test_a_center_in_its_own_chain_is_a_warning():
    """The specification permits the first joint; the others are foreign to it as well."""
    first = strand()["extensions"]["VRMC_springBone"]["springs"][0]["joints"][0]["node"]
    assert list(found(put(strand(), "springs/0/center", first), FAMILY)) == ["VRM-SB038"]
