"""A rig as one mesh with one list of joints: the same arrays for every rig."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.arrays.named import Named, integers, require_affordable, strings
from pantin.arrays.nodes import nearest_joints
from pantin.arrays.surfaces import dense_weights
from pantin.deformation import PosedMesh, PosedMeshes, deform
from pantin.maths import affine
from pantin.rig import Influences, Instance, Pose, Rig

FIXED = -1
"""The node of a joint that no node moves."""


def merged_arrays(rig: Rig, dense: bool) -> Named:
    """The arrays of all visible surfaces as one, in the world and at rest, bound to all joints of the rig."""
    instances = {(instance.node, instance.mesh): instance for instance in rig.instances}
    names = _blend_names(rig)
    posed = deform(rig, _with_blend_weights(rig, {}))
    bound = [(part, instances[part.node, part.mesh]) for part in posed]
    joints = _joint_nodes(rig, [instance for _, instance in bound])
    influences = _influences(rig, bound, {node: row for row, node in enumerate(joints)})
    vertices = posed.positions if posed else np.zeros((0, rig.dimension))
    arrays: Named = {
        "positions": vertices.astype(np.float32),
        "triangles": posed.triangles,
        "normals": _normals(posed, rig.dimension),
        "texcoords": _texcoords(posed),
        "blend_names": strings(names),
        "blend_positions": _blend_positions(rig, names, vertices),
        **_joint_arrays(rig, joints),
    }
    if dense:
        return arrays | {"weights": dense_weights(influences, len(vertices), len(joints))}
    return arrays | {
        "weight_offsets": influences.offsets,
        "weight_joints": influences.joints,
        "weight_values": influences.weights,
    }


def _joint_nodes(rig: Rig, instances: Iterable[Instance]) -> list[int]:
    """The joints of all skins and the nodes of meshes without one, parents first; all nodes of a rig without
    skins and meshes. A joint that stays fixed is the last."""
    nodes = {int(joint) for skin in rig.skins for joint in skin.joints}
    nodes |= {instance.node for instance in instances if instance.skin is None}
    ordered = [node for node in rig.nodes.order.tolist() if node in nodes or not nodes]
    return ordered + [FIXED] * (FIXED in nodes)


def _joint_arrays(rig: Rig, joints: list[int]) -> Named:
    nodes = rig.nodes
    world = affine.world_transforms(nodes.parents, nodes.order, nodes.local)
    parents, relative = nearest_joints(rig, {node: row for row, node in enumerate(joints) if node != FIXED})
    still = affine.identity(rig.dimension)
    shape = (len(joints), rig.dimension, rig.dimension + 1)
    worlds = np.array([still if node == FIXED else world[node] for node in joints]).reshape(shape)
    local = np.array([still if node == FIXED else relative[node] for node in joints]).reshape(shape)
    inverses, _ = affine.invert(worlds)
    return {
        "joint_names": strings([None if node == FIXED else nodes.names[node] for node in joints]),
        "joint_parents": integers([-1 if node == FIXED else parents[node] for node in joints]),
        "joint_rest_local": local,
        "joint_rest_world": worlds,
        "inverse_binds": inverses,
    }


def _influences(rig: Rig, bound: list[tuple[PosedMesh, Instance]], row_of: dict[int, int]) -> Influences:
    """Weights of all vertices, of sum 1, with rows of the common list as joints. A mesh without a skin
    follows its node."""
    counts, joints, weights = [np.zeros(1, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0, np.float32)]
    for part, instance in bound:
        vertices = part.positions.shape[-2]
        influences = None if part.source is None else part.source.influences
        if instance.skin is None:
            counts.append(np.ones(vertices, np.int64))
            joints.append(np.full(vertices, row_of[instance.node], np.int64))
            weights.append(np.ones(vertices, np.float32))
        elif influences is None:
            counts.append(np.zeros(vertices, np.int64))
        else:
            rows = np.array([row_of[int(joint)] for joint in rig.skins[instance.skin].joints], np.int64)
            offsets = influences.offsets.astype(np.int64)
            counts.append(offsets[1:] - offsets[:-1])
            joints.append(rows[influences.joints.astype(np.int64)])
            weights.append(influences.weights.astype(np.float32))
    entries = np.concatenate(counts)
    offsets = np.cumsum(entries)
    vertex_of = np.repeat(np.arange(len(offsets) - 1), entries[1:])
    values = np.concatenate(weights)
    sums = np.bincount(vertex_of, values, len(offsets) - 1)[vertex_of]
    shares = np.divide(values, sums, out=np.zeros_like(values), where=sums > 0, casting="same_kind")
    return Influences(offsets, np.concatenate(joints), shares)


def _normals(posed: PosedMeshes, dimension: int) -> NDArray[np.float32]:
    """Normals of all vertices; zeros where a surface has none, nor triangles to compute them from."""
    parts = [np.zeros_like(part.positions) if part.normals is None else part.normals for part in posed]
    return np.concatenate([np.zeros((0, dimension), np.float32), *parts]).astype(np.float32)


def _texcoords(posed: PosedMeshes) -> NDArray[np.float32]:
    """The first two columns of the first set of texture coordinates; zeros where a surface has none."""
    texcoords = np.zeros((sum(part.positions.shape[-2] for part in posed), 2), np.float32)
    first = 0
    for part in posed:
        last = first + part.positions.shape[-2]
        if part.texcoords:
            width = min(2, part.texcoords[0].shape[-1])
            texcoords[first:last, :width] = part.texcoords[0][:, :width]
        first = last
    return texcoords


def _blend_shapes(rig: Rig) -> Iterator[tuple[int, int, str]]:
    """Instance, number and name of every blend shape; one without a name is called by its number."""
    for number, instance in enumerate(rig.instances):
        mesh = rig.meshes[instance.mesh]
        for shape in range(mesh.blend_shape_count):
            names = mesh.blend_names or ()
            name = names[shape] if shape < len(names) else None
            yield number, shape, name or f"{mesh.name or instance.mesh}/{shape}"


def _blend_names(rig: Rig) -> list[str]:
    """The names of all blend shapes, each once: shapes of the same name move together."""
    return list(dict.fromkeys(name for _, _, name in _blend_shapes(rig)))


def _with_blend_weights(rig: Rig, weights: dict[str, float]) -> Pose:
    """The rest pose with these weights of blend shapes, and 0 for all others."""
    rest = rig.rest_pose()
    blend = [np.zeros_like(values) for values in rest.blend]
    for instance, shape, name in _blend_shapes(rig):
        blend[instance][shape] = weights.get(name, 0.0)
    return rest.replace(blend_weights=blend) if blend else rest


def _blend_positions(rig: Rig, names: list[str], base: NDArray[np.floating]) -> NDArray[np.float32]:
    """(B, V, N) how each blend shape moves the vertices, in the world."""
    require_affordable(len(names) * base.size, "blend_positions")
    deltas = np.zeros((len(names), *base.shape), np.float32)
    for row, name in zip(deltas, names, strict=True):
        row[:] = deform(rig, _with_blend_weights(rig, {name: 1.0}), normals=False).positions - base
    return deltas
