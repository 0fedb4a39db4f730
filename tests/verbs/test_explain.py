"""Warnings made errors, or left out; the catalogue of rules."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pantin.report import Finding, Report
from pantin.report.warning_policy import apply_policy
from pantin.verbs.explain import parse_rule_ids

ROOT = Path(__file__).parents[2]

REPORT = Report(
    "x",
    "rigy",
    (
        Finding("RIGY-W01", "warning", "one"),
        Finding("RIGY-W03", "warning", "three"),
        Finding("RIGY-P16", "info", "note"),
        Finding("RIGY-V06", "error", "bad"),
    ),
)


@pytest.mark.parametrize(
    ("as_errors", "ignored", "kept"),
    [
        (None, None, ["warning", "warning", "info", "error"]),
        ("W01", None, ["error", "warning", "info", "error"]),
        ("all", "P16", ["error", "error", "error"]),
        (None, "RIGY-W01, W03,V06", ["info", "error"]),
    ],
)
def test_what_is_left(as_errors, ignored, kept):
    """An error cannot be ignored, and a note is no warning."""
    assert [
        finding.severity
        for finding in apply_policy(REPORT, parse_rule_ids(as_errors), parse_rule_ids(ignored)).findings
    ] == kept


def test_a_rule_that_does_not_exist_is_wrong_usage():
    with pytest.raises(ValueError, match="W99"):
        parse_rule_ids("W01,W99")


def test_the_catalogue_has_every_rule_in_the_source():
    """In a new process: rules that another module happened to import are not missed there."""
    decorated = re.compile(r'@rule\(\s*"([A-Z0-9]+-[A-Z0-9_-]+)"')
    stated = {
        id
        for module in (ROOT / "src" / "pantin").rglob("*.py")
        for id in decorated.findall(module.read_text(encoding="utf-8"))
    }
    program = "from pantin.verbs.explain import rules; print(*rules())"
    listed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert len(stated) > 500
    assert not stated - set(listed.stdout.split())
