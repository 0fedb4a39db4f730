"""Positions of what expansion removes or generates: both point at the source."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.source import REFUSED, Composed, Map, Path, Seq


def locate_item_faults(faults: Faults, since: int, item: Map, path: Path, mark: tuple[int, int]) -> bool:
    """Fix the positions of the faults since index `since` in an item that expansion removes.

    `path` leads to the item, and `mark` is its position. False if there are no such faults.
    """
    for index in range(since, len(faults.listed)):
        fault = faults.listed[index]
        inner = fault.path[len(path) :]
        if fault.position is None:
            position = Composed(item, []).locate(inner, key=fault.on_key) if inner else mark
            faults.listed[index] = replace(fault, position=position, origin=item.origin)
    return len(faults.listed) > since


def locate_faults(faults: Faults, root: Map) -> None:
    """Fix the positions of all faults, before macros move the items of their lists."""
    text = Composed(root, [])
    for index, fault in enumerate(faults.listed):
        if fault.position is None:
            position = text.locate(fault.path, key=fault.on_key)
            faults.listed[index] = replace(fault, position=position, origin=text.origin(fault.path))


def has_refused(value: Any) -> bool:
    """Whether a value contains something that was rejected and reported; nothing is generated from it."""
    if isinstance(value, Map | Seq):
        return any(map(has_refused, value.values() if isinstance(value, Map) else value))
    return value is REFUSED


def new_map(source: Map, values: dict[str, Any], origin: str) -> Map:
    """A mapping that replaces `source`. Its keys have the marks of the source, or of its first key."""
    fresh = Map()
    start = next(iter(source.marks.values()))
    fresh.origin = f"{origin}, {source.origin}" if source.origin else origin
    for key, value in values.items():
        if value is not None:
            fresh[key] = _composed_value(value, source.marks.get(key, start))
            fresh.marks[key] = source.marks.get(key, start)
    return fresh


def _composed_value(value: Any, mark: tuple[int, int, int, int]) -> Any:
    """Plain values as composed ones with the same mark; composed values keep theirs."""
    if isinstance(value, Map | Seq):
        return value
    if isinstance(value, dict):
        mapping = Map()
        for key, inner in value.items():
            mapping[key], mapping.marks[key] = _composed_value(inner, mark), mark
        return mapping
    if isinstance(value, list | tuple):
        listed = Seq()
        listed.extend(value)
        listed.marks = [mark[2:]] * len(value)
        return listed
    return value
