"""Write materials as Phong in Blender's convention; properties with Pantin's prefix store what Phong
lacks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, field

from pantin.formats.fbx.lower.builder import Builder, node, prop, properties, vector
from pantin.formats.fbx.lower.geometry import uv_name
from pantin.formats.fbx.lower.models import clean_name, user_properties
from pantin.formats.fbx.nodes import SEPARATOR
from pantin.formats.images import image_mime, image_suffix
from pantin.rig import Material, Rig, TextureUse

PREFIX = "Pantin|"
"""The prefix of Pantin's properties."""

OWN_MAPS = {"metallic_roughness_texture": "metallicRoughness", "occlusion_texture": "occlusion"}
MAPS = {
    "base_color_texture": "DiffuseColor",
    "normal_texture": "NormalMap",
    "emissive_texture": "EmissiveColor",
}

FOLDER = ".fbm"
"""The suffix of the image folder after the name of the file, as in the FBX SDK."""


class MaterialWriter(Struct, eq=False):
    """Writes materials at first use.

    files    images beside the file: path → bytes
    missing  images without bytes
    """

    builder: Builder
    rig: Rig
    stem: str
    embed: bool
    files: dict[str, bytes] = field(default_factory=dict)
    missing: set[int] = field(default_factory=set)
    _known: dict[int, int] = field(default_factory=dict)
    _videos: dict[int, tuple[int, str] | None] = field(default_factory=dict)

    def write(self, index: int) -> int:
        if index not in self._known:
            self._known[index] = self._write(self.rig.materials[index], index)
        return self._known[index]

    def _write(self, material: Material, index: int) -> int:
        children = [
            node("Version", 102),
            node("ShadingModel", "Phong"),
            node("MultiLayer", 0),
            properties(
                [*_phong(material), *_properties_beyond_phong(material), *user_properties(material.extras)]
            ),
        ]
        name = clean_name(material.name or f"material{index}")
        identity = self.builder.add("Material", name, "", children)
        for member, use in material.texture_uses().items():
            if member not in MAPS and member not in OWN_MAPS:
                continue  # of a part that FBX has no place for: `stores` says so, and the part is reported
            texture = self._texture(use)
            if texture is not None:
                at = MAPS.get(member) or PREFIX + OWN_MAPS[member]
                self.builder.connect(texture, identity, at)
                if member == "base_color_texture" and material.alpha != "opaque":
                    self.builder.connect(texture, identity, "TransparentColor")
        return identity

    def _texture(self, use: TextureUse) -> int | None:
        texture = self.rig.textures[use.texture]
        image = texture.images[0] if texture.images else None
        video = self._video(image) if image is not None else None
        if video is None:
            return None
        identity, path = video
        name = clean_name(texture.name or self.rig.images[image or 0].name or f"texture{use.texture}")
        sampler = self.rig.samplers[texture.sampler] if texture.sampler is not None else None
        wrap = sampler.wrap if sampler is not None else ("repeat", "repeat")
        entries = [
            prop("UVSet", "KString", "", "", uv_name(use.texcoord_set)),
            prop("WrapModeU", "enum", "", "", int(wrap[0] == "clamp")),
            prop("WrapModeV", "enum", "", "", int(wrap[1] == "clamp")),
            *_uv_transform(use),
            prop("UseMaterial", "bool", "", "", 1),
        ]
        children = [
            node("Type", "TextureVideoClip"),
            node("Version", 202),
            node("TextureName", f"{name}{SEPARATOR}Texture"),
            node("Media", f"{name}{SEPARATOR}Video"),
            node("FileName", path),
            node("RelativeFilename", path),
            node("ModelUVTranslation", 0.0, 0.0),
            node("ModelUVScaling", 1.0, 1.0),
            node("Texture_Alpha_Source", "None"),
            node("Cropping", 0, 0, 0, 0),
            properties(entries),
        ]
        object_id = self.builder.add("Texture", name, "", children)
        self.builder.connect(identity, object_id)
        return object_id

    def _video(self, index: int) -> tuple[int, str] | None:
        """Add the file of an image; returns its id and path."""
        if index in self._videos:
            return self._videos[index]
        image = self.rig.images[index]
        if image.data is None:
            self.missing.add(index)
            self._videos[index] = None
            return None
        data = bytes(image.data)
        suffix = image_suffix(image_mime(data) or image.mime_type) or ".bin"
        stem = _file_stem(image.name or f"image{index}")
        path = f"{self.stem}{FOLDER}/{stem}{suffix}"
        number = 0
        while path in self.files and self.files[path] != data:
            number += 1
            path = f"{self.stem}{FOLDER}/{stem}_{number}{suffix}"
        self.files[path] = data
        children = [
            node("Type", "Clip"),
            properties([prop("Path", "KString", "XRefUrl", "", path)]),
            node("UseMipMap", 0),
            node("Filename", path),
            node("RelativeFilename", path),
        ]
        if self.embed:
            children.append(node("Content", data))
        identity = self.builder.add("Video", clean_name(image.name or f"image{index}"), "Clip", children)
        self._videos[index] = identity, path
        return self._videos[index]


def _file_stem(name: str) -> str:
    """A file name that is valid on all systems."""
    return "".join(part if part.isalnum() or part in "-_." else "_" for part in name).strip(".") or "image"


def _phong(material: Material) -> Iterator[Any]:
    red, green, blue, alpha = material.base_color
    color = (red, green, blue)
    roughness = min(max(material.roughness, 0.0), 1.0)
    shininess = (10.0 * (1.0 - roughness)) ** 2
    strongest = max(*material.emissive, 1.0)
    yield vector("DiffuseColor", "Color", "", "A", color)
    yield vector("EmissiveColor", "Color", "", "A", tuple(part / strongest for part in material.emissive))
    yield prop("EmissiveFactor", "Number", "", "A", strongest)
    yield vector("AmbientColor", "Color", "", "A", (0, 0, 0))
    yield vector("TransparentColor", "Color", "", "A", (1.0 - alpha,) * 3)
    yield prop("TransparencyFactor", "Number", "", "A", 1.0 - alpha)
    yield prop("Opacity", "Number", "", "A", alpha)
    yield prop("BumpFactor", "double", "Number", "", material.normal_scale)
    yield vector("SpecularColor", "Color", "", "A", color)
    yield prop("SpecularFactor", "Number", "", "A", 0.25)
    yield prop("Shininess", "Number", "", "A", shininess)
    yield prop("ShininessExponent", "Number", "", "A", shininess)
    yield vector("ReflectionColor", "Color", "", "A", color)
    yield prop("ReflectionFactor", "Number", "", "A", material.metallic)


def _properties_beyond_phong(material: Material) -> Iterator[Any]:
    """Parameters that Phong cannot store, or only without a texture. Other readers ignore these
    properties."""
    yield prop("Pantin", "Compound", "", "")
    yield vector(f"{PREFIX}baseColour", "Vector4", "", "U", material.base_color)
    yield vector(f"{PREFIX}emissive", "Vector", "", "U", material.emissive)
    yield prop(f"{PREFIX}metallic", "double", "Number", "U", material.metallic)
    yield prop(f"{PREFIX}roughness", "double", "Number", "U", material.roughness)
    yield prop(f"{PREFIX}normalScale", "double", "Number", "U", material.normal_scale)
    yield prop(f"{PREFIX}occlusionStrength", "double", "Number", "U", material.occlusion_strength)
    yield prop(f"{PREFIX}alphaMode", "KString", "", "U", material.alpha_mode or "")
    yield prop(f"{PREFIX}alphaCutoff", "double", "Number", "U", material.alpha_cutoff)
    yield prop(f"{PREFIX}doubleSided", "bool", "", "U", int(material.double_sided))
    yield prop(f"{PREFIX}unlit", "bool", "", "U", int(material.unlit))
    for name in OWN_MAPS.values():
        yield vector(f"{PREFIX}{name}", "Vector3D", "Vector", "U", (0, 0, 0))


def _uv_transform(use: TextureUse) -> Iterator[Any]:
    """The inverse of the reader's conversion: in FBX, v points up."""
    if use.transform is None:
        return
    transform = use.transform
    angle = transform.rotation
    sine, cosine = math.sin(angle), math.cos(angle)
    su, sv = transform.scale
    u = transform.offset[0] + sine * sv
    v = 1 - transform.offset[1] - cosine * sv
    yield vector("Translation", "Vector", "", "A", (u, v, 0.0))
    yield vector("Rotation", "Vector", "", "A", (0.0, 0.0, math.degrees(angle)))
    yield vector("Scaling", "Vector", "", "A", (su, sv, 1.0))
