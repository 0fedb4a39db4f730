"""Which triangle each sample of a picture shows: the NumPy reference, and the choice of the compiled twin.

Both twins make the same sums in the same order, so that they agree to the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pantin.kernels import engine
from pantin.rig import Doubles

NO_FACE = -1
"""The face of a sample that shows none."""

FACE_WORK = 400
"""What a face costs the reference in the items that `engine` counts: about 40 µs, where an item is 0.1 µs."""

BEHIND_FACTOR = 1 - 1e-9
"""How much smaller 1 / distance must be for a sample to lie behind another. On an edge that two faces share,
their distances differ by a few roundings of 1e-16, and such a sample must not count as two layers."""


NO_LIMIT: Doubles = np.empty((0, 0))
"""No limit at any sample."""


@dataclass(frozen=True, eq=False, slots=True)
class ScreenTriangles:
    """Triangles on the grid of samples.

    x, y   (V,) in samples from the left and upper edge; sample (i, j) is the point (i + ½, j + ½)
    near   (V,) 1 / distance, which is linear on the screen
    faces  (F, 3) vertices, counter-clockwise as seen from their front (with y up)
    cull   (F,) whether a face is not there when seen from behind
    """

    x: Doubles
    y: Doubles
    near: Doubles
    faces: NDArray[np.int64]
    cull: NDArray[np.bool_]


@dataclass(frozen=True, eq=False, slots=True)
class VisibleFaces:
    """What a band of samples shows: face (rows, columns), and 1 / distance there, 0 for nothing."""

    face: NDArray[np.int32]
    near: Doubles

    @classmethod
    def nothing(cls, rows: int, columns: int) -> VisibleFaces:
        return cls(np.full((rows, columns), NO_FACE, np.int32), np.zeros((rows, columns)))


def find_visible(
    shapes: ScreenTriangles,
    chosen: NDArray[np.int64],
    top: int,
    shape: tuple[int, int],
    beyond: Doubles | None = None,
    floor: Doubles | None = None,
) -> VisibleFaces:
    """The nearest of the `chosen` faces at each sample of a band that begins `top` rows below the upper edge.

    Where two are equally near, the first. `beyond` (rows, columns) leaves out what is not behind this 1 /
    distance; `floor` what is not in front of this one.
    """
    result = VisibleFaces.nothing(*shape)
    if floor is not None:
        result.near[...] = floor
    limit = NO_LIMIT if beyond is None else beyond * BEHIND_FACTOR
    if len(chosen):
        if engine.use_numba(result.face.size + FACE_WORK * len(chosen)):
            from pantin.viewer.raster_numba import rasterise

            arrays = (shapes.x, shapes.y, shapes.near, shapes.faces, shapes.cull, chosen)
            rasterise(*arrays, top, limit, result.face, result.near)
        else:
            rasterise_numpy(shapes, chosen, top, limit, result)
    if floor is not None:
        result.near[result.face == NO_FACE] = 0.0
    return result


def rasterise_numpy(
    shapes: ScreenTriangles, chosen: NDArray[np.int64], top: int, limit: Doubles, result: VisibleFaces
) -> None:
    """The reference: face after face, all samples of its box at once."""
    rows, columns = result.face.shape
    for face in chosen.tolist():
        (ax, bx, cx), (ay, by, cy), (an, bn, cn) = (
            one[shapes.faces[face]].tolist() for one in (shapes.x, shapes.y, shapes.near)
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


def _span(least: float, most: float, count: int) -> tuple[int, int]:
    """The samples from `least` to `most`, from the first to behind the last; none for no numbers."""
    if not (most >= 0 and least <= count):
        return 0, 0
    return int(max(np.floor(least - 0.5), 0.0)), int(min(np.floor(most + 0.5) + 1, float(count)))
