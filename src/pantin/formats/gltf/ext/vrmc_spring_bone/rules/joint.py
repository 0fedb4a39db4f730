"""Rules about the parameters of spring joints."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone.model import broken_members, describe, node_fault, springs
from pantin.formats.gltf.ext.vrmc_spring_bone.rules.indices import bad_index
from pantin.formats.gltf.json_values import length, value_words
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import JsonPath, pointer
from pantin.report.wording import counted

UNIT = 1e-3
"""Tolerance of the length of gravityDir: a few decimals."""


def _bad_members(scope: Scope, rule: Rule[[Scope]]) -> Iterator[Finding]:
    """A finding for each value that the rule reports."""
    for path, value in broken_members(scope, rule.id):
        yield rule.at(pointer(*path), joint=describe(scope, path[:-1]), value=value_words(value))


@rule("VRM-SB040", "error", "{joint} {fault}")
def no_node(scope: Scope) -> Iterator[Finding]:
    """Joint has no node, or one that is not an index.

    What: A joint of a spring must have `node`, an index.
    Why: Readers cannot tell which node moves.
    Fix: Write the index of the node.
    Source: VRMC_springBone.joint.schema.json, required.
    """
    for fault in scope.faults(no_node.id):
        yield no_node.at(fault.pointer, joint=describe(scope, fault.owner), fault=node_fault(fault))


@rule("VRM-SB041", "error", "{joint} refers to node {node}, but the file has {count}")
def bad_node(scope: Scope) -> Iterator[Finding]:
    """Joint refers to a node that does not exist.

    What: The `node` of a joint must be a node of the file.
    Why: Some readers fail, others silently use a tail of 7 cm.
    Fix: Write the index of a node of the file.
    Source: VRMC_springBone 1.0, "VRMC_springBone.springs[*].joints[*]".
    """
    objects = scope.fact(springs)
    count = objects.nodes
    for path, joint, _ in objects.each_joint():
        for node in bad_index(scope, path, "node", joint.node, count):
            values = {"joint": describe(scope, path), "node": shown(node)}
            yield bad_node.at(pointer(*path, "node"), **values, count=counted(count, "node"))


@rule("VRM-SB042", "error", "hitRadius of {joint} is {value}, expected a number of 0 or more")
def bad_hit_radius(scope: Scope) -> Iterator[Finding]:
    """Negative hitRadius.

    What: The `hitRadius` of a joint must be a number of 0 or more.
    Why: It is the radius of a sphere around the tail; a negative one pushes the wrong way.
    Fix: Write the radius in metres.
    Source: VRMC_springBone.joint.schema.json, minimum.
    """
    yield from _bad_members(scope, bad_hit_radius)


@rule("VRM-SB043", "error", "stiffness of {joint} is {value}, expected a number of 0 or more")
def bad_stiffness(scope: Scope) -> Iterator[Finding]:
    """Negative stiffness.

    What: The `stiffness` of a joint must be a number of 0 or more.
    Why: A negative stiffness drives the bone away from its rest pose without end.
    Fix: Write a number of 0 or more. With 0 the bone never returns to rest.
    Source: VRMC_springBone.joint.schema.json, minimum.
    """
    yield from _bad_members(scope, bad_stiffness)


@rule("VRM-SB044", "error", "gravityPower of {joint} is {value}, expected a number of 0 or more")
def bad_gravity_power(scope: Scope) -> Iterator[Finding]:
    """Negative gravityPower.

    What: The `gravityPower` of a joint must be a number of 0 or more.
    Why: The schema forbids it, and readers may clamp it to 0.
    Fix: Write a positive number and reverse `gravityDir`.
    Source: VRMC_springBone.joint.schema.json, minimum.
    """
    yield from _bad_members(scope, bad_gravity_power)


@rule("VRM-SB045", "error", "gravityDir of {joint} is {value}, expected three finite numbers")
def bad_gravity_dir(scope: Scope) -> Iterator[Finding]:
    """Invalid gravityDir.

    What: The `gravityDir` of a joint must be three finite numbers.
    Why: It is a direction in world space; readers fail, or make numbers that are not finite.
    Fix: Write three numbers, such as [0, -1, 0].
    Source: VRMC_springBone.joint.schema.json, minItems and maxItems.
    """
    yield from _bad_members(scope, bad_gravity_dir)


def _directions(scope: Scope) -> Iterator[tuple[JsonPath, float, float]]:
    """Joint path, length and power of each valid gravity."""
    objects = scope.fact(springs)
    for path, joint, last in objects.each_joint():
        direction = objects.value_or((0.0, -1.0, 0.0), joint.gravity_dir, *path, "gravityDir")
        power = objects.value_or(0.0, joint.gravity_power, *path, "gravityPower")
        if direction is not None and power is not None and not last:
            yield path, length(direction), power


@rule("VRM-SB046", "warning", "{joint} has gravityPower {power:g}, but gravityDir has length 0")
def no_direction(scope: Scope) -> Iterator[Finding]:
    """Gravity has no direction.

    What: A joint with `gravityPower` greater than 0 should have a `gravityDir` that is not zero.
    Why: The two are multiplied, so there is no gravity.
    Fix: Set `gravityDir`, or set `gravityPower` to 0.
    Source: VRMC_springBone 1.0, "Inertia calculation".
    """
    for path, size, power in _directions(scope):
        if size == 0 and power > 0:
            where = pointer(*path, "gravityDir")
            yield no_direction.at(where, joint=describe(scope, path), power=power)


@rule("VRM-SB047", "info", "gravityDir of {joint} has length {size:.4g}, which multiplies gravityPower")
def uneven_direction(scope: Scope) -> Iterator[Finding]:
    """gravityDir is not of unit length.

    What: The `gravityDir` of a joint should have length 1.
    Why: Readers do not normalise it, so its length scales `gravityPower`.
    Fix: Normalise it, and multiply `gravityPower` by its length.
    Source: VRMC_springBone 1.0, "Inertia calculation".
    """
    for path, size, _ in _directions(scope):
        if size > 0 and abs(size - 1) > UNIT:
            where = pointer(*path, "gravityDir")
            yield uneven_direction.at(where, joint=describe(scope, path), size=size)


@rule("VRM-SB048", "error", "dragForce of {joint} is {value}, expected a number from 0 to 1")
def bad_drag(scope: Scope) -> Iterator[Finding]:
    """dragForce is out of range.

    What: The `dragForce` of a joint must be a number from 0 to 1.
    Why: It is the part of the velocity that is lost at each step. Above 1 the bone shakes.
    Fix: Write a number from 0 to 1.
    Source: VRMC_springBone.joint.schema.json, minimum and maximum.
    """
    yield from _bad_members(scope, bad_drag)


@rule("VRM-SB049", "warning", "{joint} has no dragForce: some readers use 0.5, others 0.4")
def no_drag(scope: Scope) -> Iterator[Finding]:
    """dragForce is missing.

    What: Every joint but the last of a spring should have `dragForce`.
    Why: The default is 0.5, but three-vrm uses 0.4, so the file moves differently.
    Fix: Write the number.
    Source: VRMC_springBone.joint.schema.json, default.
    """
    objects = scope.fact(springs)
    for path, joint, last in objects.each_joint():
        if not last and joint.drag_force is None and (*path, "dragForce") not in objects.faults:
            yield no_drag.at(pointer(*path), joint=describe(scope, path))


RULES = (
    no_node,
    bad_node,
    bad_hit_radius,
    bad_stiffness,
    bad_gravity_power,
    bad_gravity_dir,
    no_direction,
    uneven_direction,
    bad_drag,
    no_drag,
)
