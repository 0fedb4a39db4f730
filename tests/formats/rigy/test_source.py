"""The composer: core scalars, places, and everything of YAML that is refused."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.base.limits import Limits
from pantin.formats.rigy.source import REFUSED, compose, resolve


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("012", 12),
        ("0o12", 10),
        ("0x1F", 31),
        ("1e-3", 0.001),
        ("-.5", -0.5),
        ("1.", 1.0),
        ("+7", 7),
        ("yes", "yes"),
        ("on", "on"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("2026-01-31", "2026-01-31"),
        ("-Z", "-Z"),
        ("~", None),
        ("True", True),
        (".inf", math.inf),
        ("<<", "<<"),
    ],
)
def test_plain_scalars_follow_the_core_schema(text, value):
    """YAML 1.2.2 §10.3.2: no sexagesimals, no yes and no, no underscores, no dates."""
    assert resolve(text) == value
    assert type(resolve(text)) is type(value)


def test_an_integer_too_long_to_convert_becomes_a_float():
    assert resolve("9" * 5000) == math.inf


def test_quoted_scalars_are_texts():
    assert compose("a: '1'\nb: \"true\"\nc: |\n  2\n").root == {"a": "1", "b": "true", "c": "2\n"}


def test_every_key_and_value_has_its_place():
    text = compose("a: 1\nlist:\n  - x: [10, 20]\n")
    assert text.locate(("list", 0, "x", 1)) == (3, 13)
    assert text.locate(("list", 0, "x"), key=True) == (3, 5)
    assert text.locate(("list", "0", "nowhere", "deeper")) == (3, 5)
    assert text.locate(()) == (1, 1)


def test_a_repeated_key_is_a_fault_at_its_second_place_and_the_first_value_stays():
    text = compose("a: 1\nb: 2\na: 3\n")
    assert text.root == {"a": 1, "b": 2}
    assert [(one.kind, one.line, one.column) for one in text.faults] == [("duplicate", 3, 1)]


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("a: &x 1\nb: *x", "alias"),
        ("<<: {a: 1}", "alias"),
        ("a: !!int 1", "tag"),
        ("a: !!set {b}", "tag"),
        ("{a: 1}: 2", "key"),
        ("a\n---\nb", "documents"),
        ("a: [1, 2", "syntax"),
        ("a: \x01", "encoding"),
        (b"a: \xff", "encoding"),
        ("a: \ud800", "encoding"),
        ("a: 1\x85b: 2", "encoding"),
        ("# \u2028", "encoding"),
        ("[" * 65 + "]" * 65, "depth"),
    ],
)
def test_what_is_refused(source, kind):
    assert compose(source).faults[0].kind == kind


def test_an_alias_bomb_does_not_grow():
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    text = compose("\n".join(lines))
    assert len(text.faults) == 72
    assert text.root["a8"] == [REFUSED] * 9


def test_a_text_longer_than_the_limit_is_not_read():
    assert compose("a: 1234567", Limits(yaml_bytes=9)).faults[0].kind == "size"


def test_a_hundred_thousand_brackets_are_an_answer():
    assert compose("[" * 100_000).faults[0].kind == "depth"


@settings(deadline=None)
@given(st.text(max_size=60) | st.binary(max_size=60))
def test_no_text_is_a_crash(source):
    text = compose(source)
    assert text.faults or text.root is None or isinstance(text.root, dict | list | str | int | float)


LEAVES = st.none() | st.booleans() | st.integers() | st.text("abc 019-:#", max_size=5)


def _nested(inner):
    return st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=3)


@settings(deadline=None)
@given(st.recursive(LEAVES, _nested))
def test_json_reads_as_the_same_values(value):
    assert compose(json.dumps(value)).root == value


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("text", [b"a: 1|b: \xff", "a: 1|é: \u2028", "a: 1|b: \ud800", "a: 1|b: \x07"])
def test_a_line_ends_at_a_return_a_feed_or_both(text, end):
    """YAML 1.2.2 §5.4."""
    whole = text.replace(b"|", end.encode()) if isinstance(text, bytes) else text.replace("|", end)
    (fault,) = compose(whole).faults
    assert (fault.kind, fault.line, fault.column) == ("encoding", 2, 4)
