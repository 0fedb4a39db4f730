"""Canonical rotations (from 0.12 on): every form becomes a unit quaternion with w ≥ 0, rounded to 1e-12."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from pantin.formats.rigy.source import Map, Seq
from pantin.maths import exact

FORMS = ("rotation_euler", "rotation_degrees", "rotation_axis_angle", "rotation_quat")
QUANTUM = 1e-12
SHORTEST = 1e-12
"""A shorter axis or quaternion has no direction (Rigy chapter 10.9)."""

LARGEST = 1e150
"""Four times its square is still a finite double."""

Quaternion = tuple[float, float, float, float]


Spelling = Callable[[float, float, float, float], Quaternion]
"""What is written for a quaternion: `canonicalise`, or `canonicalise_for_text`."""


def canonicalise_rotation(transform: Map, spelling: Spelling) -> None:
    """Rewrite the rotation of a transform; invalid ones are left to the rules."""
    forms = [form for form in FORMS if transform.get(form) is not None]
    if len(forms) != 1:
        return
    quaternion = _quaternion(forms[0], transform[forms[0]])
    if quaternion is None:
        return
    mark = transform.marks[forms[0]]
    del transform[forms[0]]
    listed = Seq()
    listed.extend(spelling(*quaternion))
    listed.marks = [mark[2:]] * 4
    transform["rotation_quat"], transform.marks["rotation_quat"] = listed, mark


def _numbers(value: Any, count: int) -> list[float] | None:
    if not isinstance(value, Seq) or len(value) != count:
        return None
    if not all(type(item) in (int, float) and math.isfinite(item) for item in value):
        return None
    return [float(item) for item in value]


def _scale_down(direction: list[float]) -> list[float]:
    """The same direction, scaled down where its squares would overflow a double."""
    largest = max(map(abs, direction))
    return [component / largest for component in direction] if largest > LARGEST else direction


def _quaternion(form: str, value: Any) -> Quaternion | None:
    if form == "rotation_axis_angle":
        return _axis_angle(value) if isinstance(value, Map) else None
    numbers = _numbers(value, 4 if form == "rotation_quat" else 3)
    if numbers is None:
        return None
    if form == "rotation_quat":
        x, y, z, w = _scale_down(numbers)
        return (x, y, z, w) if _length(x, y, z, w) > SHORTEST else None
    x, y, z = (math.radians(number) for number in numbers) if form == "rotation_degrees" else numbers
    return from_euler(x, y, z)


def _axis_angle(value: Map) -> Quaternion | None:
    axis, degrees = _numbers(value.get("axis"), 3), value.get("degrees")
    axis = None if axis is None else _scale_down(axis)
    is_number = isinstance(degrees, int | float) and not isinstance(degrees, bool)
    if axis is None or not is_number or degrees is None or not math.isfinite(degrees):
        return None
    length = math.sqrt((axis[0] * axis[0] + axis[1] * axis[1]) + axis[2] * axis[2])
    if not length > SHORTEST or set(value) != {"axis", "degrees"}:
        return None
    half = math.radians(float(degrees)) / 2.0
    sine = exact.sin(half)
    x, y, z = (component / length * sine for component in axis)
    return x, y, z, exact.cos(half)


def from_euler(x: float, y: float, z: float) -> Quaternion:
    """About x, then y, then z."""
    cx, sx, cy, sy = exact.cos(x / 2), exact.sin(x / 2), exact.cos(y / 2), exact.sin(y / 2)
    cz, sz = exact.cos(z / 2), exact.sin(z / 2)
    return (
        sx * cy * cz - cx * sy * sz,
        cx * sy * cz + sx * cy * sz,
        cx * cy * sz - sx * sy * cz,
        cx * cy * cz + sx * sy * sz,
    )


def _length(x: float, y: float, z: float, w: float) -> float:
    return math.sqrt(((x * x + y * y) + z * z) + w * w)


def canonicalise(x: float, y: float, z: float, w: float) -> Quaternion:
    """The quaternion of length 1 with w ≥ 0; each component is a multiple of `QUANTUM` and none is −0."""
    length = _length(x, y, z, w)
    parts = [x / length, y / length, z / length, w / length]
    if parts[3] < 0.0:
        parts = [-part for part in parts]
    x, y, z, w = (round(part / QUANTUM) * QUANTUM + 0.0 for part in parts)
    return x, y, z, w


def canonicalise_for_text(x: float, y: float, z: float, w: float) -> Quaternion:
    """Numbers that read back as the same canonical quaternion. These are its own components, except for one
    quaternion in a hundred: there, normalising the rounded numbers would change the last digit, so that the
    numbers of the source are kept."""
    rounded = canonicalise(x, y, z, w)
    return rounded if canonicalise(*rounded) == rounded else (x, y, z, w)
