"""Basis Universal textures for a browser, which has no decoder for them: decoded here, as PNG."""

from __future__ import annotations

from pantin.base.errors import PantinError
from pantin.base.limits import Budget
from pantin.base.records import replace
from pantin.formats.images import KTX2, image_mime
from pantin.formats.pixels import decode_image, encode_png
from pantin.rig import Image, Rig
from pantin.viewer.material_reader import GREY

COLOURS = ("base_color_texture", "emissive_texture", "color_texture", "shade_texture", "diffuse_texture")
"""How the names of textures with colours end; the others are numbers, such as normals."""


def is_basis(image: Image) -> bool:
    """Whether an image is a KTX 2 file."""
    return image.data is not None and image_mime(memoryview(image.data)) == KTX2


def with_decoded_images(rig: Rig, budget: Budget | None = None) -> tuple[Rig, tuple[str, ...]]:
    """The rig with PNG in place of KTX 2, and notes on what cannot be decoded: colours are grey then, and
    other textures are left out."""
    images, broken = list(rig.images), set()
    notes: dict[str, None] = {}
    for index, image in enumerate(rig.images):
        if is_basis(image):
            try:
                pixels = decode_image(image, index, budget)
            except PantinError as error:
                notes[str(error)] = None
                pixels = GREY
                broken.add(index)
            images[index] = replace(image, data=encode_png(pixels), mime_type="image/png")
    if images == list(rig.images):
        return rig, ()
    faulty = {index for index, texture in enumerate(rig.textures) if broken.intersection(texture.images[:1])}
    materials = []
    for material in rig.materials:
        uses = material.texture_uses().items()
        lost = {name: None for name, use in uses if use.texture in faulty and not name.endswith(COLOURS)}
        materials.append(material.with_texture_uses(lost) if lost else material)
    return rig.replace(images=images, materials=materials), tuple(notes)
