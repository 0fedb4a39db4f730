"""Rules about the attributes required by materials: texture coordinates and a tangent space."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pantin.base.records import Record
from pantin.formats.gltf.extension_names import TEXTURE_TRANSFORM, VARIANTS
from pantin.formats.gltf.model import TextureInfo, get
from pantin.formats.gltf.objects import objects
from pantin.formats.gltf.rules.semantics import sets_of
from pantin.formats.gltf.rules.usage import PrimitiveRef, primitives
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.model import Property


class Needs(Struct):
    """The needs of a material: whether it needs a tangent space, whether a normal map allows computing one,
    and the texture coordinates of each texture.
    """

    tangents: bool
    normal_map: bool
    tex_coords: list[tuple[JsonPath, int]]


def needs(scope: Scope) -> list[Needs | None]:
    """The needs of each material; None if it is not an object. As in the Khronos validator, textures of
    undeclared extensions do not count.
    """
    per_material = [
        None if material is None else Needs(False, material.normal_texture is not None, [])
        for material in scope.model.materials
    ]
    for path, value in _material_parts(scope):
        own = per_material[int(path[1])]
        if own is None:
            continue
        if isinstance(value, TextureInfo):
            own.tangents = own.tangents or value.needs_tangents
            tex_coord = scope.value_or(0, value.tex_coord, path, "texCoord")
        else:
            tex_coord = getattr(value, "tex_coord", None) if path[-1] == TEXTURE_TRANSFORM else None
        if tex_coord is not None:
            own.tex_coords.append((path, tex_coord))
    return per_material


def _material_parts(scope: Scope) -> Iterator[tuple[JsonPath, Property]]:
    """The objects in materials with their paths; those of extensions come last."""
    for i, material in enumerate(scope.model.materials):
        if material is not None:
            yield from objects(material, ("materials", i))
    yield from (each for each in scope.extended.objects if each[0][0] == "materials")


class MaterialUse(Record):
    """A material used by a primitive, at `path`: its own or a variant's."""

    owner: PrimitiveRef
    material: int
    needs: Needs
    path: JsonPath

    @property
    def pointer(self) -> str:
        return pointer(*self.path)


def _variant_materials(scope: Scope) -> Iterator[MaterialUse]:
    """The materials of the variants of primitives."""
    if VARIANTS not in (scope.model.extensions or {}):
        return
    owners = {(owner.mesh, owner.number): owner for owner in scope.fact(primitives)}
    for path, value in scope.extended.objects:
        if path[0] == "meshes" and path[-2:-1] == ("mappings",):
            index = getattr(value, "material", None)
            needed = get(scope.fact(needs), index)
            if needed is not None and index is not None:
                owner = owners[int(path[1]), int(path[3])]
                yield MaterialUse(owner, index, needed, (*path, "material"))


def own_materials(scope: Scope) -> list[MaterialUse]:
    """The materials stated by primitives themselves."""
    materials = scope.fact(needs)
    uses = [
        (owner, owner.primitive.material, get(materials, owner.primitive.material))
        for owner in scope.fact(primitives)
    ]
    return [
        MaterialUse(owner, index, needed, owner.path("material"))
        for owner, index, needed in uses
        if needed is not None and index is not None
    ]


def _names(scope: Scope, use: MaterialUse) -> dict[str, str]:
    return {"primitive": use.owner.describe(scope), "material": scope.named("material", use.material)}


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
    for use in (*scope.fact(own_materials), *_variant_materials(scope)):
        sets = sets_of(scope, use.owner).counts["TEXCOORD"]
        lacking = [(path, set) for path, set in use.needs.tex_coords if set >= sets]
        if lacking:
            values: dict[str, Any] = {"texture": scope.subject(lacking[0][0]), "set": lacking[0][1]}
            values |= {"primitive": use.owner.describe(scope), "more": others(len(lacking), "texture")}
            yield too_few_texcoords.at(use.pointer, **values)


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
    for use in scope.fact(own_materials):
        if use.needs.tangents and use.needs.normal_map and _lacks_tangent_space(use.owner):
            yield generated_tangent_space.at(use.pointer, **_names(scope, use))


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
    for use in scope.fact(own_materials):
        if use.needs.tangents and not use.needs.normal_map and _lacks_tangent_space(use.owner):
            yield no_tangent_space.at(use.pointer, **_names(scope, use))


@rule(
    "GLTF-UNUSED_MESH_TANGENT",
    "info",
    "{primitive} has tangents, but its material has no normal map that uses them",
    only_with=("TANGENT",),
)
def unused_mesh_tangent(scope: Scope) -> Iterator[Finding]:
    """Tangents are not used.

    What: A primitive with TANGENT should have a material with a normal map.
    Why: Without one the tangents take up space and have no effect.
    Fix: Remove TANGENT, or give the material a normal map.
    Source: glTF 2.0 §3.7.2.1.
    """
    users = {(use.owner.mesh, use.owner.number) for use in scope.fact(own_materials) if use.needs.tangents}
    for owner in scope.fact(primitives):
        if "TANGENT" in (owner.primitive.attributes or {}) and (owner.mesh, owner.number) not in users:
            where = owner.pointer("attributes", "TANGENT")
            yield unused_mesh_tangent.at(where, primitive=owner.describe(scope))


RULES = (too_few_texcoords, generated_tangent_space, no_tangent_space, unused_mesh_tangent)
