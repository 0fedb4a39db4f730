"""Test files of the Khronos validator: our errors and warnings are those of the report beside each file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read

CORPUS = Path(os.environ.get("PANTIN_CORPUS") or "PANTIN_CORPUS is not set") / "gltf-validator"
SUFFIX = ".report.json"
REPORTS = sorted(CORPUS.rglob(f"*{SUFFIX}"))
# The severities of a report: error, warning, information, hint.
WORST = (0, 1)


@pytest.mark.skipif(not REPORTS, reason=f"no corpus at {CORPUS}")
@pytest.mark.parametrize("report", REPORTS, ids=lambda path: str(path.relative_to(CORPUS)))
def test_errors_and_warnings_are_those_of_the_validator(report):
    messages = json.loads(report.read_text(encoding="utf-8"))["issues"]["messages"]
    expected = {(each["code"], each.get("pointer")) for each in messages if each["severity"] in WORST}
    found = check(read(report.with_name(report.name.removesuffix(SUFFIX))))
    ours = {(each.rule.removeprefix("GLTF-"), each.pointer) for each in found if each.severity != "info"}
    assert ours == expected
