"""Materials of a rig as the properties that VRM 0.x lists for them (Unity's, of VRM/MToon): the reverse of
`mtoon`."""

from __future__ import annotations

import math
from collections.abc import Iterable

from pantin.formats.gltf.ext.vrm0 import schema
from pantin.formats.gltf.ext.vrm0.mtoon import CENTIMETRE, GLTF_SHADERS, SHADER
from pantin.formats.gltf.ext.vrm0.schema import NEUTRAL
from pantin.rig import Material
from pantin.rig.material_parts import MToon

OUTLINE_MODES = ("none", "world", "screen")

BLENDING = {
    # Blend mode: the mode of Unity, how source and target count, whether depth is written, and the queue.
    "opaque": (0, 1, 0, 1, -1, "Opaque"),
    "mask": (1, 1, 0, 1, 2450, "TransparentCutout"),
    "blend": (2, 5, 10, 0, 3000, "Transparent"),
    "depth": (3, 5, 10, 1, 2501, "Transparent"),
}
"""Unity's render state for each alpha mode (MToon 0.x, `Utils.SetRenderMode`)."""

MTOON_VERSION = 38
"""The MToon version in files of VRM 0.x (the last one)."""

WHOLE = (0.0, 0.0, 1.0, 1.0)
"""The identity transform of a texture: offset and scale."""


def material_properties(material: Material) -> schema.MaterialProperties:
    """The VRM 0.x entry of a material; toon shading is the only addition to core glTF."""
    if material.mtoon is None:
        return schema.MaterialProperties(
            name=material.name or "",
            shader=GLTF_SHADERS[0],
            render_queue=-1,
            float_properties={},
            vector_properties={},
            texture_properties={},
            keyword_map={},
            tag_map={},
        )
    toon = material.mtoon
    blended = "depth" if toon.transparent_with_depth and material.alpha == "blend" else material.alpha
    mode, source, target, depth, queue, kind = BLENDING[blended]
    textures = _textures(material, toon)
    return schema.MaterialProperties(
        name=material.name or "",
        shader=SHADER,
        render_queue=queue + toon.render_queue_offset if queue >= 2501 else queue,
        float_properties={
            **_floats(material, toon),
            "_BlendMode": float(mode),
            "_SrcBlend": float(source),
            "_DstBlend": float(target),
            "_ZWrite": float(depth),
            "_AlphaToMask": float(blended == "mask"),
        },
        vector_properties={**_colors(material, toon), **dict.fromkeys(textures, WHOLE)},
        texture_properties=textures,
        keyword_map={"_NORMALMAP": True} if material.normal_texture is not None else {},
        tag_map={"RenderType": kind},
    )


def _floats(material: Material, toon: MToon) -> dict[str, float]:
    # 1.0 shades around a point with a width, 0.x between two values of the cosine to the light.
    low, high = toon.shading_toony - 1 - toon.shading_shift, 1 - toon.shading_toony - toon.shading_shift
    outlined = OUTLINE_MODES.index(toon.outline_mode)
    width = toon.outline_width / CENTIMETRE * (2.0 if toon.outline_mode == "screen" else 1.0)
    return {
        "_Cutoff": material.alpha_cutoff,
        "_BumpScale": material.normal_scale,
        "_ShadeShift": low,
        "_ShadeToony": (1 - high) / (1 - low) if low < 1 else 1.0,
        "_IndirectLightIntensity": 1 - toon.gi_equalization,
        "_RimLightingMix": toon.rim_lighting_mix,
        "_RimFresnelPower": toon.rim_fresnel_power,
        "_RimLift": toon.rim_lift,
        "_OutlineWidth": width,
        "_OutlineLightingMix": toon.outline_lighting_mix,
        "_UvAnimScrollX": toon.uv_scroll_u,
        "_UvAnimScrollY": -toon.uv_scroll_v,
        "_UvAnimRotation": toon.uv_rotation / math.tau,
        "_OutlineWidthMode": float(outlined),
        "_OutlineColorMode": float(toon.outline_lighting_mix > 0),
        "_CullMode": 0.0 if material.double_sided else 2.0,
        "_OutlineCullMode": 1.0,
        "_DebugMode": 0.0,
        "_MToonVersion": float(MTOON_VERSION),
        **NEUTRAL,
    }


def _colors(material: Material, toon: MToon) -> dict[str, tuple[float, ...]]:
    return {
        "_Color": (*map(to_srgb, material.base_color[:3]), material.base_color[3]),
        "_ShadeColor": _opaque(toon.shade_color),
        "_RimColor": _opaque(toon.rim_color),
        "_OutlineColor": _opaque(toon.outline_color),
        "_EmissionColor": (*map(float, material.emitted), 1.0),
    }


def _opaque(color: Iterable[float]) -> tuple[float, ...]:
    return (*map(to_srgb, color), 1.0)


def to_srgb(value: float) -> float:
    """Convert a channel of linear light to sRGB (IEC 61966-2-1)."""
    value = float(value)
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def _textures(material: Material, toon: MToon) -> dict[str, int]:
    uses = {
        "_MainTex": material.base_color_texture,
        "_ShadeTexture": toon.shade_texture,
        "_BumpMap": material.normal_texture,
        "_EmissionMap": material.emissive_texture,
        "_SphereAdd": toon.matcap_texture,
        "_RimTexture": toon.rim_texture,
        "_OutlineWidthTexture": toon.outline_width_texture,
        "_UvAnimMaskTexture": toon.uv_mask_texture,
    }
    return {name: use.texture for name, use in uses.items() if use is not None}
