"""The record of a format: what it refuses, and what it tells."""

from __future__ import annotations

import pytest

from pantin.assets.format import PARTS, Condition, Format


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
        capabilities=frozenset(PARTS),
        lesser={".b": frozenset({"nodes"})},
        kinds={".b": "a"},
    )
    assert format.holds("clips")
    assert format.holds("clips", ".a")
    assert not format.holds("clips", ".b")
    assert (format.kind(".a"), format.kind(".b"), format.kind(".txt")) == ("a", "a", "a")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"suffixes": ("a",)}, "'a' must be a dot"),
        ({"suffixes": (".A",)}, "'.A' must be a dot and lower-case"),
        ({"capabilities": frozenset({"hair"})}, "unknown capability 'hair' \\(known: nodes, "),
        ({"lesser": {".a": frozenset({"hair"})}}, "unknown capability 'hair'"),
        ({"lower": unused}, "both lower and write"),
        ({"write": unused}, "both lower and write"),
    ],
)
def test_a_record_that_cannot_be_is_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        Format(**{"name": "A", "suffixes": (".a",)} | wrong)
