"""`build` makes a `Rig` from its parts and checks everything once; there is no other way to make one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

import numpy as np

from pantin.rig.arrays import Indices, InvalidRig, doubles, index, indices, read_only, unique
from pantin.rig.builder_character import check_character, check_constraints
from pantin.rig.builder_clip import check_clip, name_nodes
from pantin.rig.builder_material import (
    check_camera,
    check_image,
    check_light,
    check_material,
    check_sampler,
    check_texture,
)
from pantin.rig.builder_mesh import check_mesh
from pantin.rig.builder_nodes import flatten_nodes
from pantin.rig.builder_spring import check_springs
from pantin.rig.character import Character, Constraint
from pantin.rig.clip import Clip
from pantin.rig.material import Image, Json, Material, Sampler, Texture
from pantin.rig.mesh import Instance, Mesh, Scene
from pantin.rig.node import Node, Nodes
from pantin.rig.rig import Rig
from pantin.rig.skin import Skeleton, Skin, Solver
from pantin.rig.spring import SpringSettings
from pantin.rig.view import Camera, Light

LOWEST_DIMENSION, HIGHEST_DIMENSION = 2, 8
"""Rotations need 2 dimensions; the kernels support at most 8 (they pad a matrix column to 4 or 8 numbers)."""


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
    textures: Sequence[Texture] = (),
    samplers: Sequence[Sampler] = (),
    images: Sequence[Image] = (),
    cameras: Sequence[Camera] = (),
    lights: Sequence[Light] = (),
    character: Character | None = None,
    constraints: Sequence[Constraint] = (),
    copyright: str | None = None,
    extras: Json | None = None,
) -> Rig:
    """The rig with these parts, every list in the order of the file; raises `InvalidRig` with a sentence.

    For arrays, give anything that `numpy.asarray` accepts. float32 and float64 vertex data and integer
    indices are kept as views of your memory; transforms, inverse bind matrices and blend weights become
    float64.

    Refused: an index out of range, a cycle of parents, arrays whose shapes do not match, numbers that are not
    finite, an influence of a joint that the skin does not have, two meshes on one node, two channels for one
    property. Accepted, because such a rig can still be posed: weights of any sum, singular inverse bind
    matrices, repeated names.

    >>> from pantin.rig import Instance, Mesh, Node, Surface
    >>> triangle = Surface([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    >>> rig = pantin.build(nodes=[Node("hip")], meshes=[Mesh((triangle,))], instances=[Instance(0, 0)])
    >>> rig
    <Rig nodes=1 meshes=1>
    """
    if not LOWEST_DIMENSION <= dimension <= HIGHEST_DIMENSION:
        raise InvalidRig(f"dimension must be {LOWEST_DIMENSION} to {HIGHEST_DIMENSION}, not {dimension}")
    given = {
        "nodes": (nodes, Node), "meshes": (meshes, Mesh), "materials": (materials, Material),
        "skins": (skins, Skin), "skeletons": (skeletons, Skeleton), "instances": (instances, Instance),
        "clips": (clips, Clip), "scenes": (scenes, Scene), "textures": (textures, Texture),
        "samplers": (samplers, Sampler), "images": (images, Image), "cameras": (cameras, Camera),
        "lights": (lights, Light), "constraints": (constraints, Constraint),
    }  # fmt: skip
    for name, (parts, kind) in given.items():
        _check_types(parts, kind, name)
    flat = flatten_nodes(nodes, dimension, len(cameras), len(lights))
    count = len(flat)
    checked_skeletons = tuple(
        _check_skeleton(skeleton, f"skeleton {number}", flat, dimension)
        for number, skeleton in enumerate(skeletons)
    )
    checked_skins = tuple(
        _check_skin(skin, f"skin {number}", count, dimension, len(checked_skeletons))
        for number, skin in enumerate(skins)
    )
    checked_meshes = tuple(
        check_mesh(mesh, f"mesh {number}", dimension, len(materials)) for number, mesh in enumerate(meshes)
    )
    # Once for each mesh: many instances may share one.
    highest = [_highest_joints(mesh) if skins else () for mesh in checked_meshes]
    checked_instances = tuple(
        _check_instance(
            instance,
            f"instance {number}",
            count,
            checked_meshes,
            checked_skins,
            len(materials),
            highest,
        )
        for number, instance in enumerate(instances)
    )
    unique((instance.node for instance in checked_instances), "there is a mesh on node")
    blend_shapes = {
        instance.node: checked_meshes[instance.mesh].blend_shape_count for instance in checked_instances
    }
    return Rig(
        dimension=dimension,
        nodes=flat,
        meshes=checked_meshes,
        materials=tuple(
            check_material(material, f"material {number}", len(textures))
            for number, material in enumerate(materials)
        ),
        skins=checked_skins,
        skeletons=checked_skeletons,
        instances=checked_instances,
        clips=tuple(
            name_nodes(check_clip(clip, f"clip {number}", dimension, blend_shapes, count), flat)
            for number, clip in enumerate(clips)
        ),
        scenes=tuple(_check_scene(scene, f"scene {number}", count) for number, scene in enumerate(scenes)),
        default_scene=index(default_scene, "the default scene", len(scenes)),
        springs=check_springs(springs, dimension, count),
        textures=tuple(
            check_texture(texture, f"texture {number}", len(images), len(samplers))
            for number, texture in enumerate(textures)
        ),
        samplers=tuple(
            check_sampler(sampler, f"sampler {number}") for number, sampler in enumerate(samplers)
        ),
        images=tuple(check_image(image, f"image {number}") for number, image in enumerate(images)),
        cameras=tuple(check_camera(camera, f"camera {number}") for number, camera in enumerate(cameras)),
        lights=tuple(check_light(light, f"light {number}") for number, light in enumerate(lights)),
        character=check_character(character, count, len(materials), blend_shapes),
        constraints=check_constraints(constraints, count),
        copyright=copyright,
        extras=extras,
    )


def _check_types(parts: Sequence[Any], kind: type, what: str) -> None:
    """Every part is of its type, and its name is a string."""
    for number, part in enumerate(parts):
        if not isinstance(part, kind):
            raise InvalidRig(f"{what}[{number}] must be a {kind.__name__}, not {type(part).__name__}")
        name = getattr(part, "name", None)
        if name is not None and not isinstance(name, str):
            raise InvalidRig(f"{what}[{number}] name must be a string, not {name!r}")


def _check_skin(given: Skin, what: str, nodes: int, dimension: int, skeletons: int) -> Skin:
    joints = indices(given.joints, f"{what} joints", nodes, lowest=-1)
    if given.solver not in get_args(Solver):
        raise InvalidRig(f"{what} solver must be {' or '.join(get_args(Solver))}, not {given.solver!r}")
    if given.solver == "dqs" and dimension != 3:
        raise InvalidRig(f"{what} solver dqs (dual quaternions) needs 3 dimensions, not {dimension}")
    binds = given.inverse_binds
    if binds is not None:
        binds = doubles(binds, f"{what} inverse binds", (len(joints), dimension, dimension + 1))
    index(given.root, f"{what} root", nodes)
    index(given.skeleton, f"{what} skeleton", skeletons)
    return replace(given, joints=joints, inverse_binds=binds)


def _check_skeleton(given: Skeleton, what: str, nodes: Nodes, dimension: int) -> Skeleton:
    joints = indices(given.joints, f"{what} joints", len(nodes))
    unique(joints.tolist(), f"{what} has joint")
    slots = {joint: slot for slot, joint in enumerate(joints.tolist())}
    if given.root not in slots:
        raise InvalidRig(f"{what} root, node {given.root}, must be one of its joints")
    parents = np.array([slots.get(parent, -1) for parent in nodes.parents[joints].tolist()], np.int64)
    for joint, parent in zip(slots, parents.tolist(), strict=True):
        if parent < 0 and joint != given.root:
            raise InvalidRig(f"{what} has joint {joint}, but its parent is not a joint of the skeleton")
    if parents[slots[given.root]] >= 0:
        raise InvalidRig(f"{what} root, node {given.root}, must not be below another joint of the skeleton")
    binds = given.inverse_binds
    if binds is not None:
        binds = doubles(binds, f"{what} inverse binds", (len(joints), dimension, dimension + 1))
    return replace(
        given,
        joints=joints,
        inverse_binds=binds,
        parents=read_only(parents),
        rest=read_only(nodes.local[joints]),
    )


def _check_instance(
    given: Instance,
    what: str,
    nodes: int,
    meshes: tuple[Mesh, ...],
    skins: tuple[Skin, ...],
    materials: int,
    highest: Sequence[tuple[int, ...]],
) -> Instance:
    index(given.node, f"{what} node", nodes)
    index(given.mesh, f"{what} mesh", len(meshes))
    index(given.skin, f"{what} skin", len(skins))
    mesh = meshes[given.mesh]
    if given.skin is not None:
        _check_joints_exist(given, skins[given.skin].joints, highest[given.mesh])
    weights = given.blend_weights
    if weights is not None:
        weights = doubles(weights, f"{what} blend weights", (mesh.blend_shape_count,))
    if given.materials is not None:
        if len(given.materials) != len(mesh.surfaces):
            count, surfaces = len(given.materials), len(mesh.surfaces)
            raise InvalidRig(f"{what} must have {surfaces} materials, one per surface, not {count}")
        for material in given.materials:
            index(material, f"{what} material", materials)
    return replace(given, blend_weights=weights)


def _check_joints_exist(given: Instance, joints: Indices, highest: tuple[int, ...]) -> None:
    """Every influence refers to a joint of the skin: kernels do not check indices."""
    for number, joint in enumerate(highest):
        if joint >= len(joints):
            raise InvalidRig(
                f"mesh {given.mesh} surface {number} refers to joint {joint}, "
                f"but skin {given.skin} has {len(joints)} joints"
            )


def _highest_joints(mesh: Mesh) -> tuple[int, ...]:
    """The highest joint that each surface refers to; −1 for a surface without influences."""
    parts = [surface.influences for surface in mesh.surfaces]
    return tuple(int(part.joints.max()) if part is not None and len(part.joints) else -1 for part in parts)


def _check_scene(given: Scene, what: str, nodes: int) -> Scene:
    roots = tuple(indices(given.roots, f"{what} roots", nodes).tolist())
    return replace(given, roots=roots)
