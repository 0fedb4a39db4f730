"""Where a cursor is, in texts that are being typed."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.editor.cursor import find_cursor, kind_at
from pantin.formats.rigy.schema.keys import DOCUMENT
from pantin.formats.rigy.schema.kinds import ObjectOf

HEAD = """version: "0.13"
meshes:
  - id: body
    primitives:
      - {id: a, type: capsule}
"""


@pytest.mark.parametrize(
    ("typed", "path", "is_key", "word"),
    [
        ("", (), True, ""),
        ("arm", (), True, "arm"),
        ("armatures:\n- id: r\n  bo", ("armatures", "[]"), True, "bo"),
        ("armatures:\n  - id: r\n    bones:\n      - ", ("armatures", "[]", "bones", "[]"), True, ""),
        ("armatures:\n  - bones:\n      - {id: x, pa", ("armatures", "[]", "bones", "[]"), True, "pa"),
        (
            "armatures:\n  - bones:\n      - {id: x, parent: no",
            ("armatures", "[]", "bones", "[]", "parent"),
            False,
            "no",
        ),
        ("anchors:\n  - {id: x,\n     tra", ("anchors", "[]"), True, "tra"),
        ("anchors: [{id: x, open: [1\nposes:\n  - i", ("poses", "[]"), True, "i"),
        ('symmetry: {mirror_x: {prefix_from: "a, b", pre', ("symmetry", "mirror_x"), True, "pre"),
        ("# a comment\nskinning_solver: d", ("skinning_solver",), False, "d"),
        ("anchors:\n  - id: x\n    translation: [0, ", ("anchors", "[]", "translation", "[]"), False, ""),
    ],
)
def test_the_path_follows_indentation_and_brackets(typed, path, is_key, word):
    text = HEAD + typed
    cursor = find_cursor(text, text.count("\n"), len(text) - (text.rfind("\n") + 1))
    assert (cursor.path, cursor.is_key, cursor.word) == (path, is_key, word)


def test_keys_above_and_below_are_known_and_choose_the_form():
    text = HEAD + "      - id: b\n        \n        type: implicit_surface\n        iso: 1\n"
    cursor = find_cursor(text, 6, 8)
    assert cursor.keys == {"id": "b", "type": "implicit_surface", "iso": "1"}
    form = kind_at(DOCUMENT, cursor)
    assert isinstance(form, ObjectOf)
    assert form.what == "implicit surface"


def test_dimensions_are_those_of_the_type():
    text = HEAD.replace("type: capsule", "type: sphere, dimensions: {")
    cursor = find_cursor(text, 4, text.split("\n")[4].index("dimensions: {") + 13)
    form = kind_at(DOCUMENT, cursor)
    assert isinstance(form, ObjectOf)
    assert list(form.keys) == ["radius"]
