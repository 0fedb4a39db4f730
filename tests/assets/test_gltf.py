"""glTF files among the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pantin
from pantin.assets.gltf import in_gltf, other_version, summarise
from pantin.formats.gltf.document import read

EXAMPLES = Path(__file__).parents[2] / "examples"


def named(version):
    return read(json.dumps({"asset": {"version": version}}).encode(), name="a.gltf")


@pytest.mark.parametrize(("stated", "other"), [("2.0", ""), ("2.1", ""), ("1.0", "1.0"), ("3.0", "3.0")])
def test_another_version_of_the_format_is_told(stated, other):
    """A minor version can be read by what reads the major one (glTF 2.0 §2.2)."""
    assert other_version(named(stated)) == other


@pytest.mark.parametrize("nonsense", ["", "two", 2, None, [], {}])
def test_what_is_no_version_is_for_the_rules_to_tell(nonsense):
    assert other_version(named(nonsense)) == ""


def test_an_asset_of_its_own_family_is_given_back():
    asset = pantin.load(EXAMPLES / "arm.glb")
    assert in_gltf(asset) is asset


def test_a_summary_of_a_file_without_a_rig_has_no_figures():
    summary, figures = summarise(b'{"asset": {"version": "1.0"}}', name="a.gltf")
    assert summary.readable
    assert figures is None


def test_a_summary_of_no_model_is_refused():
    with pytest.raises(pantin.BadFile, match="format"):
        summarise(b"dear diary", name="a.txt")


def test_what_is_left_out_of_the_rig_of_a_text_has_its_line_and_column():
    """So that `pose` and `render`, which tell nothing else, say where to look."""
    text = b'{"asset":{"version":"2.0"},\n "nodes":[{},\n  {"children":[0,0]}]}'
    (finding,) = pantin.load(text, name="a.gltf").lifted.findings
    assert (finding.pointer, finding.line, finding.column) == ("/nodes/1/children/1", 3, 18)
