"""Verbs that a format offers, and the sentence for those that it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

import pantin
from pantin.formats.gltf import FORMAT as GLTF
from pantin.verbs.editing import edit_of

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_gltf_has_every_edit():
    """`store_in_place` is for formats that store some edits of a rig: documents of glTF store all."""
    assert [name for name in GLTF.edits._fields if getattr(GLTF.edits, name) is None] == ["store_in_place"]


def test_what_a_format_cannot_do_is_refused_with_those_that_can():
    creature = pantin.load(EXAMPLES / "g4mf" / "creature.g4b")
    assert edit_of(creature, "bake_pose") is creature.format.edits.bake_pose
    with pytest.raises(
        pantin.Unsupported, match=r"creature\.g4b is a G4MF file; only glTF files support this"
    ):
        edit_of(creature, "append_clip")
    with pytest.raises(pantin.Unsupported, match=r"is an OFF file; only glTF, G4MF files support this"):
        edit_of(pantin.load(EXAMPLES / "g4mf" / "tesseract.off"), "bake_pose")
