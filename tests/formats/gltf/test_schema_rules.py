"""How the rules about shape judge one value, and how they write it."""

from __future__ import annotations

import pytest

from pantin.formats.gltf import schema_rules as shape
from pantin.formats.members.faults import SHOWN_LENGTH, shown


@pytest.mark.parametrize(
    ("value", "kinds"),
    [
        (None, set()),
        (True, {"boolean"}),
        (1, {"integer", "number"}),
        (1.0, {"integer", "number"}),
        (1.5, {"number"}),
        (float("inf"), {"number"}),
        ("a", {"string"}),
        ([], {"array"}),
        ({}, {"object"}),
    ],
)
def test_kinds_of_json_values(value, kinds):
    known = ("object", "array", "string", "number", "integer", "boolean")
    assert {kind for kind in known if shape.is_a(value, kind)} == kinds


def test_values_are_shown_as_json_writes_them_and_short():
    assert [shown(value) for value in (None, True, 1.5, "a", {}, [])] == [
        "null",
        "true",
        "1.5",
        '"a"',
        "an object",
        "an array",
    ]
    assert len(shown("a" * 1000)) == SHOWN_LENGTH + 1


def test_many_wrong_elements_are_one_finding():
    (finding,) = shape.array_type_mismatch(("a",), [1, "x", None], "number")
    assert finding.message == 'element 1 of "a" is "x", expected a number (and 1 more element)'


def test_the_root_is_written_as_the_khronos_validator_writes_it():
    assert [shape.where(place) for place in (None, (), ("a", 0))] == ["", "/", "/a/0"]


def test_infinity_is_in_no_range():
    (finding,) = shape.value_not_in_range((), float("inf"), None, None)
    assert finding.message == "the root object is inf, expected a finite number"
