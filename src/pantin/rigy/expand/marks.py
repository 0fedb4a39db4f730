"""Places of what expansion takes out of a document or puts into it: both point at what the author wrote."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pantin.rigy.schema.kinds import Faults
from pantin.rigy.source import REFUSED, Composed, Map, Path, Seq


def locate_item_faults(faults: Faults, since: int, item: Map, path: Path, mark: tuple[int, int]) -> bool:
    """Give the faults found since then the places they have in an item that will not stay in the tree.

    `path` leads to the item and `mark` is where it starts. False if there are none of them.
    """
    for at in range(since, len(faults.found)):
        fault = faults.found[at]
        inner = fault.path[len(path) :]
        if fault.place is None:
            place = Composed(item, []).locate(inner, key=fault.on_key) if inner else mark
            faults.found[at] = replace(fault, place=place, origin=item.origin)
    return len(faults.found) > since


def locate_faults(faults: Faults, root: Map) -> None:
    """Give all faults the places they have now, before macros move what follows them in their list."""
    text = Composed(root, [])
    for at, fault in enumerate(faults.found):
        if fault.place is None:
            place = text.locate(fault.path, key=fault.on_key)
            faults.found[at] = replace(fault, place=place, origin=text.origin(fault.path))


def has_refused(value: Any) -> bool:
    """Whether something in a value was refused, of which a finding says why: nothing is made from it then."""
    if isinstance(value, Map | Seq):
        return any(map(has_refused, value.values() if isinstance(value, Map) else value))
    return value is REFUSED


def new_map(source: Map, values: dict[str, Any], origin: str) -> Map:
    """A mapping in the place of another one: its keys stand where the source has them, or where it begins."""
    fresh = Map()
    start = next(iter(source.marks.values()))
    fresh.origin = f"{origin}, {source.origin}" if source.origin else origin
    for key, value in values.items():
        if value is not None:
            fresh[key] = _composed_value(value, source.marks.get(key, start))
            fresh.marks[key] = source.marks.get(key, start)
    return fresh


def _composed_value(value: Any, mark: tuple[int, int, int, int]) -> Any:
    """Plain values as composed ones, all at one place; what was composed before keeps its own."""
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
