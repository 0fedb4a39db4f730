"""Lift springs into the rig, numbered as in the file; an invalid spring keeps its index, with its fault."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pantin.formats.gltf.ext.vrmc_spring_bone.model import LIMITS, PATH, SHAPES, RawExtension, extended_shape
from pantin.formats.gltf.extension_names import SPRING_BONE_EXTENDED as EXTENDED
from pantin.formats.gltf.extension_names import SPRING_BONE_LIMIT as LIMIT
from pantin.formats.gltf.json_values import (
    Object,
    as_index,
    as_list,
    as_object,
    finite,
    length,
    member_words,
    number,
    understood,
    vector,
)
from pantin.rig import Collider, ColliderGroup, Spring, SpringJoint, SpringLimit, SpringSettings
from pantin.rig.spring import COLLIDER_SHAPES

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source

UNIT = 1e-3
"""How far from 1 the length of a limit's quaternion may be: the error of a few decimals."""


class Broken(ValueError):
    """An invalid part of the extension; the message is the reason."""


def lift(source: Source, draft: Draft) -> None:
    """Give the draft the springs of the file, or its colliders alone."""
    settings = springs(source)
    if settings.springs or settings.colliders:
        draft.springs = settings


def springs(source: Source) -> SpringSettings:
    """The springs of VRMC_springBone; none where the file has no such block.

    An invalid collider is removed from its groups. An invalid spring stays, without joints and with its
    fault: a simulation refuses or skips it.
    """
    raw = RawExtension.of(understood(source.document.tree, source.model))
    new_indices: dict[int, int] = {}
    colliders = []
    for index, collider in enumerate(raw.colliders):
        try:
            colliders.append(_collider(collider, raw.nodes))
            new_indices[index] = len(colliders) - 1
        except Broken as fault:
            source.skip((*PATH, "colliders", index), f"collider {index}", str(fault))
    groups = [
        ColliderGroup(
            tuple(
                new_indices[item]
                for item in as_list(group.get("colliders"))
                if isinstance(item, int) and item in new_indices
            ),
            _name(group),
        )
        for group in raw.groups
    ]
    return SpringSettings(
        tuple(_spring(source, raw, index) for index in range(len(raw.springs))),
        tuple(colliders),
        tuple(groups),
    )


def _name(given: Object) -> str | None:
    name = given.get("name")
    return name if isinstance(name, str) else None


def _number(given: Object, key: str, default: float, least: float = 0.0) -> float:
    value = number(given.get(key, default))
    if value is None or not finite((value,)) or value < least:
        raise Broken(f"{key} is {member_words(given, key)}")
    return value


def _drag(given: Object) -> tuple[float, float]:
    """The drag of a joint as written, and in its range."""
    written = _number(given, "dragForce", 0.5, -math.inf)
    return written, min(max(written, 0.0), 1.0)


def _vector(given: Object, key: str, default: tuple[float, ...]) -> tuple[float, ...]:
    value = vector(given.get(key, list(default)), len(default))
    if value is None or not finite(value):
        raise Broken(f"{key} is not {len(default)} finite numbers")
    return value


def _collider(given: Object, nodes: int) -> Collider:
    node = as_index(given.get("node"), nodes)
    if node is None:
        raise Broken("its node does not exist")
    body = as_object(given.get("extensions")).get(EXTENDED)
    shape = extended_shape(as_object(body)) if body is not None else None
    if shape is None:
        base = as_object(given.get("shape"))
        kinds = [kind for kind in SHAPES if kind in base]
        if len(kinds) > 1:
            raise Broken("it has two shapes")
        if not kinds or not isinstance(base[kinds[0]], dict):
            raise Broken("it has no shape")
        shape = kinds[0], base[kinds[0]]
    kind, body = shape
    members, hollow = COLLIDER_SHAPES[kind]
    normal = _vector(body, "normal", (0.0, 0.0, 1.0))
    if "normal" in members and not length(normal) > 0:
        raise Broken("its normal has length 0")
    return Collider(
        node,
        kind,
        _vector(body, "offset", (0.0, 0.0, 0.0)),
        _number(body, "radius", 0.0) if "radius" in members else 0.0,
        _vector(body, "tail", (0.0, 0.0, 0.0)),
        normal,
        hollow and body.get("inside") is True,
    )


def _spring(source: Source, raw: RawExtension, index: int) -> Spring:
    given = raw.springs[index]
    try:
        joints = raw.joints[index]
        if not joints:
            raise Broken("it has no joints")
        last = len(joints) - 1
        center = as_index(given["center"], raw.nodes) if "center" in given else None
        if "center" in given and center is None:
            raise Broken("its center is not a node of the file")
        groups = [as_index(item, len(raw.groups)) for item in as_list(given.get("colliderGroups"))]
        if None in groups:
            raise Broken("it refers to a collider group that does not exist")
        return Spring(
            tuple(_joint(joint, slot, raw.nodes, slot == last) for slot, joint in enumerate(joints)),
            tuple(group for group in groups if group is not None),
            center,
            _name(given),
            clamped=_report_clamped(source, index, joints[:last]),
        )
    except Broken as fault:
        source.skip((*PATH, "springs", index), f"spring {index}", str(fault))
        return Spring((), name=_name(given), fault=str(fault))


def _report_clamped(source: Source, index: int, joints: list[Object]) -> str | None:
    """Report each drag that is out of range; the sentence on all of them, if any."""
    reasons = []
    for slot, joint in enumerate(joints):
        written, used = _drag(joint)
        if written != used:
            place = (*PATH, "springs", index, "joints", slot, "dragForce")
            what = f"dragForce of joint {slot} of spring {index}"
            source.skip(place, what, f"it is {written:g}, expected 0 to 1; {used:g} is used")
            reasons.append(f"joint {slot}: dragForce is {written:g}, expected 0 to 1")
    return "; ".join(reasons) or None


def _joint(given: Object, slot: int, nodes: int, last: bool) -> SpringJoint:
    node = as_index(given.get("node"), nodes)
    if node is None:
        raise Broken(f"the node of joint {slot} does not exist")
    if last:  # "The joint at the end is not required except for node."
        return SpringJoint(node)
    try:
        return SpringJoint(
            node,
            _number(given, "hitRadius", 0.0),
            _number(given, "stiffness", 1.0),
            _number(given, "gravityPower", 0.0),
            _vector(given, "gravityDir", (0.0, -1.0, 0.0)),
            _drag(given)[1],
            _limit(as_object(given.get("extensions")).get(LIMIT)),
        )
    except Broken as fault:
        raise Broken(f"joint {slot}: {fault}") from None


def _limit(given: object) -> SpringLimit | None:
    if given is None:
        return None
    bodies = as_object(as_object(given).get("limit"))
    kinds = [kind for kind in LIMITS if kind in bodies]
    if len(kinds) != 1:
        raise Broken("its limit has no shape" if not kinds else "its limit has several shapes")
    body = as_object(bodies[kinds[0]])
    names = ("pitch", "yaw") if kinds[0] == "spherical" else ("angle",)
    if any(name not in body for name in names):
        raise Broken(f"its limit has no {' or '.join(names)}")
    rotation = _vector(body, "rotation", (0.0, 0.0, 0.0, 1.0))
    if abs(length(rotation) - 1) > UNIT:
        raise Broken("the rotation of its limit is not a unit quaternion")
    yaw = _number(body, "yaw", 0.0) if kinds[0] == "spherical" else 0.0
    return SpringLimit(kinds[0], _number(body, names[0], 0.0), yaw, rotation)  # type: ignore[arg-type]
