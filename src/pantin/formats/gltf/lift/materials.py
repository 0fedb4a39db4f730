"""Materials, textures, samplers and images (glTF 2.0 §3.8, §3.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.accessor import BadAccessor, buffer_view_bytes
from pantin.formats.gltf.extension_names import TEXTURE_TRANSFORM, UNLIT
from pantin.formats.gltf.lift.members import Members
from pantin.formats.gltf.lift.source import Source
from pantin.formats.images import image_mime
from pantin.rig import Image, Json, Material, Sampler, Texture, TextureTransform, TextureUse

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
    colour = metallic.numbers("baseColorFactor", (1.0, 1.0, 1.0, 1.0))
    alpha = members.choice("alphaMode", ALPHA_MODES, "opaque")
    extensions = dict(members.json("extensions") or {})
    unlit = extensions.pop(UNLIT, None) is not None
    return Material(
        members.text("name"),
        base_colour=colour,
        base_colour_texture=_use(metallic, "baseColorTexture"),
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
        alpha_mode=None if alpha == ("opaque" if colour[3] == 1.0 else "blend") else alpha,
        alpha_cutoff=members.number("alphaCutoff", 0.5),
        double_sided=members.flag("doubleSided", False),
        unlit=unlit,
        extras=members.json("extras"),
        extensions=_valid(members, extensions),
    )


def _valid(members: Members, extensions: dict[str, Any]) -> Json | None:
    """The extensions whose textures exist."""
    count = len(members.source.model.textures)
    kept = {}
    for name, payload in extensions.items():
        # By convention the members of extensions that use a texture are called so.
        members_of = payload.items() if isinstance(payload, dict) else ()
        used = [use for key, use in members_of if key.endswith("Texture") and isinstance(use, dict)]
        missing = [use for use in used if not _exists(use.get("index"), count)]
        if missing or not isinstance(payload, dict):
            why = "it uses a texture that does not exist" if missing else "it is not an object"
            members.source.skip((*members.place, "extensions", name), f"{name} of {members.what}", why)
        else:
            kept[name] = payload
    return kept or None


def _exists(index: Any, count: int) -> bool:
    return type(index) is int and 0 <= index < count


def _use(owner: Members, name: str) -> TextureUse | None:
    if name not in owner:
        return None
    members = owner.member(name)
    texture = members.index("index", "textures")
    if texture is None:
        return None
    extensions = dict(members.json("extensions") or {})
    moved = extensions.pop(TEXTURE_TRANSFORM, None)
    transform = None
    if moved is not None:
        place = (*members.place, "extensions", TEXTURE_TRANSFORM)
        given = Members(members.source, moved, place, TEXTURE_TRANSFORM, members)
        transform = TextureTransform(
            given.numbers("offset", (0.0, 0.0)),
            given.number("rotation", 0.0),
            given.numbers("scale", (1.0, 1.0)),
            given.natural("texCoord", 0) if "texCoord" in given else None,
        )
        if transform == TextureTransform():
            transform = None  # it changes nothing
    return TextureUse(
        texture, members.natural("texCoord", 0), transform, members.json("extras"), extensions or None
    )


def textures(source: Source) -> list[Texture]:
    """Every texture of the file."""
    return [
        Texture(
            () if (image := members.index("source", "images")) is None else (image,),
            members.index("sampler", "samplers"),
            members.text("name"),
            extras=members.json("extras"),
            extensions=_sourced(members),
        )
        for members in _collection(source, "textures", "texture")
    ]


def _sourced(members: Members) -> Json | None:
    """The extensions whose image exists: those for other encodings name one as `source`."""
    kept = dict(members.json("extensions") or {})
    for name in list(kept):
        place = (*members.place, "extensions", name)
        inner = Members(members.source, kept[name], place, name, members)
        if "source" in inner and inner.index("source", "images") is None:
            del kept[name]
    return kept or None


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
            members.source.skip((*members.place, "uri"), f"the data of {members.what}", why)
        return loaded.data
    view = members.index("bufferView", "bufferViews")
    if view is None:
        return None
    try:
        data, start, length, _ = buffer_view_bytes(document, view, members.what)
    except BadAccessor as fault:
        members.source.skip((*members.place, "bufferView"), f"the data of {members.what}", str(fault))
        return None
    return data[start : start + length]
