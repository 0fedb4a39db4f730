"""Skeletons that meshes are bound to, and skins for meshes that had none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pantin.base.records import replace
from pantin.maths import affine
from pantin.motion import skin_palette
from pantin.operations.humanoid.bone_map import map_bones
from pantin.rig import Doubles, Indices, Instance, Mesh, Rig, Skin
from pantin.rig.tree import subtree_mask

SAME_BIND = 1e-5
"""Inverse bind matrices that differ less are equal; files store them in float32."""


def find_skeleton(rig: Rig, skeleton: int | str | None) -> Indices:
    """The joints to bind to: a node and those below, else the joints of the skin that has most, else the
    bones of a human. Raises `ValueError` if there are none."""
    if skeleton is not None:
        top = rig.node_index(skeleton)
        below = subtree_mask(rig.nodes.parents, rig.nodes.order, np.array([top]))
        meshes = {instance.node for instance in rig.instances}
        return np.array(
            [node for node in np.flatnonzero(below).tolist() if node not in meshes or node == top]
        )
    counts = [len(set(skin.joints[skin.joints >= 0].tolist())) for skin in rig.skins]
    if any(counts):
        joints = rig.skins[int(np.argmax(counts))].joints
        return joints[joints >= 0].astype(np.int64)
    bones = map_bones(rig)
    if bones.humanoid:
        return np.array(sorted(set(bones.nodes.values())), np.int64)
    raise ValueError("there is no skeleton: the model has neither a skin nor a humanoid; name its root node")


def joint_parents(rig: Rig, joints: Indices) -> Indices:
    """The joint above each of the joints, as a position in `joints`; −1 for none."""
    position = {int(node): slot for slot, node in reversed(list(enumerate(joints.tolist())))}
    parents = []
    for node in joints.tolist():
        above = int(rig.nodes.parents[node])
        while above >= 0 and above not in position:
            above = int(rig.nodes.parents[above])
        parents.append(position.get(above, -1))
    return np.array(parents, np.int64)


class SkinBuilder:
    """Gives instances of a rig skins, and separate meshes if several nodes share one."""

    def __init__(self, rig: Rig, worlds: Doubles) -> None:
        self.rig, self.worlds = rig, worlds
        self.skins: list[Skin] = list(rig.skins)
        self.meshes: list[Mesh] = list(rig.meshes)
        self.instances: list[Instance] = list(rig.instances)

    def skin_for(self, instance: int, joints: Indices, needed: Indices) -> int:
        """The skin of an instance, with all of the joints that it needs: its own if that has them, one with
        the same joints and binds, or a new one."""
        target = self.instances[instance]
        if target.skin is not None and set(needed.tolist()) <= set(self.skins[target.skin].joints.tolist()):
            return target.skin
        binds = self._binds(instance, joints)
        for index, skin in enumerate(self.skins):
            if np.array_equal(skin.joints, joints) and skin.inverse_binds is not None:
                scale = max(float(np.abs(binds).max(initial=0.0)), 1.0)
                if np.abs(skin.inverse_binds - binds).max(initial=0.0) <= SAME_BIND * scale:
                    return index
        template = self.skins[target.skin] if target.skin is not None else None
        self.skins.append(Skin(joints, binds, template.name if template else None))
        return len(self.skins) - 1

    def _binds(self, instance: int, joints: Indices) -> Doubles:
        """Inverse bind matrices that leave the mesh where it is. A joint that cannot be inverted gets an
        identity: nothing is bound to it."""
        target = self.instances[instance]
        transform = self.worlds[target.node]
        if target.skin is not None:
            palette = skin_palette(self.rig.skins[target.skin], self.worlds)
            transform = palette[0] if len(palette) else transform
        inverses, singular = affine.invert(self.worlds[joints])
        binds = affine.multiply(inverses, np.broadcast_to(transform, inverses.shape))
        binds[singular] = np.eye(3, 4)
        return binds

    def own_mesh(self, instance: int) -> int:
        """The mesh of an instance; a copy if other nodes have the same mesh, and one of them keeps it."""
        mesh = self.instances[instance].mesh
        if [other.mesh for other in self.instances].count(mesh) == 1:
            return mesh
        self.meshes.append(self.meshes[mesh])
        return len(self.meshes) - 1

    def put(self, instance: int, mesh: int, skin: int) -> None:
        self.instances[instance] = replace(self.instances[instance], mesh=mesh, skin=skin)

    def rig_with(self, influences: Mapping[int, Sequence[object]]) -> Rig:
        for mesh, listed in influences.items():
            surfaces = tuple(
                replace(surface, influences=influences)
                for surface, influences in zip(self.meshes[mesh].surfaces, listed, strict=True)
            )
            self.meshes[mesh] = replace(self.meshes[mesh], surfaces=surfaces)
        return self.rig.replace(meshes=self.meshes, skins=self.skins, instances=self.instances)
