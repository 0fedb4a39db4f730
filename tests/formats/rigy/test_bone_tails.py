"""The ends of leaf bones of a Rigy source: lengths where the target has them, else reported."""

from __future__ import annotations

from pathlib import Path

import pytest

import pantin

CASES = Path(__file__).parents[2] / "cases" / "LOSS-BONE_TAIL"


@pytest.mark.parametrize("suffix", [".g4b", ".npz"])
def test_an_end_along_the_bone_is_its_length(suffix, tmp_path):
    """The bone begins at 1 and ends at 1.25; its parent ends where it begins."""
    report = pantin.convert(CASES / "good.rigy.yaml", tmp_path / f"a{suffix}")
    assert "LOSS-BONE_TAIL" not in {finding.rule for finding in report.findings}
    nodes = pantin.load(tmp_path / f"a{suffix}").rig.nodes
    lengths = dict(zip(nodes.names, nodes.bone_lengths.tolist(), strict=True))
    assert lengths["tip"] == 0.25


def test_an_end_elsewhere_is_reported(tmp_path):
    report = pantin.convert(CASES / "bad.rigy.yaml", tmp_path / "a.g4b")
    (finding,) = [finding for finding in report.findings if finding.rule == "LOSS-BONE_TAIL"]
    assert finding.severity == "info"
    assert "dropped the tail of 1 bone: bone lengths are along +Y" in finding.message


def test_a_compiled_glb_has_the_bytes_of_the_language(tmp_path):
    """The specification defines its nodes, so it gets neither lengths nor an extension."""
    pantin.convert(CASES / "good.rigy.yaml", tmp_path / "a.glb")
    assert b"extensions" not in (tmp_path / "a.glb").read_bytes()
