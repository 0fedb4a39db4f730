"""Kinds of values: what they read, what they refuse, and what stands for what was refused."""

from __future__ import annotations

import math

import pytest

from pantin.formats.rigy.schema.kinds import (
    NUMBER_SCHEMA,
    Faults,
    Index,
    Key,
    ListOf,
    MapOf,
    Number,
    ObjectOf,
    String,
    Vector,
    Word,
    name_of,
)
from pantin.formats.rigy.source import REFUSED, compose

THING = ObjectOf("thing", dict, {"id": Key(String()), "size": Key(Number(), 1.0)})


def read(kind, text):
    faults = Faults()
    value = kind.read(compose(text).root, ("key",), faults)
    return value, [one.kind for one in faults.listed]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (String(), "abc", "abc"),
        (Word(("x", "y")), "y", "y"),
        (Number(), "3", 3.0),
        (Index(), "0", 0),
        (Vector(2), "[1, 2.5]", (1.0, 2.5)),
        (ListOf(Number()), "[]", ()),
        (ListOf(THING, single=True), "{id: a}", ({"path": ("key",), "id": "a", "size": 1.0},)),
        (MapOf(Number()), "{a: 1}", {"a": 1.0}),
    ],
)
def test_what_is_read(kind, text, value):
    assert read(kind, text) == (value, [])


@pytest.mark.parametrize(
    ("kind", "text", "fault"),
    [
        (String(), "3", "type"),
        (String(), "''", "empty"),
        (Word(("x",)), "z", "word"),
        (Word(("x",)), "1", "type"),
        (Number(), "true", "type"),
        (Number(), "'1'", "type"),
        (Number(), ".inf", "finite"),
        (Index(), "-1", "index"),
        (Index(), "1.0", "type"),
        (Vector(3), "[1, 2]", "length"),
        (Vector(3), "5", "type"),
        (ListOf(String(), length=3), "[a]", "length"),
        (MapOf(Number()), "[]", "type"),
        (THING, "{size: 2}", "missing"),
        (THING, "{id: a, szie: 2}", "unknown key"),
        (THING, "7", "type"),
    ],
)
def test_what_is_refused(kind, text, fault):
    assert read(kind, text)[1] == [fault]


def test_what_was_refused_before_is_passed_over_in_silence():
    faults = Faults()
    assert math.isnan(Number().read(REFUSED, (), faults))
    assert Vector(2).read(REFUSED, (), faults)
    assert THING.read(REFUSED, (), faults)
    assert not faults.listed


def test_only_a_key_that_may_hold_nothing_may_be_written_empty():
    thing = ObjectOf(
        "thing", dict, {"id": Key(String(), None), "tags": Key(ListOf(String()), (), nullable=True)}
    )
    assert read(thing, "{id: , tags: }") == ({"path": ("key",), "id": None, "tags": ()}, [])
    assert read(THING, "{id: a, size: }")[1] == ["type"]


def test_how_a_message_names_a_value():
    assert [name_of(value) for value in (None, True, 3, "x", [], {})] == [
        "an empty value",
        "true",
        "3",
        "the string 'x'",
        "a list",
        "a mapping",
    ]


def test_kinds_describe_themselves():
    assert THING.schema() == {
        "type": "object",
        "properties": {"id": {"type": "string", "minLength": 1}, "size": NUMBER_SCHEMA},
        "additionalProperties": False,
        "required": ["id"],
    }
