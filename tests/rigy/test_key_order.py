"""The order of keys: that of the schema, entries moved whole."""

from __future__ import annotations

from pantin.rigy.key_order import ordered
from pantin.rigy.schema.export import KINDS

DOCUMENT = KINDS["rigy"][1]


def test_entries_inside_repeats_and_macros_are_ordered_too():
    text = (
        "meshes:\n"
        "  - primitives:\n"
        "      - repeat:\n"
        "          body: {type: box, id: a}\n"
        "          count: 2\n"
        "          as: i\n"
        "      - {id: wall, macro: box_decompose}\n"
    )
    assert ordered(text, DOCUMENT) == (
        "meshes:\n"
        "  - primitives:\n"
        "      - repeat:\n"
        "          count: 2\n"
        "          as: i\n"
        "          body: {id: a, type: box}\n"
        "      - {macro: box_decompose, id: wall}\n"
    )


def test_names_the_author_chooses_keep_their_order():
    text = "materials:\n  z: {base_color: [1]}\n  a: {base_color: [1]}\n"
    assert ordered(text, DOCUMENT) == text
