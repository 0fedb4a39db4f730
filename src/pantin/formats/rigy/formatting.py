"""`pantin fmt`: canonical key order and spelling for documents, scenes and contracts; comments stay."""

from __future__ import annotations

from typing import Any

from pantin.base.errors import BadFile
from pantin.base.gc_pause import pause_gc
from pantin.base.limits import Limits
from pantin.formats.rigy.key_order import order_keys
from pantin.formats.rigy.profile import STANDARD
from pantin.formats.rigy.project import SourceFile, kind_of
from pantin.formats.rigy.respell import respell
from pantin.formats.rigy.rules import yaml_syntax
from pantin.formats.rigy.rules.scope import Scope
from pantin.formats.rigy.schema.document import BOX_ALIASES
from pantin.formats.rigy.schema.keys import KINDS
from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.schema.upgrade import upgrade
from pantin.formats.rigy.source import Composed, Map, Seq, compose
from pantin.formats.rigy.spans import with_line_feeds
from pantin.report import Report

BYTE_ORDER_MARK = "\ufeff"


def format_text(text: str, *, path: str = "<text>", limits: Limits | None = None) -> str:
    """The document in its canonical form; formatting the result again changes nothing.

    Raises `BadFile` with all findings about the YAML. Other faults do not prevent formatting. `path` is the
    name of the document in the report.
    """
    mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    with pause_gc():
        return mark + _format(with_line_feeds(text.removeprefix(BYTE_ORDER_MARK)), path, limits)


def _format(text: str, path: str, limits: Limits | None) -> str:
    composed = compose(text, limits)
    kind = kind_of(composed.root)
    if composed.faults:
        scope = Scope(SourceFile(composed, None, path, None), STANDARD)
        findings = tuple(finding for rule in yaml_syntax.RULES for finding in rule(scope))
        raise BadFile(Report(path, kind, findings))
    keys = KINDS[kind][1]
    formatted = order_keys(text, keys)
    if kind == "rigy":
        fresh = respell(formatted)
        formatted = formatted if fresh == formatted else order_keys(fresh, keys)
    if formatted and not formatted.endswith("\n"):
        formatted += "\n"
    if formatted != text and _meaning(compose(formatted, limits), kind) != _meaning(composed, kind):
        raise RuntimeError(
            f"{path}: formatting would change the meaning of the document; nothing was written"
        )
    return formatted


def _meaning(composed: Composed, kind: str) -> Any:
    """The values of a document, independent of order and spelling."""
    root = composed.root
    if kind == "rigy" and isinstance(root, Map):
        upgrade(root, Faults())
        _rename_sides(root)
    return root


def _rename_sides(value: Any) -> None:
    """Rename the sides of boxes to their canonical names."""
    pending = [value]
    while pending:
        item = pending.pop()
        if type(item) is Seq:
            pending += item
            continue
        if type(item) is not Map:
            continue
        pending += item.values()
        sizes = item.get("dimensions") if item.get("type") == "box" else None
        for alias, side in BOX_ALIASES.items():
            if isinstance(sizes, Map) and alias in sizes and side not in sizes:
                sizes[side] = sizes.pop(alias)
