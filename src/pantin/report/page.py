"""The catalogue of rules as a Markdown page, for the documentation."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.report.catalogue import Rules, families
from pantin.report.explanation import explain
from pantin.report.rule import Rule

OPENING = """\
# Rules

Written by `scripts/catalogue` from the docstrings of the rules; edit those, not this page.
`pantin explain ID` prints the same in a terminal.
"""


def page(rules: Rules) -> str:
    """The whole page: a table of each family, then each rule under its own heading."""
    return "\n".join([OPENING, *sections(rules)])


def sections(rules: Rules) -> Iterator[str]:
    for name, members in families(rules).items():
        yield f"## {name}\n"
        yield "| rule | severity | finding |\n| --- | --- | --- |"
        for rule in members:
            yield f"| [`{rule.id}`](#{rule.id.lower()}) | {rule.severity} | {cell(explain(rule).title)} |"
        yield ""
        yield from map(section, members)


def section(rule: Rule[...]) -> str:
    said = explain(rule)
    parts = {
        "Severity": rule.severity,
        "What": said.what,
        "Why": said.why,
        "Fix": said.fix,
        "Source": said.source,
        "Hidden in text output": rule.common,
    }
    listed = "\n".join(f"- **{name}:** {text}" for name, text in parts.items() if text)
    return f"### {rule.id} {{ #{rule.id.lower()} }}\n\n{said.title}.\n\n{listed}\n"


def cell(text: str) -> str:
    """A pipe would end the table's cell."""
    return text.replace("|", "\\|")
