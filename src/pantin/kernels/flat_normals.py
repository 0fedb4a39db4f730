"""Normals of a surface from its triangles, in F frames; the compiled twin in `flat_normals_numba.py` has the
same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.later import Later

from . import engine
from .sums import cross

Array = NDArray[Any]

CHUNK = 8192
"""Vertices or triangles of one pass of the reference: its temporaries stay in a second-level cache."""


def flat_normals(
    positions: Array, triangles: NDArray[np.int64], mirrored: NDArray[np.bool_], out: Array | None = None
) -> tuple[Array, int]:
    """(F, V, 3) normals of a surface without stored normals, from its posed triangles, written into `out` if
    given; and how many vertices have no normal.

    A vertex of one triangle, or of several in one plane, has that plane's normal (glTF 2.0 §3.7.2.1: flat
    normals). A vertex of triangles in different planes has their mean normal, weighted by area. Where a pose
    mirrors (`turned`), the winding is reversed, and normals are flipped to point outwards.
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
    """The reference: one frame, or several of a small surface, at a time. Returns how many vertices have no
    normal."""
    together = max(1, CHUNK // max(positions.shape[1], len(triangles)))
    frames = (slice(first, first + together) for first in range(0, len(positions), together))
    return sum(_fill_normals(positions[some], triangles, mirrored[some], normals[some]) for some in frames)


def _fill_normals(
    positions: Array, triangles: NDArray[np.int64], mirrored: NDArray[np.bool_], normals: Array
) -> int:
    frames, count = positions.shape[:2]
    points = positions.astype(np.float64)  # areas of small triangles are beyond float32
    corners = (triangles.ravel() + np.arange(0, frames * count, count)[:, None]).ravel()
    with np.errstate(over="ignore", invalid="ignore"):
        a, b, c = (points[:, triangles[:, corner]] for corner in range(3))
        back = mirrored[:, None, None]
        if back.any():
            b, c = np.where(back, c, b), np.where(back, b, c)
        faces = cross(b - a, c - a).reshape(-1, 3).T
        sums = [np.bincount(corners, np.repeat(face, 3), frames * count) for face in faces]
        x, y, z = sums
        lengths = np.sqrt(x * x + z * z + y * y)  # in the order of the twin
        usable = (lengths > 0) & np.isfinite(lengths)
        divisors = np.where(usable, lengths, 1.0)
        for axis, (total, instead) in enumerate(zip(sums, (0, 0, 1), strict=True)):
            normals[..., axis] = np.where(usable, total / divisors, instead).reshape(frames, count)
    return int((~usable).sum())


FLAT_NORMALS = engine.Kernel(
    "flat normals", flat_normals_numpy, Later("pantin.kernels.flat_normals_numba", "flat_normals")
)
