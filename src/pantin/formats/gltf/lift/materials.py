"""Materials, textures, samplers and images (glTF 2.0 §3.8, §3.9)."""

from __future__ import annotations

from typing import Any

from pantin.formats.gltf.accessor import BadAccessor, buffer_view_bytes
from pantin.formats.gltf.extension_names import TEXTURE_MIME_TYPES, TEXTURE_TRANSFORM, UNLIT
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.lift.material_parts import decode_part, material_parts, texture_transform
from pantin.formats.gltf.lift.source import Source
from pantin.formats.gltf.schema import Image as ImageObject
from pantin.formats.gltf.schema import Material as MaterialObject
from pantin.formats.gltf.schema import (
    NormalTextureInfo,
    OcclusionTextureInfo,
    PbrMetallicRoughness,
    TextureInfo,
)
from pantin.formats.gltf.schema import Sampler as SamplerObject
from pantin.formats.gltf.schema import Texture as TextureObject
from pantin.formats.lifted_image import lifted_image
from pantin.report.pointer import JsonPath
from pantin.rig import Image, Json, Material, Sampler, Texture, TextureUse
from pantin.rig.material import AlphaMode
from pantin.rig.texture import Filter, MipFilter, Wrap

ALPHA_MODES: dict[str, AlphaMode] = {"OPAQUE": "opaque", "MASK": "mask", "BLEND": "blend"}
REPEAT = 10497
WRAPS: dict[int, Wrap] = {33071: "clamp", 33648: "mirror", REPEAT: "repeat"}
MAGNIFICATION: dict[int, Filter] = {9728: "nearest", 9729: "linear"}
MINIFICATION: dict[int, tuple[Filter, MipFilter]] = {
    9728: ("nearest", "none"),
    9729: ("linear", "none"),
    9984: ("nearest", "nearest"),
    9985: ("linear", "nearest"),
    9986: ("nearest", "linear"),
    9987: ("linear", "linear"),
}
"""Filters by OpenGL number: within an image, and between mip levels."""


def materials(source: Source) -> list[Material]:
    """Every material of the file."""
    source.skip_broken_core("materials")
    listed = enumerate(source.model.materials)
    return [_material(source, material or MaterialObject(), index) for index, material in listed]


def _material(source: Source, material: MaterialObject, index: int) -> Material:
    path: JsonPath = ("materials", index)
    metallic = material.pbr_metallic_roughness or PbrMetallicRoughness()
    normal = material.normal_texture or NormalTextureInfo(index=None)
    occlusion = material.occlusion_texture or OcclusionTextureInfo(index=None)
    color: Any = metallic.base_color_factor or (1.0, 1.0, 1.0, 1.0)
    emissive: Any = material.emissive_factor or (0.0, 0.0, 0.0)
    alpha = ALPHA_MODES.get(material.alpha_mode or "OPAQUE", "opaque")
    inside = (*path, "pbrMetallicRoughness")
    parts: dict[str, Any] = {}
    extensions = source.extensions_of(material, path)
    if extensions:
        named = source.named("material", index)
        parts = material_parts(source, extensions, (*path, "extensions"), named)
    return Material(
        material.name,
        base_color=color,
        base_color_texture=_use(source, metallic.base_color_texture, *inside, "baseColorTexture"),
        metallic=_or(metallic.metallic_factor, 1.0),
        roughness=_or(metallic.roughness_factor, 1.0),
        metallic_roughness_texture=_use(
            source, metallic.metallic_roughness_texture, *inside, "metallicRoughnessTexture"
        ),
        normal_texture=_use(source, material.normal_texture, *path, "normalTexture"),
        normal_scale=_or(normal.scale, 1.0),
        occlusion_texture=_use(source, material.occlusion_texture, *path, "occlusionTexture"),
        occlusion_strength=_or(occlusion.strength, 1.0),
        emissive=emissive,
        emissive_texture=_use(source, material.emissive_texture, *path, "emissiveTexture"),
        # None where the colour says it already.
        alpha_mode=None if alpha == ("opaque" if color[3] == 1.0 else "blend") else alpha,
        alpha_cutoff=_or(material.alpha_cutoff, 0.5),
        double_sided=material.double_sided is True,
        unlit=UNLIT in extensions,
        extras=_extras(source, material.extras, *path),
        **parts,
    )


def _or(value: float | None, default: float) -> float:
    return default if value is None else value


def _extras(source: Source, value: Any, *path: str | int) -> Json | None:
    """Extras that are an object; other values are reported."""
    if value is not None and not isinstance(value, dict):
        source.skip_member((*path, "extras"), "it is not an object")
        return None
    return value


def _index(source: Source, index: int | None, collection: str, *path: str | int) -> int | None:
    """A valid index into a collection of the root; an invalid one is reported."""
    count = len(getattr(source.model, "buffer_views" if collection == "bufferViews" else collection))
    if index is None or index < count:
        return index
    source.skip_member(path, f"it is not one of the {count} {collection}")
    return None


def _use(source: Source, info: TextureInfo | None, *path: str | int) -> TextureUse | None:
    texture = None if info is None else _index(source, info.index, "textures", *path, "index")
    if info is None or texture is None:
        return None
    moved = source.extensions_of(info, path).get(TEXTURE_TRANSFORM)
    transform = None
    if moved is not None:
        inside = " of ".join(map(str, reversed(path[2:])))
        what = f"{inside} of {source.named('material', int(path[1]))}"
        transform = texture_transform(source, moved, (*path, "extensions", TEXTURE_TRANSFORM), what)
    return TextureUse(texture, info.tex_coord or 0, transform, _extras(source, info.extras, *path))


def textures(source: Source) -> list[Texture]:
    """Every texture of the file."""
    source.skip_broken_core("textures")
    listed = enumerate(source.model.textures)
    return [_texture(source, texture or TextureObject(), index) for index, texture in listed]


def _texture(source: Source, texture: TextureObject, index: int) -> Texture:
    path: JsonPath = ("textures", index)
    images = _encodings(source, texture, path)
    return Texture(
        tuple(images[:1]),
        _index(source, texture.sampler, "samplers", *path, "sampler"),
        texture.name,
        extras=_extras(source, texture.extras, *path),
        alternatives=tuple(images[1:]),
    )


def _encodings(source: Source, texture: TextureObject, path: JsonPath) -> list[int]:
    """The images of a texture: the one of core glTF, then other encodings from extensions."""
    images = [_index(source, texture.source, "images", *path, "source")]
    extensions = source.extensions_of(texture, path)
    for name in (name for name in TEXTURE_MIME_TYPES if name in extensions):
        record, at = find(name), (*path, "extensions", name)
        assert record is not None
        assert record.schema is not None
        what = f"{name} of {source.named('texture', int(path[1]))}"
        encoding: Any = decode_part(source, extensions[name], record.schema.get()[TextureObject], at, what)
        if encoding is not None:
            images.append(_index(source, encoding.source, "images", *at, "source"))
    return [image for image in images if image is not None]


def samplers(source: Source) -> list[Sampler]:
    """Every sampler of the file."""
    source.skip_broken_core("samplers")
    listed = enumerate(source.model.samplers)
    return [_sampler(source, sampler or SamplerObject(), index) for index, sampler in listed]


def _sampler(source: Source, sampler: SamplerObject, index: int) -> Sampler:
    minification, mipmaps = MINIFICATION[sampler.min_filter] if sampler.min_filter else (None, None)
    return Sampler(
        MAGNIFICATION[sampler.mag_filter] if sampler.mag_filter else None,
        minification,
        mipmaps,
        (WRAPS[sampler.wrap_s or REPEAT], WRAPS[sampler.wrap_t or REPEAT]),
        sampler.name,
        _extras(source, sampler.extras, "samplers", index),
    )


def images(source: Source) -> list[Image]:
    """Every image of the file: its bytes are views, nothing is decoded."""
    source.skip_broken_core("images")
    listed = enumerate(source.model.images)
    return [_image(source, image or ImageObject(), index) for index, image in listed]


def _image(source: Source, image: ImageObject, index: int) -> Image:
    data = _bytes(source, image, index)
    extras = _extras(source, image.extras, "images", index)
    return lifted_image(data, image.mime_type, image.uri, image.name, extras)


def _bytes(source: Source, image: ImageObject, index: int) -> memoryview | None:
    path: JsonPath = ("images", index)
    if image.uri is not None:
        loaded = source.document.load(image.uri)
        if loaded.data is None:
            why = loaded.fault.message if loaded.fault else "it is empty"
            source.skip((*path, "uri"), f"the data of {source.named('image', index)}", why)
        return loaded.data
    view = _index(source, image.buffer_view, "bufferViews", *path, "bufferView")
    if view is None:
        return None
    named = source.named("image", index)
    try:
        data, start, length, _ = buffer_view_bytes(source.document, view, named)
    except BadAccessor as fault:
        source.skip((*path, "bufferView"), f"the data of {named}", str(fault))
        return None
    return data[start : start + length]
