"""Rules about VRMC_springBone_extended_collider: inside colliders and planes."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.ext.vrmc_spring_bone.model import RawExtension, extended_shape, raw_extension
from pantin.formats.gltf.extension_names import SPRING_BONE_EXTENDED as EXTENDED
from pantin.formats.gltf.json_values import (
    Object,
    Tokens,
    as_object,
    finite,
    indices,
    length,
    member_words,
    number,
    vector,
)
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

UNIT = 1e-3
"""How far from 1 the length of a normal may be: the error of a few decimals and of float32."""

FAR = 1000.0
"""Metres: a fallback of radius 0 must be at least this far from its node, and one below a plane at least this
large. The specification recommends 10 km and 1 km; tools use other round numbers."""

CLOSE = 1e-3
"""The distance, as a part of its radius, between a large sphere and the plane that it replaces: the error of
float32 and of a normal within its tolerance."""

ORIGIN = [0, 0, 0]


def _bodies(scope: Scope) -> Iterator[tuple[Tokens, int, str, Object]]:
    """Path, collider, kind and members of each extended shape."""
    for path, index, body in scope.fact(raw_extension).each_extended():
        shape = extended_shape(body)
        if shape is not None:
            yield (*path, "shape", shape[0]), index, *shape


def _describe(scope: Scope, path: Tokens) -> str:
    return scope.fact(raw_extension).describe(path)


def _collider(scope: Scope, path: Tokens) -> str:
    return scope.fact(raw_extension).describe(path[:4])


@rule("VRM-EC001", "error", 'specVersion of the extended collider of {collider} is {version}, expected "1.0"')
def extended_version(scope: Scope) -> Iterator[Finding]:
    """Extended collider has a wrong specVersion.

    What: The `specVersion` of an extended collider must be "1.0".
    Why: Readers use the base shape for any other version.
    Fix: Write `"specVersion": "1.0"`.
    Source: VRMC_springBone_extended_collider 1.0, specVersion.
    """
    for path, _, body in scope.fact(raw_extension).each_extended():
        if body.get("specVersion") != VERSION:
            version = member_words(body, "specVersion")
            yield extended_version.at(pointer(*path), collider=_collider(scope, path), version=version)


@rule("VRM-EC002", "warning", "the extended collider of {collider} has no shape")
def no_extended_shape(scope: Scope) -> Iterator[Finding]:
    """Extended collider has no shape.

    What: An extended collider should have `shape`.
    Why: It has no effect without one, and three-vrm fails.
    Fix: Add the shape, or remove the extension.
    Source: VRMC_springBone_extended_collider 1.0, shape.
    """
    for path, _, body in scope.fact(raw_extension).each_extended():
        if "shape" not in body:
            yield no_extended_shape.at(pointer(*path), collider=_collider(scope, path))


@rule(
    "VRM-EC003",
    "error",
    "the extended collider of {collider} has {kinds}, expected exactly one of sphere, capsule and plane",
)
def several_extended_shapes(scope: Scope) -> Iterator[Finding]:
    """Extended collider has an invalid shape.

    What: The `shape` of an extended collider must be exactly one of sphere, capsule and plane.
    Why: Readers use the first they find, or none.
    Fix: Keep one, and add another collider for each of the others.
    Source: VRMC_springBone_extended_collider.shape.schema.json, oneOf.
    """
    for path, _, body in scope.fact(raw_extension).each_extended():
        if "shape" in body and extended_shape(body) is None:
            kinds = " and ".join(sorted(as_object(body["shape"]))) or "no shape"
            where = pointer(*path, "shape")
            yield several_extended_shapes.at(where, collider=_collider(scope, path), kinds=kinds)


@rule("VRM-EC004", "error", "{member} is {value}, expected a number of 0 or more")
def extended_radius(scope: Scope) -> Iterator[Finding]:
    """Extended collider has a negative radius.

    What: The `radius` of an extended sphere or capsule must be a number of 0 or more.
    Why: A negative radius pushes joints the wrong way.
    Fix: Write the radius without its sign.
    Source: VRMC_springBone_extended_collider.shape.schema.json, minimum.
    """
    for path, _, kind, body in _bodies(scope):
        radius = number(body.get("radius", 0.0))
        if kind != "plane" and (radius is None or radius < 0):
            member, value = _describe(scope, (*path, "radius")), member_words(body, "radius")
            yield extended_radius.at(pointer(*path, "radius"), member=member, value=value)


@rule(
    "VRM-EC005",
    "warning",
    "{collider} has an inside radius of {radius:g}, too small for joints with hitRadius {hit:g}",
)
def tight_inside(scope: Scope) -> Iterator[Finding]:
    """Inside collider is smaller than its joints.

    What: The radius of an inside collider should be greater than the hitRadius of the joints that it
    contains.
    Why: A joint that does not fit is pushed back and forth across the centre.
    Fix: Increase the radius, or reduce hitRadius.
    Source: VRMC_springBone_extended_collider 1.0, "inside".
    """
    largest = _largest_met(scope.fact(raw_extension))
    for path, index, kind, body in _bodies(scope):
        radius = number(body.get("radius", 0.0))
        inside = kind != "plane" and body.get("inside") is True
        if inside and index in largest and radius is not None and 0 <= radius <= largest[index]:
            collider = _collider(scope, path)
            yield tight_inside.at(pointer(*path), collider=collider, hit=largest[index], radius=radius)


def _largest_met(raw: RawExtension) -> dict[int, float]:
    """For each collider that springs use the largest hitRadius among their joints."""
    by_group: dict[int, float] = {}
    for spring, joints in zip(raw.springs, raw.joints, strict=True):
        hits = (number(joint.get("hitRadius", 0.0)) for joint in joints[:-1])
        most = max((hit for hit in hits if hit is not None), default=None)
        for group in indices(spring.get("colliderGroups"), len(raw.groups)) if most is not None else ():
            by_group[group] = max(by_group.get(group, 0.0), most or 0.0)
    largest: dict[int, float] = {}
    for group, hit in by_group.items():
        for collider in indices(raw.groups[group].get("colliders"), len(raw.colliders)):
            largest[collider] = max(largest.get(collider, 0.0), hit)
    return largest


@rule("VRM-EC006", "warning", "the tail and offset of {member} are the same, so it is a sphere")
def short_extended_capsule(scope: Scope) -> Iterator[Finding]:
    """Extended capsule has zero length.

    What: The `tail` of an extended capsule should differ from its `offset`.
    Why: Readers that follow the formula of the specification divide by zero.
    Fix: Make it a sphere, or move its tail.
    Source: VRMC_springBone_extended_collider 1.0, capsule.
    """
    for path, _, kind, body in _bodies(scope):
        if kind == "capsule" and vector(body.get("tail", ORIGIN)) == vector(body.get("offset", ORIGIN)):
            yield short_extended_capsule.at(pointer(*path), member=_describe(scope, path))


def _normals(scope: Scope) -> Iterator[tuple[Tokens, float]]:
    for path, _, kind, body in _bodies(scope):
        normal = vector(body.get("normal", [0, 0, 1]))
        if kind == "plane" and normal is not None and finite(normal):
            yield (*path, "normal"), length(normal)


@rule("VRM-EC007", "error", "{member} has length 0, expected 1")
def no_normal(scope: Scope) -> Iterator[Finding]:
    """Plane has no normal.

    What: The `normal` of a plane must not be zero.
    Why: The plane has no side to push joints to.
    Fix: Write the direction in which joints are allowed.
    Source: VRMC_springBone_extended_collider 1.0, plane.
    """
    for path, size in _normals(scope):
        if size == 0:
            yield no_normal.at(pointer(*path), member=_describe(scope, path))


@rule("VRM-EC008", "error", "{member} has length {size:.4g}, expected 1")
def uneven_normal(scope: Scope) -> Iterator[Finding]:
    """Normal of a plane is not of unit length.

    What: The `normal` of a plane must have length 1.
    Why: Readers that do not normalise it push joints too far or not far enough.
    Fix: Divide it by its length.
    Source: VRMC_springBone_extended_collider 1.0, plane: the normal must be normalized.
    """
    for path, size in _normals(scope):
        if size > 0 and abs(size - 1) > UNIT:
            yield uneven_normal.at(pointer(*path), member=_describe(scope, path), size=size)


@rule(
    "VRM-EC009",
    "error",
    "the file uses VRMC_springBone_extended_collider, but extensionsUsed does not list it",
)
def undeclared_extended(scope: Scope) -> Iterator[Finding]:
    """VRMC_springBone_extended_collider is not declared.

    What: A file with extended colliders must list the extension in `extensionsUsed`.
    Why: Readers ignore extensions that are not listed.
    Fix: Add the name to `extensionsUsed`.
    Source: glTF 2.0 §3.12.
    """
    for path, _, _ in scope.fact(raw_extension).each_extended():
        if EXTENDED not in scope.used_extensions:
            yield undeclared_extended.at(pointer(*path))
            return


@rule(
    "VRM-EC010",
    "info",
    "the base shape of {collider} is not the recommended fallback for its extended {kind}",
)
def other_fallback(scope: Scope) -> Iterator[Finding]:
    """Base shape is not the recommended fallback.

    What: The base shape of an inside collider or a plane should be the fallback that the specification
    recommends.
    Why: Readers without the extension push joints out of the base shape.
    Fix: For an inside collider, use a sphere of radius 0 ten kilometres below. For a plane, use a sphere of
    radius 1000 that touches it from below.
    Source: VRMC_springBone_extended_collider 1.0, fallback.
    """
    raw = scope.fact(raw_extension)
    for path, index, kind, body in _bodies(scope):
        if kind != "plane" and body.get("inside") is not True:
            continue
        sphere = as_object(as_object(raw.colliders[index].get("shape")).get("sphere"))
        if not (_is_far(sphere) or (kind == "plane" and _is_below(sphere, body))):
            words = "plane" if kind == "plane" else f"inside {kind}"
            yield other_fallback.at(pointer(*path[:4]), collider=_collider(scope, path), kind=words)


def _is_far(sphere: Object) -> bool:
    """Whether a base shape is a point too far away for any joint."""
    offset = vector(sphere.get("offset", ORIGIN))
    return number(sphere.get("radius", 0.0)) == 0 and offset is not None and length(offset) >= FAR


def _is_below(sphere: Object, plane: Object) -> bool:
    """Whether a base shape is a large sphere below a plane, which pushes like the plane near its node."""
    radius, centre = number(sphere.get("radius", 0.0)), vector(sphere.get("offset", ORIGIN))
    offset, normal = vector(plane.get("offset", ORIGIN)), vector(plane.get("normal", [0, 0, 1]))
    if radius is None or centre is None or offset is None or normal is None or radius < FAR:
        return False
    missed = tuple(c - (o - radius * n) for c, o, n in zip(centre, offset, normal, strict=True))
    return length(missed) <= CLOSE * radius


@rule("VRM-EC011", "warning", 'the extended collider of {collider} has a shape "palne", expected "plane"')
def misspelt_plane(scope: Scope) -> Iterator[Finding]:
    """Plane is misspelt.

    What: The shape of an extended plane must be spelt "plane".
    Why: The example in the specification has the misspelling. Readers look for the right word.
    Fix: Write "plane".
    Source: VRMC_springBone_extended_collider 1.0, plane.
    """
    for path, _, body in scope.fact(raw_extension).each_extended():
        if "palne" in as_object(body.get("shape")):
            where = pointer(*path, "shape", "palne")
            yield misspelt_plane.at(where, collider=_collider(scope, path))


RULES = (
    extended_version,
    no_extended_shape,
    several_extended_shapes,
    extended_radius,
    tight_inside,
    short_extended_capsule,
    no_normal,
    uneven_normal,
    undeclared_extended,
    other_fallback,
    misspelt_plane,
)
