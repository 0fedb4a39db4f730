"""Convert materials of VRM 0.x (Unity properties of VRM/MToon) to VRM 1.0."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from pantin.formats.gltf.ext.vrm0.schema import NEUTRAL, TEXTURE_TRANSFORMS
from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.json_values import (
    Object,
    as_index,
    as_object,
    number,
    vector,
)

SHADER = "VRM/MToon"
UNLIT_SHADERS = {
    "VRM/UnlitTexture": "OPAQUE",
    "VRM/UnlitCutout": "MASK",
    "VRM/UnlitTransparent": "BLEND",
    "VRM/UnlitTransparentZWrite": "BLEND",
}
GLTF_SHADERS = ("VRM_USE_GLTFSHADER", "Standard", "UniGLTF/UniUnlit")
"""Shaders that core glTF already describes."""

ALPHA_MODES = ("OPAQUE", "MASK", "BLEND", "BLEND")
OUTLINE_MODES = ("none", "worldCoordinates", "screenCoordinates")
CENTIMETRE = 0.01

CORE = frozenset(
    {"_Color", "_Cutoff", "_MainTex", "_BumpMap", "_BumpScale", "_EmissionColor", "_EmissionMap"}
)
"""Properties that core glTF also has."""

STATE = frozenset(
    {
        *("_BlendMode", "_CullMode", "_OutlineCullMode", "_SrcBlend", "_DstBlend", "_ZWrite", "_AlphaToMask"),
        *("_DebugMode", "_MToonVersion"),
    }
)
"""Unity's render state, which follows from the blend mode or concerns only its editor."""

QUEUES = {2: (3000, -9, 0), 3: (2501, 0, 9)}
"""For blend modes drawn in order: Unity's render queue, and the range of offsets in VRM 1.0."""


def to_linear(value: float) -> float:
    """Convert a channel of sRGB to linear light (IEC 61966-2-1)."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


class Properties:
    """The properties of a material of VRM 0.x, with defaults for missing and invalid ones."""

    def __init__(self, material: Object, textures: int) -> None:
        self.floats, self.vectors = (
            as_object(material.get("floatProperties")),
            as_object(material.get("vectorProperties")),
        )
        self.images, self.count = as_object(material.get("textureProperties")), textures
        self.read: set[str] = set()

    def unread(self) -> Iterator[tuple[str, str]]:
        """The properties with an effect that were not read: name and containing member."""
        known = self.read | CORE | STATE
        members = {"floatProperties": self.floats, "textureProperties": self.images}
        transforms = {*self.images, *TEXTURE_TRANSFORMS}  # core glTF has that of `_MainTex`, which counts
        members["vectorProperties"] = {name: v for name, v in self.vectors.items() if name not in transforms}
        for member, values in members.items():
            for name, value in values.items():
                if name not in known and NEUTRAL.get(name) != value:
                    yield name, member

    def scalar(self, name: str, default: float) -> float:
        self.read.add(name)
        value = number(self.floats.get(name, default))
        return default if value is None or not math.isfinite(value) else value

    def share(self, name: str, default: float) -> float:
        return min(max(self.scalar(name, default), 0.0), 1.0)

    def color(self, name: str, default: float) -> list[float]:
        """Linear RGB from 0 to 1."""
        self.read.add(name)
        value = vector(self.vectors.get(name), 4)
        return [to_linear(min(max(part, 0.0), 1.0)) for part in value[:3]] if value else [default] * 3

    def texture(self, name: str) -> dict[str, Any] | None:
        self.read.add(name)
        index = as_index(self.images.get(name), self.count)
        return None if index is None else {"index": index}


def queue_offsets(listed: Sequence[Object]) -> dict[int, int]:
    """`renderQueueOffsetNumber` of the blended materials. VRM 1.0 has fewer numbers than Unity, so the order
    is kept but not the distances (UniVRM, MigrationMToonMaterial). Offsets end at the last number without
    depth writing, and start at the first with it."""
    queues: dict[int, dict[int, int]] = {mode: {} for mode in QUEUES}
    for index, material in enumerate(listed):
        mode = number(as_object(material.get("floatProperties")).get("_BlendMode"))
        if material.get("shader") == SHADER and mode in QUEUES:
            stated = as_index(material.get("renderQueue"), MOST_QUEUES)
            queues[int(mode)][index] = QUEUES[int(mode)][0] if stated is None else stated
    offsets: dict[int, int] = {}
    for mode, (_, low, high) in QUEUES.items():
        ranks = {queue: rank for rank, queue in enumerate(sorted(set(queues[mode].values())))}
        first = 0 if high > 0 else 1 - len(ranks)
        offsets |= {index: min(max(first + ranks[queue], low), high) for index, queue in queues[mode].items()}
    return offsets


MOST_QUEUES = 5001
"""The number of Unity queues: 0 to 5,000."""


def mtoon_json(properties: Properties, queue_offset: int = 0) -> dict[str, Any]:
    """`VRMC_materials_mtoon` for a material, converted as in UniVRM."""
    shift, toony = properties.scalar("_ShadeShift", 0.0), properties.share("_ShadeToony", 0.9)
    # 0.x shades between `low` and `high` of the cosine to the light; 1.0 around −shift with another width.
    low, high = shift, 1.0 + (shift - 1.0) * toony
    mode = OUTLINE_MODES[min(max(int(properties.scalar("_OutlineWidthMode", 0)), 0), 2)]
    width = properties.scalar("_OutlineWidth", 0.5) * CENTIMETRE * (0.5 if mode == OUTLINE_MODES[2] else 1.0)
    fixed, mix = properties.scalar("_OutlineColorMode", 0) < 0.5, properties.share("_OutlineLightingMix", 1.0)
    blend = int(properties.scalar("_BlendMode", 0))
    mtoon: dict[str, Any] = {
        "specVersion": VERSION,
        "transparentWithZWrite": blend == 3,
        "renderQueueOffsetNumber": queue_offset or None,
        "shadeColorFactor": properties.color("_ShadeColor", 1.0),
        "shadeMultiplyTexture": properties.texture("_ShadeTexture"),
        "shadingShiftFactor": min(max(-(high + low) * 0.5, -1.0), 1.0),
        "shadingToonyFactor": min(max((2.0 - (high - low)) * 0.5, 0.0), 1.0),
        "giEqualizationFactor": 1.0 - properties.share("_IndirectLightIntensity", 0.1),
        "matcapTexture": properties.texture("_SphereAdd"),
        "parametricRimColorFactor": properties.color("_RimColor", 0.0),
        "rimMultiplyTexture": properties.texture("_RimTexture"),
        "rimLightingMixFactor": properties.share("_RimLightingMix", 0.0),
        "parametricRimFresnelPowerFactor": max(properties.scalar("_RimFresnelPower", 1.0), 0.0),
        "parametricRimLiftFactor": properties.scalar("_RimLift", 0.0),
        "outlineWidthMode": mode,
        "outlineWidthFactor": max(width, 0.0) if mode != "none" else 0.0,
        "outlineWidthMultiplyTexture": properties.texture("_OutlineWidthTexture"),
        "outlineColorFactor": properties.color("_OutlineColor", 0.0),
        "outlineLightingMixFactor": 0.0 if fixed else mix,
        "uvAnimationMaskTexture": properties.texture("_UvAnimMaskTexture"),
        "uvAnimationScrollXSpeedFactor": properties.scalar("_UvAnimScrollX", 0.0),
        # v runs upwards in Unity.
        "uvAnimationScrollYSpeedFactor": -properties.scalar("_UvAnimScrollY", 0.0),
        "uvAnimationRotationSpeedFactor": properties.scalar("_UvAnimRotation", 0.0) * math.tau,
    }
    return {name: value for name, value in mtoon.items() if value is not None}


def alpha_mode(properties: Properties) -> str:
    return ALPHA_MODES[min(max(int(properties.scalar("_BlendMode", 0)), 0), 3)]
