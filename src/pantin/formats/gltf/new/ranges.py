"""Clamp numbers of materials, cameras and lights to the ranges of glTF. Other formats allow more: a colour
above 1, a near plane of 0. Such numbers make a glTF file invalid, so the writer changes them, and `losses`
reports it."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, pi
from typing import Any

import numpy as np

from pantin.base.records import replace
from pantin.formats.gltf.material_extensions import GROUPS, Group, group_members, limits
from pantin.rig import Camera, Light, Material, Orthographic, Perspective, PropertyChannel, Rig

FACTORS = {
    "metallic": (0.0, 1.0),
    "roughness": (0.0, 1.0),
    "occlusion_strength": (0.0, 1.0),
    "alpha_cutoff": (0.0, inf),
}
"""glTF 2.0 §5.22 (metallic-roughness), §5.19 (material), §5.20 (occlusion)."""

NEAREST = 1e-3
"""The near plane for a perspective camera without one: it must be above 0 (glTF 2.0 §5.14)."""


def fit_material(material: Material) -> Material:
    """The material with factors in range; emission above 1 is stored by an extension."""
    changes: dict[str, Any] = {
        name: _clamp(getattr(material, name), *limits) for name, limits in FACTORS.items()
    }
    red, green, blue, alpha = (_clamp(part, 0.0, 1.0) for part in material.base_color)
    changes["base_color"], changes["emissive"] = (red, green, blue, alpha), _rgb(material.emissive, inf)
    for group in GROUPS:
        part = getattr(material, group.part) if group.part else material
        if part is not None:
            fitted = dict(_fit_members(group, part))
            changes |= {group.part: replace(part, **fitted)} if group.part else fitted
    return replace(material, **changes)


def _fit_members(group: Group, part: Any) -> Iterator[tuple[str, Any]]:
    """The numbers of a part that are out of range, with the nearest allowed values."""
    for member, field in group_members(group.extension):
        value, range_of = getattr(part, field), limits(member)
        if value is None or range_of is None or value == member.extra.get("or"):
            continue
        fitted = (
            tuple(_clamp(number, *range_of) for number in value)
            if isinstance(value, tuple)
            else _clamp(value, *range_of)
        )
        if fitted != value:
            yield field, fitted


def fit_camera(camera: Camera) -> Camera:
    """The camera with planes and sizes in range (glTF 2.0 §5.13, §5.14)."""
    lens = camera.projection
    if isinstance(lens, Perspective):
        near = lens.near if lens.near > 0 else NEAREST
        far = lens.far if lens.far is None or lens.far > near else None
        aspect = lens.aspect if lens.aspect is None or lens.aspect > 0 else None
        return replace(camera, projection=replace(lens, near=near, far=far, aspect=aspect))
    near = max(lens.near, 0.0)
    far = lens.far if lens.far > near else near + 1.0
    height, width = (length if length is None else abs(length) or 1.0 for length in (lens.height, lens.width))
    assert height is not None
    return replace(camera, projection=Orthographic(height, near, far, width))


def fit_property(channel: PropertyChannel, rig: Rig) -> PropertyChannel:
    """The channel of a property with its keys clamped; the same channel if all are in range."""
    from pantin.rig.properties import numbers_of, rig_parts, to_value, with_value  # few clips have properties

    if channel.part == "nodes":
        return channel
    part = rig_parts(rig)[channel.part][channel.index]
    fit: Any = {"materials": fit_material, "cameras": fit_camera, "lights": fit_light}[channel.part]
    if channel.field == "inner_cone":
        part = replace(part, outer_cone=pi / 2)  # which may be animated too
    # The writer divides an emission above 1, and multiplies its strength.
    strength = max(1.0, *part.emissive) if channel.part == "materials" else 1.0
    values = np.array(channel.values, np.float64)
    keys = values[:, 1] if channel.interpolation == "CUBICSPLINE" else values
    if channel.field in ("emissive", "emissive_strength"):
        values *= strength if channel.field == "emissive_strength" else 1 / strength
    for key in range(len(keys)):
        fitted = numbers_of(
            fit(with_value(part, channel.field, to_value(keys[key], channel.part))), channel.field
        )
        if fitted is not None:
            keys[key] = np.minimum(fitted, 1.0) if channel.field == "emissive" else fitted
    return channel if np.array_equal(values, channel.values) else replace(channel, values=values)


def fit_light(light: Light) -> Light:
    """The light with a colour, an intensity and cones in range (KHR_lights_punctual)."""
    outer = _clamp(light.outer_cone, 1e-6, pi / 2)
    return replace(
        light,
        color=_rgb(light.color, 1.0),
        intensity=max(light.intensity, 0.0),
        range=light.range if light.range is None or light.range > 0 else None,
        outer_cone=outer,
        inner_cone=_clamp(light.inner_cone, 0.0, outer * (1 - 1e-6)),
    )


def _rgb(color: tuple[float, float, float], highest: float) -> tuple[float, float, float]:
    red, green, blue = (_clamp(part, 0.0, highest) for part in color)
    return red, green, blue


def _clamp(value: float, lowest: float, highest: float) -> float:
    return min(max(value, lowest), highest)
