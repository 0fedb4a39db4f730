"""Materials as pictures show them: base colour, texture, alpha and emission."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, hypot, isfinite, sin
from typing import Any

from pantin.errors import PantinError
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext.json_values import number
from pantin.formats.gltf.ext.recognised import TEXTURE_AVIF, TEXTURE_TRANSFORM, TEXTURE_WEBP, UNLIT
from pantin.rig import Pose, Rig
from pantin.rig.expressions import MaterialChange, material_changes
from pantin.viewer.images import decode_image
from pantin.viewer.texture import CLAMP, MIRROR, REPEAT, Texture

WRAP_MODES = {33071: CLAMP, 33648: MIRROR, 10497: REPEAT}
NEAREST_FILTER = 9728
"""Constants of samplers (glTF 2.0 §5.26)."""

IMAGE_EXTENSIONS = (TEXTURE_WEBP, TEXTURE_AVIF)
"""Extensions that replace the image of a texture."""

Affine = tuple[tuple[float, float, float], tuple[float, float, float]]
IDENTITY: Affine = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


@dataclass(frozen=True, slots=True)
class Material:
    """How a surface looks.

    factor        linear RGBA that texture and vertex colours are multiplied by
    transparent   whether surfaces behind it may be visible, and are drawn too
    cutoff        fragments with a lower alpha are discarded; 0 keeps all
    double_sided  whether back faces are drawn
    unlit         shown in its own colour, without lighting
    texture       index of the base colour texture in `Materials.textures`
    texcoords     index of the texture coordinate set
    uv_transform  applied to texture coordinates (KHR_texture_transform)
    """

    factor: tuple[float, float, float, float] = (0.8, 0.8, 0.8, 1.0)
    emissive: tuple[float, float, float] = (0.0, 0.0, 0.0)
    transparent: bool = False
    cutoff: float = 0.0
    double_sided: bool = False
    unlit: bool = False
    texture: int | None = None
    texcoords: int = 0
    uv_transform: Affine = IDENTITY


DEFAULT_MATERIAL = Material((0.62, 0.64, 0.68, 1.0))
"""For surfaces without a material: light clay, which shows shape better than white."""


@dataclass(frozen=True, eq=False, slots=True)
class Materials:
    """All materials, the textures they use, and notes on what could not be loaded."""

    entries: tuple[Material, ...]
    textures: tuple[Texture, ...] = ()
    notes: tuple[str, ...] = ()

    def of(self, material: int | None) -> Material:
        inside = material is not None and 0 <= material < len(self.entries)
        return self.entries[material] if inside else DEFAULT_MATERIAL  # type: ignore[index]


def with_expressions(materials: Materials, pose: Pose) -> Materials:
    """The materials as the expressions of a pose colour them (VRMC_vrm 1.0); the shades of MToon are not
    drawn, and so not changed."""
    changes = material_changes(pose)
    if not changes:
        return materials
    entries = list(materials.entries)
    for index, change in changes.items():
        if index < len(entries):
            entries[index] = _changed(entries[index], change)
    return replace(materials, entries=tuple(entries))


def _changed(material: Material, change: MaterialChange) -> Material:
    red, green, blue, alpha = change.colour("color", material.factor)
    emissive: Any = change.colour("emissionColor", material.emissive)
    (a, b, c), (d, e, f) = material.uv_transform
    across, down = hypot(a, d), hypot(b, e)  # the scale before the rotation, which stays
    (scale_u, scale_v), (offset_u, offset_v) = change.texture_transform((across, down), (c, f))
    scale_u, scale_v = (scale_u / across if across else 1.0), (scale_v / down if down else 1.0)
    return replace(
        material,
        factor=(red, green, blue, alpha if material.transparent else 1.0),
        emissive=emissive,
        uv_transform=((a * scale_u, b * scale_v, offset_u), (d * scale_u, e * scale_v, offset_v)),
    )


def plain_materials(rig: Rig) -> Materials:
    """The materials of a rig without a glTF document: base colours only."""
    return Materials(tuple(_with_transparency(Material(entry.base_colour)) for entry in rig.materials))


def _with_transparency(material: Material) -> Material:
    return replace(material, transparent=True, double_sided=True) if material.factor[3] < 1 else material


def document_materials(document: Document) -> Materials:
    """The materials of a glTF document. A texture that cannot be loaded is dropped with a note."""
    reader = _Reader(document)
    materials = tuple(reader.read_material(entry) for entry in _items(document.tree, "materials"))
    return Materials(materials, tuple(reader.textures), tuple(reader.notes))


class _Reader:
    """Reads materials, and each texture once."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.textures: list[Texture] = []
        self.notes: list[str] = []
        self._known: dict[int, int | None] = {}

    def read_material(self, material: Any) -> Material:
        """A material of glTF 2.0 §3.9; missing and invalid members have their default values."""
        metallic = _part(material, "pbrMetallicRoughness")
        info = _part(metallic, "baseColorTexture")
        mode = _get(material, "alphaMode")
        extensions = _part(material, "extensions")
        texture = self._texture(_get(info, "index"))
        red, green, blue, alpha = _numbers(_get(metallic, "baseColorFactor"), (1.0, 1.0, 1.0, 1.0))
        # Without its texture, an emissive part would light up the whole surface.
        emits = _part(material, "emissiveTexture") is None
        emissive = _numbers(_get(material, "emissiveFactor"), (0.0, 0.0, 0.0)) if emits else (0.0, 0.0, 0.0)
        transform = _part(_part(info, "extensions"), TEXTURE_TRANSFORM)
        chosen = _get(transform, "texCoord", _get(info, "texCoord"))
        return Material(
            factor=(red, green, blue, alpha if mode in ("MASK", "BLEND") else 1.0),
            emissive=emissive,
            transparent=mode in ("MASK", "BLEND"),
            cutoff=max(_number(_get(material, "alphaCutoff"), 0.5), 1e-3) if mode == "MASK" else 0.0,
            double_sided=_get(material, "doubleSided") is True,
            unlit=_part(extensions, UNLIT) is not None,
            texture=texture,
            texcoords=chosen if type(chosen) is int and chosen >= 0 else 0,
            uv_transform=IDENTITY if transform is None else _uv_transform(transform),
        )

    def _texture(self, index: Any) -> int | None:
        if type(index) is not int:
            return None
        if index not in self._known:
            self._known[index] = self._add_texture(index)
        return self._known[index]

    def _add_texture(self, index: int) -> int | None:
        entries = _items(self.document.tree, "textures")
        entry = entries[index] if 0 <= index < len(entries) else None
        source = _get(entry, "source")
        for name in IMAGE_EXTENSIONS:
            source = _get(_part(_part(entry, "extensions"), name), "source", source)
        if type(source) is not int:
            self.notes.append(f"texture {index} has no image in a supported format")
            return None
        samplers, sampler = _items(self.document.tree, "samplers"), _get(entry, "sampler")
        known = type(sampler) is int and 0 <= sampler < len(samplers)
        settings = samplers[sampler] if known else None
        try:
            pixels = decode_image(self.document, source)
        except PantinError as error:
            if not self.notes or self.notes[-1] != str(error):
                self.notes.append(str(error))
            return None
        wrap = (
            WRAP_MODES.get(_get(settings, "wrapS"), REPEAT),
            WRAP_MODES.get(_get(settings, "wrapT"), REPEAT),
        )
        self.textures.append(Texture(pixels, wrap, _get(settings, "magFilter") == NEAREST_FILTER))
        return len(self.textures) - 1


def _uv_transform(transform: dict[str, Any]) -> Affine:
    """Translation · rotation · scale, in the order of KHR_texture_transform."""
    offset_u, offset_v = _numbers(transform.get("offset"), (0.0, 0.0))
    scale_u, scale_v = _numbers(transform.get("scale"), (1.0, 1.0))
    angle = _number(transform.get("rotation"), 0.0)
    return (
        (cos(angle) * scale_u, sin(angle) * scale_v, offset_u),
        (-sin(angle) * scale_u, cos(angle) * scale_v, offset_v),
    )


def _items(tree: dict[str, Any], name: str) -> list[Any]:
    entries = tree.get(name)
    return entries if isinstance(entries, list) else []


def _get(holder: Any, name: str, default: Any = None) -> Any:
    value = holder.get(name, default) if isinstance(holder, dict) else default
    # Unhashable values cannot be looked up in tables.
    return default if isinstance(value, list | dict) and name in ("wrapS", "wrapT", "alphaMode") else value


def _part(holder: Any, name: str) -> dict[str, Any] | None:
    value = _get(holder, name)
    return value if isinstance(value, dict) else None


def _number(value: Any, default: float) -> float:
    finite = number(value)
    return default if finite is None or not isfinite(finite) else finite


def _numbers(values: Any, defaults: tuple[float, ...]) -> Any:
    if not isinstance(values, list) or len(values) != len(defaults):
        return defaults
    return tuple(_number(value, default) for value, default in zip(values, defaults, strict=True))
