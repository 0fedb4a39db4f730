"""`pack`: rectangles on a page, without overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Size = tuple[int, int]


class Packed(NamedTuple):
    """The size of a page, and the corner of each rectangle on it."""

    page: Size
    corners: list[Size]


def pack(sizes: Sequence[Size], largest: int) -> Packed | None:
    """The smallest page, with sides that are powers of two up to `largest`, that holds all rectangles; None
    where none does. Highest rectangles first, each as low as it fits, then as far left (skyline)."""
    area = sum(width * height for width, height in sizes)
    sides = [1 << power for power in range(3, largest.bit_length()) if 1 << power <= largest]
    if largest not in sides:
        sides.append(largest)
    pages = [(width, height) for width in sides for height in sides if width * height >= area]
    for page in sorted(pages, key=lambda page: (page[0] * page[1], abs(page[0] - page[1]), page)):
        corners = _place(sizes, page)
        if corners is not None:
            return Packed(page, corners)
    return None


def _place(sizes: Sequence[Size], page: Size) -> list[Size] | None:
    order = sorted(range(len(sizes)), key=lambda index: (-sizes[index][1], -sizes[index][0], index))
    skyline = [(0, 0, page[0])]  # x, y and width of each step, from left to right
    corners: list[Size] = [(0, 0)] * len(sizes)
    for index in order:
        spot = _lowest(skyline, sizes[index], page)
        if spot is None:
            return None
        corners[index] = spot
        skyline = _raise_skyline(skyline, spot, sizes[index])
    return corners


def _lowest(skyline: Sequence[tuple[int, int, int]], size: Size, page: Size) -> Size | None:
    best: Size | None = None
    for x, _, _ in skyline:
        if x + size[0] > page[0]:
            break
        y = max(top for left, top, width in skyline if left < x + size[0] and left + width > x)
        if y + size[1] <= page[1] and (best is None or y < best[1]):
            best = x, y
    return best


def _raise_skyline(
    skyline: Sequence[tuple[int, int, int]], spot: Size, size: Size
) -> list[tuple[int, int, int]]:
    """The skyline with a rectangle on it."""
    left, right = spot[0], spot[0] + size[0]
    result = []
    for x, y, width in skyline:
        if x < left:
            result.append((x, y, min(width, left - x)))
        if x + width > right:
            start = max(x, right)
            result.append((start, y, x + width - start))
    result.append((left, spot[1] + size[1], size[0]))
    return sorted(result)
