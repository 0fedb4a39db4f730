"""`make_atlas`: combine the textures of materials of one kind into atlas images ("pages")."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, content_key, in_words, replace
from pantin.maths import affine
from pantin.maths.srgb import to_linear, to_srgb
from pantin.operations.edit.rig_parts import RigParts
from pantin.operations.merging.appearance import changed_materials
from pantin.operations.merging.packing import pack
from pantin.operations.merging.split import drop_unused_materials, renumber_binds, with_materials
from pantin.rig import Image, Material, Mesh, Rig, Sampler, Surface, Texture, TextureUse

Pixels = NDArray[np.uint8]
Decode = Callable[[Image, int], Pixels]
Encode = Callable[[Pixels], bytes]

ALIGNED = 8
"""Corners of regions are multiples of this, so that pages of an eighth of the size have whole pixels."""

PADDING = 8
"""Pixels around a region: a mipmap of an eighth of the size still has one of them."""

SOLID = (8, 8)
"""The size of the region of a material without textures."""

INSIDE = 1e-4
"""How far texture coordinates may be outside 0 to 1: less than a pixel of the largest page."""

SHRINK = 0.9
"""How regions that do not fit a page are scaled at each try."""


class TextureSlot(NamedTuple):
    """A texture of a material, by its name in `Material.texture_uses`: whether its colours are sRGB, and the
    pixel that stands for no texture."""

    srgb: bool
    missing: tuple[int, int, int, int]


WHITE = (255, 255, 255, 255)
SLOTS: dict[str, TextureSlot] = {
    "base_color_texture": TextureSlot(True, WHITE),
    "metallic_roughness_texture": TextureSlot(False, WHITE),
    "normal_texture": TextureSlot(False, (128, 128, 255, 255)),
    "occlusion_texture": TextureSlot(False, WHITE),
    "emissive_texture": TextureSlot(True, WHITE),
    "mtoon.shade_texture": TextureSlot(True, WHITE),
    "mtoon.rim_texture": TextureSlot(True, WHITE),
    "mtoon.shading_shift_texture": TextureSlot(False, (0, 0, 0, 255)),
    "mtoon.outline_width_texture": TextureSlot(False, WHITE),
    "mtoon.uv_mask_texture": TextureSlot(False, WHITE),
}

BAKED = {
    "base_color": (1.0, 1.0, 1.0, 1.0),
    "metallic": 1.0,
    "roughness": 1.0,
    "normal_scale": 1.0,
    "occlusion_strength": 1.0,
    "emissive": (1.0, 1.0, 1.0),
    "emissive_strength": 1.0,
    "alpha_cutoff": 0.5,
}
"""Members of materials that pages contain, and their values in the material with the pages."""


CONTINUED: dict[str, Literal["wrap", "symmetric", "edge"]] = {
    "repeat": "wrap",
    "mirror": "symmetric",
    "clamp": "edge",
}
"""How NumPy continues pixels as a texture does at its edges."""


class Apart(ValueError):
    """Why a material stays out of the atlas."""


class _Source(Record, eq=False):
    """A material for the atlas: its textures by slot, and how they wrap at their edges."""

    number: int
    material: Material
    pixels: Mapping[str, Pixels]
    wraps: Mapping[str, tuple[str, ...]]
    size: tuple[int, int]


class _Region(Record):
    """Where a material is on the pages: corner and size in pixels, and the size of the page."""

    corner: tuple[int, int]
    size: tuple[int, int]
    page: tuple[int, int]


def make_atlas(rig: Rig, texture_size: int, decode: Decode, encode: Encode) -> tuple[Rig, dict[str, str]]:
    """The rig with one material for each kind (alpha mode, sides, shader), and why materials stay apart, by
    name. Factors are in the pixels of the pages. Textures are scaled down only where a page would be larger
    than `texture_size`."""
    apart: dict[str, str] = {}
    kinds: dict[Hashable, list[_Source]] = {}
    for number in _used_materials(rig):
        material = rig.materials[number]
        try:
            source = _read(rig, number, decode)
        except Apart as reason:
            apart[repr(material.name) if material.name else str(number)] = str(reason)
            continue
        kinds.setdefault(_kind(rig, material), []).append(source)
    parts = RigParts.from_rig(rig)
    placed: dict[int, tuple[int, _Region]] = {}
    for sources in kinds.values():
        if len(sources) > 1:
            placed |= _make_pages(parts, sources, texture_size, encode)
    parts.meshes = [_moved_mesh(rig, mesh, placed) for mesh in parts.meshes]
    drop_unused_materials_of(parts)
    return parts.rig(), apart


def drop_unused_materials_of(parts: RigParts) -> None:
    """Remove what no surface uses, with the binds of expressions renumbered."""
    materials = drop_unused_materials(parts)
    parts.clips = [with_materials(clip, materials) for clip in parts.clips]
    if parts.character is None:
        return
    expressions = [renumber_binds(expression, materials) for expression in parts.character.expressions]
    parts.character = replace(parts.character, expressions=tuple(expressions))


def _used_materials(rig: Rig) -> list[int]:
    return sorted(
        {surface.material for mesh in rig.meshes for surface in mesh.surfaces if surface.material is not None}
    )


def _kind(rig: Rig, material: Material) -> Hashable:
    """Equal for materials that differ only in what pages contain."""
    samplers = [rig.textures[use.texture].sampler for use in material.texture_uses().values()]
    filters = {rig.samplers[sampler].magnification for sampler in samplers if sampler is not None} - {
        None,
        "linear",
    }
    bare = replace(material.with_texture_uses(dict.fromkeys(_slots(material))), name=None, **BAKED)
    if bare.mtoon is not None:
        bare = replace(bare, mtoon=replace(bare.mtoon, shade_color=(1.0, 1.0, 1.0)))
    looks = content_key(replace(bare, alpha_mode=None, extras=None))
    return material.alpha, tuple(sorted(map(str, filters))), looks


def _slots(material: Material) -> list[str]:
    return [name for name in material.texture_uses() if name in SLOTS]


def _read(rig: Rig, number: int, decode: Decode) -> _Source:
    """A material with its pixels. Raises `Apart`."""
    material = rig.materials[number]
    if number in changed_materials(rig.character, rig.clips):
        raise Apart("an expression changes it")
    if any(number in (instance.materials or ()) for instance in rig.instances):
        raise Apart("a variant chooses it")
    uses = {name: use for name, use in material.texture_uses().items() if name != "mtoon.matcap_texture"}
    unknown = [name for name in uses if name not in SLOTS]
    if unknown:
        raise Apart(f"it has a {in_words(unknown[0])}")
    if len({(use.texcoord_set, content_key(use.transform)) for use in uses.values()}) > 1:
        raise Apart("its textures have different coordinates")
    moving = material.mtoon
    if moving is not None and (moving.uv_scroll_u, moving.uv_scroll_v, moving.uv_rotation) != (0, 0, 0):
        raise Apart("its textures move")
    surfaces = _surfaces_with(rig, number)
    if any(not surface.mode.startswith("triangle") for surface in surfaces):
        raise Apart("it is on lines or points")
    use = next(iter(uses.values()), None)
    if use is not None:
        for surface in surfaces:
            _unit_coordinates(surface, use)
    pixels, wraps = {}, {}
    for name, used in uses.items():
        texture = rig.textures[used.texture]
        sampler = Sampler() if texture.sampler is None else rig.samplers[texture.sampler]
        wraps[name] = sampler.wrap
        pixels[name] = _decode_texture(rig, texture, decode)
    sizes = [image.shape for image in pixels.values()]
    size = (max(shape[1] for shape in sizes), max(shape[0] for shape in sizes)) if sizes else SOLID
    return _Source(number, material, pixels, wraps, size)


def _decode_texture(rig: Rig, texture: Texture, decode: Decode) -> Pixels:
    if len(texture.images) != 1:
        raise Apart("a texture has no image")
    try:
        return decode(rig.images[texture.images[0]], texture.images[0])
    except Exception as error:
        raise Apart(f"a texture cannot be decoded ({error})") from None


def _surfaces_with(rig: Rig, material: int) -> list[Surface]:
    return [surface for mesh in rig.meshes for surface in mesh.surfaces if surface.material == material]


def _unit_coordinates(surface: Surface, use: TextureUse | None) -> NDArray[np.float64]:
    """Texture coordinates of a surface after the transform, within 0 to 1. Raises `Apart`."""
    count = len(surface.positions)
    if use is None or use.texcoord_set >= len(surface.texcoords):
        return np.zeros((count, 2))
    points = np.asarray(surface.texcoords[use.texcoord_set], np.float64)
    if use.transform is not None:
        points = affine.apply(np.array(use.transform.matrix()), points)
    used = points[np.unique(surface.triangles)] if len(surface.triangles) else points
    if not len(used) or not np.isfinite(used).all():
        raise Apart("its texture coordinates are not finite")
    shift = np.floor(used.min(0) + INSIDE)
    points = points - shift
    if (used - shift).max() > 1 + INSIDE:
        raise Apart("its texture repeats")
    return np.asarray(np.clip(points, 0.0, 1.0))


def _make_pages(
    parts: RigParts, sources: Sequence[_Source], largest: int, encode: Encode
) -> dict[int, tuple[int, _Region]]:
    """Add the pages of materials of one kind, and the material that uses them; where each is."""
    regions = _arrange(sources, largest)
    strength = max(max(source.material.emitted) for source in sources)
    cutoffs = {source.material.alpha_cutoff for source in sources}
    cutoff = cutoffs.pop() if len(cutoffs) == 1 else 0.5
    first = sources[0].material
    uses: dict[str, TextureUse | None] = {}
    sampler = _add_sampler(parts, sources)
    for name in SLOTS:
        if name.startswith("mtoon.") and first.mtoon is None:
            continue
        values = [_flat_value(source, name, strength, cutoff) for source in sources]
        textured = any(name in source.pixels for source in sources)
        if not textured and len(set(values)) == 1:
            continue  # the factor says it all
        page = _draw(sources, regions, name, strength, cutoff)
        uses[name] = TextureUse(_add_texture(parts, page, encode, name, sampler, first.alpha))
    merged = first.with_texture_uses({**dict.fromkeys(_slots(first)), **uses})
    merged = replace(merged, **{name: BAKED[name] for slot in uses for name in FACTORS.get(slot, ())})
    if "emissive_texture" in uses:
        merged = replace(merged, emissive_strength=max(strength, 1.0))
    if first.alpha == "mask":
        merged = replace(merged, alpha_cutoff=cutoff)
    if merged.mtoon is not None and "mtoon.shade_texture" in uses:
        merged = replace(merged, mtoon=replace(merged.mtoon, shade_color=(1.0, 1.0, 1.0)))
    number = len(parts.materials)
    parts.materials.append(replace(merged, alpha_mode=first.alpha))
    return {source.number: (number, region) for source, region in zip(sources, regions, strict=True)}


FACTORS = {
    "base_color_texture": ("base_color",),
    "metallic_roughness_texture": ("metallic", "roughness"),
    "normal_texture": ("normal_scale",),
    "occlusion_texture": ("occlusion_strength",),
    "emissive_texture": ("emissive",),
}
"""The factors that the page of a slot contains."""


def _arrange(sources: Sequence[_Source], largest: int) -> list[_Region]:
    """A region for each material, scaled down until they fit."""
    scale = 1.0
    while True:
        sizes = [
            (max(1, round(source.size[0] * scale)), max(1, round(source.size[1] * scale)))
            for source in sources
        ]
        packed = pack([(_padded_side(width), _padded_side(height)) for width, height in sizes], largest)
        if packed is not None:
            return [
                _Region((x + PADDING, y + PADDING), size, packed.page)
                for (x, y), size in zip(packed.corners, sizes, strict=True)
            ]
        if scale < 1e-3:
            raise ValueError(f"{len(sources)} materials do not fit into an atlas of {largest} pixels")
        scale *= SHRINK


def _padded_side(length: int) -> int:
    """A side of a region with its padding."""
    return -(-(length + 2 * PADDING) // ALIGNED) * ALIGNED


def _draw(
    sources: Sequence[_Source], regions: Sequence[_Region], name: str, strength: float, cutoff: float
) -> Pixels:
    """The page of a slot."""
    shrink = _shrink(sources, regions, name)
    width, height = regions[0].page
    page = np.empty((height // shrink, width // shrink, 4), np.uint8)
    page[:] = SLOTS[name].missing
    for source, region in zip(sources, regions, strict=True):
        size = region.size[0] // shrink, region.size[1] // shrink
        pixels = source.pixels.get(name)
        wrap = source.wraps.get(name, ("clamp", "clamp"))
        if pixels is None:
            pixels = np.empty((size[1], size[0], 4), np.uint8)
            pixels[:] = SLOTS[name].missing
        elif (pixels.shape[1], pixels.shape[0]) != size:
            pixels = resize(pixels, size)
        pixels = _bake(pixels, source.material, name, strength, cutoff)
        _put(page, pixels, region, shrink, wrap)
    return page


def _shrink(sources: Sequence[_Source], regions: Sequence[_Region], name: str) -> int:
    """By how much a page can be smaller than the layout, with every pixel of its textures."""
    for shrink in (8, 4, 2):
        fits = all(
            region.size[0] % shrink == 0
            and region.size[1] % shrink == 0
            and (
                name not in source.pixels
                or (
                    source.pixels[name].shape[1] <= region.size[0] // shrink
                    and source.pixels[name].shape[0] <= region.size[1] // shrink
                )
            )
            for source, region in zip(sources, regions, strict=True)
        )
        if fits:
            return shrink
    return 1


def _put(page: Pixels, pixels: Pixels, region: _Region, shrink: int, wrap: Sequence[str]) -> None:
    """Copy pixels to a page, with a frame that continues them as the texture does at its edges."""
    pad, (x, y) = PADDING // shrink, (region.corner[0] // shrink, region.corner[1] // shrink)
    framed = np.pad(pixels, ((pad, pad), (0, 0), (0, 0)), mode=CONTINUED[wrap[1]])
    framed = np.pad(framed, ((0, 0), (pad, pad), (0, 0)), mode=CONTINUED[wrap[0]])
    page[y - pad : y + pixels.shape[0] + pad, x - pad : x + pixels.shape[1] + pad] = framed


def resize(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """Pixels in another size: between the nearest four where it is larger, as a texture unit reads them, and
    averages of those below each where it is smaller."""
    result = pixels.astype(np.float64)
    for axis, length in ((1, size[0]), (0, size[1])):
        result = _resize_axis(result, axis, length)
    return np.rint(result).astype(np.uint8)


def _resize_axis(values: NDArray[np.float64], axis: int, length: int) -> NDArray[np.float64]:
    count = values.shape[axis]
    if count == length:
        return values
    if length < count:
        edges = np.arange(length + 1) * count / length
        total = np.concatenate([np.zeros_like(values.take([0], axis)), np.cumsum(values, axis)], axis)
        low = np.floor(edges).astype(int)
        part = (edges - low).reshape([-1 if a == axis else 1 for a in range(values.ndim)])
        at = total.take(low, axis) * (1 - part) + total.take(np.minimum(low + 1, count), axis) * part
        return np.asarray(np.diff(at, axis=axis) * length / count)
    centres = (np.arange(length) + 0.5) * count / length - 0.5
    low = np.clip(np.floor(centres).astype(int), 0, count - 1)
    part = np.clip(centres - low, 0.0, 1.0).reshape([-1 if a == axis else 1 for a in range(values.ndim)])
    high = np.minimum(low + 1, count - 1)
    return np.asarray(values.take(low, axis) * (1 - part) + values.take(high, axis) * part)


def _bake(pixels: Pixels, material: Material, name: str, strength: float, cutoff: float) -> Pixels:
    """Pixels with the factors of a material in them; unchanged where those change nothing."""
    if name == "base_color_texture":
        scale = (
            cutoff / material.alpha_cutoff if material.alpha == "mask" and material.alpha_cutoff > 0 else 1.0
        )
        red, green, blue, alpha = material.base_color
        return _times(pixels, (red, green, blue, alpha * scale), srgb=True)
    if name == "metallic_roughness_texture":
        return _times(pixels, (1.0, material.roughness, material.metallic, 1.0), srgb=False)
    if name == "normal_texture":
        return _scale_normals(pixels, material.normal_scale)
    if name == "occlusion_texture":
        amount = material.occlusion_strength
        return pixels if amount == 1.0 else _to_bytes(1.0 + amount * (pixels / 255.0 - 1.0))
    if name == "emissive_texture":
        emitted = [value / max(strength, 1.0) for value in material.emitted]
        return _times(pixels, (*emitted, 1.0), srgb=True)
    if name == "mtoon.shade_texture" and material.mtoon is not None:
        return _times(pixels, (*material.mtoon.shade_color, 1.0), srgb=True)
    return pixels


def _flat_value(source: _Source, name: str, strength: float, cutoff: float) -> tuple[int, ...]:
    """The pixel of a material that has no texture for a slot."""
    missing = np.array([[SLOTS[name].missing]], np.uint8)
    return tuple(_bake(missing, source.material, name, strength, cutoff)[0, 0].tolist())


def _times(pixels: Pixels, factors: Sequence[float], *, srgb: bool) -> Pixels:
    if all(factor == 1.0 for factor in factors):
        return pixels
    light = pixels / 255.0
    if srgb:
        light[..., :3] = to_linear(light[..., :3])
    light *= factors
    if srgb:
        light[..., :3] = to_srgb(np.clip(light[..., :3], 0.0, 1.0))
    return _to_bytes(light)


def _scale_normals(pixels: Pixels, scale: float) -> Pixels:
    if scale == 1.0:
        return pixels
    normals = pixels[..., :3] / 127.5 - 1.0
    normals[..., :2] *= scale
    normals /= np.maximum(np.sqrt((normals * normals).sum(-1, keepdims=True)), 1e-9)
    result = pixels.copy()
    result[..., :3] = _to_bytes((normals + 1.0) / 2.0)
    return result


def _to_bytes(values: NDArray[np.float64]) -> Pixels:
    return np.rint(np.clip(values, 0.0, 1.0) * 255.0).astype(np.uint8)


def _add_sampler(parts: RigParts, sources: Sequence[_Source]) -> int:
    """A sampler that filters as those of the materials; pages do not repeat."""
    uses = [use for source in sources for use in source.material.texture_uses().values()]
    known = [parts.textures[use.texture].sampler for use in uses]
    sampler = next((parts.samplers[index] for index in known if index is not None), Sampler())
    parts.samplers.append(replace(sampler, wrap=("clamp", "clamp"), name=None))
    return len(parts.samplers) - 1


def _add_texture(parts: RigParts, page: Pixels, encode: Encode, name: str, sampler: int, alpha: str) -> int:
    keeps_alpha = name == "base_color_texture" and alpha != "opaque"
    data = encode(page if keeps_alpha else np.ascontiguousarray(page[..., :3]))
    label = "atlas_" + name.removesuffix("_texture").removeprefix("mtoon.")
    parts.images.append(Image(data, "image/png", label))
    parts.textures.append(Texture((len(parts.images) - 1,), sampler, label))
    return len(parts.textures) - 1


def _moved_mesh(rig: Rig, mesh: Mesh, placed: Mapping[int, tuple[int, _Region]]) -> Mesh:
    surfaces = []
    for surface in mesh.surfaces:
        spot = None if surface.material is None else placed.get(surface.material)
        surfaces.append(surface if spot is None else _moved_surface(rig, surface, *spot))
    return replace(mesh, surfaces=tuple(surfaces))


def _moved_surface(rig: Rig, surface: Surface, material: int, region: _Region) -> Surface:
    """A surface with the texture coordinates of its region, and no others."""
    assert surface.material is not None
    old = rig.materials[surface.material]
    uses = [use for name, use in old.texture_uses().items() if name in SLOTS]
    points = _unit_coordinates(surface, uses[0]) if uses else np.full((len(surface.positions), 2), 0.5)
    moved = (points * region.size + region.corner) / region.page
    shapes = tuple(replace(shape, texcoords=()) for shape in surface.blend_shapes)
    return replace(surface, material=material, texcoords=(moved.astype(np.float32),), blend_shapes=shapes)
