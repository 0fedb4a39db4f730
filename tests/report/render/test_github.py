"""Workflow commands, escaped as the Actions toolkit does (packages/core/src/command.ts)."""

from __future__ import annotations

import pytest

from pantin.report import Finding, Report
from pantin.report.render.github import render


@pytest.mark.parametrize(
    ("finding", "command"),
    [
        (Finding("R-1", "error", "no", "/a", 3, 4), "::error file=a.gltf,line=3,col=4,title=R-1::no\n"),
        (Finding("R-1", "warning", "no", "/a"), "::warning file=a.gltf,title=R-1::/a: no\n"),
        (Finding("R-1", "info", "no"), "::notice file=a.gltf,title=R-1::no\n"),
        (Finding("R-1", "info", "50%: a, b"), "::notice file=a.gltf,title=R-1::50%25: a, b\n"),
        (Finding("R-1", "info", "a\n::error::x"), "::notice file=a.gltf,title=R-1::a\\n::error::x\n"),
    ],
)
def test_a_finding_is_one_command(finding, command):
    assert list(render([Report("a.gltf", "gltf", (finding,))])) == [command]


def test_delimiters_in_a_path_are_escaped():
    finding = Finding("R-1", "error", "no")
    assert list(render([Report("a,b:c%.gltf", "gltf", (finding,))])) == [
        "::error file=a%2Cb%3Ac%25.gltf,title=R-1::no\n"
    ]


def test_an_escape_in_a_path_is_no_separator():
    """The escape of a control character has a backslash, which is a separator in no path."""
    finding = Finding("R-1", "error", "no")
    assert list(render([Report("a/b\x1b.gltf", "gltf", (finding,))])) == [
        "::error file=a/b\\x1b.gltf,title=R-1::no\n"
    ]


def test_a_rule_is_one_command_for_each_file_with_a_count():
    findings = tuple(Finding("R-1", "error", f"no {index}", f"/a/{index}") for index in range(1240))
    reports = [Report("a.glb", "glb", findings), Report("b.glb", "glb", findings[:1])]
    assert list(render(reports)) == [
        "::error file=a.glb,title=R-1::/a/0: no 0 (and 1,239 more)\n",
        "::error file=b.glb,title=R-1::/a/0: no 0\n",
    ]


def test_errors_come_first_and_no_more_than_github_shows():
    findings = [Finding(f"I-{index}", "info", "i") for index in range(12)]
    findings += [Finding(f"W-{index}", "warning", "w") for index in range(3)]
    findings += [Finding(f"E-{index}", "error", "e") for index in range(11)]
    reports = [Report("a.glb", "glb", tuple(findings)), Report("b.glb", "glb", tuple(findings))]
    levels = [line.split(" ")[0] for line in render(reports)]
    assert levels == ["::error"] * 10 + ["::warning"] * 6 + ["::notice"] * 10
