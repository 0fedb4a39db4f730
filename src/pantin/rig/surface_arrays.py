"""Arrays of surfaces and clips from common inputs: polygons, dense weights, no normals, rounded
quaternions."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.arguments import caller_level
from pantin.base.records import replace
from pantin.base.short_repr import short_value
from pantin.maths import rotations, rotor
from pantin.rig.arrays import Doubles, InvalidRig, Reals, doubles, indices, reals
from pantin.rig.clip import Channel
from pantin.rig.mesh import Mesh
from pantin.rig.surface import Influences, Mode

ROUNDING = 1e-3
"""How far from 1 the length of a quaternion may be by rounding, to three decimals for instance."""

EXACT = 1e-6
"""The largest deviation without a warning: float32 misses 1 by some 1e-7."""


def triangle_indices(
    faces: ArrayLike | Sequence[Sequence[int]], points: Reals, *, triangulate: bool, mode: Mode = "triangles"
) -> NDArray[np.int64]:
    """The flat index array of faces (F, 3); with `triangulate` polygons are split into triangles. In other
    modes than triangles, `faces` are the indices themselves."""
    vertices = len(points)
    if mode != "triangles":
        return np.asarray(indices(np.asarray(faces).reshape(-1), "triangles", vertices), np.int64)
    if triangulate:
        from pantin.rig.polygons import split_polygons  # few meshes are made of polygons

        polygons = [np.asarray(face).tolist() for face in list(faces)]  # type: ignore[arg-type]
        short = next((number for number, face in enumerate(polygons) if len(face) < 3), None)
        if short is not None:
            raise InvalidRig(f"face {short} must have at least 3 vertices, not {len(polygons[short])}")
        corners = [corner for face in polygons for corner in face]
        flat = np.asarray(indices(corners, "triangles", vertices), np.int64)
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
        raise InvalidRig(f"triangles must have shape (any, 3), not {array.shape}{hint}")
    return np.asarray(indices(array.reshape(-1), "triangles", vertices), np.int64)


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


def refuse_angles(values: Any, what: str) -> None:
    """Raise `InvalidRig` for three numbers where a quaternion is due, with how to write angles instead."""
    array = values if hasattr(values, "shape") else np.array(values, object)
    if tuple(array.shape)[-1:] == (3,):
        degrees = "" if what == "rotations" else 'planes={"xy": 90} takes degrees, and '  # not of arrays
        raise InvalidRig(
            f"{what} must be quaternions (x, y, z, w), not 3 numbers: {degrees}"
            "pantin.maths.quaternion.from_axis_angle makes quaternions of axes and angles in radians"
        )


def unit_quaternion(values: ArrayLike, what: str) -> Doubles:
    """Quaternions (…, 4) of length 1. Those off by rounding are normalised, with a warning; others are
    refused."""
    refuse_angles(values, what)
    array = np.asarray(values)
    quaternions = doubles(values, what, (*(None for _ in array.shape[:-1]), 4))
    lengths = np.linalg.norm(quaternions, axis=-1, keepdims=True)
    off = float(np.abs(lengths - 1).max(initial=0.0))
    if off > ROUNDING:
        length = float(lengths.reshape(-1)[np.abs(lengths - 1).argmax()])
        raise InvalidRig(f"{what} must be unit quaternions (x, y, z, w), but one has length {length:g}")
    if off <= EXACT:
        return quaternions
    warnings.warn(f"{what} off unit length by {off:.1g}: normalised", UserWarning, stacklevel=caller_level())
    unit: Doubles = quaternions / lengths
    return unit


def per_surface(mesh: Mesh, values: Any, what: str) -> list[Reals]:
    """Arrays as they are given for the surfaces of a mesh, each (V, N): a list, or a bare array for one."""
    count = len(mesh.surfaces)
    listed = isinstance(values, Sequence) and not isinstance(values, str | bytes)
    if not (listed or getattr(values, "ndim", False)) or not len(values):
        raise InvalidRig(f"{what} must be an array of (V, N) for each surface, not {short_value(values)}")
    arrays = [values] if count == 1 and np.ndim(values[0]) < 2 else list(values)
    if len(arrays) != count:
        raise InvalidRig(f"{what} must be {count} arrays, one per surface, not {len(arrays)}")
    return [
        reals(array, what if count == 1 else f"{what} {number}", surface.positions.shape)
        for number, (array, surface) in enumerate(zip(arrays, mesh.surfaces, strict=True))
    ]


def given_normals(normals: Any, points: Reals, corners: NDArray[np.int64] | None) -> Any:
    """Normals as they are given: an array, "smooth" for those of the triangles, or None."""
    if isinstance(normals, str):
        if normals != "smooth":
            raise InvalidRig(f'normals must be an array or "smooth", not {short_value(normals)}')
        if corners is None:
            corners = np.arange(len(points) // 3 * 3)
        return smooth_normals(points, corners.reshape(-1, 3))
    return None if normals is None else reals(normals, "normals", points.shape)


def rotation_keys(values: Any, dimension: int) -> Any:
    """Keys of rotations as numbers, where they are given as angles in planes or as matrices (K, N, N);
    anything else as it is."""
    listed = list(values) if isinstance(values, Sequence) and not isinstance(values, str) else values
    in_planes = isinstance(listed, list) and any(isinstance(key, str | Mapping) for key in listed)
    if not in_planes and _shape(listed)[1:] != (dimension, dimension):
        return values
    from pantin.maths import rotor_turns

    keys = np.array([rotor_turns.from_planes(key, dimension) for key in listed])
    return rotor.to_quaternion(keys) if dimension == 3 else keys


def _shape(values: Any) -> tuple[int, ...]:
    try:
        return np.shape(values)
    except ValueError:  # lists of several lengths, which are refused with a sentence
        return ()


def with_unit_rotations(channels: tuple[Channel, ...], clip: str, first: int = 0) -> tuple[Channel, ...]:
    """The checked channels of a clip, `first` the number of the first, with rotations of length 1. The
    tangents of a spline have any length."""
    unit = []
    for number, channel in enumerate(channels, first):
        if channel.property == "rotation":
            spline = channel.interpolation == "CUBICSPLINE"
            values = np.array(channel.values)
            keys = values[:, 1] if spline else values
            if rotations.is_quaternion(values):
                keys[...] = unit_quaternion(keys, f"{clip} channel {number} values")
            else:
                keys[...] = rotations.normalize(keys)
            channel = replace(channel, values=values)
        unit.append(channel)
    return tuple(unit)
