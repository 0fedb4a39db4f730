"""The pages that scripts/write_catalogue.py writes are current."""

from __future__ import annotations

import runpy
from pathlib import Path

from pantin.report import Rule
from pantin.verbs.explain import rules

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "write_catalogue.py"))


def test_the_pages_in_the_documentation_are_current():
    written = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert written == SCRIPT["rules_page"](rules()), "run scripts/catalogue"
    folder = ROOT / "docs" / "rules"
    pages = {f"rules/{page.name}": page.read_text(encoding="utf-8") for page in folder.iterdir()}
    assert pages == SCRIPT["family_pages"](rules()), "run scripts/catalogue"


def test_a_rule_has_a_row_and_a_section():
    doc = "A|B is broken.\n\nWhat: a.\nWhy: w.\nFix: m.\nSource: s."
    broken = {"TEST-AB": Rule("TEST-AB", "error", "m", doc, lambda: iter(()))}
    row = "| [`TEST-AB`](rules/test.md#test-ab) | error | A&#124;B is broken |"
    assert row in SCRIPT["rules_page"](broken)
    (page,) = SCRIPT["family_pages"](broken).values()
    assert "## TEST-AB { #test-ab }\n\nA|B is broken.\n\n- **Severity:** error\n- **What:** a." in page


def test_the_table_of_formats_is_current():
    assert (ROOT / "docs" / "formats.md").read_text(encoding="utf-8") == SCRIPT["formats_page"]()


def test_the_table_of_versions_is_current():
    assert (ROOT / "docs" / "rigy-versions.md").read_text(encoding="utf-8") == SCRIPT["versions_page"]()
