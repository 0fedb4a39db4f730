"""The materials of a rig as images show them, and notes on what of them is not drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, inf, sin
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.base.errors import PantinError
from pantin.base.limits import Budget
from pantin.base.records import replace
from pantin.formats.pixels import decode_image
from pantin.report.wording import counted, named
from pantin.rig import Anisotropy, Clearcoat, Iridescence, MToon, Rig, TextureTransform, Transmission, Volume
from pantin.rig import Material as RigMaterial
from pantin.rig import Sheen as RigSheen
from pantin.rig import Specular as RigSpecular
from pantin.rig import TextureUse as RigTextureUse
from pantin.viewer.materials import (
    IDENTITY,
    Affine,
    Brushing,
    Coat,
    Color,
    Glass,
    IridescentFilm,
    Material,
    Materials,
    Sheen,
    TextureUse,
    Toon,
)
from pantin.viewer.texture import CLAMP, MIRROR, REPEAT, Texture

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset

GREY = np.array([[[176, 176, 176, 255]]], np.uint8)
"""In place of colours that cannot be decoded: white would look as if there was no texture."""

WRAP_MODES = {"clamp": CLAMP, "mirror": MIRROR, "repeat": REPEAT}

SPREAD = 0.025
"""Half the spread of the index of refraction by its excess over 1 and by the dispersion, which is 20 / Abbe
number (KHR_materials_dispersion, "Dispersion"): half of 1 / 20."""

UNDRAWN = ("diffuse_transmission",)
"""Parts of materials that are not drawn."""

TOON_UNDRAWN = {
    "rim light": ("rim_color", "rim_texture"),
    "matcap": ("matcap_texture",),
    "shading shift texture": ("shading_shift_texture",),
    "outline width texture": ("outline_width_texture",),
    "moving texture coordinates": ("uv_scroll_u", "uv_scroll_v", "uv_rotation"),
}
"""Parts of MToon that are not drawn, and the fields that switch them on."""


def read_materials(subject: Asset | Rig) -> Materials:
    """The materials of a rig. A texture that cannot be decoded is dropped with a note."""
    return MaterialReader(subject).read()


class MaterialReader:
    """Reads the materials of a rig, and each texture once."""

    def __init__(self, subject: Asset | Rig) -> None:
        self.rig = subject if isinstance(subject, Rig) else subject.rig
        self.budget: Budget | None = None if isinstance(subject, Rig) else subject.budget
        self.textures: list[Texture] = []
        self.notes: list[str] = []
        self._known: dict[tuple[int, bool], int | None] = {}

    def read(self) -> Materials:
        entries = tuple(map(self.read_material, self.rig.materials))
        notes = (*undrawn_parts(self.rig.materials), *dict.fromkeys(self.notes))
        return Materials(entries, tuple(self.textures), notes)

    def read_changed(self, known: Materials, changed: Sequence[RigMaterial]) -> Materials:
        """The materials where those of the rig are others; a texture that is needed for the first time comes
        after those that are known."""
        entries = tuple(
            entry if new is old else self.read_material(new)
            for entry, old, new in zip(known.entries, self.rig.materials, changed, strict=True)
        )
        return replace(known, entries=entries, textures=tuple(self.textures))

    def read_material(self, material: RigMaterial) -> Material:
        material = as_metallic(material)
        red, green, blue, alpha = material.base_color
        return Material(
            factor=(red, green, blue, alpha if material.alpha != "opaque" else 1.0),
            emissive=material.emitted,
            transparent=material.alpha != "opaque",
            cutoff=max(material.alpha_cutoff, 1e-3) if material.alpha == "mask" else 0.0,
            double_sided=material.double_sided,
            unlit=material.unlit and material.mtoon is None,
            metallic=material.metallic,
            roughness=material.roughness,
            specular=head_on_reflection(material.ior),
            **self._specular(material.specular),
            base_texture=self._use(material.base_color_texture),
            metallic_roughness_texture=self._use(material.metallic_roughness_texture, data=True),
            normal_texture=self._use(material.normal_texture, data=True),
            normal_scale=material.normal_scale,
            occlusion_texture=self._use(material.occlusion_texture, data=True),
            occlusion_strength=material.occlusion_strength,
            emissive_texture=self._use(material.emissive_texture),
            toon=None if material.mtoon is None else self._toon(material.mtoon),
            coat=None if material.clearcoat is None else self._coat(material.clearcoat),
            sheen=None if material.sheen is None else self._sheen(material.sheen),
            glass=None if material.transmission is None else self._glass(material, material.transmission),
            film=None if material.iridescence is None else self._film(material.iridescence),
            brushing=None if material.anisotropy is None else self._brushing(material.anisotropy),
        )

    def _specular(self, specular: RigSpecular | None) -> dict[str, Any]:
        if specular is None:
            return {}
        return {
            "reflectivity": specular.factor,
            "tinge": specular.color,
            "reflectivity_texture": self._use(specular.texture, data=True),
            "tinge_texture": self._use(specular.color_texture),
        }

    def _coat(self, clearcoat: Clearcoat) -> Coat | None:
        return (
            None
            if not clearcoat.factor
            else Coat(
                factor=clearcoat.factor,
                roughness=clearcoat.roughness,
                texture=self._use(clearcoat.texture, data=True),
                roughness_texture=self._use(clearcoat.roughness_texture, data=True),
                normal_texture=self._use(clearcoat.normal_texture, data=True),
                normal_scale=clearcoat.normal_scale,
            )
        )

    def _sheen(self, sheen: RigSheen) -> Sheen | None:
        return (
            None
            if not any(sheen.color)
            else Sheen(
                color=sheen.color,
                roughness=sheen.roughness,
                texture=self._use(sheen.color_texture),
                roughness_texture=self._use(sheen.roughness_texture, data=True),
            )
        )

    def _glass(self, material: RigMaterial, clear: Transmission) -> Glass | None:
        volume, ior = material.volume or Volume(), material.ior or 1.5
        return (
            None
            if not clear.factor
            else Glass(
                factor=clear.factor,
                ior=ior,
                thickness=volume.thickness,
                tint=_tint(volume),
                spread=(ior - 1.0) * SPREAD * material.dispersion,
                texture=self._use(clear.texture, data=True),
                thickness_texture=self._use(volume.thickness_texture, data=True),
            )
        )

    def _film(self, film: Iridescence) -> IridescentFilm | None:
        return (
            None
            if not film.factor
            else IridescentFilm(
                factor=film.factor,
                ior=film.ior,
                thinnest=film.thickness_minimum,
                thickest=film.thickness_maximum,
                texture=self._use(film.texture, data=True),
                thickness_texture=self._use(film.thickness_texture, data=True),
            )
        )

    def _brushing(self, grooves: Anisotropy) -> Brushing | None:
        return (
            None
            if not grooves.strength
            else Brushing(
                along=grooves.strength * cos(grooves.rotation),
                across=grooves.strength * sin(grooves.rotation),
                texture=self._use(grooves.texture, data=True),
            )
        )

    def _toon(self, mtoon: MToon) -> Toon:
        return Toon(
            shade=mtoon.shade_color,
            shade_texture=self._use(mtoon.shade_texture),
            shift=mtoon.shading_shift,
            toony=mtoon.shading_toony,
            outline=mtoon.outline_color,
            outline_lit=mtoon.outline_lighting_mix,
            outline_width=0.0 if mtoon.outline_mode == "none" else mtoon.outline_width,
            on_screen=mtoon.outline_mode == "screen",
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
            if data:
                return None
            pixels = GREY
        sampler = None if texture.sampler is None else self.rig.samplers[texture.sampler]
        across, down = ("repeat", "repeat") if sampler is None else (*sampler.wrap, "repeat", "repeat")[:2]
        nearest = sampler is not None and sampler.magnification == "nearest"
        self.textures.append(Texture(pixels, (WRAP_MODES[across], WRAP_MODES[down]), nearest, data))
        return len(self.textures) - 1


def undrawn_parts(materials: Sequence[RigMaterial]) -> Iterator[str]:
    """A note on each part that materials have and that is not drawn."""
    undrawn: dict[str, list[int]] = {}
    for index, material in enumerate(materials):
        for part in _unsupported_parts(material):
            undrawn.setdefault(part, []).append(index)
    for part, indices in undrawn.items():
        first = named("material", indices[0], materials[indices[0]].name)
        others = f" and {counted(len(indices) - 1, 'other')}" if len(indices) > 1 else ""
        yield f"{part} not drawn: {first}{others}"


def _unsupported_parts(material: RigMaterial) -> Iterator[str]:
    yield from (part.replace("_", " ") for part in UNDRAWN if getattr(material, part))
    for part, members in TOON_UNDRAWN.items():
        if material.mtoon is not None and any(_is_on(getattr(material.mtoon, member)) for member in members):
            yield part


def _is_on(value: object) -> bool:
    """Whether a member of MToon has an effect: a texture, or a number other than 0."""
    return any(value) if isinstance(value, tuple) else bool(value)


def head_on_reflection(ior: float) -> float:
    """The part of light that is reflected head-on by an index of refraction (KHR_materials_ior); 0 stands for
    an infinite one."""
    ior = max(ior, 1.0) if ior else inf
    return 1.0 if ior == inf else (ior - 1) ** 2 / (ior + 1) ** 2


def _tint(volume: Volume) -> Color:
    """Transmittance over a distance of 1 (Beer's law): the colour to the power of 1 / distance."""
    if not volume.attenuation_distance:
        return (1.0, 1.0, 1.0)
    power = 1 / volume.attenuation_distance
    red, green, blue = (max(part, 1e-6) ** power for part in volume.attenuation_color)
    return red, green, blue


def as_metallic(material: RigMaterial) -> RigMaterial:
    """A material of diffuse and specular colours as one of base colour, metal and roughness; reflections of
    other colours than grey are those of `Specular`. Its specular texture is not drawn."""
    source = material.specular_glossiness
    if source is None:
        return material
    # F0 of a dielectric with this index is 1, so the colour of the reflections is the specular colour.
    return replace(
        material,
        base_color=source.diffuse,
        base_color_texture=source.diffuse_texture,
        metallic=0.0,
        roughness=1.0 - source.glossiness,
        metallic_roughness_texture=None,
        ior=0.0,
        specular=RigSpecular(color=source.specular, color_texture=source.specular_glossiness_texture),
    )


def _uv_transform(transform: TextureTransform | None) -> Affine:
    return IDENTITY if transform is None else transform.matrix()
