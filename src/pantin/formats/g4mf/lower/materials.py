"""Materials of a rig as G4MF channels, and copies of them for surfaces with their own values.

A G4MF surface has one texture map. Vertex colours and other sets of texture coordinates are bindings of the
material, whose indices follow the simplexes of one surface; so each surface that has them gets a material of
its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.formats.g4mf.lower.data_builder import DataBuilder
from pantin.formats.g4mf.lower.losses import Losses
from pantin.formats.g4mf.model import ORM
from pantin.maths import exact
from pantin.report.pointer import pointer
from pantin.rig import Material, Rig, Surface, TextureTransform, TextureUse

Bind = Callable[[NDArray[Any]], "dict[str, Any] | None"]
"""Binds values of vertices to a surface."""

CHANNEL_OF = {
    "base_color_texture": "baseColor",
    "emissive_texture": "emissive",
    "normal_texture": "normal",
    "metallic_roughness_texture": "orm",
}
"""The channel that a texture of a material becomes; occlusion is the red of `orm`."""


class MaterialWriter(Struct):
    """The materials of a new document: number i is that of the rig, copies follow."""

    data: DataBuilder
    rig: Rig
    losses: Losses
    baked: list[str] = field(default_factory=list)
    copies: list[dict[str, Any]] = field(default_factory=list)
    _plain: list[dict[str, Any]] = field(default_factory=list)
    _bound: dict[int, list[tuple[dict[str, Any], int]]] = field(default_factory=dict)
    _used: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._plain = [
            self._material(material, pointer("materials", index))
            for index, material in enumerate(self.rig.materials)
        ]
        self._used = {index for index, surface in self._users() if not self._values(index, surface)}
        self._note_unused_sets()

    def json(self) -> list[dict[str, Any]]:
        """All materials, after all surfaces are written."""
        for index, material in enumerate(self.rig.materials):
            uses = material.texture_uses().items()
            others = [use for name, use in uses if name in CHANNEL_OF and _set_of(use) != (0, None)]
            if others and index not in self._bound:
                why = "no surface of the material has these texture coordinates"
                where = pointer("materials", index)
                self.losses.add("texture coordinates and transforms of textures", why, where)
        return [*self._plain, *self.copies]

    def for_surface(self, material: int | None, surface: Surface, bind: Bind) -> int | None:
        """The index of a surface's material: the original, or a copy with values of the surface. The first
        surface uses the original unless another needs it unchanged."""
        values = self._values(material, surface)
        bindings: dict[str, Any] = {}
        for (channel, member), array in values.items():
            binding = bind(array)
            if binding is not None:
                bindings.setdefault(channel, {})[member] = binding
        if not bindings:
            return material
        known = self._bound.setdefault(-1 if material is None else material, [])
        result = next((index for other, index in known if other == bindings), None)
        if result is None:
            result = self._bind(material, bindings)
            known.append((bindings, result))
        return result

    def _bind(self, material: int | None, bindings: dict[str, Any]) -> int:
        if material is not None and material not in self._used:
            self._used.add(material)
            members = self._plain[material]
            index = material
        else:
            source = Material() if material is None else self.rig.materials[material]
            named = self.data.item(source.name, source.extras, copy=material is not None)
            others = {} if material is None else self._plain[material]
            members = named | {key: dict(others[key]) for key in CHANNEL_OF.values() if key in others}
            self.copies.append(members)
            index = len(self._plain) + len(self.copies) - 1
        for channel, maps in bindings.items():
            members[channel] = members.get(channel, {}) | maps
        return index

    def _users(self) -> Iterator[tuple[int, Surface]]:
        """Each material with the surfaces that use it."""
        for mesh in self.rig.meshes:
            yield from (
                (surface.material, surface) for surface in mesh.surfaces if surface.material is not None
            )
        for instance in self.rig.instances:
            surfaces = self.rig.meshes[instance.mesh].surfaces
            pairs = zip(instance.materials or (), surfaces, strict=False)
            yield from ((index, surface) for index, surface in pairs if index is not None)

    def _note_unused_sets(self) -> None:
        """Report additional texture coordinates that no texture of a surface uses."""
        used: dict[int, set[int]] = {}
        for index, surface in self._users():
            uses = self.rig.materials[index].texture_uses()
            sets = {_set_of(use)[0] for name, use in uses.items() if name in CHANNEL_OF}
            used.setdefault(id(surface), set()).update(sets)
        for number, mesh in enumerate(self.rig.meshes):
            for which, surface in enumerate(mesh.surfaces):
                unused = set(range(1, len(surface.texcoords))) - used.get(id(surface), set())
                if unused:
                    where = pointer("meshes", number, "surfaces", which)
                    why = "G4MF has those of the first set and of textures"
                    self.losses.add("further texture coordinates", why, where)

    def _values(self, material: int | None, surface: Surface) -> dict[tuple[str, str], NDArray[Any]]:
        """The values that a material must bind for a surface: colours, and additional texture coordinates."""
        result: dict[tuple[str, str], NDArray[Any]] = {}
        if surface.colors:
            result["baseColor", "elementMap"] = surface.colors[0]
        uses = {} if material is None else self.rig.materials[material].texture_uses()
        for name, use in uses.items():
            number, transform = _set_of(use)
            if name in CHANNEL_OF and number < len(surface.texcoords) and (number or transform):
                array = surface.texcoords[number]
                result[CHANNEL_OF[name], "textureMap"] = (
                    transform_texcoords(array, transform) if transform else array
                )
        return result

    def _material(self, material: Material, where: str) -> dict[str, Any]:
        members: dict[str, Any] = self.data.item(material.name, material.extras)
        color = list(material.base_color)
        unstated = Material(base_color=material.base_color).alpha
        if material.alpha != unstated:
            self.losses.add(f"the alpha mode ({material.alpha})", "G4MF has none", where)
            if material.alpha == "opaque":
                color.pop()
        factors: dict[str, list[float] | None] = {
            "baseColor": None if set(color) == {1.0} and len(color) == 4 else color,
            "emissive": list(material.emitted) if any(material.emitted) else None,
            "normal": None if material.normal_scale == 1.0 else self._normal_factor(material.normal_scale),
            "orm": self._orm_factor(material, where),
        }
        uses = {CHANNEL_OF[name]: use for name, use in material.texture_uses().items() if name in CHANNEL_OF}
        if "emissive" in uses:  # without a factor the channel might be black
            factors["emissive"] = list(material.emitted)
        if "normal" not in uses:
            factors["normal"] = None
        for channel, factor in factors.items():
            channel_members = {} if factor is None else {"factor": factor}
            if channel in uses:
                channel_members |= self._texture(uses[channel], f"{where}/{channel}")
            if channel_members:
                members[channel] = channel_members
        return members

    def _normal_factor(self, scale: float) -> list[float]:
        """Scale of all components but the third, the depth."""
        return [1.0 if axis == 2 else scale for axis in range(max(self.rig.dimension, 3))]

    def _orm_factor(self, material: Material, where: str) -> list[float] | None:
        """Occlusion is 0 unless the texture has it, as in a material without the channel."""
        occlusion, metal = material.occlusion_texture, material.metallic_roughness_texture
        strength = 0.0
        if occlusion is not None and metal is not None and _same_use(occlusion, metal):
            strength = material.occlusion_strength
            if occlusion.extras and occlusion.extras != metal.extras:
                why = "it is the texture of roughness and metal"
                self.losses.add("the extras of the occlusion texture", why, where)
        elif occlusion is not None:
            why = "G4MF has one texture for occlusion, roughness and metal"
            self.losses.add("the occlusion texture", why, where)
        factor = (strength, material.roughness, material.metallic)
        return None if factor == ORM and metal is None else list(factor)

    def _texture(self, use: TextureUse, where: str) -> dict[str, Any]:
        if _set_of(use)[1] is not None:
            self.baked.append(where)
        return {"texture": use.texture} | ({"extras": dict(use.extras)} if use.extras else {})


def _same_use(a: TextureUse, b: TextureUse) -> bool:
    return a.texture == b.texture and _set_of(a) == _set_of(b)


def _set_of(use: TextureUse) -> tuple[int, TextureTransform | None]:
    """The texture coordinate set that a texture uses, and its transform unless it is the identity."""
    transform = None if use.transform is None else use.transform.replace(texcoord=None)
    return use.texcoord_set, None if transform == TextureTransform() else transform


def transform_texcoords(texcoords: NDArray[Any], transform: TextureTransform) -> NDArray[Any]:
    """Texture coordinates scaled, rotated and moved (KHR_texture_transform, Overview)."""
    across, down = texcoords[:, 0] * transform.scale[0], texcoords[:, 1] * transform.scale[1]
    cosine, sine = exact.cos(transform.rotation), exact.sin(transform.rotation)
    moved = texcoords.astype(np.float64)
    moved[:, 0] = cosine * across + sine * down + transform.offset[0]
    moved[:, 1] = cosine * down - sine * across + transform.offset[1]
    return moved.astype(texcoords.dtype)
