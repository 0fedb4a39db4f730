"""The shapes of bones, which G4MF states for physics: boxes with rounded parts, as transparent geometry.

A shape is in the middle of the length of its bone, with the axes of the bone (G4MF, "Bone", "Shape"). It is a
box of `size`, grown by curves: |x / rx|^p + |y / ry|^p + … ≤ 1 along the axes where radii are not 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite, pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.bone_extras import bone_of
from pantin.maths import affine
from pantin.motion import world_transforms
from pantin.report.wording import named
from pantin.rig import Doubles, Pose, Rig
from pantin.viewer.colour import linear_rgb
from pantin.viewer.geometry import Geometry, build_geometry
from pantin.viewer.materials import Material

SHAPE = Material((*linear_rgb("#e08a2f"), 0.42), transparent=True, double_sided=True)

STEPS = 6
"""Steps along a quarter of a circle."""


def draw_bone_shapes(pose: Pose) -> list[Geometry]:
    """The shapes of the bones of a posed rig, those that can be drawn."""
    world = world_transforms(pose.rig, pose)
    drawn = []
    for node, shape in _bone_shapes(pose.rig):
        triangles = shape_triangles(shape)
        if triangles is not None:
            middle = (0.0, float(pose.rig.nodes.bone_lengths[node]) / 2, 0.0)
            drawn.append(_flat(affine.apply(world[node], triangles.reshape(-1, 3) + middle)))
    return drawn


def bone_shape_data(rig: Rig) -> list[dict[str, Any]]:
    """Shapes as viewer/src/page_data.ts declares them: corners of triangles in the space of their nodes."""
    drawn = []
    for node, shape in _bone_shapes(rig):
        triangles = shape_triangles(shape)
        if triangles is not None:
            middle = np.array([0.0, float(rig.nodes.bone_lengths[node]) / 2, 0.0])
            corners = triangles.reshape(-1, 3) + middle
            drawn.append({"node": node, "corners": corners.ravel().round(6).tolist()})
    return drawn


def undrawn_bone_shapes(rig: Rig) -> tuple[str, ...]:
    """Notes on the shapes that are not drawn, or on there being none."""
    shapes = dict(_bone_shapes(rig))
    if not shapes:
        return ("no bone of the model has a shape",)
    return tuple(
        f"the shape of {named('node', node, rig.nodes.names[node])} is not drawn: only boxes with rounded "
        "parts are"
        for node, shape in shapes.items()
        if shape_triangles(shape) is None
    )


def _bone_shapes(rig: Rig) -> Iterator[tuple[int, dict[str, Any]]]:
    """The nodes that are bones with a shape; it has a place only where the length is stated."""
    for node in np.flatnonzero(np.isfinite(rig.nodes.bone_lengths)).tolist():
        shape = bone_of(rig.nodes.extras[node]).get("shape")
        if shape is not None:
            yield node, shape


def shape_triangles(shape: dict[str, Any]) -> Doubles | None:
    """(F, 3, 3) corners of triangles on the surface of a shape, about its middle; None where it has another
    type, tapers, or curves that share axes."""
    size = _numbers(shape.get("size", (0.0, 0.0, 0.0)))
    if shape.get("type", "general") != "general" or size is None:
        return None
    round_curve: tuple[Doubles, float] | None = None
    taken = np.zeros(3, bool)
    for curve in shape.get("curves", ()):
        radii = _numbers(curve.get("radii")) if isinstance(curve, dict) else None
        exponent = curve.get("exponent", 2.0) if isinstance(curve, dict) else 0.0
        if radii is None or curve.get("taper") or not _is_number(exponent) or exponent <= 0:
            return None
        if (taken & (radii > 0)).any():
            return None
        taken |= radii > 0
        if (radii > 0).sum() < 2:
            size = size + 2 * radii  # along one axis a curve is a longer box
        else:
            round_curve = radii, float(exponent)
    return _surface(size, round_curve)


def _numbers(value: Any) -> Doubles | None:
    """Three numbers from 0 on."""
    if not isinstance(value, list | tuple) or len(value) != 3 or not all(map(_is_number, value)):
        return None
    numbers = np.array(value, np.float64)
    return numbers if (numbers >= 0).all() else None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _surface(size: Doubles, curve: tuple[Doubles, float] | None) -> Doubles:
    """The triangles of a box that is grown by a curve of two or three axes: its eight corners are moved apart
    by the box, and the directions between them follow the curve."""
    radii, exponent = (np.zeros(3), 2.0) if curve is None else curve
    # The poles are on the axis that a curve of two does not have, so that its ends are flat.
    flat = np.flatnonzero(radii == 0)
    up = int(flat[0]) if curve is not None and len(flat) else 1
    first, second = ((up + 1) % 3, (up + 2) % 3)
    quarter = np.linspace(0.0, pi / 2, STEPS + 1)
    latitudes = np.concatenate([quarter - pi / 2, quarter])
    heights = np.repeat([-1.0, 1.0], STEPS + 1)
    longitudes = np.concatenate([quarter + quadrant * pi / 2 for quadrant in range(4)])
    quadrants = np.repeat(np.arange(4), STEPS + 1)
    signs = np.empty((len(latitudes), len(longitudes), 3))
    signs[..., up] = heights[:, None]
    signs[..., first] = np.where(np.isin(quadrants, (0, 3)), 1.0, -1.0)
    signs[..., second] = np.where(quadrants < 2, 1.0, -1.0)
    around = np.ones_like(latitudes) if radii[up] == 0 else np.cos(latitudes)
    parts = np.zeros_like(signs)
    parts[..., first] = around[:, None] * np.abs(np.cos(longitudes))
    parts[..., second] = around[:, None] * np.abs(np.sin(longitudes))
    parts[..., up] = np.abs(np.sin(latitudes))[:, None] * (radii[up] > 0)
    points = signs * (size / 2 + radii * parts ** (2 / exponent))
    return points.reshape(-1, 3)[_grid(len(latitudes), len(longitudes))]


def _grid(rows: int, columns: int) -> NDArray[np.int64]:
    """Triangles between neighbours of a grid that is closed across its columns, and over its first and last
    row."""
    index = np.arange(rows * columns).reshape(rows, columns)
    beside = np.roll(index, -1, axis=1)
    low, high = (index[:-1], beside[:-1]), (index[1:], beside[1:])
    sides = [np.stack([low[0], high[0], low[1]], -1), np.stack([low[1], high[0], high[1]], -1)]
    ends = [np.stack([np.full(columns, index[row, 0]), index[row], beside[row]], -1) for row in (0, -1)]
    ends[1] = ends[1][:, ::-1]
    return np.concatenate([part.reshape(-1, 3) for part in (*sides, *ends)])


def _flat(corners: Doubles) -> Geometry:
    """Triangles of three corners each, with the normals of their planes."""
    triangles = corners.reshape(-1, 3, 3)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.where(lengths > 0, normals / np.where(lengths > 0, lengths, 1.0), (0.0, 1.0, 0.0))
    faces = np.arange(len(corners)).reshape(-1, 3)
    return build_geometry(corners, np.repeat(normals, 3, axis=0), faces, SHAPE)
