"""`repeat`: a list item that generates several items, one for each index."""

from __future__ import annotations

from typing import Any

from pantin.formats.rigy.expand.params import TOOLING, is_identifier
from pantin.formats.rigy.schema.kinds import Faults, cut, name_of
from pantin.formats.rigy.schema.typos import closest
from pantin.formats.rigy.source import REFUSED, Map, Path, Seq


class TooManyValues(Exception):
    """Repeats generate more values than the limit; `position` is that of the repeat that exceeds it."""

    def __init__(self, position: tuple[int, int]) -> None:
        super().__init__()
        self.position = position


class Repeats:
    """Expands every `repeat` of a document in place. `room` limits the number of generated values."""

    def __init__(self, faults: Faults, room: int) -> None:
        self.faults = faults
        self.room = room

    def expand(self, value: Any, path: Path) -> None:
        if isinstance(value, Map):
            if not path and "repeat" in value:
                self._report_misplaced(value, ("repeat",), "at the top level of a document")
                del value["repeat"]
            for key, inner in list(value.items()):
                if not path and key == TOOLING:
                    continue
                if isinstance(inner, Map) and "repeat" in inner:
                    self._report_misplaced(
                        inner, (*path, key, "repeat"), f"in {cut(key)!r}, which is a mapping"
                    )
                    value[key] = REFUSED
                else:
                    self.expand(inner, (*path, key))
        elif isinstance(value, Seq):
            self._list(value, path)

    def _report_misplaced(self, holder: Map, path: Path, where: str) -> None:
        reason = f"it is {where}; only an item of a list can be a repeat"
        self.faults.add(
            "repeat", path, position=holder.marks["repeat"][:2], origin=holder.origin, reason=reason
        )

    def _is_repeat(self, item: Any, path: Path) -> bool | None:
        """Whether a list item is a repeat; None, with a fault, for an invalid one."""
        if not isinstance(item, Map) or not item:
            return False
        if "repeat" in item:
            other = next((key for key in item if key != "repeat"), None)
            if other is None:
                return True
            reason = f"the list item also has the key {cut(other)!r}; repeat must be its only key"
            mark = item.marks["repeat"][:2]
        else:
            (key, inner), *rest = item.items()
            if rest or not isinstance(inner, Map) or not {"count", "as", "body"} & inner.keys():
                return False
            reason, mark = f"unknown key {cut(key)!r}; did you mean 'repeat'?", item.marks[key][:2]
        self.faults.add("repeat", path, position=mark, origin=item.origin, reason=reason)
        return None

    def _list(self, listed: Seq, path: Path) -> None:
        if not any(isinstance(item, Map) and (len(item) == 1 or "repeat" in item) for item in listed):
            for index, item in enumerate(listed):
                self.expand(item, (*path, index))
            return
        items, marks = list(listed), list(listed.marks)
        listed.clear()
        listed.marks.clear()
        for item, mark in zip(items, marks, strict=True):
            at = (*path, len(listed))
            is_repeat = self._is_repeat(item, at)
            copies = self._copies(item, at, mark[0]) if is_repeat else None
            if is_repeat is False:
                self.expand(item, at)
                copies = [item]
            elif copies and _has_repeat(item["repeat"]["body"]):
                for copy_index, fresh in enumerate(copies, len(listed)):
                    self.expand(fresh, (*path, copy_index))
            # Something takes the place of an invalid repeat, so that what refers to its items may be right.
            copies = [REFUSED] if copies is None else copies
            listed.extend(copies)
            listed.marks.extend([mark] * len(copies))

    def _copies(self, item: Map, path: Path, line: int) -> list[Any] | None:
        block = item["repeat"]
        if not self._is_valid(block, (*path, "repeat"), item):
            return None
        # Check before the first copy: a count of a few digits can exceed the memory.
        self.room -= block["count"] * _size(block["body"])
        if self.room < 0:
            raise TooManyValues(item.marks["repeat"][:2])
        copies: list[Any] = []
        token, name = "${" + block["as"] + "}", block["as"]
        for index in range(block["count"]):
            fresh = _copy(block["body"], token, index)
            inner = f", {item.origin}" if item.origin else ""
            fresh.origin = f"repeat on line {line}, {name} = {index}{inner}"
            copies.append(fresh)
        return copies

    def _is_valid(self, block: Any, path: Path, item: Map) -> bool:
        before = len(self.faults.listed)
        # The item is removed by expansion, so positions come from the marks of the block.
        block_faults = _BlockFaults(self.faults, path, item)
        if not isinstance(block, Map):
            block_faults.add(
                "repeat", (), reason=f"it must be a mapping with count, as and body, not {name_of(block)}"
            )
            return False
        missing = [key for key in ("count", "as", "body") if key not in block]
        for key in block:
            if key not in ("count", "as", "body"):
                near = closest(key, missing)
                hint = f"; did you mean {near!r}?" if near else ""
                block_faults.add("repeat", (key,), on_key=True, reason=f"unknown key {cut(key)!r}{hint}")
                missing = [name for name in missing if name != near]
        for key in missing:
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
        return len(self.faults.listed) == before


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
        copied = Map()
        copied.marks, copied.origin = value.marks, value.origin
        for key, inner in value.items():
            copied[key] = _copy(inner, token, index) if type(inner) in _COPIED else inner
        return copied
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

    def add(self, kind: str, inside: Path, *, on_key: bool = False, **values: Any) -> None:
        block = self.item["repeat"]
        mark = self.item.marks["repeat"][:2]
        if inside and isinstance(block, Map) and inside[0] in block.marks:
            both = block.marks[str(inside[0])]
            mark = both[:2] if on_key else both[2:]
        self.faults.add(kind, (*self.path, *inside), position=mark, origin=self.item.origin, **values)
