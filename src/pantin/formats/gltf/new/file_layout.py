"""How the bytes of a new document look: `Layout`, and its two values, `STANDARD` and `REFERENCE`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

Kind = Literal[
    "gltf", "asset", "scene", "node", "mesh", "primitive", "material", "metallic", "skin",
    "animation", "channel", "target", "sampler", "accessor", "sparse", "view", "buffer",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Layout:
    """Every choice the writer has.

    generator            the text of `asset.generator`
    keys                 the order of the members of each kind of object; members not listed follow by name
    attributes           the order of `attributes`; the others follow by name
    arrays               the order in which the arrays of a surface are stored, `indices` among them; an entry
                         that ends in `_` stands for all sets by number; the others follow by name
    spelled_out          members are written also where they say the default (normalized false, mode 4)
    as_given             min and max are those of the numbers given, not of the float32 numbers stored
    ascii                characters beyond ASCII are escaped
    wide                 indices are 32 bits and joints 16 wherever fewer would do
    binds_after_mesh     inverse binds follow the arrays of the first mesh they are used with, not of all
    joint_translations   joints have a translation also where it is zero
    chunk_always         there is a buffer also where it is empty
    colour_decimals      base colours are rounded to float32 and have as many decimals; None: as they are
    material             members of every material beside its name and colour
    metallic             members of its `pbrMetallicRoughness` beside the colour
    """

    generator: str
    keys: Mapping[Kind, tuple[str, ...]]
    attributes: tuple[str, ...]
    arrays: tuple[str, ...]
    spelled_out: bool = False
    as_given: bool = False
    ascii: bool = False
    wide: bool = False
    binds_after_mesh: bool = False
    joint_translations: bool = False
    chunk_always: bool = False
    colour_decimals: int | None = None
    material: Mapping[str, Any] = field(default_factory=dict)
    metallic: Mapping[str, Any] = field(default_factory=dict)


STANDARD = Layout(
    generator="pantin",
    keys=MappingProxyType(
        {
            "gltf": (
                "asset", "extensionsUsed", "extensionsRequired", "scene", "scenes", "nodes", "meshes",
                "materials",
                "skins", "animations", "accessors", "bufferViews", "buffers",
            ),
            "asset": ("version", "generator"),
            "scene": ("name", "nodes"),
            "node": (
                "name", "children", "translation", "rotation", "scale", "matrix", "mesh", "skin", "weights",
            ),
            "mesh": ("name", "primitives", "weights", "extras"),
            "primitive": ("attributes", "indices", "material", "mode", "targets", "extras"),
            "material": ("name", "pbrMetallicRoughness"),
            "metallic": ("baseColorFactor", "metallicFactor"),
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
    # Without it a base colour is that of bare metal (glTF 2.0 §3.9.2), which a rig's materials do not mean.
    metallic={"metallicFactor": 0.0},
)  # fmt: skip
"""Compact JSON in the order above; what says the default is left out; arrays are stored as attributes are
listed, then indices, then blend targets; after all meshes inverse binds, then clips."""


REFERENCE = Layout(
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
    spelled_out=True,
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
