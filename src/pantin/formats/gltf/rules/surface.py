"""Rules about the attributes that a material needs: texture coordinates and a tangent space.

Materials themselves are passed through; only their texture references are read.
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
from pantin.formats.gltf.rules.subject import others
from pantin.formats.gltf.rules.usage import PrimitiveRef, primitives
from pantin.report import Finding, rule
from pantin.report.pointer import pointer, tokens


@dataclass(frozen=True, slots=True)
class Needs:
    """The needs of a material: a tangent space or not, whether it has a normal map to compute one from, and
    the texture coordinates of each texture.
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
    for where, texture in textures.items():
        found += _tex_coord(where, texture.get("texCoord", 0))
        transform = _object(_object(texture, "extensions"), TEXTURE_TRANSFORM)
        if TEXTURE_TRANSFORM in scope.used_extensions and "texCoord" in transform:
            found += _tex_coord(f"{where}/extensions/{TEXTURE_TRANSFORM}", transform["texCoord"])
    tangents = any(where.rsplit("/", 1)[1] in scope.fact(tangent_textures) for where in textures)
    return Needs(tangents, isinstance(material.get("normalTexture"), dict), tuple(found))


def tangent_textures(scope: Scope) -> set[str]:
    """The members of materials whose textures need a tangent space."""
    return {"normalTexture", *(name for extension in every() for name in extension.tangent_textures)}


def texture_members(scope: Scope) -> list[tuple[str, tuple[str, ...]]]:
    """The members of materials that name textures: the pointer of an object in a material, its members."""
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


def _textures(scope: Scope, material: dict[str, Any], where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for inside, names in scope.fact(texture_members):
        holder = material
        for token in inside.split("/")[1:]:
            holder = _object(holder, token)
        for name in names:
            if isinstance(holder.get(name), dict):
                yield f"{where}{inside}/{name}", holder[name]


def _object(value: dict[str, Any], member: str) -> dict[str, Any]:
    inner = value.get(member)
    return inner if isinstance(inner, dict) else {}


def _tex_coord(where: str, value: Any) -> list[tuple[str, int]]:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0 or value != value // 1:
        return []
    return [(where, int(value))]


def _covered(scope: Scope) -> Iterator[tuple[PrimitiveRef, Needs]]:
    materials = scope.fact(needs)
    for owner in scope.fact(primitives):
        found = get(materials, owner.primitive.material)
        if found is not None:
            yield owner, found


def _texture_name(scope: Scope, where: str) -> str:
    collection, index, *members = tokens(where)
    return scope.subject((collection, int(index), *members))


def _names(scope: Scope, owner: PrimitiveRef) -> dict[str, str]:
    material = scope.named("material", owner.primitive.material)
    return {"primitive": owner.describe(scope), "material": material}


def _lacks_tangent_space(owner: PrimitiveRef) -> bool:
    named = owner.primitive.attributes or {}
    return "NORMAL" not in named or "TANGENT" not in named


@rule(
    "GLTF-MESH_PRIMITIVE_TOO_FEW_TEXCOORDS",
    "error",
    "{primitive} has no TEXCOORD_{set}, which {texture} uses{more}",
)
def too_few_texcoords(scope: Scope) -> Iterator[Finding]:
    """Texture coordinates are missing.

    What: A primitive must have the TEXCOORD_n that the textures of its material use.
    Why: The texture cannot be mapped to the mesh.
    Fix: Add the attribute, or set `texCoord` of the texture to a set that exists.
    Source: glTF 2.0 §3.9.2 and §5.19 (material.textureInfo.texCoord).
    """
    for owner, found in _covered(scope):
        sets = sets_of(scope, owner).count("TEXCOORD")
        lacking = [(where, set) for where, set in found.tex_coords if set >= sets]
        if lacking:
            values: dict[str, Any] = {"texture": _texture_name(scope, lacking[0][0]), "set": lacking[0][1]}
            values |= {"primitive": owner.describe(scope), "more": others(len(lacking), "texture")}
            yield too_few_texcoords.at(owner.pointer("material"), **values)


@rule(
    "GLTF-MESH_PRIMITIVE_GENERATED_TANGENT_SPACE",
    "warning",
    "{primitive} has no tangents, which its {material} needs; each reader computes its own",
)
def generated_tangent_space(scope: Scope) -> Iterator[Finding]:
    """Normal map without tangents.

    What: A primitive whose material has a normal map should have NORMAL and TANGENT.
    Why: Tangents computed by different readers differ, and so does the shading.
    Fix: Export with tangents (MikkTSpace is the convention).
    Source: glTF 2.0 §3.7.2.1.
    """
    for owner, found in _covered(scope):
        if found.tangents and found.normal_map and _lacks_tangent_space(owner):
            yield generated_tangent_space.at(owner.pointer("material"), **_names(scope, owner))


@rule(
    "GLTF-MESH_PRIMITIVE_NO_TANGENT_SPACE",
    "error",
    "{primitive} has no tangents, which its {material} needs, and no normal map to compute them from",
)
def no_tangent_space(scope: Scope) -> Iterator[Finding]:
    """Tangent space is missing.

    What: A primitive whose material needs a tangent space must have NORMAL and TANGENT, or a normal map to
    compute them from.
    Why: Anisotropy and clearcoat normals have no direction without it.
    Fix: Export with normals and tangents.
    Source: KHR_materials_anisotropy; glTF 2.0 §3.7.2.1.
    """
    for owner, found in _covered(scope):
        if found.tangents and not found.normal_map and _lacks_tangent_space(owner):
            yield no_tangent_space.at(owner.pointer("material"), **_names(scope, owner))


@rule(
    "GLTF-UNUSED_MESH_TANGENT",
    "info",
    "{primitive} has tangents, but its material has no normal map that uses them",
)
def unused_mesh_tangent(scope: Scope) -> Iterator[Finding]:
    """Tangents are not used.

    What: A primitive with TANGENT should have a material with a normal map.
    Why: Without one the tangents take up space and have no effect.
    Fix: Remove TANGENT, or give the material a normal map.
    Source: glTF 2.0 §3.7.2.1.
    """
    users = {(owner.mesh, owner.number) for owner, found in _covered(scope) if found.tangents}
    for owner in scope.fact(primitives):
        if "TANGENT" in (owner.primitive.attributes or {}) and (owner.mesh, owner.number) not in users:
            where = owner.pointer("attributes", "TANGENT")
            yield unused_mesh_tangent.at(where, primitive=owner.describe(scope))


RULES = (too_few_texcoords, generated_tangent_space, no_tangent_space, unused_mesh_tangent)
