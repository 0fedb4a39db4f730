"""Triangulate parametric shapes of USD (Cube, Sphere, Cylinder, Cone, Capsule, Plane). Round shapes have 32
sides, with vertices on the exact surface."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.usd.lift.context import first_value
from pantin.rig import Doubles, Surface

SIDES = 32
"""Segments around the axis of a round shape; half as many from pole to pole."""

Profile = Sequence[tuple[float, float, float, float]]
"""Half a cross-section of a round shape, from top to bottom: distance from the axis, height, and the normal
in the same form."""

AXES = {"X": (2, 0, 1), "Y": (1, 2, 0), "Z": (0, 1, 2)}
"""Axis permutations that turn a shape along Z to another axis."""


Numbers = Mapping[str, Any]
"""The values of the attributes of a shape."""

Arrays = tuple[Doubles, Doubles, NDArray[Any]]
"""Positions, normals and triangles."""


def is_shape(prim: Any) -> bool:
    return str(prim.GetTypeName()) in SHAPES


def read_shape(prim: Any) -> Surface | None:
    """The surface of a shape; None if its numbers are invalid."""
    values = []
    for name in (*SIZES, "axis", "orientation"):
        attribute = prim.GetAttribute(name)
        if attribute:
            values.append((name, first_value(attribute)))
    try:
        return _make_surface(str(prim.GetTypeName()), tuple(values))
    except (TypeError, ValueError, KeyError):  # values of another type
        return None


LARGEST = float(np.finfo(np.float32).max)

SIZES = ("size", "radius", "height", "width", "length", "radiusTop", "radiusBottom")
"""The attributes of shape sizes."""


@lru_cache(maxsize=64)
def _make_surface(kind: str, values: tuple[tuple[str, Any], ...]) -> Surface | None:
    positions, normals, triangles = SHAPES[kind](dict(values))
    if not (np.abs(positions) <= LARGEST).all():
        return None
    if dict(values).get("orientation") == "leftHanded":
        triangles = triangles[:, ::-1]
    return Surface(
        positions.astype(np.float32), normals.astype(np.float32), indices=triangles.astype(np.int64).ravel()
    )


def _cube(sizes: Numbers) -> Arrays:
    half = float(sizes["size"]) / 2
    square = np.array([(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)], np.float64)
    faces = [np.roll(square, turn, axis=1) * sign for sign in (1, -1) for turn in range(3)]
    normals = [np.roll((0.0, 0.0, sign), turn) for sign in (1.0, -1.0) for turn in range(3)]
    triangles = [
        np.array([(0, 1, 2), (0, 2, 3)])[:, :: 1 if number < 3 else -1] + 4 * number for number in range(6)
    ]
    return np.concatenate(faces) * half, np.repeat(normals, 4, axis=0), np.concatenate(triangles)


def _plane(sizes: Numbers) -> Arrays:
    """A plane: its width is along X (along Z for axis X), its length along Y (along Z for axis Y)."""
    width, length = float(sizes["width"]) / 2, float(sizes["length"]) / 2
    flat = np.array([(-width, -length), (width, -length), (width, length), (-width, length)])
    axis = str(sizes["axis"])
    columns = {"X": (2, 1), "Y": (0, 2), "Z": (0, 1)}[axis]
    positions, normals = np.zeros((4, 3)), np.zeros((4, 3))
    positions[:, columns] = flat
    normals[:, "XYZ".index(axis)] = 1.0
    triangles = np.array([(0, 1, 2), (0, 2, 3)])
    return positions, normals, triangles if axis == "Z" else triangles[:, ::-1]


def _sphere(sizes: Numbers) -> Arrays:
    return _revolve([_arc(float(sizes["radius"]), 0.0, 0.0, math.pi)], "Z")


def _cylinder(sizes: Numbers) -> Arrays:
    """A cylinder; with two radii a truncated cone."""
    radii = _radii(sizes)
    return _tapered_cylinder(radii[0], radii[-1], float(sizes["height"]), str(sizes["axis"]))


def _radii(sizes: Numbers) -> list[float]:
    """The radius, or the top and bottom radius."""
    names = ("radius",) if "radius" in sizes else ("radiusTop", "radiusBottom")
    return [float(sizes[name]) for name in names]


def _cone(sizes: Numbers) -> Arrays:
    return _tapered_cylinder(0.0, float(sizes["radius"]), float(sizes["height"]), str(sizes["axis"]))


def _tapered_cylinder(top: float, bottom: float, height: float, axis: str) -> Arrays:
    half = height / 2
    slope = math.hypot(height, bottom - top) or 1.0
    out, up = height / slope, (bottom - top) / slope
    side = [(top, half, out, up), (bottom, -half, out, up)]
    caps = [[(0.0, half, 0.0, 1.0), (top, half, 0.0, 1.0)]] if top else []
    caps += [[(bottom, -half, 0.0, -1.0), (0.0, -half, 0.0, -1.0)]] if bottom else []
    return _revolve([side, *caps], axis)


def _capsule(sizes: Numbers) -> Arrays:
    """A capsule; with two radii, a truncated cone with spherical caps tangent to its slope."""
    radii = _radii(sizes)
    top, bottom, half = radii[0], radii[-1], float(sizes["height"]) / 2
    lean = math.atan2(bottom - top, 2 * half) if half > 0 else 0.0
    arcs = []
    for radius, end, angles in (
        (top, half, (0.0, math.pi / 2 - lean)),
        (bottom, -half, (math.pi / 2 - lean, math.pi)),
    ):
        sphere = radius / math.cos(lean)
        arcs += _arc(sphere, end - sphere * math.sin(lean), *angles)
    return _revolve([arcs], str(sizes["axis"]))


def _arc(radius: float, centre: float, start: float, end: float) -> list[tuple[float, float, float, float]]:
    """Part of a half circle, from one angle at its pole to another."""
    pieces = max(2, math.ceil((end - start) / math.pi * SIDES / 2))
    arc = []
    for step in range(pieces + 1):
        angle = start + (end - start) * step / pieces
        out, up = (0.0 if angle in (0.0, math.pi) else math.sin(angle)), math.cos(angle)
        arc.append((radius * out, centre + radius * up, out, up))
    return arc


def _revolve(profiles: Sequence[Profile], axis: str) -> Arrays:
    """Revolve profiles around an axis, with smooth normals along each."""
    angles = np.arange(SIDES) * (2 * math.pi / SIDES)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    positions: list[Doubles] = []
    normals: list[Doubles] = []
    triangles, first = [], 0
    for profile in profiles:
        rows = np.array(profile)
        for out, up, into in ((rows[:, 0], rows[:, 1], positions), (rows[:, 2], rows[:, 3], normals)):
            rings = np.empty((len(rows), SIDES, 3))
            rings[:, :, :2] = out[:, None, None] * circle
            rings[:, :, 2] = up[:, None]
            into.append(rings.reshape(-1, 3))
        for ring in range(len(rows) - 1):
            above = first + ring * SIDES + np.arange(SIDES)
            beside = first + ring * SIDES + (np.arange(SIDES) + 1) % SIDES
            if rows[ring + 1, 0]:  # a ring that is a point closes nothing
                triangles.append(np.stack([above, above + SIDES, beside + SIDES], axis=1))
            if rows[ring, 0]:
                triangles.append(np.stack([above, beside + SIDES, beside], axis=1))
        first += len(rows) * SIDES
    order = list(AXES[axis])
    every = np.concatenate(triangles) if triangles else np.zeros((0, 3), np.int64)
    return np.concatenate(positions)[:, order], np.concatenate(normals)[:, order], every


SHAPES: dict[str, Callable[[Numbers], Arrays]] = {
    "Cube": _cube,
    "Sphere": _sphere,
    "Cylinder": _cylinder,
    "Cylinder_1": _cylinder,
    "Cone": _cone,
    "Capsule": _capsule,
    "Capsule_1": _capsule,
    "Plane": _plane,
}
"""The shape functions by prim type."""
