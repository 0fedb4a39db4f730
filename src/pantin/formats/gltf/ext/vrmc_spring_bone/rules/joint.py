"""Rules about the parameters of spring joints."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone.model import node_fault, raw_extension
from pantin.formats.gltf.json_values import (
    Object,
    Tokens,
    as_index,
    as_integer,
    finite,
    length,
    member_words,
    number,
    vector,
)
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted

UNIT = 1e-3
"""How far from 1 the length of gravityDir may be: the error of a few decimals."""


def _joints(scope: Scope) -> Iterator[tuple[Tokens, Object]]:
    return ((path, joint) for path, joint, _ in scope.fact(raw_extension).each_joint())


def _heads(scope: Scope) -> Iterator[tuple[Tokens, Object]]:
    """The joints whose parameters count: all but the last of each spring."""
    return ((path, joint) for path, joint, last in scope.fact(raw_extension).each_joint() if not last)


def _name(scope: Scope, path: Tokens) -> str:
    return scope.fact(raw_extension).describe(path)


def _values(scope: Scope, path: Tokens, joint: Object, member: str) -> dict[str, str]:
    return {"joint": _name(scope, path), "value": member_words(joint, member)}


def _out_of_range(joint: Object, name: str, most: float = math.inf) -> bool:
    if name not in joint:
        return False
    value = number(joint[name])
    return value is None or not math.isfinite(value) or not 0 <= value <= most


@rule("VRM-SB040", "error", "{joint} {fault}")
def no_node(scope: Scope) -> Iterator[Finding]:
    """Joint has no node, or one that is not an index.

    What: A joint of a spring must have `node`, an index.
    Why: Readers cannot tell which node moves.
    Fix: Write the index of the node.
    Source: VRMC_springBone.joint.schema.json, required.
    """
    for path, joint in _joints(scope):
        fault = node_fault(joint)
        if fault:
            where = pointer(*path, *(("node",) if "node" in joint else ()))
            yield no_node.at(where, joint=_name(scope, path), fault=fault)


@rule("VRM-SB041", "error", "{joint} refers to node {node}, but the file has {count}")
def bad_node(scope: Scope) -> Iterator[Finding]:
    """Joint refers to a node that does not exist.

    What: The `node` of a joint must be a node of the file.
    Why: Some readers fail, others silently use a tail of 7 cm.
    Fix: Write the index of a node of the file.
    Source: VRMC_springBone 1.0, "VRMC_springBone.springs[*].joints[*]".
    """
    count = scope.fact(raw_extension).nodes
    for path, joint in _joints(scope):
        node = joint.get("node")
        if as_integer(node) is not None and as_index(node, count) is None:
            values = {"joint": _name(scope, path), "node": shown(node)}
            yield bad_node.at(pointer(*path, "node"), **values, count=counted(count, "node"))


@rule("VRM-SB042", "error", "hitRadius of {joint} is {value}, expected a number of 0 or more")
def bad_hit_radius(scope: Scope) -> Iterator[Finding]:
    """Negative hitRadius.

    What: The `hitRadius` of a joint must be a number of 0 or more.
    Why: It is the radius of a sphere around the tail; a negative one pushes the wrong way.
    Fix: Write the radius in metres.
    Source: VRMC_springBone.joint.schema.json, minimum.
    """
    for path, joint in _joints(scope):
        if _out_of_range(joint, "hitRadius"):
            yield bad_hit_radius.at(pointer(*path, "hitRadius"), **_values(scope, path, joint, "hitRadius"))


@rule("VRM-SB043", "error", "stiffness of {joint} is {value}, expected a number of 0 or more")
def bad_stiffness(scope: Scope) -> Iterator[Finding]:
    """Negative stiffness.

    What: The `stiffness` of a joint must be a number of 0 or more.
    Why: A negative stiffness drives the bone away from its rest pose without end.
    Fix: Write a number of 0 or more. With 0 the bone never returns to rest.
    Source: VRMC_springBone.joint.schema.json, minimum.
    """
    for path, joint in _joints(scope):
        if _out_of_range(joint, "stiffness"):
            yield bad_stiffness.at(pointer(*path, "stiffness"), **_values(scope, path, joint, "stiffness"))


@rule("VRM-SB044", "error", "gravityPower of {joint} is {value}, expected a number of 0 or more")
def bad_gravity_power(scope: Scope) -> Iterator[Finding]:
    """Negative gravityPower.

    What: The `gravityPower` of a joint must be a number of 0 or more.
    Why: The schema forbids it, and readers may clamp it to 0.
    Fix: Write a positive number and reverse `gravityDir`.
    Source: VRMC_springBone.joint.schema.json, minimum.
    """
    for path, joint in _joints(scope):
        if _out_of_range(joint, "gravityPower"):
            values = _values(scope, path, joint, "gravityPower")
            yield bad_gravity_power.at(pointer(*path, "gravityPower"), **values)


@rule("VRM-SB045", "error", "gravityDir of {joint} is {value}, expected three finite numbers")
def bad_gravity_dir(scope: Scope) -> Iterator[Finding]:
    """Invalid gravityDir.

    What: The `gravityDir` of a joint must be three finite numbers.
    Why: It is a direction in world space; readers fail, or make numbers that are not finite.
    Fix: Write three numbers, such as [0, -1, 0].
    Source: VRMC_springBone.joint.schema.json, minItems and maxItems.
    """
    for path, joint in _joints(scope):
        if "gravityDir" in joint and not finite(vector(joint["gravityDir"])):
            yield bad_gravity_dir.at(
                pointer(*path, "gravityDir"), **_values(scope, path, joint, "gravityDir")
            )


def _directions(scope: Scope) -> Iterator[tuple[Tokens, float, float]]:
    """Joint path, length and power of each valid gravity."""
    for path, joint in _heads(scope):
        direction, power = vector(joint.get("gravityDir", [0, -1, 0])), number(joint.get("gravityPower", 0.0))
        if direction is not None and finite(direction) and power is not None:
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
            yield no_direction.at(where, joint=_name(scope, path), power=power)


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
            yield uneven_direction.at(where, joint=_name(scope, path), size=size)


@rule("VRM-SB048", "error", "dragForce of {joint} is {value}, expected a number from 0 to 1")
def bad_drag(scope: Scope) -> Iterator[Finding]:
    """dragForce is out of range.

    What: The `dragForce` of a joint must be a number from 0 to 1.
    Why: It is the part of the velocity that is lost at each step. Above 1 the bone shakes.
    Fix: Write a number from 0 to 1.
    Source: VRMC_springBone.joint.schema.json, minimum and maximum.
    """
    for path, joint in _joints(scope):
        if _out_of_range(joint, "dragForce", 1.0):
            yield bad_drag.at(pointer(*path, "dragForce"), **_values(scope, path, joint, "dragForce"))


@rule("VRM-SB049", "warning", "{joint} has no dragForce: some readers use 0.5, others 0.4")
def no_drag(scope: Scope) -> Iterator[Finding]:
    """dragForce is missing.

    What: Every joint but the last of a spring should have `dragForce`.
    Why: The default is 0.5, but three-vrm uses 0.4, so the file moves differently.
    Fix: Write the number.
    Source: VRMC_springBone.joint.schema.json, default.
    """
    for path, joint in _heads(scope):
        if "dragForce" not in joint:
            yield no_drag.at(pointer(*path), joint=_name(scope, path))


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
