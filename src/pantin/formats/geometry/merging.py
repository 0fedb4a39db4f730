"""Merge the corners of polygons that are equal into vertices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

MOST_ROUNDS = 16
"""Different corners at one point that are told apart by comparing; points with more are sorted."""


def merge_corners(points: Ints, count: int, attributes: Sequence[NDArray[Any]]) -> tuple[Ints, Ints]:
    """Vertices of corners that have the same point and the same bytes in all attributes.

    points      (C,) the point of each corner, below `count`
    attributes  arrays (C, any)

    The first corner of each vertex, ascending, and (C,) the vertex of each corner. Round by round, the
    corners of a point are compared with the first of them: most points have one or two kinds of corners, and
    nothing is sorted.
    """
    words = [_words(attribute) for attribute in attributes]
    first_of = np.arange(len(points))
    left = first_of.copy()
    for number in range(MOST_ROUNDS):
        first = np.empty(count, np.int64)
        at = points[left]
        first[at[::-1]] = left[::-1]
        leaders = first[at]
        same = np.ones(len(left), bool)
        for rows in words:
            equal = (rows if number == 0 else rows[left]) == rows[leaders]
            for column in range(equal.shape[1]):
                same &= equal[:, column]
        first_of[left[same]] = leaders[same]
        left = left[~same]
        if not len(left):
            break
    else:
        first_of[left] = _sorted_leaders(points, left, words)
    is_first = np.zeros(len(points), bool)
    is_first[first_of] = True
    return np.flatnonzero(is_first), (np.cumsum(is_first) - 1)[first_of]


def _sorted_leaders(points: Ints, left: Ints, words: Sequence[NDArray[Any]]) -> Ints:
    """The first corner that is equal to each of some corners."""
    rows = [_bytes(points[left][:, None]), *(_bytes(each[left]) for each in words)]
    keys = np.ascontiguousarray(np.concatenate(rows, axis=1))
    _, first, inverse = np.unique(
        keys.view(np.dtype((np.void, keys.shape[1]))).ravel(), return_index=True, return_inverse=True
    )
    return left[first][inverse.ravel()]


def _words(rows: NDArray[Any]) -> NDArray[Any]:
    """Rows as integers with the same bytes: NaN is equal to itself, and 0 is not −0."""
    return np.ascontiguousarray(rows).view(f"u{rows.itemsize}")


def _bytes(rows: NDArray[Any]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), rows.shape[1] * rows.itemsize)
