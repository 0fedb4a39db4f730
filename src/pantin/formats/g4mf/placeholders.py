"""Placeholders of textures: the format requires one for each, and rigs of other formats have none."""

from __future__ import annotations

from pantin.base.records import replace
from pantin.rig import Rig


def neutral_colours(rig: Rig) -> dict[int, tuple[float, ...]]:
    """The colour of each texture before its image is there: white, so that the factor remains, or a normal
    that is not bent. A base colour has alpha where some material uses it."""
    colors: dict[int, tuple[float, ...]] = {}
    for material in rig.materials:
        for field, use in material.texture_uses().items():
            if field == "normal_texture":
                colors.setdefault(use.texture, (0.5, 0.5, 1.0))
            elif field == "base_color_texture" and material.alpha != "opaque":
                colors[use.texture] = (1.0, 1.0, 1.0, 1.0)
            else:
                colors.setdefault(use.texture, (1.0, 1.0, 1.0))
    return colors


def without_neutral_placeholders(rig: Rig) -> Rig:
    """The rig without the placeholders that change nothing, which a writer makes where a texture has none."""
    colors = neutral_colours(rig)
    textures = []
    for index, texture in enumerate(rig.textures):
        stated = texture.placeholder
        is_neutral = stated is not None and (set(stated) == {1.0} or stated == colors.get(index))
        textures.append(replace(texture, placeholder=None) if is_neutral else texture)
    return replace(rig, textures=tuple(textures))
