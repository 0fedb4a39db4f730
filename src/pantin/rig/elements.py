"""The lines and points of a surface, whatever its mode; `Surface.triangles` are its triangles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rig.surface import Surface


def line_segments(surface: Surface) -> NDArray[np.int64]:
    """(L, 2) vertex indices of the lines of a surface; none for points and triangles."""
    corners = _corners(surface)
    if surface.mode == "lines":
        return corners[: len(corners) // 2 * 2].reshape(-1, 2)
    if surface.mode in ("line_strip", "line_loop"):
        pairs = np.stack([corners, np.roll(corners, -1)], axis=1)
        return pairs if surface.mode == "line_loop" else pairs[:-1]
    return np.zeros((0, 2), np.int64)


def points(surface: Surface) -> NDArray[np.int64]:
    """(P,) vertex indices of the points of a surface; none for lines and triangles."""
    return _corners(surface) if surface.mode == "points" else np.zeros(0, np.int64)


def _corners(surface: Surface) -> NDArray[np.int64]:
    if surface.indices is None:
        return np.arange(len(surface.positions))
    return surface.indices.astype(np.int64)
