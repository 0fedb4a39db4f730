"""How messages name things."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.naming import describe, show

TREE = {
    "nodes": [{}, {"name": "Hips"}],
    "meshes": [
        {
            "name": "Body",
            "surfaces": [{"normals": {"geometry": [{}]}}],
            "blend": {"shapes": [{"name": "Smile", "surfaces": [{"normal": {}}]}]},
            "skin": {},
        }
    ],
}


@pytest.mark.parametrize(
    ("pointer", "words"),
    [
        ("/nodes/0", "node 0"),
        ("/nodes/1", 'node "Hips" (1)'),
        ("/meshes/0/surfaces/0", 'surface 0 of mesh "Body" (0)'),
        ("/meshes/0/skin", 'the skin of mesh "Body" (0)'),
        (
            "/meshes/0/surfaces/0/normals/geometry/0",
            'geometry tier 0 of the normals of surface 0 of mesh "Body" (0)',
        ),
        (
            "/meshes/0/blend/shapes/0/surfaces/0/normal",
            'target "normal" of surface entry 0 of blend shape "Smile" (0) of mesh "Body" (0)',
        ),
        ("", "the document"),
    ],
)
def test_things_have_their_names_and_indices(pointer, words):
    assert describe(TREE, pointer) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [(None, "missing"), (True, "true"), ("a", '"a"'), ([1], "an array"), ({}, "an object"), (-1, "-1")],
)
def test_values_are_shown_as_json_has_them(value, words):
    assert show(value) == words
