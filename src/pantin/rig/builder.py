"""The only door to a `Rig`: `build` takes its parts, checks everything once, and refuses what is not a
rig."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import numpy as np

from pantin.rig.arrays import Indices, NotARig, doubles, frozen, index, indices, unique
from pantin.rig.builder_clip import clip
from pantin.rig.builder_mesh import material, mesh
from pantin.rig.builder_nodes import flatten
from pantin.rig.builder_spring import springs as checked_springs
from pantin.rig.clip import Clip
from pantin.rig.mesh import Instance, Material, Mesh, Scene
from pantin.rig.node import Node, Nodes
from pantin.rig.rig import Rig
from pantin.rig.skin import Skeleton, Skin, Solver
from pantin.rig.spring import SpringSettings

LOWEST_DIMENSION, HIGHEST_DIMENSION = 2, 8
"""Nothing turns below 2; above 8 the kernels have no form (a column of a map is padded to 4 or 8 numbers)."""


def build(
    *,
    dimension: int = 3,
    nodes: Sequence[Node] = (),
    meshes: Sequence[Mesh] = (),
    materials: Sequence[Material] = (),
    skins: Sequence[Skin] = (),
    skeletons: Sequence[Skeleton] = (),
    instances: Sequence[Instance] = (),
    clips: Sequence[Clip] = (),
    scenes: Sequence[Scene] = (),
    default_scene: int | None = None,
    springs: SpringSettings = SpringSettings(),  # noqa: B008 (frozen)
) -> Rig:
    """The rig made of these parts, every list indexed as in the file; raises `NotARig` with a sentence.

    Wherever a part holds an array, anything `numpy.asarray` takes will do. float32 and float64 vertex data
    and integer indices are kept as views of the memory they came in; transforms, binds and amounts become
    float64.

    Refused: an index out of range, a cycle of parents, arrays that do not match in shape, numbers that are
    not finite, a joint an influence names but the skin lacks, two meshes on one node, two channels for one
    property. Not refused, since a rig with it can still be posed: weights of any sum, singular binds, names
    that repeat.
    """
    if not LOWEST_DIMENSION <= dimension <= HIGHEST_DIMENSION:
        raise NotARig(f"a rig has {LOWEST_DIMENSION} to {HIGHEST_DIMENSION} dimensions, not {dimension}")
    flat = flatten(nodes, dimension)
    the_skeletons = tuple(
        _skeleton(one, f"skeleton {at}", flat, dimension) for at, one in enumerate(skeletons)
    )
    the_skins = tuple(
        _skin(one, f"skin {at}", len(flat), dimension, len(the_skeletons)) for at, one in enumerate(skins)
    )
    the_meshes = tuple(mesh(one, f"mesh {at}", dimension, len(materials)) for at, one in enumerate(meshes))
    the_instances = tuple(
        _instance(one, f"instance {at}", len(flat), the_meshes, the_skins) for at, one in enumerate(instances)
    )
    unique((one.node for one in the_instances), "there is a mesh on node")
    targets = {one.node: the_meshes[one.mesh].targets for one in the_instances}
    return Rig(
        dimension=dimension,
        nodes=flat,
        meshes=the_meshes,
        materials=tuple(material(one, f"material {at}") for at, one in enumerate(materials)),
        skins=the_skins,
        skeletons=the_skeletons,
        instances=the_instances,
        clips=tuple(clip(one, f"clip {at}", dimension, targets, len(flat)) for at, one in enumerate(clips)),
        scenes=tuple(_scene(one, f"scene {at}", len(flat)) for at, one in enumerate(scenes)),
        default_scene=index(default_scene, "the default scene", len(scenes)),
        springs=checked_springs(springs, dimension, len(flat)),
    )


def _skin(given: Skin, what: str, nodes: int, dimension: int, skeletons: int) -> Skin:
    joints = indices(given.joints, f"{what} joints", nodes, lowest=-1)
    if given.solver not in get_args(Solver):
        raise NotARig(f"{what} solver is {given.solver!r}, none of {', '.join(get_args(Solver))}")
    if given.solver == "dqs" and dimension != 3:
        raise NotARig(f"{what} solver is dual quaternions, which exist in 3 dimensions, not in {dimension}")
    binds = given.inverse_binds
    if binds is not None:
        binds = doubles(binds, f"{what} inverse binds", (len(joints), dimension, dimension + 1))
    index(given.root, f"{what} root", nodes)
    index(given.skeleton, f"{what} skeleton", skeletons)
    return replace(given, joints=joints, inverse_binds=binds)


def _skeleton(given: Skeleton, what: str, nodes: Nodes, dimension: int) -> Skeleton:
    joints = indices(given.joints, f"{what} joints", len(nodes))
    unique(joints.tolist(), f"{what} has joint")
    slots = {joint: slot for slot, joint in enumerate(joints.tolist())}
    if given.root not in slots:
        raise NotARig(f"{what} root is node {given.root}, which is not one of its joints")
    above = np.array([slots.get(parent, -1) for parent in nodes.parents[joints].tolist()], np.int64)
    loose = [joint for joint, up in zip(slots, above.tolist(), strict=True) if up < 0 and joint != given.root]
    if loose:
        raise NotARig(f"{what}: the parent of joint {loose[0]} is not a joint of it")
    if above[slots[given.root]] >= 0:
        raise NotARig(f"{what} root is node {given.root}, whose parent is a joint of it too")
    binds = given.inverse_binds
    if binds is not None:
        binds = doubles(binds, f"{what} inverse binds", (len(joints), dimension, dimension + 1))
    return replace(
        given, joints=joints, inverse_binds=binds, above=frozen(above), rest=frozen(nodes.local[joints])
    )


def _instance(
    given: Instance, what: str, nodes: int, meshes: tuple[Mesh, ...], skins: tuple[Skin, ...]
) -> Instance:
    index(given.node, f"{what} node", nodes)
    index(given.mesh, f"{what} mesh", len(meshes))
    index(given.skin, f"{what} skin", len(skins))
    the_mesh = meshes[given.mesh]
    if given.skin is not None:
        _joints_exist(the_mesh, given, skins[given.skin].joints)
    amounts = given.amounts
    if amounts is not None:
        amounts = doubles(amounts, f"{what} blend amounts", (the_mesh.targets,))
    return replace(given, amounts=amounts)


def _joints_exist(the_mesh: Mesh, given: Instance, joints: Indices) -> None:
    """No influence names a joint the skin lacks: the kernels look no index up twice."""
    for at, one in enumerate(the_mesh.surfaces):
        used = -1 if one.influences is None else int(one.influences.joints.max(initial=0))
        if one.influences is not None and len(one.influences.joints) and used >= len(joints):
            raise NotARig(
                f"mesh {given.mesh} surface {at} names joint {used}, and skin {given.skin} has {len(joints)}"
            )


def _scene(given: Scene, what: str, nodes: int) -> Scene:
    roots = tuple(indices(given.roots, f"{what} roots", nodes).tolist())
    return replace(given, roots=roots)
