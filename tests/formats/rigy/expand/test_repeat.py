"""`repeat`: indices as numbers and inside texts, nesting, nothing at all."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.expand.repeat import Repeats, TooManyValues
from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.source import compose


def expanded(text: str, room: int = 1000):
    root, faults = compose(text).root, Faults()
    Repeats(faults, room).expand(root, ())
    return root, [one.kind for one in faults.listed]


def test_an_index_alone_is_a_number_and_inside_a_text_a_text():
    """Rigy chapter 10.3, Substitution Semantics."""
    text = 'a: [{repeat: {count: 2, as: i, body: {n: "${i}", id: "p${i}", at: ["${i}", 0]}}}]'
    root, faults = expanded(text)
    assert root == {"a": [{"n": 0, "id": "p0", "at": [0, 0]}, {"n": 1, "id": "p1", "at": [1, 0]}]}
    assert faults == []


def test_repeats_nest_from_the_outside():
    inner = '{repeat: {count: "${i}", as: j, body: {id: "${i}-${j}"}}}'
    root, faults = expanded(f"a: [{{repeat: {{count: 3, as: i, body: {{b: [{inner}]}}}}}}]")
    assert [[each["id"] for each in one["b"]] for one in root["a"]] == [[], ["1-0"], ["2-0", "2-1"]]
    assert faults == []


def test_none_at_all():
    assert expanded("a: [{repeat: {count: 0, as: i, body: {}}}]") == ({"a": []}, [])


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a: {repeat: {count: 1}}", "repeat"),
        ("repeat: {count: 1, as: i, body: {}}", "repeat"),
        ("a: [{repeat: 3}]", "repeat"),
        ("a: [{repeat: {count: 1, as: i}}]", "repeat"),
        ("a: [{repeat: {count: true, as: i, body: {}}}]", "repeat count"),
        ("a: [{repeat: {count: 1, as: 1, body: {}}}]", "repeat as"),
        ("a: [{repeat: {count: 1, as: i, body: []}}]", "repeat"),
    ],
)
def test_what_is_no_repeat_is_a_fault(text, kind):
    assert expanded(text)[1] == [kind]


def test_room_is_kept():
    with pytest.raises(TooManyValues):
        expanded("a: [{repeat: {count: 1000, as: i, body: {id: 1}}}]", room=100)


def test_what_tools_read_is_left_alone():
    """Rigy chapter 10.1: `geometry_checks` has no meaning here."""
    text = "geometry_checks: [{repeat: 3}, {repeat: {count: 2, as: i, body: {}}}]"
    root, faults = expanded(text)
    assert (len(root["geometry_checks"]), faults) == (2, [])


def test_too_much_is_refused_before_the_first_copy():
    """A count of thirty digits takes no longer than one of two."""
    with pytest.raises(TooManyValues):
        expanded(f"a: [{{repeat: {{count: {10**30}, as: i, body: {{}}}}}}]", room=10**12)
