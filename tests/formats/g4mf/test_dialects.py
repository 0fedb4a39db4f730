"""Older spellings are seen, once for each kind."""

from __future__ import annotations

from pantin.formats.g4mf.dialects import older_forms
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.upgrade import upgrade


def test_every_older_spelling_is_named_once(rigs):
    result = {form.was: form for form in older_forms(read(rigs.random_rig(0, 4, "A").binary(implicit=True)))}
    assert set(result) == {
        "primitiveType",
        "cells",
        "mesh as a number",
        "normals as a number",
        "textureMap as a number",
        "normal of a blend shape",
        "textureMap of a blend shape",
        "a buffer without `chunk`",
    }
    assert result["cells"].count == 2


def test_the_newest_form_has_none(rigs, kit):
    assert not list(older_forms(read(kit.binary())))
    for dialect in "ABC":
        assert not list(older_forms(upgrade(read(rigs.random_rig(0, 4, dialect).binary(implicit=True)))))


def test_older_lights_models_and_bones_are_named():
    tree = b'{"asset":{"dimension":3},"lights":[{}],"models":[],"nodes":[{"light":0,"boneLength":-1}]}'
    assert {form.was for form in older_forms(read(tree))} == {
        "lights",
        "models",
        "light as a number",
        "boneLength",
    }
