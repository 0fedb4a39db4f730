"""What surfaces are painted with: base colour, texture, alpha and light of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, isfinite, sin
from typing import Any

from pantin.errors import PantinError
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.ext.recognised import TEXTURE_AVIF, TEXTURE_TRANSFORM, TEXTURE_WEBP, UNLIT
from pantin.formats.gltf.ext.vrmc_spring_bone.model import number
from pantin.rig import Rig
from pantin.viewer.images import decoded
from pantin.viewer.texture import CLAMP, MIRROR, REPEAT, Texture

WRAPS = {33071: CLAMP, 33648: MIRROR, 10497: REPEAT}
NEAREST = 9728
"""Numbers of samplers (glTF 2.0 §5.26)."""

SOURCES = (TEXTURE_WEBP, TEXTURE_AVIF)
"""Extensions that put another image in the place of a texture's own."""

Affine = tuple[tuple[float, float, float], tuple[float, float, float]]
UNMOVED: Affine = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


@dataclass(frozen=True, slots=True)
class Paint:
    """How a surface looks.

    factor        linear RGBA that everything else is multiplied with
    peeled        whether one may see through some of it, so that what lies behind is drawn as well
    cutoff        alpha below this is not there; 0 for none
    double_sided  whether it is there when seen from behind
    unlit         shown in its colour, whatever the light
    texture       index of the base colour texture among those of the `Paints`
    texcoords     the set of texture coordinates that it uses
    placed        how those are moved before they are used (KHR_texture_transform)
    """

    factor: tuple[float, float, float, float] = (0.8, 0.8, 0.8, 1.0)
    emissive: tuple[float, float, float] = (0.0, 0.0, 0.0)
    peeled: bool = False
    cutoff: float = 0.0
    double_sided: bool = False
    unlit: bool = False
    texture: int | None = None
    texcoords: int = 0
    placed: Affine = UNMOVED


PLAIN = Paint((0.62, 0.64, 0.68, 1.0))
"""The look of a surface without material: light clay, which shows shape better than white."""


@dataclass(frozen=True, eq=False, slots=True)
class Paints:
    """A paint for each material, the textures they name, and sentences about what could not be had."""

    listed: tuple[Paint, ...]
    textures: tuple[Texture, ...] = ()
    notes: tuple[str, ...] = ()

    def of(self, material: int | None) -> Paint:
        inside = material is not None and 0 <= material < len(self.listed)
        return self.listed[material] if inside else PLAIN  # type: ignore[index]


def plain_paints(rig: Rig) -> Paints:
    """Paints of a rig that comes from no document: the base colours of its materials."""
    return Paints(tuple(_faded(Paint(one.base_colour)) for one in rig.materials))


def _faded(paint: Paint) -> Paint:
    return replace(paint, peeled=True, double_sided=True) if paint.factor[3] < 1 else paint


def document_paints(document: Document) -> Paints:
    """Paints of a glTF document. A texture that cannot be had is left out with a note, never a fault."""
    reader = _Reader(document)
    paints = tuple(reader.paint(one) for one in _items(document.tree, "materials"))
    return Paints(paints, tuple(reader.textures), tuple(reader.notes))


class _Reader:
    """Reads materials, and each texture that they use once."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.textures: list[Texture] = []
        self.notes: list[str] = []
        self._known: dict[int, int | None] = {}

    def paint(self, material: Any) -> Paint:
        """glTF 2.0 §3.9; what is missing or wrong has the value that the specification gives."""
        metallic = _part(material, "pbrMetallicRoughness")
        info = _part(metallic, "baseColorTexture")
        mode = _get(material, "alphaMode")
        extensions = _part(material, "extensions")
        texture = self._texture(_get(info, "index"))
        red, green, blue, alpha = _numbers(_get(metallic, "baseColorFactor"), (1.0, 1.0, 1.0, 1.0))
        glow = _part(material, "emissiveTexture") is None
        moved = _part(_part(info, "extensions"), TEXTURE_TRANSFORM)
        chosen = _get(moved, "texCoord", _get(info, "texCoord"))
        return Paint(
            factor=(red, green, blue, alpha if mode in ("MASK", "BLEND") else 1.0),
            # Where its texture is not read, a glowing part would light up the whole surface.
            emissive=_numbers(_get(material, "emissiveFactor"), (0.0, 0.0, 0.0)) if glow else (0.0, 0.0, 0.0),
            peeled=mode in ("MASK", "BLEND"),
            cutoff=max(_number(_get(material, "alphaCutoff"), 0.5), 1e-3) if mode == "MASK" else 0.0,
            double_sided=_get(material, "doubleSided") is True,
            unlit=_part(extensions, UNLIT) is not None,
            texture=texture,
            texcoords=chosen if type(chosen) is int and chosen >= 0 else 0,
            placed=UNMOVED if moved is None else _placed(moved),
        )

    def _texture(self, index: Any) -> int | None:
        if type(index) is not int:
            return None
        if index not in self._known:
            self._known[index] = self._added(index)
        return self._known[index]

    def _added(self, index: int) -> int | None:
        listed = _items(self.document.tree, "textures")
        entry = listed[index] if 0 <= index < len(listed) else None
        source = _get(entry, "source")
        for name in SOURCES:
            source = _get(_part(_part(entry, "extensions"), name), "source", source)
        if type(source) is not int:
            self.notes.append(f"texture {index} names no image that can be drawn")
            return None
        samplers, sampler = _items(self.document.tree, "samplers"), _get(entry, "sampler")
        known = type(sampler) is int and 0 <= sampler < len(samplers)
        settings = samplers[sampler] if known else None
        try:
            pixels = decoded(self.document, source)
        except PantinError as error:
            if not self.notes or self.notes[-1] != str(error):
                self.notes.append(str(error))
            return None
        wrap = (WRAPS.get(_get(settings, "wrapS"), REPEAT), WRAPS.get(_get(settings, "wrapT"), REPEAT))
        self.textures.append(Texture(pixels, wrap, _get(settings, "magFilter") == NEAREST))
        return len(self.textures) - 1


def _placed(moved: dict[str, Any]) -> Affine:
    """Translation · rotation · scale, as KHR_texture_transform multiplies them."""
    across, down = _numbers(moved.get("offset"), (0.0, 0.0))
    wide, high = _numbers(moved.get("scale"), (1.0, 1.0))
    turn = _number(moved.get("rotation"), 0.0)
    return (
        (cos(turn) * wide, sin(turn) * high, across),
        (-sin(turn) * wide, cos(turn) * high, down),
    )


def _items(tree: dict[str, Any], name: str) -> list[Any]:
    listed = tree.get(name)
    return listed if isinstance(listed, list) else []


def _get(holder: Any, name: str, default: Any = None) -> Any:
    value = holder.get(name, default) if isinstance(holder, dict) else default
    # Unhashable values could not be looked up in tables of known numbers.
    return default if isinstance(value, list | dict) and name in ("wrapS", "wrapT", "alphaMode") else value


def _part(holder: Any, name: str) -> dict[str, Any] | None:
    value = _get(holder, name)
    return value if isinstance(value, dict) else None


def _number(value: Any, default: float) -> float:
    found = number(value)
    return default if found is None or not isfinite(found) else found


def _numbers(values: Any, default: tuple[float, ...]) -> Any:
    if not isinstance(values, list) or len(values) != len(default):
        return default
    return tuple(_number(value, one) for value, one in zip(values, default, strict=True))
