"""Findings on data of a rig that FBX cannot store, where this depends on values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pantin.operations.edit.splitting import unbound_values
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, named
from pantin.rig import Rig

if TYPE_CHECKING:
    from pantin.formats.fbx.lower.rigs import RigWriter

SUM = 1e-3
"""The largest difference from 1 of a sum of weights without a visible effect."""


@rule("LOSS-FBX_CURVES", "info", "baked {what} into keys that are interpolated linearly")
def baked_curves(rig: Rig) -> Iterator[Finding]:
    """Rotations and splines of a clip get more keys.

    What: FBX interpolates Euler angles, and most importers do so linearly, so that rotations and splines need
    keys between those of the rig.
    Why: Between keys, rotations are off by at most a ten-thousandth of a radian. On keys they are exact.
    Fix: Nothing; the motion is the same.
    Source: FbxAnimCurve; the importers of Blender and Unity.
    """
    kinds = [
        channel.property
        for clip in rig.clips
        for channel in clip.channels
        if channel.interpolation == "CUBICSPLINE"
        or (channel.property == "rotation" and len(channel.times) > 1)
    ]
    if kinds:
        yield baked_curves.at(what=counted(len(kinds), "channel"))


@rule("LOSS-FBX_NAME", "info", "renamed {what}")
def renamed(count: int) -> Iterator[Finding]:
    """Names of nodes are changed.

    What: Names of siblings must be different, and must not contain "::".
    Why: Unity addresses nodes by path, and "::" separates a class from a name in FBX.
    Fix: Nothing, unless a program looks for the names.
    Source: FbxNode; AnimationClip of Unity.
    """
    if count:
        yield renamed.at(what=counted(count, "node"))


@rule("LOSS-FBX_IMAGE", "warning", "dropped {image}: its bytes are missing")
def dropped_images(rig: Rig, missing: set[int]) -> Iterator[Finding]:
    """Image is dropped.

    What: The rig names an image, but does not have its bytes.
    Why: The materials of the new file have no such texture.
    Fix: Put the image where the source names it.
    Source: FbxVideo.
    """
    for index in sorted(missing):
        yield dropped_images.at(pointer("images", index), image=named("image", index, rig.images[index].name))


@rule("LOSS-FBX_PART", "warning", "dropped {what}")
def dropped_parts(rig: Rig) -> Iterator[Finding]:
    """Part of a rig has no counterpart in FBX.

    What: Differences of tangents, colours or texture coordinates of blend shapes, texture coordinates that
    are not pairs, mirrored textures, ranges of lights, cameras and lights on no node, scenes beside the
    default one, and normals that not all surfaces of a mesh have; weights that do not sum to 1, which FBX
    divides by their sum.
    Why: The new file is without it.
    Fix: Keep the source too.
    Source: FbxShape, FbxLayerElement, FbxFileTexture, FbxLight, FbxCluster.
    """
    for pointers, noun, owner in (*_of_meshes(rig), *_of_others(rig)):
        if pointers:
            yield dropped_parts.at(pointers[0], what=f"{counted(len(pointers), noun)} {owner}".strip())


@rule(
    "LOSS-FBX_BIND",
    "warning",
    "{what} of skins cannot be inverted: the rest pose is stored as their bind pose",
)
def singular_binds(count: int) -> Iterator[Finding]:
    """Inverse bind matrix cannot be inverted.

    What: The inverse bind matrix of a joint flattens space.
    Why: FBX also stores the bind pose itself, which does not exist. Points deform as before; tools that go to
    the bind pose show the rest pose.
    Fix: Bind the mesh again.
    Source: FbxCluster::SetTransformLinkMatrix.
    """
    if count:
        yield singular_binds.at(what=counted(count, "inverse bind matrix"))


PointersOfParts = tuple[list[str], str, str]


def _of_meshes(rig: Rig) -> Iterator[PointersOfParts]:
    surfaces = [
        (pointer("meshes", number, "surfaces", index), mesh, surface)
        for number, mesh in enumerate(rig.meshes)
        for index, surface in enumerate(mesh.surfaces)
    ]
    shapes = [(where, shape) for where, _, surface in surfaces for shape in surface.blend_shapes]
    tangents = [where for where, shape in shapes if shape.tangents is not None]
    yield tangents, "tangent difference", "of blend shapes"
    for name, noun in (("colors", "colour"), ("texcoords", "texture coordinate")):
        differing = [
            where for where, shape in shapes if any(part is not None for part in getattr(shape, name))
        ]
        yield differing, f"{noun} difference", "of blend shapes"
    for kind, noun in enumerate(("set of normals", "texture coordinate set")):
        bound = [where for where, _, surface in surfaces if unbound_values(surface)[kind]]
        yield bound, noun, "of edges and cells"
    odd = [where for where, _, surface in surfaces for each in surface.texcoords if each.shape[1] != 2]
    yield odd, "texture coordinate set", "that is not of pairs"
    for member in ("normals", "tangents"):
        uneven = [
            where
            for where, mesh, surface in surfaces
            if getattr(surface, member) is not None
            and any(getattr(other, member) is None for other in mesh.surfaces)
        ]
        yield uneven, f"set of {member}", "that not all surfaces of the mesh have"
    yield (
        [where for where, _, surface in surfaces if _is_uneven(surface)],
        "surface",
        "with weights that do not sum to 1",
    )


def _is_uneven(surface: object) -> bool:
    influences = getattr(surface, "influences", None)
    if influences is None or not len(influences.weights):
        return False
    offsets = influences.offsets.astype(np.int64)
    filled = np.diff(offsets) > 0
    sums = np.add.reduceat(influences.weights.astype(np.float64), offsets[:-1][filled])
    return bool((np.abs(sums - 1) > SUM).any())


def _of_others(rig: Rig) -> Iterator[PointersOfParts]:
    ranges = [pointer("lights", index) for index, light in enumerate(rig.lights) if light.range is not None]
    yield ranges, "range", "of lights"
    for kind in ("light", "camera"):
        used = set(getattr(rig.nodes, f"{kind}s").tolist())
        lone = [index for index in range(len(getattr(rig, f"{kind}s"))) if index not in used]
        yield [pointer(f"{kind}s", index) for index in lone], kind, "on no node"
    mirrored = [
        pointer("samplers", index) for index, sampler in enumerate(rig.samplers) if "mirror" in sampler.wrap
    ]
    yield mirrored, "mirrored texture", ""
    others = [index for index in range(len(rig.scenes)) if index != (rig.default_scene or 0)]
    yield [pointer("scenes", index) for index in others], "scene", "beside the default one"


def written_losses(rig: Rig, writer: RigWriter) -> Iterator[Finding]:
    yield from baked_curves(rig)
    yield from renamed(writer.plan.renamed)
    yield from dropped_images(rig, writer.materials.missing)
    yield from dropped_parts(rig)
    yield from singular_binds(writer.skins.singular if writer.skins is not None else 0)
