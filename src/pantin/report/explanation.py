"""The docstring of a rule, split into its parts: title, what, why, fix and source.

`pantin explain`, the catalogue page and the SARIF rule table all print from here.
"""

from __future__ import annotations

import re

from pantin.base.records import Record
from pantin.report.rule import Rule

SECTIONS = ("What", "Why", "Fix", "Source")
"""The sections of a rule's docstring after its title, in this order."""

HEADING = re.compile(rf"(?:^|\s)({'|'.join(SECTIONS)}):\s")


class Explanation(Record):
    """The documentation of a rule. Each part is a paragraph without line breaks, or empty.

    title   the violation in a few words: "Collider has zero radius"
    what    what exactly is checked
    why     what goes wrong in practice
    fix     what to do
    source  the chapter of the specification, or another origin of the rule

    >>> pantin.explain("GLTF-NODE_LOOP")[0].title
    'Node is its own ancestor'
    """

    id: str
    severity: str
    title: str
    what: str
    why: str
    fix: str
    source: str

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the parts that are empty."""
        parts = {
            "Title": self.title,
            "What": self.what,
            "Why": self.why,
            "Fix": self.fix,
            "Source": self.source,
        }
        return tuple(name for name, text in parts.items() if not text)


def explain(rule: Rule[...]) -> Explanation:
    """The explanation of `rule`, from its docstring."""
    title, *sections = HEADING.split(rule.doc)
    parts = dict(zip(sections[::2], sections[1::2], strict=True))
    texts = (title.rstrip(". \n"), *(parts.get(name, "") for name in SECTIONS))
    return Explanation(rule.id, rule.severity, *(" ".join(text.split()) for text in texts))
