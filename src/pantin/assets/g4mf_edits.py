"""Verbs on G4MF documents: what the `edits` of the record `G4MF` call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pantin.deformation import deform
from pantin.deformation.element_attributes import deform_elements
from pantin.deformation.limits import check_vertex_limit
from pantin.errors import Unsupported
from pantin.formats.g4mf.accessor import AccessorFault
from pantin.formats.g4mf.dialects import older_forms
from pantin.formats.g4mf.freeze import Shaped, write_amounts
from pantin.formats.g4mf.freeze import freeze as freeze_document
from pantin.formats.g4mf.upgrade import upgrade
from pantin.maths import affine
from pantin.motion import world_transforms

if TYPE_CHECKING:
    from pantin.assets.asset import Asset
    from pantin.formats.g4mf.document import Document
    from pantin.report import Finding
    from pantin.rig import Doubles, Instance, Pose, Rig, Solver


def freeze(asset: Asset, pose: Pose, solver: Solver | None) -> tuple[Document, list[Finding]]:
    """A copy of the document held in a pose for good: nodes moved, and the geometry of meshes that skins or
    blend shapes shape. Raises `Unsupported` where a node flattens what it carries."""
    if solver not in (None, "linear"):
        raise Unsupported(f"{asset.path} is G4MF, whose meshes are blended linearly alone")
    return _posed(asset, pose, keep_rig=False), []


def write_pose(asset: Asset, pose: Pose) -> Document:
    """A copy of the document in a pose: skinned meshes keep their skins and are bound in it, and blend shapes
    of others stay, with their weights. Raises `Unsupported` where a mesh has both."""
    document = _posed(asset, pose, keep_rig=True)
    write_amounts(document, pose)
    return document


def _posed(asset: Asset, pose: Pose, *, keep_rig: bool) -> Document:
    check_vertex_limit(asset.rig)
    document: Document = asset.document.copy()
    try:
        if any(older_forms(document)):
            document = upgrade(document)
    except AccessorFault as fault:
        raise Unsupported(f"{asset.path} cannot be brought into the newest form: {fault}") from None
    freeze_document(document, pose, list(_shaped(asset.rig, pose, keep_rig)), keep_skins=keep_rig)
    return document


def _shaped(rig: Rig, pose: Pose, keep_rig: bool) -> Iterator[Shaped]:
    placed = world_transforms(pose.rig, pose)
    # Meshes that hang from no root are shaped too: their bones move with all others.
    rig = replace(rig, scenes=(), default_scene=None)
    pose = replace(pose, rig=rig)
    positions = {(one.node, one.surface): one.positions for one in deform(rig, pose, normals=False)}
    bound = {(one.node, one.surface): one for one in deform_elements(rig, pose)}
    for instance in rig.instances:
        surfaces = range(len(rig.meshes[instance.mesh].surfaces))
        if not surfaces or not _shapes(rig, instance, keep_rig):
            continue
        inverse, flat = affine.invert(placed[instance.node])
        if flat:
            raise Unsupported(
                f"node {instance.node} flattens the mesh on it, which cannot be written in place"
            )
        own = affine.apply(inverse, positions[instance.node, 0])
        first = rig.meshes[instance.mesh].surfaces[0].positions
        parts = [bound[instance.node, at] for at in surfaces]
        yield Shaped(
            instance.node,
            own.astype(first.dtype),
            tuple(tuple(_turned(placed[instance.node], one) for one in part.normals) for part in parts),
            tuple(part.texcoords for part in parts),
        )


def _shapes(rig: Rig, instance: Instance, keep_rig: bool) -> bool:
    """Whether the geometry of an instance has to be written anew."""
    blended = rig.meshes[instance.mesh].blend_shape_count > 0
    if keep_rig and blended and instance.skin is not None:
        raise Unsupported(
            f"the mesh on node {instance.node} has bones and blend shapes: "
            "in G4MF it can be held in a pose for good, but not be bound in another"
        )
    return instance.skin is not None or (blended and not keep_rig)


def _turned(placed: Doubles, normals: Doubles) -> Doubles:
    """Normals of the world in the space of a node: by the transpose of its map, made unit."""
    turned = affine.apply_linear(placed[:, :-1].T, normals)
    length = np.sqrt((turned * turned).sum(axis=1, keepdims=True))
    return np.asarray(np.where(length > 0, turned / np.where(length > 0, length, 1.0), normals))
