"""The door: the specification's own spellings become canonical ones (Rigy 0.3, Full Example)."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.schema.upgrade import upgrade
from pantin.formats.rigy.source import compose


def upgraded(primitive):
    text, faults = compose(f"version: '0.3'\nmeshes: [{{id: m, primitives: [{primitive}]}}]"), Faults()
    upgrade(text.root, faults)
    return text.root["meshes"][0]["primitives"][0], [one.kind for one in faults.listed]


@pytest.mark.parametrize(
    ("kind", "extents", "sizes"),
    [
        ("box", "[1, 2, 3]", {"x": 1, "y": 2, "z": 3}),
        ("wedge", "[1, 2, 3]", {"x": 1, "y": 2, "z": 3}),
        ("sphere", "[2, 2, 2]", {"radius": 1.0}),
        ("cylinder", "[2, 5, 2]", {"radius": 1.0, "height": 5}),
        ("capsule", "[2, 5, 2]", {"radius": 1.0, "height": 3}),
        ("capsule", "[2, 2, 2]", {"radius": 1.0, "height": 0}),
    ],
)
def test_a_list_is_the_full_extents(kind, extents, sizes):
    primitive, notes = upgraded(f"{{type: {kind}, dimensions: {extents}}}")
    assert primitive["dimensions"] == sizes
    assert notes == ["respelled"]


@pytest.mark.parametrize(
    ("kind", "extents"),
    [
        ("sphere", "[2, 2, 3]"),
        ("cylinder", "[2, 5, 3]"),
        ("capsule", "[2, 1, 2]"),
        ("box", "[1, 2]"),
        ("box", "[1, a, 2]"),
    ],
)
def test_extents_that_no_such_primitive_has(kind, extents):
    assert upgraded(f"{{type: {kind}, dimensions: {extents}}}")[1] == ["extents"]


def test_a_translation_beside_the_type_moves_into_the_transform():
    primitive, notes = upgraded(
        "{type: box, translation: [1, 2, 3], transform: {rotation_degrees: [0, 9, 0]}}"
    )
    assert primitive["transform"] == {"rotation_degrees": [0, 9, 0], "translation": [1, 2, 3]}
    assert "translation" not in primitive
    assert notes == ["respelled"]


def test_two_translations_are_a_conflict():
    assert upgraded("{type: box, translation: [1, 2, 3], transform: {translation: [0, 0, 0]}}")[1] == [
        "conflict"
    ]


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("rigy_version: '0.3'", ["respelled"]),
        ("rigy_version: '0.3'\nversion: '0.3'", ["respelled"]),
        ("rigy_version: '0.2'\nversion: '0.3'", ["conflict"]),
        ("version: '0.3'", []),
    ],
)
def test_the_older_name_of_the_version(text, notes):
    composed, faults = compose(text), Faults()
    upgrade(composed.root, faults)
    assert composed.root == {"version": "0.3"}
    assert [one.kind for one in faults.listed] == notes
