"""`repeat`: a list item that generates several items, one for each index."""

from __future__ import annotations

from typing import Any

from pantin.rigy.expand.params import TOOLING, is_identifier
from pantin.rigy.schema.kinds import Faults, name_of
from pantin.rigy.source import Map, Path, Seq


class TooManyValues(Exception):
    """Repeats generate more values than the limit."""


class Repeats:
    """Expands every `repeat` of a document in place. `room` limits the number of generated values."""

    def __init__(self, faults: Faults, room: int) -> None:
        self.faults = faults
        self.room = room

    def expand(self, value: Any, path: Path) -> None:
        if isinstance(value, Map):
            for key, inner in list(value.items()):
                if key == "repeat":
                    where = (*path, key)
                    self.faults.add(
                        "repeat", where, on_key=True, reason="it must be the only key of a list item"
                    )
                    del value[key]  # so that it is not reported as an unknown key as well
                elif path or key != TOOLING:
                    self.expand(inner, (*path, key))
        elif isinstance(value, Seq):
            self._list(value, path)

    def _list(self, listed: Seq, path: Path) -> None:
        items, marks, notes = list(listed), list(listed.marks), listed.notes
        if not any(isinstance(item, Map) and list(item) == ["repeat"] for item in items):
            for index, item in enumerate(items):
                self.expand(item, (*path, index))
            return
        listed.clear()
        listed.marks.clear()
        assert notes is None
        for index, (item, mark) in enumerate(zip(items, marks, strict=True)):
            if isinstance(item, Map) and list(item) == ["repeat"]:
                copies = self._copies(item, (*path, index), mark[0])
                if copies and _has_repeat(item["repeat"]["body"]):
                    for copy_index, fresh in enumerate(copies, len(listed)):
                        self.expand(fresh, (*path, copy_index))
                listed.extend(copies)
                listed.marks.extend([mark] * len(copies))
            else:
                self.expand(item, (*path, len(listed)))
                listed.append(item)
                listed.marks.append(mark)

    def _copies(self, item: Map, path: Path, line: int) -> list[Map]:
        block = item["repeat"]
        if not self._is_valid(block, (*path, "repeat"), item):
            return []
        # Check before the first copy: a count of a few digits can exceed the memory.
        self.room -= block["count"] * _size(block["body"])
        if self.room < 0:
            raise TooManyValues
        made = []
        token, name = "${" + block["as"] + "}", block["as"]
        for index in range(block["count"]):
            fresh = _copy(block["body"], token, index)
            inner = f", {item.origin}" if item.origin else ""
            fresh.origin = f"repeat on line {line}, {name} = {index}{inner}"
            made.append(fresh)
        return made

    def _is_valid(self, block: Any, path: Path, item: Map) -> bool:
        before = len(self.faults.found)
        # The item is removed by expansion, so positions come from the marks of the block.
        block_faults = _BlockFaults(self.faults, path, item)
        if not isinstance(block, Map):
            block_faults.add(
                "repeat", (), reason=f"it must be a mapping with count, as and body, not {name_of(block)}"
            )
            return False
        for key in block:
            if key not in ("count", "as", "body"):
                block_faults.add("repeat", (key,), reason=f"unknown key {key!r}")
        for key in ("count", "as", "body"):
            if key not in block:
                block_faults.add("repeat", (), reason=f"missing key {key!r}")
        count = block.get("count", 0)
        if type(count) is not int or count < 0:
            block_faults.add("repeat count", ("count",), got=name_of(count))
        if "as" in block and not is_identifier(block["as"]):
            block_faults.add("repeat as", ("as",), got=name_of(block["as"]))
        if "body" in block and not isinstance(block["body"], Map):
            block_faults.add(
                "repeat", ("body",), reason=f"its body must be a mapping, not {name_of(block['body'])}"
            )
        return len(self.faults.found) == before


_COPIED = frozenset((str, Map, Seq))
"""Types that may contain the index; other values are shared by the copies."""


def _size(value: Any) -> int:
    """The number of values in a value, including itself."""
    if isinstance(value, Map):
        return 1 + sum(map(_size, value.values()))
    return 1 + sum(map(_size, value)) if isinstance(value, Seq) else 1


def _copy(value: Any, token: str, index: int) -> Any:
    """A copy of the value with its token replaced by the index."""
    kind = type(value)
    if kind is str:
        return index if value == token else value.replace(token, str(index))
    if kind is Map:
        made = Map()
        made.marks, made.origin = value.marks, value.origin
        for key, inner in value.items():
            made[key] = _copy(inner, token, index) if type(inner) in _COPIED else inner
        return made
    if kind is Seq:
        listed = Seq()
        listed.marks = list(value.marks)
        for inner in value:
            listed.append(_copy(inner, token, index) if type(inner) in _COPIED else inner)
        return listed
    return value


def _has_repeat(value: Any) -> bool:
    """Whether a body contains a repeat, so that its copies have to be expanded again."""
    if isinstance(value, Map):
        return "repeat" in value or any(map(_has_repeat, value.values()))
    return isinstance(value, Seq) and any(map(_has_repeat, value))


class _BlockFaults:
    """Adds faults about a block that expansion removes, with positions from its marks."""

    def __init__(self, faults: Faults, path: Path, item: Map) -> None:
        self.faults, self.path, self.item = faults, path, item

    def add(self, kind: str, inside: Path, **values: Any) -> None:
        block = self.item["repeat"]
        mark = self.item.marks["repeat"][:2]
        if inside and isinstance(block, Map) and inside[0] in block.marks:
            mark = block.marks[str(inside[0])][2:]
        self.faults.add(kind, (*self.path, *inside), position=mark, origin=self.item.origin, **values)
