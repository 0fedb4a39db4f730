"""The arrays of nodes and of the joints of skins."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.arrays.named import Arrays, Named, integers, name_or_none, strings
from pantin.maths import affine
from pantin.rig import Doubles, Node, Rig, Skin
from pantin.rig.transform import SHEAR, compose_local, decompose_nearest

AGREEMENT = 1e-5
"""The tolerance for equal matrices, relative to their size: a few roundings of float32 along
a chain of joints."""


def node_arrays(rig: Rig) -> Named:
    """The tree of all nodes with their rest transforms."""
    nodes = rig.nodes
    arrays: Named = {
        "node_names": strings(nodes.names),
        "node_parents": nodes.parents,
        "node_rest_local": nodes.local,
        "node_translations": nodes.translations,
        "node_scales": nodes.scales,
    }
    if nodes.rotations is not None:
        arrays["node_rotations"] = nodes.rotations
    if nodes.general.any():
        arrays["node_general"] = nodes.general
    if not nodes.visible.all():
        arrays["node_visible"] = nodes.visible
    if not np.isnan(nodes.bone_lengths).all():
        arrays["node_bone_lengths"] = nodes.bone_lengths
    return arrays


def nodes_from(arrays: Arrays, dimension: int) -> list[Node]:
    """The nodes of the arrays `node_…`; `node_rest_local` alone gives their transforms too."""
    parents = arrays.integers("node_parents", "n")
    count = len(parents)
    names = arrays.optional_strings("node_names", count) or [""] * count
    if "node_translations" in arrays:
        transforms = _stored_transforms(arrays, count, dimension)
    else:
        transforms = split_matrices(arrays.numbers("node_rest_local", count, dimension, dimension + 1))
    visible = arrays.booleans("node_visible", count) if "node_visible" in arrays else np.ones(count, bool)
    lengths = arrays.optional("node_bone_lengths", count)
    lengths = np.full(count, np.nan) if lengths is None else lengths
    return [
        Node(
            name_or_none(name),
            int(parent),
            **transform,
            visible=bool(shown),
            bone_length=None if length != length else float(length),
        )
        for name, parent, transform, shown, length in zip(
            names, parents, transforms, visible, lengths, strict=True
        )
    ]


def _stored_transforms(arrays: Arrays, count: int, dimension: int) -> list[dict[str, Any]]:
    """Translation, rotation and scale of each node as stored, and matrices where `node_general` says so."""
    translations = arrays.numbers("node_translations", count, dimension)
    scales = arrays.numbers("node_scales", count, dimension)
    rotations = arrays.numbers("node_rotations", count, 4) if dimension == 3 else None
    general = np.zeros(count, bool)
    if "node_general" in arrays:
        general = arrays.booleans("node_general", count)
    matrices = None
    if general.any() or "node_rest_local" in arrays:
        matrices = arrays.numbers("node_rest_local", count, dimension, dimension + 1)
    parts: list[dict[str, Any]] = [
        {"translation": translations[node], "scale": scales[node]} for node in range(count)
    ]
    for node, transform in enumerate(parts):
        if rotations is not None:
            transform["rotation"] = rotations[node]
        if general[node]:
            assert matrices is not None
            parts[node] = {"matrix": matrices[node]}
    return parts


def split_matrices(matrices: NDArray[Any]) -> list[dict[str, Any]]:
    """Each matrix as translation, rotation and scale, so that it can be animated; with shear as it is."""
    transforms = np.asarray(matrices, np.float64)
    if not np.isfinite(transforms).all():
        return [{"matrix": matrix} for matrix in transforms]  # the builder names the node
    parts = decompose_nearest(transforms)
    missed = np.abs(compose_local(*parts) - transforms).max((-2, -1), initial=0.0)
    shear = missed > SHEAR * np.abs(transforms).max((-2, -1), initial=0.0)
    translations, rotations, scales = parts
    listed: list[dict[str, Any]] = []
    for row, matrix in enumerate(transforms):
        transform = {"translation": translations[row], "scale": scales[row]}
        if rotations is not None:
            transform["rotation"] = rotations[row]
        listed.append({"matrix": matrix} if shear[row] else transform)
    return listed


def joint_arrays(rig: Rig, skin: Skin, world: Doubles) -> Named:
    """The joints of a skin, in the order that weights refer to, as a separate tree.

    Nodes between two joints are part of the lower one's transform. A joint that stays fixed (−1) is a root.
    """
    joints = skin.joints.astype(np.int64)
    slots: dict[int, int] = {}
    for slot, joint in enumerate(joints.tolist()):
        slots.setdefault(joint, slot)
    slots.pop(-1, None)
    fixed = affine.identity(rig.dimension) if skin.root is None else world[skin.root]
    parents, relative = nearest_joints(rig, slots)
    inside = joints >= 0
    worlds = np.where(inside[:, None, None], world[joints], fixed) if len(world) else _repeat(fixed, joints)
    local = np.where(inside[:, None, None], relative[joints], fixed) if len(world) else worlds
    binds = skin.inverse_binds
    return {
        "joint_names": strings([rig.nodes.names[joint] if joint >= 0 else None for joint in joints.tolist()]),
        "joint_parents": integers([parents[joint] if joint >= 0 else -1 for joint in joints.tolist()]),
        "joint_rest_local": local,
        "joint_rest_world": worlds,
        "joint_nodes": joints,
        "inverse_binds": _repeat(affine.identity(rig.dimension), joints) if binds is None else binds,
    }


def _repeat(matrix: Doubles, joints: NDArray[np.int64]) -> Doubles:
    return np.tile(matrix, (len(joints), 1, 1))


def nearest_joints(rig: Rig, slots: dict[int, int]) -> tuple[list[int], Doubles]:
    """For each node the slot of its nearest ancestor that is a joint, and its transform relative to that."""
    nodes = rig.nodes
    above, nearest = nodes.parents.tolist(), [-1] * len(nodes)
    for node in nodes.order.tolist():
        parent = above[node]
        if parent >= 0:
            nearest[node] = slots.get(parent, nearest[parent])
    free = np.array([-1 if parent in slots else parent for parent in above], np.int64)
    return nearest, affine.world_transforms(free, nodes.order, nodes.local)


def joints_as_nodes(arrays: Arrays, dimension: int, first: int) -> list[Node]:
    """Nodes for the joints of a skin, where the arrays list no nodes; `first` is the index of the first."""
    parents = arrays.integers("joint_parents", "J")
    count = len(parents)
    names = arrays.optional_strings("joint_names", count) or [""] * count
    if not (parents < count).all() or not (parents >= -1).all():
        name = f"{arrays.prefix}joint_parents"
        raise ValueError(f"array {name!r} must hold −1 or indices of the {count} joints")
    local = _rest_local(arrays, parents, dimension)
    return [
        Node(name_or_none(name), int(parent) + first if parent >= 0 else -1, **transform)
        for name, parent, transform in zip(names, parents, split_matrices(local), strict=True)
    ]


def _rest_local(arrays: Arrays, parents: NDArray[Any], dimension: int) -> NDArray[Any]:
    """Local transforms: as given, else from world transforms, else from positions in the world."""
    shape = (len(parents), dimension, dimension + 1)
    if "joint_rest_local" in arrays:
        return arrays.numbers("joint_rest_local", *shape)
    world = arrays.optional("joint_rest_world", *shape)
    if world is None:
        if "joint_positions" not in arrays:
            arrays.numbers("joint_rest_local", *shape)  # raises: it is missing
        world = np.tile(affine.identity(dimension), (len(parents), 1, 1))
        world[:, :, -1] = arrays.numbers("joint_positions", len(parents), dimension)
    inverses, singular = affine.invert(world)
    below = parents >= 0
    if singular[parents[below]].any():
        name = f"{arrays.prefix}joint_rest_world"
        joint = int(parents[below][singular[parents[below]]][0])
        raise ValueError(f"array {name!r}: the matrix of joint {joint}, which has children, is singular")
    local = np.array(world, np.float64)
    local[below] = affine.multiply(inverses[parents[below]], local[below])
    return local


def agree(first: NDArray[Any], second: NDArray[Any]) -> bool:
    """Whether two arrays of matrices are equal up to rounding."""
    size = max(1.0, float(np.abs(second).max(initial=0.0)))
    return bool(np.abs(first - second).max(initial=0.0) <= AGREEMENT * size)
