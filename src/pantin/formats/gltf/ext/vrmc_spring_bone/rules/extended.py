"""Rules about VRMC_springBone_extended_collider: inside shapes and planes."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone import EXTENDED, VERSION
from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    Object,
    Place,
    RawExtension,
    as_object,
    extended_shape,
    finite,
    indices,
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
"""How far from 1 the length of a normal may be: what decimals and float32 leave of it."""

FAR = 1000.0
"""Metres: a fallback of radius 0 at least so far from its node, or one so large that touches the plane from
below, is one of those the text recommends. It writes 10 km and 1 km; tools have other round numbers."""

CLOSE = 1e-3
"""Part of its radius by which a large sphere may miss the plane it stands for: what float32 and a normal off
by its own tolerance leave of it."""

ORIGIN = [0, 0, 0]


def _bodies(scope: Scope) -> Iterator[tuple[Place, int, str, Object]]:
    """Place, collider, kind and body of each extended shape."""
    for place, at, body in scope.fact(raw_extension).each_extended():
        shape = extended_shape(body)
        if shape is not None:
            yield (*place, "shape", shape[0]), at, *shape


@rule("VRM-EC001", "error", 'specVersion is {version}, not "1.0"')
def extended_version(scope: Scope) -> Iterator[Finding]:
    """An extended collider has the specVersion "1.0".

    Why: readers fall back to the base shape for any other.
    Mend: write "specVersion": "1.0".
    Source: VRMC_springBone_extended_collider 1.0, specVersion.
    """
    for place, _, body in scope.fact(raw_extension).each_extended():
        if body.get("specVersion") != VERSION:
            yield extended_version.at(pointer(*place), version=quoted(body, "specVersion"))


@rule("VRM-EC002", "warning", "the extended collider has no shape")
def no_extended_shape(scope: Scope) -> Iterator[Finding]:
    """An extended collider has a shape.

    Why: without one it says nothing, and three-vrm fails on it.
    Mend: give the shape, or remove the extension.
    Source: VRMC_springBone_extended_collider 1.0, shape.
    """
    for place, _, body in scope.fact(raw_extension).each_extended():
        if "shape" not in body:
            yield no_extended_shape.at(pointer(*place))


@rule("VRM-EC003", "error", "the shape is not one of sphere, capsule and plane")
def several_extended_shapes(scope: Scope) -> Iterator[Finding]:
    """The shape of an extended collider is one of sphere, capsule and plane.

    Why: readers take the first they look for, or none.
    Mend: keep one, and make another collider of each other.
    Source: VRMC_springBone_extended_collider.shape.schema.json, oneOf.
    """
    for place, _, body in scope.fact(raw_extension).each_extended():
        if "shape" in body and extended_shape(body) is None:
            yield several_extended_shapes.at(pointer(*place, "shape"))


@rule("VRM-EC004", "error", "the radius is not a number of at least 0")
def extended_radius(scope: Scope) -> Iterator[Finding]:
    """The radius of an extended sphere or capsule is not negative.

    Why: it is a length.
    Mend: write the radius without its sign.
    Source: VRMC_springBone_extended_collider.shape.schema.json, minimum.
    """
    for place, _, kind, body in _bodies(scope):
        radius = number(body.get("radius", 0.0))
        if kind != "plane" and (radius is None or radius < 0):
            yield extended_radius.at(pointer(*place, "radius"))


@rule("VRM-EC005", "warning", "joints of hitRadius {hit:g} do not fit inside a radius of {radius:g}")
def tight_inside(scope: Scope) -> Iterator[Finding]:
    """A shape that keeps joints inside is larger than they are.

    Why: a joint that does not fit is pushed to and fro across the centre.
    Mend: enlarge the radius, or reduce hitRadius.
    Source: VRMC_springBone_extended_collider 1.0, "inside".
    """
    largest = _largest_met(scope.fact(raw_extension))
    for place, at, kind, body in _bodies(scope):
        radius = number(body.get("radius", 0.0))
        inside = kind != "plane" and body.get("inside") is True
        if inside and at in largest and radius is not None and 0 <= radius <= largest[at]:
            yield tight_inside.at(pointer(*place), hit=largest[at], radius=radius)


def _largest_met(raw: RawExtension) -> dict[int, float]:
    """For each collider that springs meet the largest hitRadius among their joints."""
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


@rule("VRM-EC006", "warning", "the capsule's tail is its offset: it is a sphere")
def short_extended_capsule(scope: Scope) -> Iterator[Finding]:
    """An extended capsule has two ends.

    Why: one of no length divides by zero in readers that follow the text blindly.
    Mend: make it a sphere, or move its tail.
    Source: VRMC_springBone_extended_collider 1.0, capsule.
    """
    for place, _, kind, body in _bodies(scope):
        if kind == "capsule" and vector(body.get("tail", ORIGIN)) == vector(body.get("offset", ORIGIN)):
            yield short_extended_capsule.at(pointer(*place))


def _normals(scope: Scope) -> Iterator[tuple[Place, float]]:
    for place, _, kind, body in _bodies(scope):
        normal = vector(body.get("normal", [0, 0, 1]))
        if kind == "plane" and normal is not None and finite(normal):
            yield (*place, "normal"), length(normal)


@rule("VRM-EC007", "error", "the normal has no length")
def no_normal(scope: Scope) -> Iterator[Finding]:
    """The normal of a plane has a direction.

    Why: without one there is no side to be pushed to.
    Mend: give the direction in which joints may be.
    Source: VRMC_springBone_extended_collider 1.0, plane.
    """
    for place, size in _normals(scope):
        if size == 0:
            yield no_normal.at(pointer(*place))


@rule("VRM-EC008", "error", "the normal has length {size:.4g}, not 1")
def uneven_normal(scope: Scope) -> Iterator[Finding]:
    """The normal of a plane is of unit length.

    Why: readers that do not normalise it push too far or not far enough.
    Mend: divide it by its length.
    Source: VRMC_springBone_extended_collider 1.0, plane: the normal must be normalized.
    """
    for place, size in _normals(scope):
        if size > 0 and abs(size - 1) > UNIT:
            yield uneven_normal.at(pointer(*place), size=size)


@rule("VRM-EC009", "error", "VRMC_springBone_extended_collider is not in extensionsUsed")
def undeclared_extended(scope: Scope) -> Iterator[Finding]:
    """A file with extended colliders lists the extension in extensionsUsed.

    Why: readers skip the blocks of extensions that are not listed.
    Mend: add the name to extensionsUsed.
    Source: glTF 2.0 §3.12.
    """
    for place, _, _ in scope.fact(raw_extension).each_extended():
        if EXTENDED not in scope.used_extensions:
            yield undeclared_extended.at(pointer(*place))
            return


@rule("VRM-EC010", "info", "the base shape is not a fallback that touches nothing it should not")
def other_fallback(scope: Scope) -> Iterator[Finding]:
    """The base shape of an inside shape or a plane is the fallback its text recommends.

    Why: readers that do not know the extension push joints out of the base shape.
    Mend: for inside, a sphere of radius 0 ten kilometres down; for a plane, a sphere of radius 1000 that
    touches it from below.
    Source: VRMC_springBone_extended_collider 1.0, fallback.
    """
    raw = scope.fact(raw_extension)
    for place, at, kind, body in _bodies(scope):
        if kind != "plane" and body.get("inside") is not True:
            continue
        sphere = as_object(as_object(raw.colliders[at].get("shape")).get("sphere"))
        if not (_is_far(sphere) or (kind == "plane" and _is_below(sphere, body))):
            yield other_fallback.at(pointer(*place[:4]))


def _is_far(sphere: Object) -> bool:
    """Whether a base shape is a point that no joint comes near."""
    offset = vector(sphere.get("offset", ORIGIN))
    return number(sphere.get("radius", 0.0)) == 0 and offset is not None and length(offset) >= FAR


def _is_below(sphere: Object, plane: Object) -> bool:
    """Whether a base shape is so large a sphere below a plane that both push alike near by."""
    radius, centre = number(sphere.get("radius", 0.0)), vector(sphere.get("offset", ORIGIN))
    offset, normal = vector(plane.get("offset", ORIGIN)), vector(plane.get("normal", [0, 0, 1]))
    if radius is None or centre is None or offset is None or normal is None or radius < FAR:
        return False
    missed = tuple(c - (o - radius * n) for c, o, n in zip(centre, offset, normal, strict=True))
    return length(missed) <= CLOSE * radius


@rule("VRM-EC011", "warning", "the shape is spelt 'palne'")
def misspelt_plane(scope: Scope) -> Iterator[Finding]:
    """A plane is spelt "plane".

    Why: the example of the specification misspells it; readers look for the right word.
    Mend: write "plane".
    Source: VRMC_springBone_extended_collider 1.0, plane.
    """
    for place, _, body in scope.fact(raw_extension).each_extended():
        if "palne" in as_object(body.get("shape")):
            yield misspelt_plane.at(pointer(*place, "shape", "palne"))


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
