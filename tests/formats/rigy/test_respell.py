"""Older spellings replaced in the text itself."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.compile import compile_text
from pantin.formats.rigy.formatting import format_text
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
        "meshes:\n- primitives:\n  - translation:\n    - - 1\n      - 2\n",
        "meshes:\n- primitives:\n  - translation:\n    - 1\n    -\n    - a: 2\n",
        "meshes:\n- primitives:\n  - translation:\n    - |\n      1\n    - 2, 3\n",
    ],
)
def test_what_has_no_single_way_to_be_replaced_stays(text):
    """A comment inside the value, both spellings at once, or a list that means nothing or has no numbers."""
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


@pytest.mark.parametrize(
    ("listed", "written"),
    [
        ("[0.08, 0.3, 0.08]", "{radius: 0.04, height: 0.22}"),
        ("[0.07, 0.28, 0.07]", "{radius: 0.035, height: 0.21}"),
        ("[0.1, 0.7, 0.1]", "{radius: 0.05, height: 0.6}"),
        ("[0.00001, 1, 0.00001]", "{radius: 0.000005, height: 0.99999}"),
        ("[1e-30, 2e-30, 1e-30]", "{radius: 5e-31, height: 1e-30}"),
    ],
)
def test_numbers_are_written_as_people_write_them(listed, written):
    """The difference of two decimals is a decimal: 0.3 − 0.08 is 0.22, not 0.21999999999999997."""
    text = (
        f'version: "0.3"\nmeshes: [{{id: m, primitives: [{{id: p, type: capsule, dimensions: {listed}}}]}}]\n'
    )
    assert f"dimensions: {written}" in format_text(text)
    before, after = (compile_text(made).rig.meshes[0].surfaces[0] for made in (text, format_text(text)))
    assert (before.positions == after.positions).all()


def test_numbers_that_stay_keep_their_digits():
    text = (
        'version: "0.3"\nmeshes: [{id: m, primitives: [{id: p, type: box, dimensions: [1.50, 2, 3.0e0]}]}]\n'
    )
    assert "dimensions: {x: 1.50, y: 2, z: 3.0e0}" in format_text(text)
