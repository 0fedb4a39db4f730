"""Surfaces of lines as geometry to draw: each line a thin three-sided bar."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pantin.deformation import PosedMesh
from pantin.report.wording import counted
from pantin.rig import Doubles, Rig, Surface
from pantin.viewer.geometry import Geometry, piece
from pantin.viewer.paint import Paints

THICKNESS = 0.003
"""The radius of a bar by the size of the model: a line of about three pixels in a picture of 800."""
MOST = 100_000
"""Lines of a picture: a bar takes 800 bytes, and so many more than pixels across are a blot."""
SIDES = 3
LINES = ("lines", "line_loop", "line_strip")


def strokes(rig: Rig, posed: list[PosedMesh], paints: Paints) -> list[Geometry]:
    """The lines of posed meshes, as their materials paint them."""
    drawn = [one for one in posed if _surface(rig, one).mode in LINES]
    if not drawn or line_count(rig) > MOST:
        return []
    points = np.concatenate([np.asarray(one.positions, np.float64) for one in drawn])
    points = points[np.isfinite(points).all(axis=1)]
    if not len(points):
        return []
    radius = THICKNESS * float(np.ptp(points, axis=0).max())
    return [_bars(_surface(rig, one), one, paints, radius) for one in drawn]


def undrawn(rig: Rig) -> tuple[str, ...]:
    """Sentences about points and lines that a picture leaves out."""
    dots = sum(one.mode == "points" for mesh in rig.meshes for one in mesh.surfaces)
    lines = line_count(rig)
    notes = [f"{counted(dots, 'point cloud')} not drawn: points are not supported"] if dots else []
    if lines > MOST:
        notes.append(f"{lines:,} lines not drawn: the limit is {MOST:,}")
    return tuple(notes)


def line_count(rig: Rig) -> int:
    """How many lines the meshes of a rig have, each mesh as often as it stands somewhere."""
    meshes = (rig.meshes[one.mesh] for one in rig.instances)
    return sum(len(segments(one)) for mesh in meshes for one in mesh.surfaces if one.mode in LINES)


def _surface(rig: Rig, posed: PosedMesh) -> Surface:
    return rig.meshes[posed.mesh].surfaces[posed.surface]


def segments(surface: Surface) -> NDArray[np.int64]:
    """(N, 2) the vertices at the ends of each line, cut as in glTF 2.0 §3.7.2.1."""
    given = surface.indices
    flat = np.arange(len(surface.positions)) if given is None else given.astype(np.int64)
    if surface.mode == "lines":
        return flat[: len(flat) // 2 * 2].reshape(-1, 2)
    if surface.mode == "line_loop" and len(flat):
        flat = np.append(flat, flat[0])
    return np.stack([flat[:-1], flat[1:]], axis=1)


def _bars(surface: Surface, posed: PosedMesh, paints: Paints, radius: float) -> Geometry:
    ends = segments(surface)
    points = np.asarray(posed.positions, np.float64)[ends]
    along = points[:, 1] - points[:, 0]
    lengths = np.sqrt((along * along).sum(axis=1))
    kept = np.isfinite(lengths) & (lengths > 0)
    ends, points = ends[kept], points[kept]
    out = _around(along[kept] / lengths[kept, None])
    corners = points[:, :, None] + radius * out[:, None]
    normals = np.broadcast_to(out[:, None], corners.shape)
    colours = np.repeat(posed.colours[0][ends], SIDES, axis=1).reshape(-1, 4) if posed.colours else None
    paint = replace(paints.of(surface.material), double_sided=True, texture=None)
    return piece(corners.reshape(-1, 3), normals.reshape(-1, 3), _faces(len(ends)), paint, colours=colours)


def _around(axes: Doubles) -> Doubles:
    """(N, SIDES, 3) unit directions around each axis; the first is across the coordinate it has least of."""
    least = np.eye(3)[np.abs(axes).argmin(axis=1)]
    first = np.cross(axes, least)
    first /= np.sqrt((first * first).sum(axis=1))[:, None]
    angles = np.arange(SIDES) * (2 * np.pi / SIDES)
    second = np.cross(axes, first)
    found: Doubles = first[:, None] * np.cos(angles)[:, None] + second[:, None] * np.sin(angles)[:, None]
    return found


def _faces(count: int) -> NDArray[np.int64]:
    """Two triangles for each side of each bar, whose corners are those of one end and then of the other."""
    here = np.arange(SIDES)
    there = (here + 1) % SIDES
    one = np.concatenate([[here, there, here + SIDES], [there, there + SIDES, here + SIDES]], axis=1).T
    found: NDArray[np.int64] = np.arange(count)[:, None, None] * (2 * SIDES) + one
    return found.reshape(-1, 3)
