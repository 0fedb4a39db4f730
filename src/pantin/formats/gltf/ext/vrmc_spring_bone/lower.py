"""Write springs into a document as one extension object; nothing else of the file changes."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.base.records import replace
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import set_extension, unlist_extensions
from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.ext.vrmc_spring_bone import objects
from pantin.formats.gltf.ext.vrmc_spring_bone.model import SHAPES
from pantin.formats.gltf.ext.vrmc_spring_bone.objects import LIMIT_VERSION
from pantin.formats.gltf.extension_names import SPRING_BONE as NAME
from pantin.formats.gltf.extension_names import SPRING_BONE_EXTENDED as EXTENDED
from pantin.formats.gltf.extension_names import SPRING_BONE_LIMIT as LIMIT
from pantin.formats.gltf.json_values import as_list, as_object
from pantin.formats.gltf.new.losses import fits_vrm
from pantin.formats.members.encode import encode
from pantin.report.pointer import pointer
from pantin.rig import Collider, Rig, Spring, SpringJoint, SpringLimit, SpringSettings
from pantin.rig.builder_spring import check_springs
from pantin.rig.spring import COLLIDER_SHAPES

FAR = 10_000.0
"""Distance in metres of the fallback of an inside collider below its node, where it hits nothing."""

WIDE = 1000.0
"""Radius in metres of the sphere that replaces a plane in readers without planes."""


def obstacle(rig: Rig) -> str:
    """The reason why a rig's springs are not stored here; empty if they are."""
    character = rig.character
    return "VRM 0.x has springs itself" if character is not None and character.faces_back else ""


def lower_rig(document: Document, rig: Rig) -> None:
    """Write the springs of a rig that VRM 1.0 can store into the rig's document."""
    settings = replace(rig.springs, springs=tuple(filter(fits_vrm, rig.springs.springs)))
    if settings.springs or settings.colliders:
        lower(document, settings)


def lower(document: Document, settings: SpringSettings) -> None:
    """Write springs into a document as VRMC_springBone, replacing existing ones.

    A collider that needs the extended form gets the fallback shape which that extension recommends. Raises
    `ValueError` for invalid settings, such as a node that does not exist, and for settings that VRM 1.0
    cannot store: a tail that is not a node, an invalid spring.
    """
    settings = check_springs(settings, 3, len(as_list(document.tree.get("nodes"))))
    block = objects.SpringBone(
        spec_version=VERSION,
        colliders=tuple(map(_collider, settings.colliders)) or None,
        collider_groups=tuple(
            objects.ColliderGroup(name=group.name, colliders=tuple(group.colliders))
            for group in settings.groups
        )
        or None,
        springs=tuple(_spring(spring, index) for index, spring in enumerate(settings.springs)) or None,
    )
    set_extension(document, "", NAME, encode(block))
    used = document.tree["extensionsUsed"]
    extended = any(collider.extensions for collider in block.colliders or ())
    limited = any(joint.limit for spring in settings.springs for joint in spring.joints[:-1])
    for name, needed in ((EXTENDED, extended), (LIMIT, limited)):
        if needed and name not in used:
            document.append("/extensionsUsed", name)


def strip(document: Document, rig: Rig) -> bool:
    """Remove the springs from a document; returns whether there were any."""
    if NAME not in as_object(document.tree.get("extensions")):
        return False
    document.remove(pointer("extensions", NAME))
    if not document.tree["extensions"]:
        document.remove("/extensions")
    unlist_extensions(document, NAME, EXTENDED, LIMIT)
    return True


def _numbers(value: Any) -> tuple[float, ...]:
    return tuple(np.asarray(value, np.float64).tolist())


def _collider(collider: Collider) -> objects.Collider:
    parameters: dict[str, Any] = {
        name: float(collider.radius) if name == "radius" else _numbers(getattr(collider, name))
        for name in COLLIDER_SHAPES[collider.shape].members
    }
    if collider.shape in SHAPES and not collider.inside:
        kinds = {"sphere": objects.Sphere, "capsule": objects.Capsule}
        shape = objects.Shape(**{collider.shape: kinds[collider.shape](**parameters)})
        return objects.Collider(node=int(collider.node), shape=shape)
    if collider.inside:
        parameters["inside"] = True
    bodies = {"sphere": objects.ExtendedSphere, "capsule": objects.ExtendedCapsule, "plane": objects.Plane}
    extended = objects.ExtendedCollider(
        spec_version=VERSION,
        shape=objects.ExtendedShape(**{collider.shape: bodies[collider.shape](**parameters)}),
    )
    fallback = objects.Shape(sphere=_fallback(collider))
    extensions = {EXTENDED: encode(extended)}
    return objects.Collider(node=int(collider.node), shape=fallback, extensions=extensions)


def _fallback(collider: Collider) -> objects.Sphere:
    if collider.shape == "plane":
        offset = np.asarray(collider.offset, np.float64) - WIDE * np.asarray(collider.normal, np.float64)
        return objects.Sphere(offset=_numbers(offset), radius=WIDE)
    return objects.Sphere(offset=(0.0, -FAR, 0.0), radius=0.0)


def _spring(spring: Spring, index: int) -> objects.Spring:
    if spring.fault is not None or not spring.joints:
        raise ValueError(f"spring {index} cannot be written: {spring.fault or 'it has no joints'}")
    if spring.end is not None:
        raise ValueError(f"spring {index} ends in a point; VRM 1.0 ends a chain in a node: add one there")
    tail = objects.Joint(node=int(spring.joints[-1].node))
    return objects.Spring(
        name=spring.name,
        joints=(*map(_joint, spring.joints[:-1]), tail),
        collider_groups=tuple(spring.groups) or None,
        center=None if spring.center is None else int(spring.center),
    )


def _joint(joint: SpringJoint) -> objects.Joint:
    limit = None if joint.limit is None else {LIMIT: encode(_limit(joint.limit))}
    return objects.Joint(
        node=int(joint.node),
        hit_radius=float(joint.hit_radius),
        stiffness=float(joint.stiffness),
        gravity_power=float(joint.gravity_power),
        gravity_dir=_numbers(joint.gravity_dir),
        drag_force=float(joint.drag),
        extensions=limit,
    )


def _limit(limit: SpringLimit) -> objects.JointLimit:
    rotation, angle = _numbers(limit.rotation), float(limit.angle)
    if limit.kind == "spherical":
        spherical = objects.Spherical(pitch=angle, yaw=float(limit.yaw), rotation=rotation)
        limits = objects.Limits(spherical=spherical)
    elif limit.kind == "cone":
        limits = objects.Limits(cone=objects.Cone(angle=angle, rotation=rotation))
    else:
        limits = objects.Limits(hinge=objects.Hinge(angle=angle, rotation=rotation))
    return objects.JointLimit(spec_version=LIMIT_VERSION, limit=limits)
