"""Rules about single nodes: their transforms, and their mesh with its skin and weights."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import TYPE_CHECKING

from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.semantics import sets
from pantin.formats.gltf.rules.trs import IDENTITY, UNIT_QUATERNION_TOLERANCE, is_decomposable
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.model import Mesh, Node


def has_transform(node: Node) -> bool:
    return not (
        (node.matrix is None or node.matrix == IDENTITY)
        and (node.translation is None or node.translation == (0.0, 0.0, 0.0))
        and (node.rotation is None or node.rotation == (0.0, 0.0, 0.0, 1.0))
        and (node.scale is None or node.scale == (1.0, 1.0, 1.0))
    )


def skinned_meshes(scope: Scope) -> set[int]:
    """The meshes of which a primitive has JOINTS_n and WEIGHTS_n."""
    return {mesh for (mesh, _), found in scope.fact(sets).items() if found.influences}


@rule("GLTF-ROTATION_NON_UNIT", "error", "the quaternion has the length {length:.4g}, expected 1")
def rotation_non_unit(scope: Scope) -> Iterator[Finding]:
    """The rotation of a node must be a quaternion of length 1.

    Why: only unit quaternions are rotations; with others readers scale, shear or normalise, each in its way.
    Mend: divide the four numbers by the length named in the message.
    Source: glTF 2.0 §3.5.3 and §5.25.6 (node.rotation).
    """
    for i, node in enumerate(scope.model.nodes):
        if node and node.rotation is not None:
            length = hypot(*node.rotation)
            if abs(1.0 - length) > UNIT_QUATERNION_TOLERANCE:
                yield rotation_non_unit.at(pointer("nodes", i, "rotation"), length=length)


@rule("GLTF-NODE_MATRIX_TRS", "error", "the node has {members} beside its matrix")
def node_matrix_trs(scope: Scope) -> Iterator[Finding]:
    """A node must have a matrix, or translation, rotation and scale, not both.

    Why: nothing says which of them counts.
    Mend: remove one of the two; keep translation, rotation and scale if the node is animated.
    Source: glTF 2.0 §3.5.3.
    """
    for i, node in enumerate(scope.model.nodes):
        if node and node.matrix is not None:
            names = [name for name in ("translation", "rotation", "scale") if getattr(node, name) is not None]
            if names:
                yield node_matrix_trs.at(pointer("nodes", i, "matrix"), members=" and ".join(names))


@rule("GLTF-NODE_MATRIX_DEFAULT", "info", "the matrix is the identity, as it would be without it")
def node_matrix_default(scope: Scope) -> Iterator[Finding]:
    """An identity matrix should be left out.

    Why: it says nothing, and a node with a matrix cannot be animated.
    Mend: remove `matrix`.
    Source: glTF 2.0 §5.25.4 (node.matrix).
    """
    for i, node in enumerate(scope.model.nodes):
        if node and node.matrix == IDENTITY:
            yield node_matrix_default.at(pointer("nodes", i, "matrix"))


@rule("GLTF-NODE_MATRIX_NON_TRS", "error", "the matrix is no translation, rotation and scale")
def node_matrix_non_trs(scope: Scope) -> Iterator[Finding]:
    """The matrix of a node must be a translation times a rotation times a scale.

    Why: shear, perspective and flattening to nothing cannot be taken apart again, as animation and engines
    do.
    Mend: apply the shear to the mesh, or split it over two nodes.
    Source: glTF 2.0 §3.5.3.
    """
    for i, node in enumerate(scope.model.nodes):
        if node and node.matrix is not None and node.matrix != IDENTITY and not is_decomposable(node.matrix):
            yield node_matrix_non_trs.at(pointer("nodes", i, "matrix"))


@rule("GLTF-NODE_EMPTY", "info", "the node has no mesh, camera, child, joint's part, extension or extras")
def node_empty(scope: Scope) -> Iterator[Finding]:
    """A node should be there for something.

    Why: it may be the sign of a reference that was lost.
    Mend: remove it, or say in `extras` what it marks.
    Source: none; the specification allows it.
    """
    model = scope.model
    joints = {joint for skin in model.skins if skin for joint in skin.joints or ()}
    for i, node in enumerate(model.nodes):
        if (
            node is None
            or i in joints
            or node.children is not None
            or node.extensions
            or node.extras is not None
        ):
            continue
        if get(model.meshes, node.mesh) is None and get(model.cameras, node.camera) is None:
            yield node_empty.at(pointer("nodes", i))


@rule("GLTF-NODE_WEIGHTS_INVALID", "error", "there are {weights} weights for {targets} morph targets")
def node_weights_invalid(scope: Scope) -> Iterator[Finding]:
    """The weights of a node must be as many as the morph targets of its mesh.

    Why: each weight belongs to the target of the same number.
    Mend: give one weight per target.
    Source: glTF 2.0 §3.7.2.2 and §5.25.9 (node.weights).
    """
    for i, node, mesh in placed_meshes(scope):
        targets = mesh.primitives[0].targets if mesh.primitives else None
        if node.weights is not None and len(node.weights) != len(targets or ()):
            place, count = pointer("nodes", i, "weights"), len(targets or ())
            yield node_weights_invalid.at(place, weights=len(node.weights), targets=count)


@rule("GLTF-NODE_SKIN_WITH_NON_SKINNED_MESH", "error", "the node has a skin, but mesh {mesh} has no joints")
def node_skin_with_non_skinned_mesh(scope: Scope) -> Iterator[Finding]:
    """The mesh of a node with a skin must have JOINTS_n and WEIGHTS_n.

    Why: without them no vertex follows any joint.
    Mend: remove `skin` from the node, or add the attributes to the mesh.
    Source: glTF 2.0 §3.7.3.2.
    """
    skinned = scope.fact(skinned_meshes)
    for i, node, _ in placed_meshes(scope):
        if get(scope.model.skins, node.skin) is not None and node.mesh not in skinned:
            yield node_skin_with_non_skinned_mesh.at(pointer("nodes", i), mesh=node.mesh)


@rule("GLTF-NODE_SKINNED_MESH_WITHOUT_SKIN", "warning", "mesh {mesh} has joints, but the node has no skin")
def node_skinned_mesh_without_skin(scope: Scope) -> Iterator[Finding]:
    """A node whose mesh has JOINTS_n and WEIGHTS_n should have a skin.

    Why: the mesh is drawn as it was modelled, and does not follow any skeleton.
    Mend: add `skin` to the node.
    Source: glTF 2.0 §3.7.3.2.
    """
    skinned = scope.fact(skinned_meshes)
    for i, node, _ in placed_meshes(scope):
        if get(scope.model.skins, node.skin) is None and node.mesh in skinned:
            yield node_skinned_mesh_without_skin.at(pointer("nodes", i), mesh=node.mesh)


def placed_meshes(scope: Scope) -> Iterator[tuple[int, Node, Mesh]]:
    """The nodes with a mesh that has primitives."""
    for i, node in enumerate(scope.model.nodes):
        mesh = get(scope.model.meshes, node.mesh) if node else None
        if node and mesh and mesh.primitives is not None:
            yield i, node, mesh


RULES = (
    rotation_non_unit,
    node_matrix_trs,
    node_matrix_default,
    node_matrix_non_trs,
    node_weights_invalid,
    node_skin_with_non_skinned_mesh,
    node_skinned_mesh_without_skin,
    node_empty,
)
