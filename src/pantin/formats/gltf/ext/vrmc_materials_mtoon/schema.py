"""The object of VRMC_materials_mtoon.

Constraints are those of its JSON schema.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from pantin.formats.gltf.ext.vrm_family import READING, VrmObject
from pantin.formats.gltf.schema import Material, NotNegative, TextureInfo, Unit, UnitColour3
from pantin.formats.members.description import Style

RULES = {"missing": "VRM-MT001", "*": "VRM-MT002"}
# A number out of range is reported, and has no effect.
STYLE = READING._replace(keeps_range=False, keeps_integer=False)


class MToonTextureInfo(TextureInfo, frozen=True, forbid_unknown_fields=False):
    style: ClassVar[Style] = STYLE
    rules: ClassVar[dict[str, str]] = RULES
    carried: ClassVar[bool] = True

    scale: float | None = None


class MToon(VrmObject, frozen=True, kw_only=True):
    style: ClassVar[Style] = STYLE
    rules: ClassVar[dict[str, str]] = RULES

    spec_version: str | None
    transparent_with_z_write: bool | None = None
    render_queue_offset_number: Annotated[int, Meta(ge=-9, le=9)] | None = None
    shade_color_factor: UnitColour3 | None = None
    shade_multiply_texture: MToonTextureInfo | None = None
    shading_shift_factor: float | None = None
    shading_shift_texture: MToonTextureInfo | None = None
    shading_toony_factor: Unit | None = None
    gi_equalization_factor: Unit | None = None
    matcap_factor: UnitColour3 | None = None
    matcap_texture: MToonTextureInfo | None = None
    parametric_rim_color_factor: UnitColour3 | None = None
    rim_multiply_texture: MToonTextureInfo | None = None
    rim_lighting_mix_factor: Unit | None = None
    parametric_rim_fresnel_power_factor: NotNegative | None = None
    parametric_rim_lift_factor: float | None = None
    outline_width_mode: Literal["none", "worldCoordinates", "screenCoordinates"] | None = None
    outline_width_factor: NotNegative | None = None
    outline_width_multiply_texture: MToonTextureInfo | None = None
    outline_color_factor: UnitColour3 | None = None
    outline_lighting_mix_factor: Unit | None = None
    uv_animation_mask_texture: MToonTextureInfo | None = None
    uv_animation_scroll_x_speed_factor: float | None = None
    uv_animation_scroll_y_speed_factor: float | None = None
    uv_animation_rotation_speed_factor: float | None = None


MTOON = {Material: MToon}

UV_TEXTURES = (
    "shadeMultiplyTexture",
    "shadingShiftTexture",
    "rimMultiplyTexture",
    "outlineWidthMultiplyTexture",
    "uvAnimationMaskTexture",
)
"""Textures that are looked up by texture coordinates; the matcap is looked up by normals."""
