"""Older spellings replaced in the text itself."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.respell import respell


@pytest.mark.parametrize(
    "text",
    [
        "version: '0.3'",
        "[]",
        "",
        "meshes: [{primitives: [{type: box, dimensions: {x: 1, width: 2}}]}]",
        "meshes: [{primitives: [{type: box, dimensions: [1, 2]}]}]",
        "meshes: [{primitives: [{type: cone, dimensions: [1, 2, 3]}]}]",
        "meshes:\n- primitives:\n  - translation:\n    - 1 # one\n    - 2\n    - 3\n",
    ],
)
def test_what_has_no_single_way_to_be_replaced_stays(text):
    """A comment inside the value, both spellings at once, or a list that means nothing."""
    assert respell(text) == text


def test_a_translation_joins_the_transform():
    text = (
        "meshes:\n- primitives:\n  - id: a\n    transform:\n      rotation_euler: [0, 0, 1]\n"
        "    translation: [1, 2, 3]\n"
    )
    assert respell(text) == (
        "meshes:\n- primitives:\n  - id: a\n    transform:\n      translation: [1, 2, 3]\n"
        "      rotation_euler: [0, 0, 1]\n"
    )


def test_a_comment_between_key_and_value_is_not_lost():
    text = "meshes:\n- primitives:\n  - translation:  # where\n    - 1\n    - 2\n    - 3\n"
    assert respell(text) == text


@pytest.mark.parametrize("transform", ["", "    transform:\n      rotation_euler: [0, 0, 1]\n"])
def test_lines_end_as_they_did(transform):
    text = f"meshes:\n- primitives:\n  - id: a\n{transform}    translation: [1, 2, 3]\n    type: box\n"
    assert respell(text.replace("\n", "\r\n")) == respell(text).replace("\n", "\r\n")
