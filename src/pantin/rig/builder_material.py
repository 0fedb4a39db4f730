"""Check materials, textures, samplers and images, cameras and lights for the builder."""

from __future__ import annotations

from math import isfinite, pi
from typing import Any, get_args

from pantin.base.records import defaults, field_names
from pantin.rig.arrays import InvalidRig, doubles, index, with_members
from pantin.rig.material import AlphaMode, Material
from pantin.rig.material_parts import PARTS, MaterialPart, OutlineMode
from pantin.rig.texture import Filter, Image, MipFilter, Sampler, Texture, TextureUse, Wrap
from pantin.rig.view import Camera, Light, LightKind, Orthographic, Perspective

FACTORS = (
    *("metallic", "roughness", "normal_scale", "occlusion_strength", "alpha_cutoff"),
    *("emissive_strength", "ior", "dispersion"),
)
"""The members of a material that are one number."""


def check_material(given: Material, what: str, textures: int) -> Material:
    """The material with finite colours and factors, and textures that exist."""
    for field in FACTORS:
        if not _is_finite_float(getattr(given, field)):
            _number(getattr(given, field), f"{what} {field.replace('_', ' ')}")
    if given.alpha_mode is not None:
        _choice(given.alpha_mode, get_args(AlphaMode), f"{what} alpha mode")
    for field, use in given.texture_uses().items():
        _check_use(use, f"{what} {field.replace('_', ' ')}", textures)
    changes: dict[str, Any] = {
        "base_colour": _numbers(given.base_colour, f"{what} base colour", 4),
        "emissive": _numbers(given.emissive, f"{what} emissive colour", 3),
    }
    for name in PARTS:
        part = getattr(given, name)
        if part is not None:
            changes[name] = _check_part(part, name, f"{what} {name.replace('_', ' ')}")
    return with_members(given, **changes)


def _check_part(given: MaterialPart, name: str, what: str) -> MaterialPart:
    """A part of a material with finite numbers; the kinds of its members are those of their defaults."""
    if type(given) is not PARTS[name]:
        raise InvalidRig(f"{what} must be {PARTS[name].__name__}, not {given!r}")
    changes: dict[str, Any] = {}
    usual = defaults(type(given))
    for name in field_names(given):
        value, default = getattr(given, name), usual.get(name)
        label = f"{what} {name.replace('_', ' ')}"
        if isinstance(default, tuple):
            changes[name] = _numbers(value, label, len(default))
        elif isinstance(default, str):
            _choice(value, get_args(OutlineMode), label)
        elif type(default) in (int, float) or (name == "attenuation_distance" and value is not None):
            _number(value, label)
    return with_members(given, **changes)


def _check_use(given: TextureUse, what: str, textures: int) -> None:
    index(given.texture, what, textures)
    sets = [given.texcoord]
    if given.transform is not None:
        sets += [] if given.transform.texcoord is None else [given.transform.texcoord]
        _numbers(given.transform.offset, f"{what} offset", 2)
        _numbers(given.transform.scale, f"{what} scale", 2)
        _number(given.transform.rotation, f"{what} rotation")
    for number in sets:
        if number < 0:
            raise InvalidRig(f"{what} set of texture coordinates must be 0 or more, not {number}")


def check_texture(given: Texture, what: str, images: int, samplers: int) -> Texture:
    """The texture with images and a sampler that exist."""
    for image in (*given.images, *given.alternatives):
        index(image, f"{what} image", images)
    index(given.sampler, f"{what} sampler", samplers)
    if given.size is not None and any(length < 1 for length in given.size):
        raise InvalidRig(f"{what} size must be 1 or more pixels along each axis, not {given.size}")
    if given.placeholder is not None:
        doubles(given.placeholder, f"{what} placeholder", (None,))
    return with_members(given, images=tuple(given.images), alternatives=tuple(given.alternatives))


def check_sampler(given: Sampler, what: str) -> Sampler:
    """The sampler with filters and wrap modes that exist."""
    for field, known in (("magnification", Filter), ("minification", Filter), ("mipmaps", MipFilter)):
        value = getattr(given, field)
        if value is not None:
            _choice(value, get_args(known), f"{what} {field}")
    for mode in given.wrap:
        _choice(mode, get_args(Wrap), f"{what} wrap")
    return with_members(given, wrap=tuple(given.wrap))


def check_image(given: Image, what: str) -> Image:
    """The image with bytes."""
    if given.data is not None and not isinstance(given.data, bytes | memoryview):
        raise InvalidRig(f"{what} data must be bytes, not {type(given.data).__name__}")
    return given


def check_camera(given: Camera, what: str) -> Camera:
    """The camera with a projection that can be used."""
    lens = given.projection
    if isinstance(lens, Perspective):
        if not 0 < _number(lens.fov, f"{what} field of view") < pi:
            raise InvalidRig(f"{what} field of view must be between 0 and π radians, not {lens.fov:g}")
    elif isinstance(lens, Orthographic):
        _number(lens.height, f"{what} height")
    else:
        raise InvalidRig(f"{what} projection must be Perspective or Orthographic, not {lens!r}")
    _number(lens.near, f"{what} near plane")
    if lens.far is not None:
        _number(lens.far, f"{what} far plane")
    return given


def check_light(given: Light, what: str) -> Light:
    """The light with finite numbers."""
    _choice(given.kind, get_args(LightKind), f"{what} kind")
    for field in ("intensity", "inner_cone", "outer_cone"):
        _number(getattr(given, field), f"{what} {field.replace('_', ' ')}")
    if given.range is not None:
        _number(given.range, f"{what} range")
    return with_members(given, colour=_numbers(given.colour, f"{what} colour", 3))


def _numbers(given: Any, what: str, count: int) -> Any:
    if type(given) is tuple and len(given) == count and all(map(_is_finite_float, given)):
        return given
    return tuple(doubles(given, what, (count,)).tolist())


def _is_finite_float(given: Any) -> bool:
    return type(given) is float and isfinite(given)


def _number(given: Any, what: str) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not isfinite(given):
        raise InvalidRig(f"{what} must be a finite number, not {given!r}")
    return float(given)


def _choice(given: Any, known: tuple[str, ...], what: str) -> None:
    if given not in known:
        raise InvalidRig(f"{what} must be one of {', '.join(known)}, not {given!r}")
