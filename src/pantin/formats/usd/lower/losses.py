"""Findings on data of a rig that USD cannot store, where this depends on values."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.formats.images import image_mime, image_suffix
from pantin.formats.kept_parts import count_parts
from pantin.formats.part_pointers import report_parts
from pantin.formats.usd.dual_quaternions import flattened_joints
from pantin.formats.usd.lower.clips import ClipWriter
from pantin.formats.usd.lower.materials import READABLE, used_images
from pantin.formats.usd.lower.writer import StageWriter
from pantin.operations.edit.splitting import corner_attributes, unbound_values
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, named
from pantin.rig import Material, Rig

DEFAULT = Material()

HALF_ERROR = 1e-6
"""Scale errors below this come from single precision."""


@rule("LOSS-USD_SCALE", "warning", "scales that change are stored in 16 bits: off by up to {percent:.2g} %")
def rounded_scales(clips: ClipWriter) -> Iterator[Finding]:
    """Animated scale of a joint is rounded.

    What: A clip changes the scale of a joint. SkelAnimation stores scales as half floats.
    Why: Sizes are off by up to 0.05 %. Constant scales are exact: they are stored elsewhere.
    Fix: Nothing, unless it shows.
    Source: UsdSkelAnimation, "scales": half3[].
    """
    if clips.half_error > HALF_ERROR:
        yield rounded_scales.at(percent=clips.half_error * 100)


@rule("LOSS-USD_BAKED", "info", "baked {what} into samples that are interpolated linearly")
def baked_curves(rig: Rig) -> Iterator[Finding]:
    """Curves and steps of a clip become samples.

    What: A channel has the interpolation STEP or CUBICSPLINE; USD interpolates samples linearly.
    Why: Steps become pairs of samples a ten-thousandth of a second apart, curves as many samples as it takes
    to follow them.
    Fix: Nothing; the motion is the same.
    Source: UsdStage, interpolation types.
    """
    kinds = [
        channel.interpolation
        for clip in rig.clips
        for channel in clip.channels
        if channel.interpolation != "LINEAR"
    ]
    if kinds:
        listed = [f"{counted(kinds.count(kind), 'channel')} with {kind}" for kind in sorted(set(kinds))]
        yield baked_curves.at(what=" and ".join(listed))


@rule("LOSS-USD_IMAGE", "warning", "dropped {image}: {why}")
def dropped_images(writer: StageWriter) -> Iterator[Finding]:
    """Image is dropped.

    What: An image is not PNG, JPEG, EXR or AVIF, its bytes are missing, or only an extension uses it.
    Why: The materials of the new file have no such texture.
    Fix: Convert the image to PNG.
    Source: the USDZ specification, "File Types"; UsdUVTexture.
    """
    rig = writer.rig
    used = used_images(rig)
    for index, image in enumerate(rig.images):
        if index in writer.files:
            continue
        mime = None if image.data is None else image_mime(image.data) or image.mime_type
        if image.data is None:
            why = "its bytes are missing"
        elif index in used or image_suffix(mime) not in READABLE:
            why = f"USD does not read {mime or 'its encoding'}"
        else:
            why = "no material of USD uses it"
        yield dropped_images.at(pointer("images", index), image=named("image", index, image.name), why=why)


@rule("LOSS-USD_CUSTOM_DATA", "info", "stored {what} as custom data, which other programs ignore")
def stored_as_custom_data(rig: Rig) -> Iterator[Finding]:
    """Property is in custom data alone.

    What: A material is unlit, or has the toon shading of VRM; UsdPreviewSurface has no such materials. Or a
    rig has springs, constraints or the data of a VRM, which USD has no schema for.
    Why: Pantin reads the custom data; other programs ignore it, and light the material as any other.
    Fix: Nothing, unless it shows.
    Source: the UsdPreviewSurface specification; UsdObject, "customData".
    """
    toon = [index for index, material in enumerate(rig.materials) if material.mtoon is not None]
    unlit = [index for index, material in enumerate(rig.materials) if material.unlit and index not in toon]
    for indices, before, one, several in (
        (toon, "the toon shading of ", "", ""),
        (unlit, "that ", " is unlit", " are unlit"),
    ):
        if indices:
            name = named("material", indices[0], rig.materials[indices[0]].name)
            others = f" and {len(indices) - 1} more{several}" if len(indices) > 1 else one
            yield stored_as_custom_data.at(pointer("materials", indices[0]), what=f"{before}{name}{others}")
    parts = count_parts(rig)
    if parts:
        yield stored_as_custom_data.at(
            what=", ".join(parts[:-1]) + (" and " if parts[:-1] else "") + parts[-1]
        )


@rule("LOSS-USD_JOINTS", "info", "added {count} for {why} of joints (first: below {first})")
def added_joints(writer: StageWriter) -> Iterator[Finding]:
    """Joint is added for what a joint of USD cannot hold.

    What: A clip moves a joint with an uneven constant scale, which an animation of USD would round to 16
    bits; or skins bind a joint differently, and a joint of USD has one bind transform. A joint below it holds
    the scale or the other bind transform.
    Why: Other programs show joints that the source does not have. Custom data of the skeleton say which, and
    Pantin reads the joints of the source.
    Fix: Nothing, unless a program needs the joints of the source.
    Source: UsdSkelAnimation, "scales": half3[]; UsdSkelSkeleton, "bindTransforms".
    """
    names = writer.rig.nodes.names
    for plan, _ in writer.skeletons:
        for joints, why in (
            (plan.scale_joints(), "constant scales"),
            (plan.bind_joints(), "bind transforms"),
        ):
            if joints:
                node = plan.joints[joints[0]].node
                first = named("joint", node, names[node])
                yield added_joints.at(
                    pointer("nodes", node), count=counted(len(joints), "joint"), why=why, first=first
                )


@rule("LOSS-USD_NAME", "info", "renamed {what}")
def renamed(writer: StageWriter) -> Iterator[Finding]:
    """Names of joints are made unique.

    What: Joints of one skeleton have the same name. USD wants unique names.
    Why: The later ones have a number at their end.
    Fix: Nothing, unless a program looks for the names.
    Source: UsdSkelSkeleton, "jointNames".
    """
    for plan, _ in writer.skeletons:
        names = [writer.rig.nodes.names[node] for node in plan.of_node]
        known = [name for name in names if name is not None]
        if len(set(known)) < len(known):
            yield renamed.at(what=counted(len(known) - len(set(known)), "joint"))


@rule("LOSS-USD_APPEARANCE", "warning", "dropped {part}{parts}{why}")
def dropped_appearance(writer: StageWriter) -> Iterator[Finding]:
    """Part of a rig has no counterpart in USD.

    What: The differences of tangents, colours or texture coordinates of a blend shape, texture coordinates
    that are not pairs, normals and texture coordinates of edges and cells, the range of a light, cameras and
    lights on no node, the visibility of a joint, an alpha cutoff of a material that is not a mask, or scenes
    beside the default one.
    Why: The new file is without it. Meshes of hidden joints are hidden; nodes of other scenes are there, and
    hidden.
    Fix: Keep the source too.
    Source: UsdSkelBlendShape, UsdLux, UsdPreviewSurface, UsdStage.
    """
    for pointers, part, why in (*_of_meshes(writer.rig), *_of_others(writer)):
        owner = f"{part} of " if part else ""
        yield from report_parts(dropped_appearance, writer.rig, pointers, part=owner, why=why and f": {why}")


def flattened_skins(rig: Rig) -> Iterator[tuple[str, str]]:
    """Skins with dual quaternions and joints scaled to 0, and their result in UsdSkel."""
    nodes = rig.node_list()
    for index, skin in enumerate(rig.skins):
        for joint in flattened_joints(skin, nodes, rig.clips) if skin.solver == "dqs" else ():
            what, joint_name = named("skin", index, skin.name), named("joint", joint, nodes[joint].name)
            why = f"it leaves out {joint_name}, which is scaled to 0"
            yield pointer("skins", index), f"{what} bends differently in UsdSkel: {why}"


PointersOfParts = tuple[list[str], str, str]
"""Pointers, the dropped part (the whole if empty), and the reason."""


def _of_meshes(rig: Rig) -> Iterator[PointersOfParts]:
    surfaces = [
        (pointer("meshes", number, "surfaces", index), surface)
        for number, mesh in enumerate(rig.meshes)
        for index, surface in enumerate(mesh.surfaces)
    ]
    shapes = [(where, shape) for where, surface in surfaces for shape in surface.blend_shapes]
    tangents = [where for where, each in shapes if each.tangents is not None]
    yield tangents, "the tangent differences of blend shapes", ""
    for name, noun in (("colors", "colour"), ("texcoords", "texture coordinate")):
        differing = [where for where, each in shapes if any(part is not None for part in getattr(each, name))]
        yield differing, f"the {noun} differences of blend shapes", ""
    for kind, noun in enumerate(("normals", "texture coordinates")):
        bound = [where for where, each in surfaces if unbound_values(each)[kind]]
        yield bound, noun, "they belong to edges, cells or some of the corners"
    odd = [where for where, each in surfaces for texcoords in each.texcoords if texcoords.shape[1] != 2]
    for where, each in surfaces:
        corners = corner_attributes(each)[1]
        odd += [where] if corners is not None and corners.bound.values.shape[1] != 2 else []
    yield odd, "texture coordinates", "they are not pairs"


def _of_others(writer: StageWriter) -> Iterator[PointersOfParts]:
    rig = writer.rig
    joints = {node for plan, _ in writer.skeletons for node in plan.of_node}
    hidden = [node for node in np.flatnonzero(~rig.nodes.visible).tolist() if node in joints]
    yield [pointer("nodes", node) for node in hidden], "the visibility", "it is a joint"
    ranges = [pointer("lights", index) for index, light in enumerate(rig.lights) if light.range is not None]
    yield ranges, "the range", ""
    used = set(rig.nodes.lights.tolist())
    yield (
        [pointer("lights", index) for index in range(len(rig.lights)) if index not in used],
        "",
        "not on any node",
    )
    used = set(rig.nodes.cameras.tolist())
    unused = [index for index in range(len(rig.cameras)) if index not in used]
    yield [pointer("cameras", index) for index in unused], "", "not on any node"
    masks = [
        pointer("materials", index)
        for index, material in enumerate(rig.materials)
        if material.alpha_cutoff != DEFAULT.alpha_cutoff and material.alpha != "mask"
    ]
    yield masks, "the alpha cutoff", "it is not a mask"
    others = [index for index in range(len(rig.scenes)) if index != (rig.default_scene or 0)]
    yield [pointer("scenes", index) for index in others], "", "not the default scene"
