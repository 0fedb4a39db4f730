"""Rules about colliders: their node and the one shape each has."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    PATH,
    SHAPES,
    extended_shape,
    node_fault,
    raw_extension,
)
from pantin.formats.gltf.json_values import (
    Object,
    Tokens,
    as_index,
    as_integer,
    as_object,
    finite,
    number,
    value_words,
    vector,
)
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted


def shapes(scope: Scope) -> list[tuple[Tokens, str, Object]]:
    """Every shape of spheres and capsules, with those of the extended colliders."""
    raw = scope.fact(raw_extension)
    every = list(raw.each_shape())
    for path, _, body in raw.each_extended():
        shape = extended_shape(body)
        if shape is not None and shape[0] in SHAPES:
            every.append(((*path, "shape", shape[0]), *shape))
    return every


def points(scope: Scope) -> Iterator[tuple[Tokens, object]]:
    """Path and value of every offset, tail and normal in the file."""
    for path, _, body in scope.fact(shapes):
        for name in ("offset", "tail"):
            if name in body:
                yield (*path, name), body[name]
    for path, _, body in scope.fact(raw_extension).each_extended():
        shape = as_object(body.get("shape"))
        for kind in ("plane", "palne"):
            for name in ("offset", "normal"):
                if name in as_object(shape.get(kind)):
                    yield (*path, "shape", kind, name), as_object(shape[kind])[name]


@rule("VRM-SB010", "error", "{collider} {fault}")
def no_node(scope: Scope) -> Iterator[Finding]:
    """Collider has no node, or one that is not an index.

    What: A collider must have `node`, an index.
    Why: Its offset has no meaning without a node.
    Fix: Write the index of the node.
    Source: VRMC_springBone.collider.schema.json, required.
    """
    for index, collider in enumerate(scope.fact(raw_extension).colliders):
        fault = node_fault(collider)
        if fault:
            where = pointer(*PATH, "colliders", index, *(("node",) if "node" in collider else ()))
            yield no_node.at(where, collider=f"collider {index}", fault=fault)


@rule("VRM-SB011", "error", "{collider} refers to node {node}, but the file has {count}")
def bad_node(scope: Scope) -> Iterator[Finding]:
    """Collider refers to a node that does not exist.

    What: The `node` of a collider must be a node of the file.
    Why: Readers fail on all springs, or ignore the collider.
    Fix: Write the index of a node of the file.
    Source: VRMC_springBone 1.0, "VRMC_springBone.colliders".
    """
    raw = scope.fact(raw_extension)
    for index, collider in enumerate(raw.colliders):
        node = collider.get("node")
        if as_integer(node) is not None and as_index(node, raw.nodes) is None:
            where = pointer(*PATH, "colliders", index, "node")
            values = {"collider": raw.collider_name(index), "node": shown(node)}
            yield bad_node.at(where, **values, count=counted(raw.nodes, "node"))


def _kinds(scope: Scope) -> Iterator[tuple[int, list[object]]]:
    """Each collider with the values of the kinds of shape that it has."""
    for index, collider in enumerate(scope.fact(raw_extension).colliders):
        shape = as_object(collider.get("shape"))
        yield index, [shape[kind] for kind in SHAPES if kind in shape]


@rule("VRM-SB012", "error", "{collider} has no sphere or capsule")
def no_shape(scope: Scope) -> Iterator[Finding]:
    """Collider has no shape.

    What: A collider must have a sphere or a capsule, even where an extended collider replaces it.
    Why: Readers without the extension have nothing to collide with, and some fail.
    Fix: Add a sphere or a capsule. For an extended collider, use the fallback that its specification
    recommends.
    Source: VRMC_springBone.collider.schema.json, required.
    """
    for index, bodies in _kinds(scope):
        if not any(isinstance(body, dict) for body in bodies):
            yield no_shape.at(pointer(*PATH, "colliders", index), collider=f"collider {index}")


@rule("VRM-SB013", "error", "{collider} has both a sphere and a capsule, expected one of them")
def two_shapes(scope: Scope) -> Iterator[Finding]:
    """Collider has two shapes.

    What: A collider must have either a sphere or a capsule.
    Why: Some readers use one, some the other.
    Fix: Split it into two colliders.
    Source: VRMC_springBone 1.0, "VRMC_springBone.colliders": shape is exclusive.
    """
    for index, bodies in _kinds(scope):
        if len(bodies) > 1:
            where = pointer(*PATH, "colliders", index, "shape")
            yield two_shapes.at(where, collider=f"collider {index}")


def _values(scope: Scope, path: Tokens, value: object) -> dict[str, str]:
    return {"member": scope.fact(raw_extension).describe(path), "value": value_words(value)}


@rule("VRM-SB014", "error", "{member} is {value}, expected three numbers")
def bad_point(scope: Scope) -> Iterator[Finding]:
    """Offset, tail or normal is not a vector.

    What: The `offset`, `tail` and `normal` of a collider must be lists of three numbers.
    Why: Readers fail, or ignore the collider.
    Fix: Write three numbers.
    Source: VRMC_springBone.shape.schema.json.
    """
    for path, value in points(scope):
        if vector(value) is None:
            yield bad_point.at(pointer(*path), **_values(scope, path, value))


@rule("VRM-SB015", "error", "{member} is {value}, expected finite numbers")
def endless_point(scope: Scope) -> Iterator[Finding]:
    """Collider has a number that is not finite.

    What: The numbers of `offset`, `tail`, `normal` and `radius` of a collider must be finite.
    Why: An infinite number spreads to every joint that touches the collider, and stays.
    Fix: Write the correct number. 1e999 is read as infinite.
    Source: glTF 2.0 §3.6.2.2 forbids such numbers in data; JSON has no name for them.
    """
    for path, value in points(scope):
        if vector(value) is not None and not finite(vector(value)):
            yield endless_point.at(pointer(*path), **_values(scope, path, value))
    for path, _, body in scope.fact(shapes):
        radius = number(body.get("radius", 0.0))
        if radius is not None and not math.isfinite(radius):
            where = (*path, "radius")
            yield endless_point.at(pointer(*where), **_values(scope, where, body["radius"]))


@rule("VRM-SB016", "error", "{member} is {value}, expected a number of 0 or more")
def bad_radius(scope: Scope) -> Iterator[Finding]:
    """Collider has a negative radius.

    What: The `radius` of a collider must be a number of 0 or more. VRM-EC004 checks extended colliders.
    Why: A negative radius pulls joints in instead of pushing them out.
    Fix: Write the radius without its sign.
    Source: VRMC_springBone.shape.schema.json, minimum.
    """
    for path, _, body in scope.fact(raw_extension).each_shape():
        radius = number(body.get("radius", 0.0))
        if radius is None or radius < 0:
            where = (*path, "radius")
            yield bad_radius.at(pointer(*where), **_values(scope, where, body["radius"]))


@rule("VRM-SB017", "info", "the radius of {collider} is 0")
def zero_radius(scope: Scope) -> Iterator[Finding]:
    """Collider has zero radius.

    What: The `radius` of a collider should be greater than 0, except for the fallback of an extended
    collider.
    Why: It touches joints only by their own hitRadius. Often the radius was forgotten.
    Fix: Write the radius, or remove the collider.
    Source: VRMC_springBone_extended_collider 1.0, fallbacks.
    """
    replaced = {index for _, index, _ in scope.fact(raw_extension).each_extended()}
    for path, _, body in scope.fact(shapes):
        fallback = path[3] in replaced and path[4] == "shape"
        if number(body.get("radius", 0.0)) == 0 and not fallback:
            collider = scope.fact(raw_extension).describe(path[:4])
            yield zero_radius.at(pointer(*path), collider=collider)


@rule("VRM-SB018", "warning", "the tail and offset of {member} are the same, so it is a sphere")
def short_capsule(scope: Scope) -> Iterator[Finding]:
    """Capsule has zero length.

    What: The `tail` of a capsule should differ from its `offset`.
    Why: Readers that follow the formula of the specification divide by zero.
    Fix: Make it a sphere, or move its tail.
    Source: VRMC_springBone 1.0, "Capsule Collider".
    """
    for path, kind, body in scope.fact(raw_extension).each_shape():
        origin = [0, 0, 0]
        if kind == "capsule" and vector(body.get("tail", origin)) == vector(body.get("offset", origin)):
            member = scope.fact(raw_extension).describe(path)
            yield short_capsule.at(pointer(*path), member=member)


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
