"""Add bones without changing any mesh, and merge bones by repeating a joint."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pantin.base.arguments import check_arguments
from pantin.base.records import replace
from pantin.operations.edit.rig_parts import RigParts, bind_at_rest, mesh_to_root, rest_world_transforms
from pantin.rig import Node, Rig


@check_arguments
def add_bone(rig: Rig, parent: int | str, name: str | None = None, matrix: ArrayLike | None = None) -> Rig:
    """The rig with a new child of `parent` at the end of the node list; a bone if the parent is one.

    Joint indices stay: skins list their joints, so that meshes need not change (G4MF skeleton, Joints).
    """
    parent_index = rig.node_index(parent)
    parts = RigParts.from_rig(rig)
    parts.nodes.append(Node(name, parent_index, matrix=matrix))
    for index, skeleton in enumerate(rig.skeletons):
        if parent_index in skeleton.joints.tolist():
            joints = np.append(skeleton.joints, len(rig.nodes))
            binds = skeleton.inverse_binds
            if binds is not None:
                raise ValueError("cannot add a bone to a skeleton with its own inverse bind matrices")
            parts.skeletons[index] = replace(skeleton, joints=joints)
    return parts.rig()


@check_arguments
def merge_bones(rig: Rig, root: int | str, bones: list[int | str], into: int | str) -> Rig:
    """The rig in which `into` also drives the vertex groups of `bones`, in every mesh of the skeleton at
    `root`.

    Meshes and bones stay unchanged: the joints of `bones` refer to `into` instead, bound at rest.
    """
    top, target = rig.node_index(root), rig.node_index(into)
    merged = {rig.node_index(bone) for bone in bones}
    parts, world = RigParts.from_rig(rig), rest_world_transforms(rig)
    for index, skin in enumerate(rig.skins):
        if skin.root != top or not merged & set(skin.joints.tolist()):
            continue
        slots = [slot for slot, joint in enumerate(skin.joints.tolist()) if joint in merged]
        joints = skin.joints.astype(np.int64)
        joints[slots] = target
        binds = skin.inverse_binds
        if binds is not None:
            mesh = mesh_to_root(rig, world, index)
            binds = binds.copy()
            binds[slots] = bind_at_rest(world, top, [target], mesh)[0]
        parts.skins[index] = replace(skin, joints=joints, inverse_binds=binds)
    return parts.rig()
