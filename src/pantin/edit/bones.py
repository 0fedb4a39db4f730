"""Bones added without disturbing any mesh, and bones merged by repeating a joint."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from pantin.edit.rig_parts import RigParts, bind_at_rest, mesh_to_root, rest_world_transforms
from pantin.rig import Node, Rig


def add_bone(rig: Rig, parent: int | str, name: str | None = None, matrix: ArrayLike | None = None) -> Rig:
    """The rig with one more node below `parent`, at the end of the list; a bone where its parent is one.

    No joint moves: skins list their joints, so that meshes need not change (G4MF skeleton, Joints).
    """
    above = rig.node(parent)
    parts = RigParts.of(rig)
    parts.nodes.append(Node(name, above, matrix=matrix))
    for at, skeleton in enumerate(rig.skeletons):
        if above in skeleton.joints.tolist():
            joints = np.append(skeleton.joints, len(rig.nodes))
            binds = skeleton.inverse_binds
            if binds is not None:
                raise ValueError("a skeleton with binds of its own cannot take a bone that was not bound")
            parts.skeletons[at] = replace(skeleton, joints=joints)
    return parts.rig()


def merge_bones(rig: Rig, root: int | str, bones: list[int | str], into: int | str) -> Rig:
    """The rig in which `into` drives the groups of `bones` too, in every mesh of the skeleton at `root`.

    Meshes and bones stay as they are: the joints of `bones` name `into` instead, bound where it rests.
    """
    top, target = rig.node(root), rig.node(into)
    merged = {rig.node(one) for one in bones}
    parts, placed = RigParts.of(rig), rest_world_transforms(rig)
    for at, skin in enumerate(rig.skins):
        if skin.root != top or not merged & set(skin.joints.tolist()):
            continue
        slots = [slot for slot, one in enumerate(skin.joints.tolist()) if one in merged]
        joints = skin.joints.astype(np.int64)
        joints[slots] = target
        binds = skin.inverse_binds
        if binds is not None:
            mesh = mesh_to_root(rig, placed, at)
            binds = binds.copy()
            binds[slots] = bind_at_rest(placed, top, [target], mesh)[0]
        parts.skins[at] = replace(skin, joints=joints, inverse_binds=binds)
    return parts.rig()
