"""The formatting of a new document: `FileLayout`, its two values `STANDARD` and `REFERENCE`, and JSON that is
written by it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from msgspec import field

from pantin.base.records import Record

Kind = Literal[
    "gltf", "asset", "scene", "node", "mesh", "primitive", "material", "metallic", "skin",
    "animation", "channel", "target", "sampler", "accessor", "sparse", "view", "buffer",
]  # fmt: skip


class FileLayout(Record):
    """The options of the writer.

    generator            the text of `asset.generator`
    keys                 the order of the members of each kind of object; others follow by name
    attributes           the order of `attributes`; others follow by name
    arrays               the order in which the arrays of a surface are stored, including `indices`; an entry
                         that ends in `_` means all sets by number; others follow by name
    write_defaults       members with default values are written (normalized false, mode 4)
    as_given             min and max are those of the numbers given, not of the float32 numbers stored
    ascii                characters beyond ASCII are escaped
    wide                 indices have 32 bits and joints 16 even if fewer are enough
    binds_after_mesh     inverse binds follow the arrays of the first mesh that uses them, not of all meshes
    joint_translations   joints have a translation even if it is zero
    chunk_always         there is a buffer even if it is empty
    colour_decimals      base colours are rounded to float32 with this many decimals; None: not rounded
    material             members of every material besides its name and colour
    metallic             members of its `pbrMetallicRoughness` besides the colour
    """

    generator: str
    keys: Mapping[Kind, tuple[str, ...]]
    attributes: tuple[str, ...]
    arrays: tuple[str, ...]
    write_defaults: bool = False
    as_given: bool = False
    ascii: bool = False
    wide: bool = False
    binds_after_mesh: bool = False
    joint_translations: bool = False
    chunk_always: bool = False
    colour_decimals: int | None = None
    material: Mapping[str, Any] = field(default_factory=dict)
    metallic: Mapping[str, Any] = field(default_factory=dict)


STANDARD = FileLayout(
    generator="pantin",
    keys=MappingProxyType(
        {
            "gltf": (
                "asset", "extensionsUsed", "extensionsRequired", "scene", "scenes", "nodes", "meshes",
                "materials", "textures", "images", "samplers", "cameras",
                "skins", "animations", "accessors", "bufferViews", "buffers", "extensions", "extras",
            ),
            "asset": ("version", "generator", "copyright"),
            "scene": ("name", "nodes"),
            "node": (
                "name", "children", "translation", "rotation", "scale", "matrix", "mesh", "skin", "weights",
            ),
            "mesh": ("name", "primitives", "weights", "extras"),
            "primitive": ("attributes", "indices", "material", "mode", "targets", "extras"),
            "material": (
                "name", "pbrMetallicRoughness", "normalTexture", "occlusionTexture", "emissiveTexture",
                "emissiveFactor", "alphaMode", "alphaCutoff", "doubleSided",
            ),
            "metallic": (
                "baseColorFactor", "baseColorTexture", "metallicFactor", "roughnessFactor",
                "metallicRoughnessTexture",
            ),
            "skin": ("name", "skeleton", "joints", "inverseBindMatrices"),
            "animation": ("name", "channels", "samplers"),
            "channel": ("sampler", "target"),
            "target": ("node", "path"),
            "sampler": ("input", "output", "interpolation"),
            "accessor": (
                "bufferView", "byteOffset", "componentType", "normalized", "count", "type", "min",
                "max", "sparse",
            ),
            "sparse": ("count", "indices", "values"),
            "view": ("buffer", "byteOffset", "byteLength", "target"),
            "buffer": ("byteLength",),
        }
    ),
    attributes=("POSITION", "NORMAL", "TEXCOORD_0"),
    arrays=("POSITION", "NORMAL", "TEXCOORD_0"),
)  # fmt: skip
"""Compact JSON in the order above, without default values. Arrays are stored in the order of the attributes,
then indices, then morph targets; inverse binds follow all meshes, then clips."""


REFERENCE = FileLayout(
    generator="pygltflib@v1.16.5",
    keys=MappingProxyType(
        {
            "gltf": (
                "accessors", "animations", "asset", "bufferViews", "buffers", "materials", "meshes", "nodes",
                "scene", "scenes", "skins",
            ),
            "asset": ("generator", "version"),
            "scene": ("nodes", "name"),
            "node": ("mesh", "skin", "rotation", "translation", "scale", "children", "matrix", "name"),
            "mesh": ("primitives", "weights", "name", "extras"),
            "primitive": ("extras", "attributes", "indices", "mode", "material", "targets"),
            "material": ("pbrMetallicRoughness", "emissiveFactor", "alphaMode", "doubleSided", "name"),
            "metallic": ("baseColorFactor", "metallicFactor", "roughnessFactor"),
            "skin": ("inverseBindMatrices", "skeleton", "joints", "name"),
            "animation": ("name", "channels", "samplers"),
            "channel": ("sampler", "target"),
            "target": ("node", "path"),
            "sampler": ("input", "interpolation", "output"),
            "accessor": (
                "bufferView", "byteOffset", "componentType", "normalized", "count", "type", "sparse",
                "max", "min",
            ),
            "sparse": ("count", "indices", "values"),
            "view": ("buffer", "byteOffset", "byteLength", "target"),
            "buffer": ("byteLength",),
        }
    ),
    attributes=("POSITION", "NORMAL", "TEXCOORD_0", "TEXCOORD_1", "JOINTS_0", "WEIGHTS_0"),
    arrays=("POSITION", "NORMAL", "indices", "TEXCOORD_", "JOINTS_", "WEIGHTS_"),
    write_defaults=True,
    as_given=True,
    ascii=True,
    wide=True,
    binds_after_mesh=True,
    joint_translations=True,
    chunk_always=True,
    colour_decimals=6,
    material={"emissiveFactor": [0.0, 0.0, 0.0], "alphaMode": "OPAQUE", "doubleSided": False},
    metallic={"metallicFactor": 0.0, "roughnessFactor": 1.0},
)  # fmt: skip
"""The bytes of Rigy's published files (pygltflib 1.16.5). From Rigy 0.12 on bounds are those of the stored
numbers: `replace(REFERENCE, as_given=False)`."""


class NumberText(Record):
    """A number with the text to write for it."""

    text: str


def order_members(layout: FileLayout, kind: Kind, members: Mapping[str, Any]) -> dict[str, Any]:
    """The members in layout order, without None and empty lists, objects and strings."""
    order = layout.keys[kind]
    ranks = {key: rank for rank, key in enumerate(order)}
    keys = [key for key, value in members.items() if not _is_empty(value)]
    keys.sort(key=lambda key: (ranks.get(key, len(order)), key))
    return {key: members[key] for key in keys}


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, list | tuple | dict | str) and not value)


def encode_json(value: Any, ascii_only: bool) -> str:
    """Compact JSON. Floats are the shortest decimals that read back as the same double."""
    if isinstance(value, NumberText):
        return value.text
    if isinstance(value, dict):
        members = (f"{_dump(key, True)}:{encode_json(item, ascii_only)}" for key, item in value.items())
        return "{" + ",".join(members) + "}"
    nested = (dict, list, tuple, NumberText)
    if isinstance(value, list | tuple) and any(isinstance(item, nested) for item in value):
        return "[" + ",".join(encode_json(item, ascii_only) for item in value) + "]"
    return _dump(value, ascii_only)


def _dump(value: Any, ascii_only: bool) -> str:
    return json.dumps(value, ensure_ascii=ascii_only, separators=(",", ":"), allow_nan=False)
