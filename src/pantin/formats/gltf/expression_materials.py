"""Write the material colours that the expressions of a pose set (VRMC_vrm 1.0, expressions)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import indexed_objects, set_extension
from pantin.formats.gltf.extension_names import MTOON, TEXTURE_TRANSFORM
from pantin.formats.gltf.extensions import find
from pantin.report.pointer import pointer
from pantin.rig import Pose
from pantin.rig.character import ColorTarget
from pantin.rig.expressions import MaterialChange, material_changes

FACTORS: dict[ColorTarget, tuple[tuple[str, ...], list[float]]] = {
    "color": (("pbrMetallicRoughness", "baseColorFactor"), [1.0, 1.0, 1.0, 1.0]),
    "emissionColor": (("emissiveFactor",), [0.0, 0.0, 0.0]),
    "shadeColor": (("extensions", MTOON, "shadeColorFactor"), [1.0, 1.0, 1.0]),
    "matcapColor": (("extensions", MTOON, "matcapFactor"), [1.0, 1.0, 1.0]),
    "rimColor": (("extensions", MTOON, "parametricRimColorFactor"), [0.0, 0.0, 0.0]),
    "outlineColor": (("extensions", MTOON, "outlineColorFactor"), [0.0, 0.0, 0.0]),
}
"""The material member for each colour, with its default value."""

TEXTURES = (
    ("pbrMetallicRoughness", "baseColorTexture"),
    ("pbrMetallicRoughness", "metallicRoughnessTexture"),
    ("normalTexture",),
    ("occlusionTexture",),
    ("emissiveTexture",),
)
"""Texture members of core glTF materials. Texture coordinates apply to all of them."""


def write_expression_materials(document: Document, pose: Pose) -> None:
    """Give the materials of a document the colours and texture transforms of a pose's expressions."""
    materials = dict(indexed_objects(document.tree, "materials"))
    for index, change in material_changes(pose).items():
        material = materials.get(index)
        if material is not None:
            _write_colours(document, index, material, change)
            if change.transforms:
                _write_transforms(document, index, material, change)


def _write_colours(document: Document, index: int, material: dict[str, Any], change: MaterialChange) -> None:
    for target in change.colors:
        path, default = FACTORS[target]
        owner = _part(material, path[:-1])
        if MTOON in path and owner is None:
            continue  # only MToon has this colour
        base = (owner or {}).get(path[-1], default)
        if not isinstance(base, list) or len(base) != len(default):
            base = default
        color = [min(max(part, 0.0), 1.0) for part in change.color(target, base)]
        if owner is None:
            document.set(pointer("materials", index, *path[:-1]), {path[-1]: color})
        else:
            document.set(pointer("materials", index, *path), color)


def _write_transforms(
    document: Document, index: int, material: dict[str, Any], change: MaterialChange
) -> None:
    for path, info in _texture_infos(material):
        transform = _part(info, ("extensions", TEXTURE_TRANSFORM)) or {}
        base = [transform.get("scale", [1.0, 1.0]), transform.get("offset", [0.0, 0.0])]
        if any(not isinstance(part, list) or len(part) != 2 for part in base):
            continue
        scale, offset = change.texture_transform(*base)
        members = transform | {"offset": list(offset), "scale": list(scale)}
        set_extension(document, pointer("materials", index, *path), TEXTURE_TRANSFORM, members)


def _extension_textures(material: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """The paths of textures in material extensions that use texture coordinates."""
    for name in _part(material, ("extensions",)) or ():
        extension = find(name)
        if extension is not None and extension.coordinate_textures is not None:
            yield from (("extensions", name, texture) for texture in extension.coordinate_textures.get())


def _texture_infos(material: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    for path in (*TEXTURES, *_extension_textures(material)):
        info = _part(material, path)
        if info is not None:
            yield path, info


def _part(owner: Any, path: tuple[str, ...]) -> dict[str, Any] | None:
    for name in path:
        owner = owner.get(name) if isinstance(owner, dict) else None
    return owner if isinstance(owner, dict) else None
