"""The catalogue page is made from the rules, and docs/rules.md is current."""

from __future__ import annotations

import runpy
from pathlib import Path

from pantin.assets import rules
from pantin.report import Rule
from pantin.report.page import page

ROOT = Path(__file__).parents[2]


def test_the_page_in_the_documentation_is_current():
    written = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert written == page(rules()), "run scripts/catalogue"


def test_a_rule_has_a_row_and_a_section():
    doc = "A|B holds.\n\nWhy: w.\nMend: m.\nSource: s."
    text = page({"TEST-AB": Rule("TEST-AB", "error", "m", doc, lambda: iter(()))})
    assert "| [`TEST-AB`](#test-ab) | error | A\\|B holds. |" in text
    assert "### TEST-AB { #test-ab }\n\nA|B holds.\n\n- **Severity:** error\n- **Why:** w." in text


def test_the_table_of_formats_is_current():
    made = runpy.run_path(str(ROOT / "scripts" / "write_catalogue.py"))
    assert (ROOT / "docs" / "formats.md").read_text(encoding="utf-8") == made["formats_page"]()
