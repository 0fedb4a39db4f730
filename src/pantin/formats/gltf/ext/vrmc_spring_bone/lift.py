"""Lift springs into the rig with the indices of the file; an invalid spring keeps its index and its fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.formats.gltf.ext.vrmc_spring_bone.model import PATH, Springs, limit_kinds
from pantin.formats.gltf.ext.vrmc_spring_bone.objects import Joint, Spherical
from pantin.formats.gltf.extension_names import SPRING_BONE as NAME
from pantin.formats.gltf.extension_names import SPRING_BONE_EXTENDED as EXTENDED
from pantin.formats.gltf.extension_names import SPRING_BONE_LIMIT as LIMIT
from pantin.formats.gltf.json_values import length
from pantin.report.pointer import JsonPath
from pantin.rig import Collider, ColliderGroup, Spring, SpringJoint, SpringLimit, SpringSettings
from pantin.rig.spring import COLLIDER_SHAPES

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source

UNIT = 1e-3
"""Tolerance of the length of a limit's quaternion: a few decimals."""


VECTORS = {"offset": (0.0, 0.0, 0.0), "tail": (0.0, 0.0, 0.0), "normal": (0.0, 0.0, 1.0)}
"""The vector members of shapes, with their defaults."""


class Broken(ValueError):
    """An invalid part of the extension; the message is the reason."""


def lift(source: Source, draft: Draft) -> None:
    """Set the springs of the draft from the file, or only its colliders."""
    settings = springs(source)
    if settings.springs or settings.colliders:
        draft.springs = settings


def springs(source: Source) -> SpringSettings:
    """The springs of VRMC_springBone; none where the file has no such block.

    An invalid collider is removed from its groups. An invalid spring stays, without joints and with its
    fault: a simulation refuses or skips it.
    """
    objects = Springs.from_objects(source.extended(NAME, EXTENDED, LIMIT), len(source.model.nodes))
    new_indices: dict[int | None, int] = {}
    colliders = []
    for index in range(len(objects.colliders)):
        try:
            colliders.append(_collider(objects, index))
            new_indices[index] = len(colliders) - 1
        except Broken as fault:
            source.skip((*PATH, "colliders", index), f"collider {index}", str(fault))
    groups = [
        ColliderGroup(
            tuple(new_indices[item] for item in group.colliders or () if item in new_indices), group.name
        )
        for group in objects.groups
    ]
    return SpringSettings(
        tuple(_spring(source, objects, index) for index in range(len(objects.springs))),
        tuple(colliders),
        tuple(groups),
    )


def _number(objects: Springs, value: float | None, default: float, *path: str | int) -> float:
    fault = objects.faults.get(path)
    if fault is not None:
        raise Broken(f"{path[-1]} is {fault.words}")
    return default if value is None else value


def _drag(objects: Springs, joint: Joint, path: JsonPath) -> tuple[float, float]:
    """The stated drag of a joint, and the drag clamped to its range."""
    written = joint.drag_force
    if written is None:
        written = _number(objects, written, 0.5, *path, "dragForce")
    return written, min(max(written, 0.0), 1.0)


def _vector(
    objects: Springs, value: tuple[float, ...] | None, default: tuple[float, ...], *path: str | int
) -> tuple[float, ...]:
    vector = objects.value_or(default, value, *path)
    if vector is None:
        raise Broken(f"{path[-1]} is not {len(default)} finite numbers")
    return vector


def _collider(objects: Springs, index: int) -> Collider:
    node = objects.node(objects.colliders[index].node)
    if node is None:
        raise Broken("its node does not exist")
    extended = objects.extended_body(index)
    if extended is not None:
        path, kind, body = extended.path, extended.kind, extended.members
    else:
        path, shape = objects.shape(index)
        kinds = objects.stated(shape, path)
        if len(kinds) > 1:
            raise Broken("it has two shapes")
        body = getattr(shape, kinds[0]) if kinds else None
        if body is None:
            raise Broken("it has no shape")
        kind, path = kinds[0], (*path, kinds[0])  # type: ignore[assignment]
    members, hollow = COLLIDER_SHAPES[kind]
    vectors = {
        name: _vector(objects, getattr(body, name), default, *path, name)
        for name, default in VECTORS.items()
        if name in members
    }
    if "normal" in vectors and not length(vectors["normal"]) > 0:
        raise Broken("its normal has length 0")
    return Collider(
        node,
        kind,
        radius=_number(objects, body.radius, 0.0, *path, "radius") if "radius" in members else 0.0,
        inside=hollow and getattr(body, "inside", None) is True,
        **vectors,
    )


def _spring(source: Source, objects: Springs, index: int) -> Spring:
    spring, path = objects.springs[index], (*PATH, "springs", index)
    try:
        joints = objects.joints(index)
        if not joints:
            raise Broken("it has no joints")
        last = len(joints) - 1
        center = objects.node(spring.center)
        if center is None and (spring.center is not None or (*path, "center") in objects.faults):
            raise Broken("its center is not a node of the file")
        listed = spring.collider_groups or ()
        groups = tuple(group for group in listed if group is not None and 0 <= group < len(objects.groups))
        if len(groups) < len(listed):
            raise Broken("it refers to a collider group that does not exist")
        return Spring(
            tuple(_joint(objects, index, slot) for slot in range(len(joints))),
            groups,
            center,
            spring.name,
            clamped=_report_clamped(source, objects, index, joints[:last]),
        )
    except Broken as fault:
        source.skip(path, f"spring {index}", str(fault))
        return Spring((), name=spring.name, fault=str(fault))


def _report_clamped(source: Source, objects: Springs, index: int, joints: tuple[Joint, ...]) -> str | None:
    """Report each drag out of range; returns a sentence on all of them, if any."""
    reasons = []
    for slot, joint in enumerate(joints):
        path = (*PATH, "springs", index, "joints", slot)
        written, used = _drag(objects, joint, path)
        if written != used:
            what = f"dragForce of joint {slot} of spring {index}"
            source.skip((*path, "dragForce"), what, f"it is {written:g}, expected 0 to 1; {used:g} is used")
            reasons.append(f"joint {slot}: dragForce is {written:g}, expected 0 to 1")
    return "; ".join(reasons) or None


def _joint(objects: Springs, spring: int, slot: int) -> SpringJoint:
    joints, path = objects.joints(spring), (*PATH, "springs", spring, "joints", slot)
    joint = joints[slot]
    node = objects.node(joint.node)
    if node is None:
        raise Broken(f"the node of joint {slot} does not exist")
    if slot == len(joints) - 1:  # "The joint at the end is not required except for node."
        return SpringJoint(node)
    try:
        return SpringJoint(
            node,
            _number(objects, joint.hit_radius, 0.0, *path, "hitRadius"),
            _number(objects, joint.stiffness, 1.0, *path, "stiffness"),
            _number(objects, joint.gravity_power, 0.0, *path, "gravityPower"),
            _vector(objects, joint.gravity_dir, (0.0, -1.0, 0.0), *path, "gravityDir"),
            _drag(objects, joint, path)[1],
            _limit(objects, spring, slot),
        )
    except Broken as fault:
        raise Broken(f"joint {slot}: {fault}") from None


def _limit(objects: Springs, spring: int, slot: int) -> SpringLimit | None:
    limit = objects.limits.get((spring, slot))
    if limit is None:
        return None
    kinds = limit_kinds(limit)
    if len(kinds) != 1:
        raise Broken("its limit has no shape" if not kinds else "its limit has several shapes")
    body = getattr(limit.limit, kinds[0])
    path = (*PATH, "springs", spring, "joints", slot, "extensions", LIMIT, "limit", kinds[0])
    names = ("pitch", "yaw") if isinstance(body, Spherical) else ("angle",)
    if not set(names) <= set(objects.stated(body, path)):
        raise Broken(f"its limit has no {' or '.join(names)}")
    rotation = _vector(objects, body.rotation, (0.0, 0.0, 0.0, 1.0), *path, "rotation")
    if abs(length(rotation) - 1) > UNIT:
        raise Broken("the rotation of its limit is not a unit quaternion")
    angles = [_number(objects, getattr(body, name), 0.0, *path, name) for name in names]
    return SpringLimit(kinds[0], *angles, rotation=rotation)  # type: ignore[arg-type,misc]
