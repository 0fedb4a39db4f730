"""Write springs into a document as one extension object; nothing else of the file changes."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.base.records import replace
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import set_extension, unlist_extensions
from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.ext.vrmc_spring_bone.model import SHAPES
from pantin.formats.gltf.ext.vrmc_spring_bone.objects import LIMIT_VERSION
from pantin.formats.gltf.extension_names import SPRING_BONE as NAME
from pantin.formats.gltf.extension_names import SPRING_BONE_EXTENDED as EXTENDED
from pantin.formats.gltf.extension_names import SPRING_BONE_LIMIT as LIMIT
from pantin.formats.gltf.json_values import as_list, as_object
from pantin.formats.gltf.new.losses import fits_vrm
from pantin.report.pointer import pointer
from pantin.rig import Collider, Rig, Spring, SpringJoint, SpringLimit, SpringSettings
from pantin.rig.builder_spring import check_springs
from pantin.rig.spring import COLLIDER_SHAPES

FAR = 10_000.0
"""Distance in metres of the fallback of an inside collider below its node, where it hits nothing."""

WIDE = 1000.0
"""Radius in metres of the sphere that replaces a plane in readers without planes."""


def lower_rig(document: Document, rig: Rig) -> None:
    """Write the springs of a rig that VRM 1.0 can store into the document made from it."""
    settings = replace(rig.springs, springs=tuple(filter(fits_vrm, rig.springs.springs)))
    if settings.springs or settings.colliders:
        lower(document, settings)


def lower(document: Document, settings: SpringSettings) -> None:
    """Write springs into a document as VRMC_springBone, and replace those it has.

    A collider that needs the extended form gets the fallback shape which that extension recommends. Raises
    `ValueError` for invalid settings, such as a node that does not exist, and for settings that VRM 1.0
    cannot store: a tail that is not a node, an invalid spring.
    """
    settings = check_springs(settings, 3, len(as_list(document.tree.get("nodes"))))
    block: dict[str, Any] = {"specVersion": VERSION}
    if settings.colliders:
        block["colliders"] = [_collider(collider) for collider in settings.colliders]
    if settings.groups:
        block["colliderGroups"] = [
            ({} if group.name is None else {"name": group.name}) | {"colliders": list(group.colliders)}
            for group in settings.groups
        ]
    if settings.springs:
        block["springs"] = [_spring(spring, index) for index, spring in enumerate(settings.springs)]
    set_extension(document, "", NAME, block)
    used = document.tree["extensionsUsed"]
    extended = any("extensions" in collider for collider in block.get("colliders", ()))
    limited = any(joint.limit for spring in settings.springs for joint in spring.joints[:-1])
    for name, needed in ((EXTENDED, extended), (LIMIT, limited)):
        if needed and name not in used:
            document.append("/extensionsUsed", name)


def strip(document: Document, rig: Rig) -> bool:
    """Remove the springs from a document; whether there were any."""
    if NAME not in as_object(document.tree.get("extensions")):
        return False
    document.remove(pointer("extensions", NAME))
    if not document.tree["extensions"]:
        document.remove("/extensions")
    unlist_extensions(document, NAME, EXTENDED, LIMIT)
    return True


def _numbers(value: Any) -> Any:
    """A number, or a list of them."""
    return np.asarray(value, np.float64).tolist()


def _collider(given: Collider) -> dict[str, Any]:
    members = COLLIDER_SHAPES[given.shape].members
    body: dict[str, Any] = {member: _numbers(getattr(given, member)) for member in members}
    if given.shape in SHAPES and not given.inside:
        return {"node": int(given.node), "shape": {given.shape: body}}
    if given.inside:
        body["inside"] = True
    extended = {"specVersion": VERSION, "shape": {given.shape: body}}
    return {"node": int(given.node), "shape": _fallback(given), "extensions": {EXTENDED: extended}}


def _fallback(given: Collider) -> dict[str, Any]:
    if given.shape == "plane":
        offset = np.asarray(given.offset, np.float64) - WIDE * np.asarray(given.normal, np.float64)
        return {"sphere": {"offset": _numbers(offset), "radius": WIDE}}
    return {"sphere": {"offset": [0.0, -FAR, 0.0], "radius": 0.0}}


def _spring(given: Spring, index: int) -> dict[str, Any]:
    if given.fault is not None or not given.joints:
        raise ValueError(f"spring {index} cannot be written: {given.fault or 'it has no joints'}")
    if given.end is not None:
        raise ValueError(f"spring {index} ends in a point; VRM 1.0 ends a chain in a node: add one there")
    members: dict[str, Any] = {} if given.name is None else {"name": given.name}
    members["joints"] = [*map(_joint, given.joints[:-1]), {"node": int(given.joints[-1].node)}]
    if given.groups:
        members["colliderGroups"] = list(given.groups)
    if given.center is not None:
        members["center"] = int(given.center)
    return members


def _joint(given: SpringJoint) -> dict[str, Any]:
    members: dict[str, Any] = {
        "node": int(given.node),
        "hitRadius": float(given.hit_radius),
        "stiffness": float(given.stiffness),
        "gravityPower": float(given.gravity_power),
        "gravityDir": _numbers(given.gravity_dir),
        "dragForce": float(given.drag),
    }
    if given.limit is not None:
        members["extensions"] = {LIMIT: {"specVersion": LIMIT_VERSION, "limit": _limit(given.limit)}}
    return members


def _limit(given: SpringLimit) -> dict[str, Any]:
    angles = {"angle": float(given.angle)}
    if given.kind == "spherical":
        angles = {"pitch": float(given.angle), "yaw": float(given.yaw)}
    return {given.kind: {**angles, "rotation": _numbers(given.rotation)}}
