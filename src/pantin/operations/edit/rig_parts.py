"""A rig as lists of parts for `build`, for edits that change some of them."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from pantin.base.records import field_names, replace
from pantin.maths import affine
from pantin.rig import (
    Camera,
    Character,
    Clip,
    Constraint,
    Doubles,
    Image,
    Instance,
    Light,
    Material,
    Mesh,
    Node,
    Pose,
    Rig,
    Sampler,
    Scene,
    Skeleton,
    Skin,
    Texture,
)
from pantin.rig.spring import SpringSettings


class RigParts(Struct):
    """Mutable lists of the parts that edits change; `rig()` builds a rig of them and of all other parts of
    `source`."""

    source: Rig
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
    textures: list[Texture]
    samplers: list[Sampler]
    images: list[Image]
    cameras: list[Camera]
    lights: list[Light]
    character: Character | None
    constraints: list[Constraint]
    copyright: str | None

    @classmethod
    def from_rig(cls, rig: Rig) -> RigParts:
        return cls(
            rig,
            rig.node_list(),
            list(rig.meshes),
            list(rig.materials),
            list(rig.skins),
            list(rig.skeletons),
            list(rig.instances),
            list(rig.clips),
            list(rig.scenes),
            rig.default_scene,
            rig.springs,
            list(rig.textures),
            list(rig.samplers),
            list(rig.images),
            list(rig.cameras),
            list(rig.lights),
            rig.character,
            list(rig.constraints),
            rig.copyright,
        )

    def rig(self) -> Rig:
        changed = {name: getattr(self, name) for name in field_names(self) if name != "source"}
        return self.source.replace(**changed)


def nodes_from_pose(pose: Pose) -> list[Node]:
    """The nodes of a rig for the builder, with the transforms of a pose: general matrices stay matrices."""
    listed = []
    for index, node in enumerate(pose.rig.node_list()):
        general = bool(pose.general[index])
        rotation = None if general or pose.xyzw is None else pose.xyzw[index]
        listed.append(
            replace(
                node,
                translation=None if general else pose.translations[index],
                rotation=rotation,
                scale=None if general else pose.scales[index],
                matrix=pose.local[index] if general else None,
            )
        )
    return listed


def rest_world_transforms(rig: Rig) -> Doubles:
    """(n, N, N + 1) world transforms of all nodes at rest."""
    return affine.world_transforms(rig.nodes.parents, rig.nodes.order, rig.nodes.local)


def rest_in_root(world: Doubles, root: int | None, node: int) -> Doubles:
    """The rest transform of a node in the space of a skin's root."""
    if root is None:
        return np.asarray(world[node])
    return affine.multiply(affine.inverse(world[root]), world[node])


def bind_at_rest(world: Doubles, root: int | None, joints: list[int], mesh: Doubles) -> Doubles:
    """Inverse bind matrices of joints at rest; `mesh` transforms the mesh into the space of the root.

    A joint of −1 stays fixed in the space of the root. Raises `ValueError` where the transform of a joint is
    singular.
    """
    binds = np.tile(mesh, (len(joints), 1, 1))
    for slot, joint in enumerate(joints):
        if joint >= 0:
            binds[slot] = affine.multiply(affine.inverse(rest_in_root(world, root, joint)), mesh)
    return binds


def mesh_to_root(rig: Rig, world: Doubles, skin: int) -> Doubles:
    """The transform of a skinned mesh into the space of its skin's root, from the inverse bind matrices at
    rest."""
    joints, binds, root = rig.skins[skin].joints, rig.skins[skin].inverse_binds, rig.skins[skin].root
    if binds is None or not len(joints):
        return affine.identity(rig.dimension)
    first = int(np.argmax(joints < 0)) if (joints < 0).any() else 0
    joint = int(joints[first])
    if joint < 0:
        return np.asarray(binds[first])
    return affine.multiply(rest_in_root(world, root, joint), binds[first])
