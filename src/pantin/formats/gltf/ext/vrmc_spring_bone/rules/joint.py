"""Rules about the parameters of spring joints."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    Object,
    Place,
    finite,
    index,
    length,
    number,
    quoted,
    raw_extension,
    vector,
)
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.shape import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

UNIT = 1e-3
"""How far from 1 the length of gravityDir may be and still count as unit: what decimals leave of it."""


def _joints(scope: Scope) -> Iterator[tuple[Place, Object]]:
    return ((place, joint) for place, joint, _ in scope.fact(raw_extension).each_joint())


def _heads(scope: Scope) -> Iterator[tuple[Place, Object]]:
    """The joints whose parameters count: all but the last of each spring."""
    return ((place, joint) for place, joint, last in scope.fact(raw_extension).each_joint() if not last)


def _out_of_range(joint: Object, name: str, most: float = math.inf) -> bool:
    if name not in joint:
        return False
    value = number(joint[name])
    return value is None or not math.isfinite(value) or not 0 <= value <= most


@rule("VRM-SB040", "error", "the joint has no node")
def no_node(scope: Scope) -> Iterator[Finding]:
    """A joint names its node.

    Why: it is the node that sways.
    Mend: write the index of the node.
    Source: VRMC_springBone.joint.schema.json, required.
    """
    for place, joint in _joints(scope):
        if type(joint.get("node")) is not int:
            yield no_node.at(pointer(*place))


@rule("VRM-SB041", "error", "node {node} does not exist: the file has {count}")
def bad_node(scope: Scope) -> Iterator[Finding]:
    """The node of a joint exists.

    Why: some readers fail, others put a tail of 7 cm there in silence.
    Mend: write the index of a node of the file.
    Source: VRMC_springBone 1.0, "VRMC_springBone.springs[*].joints[*]".
    """
    count = scope.fact(raw_extension).nodes
    for place, joint in _joints(scope):
        node = joint.get("node")
        if type(node) is int and index(node, count) is None:
            yield bad_node.at(pointer(*place, "node"), node=shown(node), count=count)


@rule("VRM-SB042", "error", "hitRadius is {value}, not a number of at least 0")
def bad_hit_radius(scope: Scope) -> Iterator[Finding]:
    """hitRadius is not negative.

    Why: it is the radius of a sphere around the tail.
    Mend: write the radius in metres.
    Source: VRMC_springBone.joint.schema.json, minimum.
    """
    for place, joint in _joints(scope):
        if _out_of_range(joint, "hitRadius"):
            yield bad_hit_radius.at(pointer(*place, "hitRadius"), value=quoted(joint, "hitRadius"))


@rule("VRM-SB043", "error", "stiffness is {value}, not a number of at least 0")
def bad_stiffness(scope: Scope) -> Iterator[Finding]:
    """stiffness is not negative.

    Why: a negative stiffness drives the bone away from its rest, without end.
    Mend: write a number from 0 on; 0 never returns.
    Source: VRMC_springBone.joint.schema.json, minimum.
    """
    for place, joint in _joints(scope):
        if _out_of_range(joint, "stiffness"):
            yield bad_stiffness.at(pointer(*place, "stiffness"), value=quoted(joint, "stiffness"))


@rule("VRM-SB044", "error", "gravityPower is {value}, not a number of at least 0")
def bad_gravity_power(scope: Scope) -> Iterator[Finding]:
    """gravityPower is not negative.

    Why: the schema forbids it; the direction says where to.
    Mend: turn gravityDir round.
    Source: VRMC_springBone.joint.schema.json, minimum.
    """
    for place, joint in _joints(scope):
        if _out_of_range(joint, "gravityPower"):
            yield bad_gravity_power.at(pointer(*place, "gravityPower"), value=quoted(joint, "gravityPower"))


@rule("VRM-SB045", "error", "gravityDir is not three finite numbers")
def bad_gravity_dir(scope: Scope) -> Iterator[Finding]:
    """gravityDir is three finite numbers.

    Why: it is a direction in the world.
    Mend: write three numbers, such as [0, -1, 0].
    Source: VRMC_springBone.joint.schema.json, minItems and maxItems.
    """
    for place, joint in _joints(scope):
        if "gravityDir" in joint and not finite(vector(joint["gravityDir"])):
            yield bad_gravity_dir.at(pointer(*place, "gravityDir"))


def _directions(scope: Scope) -> Iterator[tuple[Place, float, float]]:
    """Place, length and power of each gravity that is given and has a meaning."""
    for place, joint in _heads(scope):
        direction, power = vector(joint.get("gravityDir", [0, -1, 0])), number(joint.get("gravityPower", 0.0))
        if direction is not None and finite(direction) and power is not None:
            yield (*place, "gravityDir"), length(direction), power


@rule("VRM-SB046", "warning", "gravityDir has no length, so gravityPower {power:g} pulls nowhere")
def no_direction(scope: Scope) -> Iterator[Finding]:
    """Gravity that has a power has a direction.

    Why: the two are multiplied.
    Mend: give gravityDir, or set gravityPower to 0.
    Source: VRMC_springBone 1.0, "Inertia calculation".
    """
    for place, size, power in _directions(scope):
        if size == 0 and power > 0:
            yield no_direction.at(pointer(*place), power=power)


@rule("VRM-SB047", "info", "gravityDir has length {size:.4g}, by which gravityPower is multiplied")
def uneven_direction(scope: Scope) -> Iterator[Finding]:
    """gravityDir is of unit length.

    Why: nobody normalises it, so that its length scales gravityPower.
    Mend: make it unit, and multiply gravityPower by its length.
    Source: VRMC_springBone 1.0, "Inertia calculation".
    """
    for place, size, _ in _directions(scope):
        if size > 0 and abs(size - 1) > UNIT:
            yield uneven_direction.at(pointer(*place), size=size)


@rule("VRM-SB048", "error", "dragForce is {value}, not a number from 0 to 1")
def bad_drag(scope: Scope) -> Iterator[Finding]:
    """dragForce lies between 0 and 1.

    Why: it is the part of the velocity that is lost at each step; above 1 the bone shakes.
    Mend: write a number from 0 to 1.
    Source: VRMC_springBone.joint.schema.json, minimum and maximum.
    """
    for place, joint in _joints(scope):
        if _out_of_range(joint, "dragForce", 1.0):
            yield bad_drag.at(pointer(*place, "dragForce"), value=quoted(joint, "dragForce"))


@rule("VRM-SB049", "warning", "dragForce is not given: readers use 0.5, or 0.4")
def no_drag(scope: Scope) -> Iterator[Finding]:
    """A joint that moves gives its dragForce.

    Why: the default is 0.5, but three-vrm takes 0.4, so that the file sways differently in each.
    Mend: write the number.
    Source: VRMC_springBone.joint.schema.json, default.
    """
    for place, joint in _heads(scope):
        if "dragForce" not in joint:
            yield no_drag.at(pointer(*place))


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
