"""A rig taken apart into what `build` takes, for edits that change a few of its parts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pantin.maths import affine
from pantin.rig import Clip, Doubles, Instance, Material, Mesh, Node, Pose, Rig, Scene, Skeleton, Skin, build
from pantin.rig.spring import SpringSettings


@dataclass
class RigParts:
    """Lists that may be changed; `rig()` builds the rig they make."""

    dimension: int
    nodes: list[Node]
    meshes: list[Mesh]
    materials: list[Material]
    skins: list[Skin]
    skeletons: list[Skeleton]
    instances: list[Instance]
    clips: list[Clip]
    scenes: list[Scene]
    default_scene: int | None
    springs: SpringSettings

    @classmethod
    def of(cls, rig: Rig) -> RigParts:
        return cls(
            rig.dimension,
            nodes_from_pose(rig.rest_pose()),
            list(rig.meshes),
            list(rig.materials),
            list(rig.skins),
            list(rig.skeletons),
            list(rig.instances),
            list(rig.clips),
            list(rig.scenes),
            rig.default_scene,
            rig.springs,
        )

    def rig(self) -> Rig:
        return build(
            dimension=self.dimension,
            nodes=self.nodes,
            meshes=self.meshes,
            materials=self.materials,
            skins=self.skins,
            skeletons=self.skeletons,
            instances=self.instances,
            clips=self.clips,
            scenes=self.scenes,
            default_scene=self.default_scene,
            springs=self.springs,
        )


def nodes_from_pose(pose: Pose) -> list[Node]:
    """The nodes of a rig as the builder takes them, where a pose puts them: maps as maps, parts as parts."""
    made = []
    nodes = pose.rig.nodes
    for at, (name, parent) in enumerate(zip(nodes.names, nodes.parents.tolist(), strict=True)):
        if pose.general[at]:
            made.append(Node(name, parent, matrix=pose.local[at]))
        else:
            turned = None if pose.quaternions is None else pose.quaternions[at]
            made.append(Node(name, parent, pose.translations[at], turned, pose.scales[at]))
    return made


def rest_world_transforms(rig: Rig) -> Doubles:
    """(n, N, N + 1) where every node rests in the world."""
    return affine.world_transforms(rig.nodes.parents, rig.nodes.order, rig.nodes.local)


def rest_in_root(world: Doubles, root: int | None, node: int) -> Doubles:
    """Where a node rests in the space of a skin's root."""
    if root is None:
        return np.asarray(world[node])
    return affine.multiply(affine.inverse(world[root]), world[node])


def bind_at_rest(world: Doubles, root: int | None, joints: list[int], mesh: Doubles) -> Doubles:
    """Inverse binds of joints as they rest, for a mesh that is mapped into the root by `mesh`.

    A joint of −1 stands still in the space of the root. Raises `ValueError` where a joint flattens space.
    """
    binds = np.tile(mesh, (len(joints), 1, 1))
    for slot, joint in enumerate(joints):
        if joint >= 0:
            binds[slot] = affine.multiply(affine.inverse(rest_in_root(world, root, joint)), mesh)
    return binds


def mesh_to_root(rig: Rig, world: Doubles, skin: int) -> Doubles:
    """The map of a skinned mesh into the root of its skin, as its binds have it at rest."""
    one = rig.skins[skin]
    if one.inverse_binds is None or not len(one.joints):
        return affine.identity(rig.dimension)
    first = int(np.argmax(one.joints < 0)) if (one.joints < 0).any() else 0
    joint = int(one.joints[first])
    bind = one.inverse_binds[first]
    return np.asarray(bind) if joint < 0 else affine.multiply(rest_in_root(world, one.root, joint), bind)
