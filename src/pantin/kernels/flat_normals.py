"""Normals of F frames of a surface out of its triangles; the compiled twin in `flat_normals_numba.py` has the
same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.later import Later

from . import engine

Array = NDArray[Any]


def flat_normals(
    positions: Array, triangles: NDArray[np.int64], mirrored: NDArray[np.bool_], out: Array | None = None
) -> tuple[Array, int]:
    """(F, V, 3) normals of a surface that stores none, from its triangles where they are now, in `out` where
    it is given; and how many had none.

    A vertex of one triangle, or of several in one plane, has that plane's normal (glTF 2.0 §3.7.2.1: flat
    normals). Where triangles share a vertex and not a plane, it has their mean, weighted by area. Where poses
    mirror (`turned`) triangles are wound the other way round, and their normals are turned to point outwards
    again.
    """
    vertices, normals = positions.shape[1], np.empty_like(positions) if out is None else out
    if normals.shape != positions.shape or normals.dtype != positions.dtype or not normals.flags.c_contiguous:
        raise ValueError(f"out must be a C-contiguous {positions.dtype} array of shape {positions.shape}")
    if triangles.size and not (triangles.min() >= 0 and triangles.max() < vertices):
        raise ValueError(f"a triangle refers to a vertex outside of the mesh, which has {vertices}")
    if not normals.size:
        return normals, 0
    return normals, FLAT_NORMALS(
        len(positions) * max(vertices, len(triangles)), positions, triangles, mirrored, normals
    )


def flat_normals_numpy(
    positions: Array, triangles: NDArray[np.int64], mirrored: NDArray[np.bool_], normals: Array
) -> int:
    """The reference: frame by frame into `made`; how many had none."""
    count, lost = positions.shape[1], 0
    for stored, out, back in zip(positions, normals, mirrored.tolist(), strict=True):
        points = stored.astype(np.float64)  # areas of small triangles are beyond float32
        sums = np.empty_like(points)
        with np.errstate(over="ignore", invalid="ignore"):
            a, b, c = (points[triangles[:, corner]] for corner in range(3))
            faces = np.cross(c - a, b - a) if back else np.cross(b - a, c - a)
            for axis in range(3):
                sums[:, axis] = np.bincount(triangles.ravel(), np.repeat(faces[:, axis], 3), count)
            x, y, z = sums.T
            lengths = np.sqrt(x * x + z * z + y * y)  # in the order of the twin
            usable = (lengths > 0) & np.isfinite(lengths)
            out[...] = np.where(usable[:, None], sums / np.where(usable, lengths, 1.0)[:, None], (0, 0, 1))
        lost += int((~usable).sum())
    return lost


FLAT_NORMALS = engine.Kernel(
    "flat normals", flat_normals_numpy, Later("pantin.kernels.flat_normals_numba", "flat_normals")
)
