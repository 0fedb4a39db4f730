"""The materials of a rig as pictures show them, and notes on what of them is not drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, sin
from typing import TYPE_CHECKING

from pantin.base.errors import PantinError
from pantin.base.limits import Budget
from pantin.report.wording import counted, named
from pantin.rig import Material as RigMaterial
from pantin.rig import MToon, Rig, TextureTransform
from pantin.rig import TextureUse as RigTextureUse
from pantin.viewer.images import decode_image
from pantin.viewer.materials import IDENTITY, Affine, Material, Materials, TextureUse, Toon
from pantin.viewer.texture import CLAMP, MIRROR, REPEAT, Texture

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset

WRAP_MODES = {"clamp": CLAMP, "mirror": MIRROR, "repeat": REPEAT}

UNDRAWN = (
    *("anisotropy", "clearcoat", "diffuse_transmission", "iridescence", "sheen", "specular_glossiness"),
)
"""Parts of materials that are not drawn. A volume and its dispersion only change what is seen through a
transmissive material, which blending stands for."""

GLASS = 0.85
"""How much of a fully transmissive surface is clear: its reflections stay visible."""

TOON_UNDRAWN = {
    "rim light": ("rim_colour", "rim_texture"),
    "matcap": ("matcap_texture",),
    "shading shift texture": ("shading_shift_texture",),
    "outline width texture": ("outline_width_texture",),
    "moving texture coordinates": ("uv_scroll_u", "uv_scroll_v", "uv_rotation"),
}
"""Parts of MToon that are not drawn, and the fields that switch them on."""


def read_materials(subject: Asset | Rig) -> Materials:
    """The materials of a rig. A texture that cannot be decoded is dropped with a note."""
    rig = subject if isinstance(subject, Rig) else subject.rig
    reader = _Reader(rig, None if isinstance(subject, Rig) else subject.budget)
    entries = tuple(map(reader.read_material, rig.materials))
    notes = (*undrawn_parts(rig.materials), *dict.fromkeys(reader.notes))
    return Materials(entries, tuple(reader.textures), notes)


class _Reader:
    """Reads materials, and each texture once."""

    def __init__(self, rig: Rig, budget: Budget | None) -> None:
        self.rig, self.budget = rig, budget
        self.textures: list[Texture] = []
        self.notes: list[str] = []
        self._known: dict[tuple[int, bool], int | None] = {}

    def read_material(self, given: RigMaterial) -> Material:
        clear = 0.0 if given.transmission is None else given.transmission.factor * GLASS
        red, green, blue, alpha = given.base_colour
        transparent = given.alpha != "opaque" or clear > 0
        emitted = tuple(channel * given.emissive_strength for channel in given.emissive)
        return Material(
            factor=(red, green, blue, (alpha if given.alpha != "opaque" else 1.0) * (1.0 - clear)),
            emissive=(emitted[0], emitted[1], emitted[2]),
            transparent=transparent,
            cutoff=max(given.alpha_cutoff, 1e-3) if given.alpha == "mask" else 0.0,
            double_sided=given.double_sided,
            unlit=given.unlit and given.mtoon is None,
            metallic=given.metallic,
            roughness=given.roughness,
            specular=_specular(given),
            base_texture=self._use(given.base_colour_texture),
            metallic_roughness_texture=self._use(given.metallic_roughness_texture, data=True),
            normal_texture=self._use(given.normal_texture, data=True),
            normal_scale=given.normal_scale,
            occlusion_texture=self._use(given.occlusion_texture, data=True),
            occlusion_strength=given.occlusion_strength,
            emissive_texture=self._use(given.emissive_texture),
            toon=None if given.mtoon is None else self._toon(given.mtoon),
        )

    def _toon(self, given: MToon) -> Toon:
        return Toon(
            shade=given.shade_colour,
            shade_texture=self._use(given.shade_texture),
            shift=given.shading_shift,
            toony=given.shading_toony,
            outline=given.outline_colour,
            outline_lit=given.outline_lighting_mix,
            outline_width=0.0 if given.outline_mode == "none" else given.outline_width,
            on_screen=given.outline_mode == "screen",
        )

    def _use(self, use: RigTextureUse | None, data: bool = False) -> TextureUse | None:
        texture = None if use is None else self._texture(use.texture, data)
        if use is None or texture is None:
            return None
        return TextureUse(texture, use.texcoord_set, _uv_transform(use.transform))

    def _texture(self, index: int, data: bool) -> int | None:
        if (index, data) not in self._known:
            self._known[index, data] = self._add_texture(index, data)
        return self._known[index, data]

    def _add_texture(self, index: int, data: bool) -> int | None:
        texture = self.rig.textures[index]
        pixels, faults = None, []
        for source in (*texture.alternatives, *texture.images[:1]):
            try:
                pixels = decode_image(self.rig.images[source], source, self.budget)
                break
            except PantinError as error:
                faults.append(str(error))
        if pixels is None:
            self.notes += faults or [f"texture {index} has no image in a supported format"]
            return None
        sampler = None if texture.sampler is None else self.rig.samplers[texture.sampler]
        across, down = ("repeat", "repeat") if sampler is None else (*sampler.wrap, "repeat", "repeat")[:2]
        nearest = sampler is not None and sampler.magnification == "nearest"
        self.textures.append(Texture(pixels, (WRAP_MODES[across], WRAP_MODES[down]), nearest, data))
        return len(self.textures) - 1


def undrawn_parts(materials: Sequence[RigMaterial]) -> Iterator[str]:
    """A note on each part that materials have and that is not drawn."""
    found: dict[str, list[int]] = {}
    for index, material in enumerate(materials):
        for part in _undrawn(material):
            found.setdefault(part, []).append(index)
    for part, indices in found.items():
        first = named("material", indices[0], materials[indices[0]].name)
        others = f" and {counted(len(indices) - 1, 'other')}" if len(indices) > 1 else ""
        yield f"{part} not drawn: {first}{others}"


def _undrawn(given: RigMaterial) -> Iterator[str]:
    yield from (part.replace("_", " ") for part in UNDRAWN if getattr(given, part) is not None)
    for part, members in TOON_UNDRAWN.items():
        if given.mtoon is not None and any(_is_on(getattr(given.mtoon, member)) for member in members):
            yield part


def _is_on(value: object) -> bool:
    """Whether a member of MToon has an effect: a texture, or a number other than 0."""
    return any(value) if isinstance(value, tuple) else bool(value)


def _specular(given: RigMaterial) -> float:
    """The part of light that is reflected head-on (KHR_materials_ior, KHR_materials_specular)."""
    ior = max(given.ior, 1.0)
    strength = 1.0 if given.specular is None else given.specular.factor
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
