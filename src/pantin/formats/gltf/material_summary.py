"""The materials and the avatar of a glTF file, as `pantin inspect` shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, inspect
from msgspec.structs import replace

from pantin.formats.gltf.extension_names import VRM0, VRMC_VRM
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.humanoid import avatar_meta, human_bones
from pantin.formats.gltf.model import Gltf, Material, TextureInfo
from pantin.formats.members.description import members
from pantin.formats.model_meta import permission_words
from pantin.report.wording import printable
from pantin.rig import Character

ALPHA_MODES = ("OPAQUE", "MASK", "BLEND")


class MaterialSummary(Struct, frozen=True, kw_only=True):
    """`textures` has the texture of each member that names one, those of extensions too; `alpha_mode` is None
    if the file has an unknown word."""

    name: str | None
    alpha_mode: str | None
    double_sided: bool
    textures: dict[str, int]


class VrmSummary(Struct, frozen=True, kw_only=True):
    """The avatar of a file; `version` is `"1.0"` or `"0.x"`, and `bones` has the node of
    each humanoid bone by its VRM 1.0 name; `permissions` have the short names of `pantin meta`."""

    version: str
    title: str | None
    authors: tuple[str, ...]
    license: str | None
    permissions: dict[str, str | bool]
    bones: dict[str, int]

    def headline(self) -> str:
        """`VRM 1.0: "Alicia" by Ada, licence https://…`; what the file does not say is unknown."""
        title = f'"{printable(self.title)}"' if self.title else "untitled"
        authors = printable(", ".join(self.authors)) or "an unknown author"
        return f"VRM {self.version}: {title} by {authors}, licence {printable(self.license or 'unknown')}"

    def facts(self) -> Iterator[tuple[str, str]]:
        if self.permissions:
            stated = (f"{name} {permission_words(value)}" for name, value in self.permissions.items())
            yield "permissions", ", ".join(stated)


def summarise_vrm(tree: dict[str, Any]) -> VrmSummary | None:
    """The avatar of a file; None if it is not a VRM."""
    meta = avatar_meta(tree)
    if meta is None:
        return None
    return VrmSummary(
        version=meta.kind.removeprefix("VRM "),
        title=meta.title,
        authors=meta.authors,
        license=meta.license,
        permissions=dict(meta.permissions),
        bones=human_bones(tree),
    )


def summarise_character(character: Character) -> VrmSummary | None:
    """The avatar in a rig from another format; None without meta."""
    if not character.meta:
        return None
    name = VRM0 if character.faces_back else VRMC_VRM
    summary = summarise_vrm({"extensions": {name: {"meta": character.meta}}})
    return None if summary is None else replace(summary, bones=dict(character.humanoid))


def summarise_materials(model: Gltf, tree: dict[str, Any]) -> tuple[MaterialSummary, ...]:
    """A summary of each material; a value that is not an object gives defaults without a name."""
    listed = tree.get("materials")
    raw = listed if isinstance(listed, list) else []
    pairs = zip(model.materials, raw, strict=False)
    return tuple(_summarise(material or Material(), tree) for material, tree in pairs)


def _summarise(material: Material, raw: object) -> MaterialSummary:
    members = raw if isinstance(raw, dict) else {}
    mode = members.get("alphaMode", ALPHA_MODES[0])
    return MaterialSummary(
        name=material.name,
        alpha_mode=mode if mode in ALPHA_MODES else None,
        double_sided=members.get("doubleSided") is True,
        textures=dict(_textures(material)),
    )


def _textures(material: Material) -> Iterator[tuple[str, int]]:
    """Each member that names a texture, and the texture."""
    pbr = material.pbr_metallic_roughness
    core = {
        "baseColorTexture": pbr.base_color_texture if pbr else None,
        "metallicRoughnessTexture": pbr.metallic_roughness_texture if pbr else None,
        "normalTexture": material.normal_texture,
        "occlusionTexture": material.occlusion_texture,
        "emissiveTexture": material.emissive_texture,
    }
    for member, info in core.items():
        if info is not None and info.index is not None:
            yield member, info.index
    for name, payload in (material.extensions or {}).items():
        for member in _texture_members(name):
            texture = payload.get(member)
            index = texture.get("index") if isinstance(texture, dict) else None
            if isinstance(index, int) and not isinstance(index, bool):
                yield member, index


def _texture_members(name: str) -> Iterator[str]:
    """The members of an extension of materials that name a texture."""
    record = find(name)
    schema = record.schema.get() if record is not None and record.schema is not None else {}
    for member in members(schema[Material]) if Material in schema else ():
        if isinstance(member.type, inspect.StructType) and issubclass(member.type.cls, TextureInfo):
            yield member.name
