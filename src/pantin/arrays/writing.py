"""`to_arrays`: a rig as named arrays."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.arrays.clips import clip_arrays, resample_clip
from pantin.arrays.merged import merged_arrays
from pantin.arrays.named import VERSION, Named, NamedArrays, integers, prefixes, strings
from pantin.arrays.nodes import joint_arrays, node_arrays
from pantin.arrays.surfaces import surface_arrays
from pantin.base.arguments import check_arguments
from pantin.base.deprecation import keyword_only
from pantin.maths import affine
from pantin.rig import Mesh, Rig
from pantin.rig.rig import HasRig, rig_of


@keyword_only("fps", "dense", "merge")
@check_arguments
def to_arrays(
    rig: Rig | HasRig, *, fps: float | None = None, dense: bool = False, merge: bool = False
) -> NamedArrays[NDArray[Any]]:
    """A rig as named arrays, which are copies: nodes, joints, meshes, weights, blend shapes and clips.

    fps    sample clips at this many frames per second; None: keys as they are
    dense  weights as one (V, J) matrix per surface; otherwise in compressed sparse rows
    merge  one mesh in the world, bound at rest to one list of joints, and for every rig the same names

    Several meshes, surfaces and skins have prefixes: `mesh0/positions`, `mesh0/surface1/triangles`,
    `skin0/joint_names`. docs/arrays.md describes every array. Textures, cameras, lights, springs, the data
    of a character and extras are not among them. Raises `LimitExceeded` for an array that would be huge.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> arrays = pantin.arrays.to_arrays(rig)
    >>> arrays["joint_names"].tolist(), arrays["joint_parents"].tolist()
    (['shoulder', 'elbow', 'wrist'], [-1, 0, 1])
    >>> arrays["inverse_binds"].shape
    (3, 3, 4)
    >>> merged = pantin.arrays.to_arrays(rig, merge=True)
    >>> merged["positions"].shape, merged["blend_positions"].shape
    ((52, 3), (0, 52, 3))
    """
    rig = rig_of(rig)
    if merge:
        if fps is not None:
            raise ValueError("merge=True has no clips: omit fps")
        merged = {"pantin_version": np.array(VERSION, np.int64), **merged_arrays(rig, dense)}
        return _copies(merged)
    if fps is not None:
        if not (math.isfinite(fps) and fps > 0):
            raise ValueError(f"fps must be a positive number of frames per second, not {fps}")
        rig = rig.replace(clips=[resample_clip(rig, clip, fps) for clip in rig.clips])
    return _copies(arrays_of(rig, dense))


def _copies(arrays: Named) -> NamedArrays[NDArray[Any]]:
    return NamedArrays({name: np.array(values, order="C") for name, values in arrays.items()})


def arrays_of(rig: Rig, dense: bool = False) -> Named:
    """The arrays of `to_arrays`, which may share the memory of the rig."""
    arrays: Named = {"pantin_version": np.array(VERSION, np.int64), **node_arrays(rig)}
    arrays |= _skins(rig) | _meshes(rig, dense) | _instances(rig) | _clips(rig) | _scenes(rig)
    if rig.materials:
        arrays["material_names"] = strings([material.name for material in rig.materials])
        arrays["material_base_colors"] = np.array([material.base_color for material in rig.materials])
        arrays["material_metallic"] = np.array([float(material.metallic) for material in rig.materials])
        arrays["material_roughness"] = np.array([float(material.roughness) for material in rig.materials])
    return arrays


def _with_prefix(prefix: str, arrays: Named) -> Named:
    return {f"{prefix}{name}": values for name, values in arrays.items()}


def _skins(rig: Rig) -> Named:
    nodes, skins = rig.nodes, rig.skins
    arrays: Named = {}
    if skins:
        arrays["skin_names"] = strings([skin.name for skin in skins])
        world = affine.world_transforms(nodes.parents, nodes.order, nodes.local)
        for prefix, skin in zip(prefixes("skin", len(skins)), skins, strict=True):
            arrays |= _with_prefix(prefix, joint_arrays(rig, skin, world))
    if any(skin.root is not None for skin in skins):
        arrays["skin_roots"] = integers([skin.root for skin in skins])
    if any(skin.skeleton is not None for skin in skins):
        arrays["skin_skeletons"] = integers([skin.skeleton for skin in skins])
    if any(skin.solver != "linear" for skin in skins):
        arrays["skin_solvers"] = strings([skin.solver for skin in skins])
    if rig.skeletons:
        arrays["skeleton_names"] = strings([skeleton.name for skeleton in rig.skeletons])
        arrays["skeleton_roots"] = integers([skeleton.root for skeleton in rig.skeletons])
    for number, skeleton in enumerate(rig.skeletons):
        arrays[f"skeleton{number}/joint_nodes"] = skeleton.joints.astype(np.int64)
        if skeleton.inverse_binds is not None:
            arrays[f"skeleton{number}/inverse_binds"] = skeleton.inverse_binds
    return arrays


def _meshes(rig: Rig, dense: bool) -> Named:
    arrays: Named = {}
    if rig.meshes:
        arrays["mesh_names"] = strings([mesh.name for mesh in rig.meshes])
    for number, prefix in enumerate(prefixes("mesh", len(rig.meshes)) if rig.meshes else ()):
        mesh = rig.meshes[number]
        listed = _mesh(mesh)
        for surface, part in zip(mesh.surfaces, prefixes("surface", len(mesh.surfaces)), strict=False):
            listed |= _with_prefix(part, surface_arrays(surface, _joint_count(rig, number), dense))
        arrays |= _with_prefix(prefix, listed)
    return arrays


def _mesh(mesh: Mesh) -> Named:
    arrays: Named = {}
    count = mesh.blend_shape_count
    if count:
        names = [*(mesh.blend_names or ())[:count]]
        arrays["blend_names"] = strings(names + [None] * (count - len(names)))
    if count and mesh.blend_weights is not None:
        arrays["blend_weights"] = mesh.blend_weights
    if mesh.group_names is not None:
        arrays["group_names"] = strings(mesh.group_names)
    return arrays


def _joint_count(rig: Rig, mesh: int) -> int | None:
    """The joints of the largest skin of a mesh; None without a skin."""
    skins = [instance.skin for instance in rig.instances if instance.mesh == mesh]
    return max((len(rig.skins[skin].joints) for skin in skins if skin is not None), default=None)


def _instances(rig: Rig) -> Named:
    instances = rig.instances
    if not rig.meshes:
        return {}
    arrays: Named = {
        "instance_nodes": integers([instance.node for instance in instances]),
        "instance_meshes": integers([instance.mesh for instance in instances]),
        "instance_skins": integers([instance.skin for instance in instances]),
    }
    for number, instance in enumerate(instances):
        if instance.blend_weights is not None:
            arrays[f"instance{number}/blend_weights"] = instance.blend_weights
        if instance.materials is not None:
            arrays[f"instance{number}/materials"] = integers(instance.materials)
    return arrays


def _clips(rig: Rig) -> Named:
    if not rig.clips:
        return {}
    arrays: Named = {"clip_names": strings([clip.name for clip in rig.clips])}
    for number, clip in enumerate(rig.clips):
        arrays |= _with_prefix(f"clip{number}/", clip_arrays(rig, clip))
    return arrays


def _scenes(rig: Rig) -> Named:
    if not rig.scenes:
        return {}
    arrays: Named = {"scene_names": strings([scene.name for scene in rig.scenes])}
    for number, scene in enumerate(rig.scenes):
        arrays[f"scene{number}/roots"] = integers(scene.roots)
    if rig.default_scene is not None:
        arrays["default_scene"] = np.array(rig.default_scene, np.int64)
    return arrays
