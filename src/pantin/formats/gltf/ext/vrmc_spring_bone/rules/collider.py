"""Rules about colliders: their node and the one shape each has."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    PATH,
    SHAPES,
    broken_members,
    collider_name,
    describe,
    node_fault,
    springs,
)
from pantin.formats.gltf.ext.vrmc_spring_bone.rules.indices import bad_index
from pantin.formats.gltf.json_values import number, value_words
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer
from pantin.report.wording import counted

ORIGIN = (0.0, 0.0, 0.0)
EXTENDED_RADIUS = "VRM-EC004"
"""The rule that reports radius faults of extended colliders."""


def shapes(scope: Scope) -> list[tuple[JsonPath, Any]]:
    """All spheres and capsules, including those of extended colliders."""
    objects = scope.fact(springs)
    bodies = [(path, body) for path, _, body in objects.each_shape()]
    for index in objects.extended:
        body = objects.extended_body(index)
        if body is not None and body.kind in SHAPES:
            bodies.append((body.path, body.members))
    return bodies


def bad_points(scope: Scope, rule_id: str) -> list[tuple[JsonPath, Any]]:
    """Path and value of each broken offset, tail and normal; those of planes last."""
    return sorted(broken_members(scope, rule_id), key=lambda pair: pair[0][-2] in ("plane", "palne"))


@rule("VRM-SB010", "error", "{collider} {fault}")
def no_node(scope: Scope) -> Iterator[Finding]:
    """Collider has no node, or one that is not an index.

    What: A collider must have `node`, an index.
    Why: Its offset has no meaning without a node.
    Fix: Write the index of the node.
    Source: VRMC_springBone.collider.schema.json, required.
    """
    for fault in scope.faults(no_node.id):
        yield no_node.at(fault.pointer, collider=f"collider {fault.owner[-1]}", fault=node_fault(fault))


@rule("VRM-SB011", "error", "{collider} refers to node {node}, but the file has {count}")
def bad_node(scope: Scope) -> Iterator[Finding]:
    """Collider refers to a node that does not exist.

    What: The `node` of a collider must be a node of the file.
    Why: Readers fail on all springs, or ignore the collider.
    Fix: Write the index of a node of the file.
    Source: VRMC_springBone 1.0, "VRMC_springBone.colliders".
    """
    objects = scope.fact(springs)
    for index, collider in enumerate(objects.colliders):
        path = (*PATH, "colliders", index)
        for node in bad_index(scope, path, "node", collider.node, objects.nodes):
            values = {"collider": collider_name(scope, index), "node": shown(node)}
            yield bad_node.at(pointer(*path, "node"), **values, count=counted(objects.nodes, "node"))


@rule("VRM-SB012", "error", "{collider} has no sphere or capsule")
def no_shape(scope: Scope) -> Iterator[Finding]:
    """Collider has no shape.

    What: A collider must have a sphere or a capsule, even where an extended collider replaces it.
    Why: Readers without the extension have nothing to collide with, and some fail.
    Fix: Add a sphere or a capsule. For an extended collider, use the fallback that its specification
    recommends.
    Source: VRMC_springBone.collider.schema.json, required.
    """
    objects = scope.fact(springs)
    for index in range(len(objects.colliders)):
        _, shape = objects.shape(index)
        if shape.sphere is None and shape.capsule is None:
            yield no_shape.at(pointer(*PATH, "colliders", index), collider=f"collider {index}")


@rule("VRM-SB013", "error", "{collider} has both a sphere and a capsule, expected one of them")
def two_shapes(scope: Scope) -> Iterator[Finding]:
    """Collider has two shapes.

    What: A collider must have either a sphere or a capsule.
    Why: Some readers use one, some the other.
    Fix: Split it into two colliders.
    Source: VRMC_springBone 1.0, "VRMC_springBone.colliders": shape is exclusive.
    """
    objects = scope.fact(springs)
    for index in range(len(objects.colliders)):
        path, shape = objects.shape(index)
        if len(objects.stated(shape, path)) > 1:
            yield two_shapes.at(pointer(*path), collider=f"collider {index}")


def _values(scope: Scope, path: JsonPath, value: object) -> dict[str, str]:
    return {"member": describe(scope, path), "value": value_words(value)}


@rule("VRM-SB014", "error", "{member} is {value}, expected three numbers")
def bad_point(scope: Scope) -> Iterator[Finding]:
    """Offset, tail or normal is not a vector.

    What: The `offset`, `tail` and `normal` of a collider must be lists of three numbers.
    Why: Readers fail, or ignore the collider.
    Fix: Write three numbers.
    Source: VRMC_springBone.shape.schema.json.
    """
    for path, value in bad_points(scope, bad_point.id):
        yield bad_point.at(pointer(*path), **_values(scope, path, value))


@rule("VRM-SB015", "error", "{member} is {value}, expected finite numbers")
def endless_point(scope: Scope) -> Iterator[Finding]:
    """Collider has a number that is not finite.

    What: The numbers of `offset`, `tail`, `normal` and `radius` of a collider must be finite.
    Why: An infinite number spreads to every joint that touches the collider, and stays.
    Fix: Write the correct number. 1e999 is read as infinite.
    Source: glTF 2.0 §3.6.2.2 forbids such numbers in data; JSON has no name for them.
    """
    mistyped = {path for path, _ in broken_members(scope, bad_point.id)}
    for path, value in bad_points(scope, endless_point.id):
        if path not in mistyped:
            yield endless_point.at(pointer(*path), **_values(scope, path, value))
    for path, value in (*broken_members(scope, bad_radius.id), *broken_members(scope, EXTENDED_RADIUS)):
        radius = number(value)
        if radius is not None and not math.isfinite(radius):
            yield endless_point.at(pointer(*path), **_values(scope, path, value))


@rule("VRM-SB016", "error", "{member} is {value}, expected a number of 0 or more")
def bad_radius(scope: Scope) -> Iterator[Finding]:
    """Collider has a negative radius.

    What: The `radius` of a collider must be a number of 0 or more. VRM-EC004 checks extended colliders.
    Why: A negative radius pulls joints in instead of pushing them out.
    Fix: Write the radius without its sign.
    Source: VRMC_springBone.shape.schema.json, minimum.
    """
    for path, value in broken_members(scope, bad_radius.id):
        if number(value) != math.inf:
            yield bad_radius.at(pointer(*path), **_values(scope, path, value))


@rule("VRM-SB017", "info", "the radius of {collider} is 0")
def zero_radius(scope: Scope) -> Iterator[Finding]:
    """Collider has zero radius.

    What: The `radius` of a collider should be greater than 0, except for the fallback of an extended
    collider.
    Why: It touches joints only by their own hitRadius. Often the radius was forgotten.
    Fix: Write the radius, or remove the collider.
    Source: VRMC_springBone_extended_collider 1.0, fallbacks.
    """
    objects = scope.fact(springs)
    for path, body in scope.fact(shapes):
        fallback = path[3] in objects.extended and path[4] == "shape"
        if objects.value_or(0.0, body.radius, *path, "radius") == 0 and not fallback:
            yield zero_radius.at(pointer(*path), collider=describe(scope, path[:4]))


@rule("VRM-SB018", "warning", "the tail and offset of {member} are the same, so it is a sphere")
def short_capsule(scope: Scope) -> Iterator[Finding]:
    """Capsule has zero length.

    What: The `tail` of a capsule should differ from its `offset`.
    Why: Readers that follow the formula of the specification divide by zero.
    Fix: Make it a sphere, or move its tail.
    Source: VRMC_springBone 1.0, "Capsule Collider".
    """
    for path, kind, body in scope.fact(springs).each_shape():
        if kind == "capsule" and is_short(scope, path, body):
            yield short_capsule.at(pointer(*path), member=describe(scope, path))


def is_short(scope: Scope, path: JsonPath, body: Any) -> bool:
    """Whether the ends of a capsule coincide."""
    objects = scope.fact(springs)
    tail = objects.value_or(ORIGIN, body.tail, *path, "tail")
    return tail is not None and tail == objects.value_or(ORIGIN, body.offset, *path, "offset")


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
