"""Fixes of sources: which findings they remove, that comments and everything else stay, and that a fixed
source compiles to the same rig."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.formats.rigy.editor.fixes import correct_spelling, raise_version
from pantin.formats.rigy.fixes import edits_of
from pantin.verbs.fix import fix, fix_file, load_to_fix
from pantin.verbs.verb import Files

CASES = Path(__file__).parents[2] / "cases"
SAFE = ("RIGY-P10", "RIGY-P16", "RIGY-P85")

SOURCE = """\
# A lid.
rigy_version: "0.3"   # the language
meshes:
  - id: m             # the mesh
    primitives:
      - {id: lid, type: box, dimensions: {x: 1, y: 2, z: 3}}
"""


def source(path):
    return load_to_fix(Files(path, str(path)), False)


def cases():
    return sorted(path for path in CASES.glob("RIGY-*/bad*.yaml") if path.name.count(".") == 2)


@pytest.mark.parametrize("rule", SAFE)
def test_the_finding_of_the_bad_case_goes(rule):
    asset = source(CASES / rule / "bad.rigy.yaml")
    assert any(finding.rule == rule and finding.is_fixable for finding in asset.report.findings)
    fixed = fix(asset)
    assert rule not in {finding.rule for finding in fixed.report.findings}
    assert fix(fixed).changes == []


def test_comments_and_order_stay(tmp_path):
    (tmp_path / "a.rigy.yaml").write_text(SOURCE, encoding="utf-8")
    fix_file(Files(tmp_path / "a.rigy.yaml", "a", str(tmp_path / "b.rigy.yaml")))
    written = (tmp_path / "b.rigy.yaml").read_text(encoding="utf-8")
    assert written == SOURCE.replace("rigy_version", "version")


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_safe_fix_keeps_the_rig(tmp_path, ending):
    path = tmp_path / "a.rigy.yaml"
    path.write_bytes(SOURCE.replace("\n", ending).encode())
    fixed = fix(source(path))
    assert fixed.changes
    assert pantin.diff(pantin.load(path), fixed.rig).equal
    before, after = (each.meshes[0].surfaces[0].positions for each in (pantin.load(path).rig, fixed.rig))
    np.testing.assert_array_equal(before, after)


def test_a_source_that_does_not_compile_is_fixed_in_rounds(tmp_path):
    """The number hides what else is wrong; only --unsafe replaces a name by the nearest one."""
    text = SOURCE.replace('"0.3"', "0.3").replace("dimensions", "dimension")
    (tmp_path / "a.rigy.yaml").write_text(text, encoding="utf-8")
    asset = source(tmp_path / "a.rigy.yaml")
    with pytest.raises(pantin.BadFile):
        pantin.load(tmp_path / "a.rigy.yaml")
    assert [finding.rule for finding in fix(asset).report.errors] == ["RIGY-V33"]
    assert fix(asset, unsafe=True).report.findings == ()


@pytest.mark.parametrize("path", cases(), ids=lambda path: path.parent.name)
def test_whatever_is_marked_as_fixable_is_fixed(path):
    fixed = fix(source(path))
    assert not [finding for finding in fixed.report.findings if finding.is_fixable]


@pytest.mark.parametrize("path", cases(), ids=lambda path: path.parent.name)
def test_every_suggestion_of_a_message_is_marked_as_an_unsafe_fix(path):
    asset = source(path)
    for finding in asset.report.findings:
        guesses = [edits_of(asset.document, finding, make) for make in (correct_spelling, raise_version)]
        if any(guesses) and not finding.is_fixable:
            assert finding.fix is not None
            assert finding.unsafe


def test_a_source_is_not_fixed_into_a_model(tmp_path):
    (tmp_path / "a.rigy.yaml").write_text(SOURCE, encoding="utf-8")
    with pytest.raises(ValueError, match="is a Rigy source, and fix keeps the format"):
        fix_file(Files(tmp_path / "a.rigy.yaml", "a", str(tmp_path / "b.glb")))


def test_findings_in_imported_files_are_left_to_them(tmp_path):
    (tmp_path / "part.rigy.yaml").write_text(SOURCE, encoding="utf-8")
    text = 'version: "0.3"\nimports: {part: part.rigy.yaml}\ninstances: [{id: one, import: part}]\n'
    (tmp_path / "whole.rigy.yaml").write_text(text, encoding="utf-8")
    assert fix(source(tmp_path / "whole.rigy.yaml")).changes == []
