"""Names of items."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.item_names import is_control, make_unique_name, name_fault, sanitise_name


@pytest.mark.parametrize("character", [*list('"#*.:|?@<>{}[]/\\%'), "\t", "\n", "\x7f", "\x85"])
def test_forbidden_characters_are_found_and_replaced(character):
    assert name_fault(f"a{character}b") is not None
    assert sanitise_name(f"a{character}b") == "a_b"


def test_other_names_are_fit():
    assert name_fault("Left Arm-2 é_(x)") is None
    assert not is_control("é")


def test_taken_names_get_a_number():
    assert make_unique_name("Arm", {"Arm", "Arm_2"}, {}) == "Arm_3"
    assert make_unique_name("Leg", {"Arm"}, {}) == "Leg"


def test_a_hundred_thousand_equal_names_are_numbered_in_one_pass():
    taken, numbers = {"Arm_7"}, {}
    for _ in range(100_000):
        taken.add(make_unique_name("Arm", taken, numbers))
    assert taken == {"Arm", *(f"Arm_{number}" for number in range(2, 100_002))}
