"""Rules about VRMC_springBone_limit, the draft that bounds the angle of a joint."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone import LIMIT_VERSION
from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    LIMITS,
    Object,
    Place,
    as_object,
    finite,
    length,
    number,
    quoted,
    raw_extension,
    vector,
)
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

UNIT = 1e-3
"""How far from 1 the length of a quaternion may be: what decimals leave of it."""


def _limits(scope: Scope) -> Iterator[tuple[Place, str, Object]]:
    """Place, kind and body of each limit that has one kind."""
    for place, body, _ in scope.fact(raw_extension).each_limit():
        shapes = as_object(body.get("limit"))
        kinds = [kind for kind in LIMITS if kind in shapes]
        if len(kinds) == 1:
            yield (*place, "limit", kinds[0]), kinds[0], as_object(shapes[kinds[0]])


@rule("VRM-LM001", "error", 'specVersion is {version}, not "1.0-draft"')
def limit_version(scope: Scope) -> Iterator[Finding]:
    """A limit has the specVersion "1.0-draft".

    Why: the extension is a draft, and readers drop any other version.
    Mend: write "specVersion": "1.0-draft".
    Source: VRMC_springBone_limit 1.0-draft, specVersion.
    """
    for place, body, _ in scope.fact(raw_extension).each_limit():
        if body.get("specVersion") != LIMIT_VERSION:
            yield limit_version.at(pointer(*place), version=quoted(body, "specVersion"))


@rule("VRM-LM002", "error", "the limit is not one of cone, hinge and spherical")
def limit_kind(scope: Scope) -> Iterator[Finding]:
    """A limit is one of cone, hinge and spherical.

    Why: only one of them can hold.
    Mend: keep one.
    Source: VRMC_springBone_limit 1.0-draft, limit.
    """
    for place, body, _ in scope.fact(raw_extension).each_limit():
        if sum(kind in as_object(body.get("limit")) for kind in LIMITS) != 1:
            yield limit_kind.at(pointer(*place))


@rule("VRM-LM003", "error", "{name} is {value}, not a number of at least 0")
def limit_angle(scope: Scope) -> Iterator[Finding]:
    """The angles of a limit are given, in radians, and are not negative.

    Why: they say how far the joint may turn from rest.
    Mend: write the angle in radians.
    Source: VRMC_springBone_limit 1.0-draft, angle, pitch and yaw.
    """
    for place, kind, body in _limits(scope):
        for name in ("pitch", "yaw") if kind == "spherical" else ("angle",):
            value = number(body.get(name))
            if value is None or not math.isfinite(value) or value < 0:
                where = (*place, name) if name in body else place
                yield limit_angle.at(pointer(*where), name=name, value=quoted(body, name))


@rule("VRM-LM004", "error", "the rotation is not a unit quaternion")
def limit_rotation(scope: Scope) -> Iterator[Finding]:
    """The rotation of a limit is a unit quaternion.

    Why: it turns the space in which angles are measured.
    Mend: write four numbers x, y, z, w of length 1.
    Source: VRMC_springBone_limit 1.0-draft, rotation.
    """
    for place, _, body in _limits(scope):
        rotation = vector(body.get("rotation", [0, 0, 0, 1]), 4)
        if rotation is None or not finite(rotation) or abs(length(rotation) - 1) > UNIT:
            yield limit_rotation.at(pointer(*place, "rotation"))


@rule("VRM-LM005", "error", "the last joint of a spring has a limit")
def idle_limit(scope: Scope) -> Iterator[Finding]:
    """The last joint of a spring has no limit.

    Why: it does not turn; writers must not put one there, and readers must ignore it.
    Mend: remove it.
    Source: VRMC_springBone_limit 1.0-draft, placement.
    """
    for place, _, last in scope.fact(raw_extension).each_limit():
        if last:
            yield idle_limit.at(pointer(*place))


RULES = (limit_version, limit_kind, limit_angle, limit_rotation, idle_limit)
