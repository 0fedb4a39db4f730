"""Rules about images, textures, cameras, lights and attributes that a new glTF document does not store as
they are."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.formats.gltf.new.materials import is_writable
from pantin.formats.gltf.new.meshes import storable_attribute
from pantin.formats.gltf.new.ranges import fit_camera, fit_light, fit_material, fit_property
from pantin.formats.part_pointers import report_parts
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, quoted
from pantin.rig import Clip, Orthographic, Rig


@rule("LOSS-GLTF_IMAGE", "warning", "dropped {parts}: {why}")
def dropped_images(rig: Rig) -> Iterator[Finding]:
    """Image is dropped.

    What: The bytes of an image are missing, or it is in an encoding that no glTF extension has.
    Why: A GLB stores the bytes of images, as PNG or JPEG, or as WebP, AVIF, KTX2 or DDS with an extension.
    Textures that use the image show nothing.
    Fix: Put the image where the source names it, or encode it as PNG.
    Source: glTF 2.0 §3.8.3 (images)
    """
    without = [index for index, image in enumerate(rig.images) if not image.data]
    others = [
        index for index, image in enumerate(rig.images) if index not in without and not is_writable(image)
    ]
    for indices, why in ((without, "the bytes are missing"), (others, "glTF does not have its encoding")):
        pointers = [pointer("images", index) for index in indices]
        yield from report_parts(dropped_images, rig, pointers, why=why)


@rule("LOSS-GLTF_TEXTURE", "warning", "dropped {what} of {parts}: glTF textures are flat")
def dropped_slices(rig: Rig) -> Iterator[Finding]:
    """Part of a texture is dropped.

    What: A texture consists of several images, or is repeated along more than two axes.
    Why: glTF textures are flat: the first image is written.
    Fix: Cut the model and its textures to three dimensions in the source.
    Source: glTF 2.0 §3.8.1 (textures)
    """
    sliced = [index for index, texture in enumerate(rig.textures) if len(texture.images) > 1]
    wrapped = [index for index, sampler in enumerate(rig.samplers) if len(sampler.wrap) > 2]
    what = counted(sum(len(rig.textures[index].images) - 1 for index in sliced), "slice")
    yield from report_parts(dropped_slices, rig, [pointer("textures", index) for index in sliced], what=what)
    pointers = [pointer("samplers", index) for index in wrapped]
    yield from report_parts(dropped_slices, rig, pointers, what="wrap modes")


@rule("LOSS-GLTF_ATTRIBUTE", "warning", "dropped attribute {name} of {parts}: glTF cannot store it")
def dropped_attributes(rig: Rig) -> Iterator[Finding]:
    """Custom vertex attribute is dropped.

    What: The name of an attribute does not begin with an underscore, it has more than four numbers per
    vertex, or numbers that neither an 8-bit or 16-bit integer nor a 32-bit float can hold.
    Why: glTF has no place for such an attribute.
    Fix: Rename it, or store it as several attributes of fewer or smaller numbers.
    Source: glTF 2.0 §3.7.2.1 (meshes: application-specific attributes)
    """
    dropped = [
        (pointer("meshes", mesh_index, "surfaces", index), name)
        for mesh_index, mesh in enumerate(rig.meshes)
        for index, surface in enumerate(mesh.surfaces)
        for name, array in (surface.attributes or {}).items()
        if storable_attribute(name, array) is None
    ]
    by_name: dict[str, list[str]] = {}
    for where, name in dropped:
        by_name.setdefault(name, []).append(where)
    for name, pointers in by_name.items():
        yield from report_parts(dropped_attributes, rig, pointers, name=quoted(name))


@rule("LOSS-GLTF_CAMERA", "warning", "made {parts} square: glTF has no width that follows the window")
def squared_cameras(rig: Rig) -> Iterator[Finding]:
    """Orthographic camera gets a width.

    What: An orthographic camera has a height alone.
    Why: glTF needs both; the width is set to the height.
    Fix: Set the width of the camera in the source.
    Source: glTF 2.0 §5.13 (camera.orthographic)
    """
    lenses = [camera.projection for camera in rig.cameras]
    square = [
        index for index, lens in enumerate(lenses) if isinstance(lens, Orthographic) and lens.width is None
    ]
    yield from report_parts(squared_cameras, rig, [pointer("cameras", index) for index in square])


@rule("LOSS-GLTF_RANGE", "warning", "changed values of {parts} that are outside the range of glTF")
def changed_ranges(rig: Rig) -> Iterator[Finding]:
    """Number is out of the range that glTF allows.

    What: A material, camera or light has a number that glTF does not allow, such as a colour above 1 or a
    near plane of 0.
    Why: A file with it would be invalid, so the nearest number that is allowed is written.
    Fix: Correct the number in the source.
    Source: glTF 2.0 §5.19 to §5.22 (materials), §5.12 to §5.14 (cameras), KHR_lights_punctual
    """
    changed = {
        "materials": [index for index, part in enumerate(rig.materials) if fit_material(part) != part],
        "cameras": [index for index, part in enumerate(rig.cameras) if fit_camera(part) != part],
        "lights": [index for index, part in enumerate(rig.lights) if fit_light(part) != part],
        "clips": [index for index, clip in enumerate(rig.clips) if _has_changed_keys(clip, rig)],
    }
    for collection, indices in changed.items():
        pointers = [pointer(collection, index) for index in indices]
        yield from report_parts(changed_ranges, rig, pointers)


def _has_changed_keys(clip: Clip, rig: Rig) -> bool:
    """Whether keys of properties are clamped. Emission is divided by its strength."""
    for channel in clip.properties:
        if channel.field == "emissive":
            changed = bool(np.max(channel.values) > max(1.0, *rig.materials[channel.index].emissive))
        else:
            changed = channel.field != "emissive_strength" and fit_property(channel, rig) is not channel
        if changed:
            return True
    return False


RULES = (dropped_images, dropped_slices, dropped_attributes, squared_cameras, changed_ranges)
