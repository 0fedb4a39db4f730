"""How a finding about many elements speaks: the first few by number, the rest as a count."""

from __future__ import annotations

from collections.abc import Sequence

LISTED = 3


def some(what: str, found: Sequence[int]) -> str:
    """`some("joint", [4, 7, 9, 11])` is "joint 4, 7, 9 and 1 more"."""
    listed = ", ".join(str(one) for one in found[:LISTED])
    left = len(found) - LISTED
    return f"{what} {listed}" + (f" and {left} more" if left > 0 else "")
