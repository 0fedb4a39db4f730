"""Findings on what depends on the data of a rig that USD cannot store."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.usd.lower.clips import ClipWriter
from pantin.formats.usd.lower.materials import image_of
from pantin.formats.usd.lower.writer import StageWriter
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, named
from pantin.rig import Rig

HALF_ERROR = 1e-6
"""Errors of scales below this are roundings of single precision."""


@rule("LOSS-USD_SCALE", "warning", "scales that change are stored in 16 bits: off by up to {percent:.2g} %")
def rounded_scales(clips: ClipWriter) -> Iterator[Finding]:
    """Animated scale of a joint is rounded.

    What: a clip changes the scale of a joint. SkelAnimation stores scales as half floats.
    Why: sizes are off by up to 0.05 %. Constant scales are exact: they are stored elsewhere.
    Fix: nothing, unless it shows.
    Source: UsdSkelAnimation, "scales": half3[].
    """
    if clips.half_error > HALF_ERROR:
        yield rounded_scales.at(percent=clips.half_error * 100)


@rule("LOSS-USD_BAKED", "info", "baked {what} into samples that are interpolated linearly")
def baked_curves(rig: Rig) -> Iterator[Finding]:
    """Curves and steps of a clip become samples.

    What: a channel has the interpolation STEP or CUBICSPLINE; USD interpolates samples linearly.
    Why: steps become pairs of samples 0.1 ms apart, curves as many samples as it takes to follow them.
    Fix: nothing; the motion is the same.
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
    """Image has an encoding that USD does not read.

    What: a material uses an image that is not PNG, JPEG, EXR or AVIF, or whose bytes are missing.
    Why: the material of the new file has no such texture.
    Fix: convert the image to PNG.
    Source: the USDZ specification, "File Types"; UsdUVTexture.
    """
    rig = writer.rig
    used = {image_of(rig, use) for material in rig.materials for use in material.texture_uses().values()} - {
        None
    }
    for index in sorted(index for index in used if index is not None and index not in writer.files):
        image = rig.images[index]
        why = "its bytes are missing" if image.data is None else f"USD does not read {image.mime_type}"
        yield dropped_images.at(pointer("images", index), image=named("image", index, image.name), why=why)


@rule("LOSS-USD_NAME", "info", "renamed {what}")
def renamed(writer: StageWriter) -> Iterator[Finding]:
    """Names of joints are made unique.

    What: joints of one skeleton have the same name. USD wants unique names.
    Why: the later ones have a number at their end.
    Fix: nothing, unless a program looks for the names.
    Source: UsdSkelSkeleton, "jointNames".
    """
    for plan, _ in writer.skeletons:
        names = [writer.rig.nodes.names[node] for node in plan.of_node]
        known = [name for name in names if name is not None]
        if len(set(known)) < len(known):
            yield renamed.at(what=counted(len(known) - len(set(known)), "joint"))


@rule("LOSS-USD_APPEARANCE", "warning", "dropped {what}")
def dropped_appearance(rig: Rig) -> Iterator[Finding]:
    """Part of a mesh, a camera, a light or a scene has no counterpart in USD.

    What: the differences of tangents, colours or texture coordinates of a blend shape, texture coordinates
    that are not pairs, the range of a light, or scenes beside the default one.
    Why: the new file is without it. Nodes of other scenes are in it, and hidden.
    Fix: keep the source too.
    Source: UsdSkelBlendShape, UsdLux, UsdStage.
    """
    surfaces = [surface for mesh in rig.meshes for surface in mesh.surfaces]
    shapes = [shape for surface in surfaces for shape in surface.blend_shapes]
    odd = sum(texcoords.shape[1] != 2 for surface in surfaces for texcoords in surface.texcoords)
    facts = (
        (sum(shape.tangents is not None for shape in shapes), "difference of tangents", "of blend shapes"),
        (
            sum(any(each is not None for each in shape.colours) for shape in shapes),
            "difference of colours",
            "of blend shapes",
        ),
        (
            sum(any(each is not None for each in shape.texcoords) for shape in shapes),
            "difference of texture coordinates",
            "of blend shapes",
        ),
        (odd, "set of texture coordinates", "that is not a pair of numbers"),
        (sum(light.range is not None for light in rig.lights), "range", "of lights"),
        (max(0, len(rig.scenes) - 1), "scene", "beside the default one"),
    )
    for count, noun, of in facts:
        if count:
            yield dropped_appearance.at(what=f"{counted(count, noun)} {of}")
