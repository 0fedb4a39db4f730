"""Textures and images of a rig as G4MF textures, which have their sampler inside, and files."""

from __future__ import annotations

from typing import Any

from pantin.formats.g4mf.lower.data_builder import DataBuilder
from pantin.formats.g4mf.lower.losses import Losses
from pantin.formats.g4mf.placeholders import neutral_colours
from pantin.formats.images import UNKNOWN_TYPE, image_mime, image_size
from pantin.report.pointer import pointer
from pantin.rig import Image, Rig, Sampler, Texture

UNKNOWN_SIZE = (1, 1)
"""The size of a texture whose image does not state it. Images must be multiples of it, and all are."""


def write_files(data: DataBuilder, rig: Rig, losses: Losses) -> tuple[list[dict[str, Any]], dict[int, int]]:
    """The files of all images, inside the document, and the file of each image."""
    files: list[dict[str, Any]] = []
    numbers: dict[int, int] = {}
    for index, image in enumerate(rig.images):
        if image.data is None and image.uri is None:
            losses.add("", "there is no data", pointer("images", index))
            continue
        numbers[index] = len(files)
        files.append(_file_json(data, image))
    return files, numbers


def _file_json(data: DataBuilder, image: Image) -> dict[str, Any]:
    members = data.item(image.name, image.extras)
    mime = image.mime_type
    if image.data is None:
        return members | {"mimeType": mime or UNKNOWN_TYPE, "uri": image.uri}
    mime = mime or image_mime(memoryview(image.data)) or UNKNOWN_TYPE
    return members | {"mimeType": mime, "bufferView": data.view(image.data)}


def write_textures(
    data: DataBuilder, rig: Rig, files: dict[int, int], losses: Losses
) -> list[dict[str, Any]]:
    """All textures of a rig. Their size comes from the images, the placeholder from the materials, where the
    rig does not have them."""
    colors = neutral_colours(rig)
    used = {texture.sampler for texture in rig.textures}
    for index in (index for index in range(len(rig.samplers)) if index not in used):
        losses.add("", "not used by any texture", pointer("samplers", index))
    textures = []
    for index, texture in enumerate(rig.textures):
        size = texture.size or _size(rig, texture)
        if size is None:
            losses.add("the size", "unknown, written as 1 × 1", pointer("textures", index))
            size = UNKNOWN_SIZE
        members = data.item(texture.name, texture.extras)
        members["placeholder"] = list(texture.placeholder or colors.get(index, (1.0, 1.0, 1.0, 1.0)))
        members["size"] = list(size)
        images = [files[image] for image in texture.images if image in files]
        if images:
            members["files"] = images
        if texture.sampler is not None:
            members["sampler"] = _sampler_json(data, rig.samplers[texture.sampler], len(size))
        textures.append(members)
    return textures


def _size(rig: Rig, texture: Texture) -> tuple[int, ...] | None:
    sizes = (image_size(data) for image in texture.images if (data := rig.images[image].data) is not None)
    return next((size for size in sizes if size is not None), None)


def _sampler_json(data: DataBuilder, sampler: Sampler, dimension: int) -> dict[str, Any]:
    filters = {
        "magFilter": sampler.magnification,
        "minFilter": sampler.minification,
        "mipmapFilter": sampler.mipmaps,
    }
    members = data.item(sampler.name, sampler.extras)
    members |= {key: value for key, value in filters.items() if value is not None}
    modes = (*sampler.wrap, *["repeat"] * dimension)[:dimension]
    if set(sampler.wrap) - {"repeat"}:
        # One mode stands for all axes.
        members["wrap"] = list(modes) if len(set(sampler.wrap)) > 1 else [sampler.wrap[0]]
    return members
