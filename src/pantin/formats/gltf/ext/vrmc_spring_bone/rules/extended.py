"""Rules about VRMC_springBone_extended_collider: inside colliders and planes."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    ExtendedBody,
    Springs,
    broken_members,
    describe,
    springs,
)
from pantin.formats.gltf.ext.vrmc_spring_bone.objects import Plane, Sphere
from pantin.formats.gltf.ext.vrmc_spring_bone.rules.collider import ORIGIN, is_short
from pantin.formats.gltf.extension_names import SPRING_BONE_EXTENDED as EXTENDED
from pantin.formats.gltf.json_values import length, member_words, number, value_words
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer

UNIT = 1e-3
"""Tolerance of the length of a normal: a few decimals and float32."""

FAR = 1000.0
"""Metres: the least distance of a radius-0 fallback from its node, and the least radius of a sphere below a
plane. The specification recommends 10 km and 1 km; tools use other round numbers."""

CLOSE = 1e-3
"""The largest distance between a plane and the large sphere that replaces it, relative to the radius: the
error of float32 and of the tolerance of normals."""

FORWARD = (0.0, 0.0, 1.0)


def _bodies(scope: Scope) -> Iterator[tuple[int, ExtendedBody]]:
    """Collider and shape of each extended collider with exactly one shape."""
    objects = scope.fact(springs)
    for _, index, _ in objects.each_extended():
        body = objects.extended_body(index)
        if body is not None:
            yield index, body


def _collider(scope: Scope, path: JsonPath) -> str:
    return describe(scope, path[:4])


@rule("VRM-EC001", "error", 'specVersion of the extended collider of {collider} is {version}, expected "1.0"')
def extended_version(scope: Scope) -> Iterator[Finding]:
    """Extended collider has a wrong specVersion.

    What: The `specVersion` of an extended collider must be "1.0".
    Why: Readers use the base shape for any other version.
    Fix: Write `"specVersion": "1.0"`.
    Source: VRMC_springBone_extended_collider 1.0, specVersion.
    """
    for path, _, extended in scope.fact(springs).each_extended():
        if extended.spec_version != VERSION:
            version = member_words(scope.raw(path), "specVersion")
            yield extended_version.at(pointer(*path), collider=_collider(scope, path), version=version)


@rule("VRM-EC002", "warning", "the extended collider of {collider} has no shape")
def no_extended_shape(scope: Scope) -> Iterator[Finding]:
    """Extended collider has no shape.

    What: An extended collider should have `shape`.
    Why: It has no effect without one, and three-vrm fails.
    Fix: Add the shape, or remove the extension.
    Source: VRMC_springBone_extended_collider 1.0, shape.
    """
    for fault in scope.faults(no_extended_shape.id):
        yield no_extended_shape.at(fault.pointer, collider=_collider(scope, fault.owner))


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
    for path, index, extended in scope.fact(springs).each_extended():
        if extended.shape is not None and scope.fact(springs).extended_body(index) is None:
            kinds = " and ".join(sorted(scope.raw((*path, "shape")))) or "no shape"
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
    for path, value in broken_members(scope, extended_radius.id):
        if number(value) != math.inf:  # VRM-SB015
            member = describe(scope, path)
            yield extended_radius.at(pointer(*path), member=member, value=value_words(value))


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
    objects = scope.fact(springs)
    largest = _largest_met(objects)
    for index, body in _bodies(scope):
        if not _is_inside(body) or index not in largest:
            continue
        radius = objects.value_or(0.0, body.members.radius, *body.path, "radius")
        if radius is not None and 0 <= radius <= largest[index]:
            collider, hit = _collider(scope, body.path), largest[index]
            yield tight_inside.at(pointer(*body.path), collider=collider, hit=hit, radius=radius)


def _is_inside(body: ExtendedBody) -> bool:
    return body.kind != "plane" and body.members.inside is True


def _largest_met(objects: Springs) -> dict[int, float]:
    """For each collider in use, the largest hitRadius of the joints it can hit."""
    by_group: dict[int, float] = {}
    for index, spring in enumerate(objects.springs):
        most = max((joint.hit_radius or 0.0 for joint in objects.joints(index)[:-1]), default=None)
        for group in spring.collider_groups or () if most is not None else ():
            if group is not None and 0 <= group < len(objects.groups):
                by_group[group] = max(by_group.get(group, 0.0), most or 0.0)
    largest: dict[int, float] = {}
    for group, hit in by_group.items():
        for collider in objects.groups[group].colliders or ():
            if collider is not None:
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
    for _, body in _bodies(scope):
        if body.kind == "capsule" and is_short(scope, body.path, body.members):
            yield short_extended_capsule.at(pointer(*body.path), member=describe(scope, body.path))


def _normals(scope: Scope) -> Iterator[tuple[JsonPath, float]]:
    for _, body in _bodies(scope):
        if body.kind == "plane":
            path = (*body.path, "normal")
            normal = scope.fact(springs).value_or(FORWARD, body.members.normal, *path)
            if normal is not None:
                yield path, length(normal)


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
            yield no_normal.at(pointer(*path), member=describe(scope, path))


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
            yield uneven_normal.at(pointer(*path), member=describe(scope, path), size=size)


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
    for path, _, _ in scope.fact(springs).each_extended():
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
    objects = scope.fact(springs)
    for index, body in _bodies(scope):
        is_plane = body.kind == "plane"
        if not is_plane and not _is_inside(body):
            continue
        sphere = objects.shape(index)[1].sphere or Sphere()
        if not (_is_far(sphere) or (is_plane and _is_below(sphere, body.members))):
            words = "plane" if is_plane else f"inside {body.kind}"
            collider = _collider(scope, body.path)
            yield other_fallback.at(pointer(*body.path[:4]), collider=collider, kind=words)


def _is_far(sphere: Sphere) -> bool:
    """Whether a base shape is a point too far away to touch any joint."""
    return not sphere.radius and length(sphere.offset or ORIGIN) >= FAR


def _is_below(sphere: Sphere, plane: Plane) -> bool:
    """Whether a base shape is a large sphere below a plane, equivalent to the plane near its node."""
    radius, centre = sphere.radius or 0.0, sphere.offset or ORIGIN
    offset, normal = plane.offset or ORIGIN, plane.normal or FORWARD
    if radius < FAR:
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
    for path, _, extended in scope.fact(springs).each_extended():
        at_shape = (*path, "shape")
        if extended.shape is not None and "palne" in scope.fact(springs).stated(extended.shape, at_shape):
            where = pointer(*path, "shape", "palne")
            yield misspelt_plane.at(where, collider=_collider(scope, path))


@rule("VRM-EC012", "error", "{member} is {value}, expected true or false")
def extended_side(scope: Scope) -> Iterator[Finding]:
    """Extended collider does not say on which side of it joints stay.

    What: `inside` of an extended sphere or capsule must be true or false.
    Why: Some readers take 1 or "true" for true, others for false: joints are pushed in or out.
    Fix: Write true or false.
    Source: VRMC_springBone_extended_collider.shape.schema.json, type.
    """
    for path, value in broken_members(scope, extended_side.id):
        yield extended_side.at(pointer(*path), member=describe(scope, path), value=value_words(value))


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
    extended_side,
)
