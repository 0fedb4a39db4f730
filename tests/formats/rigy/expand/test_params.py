"""`params`: whole scalars, types kept, everything else a fault."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.expand.params import (
    TEXT_KEYS,
    is_expression,
    is_identifier,
    param_inserter,
    replace_strings,
    take_params,
)
from pantin.formats.rigy.schema.keys import DOCUMENT
from pantin.formats.rigy.schema.kinds import (
    Faults,
    Index,
    ListOf,
    MapOf,
    Number,
    ObjectOf,
    String,
    Vector,
    Whole,
)
from pantin.formats.rigy.schema.primitive import ANY_PRIMITIVE, MACROS, PrimitiveKind
from pantin.formats.rigy.source import compose


def insert(text: str):
    root, faults = compose(text).root, Faults()
    replace_strings(root, param_inserter(take_params(root, faults), faults), ("params",))
    return root, [one.kind for one in faults.listed]


def test_types_are_kept_and_the_source_is_noted():
    root, faults = insert("params: {r: 2, s: text, t: true}\na: $r\nb: [$s, $t]\n")
    assert (root["a"], root["b"]) == (2, ["text", True])
    assert root.notes == {"a": "$r"}
    assert faults == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("params: []", "params"),
        ("params: {1a: 2}", "params"),
        ("params: {a: [1]}", "params"),
        ("params: {a: ~}", "params"),
        ("params: {a: .nan}", "params"),
        ("params: {a: -.inf}", "params"),
        ("params: {a: $b}", "params"),
        ("a: $b", "unknown param"),
        ("params: {b: 1}\na: x_$b", "param usage"),
        ("a: '${i}'", "unresolved"),
    ],
)
def test_what_stands_for_nothing_is_a_fault(text, kind):
    assert insert(text)[1] == [kind]


def test_expressions_keep_their_params():
    assert insert("params: {b: 1}\na: '=2 * $b'")[0]["a"] == "=2 * $b"


@pytest.mark.parametrize(
    ("name", "is_one"), [("a_1", True), ("_", True), ("1a", False), ("a-b", False), (3, False)]
)
def test_identifiers(name, is_one):
    assert is_identifier(name) is is_one


def test_an_expression_begins_with_its_sign_where_a_number_may_be():
    """Chapter 10.8: a numeric field may have a string beginning with `=`."""
    assert is_expression("=1", ("dimensions", "x"))
    assert is_expression("=", ("translation", 0))
    assert not is_expression("a=1", ("dimensions", "x"))
    assert not is_expression("=1", ("tags", 0))


def test_the_keys_of_strings_are_those_of_the_schema():
    """No number has one of these keys, and every key whose value is any string is among them."""
    strings, numbers = set(), set()

    def walk(kind, key):
        if isinstance(kind, String):
            strings.add(key)
        elif isinstance(kind, Number | Vector | Whole | Index):
            numbers.add(key)
        elif isinstance(kind, ListOf | MapOf):
            walk(kind.item, key)
        elif isinstance(kind, ObjectOf):
            for name, inner in kind.keys.items():
                walk(inner.kind, name)
        elif isinstance(kind, PrimitiveKind):
            for form in (ANY_PRIMITIVE, *MACROS.values()):
                walk(form, key)

    walk(DOCUMENT, "")
    assert strings <= TEXT_KEYS
    assert not numbers & TEXT_KEYS


def test_texts_are_replaced_with_a_note_of_what_they_were():
    root = compose("a: $x\nb: [$x, 1, {c: =x}]\nskip: $x\nplain: x\n").root
    replace_strings(root, lambda text, path: text.upper(), ("skip",))
    assert root == {"a": "$X", "b": ["$X", 1, {"c": "=X"}], "skip": "$x", "plain": "x"}
    assert root["b"].notes == {0: "$x"}
