"""Rules about colliders: their node and the one shape each has."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    PLACE,
    SHAPES,
    Object,
    Place,
    as_object,
    extended_shape,
    finite,
    index,
    number,
    raw_extension,
    vector,
)
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.shape import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


def shapes(scope: Scope) -> list[tuple[Place, str, Object]]:
    """Every shape of spheres and capsules, with those of the extended colliders."""
    raw = scope.fact(raw_extension)
    every = list(raw.each_shape())
    for place, _, body in raw.each_extended():
        shape = extended_shape(body)
        if shape is not None and shape[0] in SHAPES:
            every.append(((*place, "shape", shape[0]), *shape))
    return every


def points(scope: Scope) -> Iterator[tuple[Place, object]]:
    """Every offset, tail and normal that is given."""
    for place, _, body in scope.fact(shapes):
        for name in ("offset", "tail"):
            if name in body:
                yield (*place, name), body[name]
    for place, _, body in scope.fact(raw_extension).each_extended():
        shape = as_object(body.get("shape"))
        for kind in ("plane", "palne"):
            for name in ("offset", "normal"):
                if name in as_object(shape.get(kind)):
                    yield (*place, "shape", kind, name), as_object(shape[kind])[name]


@rule("VRM-SB010", "error", "collider {at} has no node")
def no_node(scope: Scope) -> Iterator[Finding]:
    """A collider names the node it hangs on.

    Why: its offset has no meaning without one.
    Mend: write the index of the node.
    Source: VRMC_springBone.collider.schema.json, required.
    """
    for at, collider in enumerate(scope.fact(raw_extension).colliders):
        if type(collider.get("node")) is not int:
            yield no_node.at(pointer(*PLACE, "colliders", at), at=at)


@rule("VRM-SB011", "error", "node {node} does not exist: the file has {count}")
def bad_node(scope: Scope) -> Iterator[Finding]:
    """The node of a collider exists.

    Why: readers fail on the whole block, or drop the collider.
    Mend: write the index of a node of the file.
    Source: VRMC_springBone 1.0, "VRMC_springBone.colliders".
    """
    raw = scope.fact(raw_extension)
    for at, collider in enumerate(raw.colliders):
        node = collider.get("node")
        if type(node) is int and index(node, raw.nodes) is None:
            place = pointer(*PLACE, "colliders", at, "node")
            yield bad_node.at(place, node=shown(node), count=raw.nodes)


def _kinds(scope: Scope) -> Iterator[tuple[int, list[object]]]:
    """What stands under each kind of shape that a collider names."""
    for at, collider in enumerate(scope.fact(raw_extension).colliders):
        shape = as_object(collider.get("shape"))
        yield at, [shape[kind] for kind in SHAPES if kind in shape]


@rule("VRM-SB012", "error", "collider {at} has no shape")
def no_shape(scope: Scope) -> Iterator[Finding]:
    """A collider has a shape, also where an extended collider replaces it.

    Why: readers that do not know the extension have nothing to collide with, and some fail.
    Mend: add a sphere or a capsule, for an extended collider the fallback its text recommends.
    Source: VRMC_springBone.collider.schema.json, required.
    """
    for at, bodies in _kinds(scope):
        if not any(isinstance(body, dict) for body in bodies):
            yield no_shape.at(pointer(*PLACE, "colliders", at), at=at)


@rule("VRM-SB013", "error", "collider {at} has both a sphere and a capsule")
def two_shapes(scope: Scope) -> Iterator[Finding]:
    """A collider has one shape, a sphere or a capsule.

    Why: readers take the one or the other.
    Mend: make two colliders of it.
    Source: VRMC_springBone 1.0, "VRMC_springBone.colliders": shape is exclusive.
    """
    for at, bodies in _kinds(scope):
        if len(bodies) > 1:
            yield two_shapes.at(pointer(*PLACE, "colliders", at, "shape"), at=at)


@rule("VRM-SB014", "error", "three numbers are expected")
def bad_point(scope: Scope) -> Iterator[Finding]:
    """An offset, a tail or a normal is a list of three numbers.

    Why: it is a point or a direction in the space of the node.
    Mend: write three numbers.
    Source: VRMC_springBone.shape.schema.json.
    """
    for place, value in points(scope):
        if vector(value) is None:
            yield bad_point.at(pointer(*place))


@rule("VRM-SB015", "error", "a number is not finite")
def endless_point(scope: Scope) -> Iterator[Finding]:
    """The numbers of an offset, a tail, a normal or a radius are finite.

    Why: one infinite number spreads to every joint that meets the collider, and never leaves.
    Mend: write the number that was meant; 1e999 is read as infinite.
    Source: glTF 2.0 §3.6.2.2 forbids such numbers in data; JSON has no name for them.
    """
    for place, value in points(scope):
        if vector(value) is not None and not finite(vector(value)):
            yield endless_point.at(pointer(*place))
    for place, _, body in scope.fact(shapes):
        radius = number(body.get("radius", 0.0))
        if radius is not None and not math.isfinite(radius):
            yield endless_point.at(pointer(*place, "radius"))


@rule("VRM-SB016", "error", "the radius is not a number of at least 0")
def bad_radius(scope: Scope) -> Iterator[Finding]:
    """The radius of a collider is not negative; VRM-EC004 says so of extended ones.

    Why: a negative radius pulls tails in where it should push them out.
    Mend: write the radius without its sign.
    Source: VRMC_springBone.shape.schema.json, minimum.
    """
    for place, _, body in scope.fact(raw_extension).each_shape():
        radius = number(body.get("radius", 0.0))
        if radius is None or radius < 0:
            yield bad_radius.at(pointer(*place, "radius"))


@rule("VRM-SB017", "info", "the radius is 0")
def zero_radius(scope: Scope) -> Iterator[Finding]:
    """A collider has a size.

    Why: one of radius 0 only meets joints by their own hitRadius; outside the fallback of an extended
    collider it is often a forgotten number.
    Mend: give the radius, or leave the collider out.
    Source: VRMC_springBone_extended_collider 1.0, fallbacks.
    """
    replaced = {at for _, at, _ in scope.fact(raw_extension).each_extended()}
    for place, _, body in scope.fact(shapes):
        fallback = place[3] in replaced and place[4] == "shape"
        if number(body.get("radius", 0.0)) == 0 and not fallback:
            yield zero_radius.at(pointer(*place))


@rule("VRM-SB018", "warning", "the capsule's tail is its offset: it is a sphere")
def short_capsule(scope: Scope) -> Iterator[Finding]:
    """A capsule has two ends.

    Why: a capsule of no length divides by zero where the text of the specification is followed blindly.
    Mend: make it a sphere, or move its tail.
    Source: VRMC_springBone 1.0, "Capsule Collider".
    """
    for place, kind, body in scope.fact(raw_extension).each_shape():
        origin = [0, 0, 0]
        if kind == "capsule" and vector(body.get("tail", origin)) == vector(body.get("offset", origin)):
            yield short_capsule.at(pointer(*place))


RULES = (
    no_node,
    bad_node,
    no_shape,
    two_shapes,
    bad_point,
    endless_point,
    bad_radius,
    zero_radius,
    short_capsule,
)
