"""A wall with openings as rectangles: all of the wall outside the openings, each part of it once.

The language emits full-height gaps between the openings, then what is below and above each of them (Rigy
chapter 10.5). Where openings are above each other, what lies between two of them is above the lower one.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence

from msgspec import Struct

Range = tuple[float, float]


class Opening(Struct, frozen=True):
    """Its range along the wall, and its range above the base."""

    span: Range
    bottom: float
    top: float


class Segment(Struct, frozen=True):
    """A rectangle of wall: `part` is "gap", "below" or "above", the latter two of the opening `owner`."""

    part: str
    owner: int
    along: Range
    up: Range


GAP = -1
"""The owner of gaps."""


def decompose(span: Range, height: float, openings: Sequence[Opening]) -> list[Segment]:
    """The segments: gaps from left to right, then for each opening those below and above it.

    Openings are in the order of the language and do not overlap. A line sweeps along the wall, over what
    begins and ends at each edge; only the wall beside that changes.
    """
    sweep = _Sweep(height, openings, span[0])
    edges: dict[float, list[tuple[int, bool]]] = {}
    for index, opening in enumerate(openings):
        edges.setdefault(opening.span[0], []).append((index, True))
        edges.setdefault(opening.span[1], []).append((index, False))
    for edge in sorted(edges):
        sweep.move(edge, edges[edge])
    sweep.finish(span[1])
    order = {"gap": 0, "below": 1, "above": 2}
    return sorted(sweep.made, key=lambda box: (box.owner, order[box.part], box.along))


class _Sweep:
    """The wall at the line: the openings it crosses from below, and the segments that are not complete.

    A segment is known by what it lies on: an opening, or `GAP` for the base of the wall.
    """

    def __init__(self, height: float, openings: Sequence[Opening], start: float) -> None:
        self.height, self.openings = height, openings
        self.crossed: list[tuple[float, int]] = []
        self.unfinished: dict[int, Segment] = {}
        self.made: list[Segment] = []
        self._continue(GAP, start)

    def move(self, edge: float, changes: list[tuple[int, bool]]) -> None:
        """Cross an edge, where each of these openings begins or ends."""
        touched: set[int] = set()
        for index, begins in sorted(changes, key=lambda change: change[1]):  # ends first
            entry = (self.openings[index].bottom, index)
            if begins:
                insort(self.crossed, entry)
            rank = bisect_left(self.crossed, entry)
            touched |= {index, self.crossed[rank - 1][1] if rank else GAP}
            if not begins:
                del self.crossed[rank]
        for under in touched:
            self._continue(under, edge)

    def finish(self, edge: float) -> None:
        for under in list(self.unfinished):
            self._close(under, edge)

    def _continue(self, under: int, edge: float) -> None:
        """Close the segment on something, and begin another, unless it goes on as it is."""
        wanted = self._segment(under, edge)
        before = self.unfinished.get(under)
        if before is not None and wanted is not None and _same(before, wanted):
            return
        self._close(under, edge)
        if wanted is not None:
            self.unfinished[under] = wanted

    def _close(self, under: int, edge: float) -> None:
        before = self.unfinished.pop(under, None)
        if before is not None and before.along[0] < edge:
            self.made.append(Segment(before.part, before.owner, (before.along[0], edge), before.up))

    def _segment(self, under: int, edge: float) -> Segment | None:
        """What lies on something now, up to the next opening or the top of the wall."""
        if under == GAP:
            above, low = 0, 0.0
        else:
            entry = (self.openings[under].bottom, under)
            rank = bisect_left(self.crossed, entry)
            if self.crossed[rank : rank + 1] != [entry]:
                return None  # the opening has ended
            above, low = rank + 1, self.openings[under].top
        ends_wall = above == len(self.crossed)
        high = self.height if ends_wall else self.crossed[above][0]
        if not low < high:
            return None
        if under != GAP:
            return Segment("above", under, (edge, edge), (low, high))
        if ends_wall:
            return Segment("gap", GAP, (edge, edge), (low, high))
        return Segment("below", self.crossed[above][1], (edge, edge), (low, high))


def _same(first: Segment, second: Segment) -> bool:
    return (first.part, first.owner, first.up) == (second.part, second.owner, second.up)


def name_segments(segments: list[Segment], ids: Sequence[str]) -> Iterator[tuple[str, Segment]]:
    """The segments with their names: gap_0, gap_1, …; door_below, door_above. Where the wall below or above
    an opening has several parts, the others are door_above_1, door_above_2, …"""
    counts: dict[tuple[str, int], int] = {}
    for segment in segments:
        key = (segment.part, segment.owner)
        number = counts[key] = counts.get(key, -1) + 1
        if segment.part == "gap":
            yield f"gap_{number}", segment
        else:
            yield f"{ids[segment.owner]}_{segment.part}" + (f"_{number}" if number else ""), segment
