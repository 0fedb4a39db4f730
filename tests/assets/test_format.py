"""The record of a format: what it refuses, and what it tells."""

from __future__ import annotations

import pytest

from pantin.assets import capabilities
from pantin.assets.format import Condition, Format
from pantin.assets.registry import list_formats
from pantin.rig.contents import members


def unused(*arguments):
    raise AssertionError("nothing is read or written")


def test_a_format_can_do_what_it_has_functions_for():
    nothing = Format(name="A", suffixes=(".a",))
    assert (nothing.readable, nothing.writable) == (False, False)
    both = Format(name="A", suffixes=(".a",), read=unused, lower=unused, write=unused)
    assert (both.readable, both.writable) == (True, True)


def test_what_is_not_given_does_nothing():
    format = Format(name="A", suffixes=(".a",))
    assert not format.sniff(b"a", "a.a")
    assert list(format.check("document")) == list(format.not_carried("document")) == []
    assert list(format.companions("document", "a.a")) == []
    assert format.condition("document") is Condition.WHOLE
    assert format.locate("document", (1, 2)) == [1, 2]


def test_a_suffix_may_hold_less_than_the_others():
    format = Format(
        name="A",
        suffixes=(".a", ".b"),
        capabilities=capabilities.GLTF,
        forms={".b": Format(name="B", suffixes=(".b",), capabilities=frozenset({"nodes"}))},
        kinds={".b": "a"},
    )
    assert format.holds("clips")
    assert format.holds("clips", ".a")
    assert not format.holds("clips", ".b")
    assert (format.kind(".a"), format.kind(".b"), format.kind(".txt")) == ("a", "a", "a")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"suffixes": ("a",)}, "'a' must begin with a dot"),
        ({"suffixes": (".A",)}, "'.A' must begin with a dot and be in lower case"),
        ({"lower": unused}, "both lower and write"),
        ({"write": unused}, "both lower and write"),
    ],
)
def test_a_record_that_cannot_be_is_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        Format(**{"name": "A", "suffixes": (".a",)} | wrong)


@pytest.mark.parametrize("format", [format for format in list_formats() if format.capabilities], ids=str)
def test_every_capability_is_a_member_of_rigs(format):
    assert format.capabilities.union(*(form.capabilities for form in format.forms.values())) <= members()


def test_capabilities_are_written_by_collection():
    assert capabilities.members("skins: name root", "-nodes: names") == {
        *("skins", "skins.name", "skins.root"),
        "nodes.names",
    }
