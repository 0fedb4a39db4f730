"""The section HIERARCHY: joints, their offsets and channels, and faults with line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, field

from pantin.base.records import Record
from pantin.formats.bvh.text import Fault, Text, number_of
from pantin.report.wording import counted, quoted

Vector = tuple[float, float, float]

WORD = re.compile(rb"[{}]|[^\s{}]+")
LINE_REST = re.compile(rb"[^\n{}]*")
CHANNEL = re.compile(r"([xyz])(position|rotation)", re.IGNORECASE)
KEYWORDS = frozenset({"HIERARCHY", "ROOT", "JOINT", "END", "OFFSET", "CHANNELS", "MOTION"})
AXES = "xyz"
MOST_ROTATIONS = 3

MOST_FAULTS = 1000
"""Faults of one file: whoever repairs these sees the next ones."""


class Channel(Record):
    """A column of the motion: `kind` is "position", "rotation", or empty for an unknown name."""

    kind: str
    axis: int


class Joint(Struct):
    """A joint, or an End Site, which has no name.

    parent    index of the parent joint; −1 for a root
    channels  in the order of the file, which is the order of their columns
    position  where it begins in the text
    column    the first column
    """

    name: str | None
    parent: int
    position: int
    column: int = 0
    offset: Vector | None = None
    channels: list[Channel] = field(default_factory=list)

    @property
    def rotations(self) -> list[tuple[int, int]]:
        """Columns and axes of the rotations, of which three reach any orientation."""
        listed = enumerate(self.channels, self.column)
        turns = [(column, channel.axis) for column, channel in listed if channel.kind == "rotation"]
        return turns[:MOST_ROTATIONS]


class Hierarchy(Struct):
    """The joints in the order of the file.

    columns  how many numbers a frame has
    motion   where the text after the word MOTION begins; None without one
    """

    joints: list[Joint] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    columns: int = 0
    motion: int | None = None


def read_hierarchy(text: Text) -> Hierarchy:
    """Never raises: what cannot be read is a fault, and reading goes on after it."""
    reader = _Reader(text)
    reader.read()
    return reader.hierarchy


class _Reader:
    """Reads word by word; `open` are the joints whose braces are not closed yet."""

    def __init__(self, text: Text) -> None:
        self.text, self.data = text, text.data
        self.position = 0
        self.hierarchy = Hierarchy()
        self.open: list[int] = []
        self.started = False

    def read(self) -> None:
        for word, start in self._words():
            keyword = word.upper()
            if keyword == "MOTION" and self.started:
                self.hierarchy.motion = self.position
                break
            if keyword != "HIERARCHY" and not self.started:
                self._fault("BVH-NO_HIERARCHY", start, found=quoted(word))
                return
            self.started = True
            self._read_part(keyword, word, start)
        if not self.started:
            self._fault("BVH-NO_HIERARCHY", 0, found="nothing")
            return
        for joint in self.hierarchy.joints:
            if joint.offset is None:
                what = "an End Site" if joint.name is None else f"joint {quoted(joint.name)}"
                self._fault("BVH-OFFSET", joint.position, what=f"{what} has no OFFSET")
                joint.offset = (0.0, 0.0, 0.0)
        if self.open:
            name = self.hierarchy.joints[self.open[-1]].name or "End Site"
            where = "before MOTION" if self.hierarchy.motion is not None else "at the end of the file"
            what = f"{counted(len(self.open), 'brace')} not closed {where}, the innermost of {quoted(name)}"
            self._fault("BVH-TRUNCATED", min(self.position, len(self.data)), what=what)

    def _read_part(self, keyword: str, word: str, start: int) -> None:
        match keyword:
            case "HIERARCHY":
                pass
            case "ROOT":
                self._close_all(start)
                self._read_joint(start)
            case "JOINT":
                if not self.open:
                    self._syntax(start, "ROOT", "JOINT outside of a joint")
                self._read_joint(start)
            case "END" | "ENDSITE":
                self._read_joint(start, is_end=True)
            case "OFFSET":
                self._read_offset(start)
            case "CHANNELS":
                self._read_channels(start)
            case "}":
                if self.open:
                    self.open.pop()
                else:
                    self._syntax(start, "ROOT, JOINT or MOTION", "}")
            case "{":
                self._syntax(start, "a keyword", "{")
            case _:
                self._fault("BVH-KEYWORD", start, word=quoted(word))
                self._skip_line()

    def _read_joint(self, start: int, *, is_end: bool = False) -> None:
        rest = LINE_REST.match(self.data, self.position)
        assert rest is not None
        self.position = rest.end()
        joint = Joint(
            None if is_end else self.text.decode(rest.group().strip()),
            self.open[-1] if self.open else -1,
            start,
            self.hierarchy.columns,
        )
        if is_end and not self.open:
            self._syntax(start, "ROOT", "End Site outside of a joint")
            joint.name = "End Site"
        if joint.name == "":
            self._syntax(start, "a name on the line of the keyword", "none")
        self.hierarchy.joints.append(joint)
        word = WORD.search(self.data, self.position)
        if word is not None and word.group() == b"{":
            self.position = word.end()
            self.open.append(len(self.hierarchy.joints) - 1)
        else:
            encountered = self.text.decode(word.group()) if word else "the end of the file"
            self._syntax(word.start() if word else len(self.data), "{", encountered)

    def _close_all(self, start: int) -> None:
        if self.open:
            self._syntax(start, "}", "ROOT")
            self.open.clear()

    def _read_offset(self, start: int) -> None:
        values: list[float] = []
        for word, at in self._words():
            value = number_of(word)
            if value is None or len(values) == 3:
                self.position = at
                break
            if value != value or abs(value) == float("inf"):
                self._fault("BVH-NOT_FINITE", at, what=f"the offset {quoted(word)}")
                value = 0.0
            values.append(value)
        joint = self._current(start, "OFFSET")
        if joint is None:
            return
        if len(values) != 3:
            what = f"OFFSET has {counted(len(values), 'number')}, expected 3"
            self._fault("BVH-OFFSET", start, what=what)
        x, y, z = (*values, 0.0, 0.0, 0.0)[:3]
        joint.offset = (x, y, z)

    def _read_channels(self, start: int) -> None:
        words: list[tuple[str, int]] = []
        for word, at in self._words():
            is_other = words and len(words) > _count(words[0][0]) and not CHANNEL.fullmatch(word)
            if word in "{}" or word.upper() in KEYWORDS or is_other:
                self.position = at
                break
            words.append((word, at))
        count, names = (
            (words[0][0], words[1:]) if words and not CHANNEL.fullmatch(words[0][0]) else ("", words)
        )
        joint = self._current(start, "CHANNELS")
        if _count(count) != len(names):
            stated = f"CHANNELS states {count}" if count else "CHANNELS states no count"
            self._fault("BVH-CHANNEL_COUNT", start, what=f"{stated}, but {len(names)} are listed")
        if joint is not None:
            if joint.channels:
                self._syntax(start, "one list of CHANNELS for a joint", "another")
            joint.channels += [self._channel(name, at) for name, at in names]
            self.hierarchy.columns += len(names)
            seen = [channel.axis for channel in joint.channels if channel.kind == "position"]
            if len(seen) > len(set(seen)):
                self._fault("BVH-CHANNEL_NAME", start, what="a position channel is listed twice")
            if len(joint.rotations) < sum(channel.kind == "rotation" for channel in joint.channels):
                self._fault(
                    "BVH-CHANNEL_NAME", start, what=f"more than {MOST_ROTATIONS} rotations are listed"
                )

    def _channel(self, name: str, at: int) -> Channel:
        known = CHANNEL.fullmatch(name)
        if known is None:
            self._fault("BVH-CHANNEL_NAME", at, what=f"unknown channel {quoted(name)}")
            return Channel("", 0)
        return Channel(known.group(2).lower(), AXES.index(known.group(1).lower()))

    def _current(self, start: int, keyword: str) -> Joint | None:
        """The joint that is being read; None outside of one."""
        if self.open:
            return self.hierarchy.joints[self.open[-1]]
        self._syntax(start, "ROOT", f"{keyword} outside of a joint")
        return None

    def _words(self) -> Iterator[tuple[str, int]]:
        """Words from the current position on, which follows them."""
        while (word := WORD.search(self.data, self.position)) is not None:
            self.position = word.end()
            yield self.text.decode(word.group()), word.start()

    def _skip_line(self) -> None:
        rest = LINE_REST.match(self.data, self.position)
        assert rest is not None
        self.position = rest.end()

    def _syntax(self, position: int, expected: str, encountered: str) -> None:
        self._fault("BVH-SYNTAX", position, expected=expected, found=quoted(encountered))

    def _fault(self, rule: str, position: int, **values: Any) -> None:
        if len(self.hierarchy.faults) < MOST_FAULTS:
            self.hierarchy.faults.append(Fault(rule, *self.text.locate(position), values))


def _count(word: str) -> int:
    """A whole number of at most nine digits; −1 for any other word."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else -1
