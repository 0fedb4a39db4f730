"""Arrays of a surface from what people have: polygons, dense weights, no normals, rounded quaternions."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rig.arrays import Doubles, InvalidRig, Reals, doubles, indices, reals
from pantin.rig.polygons import split_polygons
from pantin.rig.surface import Influences, Mode

ROUNDING = 1e-3
"""How far from 1 the length of a quaternion may be by rounding, to three decimals for instance."""

EXACT = 1e-6
"""How far it may be without a warning: float32 misses 1 by some 1e-7."""


def triangle_indices(
    faces: ArrayLike | Sequence[Sequence[int]], points: Reals, *, triangulate: bool, mode: Mode = "triangles"
) -> NDArray[np.int64]:
    """The flat index array of faces (F, 3); with `triangulate` polygons are split into triangles. In other
    modes than triangles, `faces` are the indices themselves."""
    vertices = len(points)
    if mode != "triangles":
        return np.asarray(indices(np.asarray(faces).reshape(-1), "faces", vertices), np.int64)
    if triangulate:
        polygons = [np.asarray(face).tolist() for face in list(faces)]  # type: ignore[arg-type]
        short = next((number for number, face in enumerate(polygons) if len(face) < 3), None)
        if short is not None:
            raise InvalidRig(f"face {short} must have at least 3 vertices, not {len(polygons[short])}")
        corners = [corner for face in polygons for corner in face]
        flat = np.asarray(indices(corners, "faces", vertices), np.int64)
        counts = np.array([len(face) for face in polygons], np.int64)
        faces = flat[split_polygons(_in_space(points), counts, flat)[0]]
    try:
        array = np.asarray(faces)
    except ValueError:
        array = np.asarray(faces, object)
    if array.size == 0:
        return np.zeros(0, np.int64)
    if array.ndim != 2 or array.shape[1] != 3:
        hint = "" if triangulate else "; triangulate=True splits polygons"
        raise InvalidRig(f"faces must have shape (any, 3), not {array.shape}{hint}")
    return np.asarray(indices(array.reshape(-1), "faces", vertices), np.int64)


def _in_space(points: Reals) -> Reals:
    """Points with three coordinates: 0 for those that are missing, without those beyond."""
    return np.pad(points[:, :3], ((0, 0), (0, max(0, 3 - points.shape[1]))))


def smooth_normals(positions: Reals, triangles: NDArray[np.int64]) -> Reals:
    """(V, 3) normals: the mean of those of the triangles around each vertex, weighted by area. A vertex
    without triangles gets +Z."""
    if positions.shape[1] != 3:
        raise InvalidRig(f'normals="smooth" needs 3 dimensions, not {positions.shape[1]}')
    points = positions.astype(np.float64)
    a, b, c = (points[triangles[:, corner]] for corner in range(3))
    areas = np.cross(b - a, c - a)
    sums = np.zeros_like(points)
    for corner in range(3):
        np.add.at(sums, triangles[:, corner], areas)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    normals = np.divide(sums, lengths, out=np.tile([0.0, 0.0, 1.0], (len(points), 1)), where=lengths > 0)
    same: Reals = normals.astype(positions.dtype)
    return same


def dense_influences(weights: ArrayLike, vertices: int, joints: int | None = None) -> Influences:
    """Influences from a dense (V, J) matrix: its nonzero entries, row by row."""
    matrix = reals(weights, "weights", (vertices, joints))
    if bool((matrix < 0).any()):
        raise InvalidRig("weights must not be negative")
    rows, columns = np.nonzero(matrix)
    offsets = np.zeros(vertices + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=vertices), out=offsets[1:])
    return Influences(offsets, columns, matrix[rows, columns])


def unit_quaternion(given: ArrayLike, what: str, stacklevel: int = 3) -> Doubles:
    """Quaternions (…, 4) of length 1. Those off by rounding are normalised, with a warning; others are
    refused. `stacklevel` counts the calls from here up to the user's own line."""
    array = np.asarray(given)
    quaternions = doubles(given, what, (*(None for _ in array.shape[:-1]), 4))
    lengths = np.linalg.norm(quaternions, axis=-1, keepdims=True)
    off = float(np.abs(lengths - 1).max(initial=0.0))
    if off > ROUNDING:
        length = float(lengths.reshape(-1)[np.abs(lengths - 1).argmax()])
        raise InvalidRig(f"{what} must be unit quaternions (x, y, z, w), but one has length {length:g}")
    if off <= EXACT:
        return quaternions
    warnings.warn(f"{what} off unit length by {off:.1g}: normalised", UserWarning, stacklevel=stacklevel)
    unit: Doubles = quaternions / lengths
    return unit
