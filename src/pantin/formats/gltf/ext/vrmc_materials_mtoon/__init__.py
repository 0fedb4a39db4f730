"""VRMC_materials_mtoon 1.0: the toon shading of VRM."""

from pantin.base.later import Later
from pantin.formats.gltf.ext.extension import VRM_FAMILY, Extension, IndexMember
from pantin.formats.gltf.schema import Material

NAME = "VRMC_materials_mtoon"
VERSION = "1.0"

UV_TEXTURES = (
    "shadeMultiplyTexture",
    "shadingShiftTexture",
    "rimMultiplyTexture",
    "outlineWidthMultiplyTexture",
    "uvAnimationMaskTexture",
)
"""Textures that are looked up by texture coordinates; the matcap is looked up by normals."""

EXTENSION = Extension(
    extends={NAME: (Material,)},
    rules=Later(f"{__name__}.rules", "RULES"),
    families=VRM_FAMILY,
    index_members=tuple(
        IndexMember(f"{name}/index", "textures", checked=False) for name in (*UV_TEXTURES, "matcapTexture")
    ),
)
