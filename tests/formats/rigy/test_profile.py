"""The two profiles."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.profile import REFERENCE, STANDARD, Profile, get_profile

QUIRKS = [one for one in Profile.__struct_fields__ if one != "name"]


def test_the_standard_has_no_departure_and_the_reference_has_all():
    assert not any(getattr(STANDARD, quirk) for quirk in QUIRKS)
    assert all(getattr(REFERENCE, quirk) for quirk in QUIRKS)


def test_profiles_are_found_by_name():
    assert get_profile("reference") is REFERENCE
    with pytest.raises(ValueError, match="standard, reference"):
        get_profile("strict")
