"""Fuzz JSON text: whatever parses can be searched, and an edit spliced into it changes nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.base.errors import LimitExceeded
from pantin.formats.json_text import duplicate_keys, locate, parse
from pantin.formats.json_text.document import EditedTree
from pantin.formats.json_text.splice import splice
from pantin.report.pointer import pointer

DEPTH = 64
# The time of one run grows with each place; which ones they are, the length of the text decides.
PLACES = 4


def target(data: bytes) -> None:
    try:
        value, fault = parse(data, DEPTH)
    except LimitExceeded:
        return
    if fault is not None and fault.kind != "bom":
        return
    repeated = duplicate_keys(data, value)
    places = list(_places(value))
    places = places[len(data) % max(len(places) - PLACES, 1) :][:PLACES]
    result = locate(data, places)
    assert len(result) == len(places)
    for place in places:
        span = result[place]
        assert parse(data[span.start : span.end])[1] is None
    if isinstance(value, dict) and not repeated:
        _edit(data, value, [place for place in places if place])


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[str]:
    yield pointer(*path)
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _places(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _places(item, (*path, index))


def _edit(data: bytes, value: dict[str, Any], places: list[str]) -> None:
    for place in places:
        for change in ("set", "remove"):
            tree = EditedTree(value)
            try:
                if change == "set":
                    tree.set(place, {"new": [1, "x"]})
                else:
                    tree.remove(place)
            except ValueError:  # a number past a double's range would have to be written again
                continue
            text = splice(data, tree.root, tree.touched)
            assert parse(text)[0] == tree.root
