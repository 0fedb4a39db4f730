"""Parts of a rig by their pointers, such as `/meshes/0/surfaces/1` and `/clips/2`.

Losses point to parts of the rig. `Format.source_pointer` says where they are in a file of the format that the
rig comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pantin.base.records import replace
from pantin.report.pointer import tokens
from pantin.report.wording import and_more, named, singular

if TYPE_CHECKING:
    from pantin.formats.format import Format
    from pantin.report import Finding, Rule
    from pantin.rig import Rig


def at_source(format: Format, findings: Iterable[Finding]) -> list[Finding]:
    """Findings about a rig with the pointers of the file of this format that the rig comes from."""
    return [
        replace(finding, pointer=format.source_pointer(finding.pointer)) if finding.pointer else finding
        for finding in findings
    ]


def report_parts(rule: Rule[...], rig: Rig, pointers: Sequence[str], **values: Any) -> Iterator[Finding]:
    """A finding at the first of some parts, which the message names as `{parts}`; none if there are none."""
    if pointers:
        yield rule.at(pointers[0], parts=name_parts(rig, pointers[0], len(set(pointers))), **values)


def name_parts(rig: Rig, first: str, count: int = 1) -> str:
    """Parts by the first of them: `skin "Body" (0)`, `surface 1 of mesh "Hair" (0), and 2 more`."""
    collection, index, *inner = tokens(first)
    owner = named(singular(collection), int(index), _name(rig, collection, int(index)))
    return (f"{singular(inner[0])} {inner[1]} of {owner}" if inner else owner) + and_more(count)


def _name(rig: Rig, collection: str, index: int) -> str | None:
    if collection == "nodes":
        return rig.nodes.names[index]
    parts = getattr(rig.springs if collection in ("springs", "colliders") else rig, collection)
    name: str | None = getattr(parts[index], "name", None)
    return name
