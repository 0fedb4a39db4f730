"""Rules about single nodes: transform, mesh, skin and weights."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import TYPE_CHECKING

from pantin.base.records import replace
from pantin.formats.gltf.humanoid import animated_bones, human_bones
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.allowed import allowed_objects, nodes_of_extensions
from pantin.formats.gltf.rules.semantics import sets
from pantin.formats.gltf.rules.trs import IDENTITY, UNIT_QUATERNION_TOLERANCE, is_decomposable
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted

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
    """The meshes with a primitive that has JOINTS_n and WEIGHTS_n."""
    return {mesh for (mesh, _), numbers in scope.fact(sets).items() if numbers.influences}


@rule(
    "GLTF-ROTATION_NON_UNIT",
    "error",
    "the rotation of {node} is a quaternion of length {length:.4g}, expected 1",
)
def rotation_non_unit(scope: Scope) -> Iterator[Finding]:
    """Rotation is not a unit quaternion.

    What: The length of the quaternion in a node's `rotation` must be 1.
    Why: Other quaternions are not rotations. Some readers normalise them, others scale or shear the mesh.
    Fix: Divide the four numbers by the length named in the message.
    Source: glTF 2.0 §3.5.3 and §5.25.6 (node.rotation).
    """
    for i, node in enumerate(scope.model.nodes):
        if node and node.rotation is not None:
            length = hypot(*node.rotation)
            if abs(1.0 - length) > UNIT_QUATERNION_TOLERANCE:
                node_name = scope.named("node", i)
                yield rotation_non_unit.at(pointer("nodes", i, "rotation"), node=node_name, length=length)


@rule("GLTF-NODE_MATRIX_TRS", "error", "{node} has both a matrix and {members}", only_with=("matrix",))
def node_matrix_trs(scope: Scope) -> Iterator[Finding]:
    """Node has a matrix and a translation, rotation or scale.

    What: A node must have either `matrix` or any of `translation`, `rotation` and `scale`.
    Why: It is undefined which of them counts.
    Fix: Remove one of the two. Keep translation, rotation and scale if the node is animated.
    Source: glTF 2.0 §3.5.3.
    """
    for i, node in enumerate(scope.model.nodes):
        if node and node.matrix is not None:
            names = [name for name in ("translation", "rotation", "scale") if getattr(node, name) is not None]
            if names:
                values = {"node": scope.named("node", i), "members": " and ".join(names)}
                yield node_matrix_trs.at(pointer("nodes", i, "matrix"), **values)


@rule(
    "GLTF-NODE_MATRIX_DEFAULT",
    "info",
    "the matrix of {node} is the identity, which is the default",
    only_with=("matrix",),
)
def node_matrix_default(scope: Scope) -> Iterator[Finding]:
    """Node matrix is the identity.

    What: The `matrix` of a node should not be the identity.
    Why: It has no effect, and a node with a matrix cannot be animated.
    Fix: Remove `matrix`.
    Source: glTF 2.0 §5.25.4 (node.matrix).
    """
    for i, node in enumerate(scope.model.nodes):
        if node and node.matrix == IDENTITY:
            yield node_matrix_default.at(pointer("nodes", i, "matrix"), node=scope.named("node", i))


@rule(
    "GLTF-NODE_MATRIX_NON_TRS",
    "error",
    "the matrix of {node} cannot be decomposed into translation, rotation and scale",
    only_with=("matrix",),
)
def node_matrix_non_trs(scope: Scope) -> Iterator[Finding]:
    """Node matrix cannot be decomposed.

    What: The `matrix` of a node must be the product of a translation, a rotation and a scale, without shear,
    perspective or zero scale.
    Why: Animation and game engines decompose the matrix. They lose the shear.
    Fix: Apply the shear to the mesh, or split it over two nodes.
    Source: glTF 2.0 §3.5.3.
    """
    for i, node in enumerate(scope.model.nodes):
        if node and node.matrix is not None and node.matrix != IDENTITY and not is_decomposable(node.matrix):
            yield node_matrix_non_trs.at(pointer("nodes", i, "matrix"), node=scope.named("node", i))


@rule(
    "GLTF-NODE_EMPTY",
    "info",
    "{node} is empty: it has no mesh, camera, children, extensions or extras, and is not a joint",
    common="Findings on leaves that mark the end of a bone: nearly every rig has such nodes.",
)
def node_empty(scope: Scope) -> Iterator[Finding]:
    """Empty node.

    What: A node should have a mesh, a camera, children, extensions or extras, or be a joint of a skin, or an
    extension of the file should use it: as a bone of a humanoid, a joint or the end of a spring, a collider.
    Why: It may be left over from a reference that was lost.
    Fix: Remove it, or note its purpose in `extras`.
    Source: none; the specification allows it.
    """
    model = scope.model
    joints = scope.fact(skin_joints)
    for i, node in enumerate(model.nodes):
        if (
            node is None
            or i in joints
            or node.children is not None
            or node.extensions
            or node.extras is not None
        ):
            continue
        if (
            get(model.meshes, node.mesh) is None
            and get(model.cameras, node.camera) is None
            and i not in scope.fact(_used_nodes)
        ):
            finding = node_empty.at(pointer("nodes", i), node=scope.named("node", i))
            yield replace(finding, common=_is_end(scope, i))


def skin_joints(scope: Scope) -> set[int | None]:
    """The joints of all skins."""
    return {joint for skin in scope.model.skins if skin for joint in skin.joints or ()}


def humanoid_nodes(scope: Scope) -> set[int]:
    """The nodes that are humanoid bones, in a model or in a file of clips."""
    if not scope.model.extensions:
        return set()
    return {*human_bones(scope.tree).values(), *(animated_bones(scope.tree) or {}).values()}


def _used_nodes(scope: Scope) -> set[int]:
    """The nodes that extensions of the file use."""
    return nodes_of_extensions(scope) | scope.fact(humanoid_nodes) | allowed_objects(scope, node_empty.id)


def _is_end(scope: Scope, node: int) -> bool:
    """Whether a node marks the end of its parent bone or joint."""
    parent = scope.parents[node]
    return parent is not None and (parent in scope.fact(skin_joints) or parent in scope.fact(humanoid_nodes))


@rule(
    "GLTF-NODE_WEIGHTS_INVALID",
    "error",
    "{node} has {weights} for {targets} of {mesh}",
    only_with=("weights",),
)
def node_weights_invalid(scope: Scope) -> Iterator[Finding]:
    """Wrong number of weights.

    What: A node must have as many `weights` as its mesh has morph targets.
    Why: Each weight belongs to the morph target of the same number.
    Fix: Give one weight per morph target.
    Source: glTF 2.0 §3.7.2.2 and §5.25.9 (node.weights).
    """
    for i, node, mesh in placed_meshes(scope):
        targets = mesh.primitives[0].targets if mesh.primitives else None
        if node.weights is not None and len(node.weights) != len(targets or ()):
            values = {
                "node": scope.named("node", i),
                "weights": counted(len(node.weights), "weight"),
                "targets": counted(len(targets or ()), "morph target"),
                "mesh": scope.named("mesh", node.mesh),
            }
            yield node_weights_invalid.at(pointer("nodes", i, "weights"), **values)


@rule(
    "GLTF-NODE_SKIN_WITH_NON_SKINNED_MESH",
    "error",
    "{node} has {skin}, but {mesh} has no JOINTS_0 and WEIGHTS_0",
    only_with=("skin",),
)
def node_skin_with_non_skinned_mesh(scope: Scope) -> Iterator[Finding]:
    """Skin on a mesh without joints and weights.

    What: The mesh of a node with `skin` must have JOINTS_n and WEIGHTS_n in at least one primitive.
    Why: Without them no vertex follows any joint.
    Fix: Remove `skin` from the node, or add the attributes to the mesh.
    Source: glTF 2.0 §3.7.3.2.
    """
    skinned = scope.fact(skinned_meshes)
    for i, node, _ in placed_meshes(scope):
        if get(scope.model.skins, node.skin) is not None and node.mesh not in skinned:
            values = {"node": i, "skin": node.skin, "mesh": node.mesh}
            names = {kind: scope.named(kind, index) for kind, index in values.items()}
            yield node_skin_with_non_skinned_mesh.at(pointer("nodes", i), **names)


@rule(
    "GLTF-NODE_SKINNED_MESH_WITHOUT_SKIN", "warning", "{mesh} has joints and weights, but {node} has no skin"
)
def node_skinned_mesh_without_skin(scope: Scope) -> Iterator[Finding]:
    """Skinned mesh without a skin.

    What: A node whose mesh has JOINTS_n and WEIGHTS_n should have `skin`.
    Why: The mesh is shown as it was modelled and does not follow any skeleton.
    Fix: Add `skin` to the node.
    Source: glTF 2.0 §3.7.3.2.
    """
    skinned = scope.fact(skinned_meshes)
    for i, node, _ in placed_meshes(scope):
        if get(scope.model.skins, node.skin) is None and node.mesh in skinned:
            names = {"node": scope.named("node", i), "mesh": scope.named("mesh", node.mesh)}
            yield node_skinned_mesh_without_skin.at(pointer("nodes", i), **names)


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
