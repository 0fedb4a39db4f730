"""Markdown: a table for each file with findings, in which names cannot be markup."""

from __future__ import annotations

from pantin.report import Finding, Report
from pantin.report.render.markdown import render


def test_rules_are_rows_with_a_count_the_worst_first():
    findings = (
        Finding("R-A", "info", "unused", "/nodes/1"),
        Finding("R-B", "error", "a | b", "/nodes/0", fix="remove it"),
        Finding("R-B", "error", "c", "/nodes/2", fix="remove it"),
    )
    text = "".join(render([Report("hero.glb", "glb", findings), Report("clean.glb", "glb")]))
    assert text == (
        "## Pantin\n\n### hero.glb\n\n2 errors of 1 rule (2 fixable), 1 info\n\n"
        "| severity | rule | count | first | message |\n| --- | --- | ---: | --- | --- |\n"
        "| error | R-B | 2 | /nodes/0 | a \\| b \\[fixable\\] |\n"
        "| info | R-A | 1 | /nodes/1 | unused |\n\n"
        "2 files: 1 clean, 1 with errors (2 errors of 1 rule); pantin fix repairs 2 findings\n"
    )


def test_names_are_no_markup():
    finding = Finding("R", "error", "<script>[x](y)`*\n| a")
    text = "".join(render([Report("a_b.glb", "glb", (finding,))]))
    assert "### a\\_b.glb\n" in text
    assert "\\<script\\>\\[x\\](y)\\`\\*\\\\n\\| a" in text
