"""Edit G4MF documents: bake poses or write them into the rig."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pantin.base.errors import Unsuitable
from pantin.base.records import replace
from pantin.deformation import deform
from pantin.deformation.element_attributes import deform_elements
from pantin.deformation.limits import check_vertex_limit
from pantin.formats.g4mf.accessor import AccessorFault
from pantin.formats.g4mf.dialects import has_older_forms
from pantin.formats.g4mf.pose_document import DeformedMesh, write_amounts
from pantin.formats.g4mf.pose_document import bake_pose as bake_document
from pantin.formats.g4mf.upgrade import upgrade
from pantin.maths import affine
from pantin.motion import world_transforms

if TYPE_CHECKING:
    from pantin.formats.edits import Model
    from pantin.formats.g4mf.document import Document
    from pantin.report import Finding
    from pantin.rig import Doubles, Instance, Mesh, Pose, Reals, Rig, Solver


def bake_pose(model: Model, pose: Pose, solver: Solver | None) -> tuple[Document, list[Finding]]:
    """A copy of the document with the pose baked into its nodes, and into the geometry of meshes with skins
    or blend shapes. Raises `Unsupported` if a node with a mesh has a scale of zero."""
    if solver not in (None, "linear"):
        raise Unsuitable(f"{model.path}: G4MF meshes are always blended linearly, not with {solver!r}")
    return _pose_document(model, pose, keep_rig=False), []


def write_pose(model: Model, pose: Pose) -> Document:
    """A copy of the document in a pose: skinned meshes keep their skins and are bound in the pose, and all
    meshes keep their blend shapes, with new weights. Raises `Unsupported` for a skinned mesh with blend
    shapes that move its normals."""
    document = _pose_document(model, pose, keep_rig=True)
    write_amounts(document, pose)
    return document


def _pose_document(model: Model, pose: Pose, *, keep_rig: bool) -> Document:
    check_vertex_limit(model.rig, model.budget)
    document: Document = model.document.copy()
    try:
        if has_older_forms(document):
            document = upgrade(document)
    except AccessorFault as fault:
        raise Unsuitable(f"{model.path}: cannot upgrade to the newest form of G4MF: {fault}") from None
    bake_document(document, pose, list(_deform_meshes(model.rig, pose, keep_rig)), keep_skins=keep_rig)
    return document


def _deform_meshes(rig: Rig, pose: Pose, keep_rig: bool) -> Iterator[DeformedMesh]:
    transforms = world_transforms(pose.rig, pose)
    # Meshes outside of all scenes are posed too: their bones move with all others.
    rig = replace(rig, scenes=(), default_scene=None)
    pose = replace(pose, rig=rig)
    if keep_rig:
        # Blend shapes stay in the file, so the vertices must be without them.
        pose = replace(pose, blend=tuple(np.zeros_like(weights) for weights in pose.blend))
    positions = {(posed.node, posed.surface): posed.positions for posed in deform(rig, pose, normals=False)}
    bound = {(posed.node, posed.surface): posed for posed in deform_elements(rig, pose)}
    for number, instance in enumerate(rig.instances):
        surfaces = range(len(rig.meshes[instance.mesh].surfaces))
        if not surfaces or not _shapes(rig, instance, keep_rig):
            continue
        transform = transforms[instance.node]
        inverse, is_flat = affine.invert(transform)
        if is_flat:
            raise Unsuitable(
                f"node {instance.node} has a scale of zero, so its mesh cannot be written in the pose"
            )
        first = rig.meshes[instance.mesh].surfaces[0].positions
        with np.errstate(over="ignore", invalid="ignore"):
            own = affine.apply(inverse, positions[instance.node, 0]).astype(first.dtype)
        if not np.isfinite(own).all():
            raise Unsuitable(
                f"node {instance.node} is so small that its mesh in the pose is too large for {own.dtype}"
            )
        parts = [bound[instance.node, index] for index in surfaces]
        yield DeformedMesh(
            instance.node,
            own,
            tuple(tuple(_to_local(transform, normals) for normals in part.normals) for part in parts),
            tuple(part.texcoords for part in parts),
            _offsets(pose, number, inverse, own) if keep_rig else (),
        )


def _offsets(pose: Pose, number: int, inverse: Doubles, own: Reals) -> tuple[Reals, ...]:
    """The offsets that each blend shape adds to the vertices of an instance in the pose, in node space. The
    skin transforms vertices after the shapes, so an offset is the difference between the posed mesh with and
    without the full shape."""
    instance = pose.rig.instances[number]
    alone = replace(pose.rig, instances=(instance,))
    count = len(pose.blend[number])
    offsets = []
    for weights in np.eye(count):
        shaped = deform(alone, replace(pose, rig=alone, blend=(weights,)), normals=False)
        first = next(posed.positions for posed in shaped if posed.surface == 0)
        offsets.append((affine.apply(inverse, first) - own).astype(own.dtype))
    return tuple(offsets)


def _shapes(rig: Rig, instance: Instance, keep_rig: bool) -> bool:
    """Whether a pose changes the geometry of an instance."""
    mesh = rig.meshes[instance.mesh]
    blended = mesh.blend_shape_count > 0
    if keep_rig and blended and instance.skin is not None and _moves_normals(mesh):
        raise Unsuitable(
            f"the mesh on node {instance.node} has bones and blend shapes that move normals: the length of "
            "a normal is lost when it is bound in another pose, so offsets cannot be added to it; bake the "
            "pose instead (without --keep-rig)"
        )
    return instance.skin is not None or (blended and not keep_rig)


def _moves_normals(mesh: Mesh) -> bool:
    """Whether any blend shape of a mesh moves stored normals."""
    return any(
        deltas is not None and (deltas.indices is None or len(deltas.indices) > 0)
        for surface in mesh.surfaces
        if surface.topology is not None
        for attribute in surface.topology.normals
        for deltas in attribute.blend_deltas
    )


def _to_local(transform: Doubles, normals: Doubles) -> Doubles:
    """World normals in the space of a node: multiplied by the transpose of its transform, and normalised."""
    local = affine.apply_linear(transform[:, :-1].T, normals)
    length = np.sqrt((local * local).sum(axis=1, keepdims=True))
    return np.asarray(np.where(length > 0, local / np.where(length > 0, length, 1.0), normals))
