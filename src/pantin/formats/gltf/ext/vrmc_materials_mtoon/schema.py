"""The object of VRMC_materials_mtoon.

Constraints are those of its JSON schema.
"""

from typing import Annotated, Literal

from msgspec import Meta

from pantin.formats.gltf.schema import NotNegative, Property, TextureInfo, Unit, UnitColour3


class ShadingShiftTextureInfo(TextureInfo, frozen=True):
    scale: float | None = None


class MToon(Property, frozen=True, kw_only=True):
    spec_version: str | None
    transparent_with_z_write: bool | None = None
    render_queue_offset_number: Annotated[int, Meta(ge=-9, le=9)] | None = None
    shade_color_factor: UnitColour3 | None = None
    shade_multiply_texture: TextureInfo | None = None
    shading_shift_factor: float | None = None
    shading_shift_texture: ShadingShiftTextureInfo | None = None
    shading_toony_factor: Unit | None = None
    gi_equalization_factor: Unit | None = None
    matcap_factor: UnitColour3 | None = None
    matcap_texture: TextureInfo | None = None
    parametric_rim_color_factor: UnitColour3 | None = None
    rim_multiply_texture: TextureInfo | None = None
    rim_lighting_mix_factor: Unit | None = None
    parametric_rim_fresnel_power_factor: NotNegative | None = None
    parametric_rim_lift_factor: float | None = None
    outline_width_mode: Literal["none", "worldCoordinates", "screenCoordinates"] | None = None
    outline_width_factor: NotNegative | None = None
    outline_width_multiply_texture: TextureInfo | None = None
    outline_color_factor: UnitColour3 | None = None
    outline_lighting_mix_factor: Unit | None = None
    uv_animation_mask_texture: TextureInfo | None = None
    uv_animation_scroll_x_speed_factor: float | None = None
    uv_animation_scroll_y_speed_factor: float | None = None
    uv_animation_rotation_speed_factor: float | None = None
