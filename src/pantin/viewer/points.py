"""Where faces are shaded: once per face and pixel, at the mean position of its samples.

A NumPy reference and a compiled version with the same results.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later
from pantin.base.records import Record
from pantin.kernels import engine
from pantin.rig import Doubles
from pantin.viewer.raster import NO_FACE

SAMPLE_WORK = 2
"""Cost of a sample in the reference, in items of `engine`: it is sorted by pixel and face."""


class BandPoints(Record, eq=False):
    """N points of a band, in the order of pixels.

    pixel  (N,) its pixel, counted along the rows of the band
    face   (N,)
    x, y   (N,) in samples from the left edge, and from the first row of the band
    count  (N,) the number of samples it stands for
    index  (rows, columns) the point of each sample, −1 where it is empty
    """

    pixel: NDArray[np.int64]
    face: NDArray[np.int64]
    x: Doubles
    y: Doubles
    count: Doubles
    index: NDArray[np.int32]


def find_points(faces: NDArray[np.int32], fine: NDArray[np.bool_], block: int) -> BandPoints:
    """The points of a band of samples (rows, columns) with the face of each; a pixel has block².
    A `fine` face is shaded at each of its samples: where its alpha cuts it off, its edge is inside."""
    return POINTS(SAMPLE_WORK * faces.size, faces, fine, block)


def group_numpy(faces: NDArray[np.int32], fine: NDArray[np.bool_], block: int) -> BandPoints:
    """The reference."""
    rows, columns = (length // block for length in faces.shape)
    by_pixel = (0, 2, 1, 3)
    flat = faces.reshape(rows, block, columns, block).transpose(by_pixel).reshape(-1)
    sample = np.flatnonzero(flat != NO_FACE)
    face = flat[sample].astype(np.int64)
    pixel = sample // (block * block)
    keys = np.where(fine[face], -1 - sample, pixel * max(len(fine), 1) + face)
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    order = np.argsort(first)
    rank[order] = np.arange(len(first))
    group = rank[group.reshape(-1)]
    inside = sample % (block * block)
    count = np.bincount(group, minlength=len(first)).astype(np.float64)
    x = np.bincount(group, pixel % columns * block + inside % block + 0.5, len(first)) / count
    y = np.bincount(group, pixel // columns * block + inside // block + 0.5, len(first)) / count
    point = np.full(flat.shape, -1, np.int32)
    point[sample] = group
    index = point.reshape(rows, columns, block, block).transpose(by_pixel).reshape(faces.shape)
    first = first[order]
    return BandPoints(pixel[first], face[first], x, y, count, np.ascontiguousarray(index))


POINTS = engine.Kernel("points", group_numpy, Later("pantin.viewer.points_numba", "group"))
