"""The objects of VRMC_materials_mtoon 1.0."""

from __future__ import annotations

UV_TEXTURES = (
    "shadeMultiplyTexture",
    "shadingShiftTexture",
    "rimMultiplyTexture",
    "outlineWidthMultiplyTexture",
    "uvAnimationMaskTexture",
)
"""Textures that are looked up by texture coordinates; the matcap is looked up by normals."""
