"""`geometry_checks`: compare the geometry with the expectations of the author.

The compiler ignores the block. Its `alignment` list is that of Rigy chapter 10.1; its `checks` list
is the draft of the language (version 1): coplanar_faces, gap_axis, point_order and normal_alignment.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from msgspec import Struct

from pantin.formats.rigy.algebra import cross, dot, length, minus
from pantin.formats.rigy.geometry import Face, Measured, gap_along
from pantin.formats.rigy.source import Composed, Map, Path, Seq

AXES = {"x": 0, "y": 1, "z": 2}
ALIGNED = 1e-6
"""The default tolerance of alignments (Rigy chapter 10.1)."""
EQUAL = 1e-3
"""Metres: the default tolerance of the draft's equalities."""

Numbers: TypeAlias = dict[str, float]


class Intent(Struct, frozen=True):
    """One check: `status` is pass, fail, or error for an invalid check, which `note` explains."""

    id: str
    type: str
    status: str
    measured: Numbers
    expected: dict[str, float | str]
    note: str
    line: int


class InvalidCheck(Exception):
    """A check that cannot be evaluated."""


def evaluate_checks(text: Composed, primitives: list[Measured]) -> Iterator[Intent]:
    """Every check of a document, in its order: alignments first."""
    block = text.root.get("geometry_checks") if isinstance(text.root, Map) else None
    if not isinstance(block, Map):
        return
    known = {primitive.id: primitive for primitive in reversed(primitives)}
    for name, kinds, key in (("alignment", ALIGNMENTS, "check"), ("checks", CHECKS, "type")):
        listed = block.get(name)
        seen: set[str] = set()
        for index, item in enumerate(listed if isinstance(listed, Seq) else ()):
            path: Path = ("geometry_checks", name, index)
            yield _evaluate_check(item, kinds, key, known, block, seen, text.locate(path)[0])


def _evaluate_check(
    item: Any, kinds: Kinds, key: str, known: dict[str, Measured], block: Map, seen: set[str], line: int
) -> Intent:
    check = item if isinstance(item, Map) else Map()
    kind = str(check.get(key, ""))
    name = str(check.get("id", check.get("label", "")))
    try:
        if kind not in kinds:
            raise InvalidCheck(f"unknown check {kind!r} (known: {', '.join(kinds)})")
        if key == "type" and name in seen:
            raise InvalidCheck(f"duplicate check id {name!r}")
        seen.add(name)
        holds, measured, expected = kinds[kind](_Check(check, known, block))
    except InvalidCheck as error:
        return Intent(name, kind, "error", {}, {}, str(error), line)
    return Intent(name, kind, "pass" if holds else "fail", measured, expected, "", line)


class _Check(Struct):
    """A check, with the primitives it can refer to."""

    values: Map
    known: dict[str, Measured]
    block: Map

    def number(self, key: str, default: float | None = None) -> float:
        value: Any = self.values.get(key, default)
        if type(value) not in (int, float) or not math.isfinite(value):
            raise InvalidCheck(f"{key!r} must be a finite number")
        return float(value)

    def tolerance(self, default: float) -> float:
        value = self.number("tolerance", self.block.get("default_tolerance", default))
        if value < 0.0:
            raise InvalidCheck("'tolerance' must not be negative")
        return value

    def word(self, key: str, words: tuple[str, ...]) -> str:
        value = self.values.get(key)
        if value not in words:
            raise InvalidCheck(f"{key!r} must be one of {', '.join(words)}")
        return str(value)

    def primitive(self, side: str) -> Measured:
        stated = self.values.get(side)
        name = stated.get("primitive_id") if isinstance(stated, Map) else None
        return self._find_primitive(name, side)

    def _find_primitive(self, name: Any, side: str) -> Measured:
        if not isinstance(name, str) or name not in self.known:
            raise InvalidCheck(f"{side!r} refers to unknown primitive {name!r}")
        return self.known[name]

    def face(self, side: str) -> Face:
        """The face of `{primitive_id, face}`."""
        name = self.values.get(side)
        return _face(self.primitive(side), name.get("face") if isinstance(name, Map) else None)

    def feature(self, side: str) -> tuple[Measured, str]:
        """The primitive and the name of `primitive.feature`."""
        name, dot, feature = str(self.values.get(side, "")).partition(".")
        if not dot:
            raise InvalidCheck(f"{side!r} must be <primitive>.<feature>")
        return self._find_primitive(name, side), feature


Answer: TypeAlias = tuple[bool, Numbers, dict[str, float | str]]
Kinds: TypeAlias = dict[str, Callable[[_Check], Answer]]


def _face(primitive: Measured, key: Any) -> Face:
    wanted = "slope" if key == "slope_face" else key
    for face in primitive.faces:
        if face.key == wanted:
            return face
    known = ", ".join(face.key for face in primitive.faces) or "none"
    raise InvalidCheck(f"{primitive.type} {primitive.id!r} has no face {key!r} (faces: {known})")


def _normal_parallel(check: _Check) -> Answer:
    a, b = (_face(*check.feature(side)).normal for side in ("a", "b"))
    size, tolerance = length(cross(a, b)), check.tolerance(ALIGNED)
    return size < tolerance, {"cross_magnitude": size}, {"tolerance": tolerance}


def _point_on_line(check: _Check) -> Answer:
    holder, point = check.feature("point")
    ridge_of, line = check.feature("line")
    if holder.type != "wedge" or point != "apex":
        raise InvalidCheck(f"{holder.type} {holder.id!r} has no point {point!r}; a wedge has apex")
    if ridge_of.type != "wedge" or line != "ridge":
        raise InvalidCheck(f"{ridge_of.type} {ridge_of.id!r} has no line {line!r}; a wedge has ridge")
    apex = _face(holder, "+y").centre
    # The top edge of −x, whose corners are v0, v3, v5, v2 (Rigy chapter 3).
    start, end = _face(ridge_of, "-x").corners[1:3]
    along = minus(end, start)
    distance = length(cross(along, minus(apex, start))) / length(along)
    tolerance = check.tolerance(ALIGNED)
    return distance < tolerance, {"distance": distance}, {"tolerance": tolerance}


def _coplanar_faces(check: _Check) -> Answer:
    a, b = check.face("a"), check.face("b")
    most = check.number("max_distance")
    if most < 0.0:
        raise InvalidCheck("'max_distance' must not be negative")
    distance = max(abs(dot(a.normal, point) + a.distance) for point in b.corners)
    return distance <= most, {"max_distance": distance}, {"max_distance": most}


def _gap_axis(check: _Check) -> Answer:
    axis = AXES[check.word("axis", tuple(AXES))]
    gap = gap_along(axis, check.primitive("a"), check.primitive("b"))
    least, most = check.number("min"), check.number("max")
    if least > most:
        raise InvalidCheck("'min' must not be greater than 'max'")
    return least <= gap <= most, {"gap": gap}, {"min": least, "max": most}


RELATIONS: dict[str, Callable[[float, float, float], bool]] = {
    "gt": lambda a, b, delta: a > b + delta,
    "ge": lambda a, b, delta: a >= b + delta,
    "lt": lambda a, b, delta: a < b - delta,
    "le": lambda a, b, delta: a <= b - delta,
    "eq": lambda a, b, tolerance: abs(a - b) <= tolerance,
}


def _point_order(check: _Check) -> Answer:
    relation = check.word("relation", tuple(RELATIONS))
    a, b = _scalar(check, "a"), _scalar(check, "b")
    equal = relation == "eq"
    margin = check.tolerance(EQUAL) if equal else check.number("min_delta", 0.0)
    expected: dict[str, float | str] = {
        "relation": relation,
        "tolerance" if equal else "min_delta": margin,
    }
    return RELATIONS[relation](a, b, margin), {"a": a, "b": b}, expected


def _scalar(check: _Check, side: str) -> float:
    primitive, name = check.primitive(side), check.values[side]
    which, _, axis = str(name.get("point", "")).partition("_")
    if which not in ("min", "max", "center") or axis not in AXES:
        raise InvalidCheck(f"'point' of {side!r} must be min, max or center, then _x, _y or _z")
    low, high = primitive.low[AXES[axis]], primitive.high[AXES[axis]]
    return {"min": low, "max": high, "center": (low + high) / 2.0}[which]


def _normal_alignment(check: _Check) -> Answer:
    target = check.values.get("target_axis")
    if not isinstance(target, Seq) or len(target) != 3:
        raise InvalidCheck("'target_axis' must be three numbers")
    if not all(type(number) in (int, float) and math.isfinite(number) for number in target) or not any(
        target
    ):
        raise InvalidCheck("'target_axis' must be finite and not zero")
    x, y, z = (float(number) for number in target)
    cosine = dot(check.face("a").normal, (x, y, z)) / length((x, y, z))
    angle = math.degrees(math.acos(min(1.0, max(-1.0, cosine))))
    most = check.number("max_angle_deg")
    return angle <= most, {"angle_deg": angle}, {"max_angle_deg": most}


ALIGNMENTS: Kinds = {"normal_parallel": _normal_parallel, "point_on_line": _point_on_line}
CHECKS: Kinds = {
    "coplanar_faces": _coplanar_faces,
    "gap_axis": _gap_axis,
    "point_order": _point_order,
    "normal_alignment": _normal_alignment,
}
