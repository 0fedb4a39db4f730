"""`build` makes a `Rig` from its parts and checks everything once; there is no other way to make one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, get_args

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.base.records import replace
from pantin.base.short_repr import short_value
from pantin.rig.arrays import (
    Indices,
    InvalidRig,
    doubles,
    index,
    indices,
    read_only,
    unique,
    with_members,
)
from pantin.rig.builder_character import check_character, check_constraints
from pantin.rig.builder_clip import check_clip, check_properties, name_nodes
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
from pantin.rig.clip import AnimatedPart, Clip
from pantin.rig.material import Material
from pantin.rig.mesh import Instance, Mesh, Scene
from pantin.rig.node import Node, Nodes
from pantin.rig.rig import Rig
from pantin.rig.skin import Skeleton, Skin, Solver
from pantin.rig.spring import SpringSettings
from pantin.rig.texture import Image, Json, Sampler, Texture
from pantin.rig.transform import affine_matrices
from pantin.rig.view import Camera, Light

PartT = TypeVar("PartT")

LOWEST_DIMENSION, HIGHEST_DIMENSION = 2, 8
"""Rotations need 2 dimensions; the kernels support at most 8 (they pad a matrix column to 4 or 8 numbers)."""


@check_arguments
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
    check_dimension(dimension)
    _check_types(nodes, Node, "nodes")
    flat = flatten_nodes(nodes, dimension, len(cameras), len(lights))
    count = len(flat)
    the_skeletons = _check_all(skeletons, Skeleton, _check_skeleton, flat, dimension)
    the_skins = _check_all(skins, Skin, check_skin, count, dimension, len(the_skeletons))
    the_meshes = _check_all(meshes, Mesh, check_mesh, dimension, len(materials))
    the_instances = _check_instances(instances, count, the_meshes, the_skins, len(materials))
    blend_shapes = {instance.node: the_meshes[instance.mesh].blend_shape_count for instance in the_instances}
    the_clips = _check_all(clips, Clip, check_clip, dimension, blend_shapes, count)
    _check_types(constraints, Constraint, "constraints")
    the_materials = _check_all(materials, Material, check_material, len(textures))
    the_cameras = _check_all(cameras, Camera, check_camera)
    the_lights = _check_all(lights, Light, check_light)
    parts: dict[AnimatedPart, Sequence[Any]] = {
        "nodes": nodes,
        "materials": the_materials,
        "cameras": the_cameras,
        "lights": the_lights,
    }
    the_clips = tuple(
        check_properties(clip, f"clip {number}", parts) for number, clip in enumerate(the_clips)
    )
    return Rig(
        dimension=dimension,
        nodes=flat,
        meshes=the_meshes,
        materials=the_materials,
        skins=the_skins,
        skeletons=the_skeletons,
        instances=the_instances,
        clips=tuple(name_nodes(clip, flat) for clip in the_clips),
        scenes=_check_all(scenes, Scene, _check_scene, count),
        default_scene=index(default_scene, "the default scene", len(scenes)),
        springs=check_springs(springs, dimension, count),
        textures=_check_all(textures, Texture, check_texture, len(images), len(samplers)),
        samplers=_check_all(samplers, Sampler, check_sampler),
        images=_check_all(images, Image, check_image),
        cameras=the_cameras,
        lights=the_lights,
        character=check_character(character, count, len(materials), blend_shapes),
        constraints=check_constraints(constraints, count),
        copyright=copyright,
        extras=extras,
    )


def check_dimension(dimension: int) -> None:
    if not LOWEST_DIMENSION <= dimension <= HIGHEST_DIMENSION:
        raise InvalidRig(f"dimension must be {LOWEST_DIMENSION} to {HIGHEST_DIMENSION}, not {dimension}")


def _check_all(
    parts: Sequence[PartT], kind: type[PartT], check: Callable[..., PartT], *context: Any
) -> tuple[PartT, ...]:
    """Every part as `check(part, "skin 0", *context)` returns it."""
    if len(parts) == 0:
        return ()
    noun = kind.__name__.lower()
    _check_types(parts, kind, "meshes" if kind is Mesh else f"{noun}s")
    return tuple(check(part, f"{noun} {number}", *context) for number, part in enumerate(parts))


def _check_types(parts: Sequence[Any], kind: type, what: str) -> None:
    """Every part is of its type, and its name is a string."""
    for number, part in enumerate(parts):
        if not isinstance(part, kind) or getattr(part, "name", None) is not None:
            check_type(part, kind, f"{what}[{number}]")


def check_type(part: Any, kind: type, what: str) -> None:
    """A part is of its type, and its name is a string."""
    if not isinstance(part, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        raise InvalidRig(f"{what} must be {article} {kind.__name__}, not {type(part).__name__}")
    name = getattr(part, "name", None)
    if name is not None and not isinstance(name, str):
        raise InvalidRig(f"{what} name must be a string, not {short_value(name)}")


def check_skin(skin: Skin, what: str, nodes: int, dimension: int, skeletons: int) -> Skin:
    """The skin with its joints, its inverse bind matrices, its root and its solver checked."""
    joints = indices(skin.joints, f"{what} joints", nodes, lowest=-1)
    if not isinstance(skin.solver, str) or skin.solver not in get_args(Solver):
        raise InvalidRig(
            f"{what} solver must be {' or '.join(get_args(Solver))}, not {short_value(skin.solver)}"
        )
    if skin.solver == "dqs" and dimension != 3:
        raise InvalidRig(f"{what} solver dqs (dual quaternions) needs 3 dimensions, not {dimension}")
    binds = skin.inverse_binds
    if binds is not None:
        binds = affine_matrices(binds, f"{what} inverse binds", dimension, len(joints))
    index(skin.root, f"{what} root", nodes)
    index(skin.skeleton, f"{what} skeleton", skeletons)
    return with_members(skin, joints=joints, inverse_binds=binds)


def _check_skeleton(skeleton: Skeleton, what: str, nodes: Nodes, dimension: int) -> Skeleton:
    joints = indices(skeleton.joints, f"{what} joints", len(nodes))
    unique(joints.tolist(), f"{what} has joint")
    slots = {joint: slot for slot, joint in enumerate(joints.tolist())}
    if skeleton.root not in slots:
        raise InvalidRig(f"{what} root, node {skeleton.root}, must be one of its joints")
    parents = np.array([slots.get(parent, -1) for parent in nodes.parents[joints].tolist()], np.int64)
    for joint, parent in zip(slots, parents.tolist(), strict=True):
        if parent < 0 and joint != skeleton.root:
            raise InvalidRig(f"{what} has joint {joint}, but its parent is not a joint of the skeleton")
    if parents[slots[skeleton.root]] >= 0:
        raise InvalidRig(
            f"{what} root, node {skeleton.root}, must not be below another joint of the skeleton"
        )
    binds = skeleton.inverse_binds
    if binds is not None:
        binds = affine_matrices(binds, f"{what} inverse binds", dimension, len(joints))
    return replace(
        skeleton,
        joints=joints,
        inverse_binds=binds,
        parents=read_only(parents),
        rest=read_only(nodes.local[joints]),
    )


def _check_instances(
    instances: Sequence[Instance],
    nodes: int,
    meshes: tuple[Mesh, ...],
    skins: tuple[Skin, ...],
    materials: int,
) -> tuple[Instance, ...]:
    # Once for each mesh: many instances may share one.
    highest = [_highest_joints(mesh) if skins else () for mesh in meshes]
    checked = _check_all(instances, Instance, _check_instance, nodes, meshes, skins, materials, highest)
    unique((instance.node for instance in checked), "there is a mesh on node")
    return checked


def _check_instance(
    instance: Instance,
    what: str,
    nodes: int,
    meshes: tuple[Mesh, ...],
    skins: tuple[Skin, ...],
    materials: int,
    highest: Sequence[tuple[int, ...]],
) -> Instance:
    index(instance.node, f"{what} node", nodes)
    index(instance.mesh, f"{what} mesh", len(meshes))
    index(instance.skin, f"{what} skin", len(skins))
    mesh = meshes[instance.mesh]
    if instance.skin is not None:
        _check_joints_exist(instance, skins[instance.skin].joints, highest[instance.mesh])
    weights = instance.blend_weights
    if weights is not None:
        weights = doubles(weights, f"{what} blend weights", (mesh.blend_shape_count,))
    if instance.materials is not None:
        if len(instance.materials) != len(mesh.surfaces):
            count, surfaces = len(instance.materials), len(mesh.surfaces)
            raise InvalidRig(f"{what} must have {surfaces} materials, one per surface, not {count}")
        for material in instance.materials:
            index(material, f"{what} material", materials)
    return with_members(instance, blend_weights=weights)


def _check_joints_exist(instance: Instance, joints: Indices, highest: tuple[int, ...]) -> None:
    """Every influence refers to a joint of the skin: kernels do not check indices."""
    for number, joint in enumerate(highest):
        if joint >= len(joints):
            raise InvalidRig(
                f"mesh {instance.mesh} surface {number} refers to joint {joint}, "
                f"but skin {instance.skin} has {len(joints)} joints"
            )


def _highest_joints(mesh: Mesh) -> tuple[int, ...]:
    """The highest joint that each surface refers to; −1 for a surface without influences."""
    parts = [surface.influences for surface in mesh.surfaces]
    return tuple(int(part.joints.max()) if part is not None and len(part.joints) else -1 for part in parts)


def _check_scene(scene: Scene, what: str, nodes: int) -> Scene:
    roots = tuple(indices(scene.roots, f"{what} roots", nodes).tolist())
    return with_members(scene, roots=scene.roots if roots == scene.roots else roots)
