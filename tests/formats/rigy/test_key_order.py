"""The order of keys: that of the schema, entries moved whole."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.key_order import order_keys
from pantin.formats.rigy.schema.keys import KINDS

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
    assert order_keys(text, DOCUMENT) == (
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
    assert order_keys(text, DOCUMENT) == text


@pytest.mark.parametrize(
    "text",
    [
        '?\n\nversion: "0.3"\n',
        '? meshes\nversion: "0.3"\n',
        '? meshes\n: []\nversion: "0.3"\n',
        'meshes: []\n? # which?\n  version\n: "0.3"\n',
        'meshes: []\n? version\n: "0.3"\n',
        '{meshes: [], ? version : "0.3"}\n',
    ],
)
def test_a_mapping_with_a_question_mark_stays_as_it_is(text):
    assert order_keys(text, DOCUMENT) == text


def test_a_question_mark_in_a_comment_is_no_key():
    text = 'meshes: []\n# which?\nversion: "0.3"\n'
    assert order_keys(text, DOCUMENT) == '# which?\nversion: "0.3"\nmeshes: []\n'
