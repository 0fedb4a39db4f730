"""Rasterisation: the visible triangle at each sample. The NumPy reference of the kernel.

The compiled version computes the same sums in the same order, so their results are bit-identical.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later
from pantin.base.records import Record
from pantin.kernels import engine
from pantin.rig import Doubles

NO_FACE = -1
"""The face index of an empty sample."""

FACE_WORK = 400
"""Cost of a face in the reference, in items of `engine`: about 40 µs, where an item is 0.1 µs."""

BEHIND_FACTOR = 1 - 1e-9
"""A sample is behind another if its 1 / distance is smaller than this fraction of the other's. On an edge
that two faces share, rounding makes the distances differ by 1e-16; this must not count as two layers."""


NO_LIMIT: Doubles = np.empty((0, 0))
"""Stands for no depth limit."""


class ScreenTriangles(Record, eq=False):
    """Triangles on the grid of samples.

    x, y   (V,) in samples from the left and upper edge; sample (i, j) is the point (i + ½, j + ½)
    near   (V,) 1 / distance, which is linear on the screen
    faces  (F, 3) vertices, counter-clockwise as seen from their front (with y up)
    cull   (F,) whether a back face is skipped
    """

    x: Doubles
    y: Doubles
    near: Doubles
    faces: NDArray[np.int64]
    cull: NDArray[np.bool_]

    def areas(self) -> Doubles:
        """(F,) twice the area of each face, above 0 where its back is seen."""
        (ax, bx, cx), (ay, by, cy) = self.x[self.faces.T], self.y[self.faces.T]
        return np.asarray((bx - ax) * (cy - ay) - (cx - ax) * (by - ay))


class VisibleFaces(Record, eq=False):
    """The visible face at each sample of a band (rows, columns), and 1 / distance, 0 where empty."""

    face: NDArray[np.int32]
    near: Doubles

    @classmethod
    def empty(cls, rows: int, columns: int) -> VisibleFaces:
        return cls(np.full((rows, columns), NO_FACE, np.int32), np.zeros((rows, columns)))


def find_visible(
    shapes: ScreenTriangles,
    chosen: NDArray[np.int64],
    top: int,
    shape: tuple[int, int],
    beyond: Doubles | None = None,
    floor: Doubles | None = None,
) -> VisibleFaces:
    """The nearest of the `chosen` faces at each sample of a band that starts at row `top`.

    Of two at the same distance, the first. Only faces behind `beyond` and in front of `floor` count; both
    are (rows, columns) of 1 / distance.
    """
    result = VisibleFaces.empty(*shape)
    if floor is not None:
        result.near[...] = floor
    limit = NO_LIMIT if beyond is None else beyond * BEHIND_FACTOR
    if len(chosen):
        RASTER(result.face.size + FACE_WORK * len(chosen), shapes, chosen, top, limit, result)
    if floor is not None:
        result.near[result.face == NO_FACE] = 0.0
    return result


def rasterise_numpy(
    shapes: ScreenTriangles, chosen: NDArray[np.int64], top: int, limit: Doubles, result: VisibleFaces
) -> None:
    """The reference: face by face, all samples in its bounding box at once."""
    rows, columns = result.face.shape
    for face in chosen.tolist():
        (ax, bx, cx), (ay, by, cy), (an, bn, cn) = (
            values[shapes.faces[face]].tolist() for values in (shapes.x, shapes.y, shapes.near)
        )
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if not area or not np.isfinite(area) or (shapes.cull[face] and area > 0):
            continue
        scale = 1 / area
        left, right = _span(min(ax, bx, cx), max(ax, bx, cx), columns)
        upper, lower = _span(min(ay, by, cy) - top, max(ay, by, cy) - top, rows)
        if left >= right or upper >= lower:
            continue
        x = np.arange(left, right) + 0.5
        y = np.arange(upper, lower)[:, None] + top + 0.5
        u = ((bx - x) * (cy - y) - (cx - x) * (by - y)) * scale
        v = ((cx - x) * (ay - y) - (ax - x) * (cy - y)) * scale
        w = ((ax - x) * (by - y) - (bx - x) * (ay - y)) * scale
        near = u * an + v * bn + w * cn
        box = (slice(upper, lower), slice(left, right))
        wins = (u >= 0) & (v >= 0) & (w >= 0) & (near > result.near[box])
        if limit.size:
            wins &= near < limit[box]
        result.near[box][wins] = near[wins]
        result.face[box][wins] = face


RASTER = engine.Kernel("raster", rasterise_numpy, Later("pantin.viewer.raster_numba", "rasterise"))


def _span(least: float, most: float, count: int) -> tuple[int, int]:
    """The half-open range of samples from `least` to `most`; empty for NaN."""
    if not (most >= 0 and least <= count):
        return 0, 0
    return int(max(np.floor(least - 0.5), 0.0)), int(min(np.floor(most + 0.5) + 1, float(count)))
