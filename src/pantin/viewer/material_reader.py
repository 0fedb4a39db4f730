"""The materials of a rig as pictures show them, and notes on what of them is not drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import cos, isfinite, sin
from typing import TYPE_CHECKING, Any

from pantin.base.errors import PantinError
from pantin.base.limits import Budget
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext.json_values import as_object, number
from pantin.formats.gltf.ext.vrm0.mtoon import SHADER, Properties, mtoon_json
from pantin.formats.gltf.extension_names import (
    DISPERSION,
    EMISSIVE_STRENGTH,
    IOR,
    MTOON,
    SPECULAR,
    TEXTURE_AVIF,
    TEXTURE_TRANSFORM,
    TEXTURE_WEBP,
    TRANSMISSION,
    VOLUME,
    VRM0,
)
from pantin.report.wording import named
from pantin.rig import Material as RigMaterial
from pantin.rig import Rig, TextureTransform
from pantin.rig import TextureUse as RigTextureUse
from pantin.viewer.images import decode_image
from pantin.viewer.materials import IDENTITY, Affine, Material, Materials, TextureUse, Toon
from pantin.viewer.texture import CLAMP, MIRROR, REPEAT, Texture

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset

WRAP_MODES = {"clamp": CLAMP, "mirror": MIRROR, "repeat": REPEAT}
IMAGE_EXTENSIONS = (TEXTURE_WEBP, TEXTURE_AVIF)
"""Extensions that replace the image of a texture."""

DRAWN = frozenset({EMISSIVE_STRENGTH, IOR, SPECULAR, TRANSMISSION, MTOON})
"""Extensions of materials that are drawn, or approximated."""

UNSEEN = frozenset({VOLUME, DISPERSION})
"""Extensions that only change what is seen through a transmissive material, which blending stands for."""

GLASS = 0.85
"""How much of a fully transmissive surface is clear: its reflections stay visible."""

TOON_UNDRAWN = {
    "rim light": ("parametricRimColorFactor", "rimMultiplyTexture"),
    "matcap": ("matcapTexture",),
    "shading shift texture": ("shadingShiftTexture",),
    "outline width texture": ("outlineWidthMultiplyTexture",),
    "moving texture coordinates": (
        "uvAnimationScrollXSpeedFactor",
        "uvAnimationScrollYSpeedFactor",
        "uvAnimationRotationSpeedFactor",
    ),
}
"""Parts of MToon that are not drawn, and the members that switch them on."""


def read_materials(subject: Asset | Rig) -> Materials:
    """The materials of a rig. A texture that cannot be decoded is dropped with a note. The document of a VRM
    0.x says which of them are toon shaded."""
    asset = None if isinstance(subject, Rig) else subject
    rig = subject if isinstance(subject, Rig) else subject.rig
    reader = _Reader(rig, None if asset is None else asset.budget)
    toons = _vrm0_toons(asset.document) if asset and isinstance(asset.document, Document) else {}
    entries = tuple(
        reader.read_material(material, index, toons.get(index))
        for index, material in enumerate(rig.materials)
    )
    return Materials(entries, tuple(reader.textures), tuple(dict.fromkeys(reader.notes)))


def _vrm0_toons(document: Document) -> dict[int, dict[str, Any]]:
    """What VRM 0.x says of materials, as VRMC_materials_mtoon says it."""
    vrm = as_object(as_object(document.tree.get("extensions")).get(VRM0))
    listed, textures = vrm.get("materialProperties"), document.tree.get("textures")
    count = len(textures) if isinstance(textures, list) else 0
    given = [as_object(entry) for entry in listed] if isinstance(listed, list) else []
    return {
        index: mtoon_json(Properties(entry, count))
        for index, entry in enumerate(given)
        if entry.get("shader") == SHADER
    }


class _Reader:
    """Reads materials, and each texture once."""

    def __init__(self, rig: Rig, budget: Budget | None) -> None:
        self.rig, self.budget = rig, budget
        self.textures: list[Texture] = []
        self.notes: list[str] = []
        self._known: dict[tuple[int, bool], int | None] = {}

    def read_material(self, given: RigMaterial, index: int, toon: Mapping[str, Any] | None) -> Material:
        extensions = given.extensions or {}
        toon = as_object(extensions.get(MTOON)) or toon
        clear = _value(extensions, TRANSMISSION, "transmissionFactor", 0.0) * GLASS
        red, green, blue, alpha = given.base_colour
        transparent = given.alpha != "opaque" or clear > 0
        self.notes += _undrawn(given, index, toon)
        strength = _value(extensions, EMISSIVE_STRENGTH, "emissiveStrength", 1.0)
        emitted = tuple(channel * strength for channel in given.emissive)
        return Material(
            factor=(red, green, blue, (alpha if given.alpha != "opaque" else 1.0) * (1.0 - clear)),
            emissive=(emitted[0], emitted[1], emitted[2]),
            transparent=transparent,
            cutoff=max(given.alpha_cutoff, 1e-3) if given.alpha == "mask" else 0.0,
            double_sided=given.double_sided,
            unlit=given.unlit and not toon,
            metallic=given.metallic,
            roughness=given.roughness,
            specular=_specular(extensions),
            base_texture=self._use(given.base_colour_texture),
            metallic_roughness_texture=self._use(given.metallic_roughness_texture, data=True),
            normal_texture=self._use(given.normal_texture, data=True),
            normal_scale=given.normal_scale,
            occlusion_texture=self._use(given.occlusion_texture, data=True),
            occlusion_strength=given.occlusion_strength,
            emissive_texture=self._use(given.emissive_texture),
            toon=self._toon(toon) if toon else None,
        )

    def _toon(self, toon: Mapping[str, Any]) -> Toon:
        mode = toon.get("outlineWidthMode")
        width = _number(toon.get("outlineWidthFactor"), 0.0)
        return Toon(
            shade=_colour(toon.get("shadeColorFactor")),
            shade_texture=self._toon_texture(toon.get("shadeMultiplyTexture")),
            shift=_number(toon.get("shadingShiftFactor"), 0.0),
            toony=min(max(_number(toon.get("shadingToonyFactor"), 0.9), 0.0), 1.0),
            outline=_colour(toon.get("outlineColorFactor")),
            outline_lit=min(max(_number(toon.get("outlineLightingMixFactor"), 1.0), 0.0), 1.0),
            outline_width=max(width, 0.0) if mode in ("worldCoordinates", "screenCoordinates") else 0.0,
            on_screen=mode == "screenCoordinates",
        )

    def _toon_texture(self, info: Any) -> TextureUse | None:
        given = as_object(info)
        index, texcoord = given.get("index"), given.get("texCoord")
        if type(index) is not int or not 0 <= index < len(self.rig.textures):
            return None
        moved = as_object(as_object(given.get("extensions")).get(TEXTURE_TRANSFORM))
        use = self._use(RigTextureUse(index, texcoord if type(texcoord) is int and texcoord >= 0 else 0))
        if use is None or not moved:
            return use
        offset, scale = (
            _pair(moved.get(name), default) for name, default in (("offset", 0.0), ("scale", 1.0))
        )
        transform = TextureTransform(offset, _number(moved.get("rotation"), 0.0), scale)
        return replace(use, transform=_uv_transform(transform))

    def _use(self, use: RigTextureUse | None, data: bool = False) -> TextureUse | None:
        texture = None if use is None else self._texture(use.texture, data)
        if use is None or texture is None:
            return None
        chosen = use.texcoord
        if use.transform is not None and use.transform.texcoord is not None:
            chosen = use.transform.texcoord
        return TextureUse(texture, chosen, _uv_transform(use.transform))

    def _texture(self, index: int, data: bool) -> int | None:
        if (index, data) not in self._known:
            self._known[index, data] = self._add_texture(index, data)
        return self._known[index, data]

    def _add_texture(self, index: int, data: bool) -> int | None:
        texture = self.rig.textures[index]
        source = texture.images[0] if texture.images else None
        for name in IMAGE_EXTENSIONS:
            source = as_object((texture.extensions or {}).get(name)).get("source", source)
        if type(source) is not int or not 0 <= source < len(self.rig.images):
            self.notes.append(f"texture {index} has no image in a supported format")
            return None
        try:
            pixels = decode_image(self.rig.images[source], source, self.budget)
        except PantinError as error:
            self.notes.append(str(error))
            return None
        sampler = None if texture.sampler is None else self.rig.samplers[texture.sampler]
        across, down = ("repeat", "repeat") if sampler is None else (*sampler.wrap, "repeat", "repeat")[:2]
        nearest = sampler is not None and sampler.magnification == "nearest"
        self.textures.append(Texture(pixels, (WRAP_MODES[across], WRAP_MODES[down]), nearest, data))
        return len(self.textures) - 1


def _undrawn(given: RigMaterial, index: int, toon: Mapping[str, Any] | None) -> Iterator[str]:
    """One note on a material with parts that are not drawn."""
    parts = [name for name in given.extensions or {} if name not in DRAWN | UNSEEN]
    parts += [
        part for part, members in TOON_UNDRAWN.items() if toon and any(map(_is_on, map(toon.get, members)))
    ]
    if parts:
        yield f"{named('material', index, given.name)}: {', '.join(parts)} not drawn"


def _is_on(value: Any) -> bool:
    """Whether a member of MToon has an effect: a texture, or a number other than 0."""
    return any(map(_is_on, value)) if isinstance(value, list) else bool(value)


def _specular(extensions: Mapping[str, Any]) -> float:
    """The part of light that is reflected head-on (KHR_materials_ior, KHR_materials_specular)."""
    ior = max(_value(extensions, IOR, "ior", 1.5), 1.0)
    strength = _value(extensions, SPECULAR, "specularFactor", 1.0)
    return float((ior - 1) ** 2 / (ior + 1) ** 2 * strength)


def _uv_transform(transform: TextureTransform | None) -> Affine:
    """Translation · rotation · scale, in the order of KHR_texture_transform."""
    if transform is None:
        return IDENTITY
    (offset_u, offset_v), (scale_u, scale_v) = transform.offset, transform.scale
    turned = cos(transform.rotation), sin(transform.rotation)
    return (
        (turned[0] * scale_u, turned[1] * scale_v, offset_u),
        (-turned[1] * scale_u, turned[0] * scale_v, offset_v),
    )


def _value(extensions: Mapping[str, Any], extension: str, member: str, default: float) -> float:
    return _number(as_object(extensions.get(extension)).get(member), default)


def _number(value: Any, default: float) -> float:
    finite = number(value)
    return default if finite is None or not isfinite(finite) else finite


def _colour(value: Any) -> tuple[float, float, float]:
    """Three numbers; black where there are none, the default of MToon's colours."""
    parts = value if isinstance(value, list) and len(value) == 3 else [0.0] * 3
    return (_number(parts[0], 0.0), _number(parts[1], 0.0), _number(parts[2], 0.0))


def _pair(value: Any, default: float) -> tuple[float, float]:
    parts = value if isinstance(value, list) and len(value) == 2 else [default] * 2
    return (_number(parts[0], default), _number(parts[1], default))
