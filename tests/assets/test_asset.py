"""What all assets have in common."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import pantin
from pantin.assets.asset import not_yet_said
from pantin.report import Finding

EXAMPLES = Path(__file__).parents[2] / "examples"
BROKEN = Finding("GLTF-TYPE_MISMATCH", "error", "no number", "/nodes/3/rotation")


@pytest.mark.parametrize(
    ("pointer", "said"),
    [("/nodes/3/rotation", True), ("/nodes/3", True), ("/nodes", True), ("/nodes/4", False), ("/nod", False)],
)
def test_what_is_left_out_is_not_said_where_the_cause_was(pointer, said):
    """The cause stands at the place, or inside of it."""
    left_out = Finding("RIG-LEFT_OUT", "warning", "the node is left out", pointer)
    assert not_yet_said([left_out], [BROKEN]) == ([] if said else [left_out])


def test_an_info_is_no_cause():
    left_out = Finding("RIG-LEFT_OUT", "warning", "the node is left out", BROKEN.pointer)
    assert not_yet_said([left_out], [replace(BROKEN, severity="info")]) == [left_out]


def test_each_file_is_an_asset_of_its_family():
    families = {"arm.glb": "glTF", "g4mf/creature.g4b": "G4MF", "g4mf/tesseract.off": "OFF"}
    for name, family in families.items():
        asset = pantin.load(EXAMPLES / name)
        assert isinstance(asset, pantin.Asset)
        assert asset.family == family
