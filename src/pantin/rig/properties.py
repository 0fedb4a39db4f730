"""Properties of materials, lights, cameras and nodes that clips animate beside transforms and blend weights.

A property is named by its part of the rig, the index there and the field: `materials`, 0, `base_color`;
`clearcoat.roughness` and `base_color_texture.transform.offset` are fields of parts of a material, `fov` is
one of the projection of a camera.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

import numpy as np

from pantin.base.records import field_names, is_record, replace
from pantin.rig.arrays import read_only
from pantin.rig.clip import AnimatedPart, AnimatedProperty, Properties, Value
from pantin.rig.texture import TextureTransform, TextureUse
from pantin.rig.view import Camera, Light

if TYPE_CHECKING:
    from pantin.rig.rig import Rig

NEEDS_TEXTURE = {
    "normal_scale": "normal_texture",
    "occlusion_strength": "occlusion_texture",
    "shading_shift_scale": "shading_shift_texture",
}
"""Fields that have no effect without a texture."""

UNBOUNDED = ("attenuation_distance",)
"""Fields in which None means infinity. In other fields, None means that there is nothing to animate."""


def width_of(part: Any, field: str) -> int:
    """How many numbers a field of a material, a light or a camera has. Raises `ValueError` for a field that
    cannot be animated."""
    *path, last = field.split(".")
    holder: Any = part.projection if isinstance(part, Camera) else part
    for name in path:
        holder = _member(holder, name)
    kind: Any = type(holder)
    widths = _widths(kind) if is_record(holder) else {}
    if last not in widths:
        raise ValueError(f"a {type(part).__name__.lower()} has no number {field!r} that could be animated")
    lacks = getattr(holder, last) is None and last not in UNBOUNDED
    needed = NEEDS_TEXTURE.get(last)
    if lacks or (needed is not None and getattr(holder, needed) is None) or not _is_used(part, last):
        raise ValueError(f"it has no {field} to animate")
    return widths[last]


def _member(holder: Any, name: str) -> Any:
    """A part of a material; the transform of a texture is there even if it changes nothing."""
    value = getattr(holder, name) if is_record(holder) and name in field_names(holder) else None
    is_default = value is None and name == "transform" and isinstance(holder, TextureUse)
    return TextureTransform() if is_default else value


def _is_used(part: Any, field: str) -> bool:
    """Whether the kind of a light has this field."""
    if not isinstance(part, Light):
        return True
    if field in ("inner_cone", "outer_cone"):
        return part.kind == "spot"
    return field != "range" or part.kind != "directional"


@cache
def _widths(kind: type) -> dict[str, int]:
    """The fields of a type that are numbers or vectors, and how many numbers each has."""
    widths: dict[str, int] = {}
    hints = get_type_hints(kind)
    for name in field_names(kind):
        hint = hints[name]
        if get_origin(hint) is UnionType or type(None) in get_args(hint):
            hint = next(option for option in get_args(hint) if option is not type(None))
        if hint is float:
            widths[name] = 1
        elif get_origin(hint) is tuple and set(get_args(hint)) == {float}:
            widths[name] = len(get_args(hint))
    return widths


def with_value(part: Any, field: str, value: Value) -> Any:
    """A material, a light or a camera with another value of a field."""
    if isinstance(part, Camera):
        return replace(part, projection=replace(part.projection, **{field: value}))
    name, _, rest = field.partition(".")
    if field == "base_color" and part.alpha_mode is None:
        # Whether it blends is decided by the colour at rest.
        part = replace(part, alpha_mode=part.alpha)
    return replace(part, **{name: with_value(_member(part, name), rest, value) if rest else value})


def with_properties(rig: Rig, properties: Properties) -> Rig:
    """The rig with other values of properties, which `build` has checked as those of a clip."""
    changed: dict[str, Any] = {}
    for target, value in properties.items():
        if target.part == "nodes":
            visible = changed.setdefault("nodes", rig.nodes.visible.copy())
            visible[target.index] = bool(value)
        else:
            parts = changed.setdefault(target.part, list(getattr(rig, target.part)))
            parts[target.index] = with_value(parts[target.index], target.field, value)
    if not changed:
        return rig
    visible = changed.pop("nodes", None)
    parts_of_rig: dict[str, Any] = {name: tuple(parts) for name, parts in changed.items()}
    if visible is not None:
        parts_of_rig["nodes"] = replace(rig.nodes, visible=read_only(visible))
    changed_rig = replace(rig, **parts_of_rig)
    changed_rig._inherit(rig)
    return changed_rig


def nodes_hidden_by_clips(rig: Rig) -> set[int]:
    """The nodes that clips hide and show."""
    animated = (channel for clip in rig.clips for channel in clip.properties)
    return {channel.index for channel in animated if channel.part == "nodes"}


def rig_parts(rig: Rig) -> dict[AnimatedPart, Sequence[Any]]:
    """The collections whose properties clips animate."""
    return {
        "nodes": range(len(rig.nodes)),
        "materials": rig.materials,
        "lights": rig.lights,
        "cameras": rig.cameras,
    }


def rest_value(rig: Rig, target: AnimatedProperty) -> tuple[float, ...]:
    """The numbers of a property of the rig at rest. Raises `ValueError` if it has none, or no finite ones."""
    parts = rig_parts(rig)[target.part]
    if not 0 <= target.index < len(parts):
        raise ValueError(f"the rig has no {target.part.removesuffix('s')} {target.index}: {target}")
    if target.part == "nodes":
        return (float(rig.nodes.visible[target.index]),)
    part = parts[target.index]
    width_of(part, target.field)
    numbers = numbers_of(part, target.field)
    if numbers is None:
        raise ValueError(f"{target} is infinite at rest")
    return numbers


def numbers_of(part: Any, field: str) -> tuple[float, ...] | None:
    """The numbers of a field of a material, a light or a camera; None for infinity."""
    holder: Any = part.projection if isinstance(part, Camera) else part
    for name in field.split("."):
        holder = _member(holder, name)
    if holder is None:
        return None
    return tuple(map(float, holder)) if isinstance(holder, tuple) else (float(holder),)


def to_value(numbers: Sequence[float] | np.ndarray[Any, Any], part: AnimatedPart) -> Value:
    """The numbers of a key as the value of a property."""
    if part == "nodes":
        return bool(numbers[0])
    return float(numbers[0]) if len(numbers) == 1 else tuple(float(number) for number in numbers)
