"""Materials, textures, samplers and images (glTF 2.0 §3.8, §3.9)."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.accessor import BadAccessor, buffer_view_bytes
from pantin.formats.gltf.extension_names import TEXTURE_MIME_TYPES, TEXTURE_TRANSFORM, UNLIT
from pantin.formats.gltf.lift.material_parts import material_parts, texture_transform
from pantin.formats.gltf.lift.members import Members
from pantin.formats.gltf.lift.source import Source
from pantin.formats.images import image_mime
from pantin.rig import Image, Material, Sampler, Texture, TextureUse

ALPHA_MODES = {"OPAQUE": "opaque", "MASK": "mask", "BLEND": "blend"}
WRAPS = {33071: "clamp", 33648: "mirror", 10497: "repeat"}
MAGNIFICATION = {9728: "nearest", 9729: "linear"}
MINIFICATION = {
    9728: ("nearest", "none"),
    9729: ("linear", "none"),
    9984: ("nearest", "nearest"),
    9985: ("linear", "nearest"),
    9986: ("nearest", "linear"),
    9987: ("linear", "linear"),
}
"""Filters by their numbers in OpenGL: within an image, and between its mip levels."""


def _collection(source: Source, name: str, kind: str) -> Iterator[Members]:
    listed = source.document.member(name)
    for index, value in enumerate(listed if isinstance(listed, list | tuple) else ()):
        yield Members(source, value, (name, index), source.named(kind, index))


def materials(source: Source) -> list[Material]:
    """Every material of the file."""
    return [_material(members) for members in _collection(source, "materials", "material")]


def _material(members: Members) -> Material:
    metallic = members.member("pbrMetallicRoughness")
    normal, occlusion = members.member("normalTexture"), members.member("occlusionTexture")
    color = metallic.numbers("baseColorFactor", (1.0, 1.0, 1.0, 1.0))
    alpha = members.choice("alphaMode", ALPHA_MODES, "opaque")
    extensions = members.json("extensions") or {}
    return Material(
        members.text("name"),
        base_color=color,
        base_color_texture=_use(metallic, "baseColorTexture"),
        metallic=metallic.number("metallicFactor", 1.0),
        roughness=metallic.number("roughnessFactor", 1.0),
        metallic_roughness_texture=_use(metallic, "metallicRoughnessTexture"),
        normal_texture=_use(members, "normalTexture"),
        normal_scale=normal.number("scale", 1.0),
        occlusion_texture=_use(members, "occlusionTexture"),
        occlusion_strength=occlusion.number("strength", 1.0),
        emissive=members.numbers("emissiveFactor", (0.0, 0.0, 0.0)),
        emissive_texture=_use(members, "emissiveTexture"),
        # None where the colour says it already.
        alpha_mode=None if alpha == ("opaque" if color[3] == 1.0 else "blend") else alpha,
        alpha_cutoff=members.number("alphaCutoff", 0.5),
        double_sided=members.flag("doubleSided", False),
        unlit=extensions.get(UNLIT) is not None,
        extras=members.json("extras"),
        **material_parts(members.source, extensions, (*members.path, "extensions"), members.what),
    )


def _use(owner: Members, name: str) -> TextureUse | None:
    if name not in owner:
        return None
    members = owner.member(name)
    texture = members.index("index", "textures")
    if texture is None:
        return None
    moved = (members.json("extensions") or {}).get(TEXTURE_TRANSFORM)
    path = (*members.path, "extensions", TEXTURE_TRANSFORM)
    transform = None if moved is None else texture_transform(members.source, moved, path, members.what)
    return TextureUse(texture, members.natural("texCoord", 0), transform, members.json("extras"))


def textures(source: Source) -> list[Texture]:
    """Every texture of the file."""
    return [_texture(members) for members in _collection(source, "textures", "texture")]


def _texture(members: Members) -> Texture:
    images = _encodings(members)
    return Texture(
        tuple(images[:1]),
        members.index("sampler", "samplers"),
        members.text("name"),
        extras=members.json("extras"),
        alternatives=tuple(images[1:]),
    )


def _encodings(members: Members) -> list[int]:
    """The images of a texture: that of core glTF, then those that extensions add in other encodings."""
    images = [members.index("source", "images")]
    extensions = members.json("extensions") or {}
    for name in (name for name in TEXTURE_MIME_TYPES if name in extensions):
        path = (*members.path, "extensions", name)
        images.append(
            Members(members.source, extensions[name], path, name, members).index("source", "images")
        )
    return [image for image in images if image is not None]


def samplers(source: Source) -> list[Sampler]:
    """Every sampler of the file."""
    return [_sampler(members) for members in _collection(source, "samplers", "sampler")]


def _sampler(members: Members) -> Sampler:
    minification, mipmaps = members.choice("minFilter", MINIFICATION, (None, None))
    return Sampler(
        members.choice("magFilter", MAGNIFICATION, None),
        minification,
        mipmaps,
        (members.choice("wrapS", WRAPS, "repeat"), members.choice("wrapT", WRAPS, "repeat")),
        members.text("name"),
        members.json("extras"),
    )


def images(source: Source) -> list[Image]:
    """Every image of the file: its bytes are views, nothing is decoded."""
    return [_image(members) for members in _collection(source, "images", "image")]


def _image(members: Members) -> Image:
    uri = members.text("uri")
    data = _bytes(members, uri)
    mime = members.text("mimeType") or (None if data is None else image_mime(data))
    outside = uri if uri is not None and not uri.startswith("data:") else None
    return Image(data, mime, members.text("name"), outside, members.json("extras"))


def _bytes(members: Members, uri: str | None) -> memoryview | None:
    document = members.source.document
    if uri is not None:
        loaded = document.load(uri)
        if loaded.data is None:
            why = loaded.fault.message if loaded.fault else "it is empty"
            members.source.skip((*members.path, "uri"), f"the data of {members.what}", why)
        return loaded.data
    view = members.index("bufferView", "bufferViews")
    if view is None:
        return None
    try:
        data, start, length, _ = buffer_view_bytes(document, view, members.what)
    except BadAccessor as fault:
        members.source.skip((*members.path, "bufferView"), f"the data of {members.what}", str(fault))
        return None
    return data[start : start + length]
