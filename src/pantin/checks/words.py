"""How a finding speaks about many elements: the first few by number and the rest as a count, or all as a
count."""

from __future__ import annotations

from collections.abc import Sequence

LISTED = 3
PLURALS = {"vertex": "vertices"}
"""Plurals that do not end in s alone."""


def some(what: str, found: Sequence[int]) -> str:
    """`some("joint", [4, 7, 9, 11])` is "joints 4, 7, 9 and 1 more"."""
    listed = ", ".join(str(one) for one in found[:LISTED])
    left = len(found) - LISTED
    return f"{_noun(what, len(found))} {listed}" + (f" and {left:,} more" if left > 0 else "")


def counted(count: int, what: str) -> str:
    """`counted(2, "vertex")` is "2 vertices"."""
    return f"{count:,} {_noun(what, count)}"


def _noun(what: str, count: int) -> str:
    return what if count == 1 else PLURALS.get(what, f"{what}s")
