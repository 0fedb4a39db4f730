"""What a check says of files: facts that the cases of single rules do not cover."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.formats.fbx.binary import MAGIC

CASES = Path(__file__).parents[3] / "cases"


def rules_of(path) -> list[str]:
    return [finding.rule for finding in pantin.check(path).findings]


@pytest.mark.parametrize("case", sorted(CASES.glob("FBX-*/good*.fbx")), ids=lambda path: path.parent.name)
def test_a_good_file_has_no_errors(case):
    assert pantin.check(case).errors == ()


def test_valid_files_of_the_corpus_have_no_errors(corpus):
    """Errors are for what is broken: files that the programs wrote are not, but for those that lack
    images."""
    wrong = {}
    for path in sorted((corpus / "fbx" / "ufbx").glob("*.fbx")):
        if path.name.startswith(("maya_", "max_", "blender_", "motionbuilder_", "zbrush_", "revit_")):
            found = {finding.rule for finding in pantin.check(path).errors}
            if found and "bad_face" not in path.name:
                wrong[path.name] = found
    assert wrong == {}


def test_a_file_that_is_cut_keeps_its_findings():
    found = rules_of(CASES / "FBX-TRUNCATED" / "bad.fbx")
    assert "FBX-TRUNCATED" in found


@pytest.mark.parametrize("unit", ["1e308", "1e-300", "-1", "nan"])
def test_a_unit_beyond_all_measure_counts_as_a_centimetre(unit):
    cube = (CASES / "FBX-UNIT" / "bad.fbx").read_bytes()
    line = next(line for line in cube.splitlines() if b'"UnitScaleFactor"' in line)
    edited = cube.replace(line, line[: line.rindex(b",") + 1] + unit.encode())
    sizes = [np.ptp(pantin.load(data, name="x.fbx").rig.meshes[0].surfaces[0].positions) for data in
             (edited, cube.replace(line, b""))]  # fmt: skip
    assert sizes[0] == sizes[1] > 0


def test_every_rule_names_its_source():
    from pantin.verbs.explain import rules

    for id, rule in rules().items():
        if id.startswith(("FBX-", "LOSS-FBX")):
            for section in ("What:", "Why:", "Fix:", "Source:"):
                assert section in rule.doc, id


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (MAGIC.replace(b"\x00", b" ") + bytes(40), "the binary FBX file has a damaged header"),
        (MAGIC[:20], "the binary FBX file ends within its header"),
        (b"a README", "not an FBX file"),
    ],
)
def test_what_is_wrong_with_a_header_is_said(data, why):
    """transparentTest.fbx of assimp was copied as text, with spaces for zeros."""
    (finding,) = pantin.check(data, name="x.fbx").errors
    assert finding.rule == "FBX-UNREADABLE"
    assert finding.message.startswith(why)
