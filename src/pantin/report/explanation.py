"""What a rule's docstring says, taken apart: what must hold, why, how to mend it, and where it is written.

`pantin explain`, the catalogue page and the SARIF rule table all print from here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pantin.report.rule import Rule

SECTIONS = ("Why", "Mend", "Source")
"""The sections every rule's docstring has after its first paragraph, in this order."""

HEADING = re.compile(rf"(?:^|\s)({'|'.join(SECTIONS)}):\s")


@dataclass(frozen=True, slots=True)
class Explanation:
    """The parts of a rule's docstring, each as one paragraph without line breaks; empty where it has none."""

    id: str
    severity: str
    what: str
    why: str
    mend: str
    source: str

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the parts that are not there."""
        parts = {"What": self.what, "Why": self.why, "Mend": self.mend, "Source": self.source}
        return tuple(name for name, text in parts.items() if not text)


def explain(rule: Rule[...]) -> Explanation:
    """The explanation of `rule`, from its docstring."""
    what, *sections = HEADING.split(rule.doc)
    parts = dict(zip(sections[::2], sections[1::2], strict=True))
    return Explanation(
        rule.id,
        rule.severity,
        *(" ".join(text.split()) for text in (what, *(parts.get(name, "") for name in SECTIONS))),
    )
