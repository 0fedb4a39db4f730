"""Places and neighbours of the rules in `rules/joint.py`; each has its own case under tests/cases as well."""

import pytest
from spring_files import ODD, found, put, strand

FAMILY = "VRM-SB04"

MEMBERS = ["springs/0/joints/0", "springs/0/joints/0/node", "springs/0/joints/0/gravityDir"]


def test_a_sound_strand_breaks_none_of_these():
    assert not found(strand(), FAMILY)


def test_the_length_of_a_direction_is_told_whatever_the_power():
    """Reference §1.1, SB047: not unit; SB046 alone asks for a power."""
    idle = put(
        put(strand(), "springs/0/joints/0/gravityPower", 0), "springs/0/joints/0/gravityDir", [0, -2, 0]
    )
    assert list(found(idle, FAMILY)) == ["VRM-SB047"]


@pytest.mark.parametrize("path", MEMBERS)
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_a_member_of_any_type_is_judged_without_failing(path, value):
    answer = found(put(strand(), path, value))
    assert all(
        place.startswith("/extensions/VRMC_springBone") for places in answer.values() for place in places
    )


def test_a_node_of_the_wrong_type_is_called_that():
    tree = put(strand(), "springs/0/joints/0/node", "Hair")
    assert found(tree, "VRM-SB040")["VRM-SB040"] == ["/extensions/VRMC_springBone/springs/0/joints/0/node"]
    whole = strand()["extensions"]["VRMC_springBone"]["springs"][0]["joints"][0]["node"]
    assert "VRM-SB040" not in found(put(strand(), "springs/0/joints/0/node", float(whole)), "VRM-SB04")
