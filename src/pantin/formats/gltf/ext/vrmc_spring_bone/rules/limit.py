"""Rules about VRMC_springBone_limit, the draft that limits the angle of a joint."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone.model import describe, limit_kinds, springs
from pantin.formats.gltf.ext.vrmc_spring_bone.objects import LIMIT_VERSION, Cone, Hinge, Spherical
from pantin.formats.gltf.json_values import length, member_words
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer

UNIT = 1e-3
"""Tolerance of the length of a quaternion: a few decimals."""

NO_ROTATION = (0.0, 0.0, 0.0, 1.0)


def limits(scope: Scope) -> dict[JsonPath, Cone | Hinge | Spherical]:
    """The limits with exactly one kind, by path."""
    by_path = {}
    for path, limit, _ in scope.fact(springs).each_limit():
        kinds = limit_kinds(limit)
        if len(kinds) == 1:
            by_path[*path, "limit", kinds[0]] = getattr(limit.limit, kinds[0])
    return by_path


def _joint(scope: Scope, path: JsonPath) -> str:
    """The joint of a limit, from a path inside the limit."""
    return describe(scope, path[:6])


@rule("VRM-LM001", "error", 'specVersion of the limit of {joint} is {version}, expected "1.0-draft"')
def limit_version(scope: Scope) -> Iterator[Finding]:
    """Limit has a wrong specVersion.

    What: The `specVersion` of a limit must be "1.0-draft".
    Why: The extension is a draft, and readers ignore any other version.
    Fix: Write `"specVersion": "1.0-draft"`.
    Source: VRMC_springBone_limit 1.0-draft, specVersion.
    """
    for path, limit, _ in scope.fact(springs).each_limit():
        if limit.spec_version != LIMIT_VERSION:
            version = member_words(scope.raw(path), "specVersion")
            yield limit_version.at(pointer(*path), joint=_joint(scope, path), version=version)


@rule(
    "VRM-LM002",
    "error",
    "the limit of {joint} has {kinds}, expected exactly one of cone, hinge and spherical",
)
def limit_kind(scope: Scope) -> Iterator[Finding]:
    """Limit has an invalid kind.

    What: A limit must be exactly one of cone, hinge and spherical.
    Why: Readers use the first they find, or none.
    Fix: Keep one.
    Source: VRMC_springBone_limit 1.0-draft, limit.
    """
    for path, limit, _ in scope.fact(springs).each_limit():
        kinds = limit_kinds(limit)
        if len(kinds) != 1:
            words = " and ".join(kinds) or "none of the known kinds"
            yield limit_kind.at(pointer(*path), joint=_joint(scope, path), kinds=words)


@rule(
    "VRM-LM003", "error", "{name} in the limit of {joint} is {value}, expected an angle of 0 or more radians"
)
def limit_angle(scope: Scope) -> Iterator[Finding]:
    """Invalid angle of a limit.

    What: The angles of a limit must be finite numbers of 0 or more, in radians.
    Why: They define how far the joint can rotate from rest.
    Fix: Write the angle in radians.
    Source: VRMC_springBone_limit 1.0-draft, angle, pitch and yaw.
    """
    for fault in scope.faults(limit_angle.id):
        if fault.owner in scope.fact(limits):
            values = {"joint": _joint(scope, fault.owner), "value": fault.words}
            yield limit_angle.at(fault.pointer, name=str(fault.path[-1]), **values)


@rule("VRM-LM004", "error", "the rotation of the limit of {joint} is {value}, expected a unit quaternion")
def limit_rotation(scope: Scope) -> Iterator[Finding]:
    """Rotation of a limit is not a unit quaternion.

    What: The `rotation` of a limit must be four finite numbers of length 1.
    Why: It rotates the space in which the angles are measured.
    Fix: Write four numbers x, y, z, w of length 1.
    Source: VRMC_springBone_limit 1.0-draft, rotation.
    """
    for path, body in scope.fact(limits).items():
        rotation = scope.fact(springs).value_or(NO_ROTATION, body.rotation, *path, "rotation")
        if rotation is None or abs(length(rotation) - 1) > UNIT:
            words = member_words(scope.raw(path), "rotation")
            where = pointer(*path, "rotation")
            yield limit_rotation.at(where, joint=_joint(scope, path), value=words)


@rule("VRM-LM005", "error", "{joint} is the last one and has a limit, which has no effect")
def idle_limit(scope: Scope) -> Iterator[Finding]:
    """Last joint has a limit.

    What: The last joint of a spring must not have a limit.
    Why: It does not rotate. Writers must not put a limit there, and readers must ignore it.
    Fix: Remove it.
    Source: VRMC_springBone_limit 1.0-draft, placement.
    """
    for path, _, last in scope.fact(springs).each_limit():
        if last:
            yield idle_limit.at(pointer(*path), joint=_joint(scope, path))


RULES = (limit_version, limit_kind, limit_angle, limit_rotation, idle_limit)
