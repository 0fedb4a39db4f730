"""`triangle_prism_on_plane`: a triangle in a plane, extruded along the plane's normal, as one wedge."""

from __future__ import annotations

import math

from msgspec import Struct

from pantin.formats.rigy.algebra import cross, dot, length, over, to_quaternion
from pantin.formats.rigy.expand.marks import new_map
from pantin.formats.rigy.expand.params import NOT_AN_IDENTIFIER, is_identifier
from pantin.formats.rigy.expand.rotations import SHORTEST, Spelling
from pantin.formats.rigy.schema.document import Vec3, is_read
from pantin.formats.rigy.schema.kinds import (
    UNREAD,
    Faults,
    Key,
    ListOf,
    Number,
    ObjectOf,
    String,
    Vector,
    Word,
    cut,
)
from pantin.formats.rigy.source import Map, Path, Seq

MACRO = "triangle_prism_on_plane"
PERPENDICULAR = 1e-6
"""How far the cosine between a leg and the normal may be from 0 (Rigy chapter 10.7), and that between the
legs, which meet at the right angle of a wedge."""


class Plane(Struct, frozen=True):
    path: Path
    origin: Vec3
    normal: Vec3


class Prism(Struct, frozen=True):
    path: Path
    macro: str
    id: str
    plane: Plane
    leg_p: Vec3
    leg_q: Vec3
    length: float
    material: str | None
    surface: str | None
    tags: tuple[str, ...]


PRISM = ObjectOf(
    MACRO,
    Prism,
    {
        "macro": Key(Word((MACRO,))),
        "id": Key(String()),
        "plane": Key(ObjectOf("plane", Plane, {"origin": Key(Vector(3)), "normal": Key(Vector(3))})),
        "leg_p": Key(Vector(3)),
        "leg_q": Key(Vector(3)),
        "length": Key(Number()),
        "material": Key(String(), None),
        "surface": Key(String(empty=True), None),
        "tags": Key(ListOf(String()), (), nullable=True),
    },
)


def expand_prism(item: Map, path: Path, faults: Faults, spelling: Spelling) -> Seq | None:
    """The wedge, in a list."""
    before = len(faults.listed)
    prism: Prism = PRISM.read(item, path, faults)
    normal = _unit(prism.plane.normal, (*path, "plane", "normal"), faults)
    p = _unit(prism.leg_p, (*path, "leg_p"), faults)
    q = _unit(prism.leg_q, (*path, "leg_q"), faults)
    _check_prism(prism, (p, q), normal, faults)
    if len(faults.listed) > before:
        return None
    legs = [(p, prism.leg_p), (q, prism.leg_q)]
    if dot(cross(p, normal), q) < 0.0:
        legs.reverse()
    (x_axis, x_leg), (z_axis, z_leg) = legs
    x_row, y_row, z_row = zip(x_axis, normal, z_axis, strict=True)
    matrix = (x_row, y_row, z_row)
    position = [
        o + a / 2.0 + b / 2.0 + n * prism.length / 2.0
        for o, a, b, n in zip(prism.plane.origin, x_leg, z_leg, normal, strict=True)
    ]
    values = {
        "id": prism.id,
        "type": "wedge",
        "dimensions": {"x": length(x_leg), "y": prism.length, "z": length(z_leg)},
        "transform": {"rotation_quat": list(spelling(*to_quaternion(matrix))), "translation": position},
        "material": prism.material,
        "surface": prism.surface,
        "tags": list(prism.tags) or None,
    }
    wedges = Seq()
    wedges.append(new_map(item, values, f"{MACRO} {prism.id!r}"))
    return wedges


def _check_prism(prism: Prism, legs: tuple[Vec3, Vec3], normal: Vec3, faults: Faults) -> None:
    def fault(key: str, reason: str) -> None:
        faults.add("macro", (*prism.path, key), macro=f"{MACRO} {cut(prism.id)!r}", reason=reason)

    if prism.id != UNREAD and not is_identifier(prism.id):
        fault("id", f"its id is {NOT_AN_IDENTIFIER}")
    if prism.length <= 0.0:
        fault("length", f"its length must be greater than 0, not {prism.length}")
    outside = [
        key
        for key, leg in zip(("leg_p", "leg_q"), legs, strict=True)
        if is_read(*leg, *normal) and abs(dot(leg, normal)) > PERPENDICULAR
    ]
    if len(outside) == 2:
        fault("plane", "neither leg_p nor leg_q is at a right angle to the normal of the plane")
    elif outside:
        fault(outside[0], f"{outside[0]} is not in the plane")
    elif is_read(*legs[0], *legs[1]) and abs(dot(*legs)) > PERPENDICULAR:
        fault("leg_q", f"leg_p and leg_q must be at a right angle, not {_degrees(*legs):g}°")


def _degrees(first: Vec3, second: Vec3) -> float:
    """The angle between two unit vectors, for a message."""
    return round(math.degrees(math.acos(max(-1.0, min(1.0, dot(first, second))))), 3)


def _unit(vector: Vec3, path: Path, faults: Faults) -> Vec3:
    size = length(vector)
    if size < SHORTEST:
        faults.add("macro", path, macro=MACRO, reason=f"{path[-1]} has length 0")
        return (math.nan,) * 3
    return over(vector, size)
