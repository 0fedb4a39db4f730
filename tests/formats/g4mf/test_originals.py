"""Names that G4MF makes a new file change, kept beside the new ones."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.lower.data_builder import DataBuilder
from pantin.formats.g4mf.model import Item
from pantin.formats.g4mf.originals import item_extras, item_name
from pantin.formats.members.decode import decode


def item(raw):
    return decode(raw, Item).value


@pytest.mark.parametrize("extras", [None, {"a": 1}, {"pantin": {"x": 1}}, {"pantin": 5}])
def test_a_name_comes_back_and_extras_stay_what_they_were(extras):
    data = DataBuilder()
    for name in ("a/b", "a_b", "a_b", "", None, "%"):
        written = item(data.item(name, extras))
        if extras != {"pantin": 5}:  # somebody else's member is in the way
            assert item_extras(written) == extras
        assert item_name(written) == name


def test_an_item_that_was_renamed_since_keeps_its_new_name():
    assert item_name(item({"name": "other", "extras": {"pantin": {"name": "a/b"}}})) == "other"
    assert item_name(item({"name": "a_b_3", "extras": {"pantin": {"name": "a/b"}}})) == "a/b"
    assert item_name(item({"extras": {"pantin": {"name": 3}}})) is None


def test_anything_else_in_the_place_of_extras_is_ignored():
    assert item_extras(item({"extras": 5})) is None
    assert item_extras(item({"extras": {}})) is None
    assert item_name(item({"name": 5, "extras": {"pantin": []}})) is None
