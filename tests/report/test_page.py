"""The pages that scripts/write_catalogue.py writes are current."""

from __future__ import annotations

import runpy
from pathlib import Path

from pantin.report import Rule
from pantin.verbs.explain import rules

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "write_catalogue.py"))


def test_the_page_in_the_documentation_is_current():
    written = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert written == SCRIPT["rules_page"](rules()), "run scripts/catalogue"


def test_a_rule_has_a_row_and_a_section():
    doc = "A|B is broken.\n\nWhat: a.\nWhy: w.\nFix: m.\nSource: s."
    text = SCRIPT["rules_page"]({"TEST-AB": Rule("TEST-AB", "error", "m", doc, lambda: iter(()))})
    assert "| [`TEST-AB`](#test-ab) | error | A\\|B is broken |" in text
    assert "### TEST-AB { #test-ab }\n\nA|B is broken.\n\n- **Severity:** error\n- **What:** a." in text


def test_the_table_of_formats_is_current():
    assert (ROOT / "docs" / "formats.md").read_text(encoding="utf-8") == SCRIPT["formats_page"]()


def test_the_table_of_versions_is_current():
    assert (ROOT / "docs" / "rigy-versions.md").read_text(encoding="utf-8") == SCRIPT["versions_page"]()
