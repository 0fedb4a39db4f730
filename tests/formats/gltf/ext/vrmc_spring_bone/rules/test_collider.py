"""Places and neighbours of the rules in `rules/collider.py`; each has its own case under tests/cases as
well."""

import pytest
from spring_files import ODD, found, put, strand

FAMILY = "VRM-SB01"

MEMBERS = ["colliders/0", "colliders/0/node", "colliders/0/shape", "colliders/0/shape/sphere"]


def test_a_sound_strand_breaks_none_of_these():
    assert not found(strand(), FAMILY)


@pytest.mark.parametrize("value", [None, 5, [], "sphere"], ids=repr)
def test_what_is_no_object_is_no_shape(value):
    assert list(found(put(strand(), "colliders/0/shape/sphere", value), FAMILY)) == ["VRM-SB012"]


@pytest.mark.parametrize("path", MEMBERS)
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_a_member_of_any_type_is_judged_without_failing(path, value):
    answer = found(put(strand(), path, value))
    assert all(
        place.startswith("/extensions/VRMC_springBone") for places in answer.values() for place in places
    )
