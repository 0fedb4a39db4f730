"""Rules about what a material asks of the primitive that it covers: texture coordinates and a tangent space.

Materials themselves are passed through; of each only its texture references are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pantin.formats.gltf.ext import every
from pantin.formats.gltf.ext.recognised import TEXTURE_TRANSFORM
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.semantics import sets_of
from pantin.formats.gltf.rules.usage import PlacedPrimitive, primitives
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@dataclass(frozen=True, slots=True)
class Needs:
    """What a material needs: a tangent space or not, whether its normal map can supply one, and each
    texture's set.
    """

    tangents: bool
    normal_map: bool
    tex_coords: tuple[tuple[str, int], ...]


def needs(scope: Scope) -> list[Needs | None]:
    """The needs of each material; None where the file has no object there."""
    written = scope.tree.get("materials")
    materials = written if isinstance(written, list) else []
    return [_needs(scope, i, m) if isinstance(m, dict) else None for i, m in enumerate(materials)]


def _needs(scope: Scope, index: int, material: dict[str, Any]) -> Needs:
    textures = dict(_textures(scope, material, pointer("materials", index)))
    found: list[tuple[str, int]] = []
    for place, texture in textures.items():
        found += _tex_coord(place, texture.get("texCoord", 0))
        transform = _object(_object(texture, "extensions"), TEXTURE_TRANSFORM)
        if TEXTURE_TRANSFORM in scope.used_extensions and "texCoord" in transform:
            found += _tex_coord(f"{place}/extensions/{TEXTURE_TRANSFORM}", transform["texCoord"])
    tangents = any(place.rsplit("/", 1)[1] in scope.fact(tangent_textures) for place in textures)
    return Needs(tangents, isinstance(material.get("normalTexture"), dict), tuple(found))


def tangent_textures(scope: Scope) -> set[str]:
    """The members of materials whose textures need a tangent space."""
    return {"normalTexture", *(name for extension in every() for name in extension.tangent_textures)}


def texture_members(scope: Scope) -> list[tuple[str, tuple[str, ...]]]:
    """Where in a material textures are named: the place of an object, and the members of it."""
    extended = [
        (f"/extensions/{name}", extension.textures)
        for extension in every()
        for name in extension.names
        # As for the Khronos validator, the textures of undeclared extensions do not count.
        if extension.textures and name in scope.used_extensions
    ]
    return [
        ("/pbrMetallicRoughness", ("baseColorTexture", "metallicRoughnessTexture")),
        ("", ("normalTexture", "occlusionTexture", "emissiveTexture")),
        *extended,
    ]


def _textures(scope: Scope, material: dict[str, Any], place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for inside, names in scope.fact(texture_members):
        holder = material
        for token in inside.split("/")[1:]:
            holder = _object(holder, token)
        for name in names:
            if isinstance(holder.get(name), dict):
                yield f"{place}{inside}/{name}", holder[name]


def _object(value: dict[str, Any], member: str) -> dict[str, Any]:
    inner = value.get(member)
    return inner if isinstance(inner, dict) else {}


def _tex_coord(place: str, value: Any) -> list[tuple[str, int]]:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0 or value != value // 1:
        return []
    return [(place, int(value))]


def _covered(scope: Scope) -> Iterator[tuple[PlacedPrimitive, Needs]]:
    materials = scope.fact(needs)
    for owner in scope.fact(primitives):
        found = get(materials, owner.primitive.material)
        if found is not None:
            yield owner, found


def _lacks_tangent_space(owner: PlacedPrimitive) -> bool:
    named = owner.primitive.attributes or {}
    return "NORMAL" not in named or "TANGENT" not in named


@rule(
    "GLTF-MESH_PRIMITIVE_TOO_FEW_TEXCOORDS",
    "error",
    "the texture at {texture} needs TEXCOORD_{set}, which the primitive does not have{more}",
)
def too_few_texcoords(scope: Scope) -> Iterator[Finding]:
    """A primitive has the texture coordinates that the textures of its material use.

    Why: without them the texture cannot be placed.
    Mend: add the attribute, or point the texture at a set that is there.
    Source: glTF 2.0 §3.9.2 and §5.19 (material.textureInfo.texCoord).
    """
    for owner, found in _covered(scope):
        sets = sets_of(scope, owner).count("TEXCOORD")
        lacking = [(place, set) for place, set in found.tex_coords if set >= sets]
        if lacking:
            more = f", and {len(lacking) - 1} more like it" if len(lacking) > 1 else ""
            values: dict[str, Any] = {"texture": lacking[0][0], "set": lacking[0][1], "more": more}
            yield too_few_texcoords.at(owner.at("material"), **values)


@rule(
    "GLTF-MESH_PRIMITIVE_GENERATED_TANGENT_SPACE",
    "warning",
    "the material needs tangents and the primitive has none: each reader makes its own",
)
def generated_tangent_space(scope: Scope) -> Iterator[Finding]:
    """A primitive with a normal map has normals and tangents.

    Why: tangents made by the reader differ between readers, and so does the shading.
    Mend: export with tangents (MikkTSpace is the convention).
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner, found in _covered(scope):
        if found.tangents and found.normal_map and _lacks_tangent_space(owner):
            yield generated_tangent_space.at(owner.at("material"))


@rule(
    "GLTF-MESH_PRIMITIVE_NO_TANGENT_SPACE",
    "error",
    "the material needs a tangent space; the primitive has none and no normal map to make one from",
)
def no_tangent_space(scope: Scope) -> Iterator[Finding]:
    """A primitive whose material needs a tangent space has one, or a normal map to make it from.

    Why: anisotropy and clearcoat normals have no direction without it.
    Mend: export with normals and tangents.
    Source: KHR_materials_anisotropy; glTF 2.0 §3.7.2.1.
    """
    for owner, found in _covered(scope):
        if found.tangents and not found.normal_map and _lacks_tangent_space(owner):
            yield no_tangent_space.at(owner.at("material"))


@rule("GLTF-UNUSED_MESH_TANGENT", "info", "the tangents are not used: the material has no normal map")
def unused_mesh_tangent(scope: Scope) -> Iterator[Finding]:
    """Tangents serve a normal map.

    Why: without one they take space and do nothing.
    Mend: remove TANGENT, or give the material a normal map.
    Source: glTF 2.0 §3.7.2.1.
    """
    users = {(owner.mesh, owner.number) for owner, found in _covered(scope) if found.tangents}
    for owner in scope.fact(primitives):
        if "TANGENT" in (owner.primitive.attributes or {}) and (owner.mesh, owner.number) not in users:
            yield unused_mesh_tangent.at(owner.at("attributes", "TANGENT"))


RULES = (too_few_texcoords, generated_tangent_space, no_tangent_space, unused_mesh_tangent)
