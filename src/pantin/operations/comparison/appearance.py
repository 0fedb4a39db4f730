"""Differences of materials, textures and images, compared where surfaces use them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from pantin.base.records import field_names, replace
from pantin.operations.comparison.difference import Change, is_default_name
from pantin.operations.comparison.structure import brief, changed_fields, values_equal
from pantin.operations.comparison.vertex_matching import VertexMatching
from pantin.operations.comparison.vertices import VertexRange, VertexTable
from pantin.rig import Image, Material, Rig, Sampler, TextureUse
from pantin.rig.material import PART_TEXTURES, TEXTURE_FIELDS
from pantin.rig.material_parts import PARTS

SKIPPED = frozenset({"name", "extras", "alpha_mode", "alpha_cutoff", *TEXTURE_FIELDS, *PARTS})
"""Fields of a material that are compared in another way, or not at all."""


def compare_mesh_names(
    a: VertexTable, b: VertexTable, pairs: list[tuple[VertexRange, VertexRange]]
) -> Iterator[Change]:
    """Names of meshes that both files name. A mesh that corresponds to several of the other file may have any
    name."""
    meshes: dict[int, dict[str | None, VertexRange]] = {}
    for part, other in pairs:
        name = a.rig.meshes[a.instance(part).mesh].name
        meshes.setdefault(b.instance(other).mesh, {}).setdefault(name, part)
    for mesh, names in meshes.items():
        there = b.rig.meshes[mesh].name
        (name, part), *others = names.items()
        if not others and there != name and there is not None and name is not None:
            yield Change("names", a.name(part), f"mesh {name!r} is called {there!r} in the second file")


def compare_materials(
    a: VertexTable, b: VertexTable, pairs: list[tuple[VertexRange, VertexRange]]
) -> Iterator[Change]:
    """Materials of matched surfaces. One that replaces several equal ones may have the name of any."""
    used = [(part, a.material(part), b.material(other)) for part, other in pairs]
    names: dict[int, set[str | None]] = {}
    for _, mine, theirs in used:
        if mine is not None and theirs is not None:
            names.setdefault(id(theirs), set()).add(mine.name)
    seen = set()
    for part, mine, theirs in used:
        if (id(mine), id(theirs)) in seen:
            continue
        seen.add((id(mine), id(theirs)))
        if mine is None or theirs is None:
            if not alike_default(mine or theirs):
                yield Change("materials", a.name(part), "has a material in one file only")
            continue
        where = f"material {mine.name!r}" if mine.name else f"material of the {a.name(part)}"
        same = theirs.name in names[id(theirs)] or is_default_name(mine.name, theirs.name, "material")
        if not same:
            yield Change("names", where, f"is called {theirs.name!r} in the second file")
        yield from _changes(a.rig, b.rig, mine, theirs, where)


def alike_default(material: Material | None) -> bool:
    """Whether a material looks the same as no material."""
    plain = Material(metallic=1.0)
    return material is None or not (material.texture_uses() or list(_changed_values(material, plain)))


def _changed_values(mine: Material, theirs: Material) -> Iterator[str]:
    for name in field_names(Material):
        values = getattr(mine, name), getattr(theirs, name)
        if name not in SKIPPED and not values_equal(*values):
            yield f"{name} {brief(values[0])} → {brief(values[1])}"
    for name in PARTS:
        yield from _changed_part(name, getattr(mine, name), getattr(theirs, name))
    if mine.alpha != theirs.alpha:
        yield f"alpha {mine.alpha} → {theirs.alpha}"
    if mine.alpha == "mask" and not values_equal(mine.alpha_cutoff, theirs.alpha_cutoff):
        yield f"alpha_cutoff {mine.alpha_cutoff:g} → {theirs.alpha_cutoff:g}"


def _changed_part(name: str, mine: Any, theirs: Any) -> Iterator[str]:
    if mine is None or theirs is None:
        if mine is not theirs:
            yield f"{name} in one file only"
        return
    for changed in changed_fields(mine, theirs, skip=PART_TEXTURES[name]):
        yield f"{name}.{changed}"


def _changes(a: Rig, b: Rig, mine: Material, theirs: Material, where: str) -> Iterator[Change]:
    if mine.texture_uses().keys() != theirs.texture_uses().keys():
        mine, theirs = fold_plain_textures(a, mine), fold_plain_textures(b, theirs)
    changed = list(_changed_values(mine, theirs))
    uses, others = mine.texture_uses(), theirs.texture_uses()
    for name in dict.fromkeys((*uses, *others)):
        use, other = uses.get(name), others.get(name)
        if use is None or other is None:
            part = name.partition(".")[0]
            if (getattr(mine, part) is not None and getattr(theirs, part) is not None) or part == name:
                changed.append(f"{name} in one file only")
        else:
            changed += [f"{name}: {what}" for what in _changed_use(a, b, use, other)]
            if not _same_images(a, b, use, other):
                yield Change("images", where, f"{name} has a different image")
    if changed:
        yield Change("materials", where, "; ".join(changed))


def _changed_use(a: Rig, b: Rig, mine: TextureUse, theirs: TextureUse) -> Iterator[str]:
    if mine.texcoord != theirs.texcoord:
        yield f"texture coordinates {mine.texcoord} → {theirs.texcoord}"
    if not values_equal(mine.transform, theirs.transform):
        yield "transform"
    samplers = []
    for rig, use in ((a, mine), (b, theirs)):
        index = rig.textures[use.texture].sampler
        samplers.append(Sampler() if index is None else rig.samplers[index])
    if samplers[0].wrap != samplers[1].wrap:
        yield f"wrap {samplers[0].wrap} → {samplers[1].wrap}"
    # A filter that one of them leaves to the viewer is no difference: USD stores none.
    filters = zip(*((s.magnification, s.minification, s.mipmaps) for s in samplers), strict=True)
    if any(None not in pair and pair[0] != pair[1] for pair in filters):
        yield "filters"


def _same_images(a: Rig, b: Rig, mine: TextureUse, theirs: TextureUse) -> bool:
    pair = [
        [rig.images[index] for index in rig.textures[use.texture].images]
        for rig, use in ((a, mine), (b, theirs))
    ]
    return len(pair[0]) == len(pair[1]) and all(map(same_picture, *pair))


PICTURES = ("PNG", "JPEG", "WEBP", "AVIF", "GIF", "BMP")
"""The formats that are decoded. Other decoders of Pillow start programs, or render vector graphics at any
size."""
MOST_PIXELS = 1 << 26
"""The largest image that is decoded: 8192 × 8192 pixels take 268 MB."""
STRIPE = 256
"""Rows that are compared at a time."""


def same_picture(a: Image, b: Image) -> bool:
    """Whether two images have the same pixels: the same bytes, or encoded in another way without loss."""
    if a.data is None or b.data is None:
        return a.data is b.data
    if bytes(a.data) == bytes(b.data):
        return True
    mine = _pixels(a)
    return mine is not None and mine == _pixels(b)


class Pixels(NamedTuple):
    """The size of an image and a digest of its pixels; and its colour if all pixels have the same one."""

    size: tuple[int, int]
    digest: bytes
    color: tuple[int, ...] | None


def _pixels(image: Image) -> Pixels | None:
    """The pixels of an image, if it can be decoded here and is not too large."""
    import hashlib
    import io

    try:
        from PIL import Image as Pictures

        with Pictures.open(io.BytesIO(bytes(image.data or b"")), formats=PICTURES) as picture:
            width, height = picture.size
            if width * height > MOST_PIXELS:
                return None
            digest, colors = hashlib.sha256(), set()
            for top in range(0, height, STRIPE):
                rows = picture.crop((0, top, width, min(top + STRIPE, height))).convert("RGBA")
                digest.update(rows.tobytes())
                colors |= set(zip(*rows.getextrema(), strict=True))
            return Pixels((width, height), digest.digest(), colors.pop() if len(colors) == 1 else None)
    except Exception:  # Pillow is optional, and its decoders raise all kinds of errors for broken images
        return None


def fold_plain_textures(rig: Rig, material: Material) -> Material:
    """The material with textures of a single colour replaced by equivalent factors."""
    changes: dict[str, Any] = {}
    for field, use in material.texture_uses().items():
        color = _single_colour(rig, use)
        if color is None:
            continue
        linear = [to_linear(value) for value in color[:3]]
        match field:
            case "base_color_texture":
                factors = zip(material.base_color, [*linear, color[3]], strict=True)
                changes |= {field: None, "base_color": tuple(x * y for x, y in factors)}
            case "emissive_texture":
                factors = zip(material.emissive, linear, strict=True)
                changes |= {field: None, "emissive": tuple(x * y for x, y in factors)}
            case "metallic_roughness_texture":
                changes |= {field: None, "roughness": material.roughness * color[1]}
                changes["metallic"] = material.metallic * color[2]
            case "occlusion_texture" if color[0] == 1.0:
                changes |= {field: None, "occlusion_strength": 1.0}
            case "normal_texture" if max(abs(color[0] - 0.5), abs(color[1] - 0.5), 1 - color[2]) < 0.01:
                changes |= {field: None, "normal_scale": 1.0}
    return replace(material, **changes)


def _single_colour(rig: Rig, use: TextureUse) -> list[float] | None:
    """The colour of a texture with equal pixels, from 0 to 1."""
    images = rig.textures[use.texture].images
    pixels = _pixels(rig.images[images[0]]) if len(images) == 1 else None
    return None if pixels is None or pixels.color is None else [value / 255 for value in pixels.color]


def to_linear(value: float) -> float:
    """The linear value of an sRGB value."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def matched_surfaces(
    a: VertexTable, b: VertexTable, matched: VertexMatching
) -> list[tuple[VertexRange, VertexRange]]:
    """Each surface of A with each surface of B that has some of its vertices."""
    mine, theirs = matched.couples
    pairs = list(matched.pairs)
    for part in matched.loose_a:
        own = slice(*np.searchsorted(mine, (part.vertices.start, part.vertices.stop)))
        pairs += [(part, other) for other in b.owners(theirs[own])]
    return pairs
