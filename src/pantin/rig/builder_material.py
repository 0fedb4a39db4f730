"""Check materials, textures, samplers and images, cameras and lights for the builder."""

from __future__ import annotations

from math import isfinite, pi
from typing import Any, get_args

from pantin.base.records import defaults, field_names, in_words
from pantin.base.short_repr import short_value
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


def check_material(material: Material, what: str, textures: int) -> Material:
    """The material with finite colours and factors, and textures that exist."""
    for field in FACTORS:
        if not _is_finite_float(getattr(material, field)):
            _number(getattr(material, field), f"{what} {in_words(field)}")
    if material.alpha_mode is not None:
        _choice(material.alpha_mode, get_args(AlphaMode), f"{what} alpha mode")
    for field, use in material.texture_uses().items():
        _check_use(use, f"{what} {in_words(field)}", textures)
    changes: dict[str, Any] = {
        "base_color": _numbers(material.base_color, f"{what} base colour", 4),
        "emissive": _numbers(material.emissive, f"{what} emissive colour", 3),
    }
    for name in PARTS:
        part = getattr(material, name)
        if part is not None:
            changes[name] = _check_part(part, name, f"{what} {in_words(name)}")
    return with_members(material, **changes)


def _check_part(part: MaterialPart, name: str, what: str) -> MaterialPart:
    """A part of a material with finite numbers; the kinds of its members are those of their defaults."""
    if type(part) is not PARTS[name]:
        raise InvalidRig(f"{what} must be {PARTS[name].__name__}, not {short_value(part)}")
    changes: dict[str, Any] = {}
    usual = defaults(type(part))
    for name in field_names(part):
        value, default = getattr(part, name), usual.get(name)
        label = f"{what} {in_words(name)}"
        if isinstance(default, tuple):
            changes[name] = _numbers(value, label, len(default))
        elif isinstance(default, str):
            _choice(value, get_args(OutlineMode), label)
        elif type(default) in (int, float) or (name == "attenuation_distance" and value is not None):
            _number(value, label)
    return with_members(part, **changes)


def _check_use(use: TextureUse, what: str, textures: int) -> None:
    index(use.texture, what, textures)
    sets = [use.texcoord]
    if use.transform is not None:
        sets += [] if use.transform.texcoord is None else [use.transform.texcoord]
        _numbers(use.transform.offset, f"{what} offset", 2)
        _numbers(use.transform.scale, f"{what} scale", 2)
        _number(use.transform.rotation, f"{what} rotation")
    for number in sets:
        if number < 0:
            raise InvalidRig(f"{what} set of texture coordinates must be 0 or more, not {number}")


def check_texture(texture: Texture, what: str, images: int, samplers: int) -> Texture:
    """The texture with images and a sampler that exist."""
    for image in (*texture.images, *texture.alternatives):
        index(image, f"{what} image", images)
    index(texture.sampler, f"{what} sampler", samplers)
    if texture.size is not None and any(length < 1 for length in texture.size):
        raise InvalidRig(f"{what} size must be 1 or more pixels along each axis, not {texture.size}")
    if texture.placeholder is not None:
        doubles(texture.placeholder, f"{what} placeholder", (None,))
    return with_members(texture, images=tuple(texture.images), alternatives=tuple(texture.alternatives))


def check_sampler(sampler: Sampler, what: str) -> Sampler:
    """The sampler with filters and wrap modes that exist."""
    for field, known in (("magnification", Filter), ("minification", Filter), ("mipmaps", MipFilter)):
        value = getattr(sampler, field)
        if value is not None:
            _choice(value, get_args(known), f"{what} {field}")
    for mode in sampler.wrap:
        _choice(mode, get_args(Wrap), f"{what} wrap")
    return with_members(sampler, wrap=tuple(sampler.wrap))


def check_image(image: Image, what: str) -> Image:
    """The image with bytes."""
    if image.data is not None and not isinstance(image.data, bytes | memoryview):
        raise InvalidRig(f"{what} data must be bytes, not {type(image.data).__name__}")
    return image


def check_camera(camera: Camera, what: str) -> Camera:
    """The camera with a projection that can be used."""
    lens = camera.projection
    if isinstance(lens, Perspective):
        if not 0 < _number(lens.fov, f"{what} field of view") < pi:
            raise InvalidRig(f"{what} field of view must be between 0 and π radians, not {lens.fov:g}")
    elif isinstance(lens, Orthographic):
        _number(lens.height, f"{what} height")
    else:
        raise InvalidRig(f"{what} projection must be Perspective or Orthographic, not {short_value(lens)}")
    _number(lens.near, f"{what} near plane")
    if lens.far is not None:
        _number(lens.far, f"{what} far plane")
    return camera


def check_light(light: Light, what: str) -> Light:
    """The light, with its numbers checked to be finite."""
    _choice(light.kind, get_args(LightKind), f"{what} kind")
    for field in ("intensity", "inner_cone", "outer_cone"):
        _number(getattr(light, field), f"{what} {in_words(field)}")
    if light.range is not None:
        _number(light.range, f"{what} range")
    return with_members(light, color=_numbers(light.color, f"{what} colour", 3))


def _numbers(values: Any, what: str, count: int) -> Any:
    if type(values) is tuple and len(values) == count and all(map(_is_finite_float, values)):
        return values
    return tuple(doubles(values, what, (count,)).tolist())


def _is_finite_float(value: Any) -> bool:
    return type(value) is float and isfinite(value)


def _number(value: Any, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise InvalidRig(f"{what} must be a finite number, not {short_value(value)}")
    return float(value)


def _choice(value: Any, known: tuple[str, ...], what: str) -> None:
    if value not in known:
        raise InvalidRig(f"{what} must be one of {', '.join(known)}, not {short_value(value)}")
