"""Materials, textures, samplers, images and cameras of a new document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pantin.base.records import defaults, replace
from pantin.formats.gltf.extension_names import TEXTURE_MIME_TYPES, TEXTURE_TRANSFORM, UNLIT
from pantin.formats.gltf.lift.materials import ALPHA_MODES, MAGNIFICATION, MINIFICATION, WRAPS
from pantin.formats.gltf.material_extensions import GROUPS, OUTLINE_MODES, Group, group_members, is_texture
from pantin.formats.gltf.new.file_layout import FileLayout, NumberText, order_members
from pantin.formats.gltf.new.ranges import fit_camera, fit_material
from pantin.formats.gltf.new.store import Store
from pantin.formats.images import image_mime
from pantin.rig import Camera, Image, Material, Perspective, Sampler, Texture, TextureUse
from pantin.rig.texture import Json

Tree = dict[str, Any]

CORE_ENCODINGS = ("image/png", "image/jpeg")
ENCODINGS = {mime: name for name, mime in TEXTURE_MIME_TYPES.items()}
"""Texture extensions by image encoding, for encodings other than PNG and JPEG."""


def materials_json(store: Store, materials: Sequence[Material]) -> list[Tree]:
    """Every material, with the members required by the layout."""
    return [_material(store, material) for material in materials]


def _material(store: Store, material: Material) -> Tree:
    layout, material = store.layout, fit_material(material)
    metallic: Tree = dict(layout.metallic)
    metallic["baseColorFactor"] = _colour(layout, material)
    # glTF's defaults are those of metal; a rig's are not.
    metallic |= {
        name: value
        for name, value in (("metallicFactor", material.metallic), ("roughnessFactor", material.roughness))
        if value != 1.0 or name in metallic
    }
    metallic["baseColorTexture"] = _use(store, material.base_color_texture)
    metallic["metallicRoughnessTexture"] = _use(store, material.metallic_roughness_texture)
    members: Tree = {
        "name": material.name,
        "pbrMetallicRoughness": order_members(layout, "metallic", metallic),
        **layout.material,
    }
    members["normalTexture"] = _use(store, material.normal_texture, "scale", material.normal_scale)
    members["occlusionTexture"] = _use(
        store, material.occlusion_texture, "strength", material.occlusion_strength
    )
    members["emissiveTexture"] = _use(store, material.emissive_texture)
    # An emission above 1 needs the extension of its strength.
    strength = max(1.0, *material.emissive)
    material = replace(material, emissive_strength=material.emissive_strength * strength)
    if material.emissive != (0.0, 0.0, 0.0):
        members["emissiveFactor"] = [part / strength for part in material.emissive]
    if material.alpha_cutoff != 0.5:
        members["alphaCutoff"] = material.alpha_cutoff
    if material.double_sided:
        members["doubleSided"] = True
    alpha = _alpha_mode(material)
    if alpha != "OPAQUE":
        members["alphaMode"] = alpha
    extensions: Tree = {UNLIT: {}} if material.unlit else {}
    for group in GROUPS:
        payload = _group_json(store, material, group)
        if payload is not None:
            extensions[group.extension] = payload
    return order_members(layout, "material", members) | _extension_members(store, extensions, material.extras)


def _group_json(store: Store, material: Material, group: Group) -> Tree | None:
    """The object of a material extension; None if the material lacks the part, or has only defaults."""
    part = getattr(material, group.part) if group.part else material
    if part is None:
        return None
    usual = defaults(type(part))
    members: Tree = dict(group.constant)
    for member, field in group_members(group.extension):
        value = getattr(part, field)
        if is_texture(member):
            scaled = group.scaled.get(member.attribute)
            scale = getattr(part, scaled) if scaled else 1.0
            value = _use(store, value, "scale", scale)
        elif value == usual[field] and not group.complete:
            continue
        if value is not None:
            members[member.name] = _plain(value)
    return members if members or group.part else None


def _plain(value: Any) -> Any:
    """A value of a field as JSON."""
    if isinstance(value, str):
        return next(word for word, mode in OUTLINE_MODES.items() if mode == value)
    return list(value) if isinstance(value, tuple) else value


def _alpha_mode(material: Material) -> str:
    if material.alpha_mode is None:
        # glTF ignores alpha otherwise (§3.9.4). Not as float32, which may round to 1 (Rigy chapter 13.5).
        return "OPAQUE" if material.base_color[3] == 1.0 else "BLEND"
    return next(name for name, mode in ALPHA_MODES.items() if mode == material.alpha_mode)


def _colour(layout: FileLayout, material: Material) -> list[Any]:
    if layout.colour_decimals is None:
        return list(material.base_color)
    return [
        NumberText(f"{float(np.float32(part)):.{layout.colour_decimals}f}") for part in material.base_color
    ]


def _use(store: Store, use: TextureUse | None, factor: str = "", value: float = 1.0) -> Tree | None:
    if use is None:
        return None
    members: Tree = {"index": use.texture}
    if use.texcoord:
        members["texCoord"] = use.texcoord
    if factor and value != 1.0:
        members[factor] = value
    extensions: Tree = {}
    if use.transform is not None:
        moved = use.transform
        transform: Tree = {
            "offset": None if moved.offset == (0.0, 0.0) else list(moved.offset),
            "rotation": moved.rotation or None,
            "scale": None if moved.scale == (1.0, 1.0) else list(moved.scale),
            "texCoord": moved.texcoord,
        }
        extensions[TEXTURE_TRANSFORM] = {name: part for name, part in transform.items() if part is not None}
    return members | _extension_members(store, extensions, use.extras)


def textures_json(store: Store, textures: Sequence[Texture], images: dict[int, int]) -> list[Tree]:
    """Every texture; `images` has the index in the document of each image that is written."""
    return [_texture(store, texture, images) for texture in textures]


def _texture(store: Store, texture: Texture, images: dict[int, int]) -> Tree:
    # Of a texture made of slices glTF can show one.
    encodings = (images.get(image) for image in (*texture.images[:1], *texture.alternatives))
    source: int | None = None
    extensions: Tree = {}
    for index in (index for index in encodings if index is not None):
        encoding = ENCODINGS.get(store.image_types[index])
        if encoding is not None:
            extensions.setdefault(encoding, {"source": index})
        elif source is None:
            source = index
    if source is None:
        for encoding in extensions:
            store.require(encoding)
    members = {"sampler": texture.sampler, "source": source, "name": texture.name}
    return _stated_members(members) | _extension_members(store, extensions, texture.extras)


def samplers_json(store: Store, samplers: Sequence[Sampler]) -> list[Tree]:
    """Every sampler."""
    return [_sampler(store, sampler) for sampler in samplers]


def _sampler(store: Store, sampler: Sampler) -> Tree:
    magnification = {name: number for number, name in MAGNIFICATION.items()}
    minification = {names: number for number, names in MINIFICATION.items()}
    wraps = {name: number for number, name in WRAPS.items()}
    wrap = [wraps[mode] for mode in (*sampler.wrap, *sampler.wrap)[:2]]
    # glTF states both in one number; a filter between mip levels alone goes with linear ones.
    small = sampler.minification or ("linear" if sampler.mipmaps is not None else None)
    members = {
        "magFilter": None if sampler.magnification is None else magnification[sampler.magnification],
        "minFilter": None if small is None else minification[small, sampler.mipmaps or "none"],
        "wrapS": None if wrap[0] == wraps["repeat"] else wrap[0],
        "wrapT": None if wrap[1] == wraps["repeat"] else wrap[1],
        "name": sampler.name,
    }
    return _stated_members(members) | _extension_members(store, {}, sampler.extras)


def images_json(store: Store, images: Sequence[Image]) -> tuple[list[Tree], dict[int, int]]:
    """The images that have bytes and a media type, and the index of each in the document."""
    listed: list[Tree] = []
    index_of: dict[int, int] = {}
    for number, image in enumerate(images):
        if is_writable(image):
            assert image.data is not None
            index_of[number] = len(listed)
            kind = mime_type(image) or ""
            store.image_types.append(kind)
            if kind in ENCODINGS:
                store.use(ENCODINGS[kind])
            members = {
                "bufferView": store.add_view(image.data),
                "mimeType": kind,
                "name": image.name,
            }
            listed.append(_stated_members(members) | _extension_members(store, {}, image.extras))
    return listed, index_of


def mime_type(image: Image) -> str | None:
    """The media type of an image by its first bytes, else as stated: glTF requires the type of the data."""
    return (None if image.data is None else image_mime(memoryview(image.data))) or image.mime_type


def is_writable(image: Image) -> bool:
    """Whether a GLB can store the image: it needs bytes, and a media type that glTF or an extension has."""
    return bool(image.data) and mime_type(image) in {*CORE_ENCODINGS, *ENCODINGS}


def cameras_json(store: Store, cameras: Sequence[Camera]) -> list[Tree]:
    """Every camera."""
    return [_camera(store, camera) for camera in cameras]


def _camera(store: Store, camera: Camera) -> Tree:
    lens = fit_camera(camera).projection
    members: Tree = {"name": camera.name}
    if isinstance(lens, Perspective):
        inner = {"aspectRatio": lens.aspect, "yfov": lens.fov, "zfar": lens.far, "znear": lens.near}
        members |= {"type": "perspective", "perspective": _stated_members(inner)}
    else:
        # glTF has no width that follows the window: a square image then.
        width = lens.height if lens.width is None else lens.width
        inner = {"xmag": width / 2, "ymag": lens.height / 2, "zfar": lens.far, "znear": lens.near}
        members |= {"type": "orthographic", "orthographic": inner}
    return _stated_members(members) | _extension_members(store, {}, camera.extras)


def _stated_members(members: Tree) -> Tree:
    return {name: value for name, value in members.items() if value is not None}


def _extension_members(store: Store, extensions: Json, extras: Json | None) -> Tree:
    """The members `extensions` and `extras`, where there is something in them."""
    members: Tree = {}
    if extensions:
        members["extensions"] = dict(extensions)
        store.use(*extensions)
    if extras:
        members["extras"] = dict(extras)
    return members
