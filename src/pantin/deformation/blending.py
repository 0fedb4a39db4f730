"""Blend shapes: base + Σ weight · difference, for every attribute of a surface (glTF 2.0 §3.7.2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from pantin.base.records import Record
from pantin.deformation.binding import bind_blend_shapes
from pantin.deformation.finite import make_finite
from pantin.kernels.blend_shapes import blend
from pantin.rig import Deltas, Doubles, Reals, Surface


class BlendedSurface(Record, eq=False):
    """A surface after blend shapes and before any skin. Attributes that no shape changes are the stored
    arrays; `clamped` counts texture coordinates and colours that had to be made finite."""

    positions: Reals
    normals: Reals | None
    tangents: Reals | None
    texcoords: tuple[Reals, ...]
    colors: tuple[Reals, ...]
    clamped: int = 0


def blend_surface(surface: Surface, weights: Doubles, *, normals: bool = True) -> BlendedSurface:
    """The surface with these weights, one for each of its blend shapes.

    Colours are clamped to 0 … 1; signs of tangents stay. `normals=False` omits normals and tangents. Blended
    ones do not have length 1: the next stage normalizes them.
    """
    if not weights.any():
        kept = (surface.normals, surface.tangents) if normals else (None, None)
        return BlendedSurface(surface.positions, *kept, surface.texcoords, surface.colors)
    blended, shapes = partial(_blend_attribute, surface, weights), surface.blend_shapes
    blended_normals = tangents = None
    if normals and surface.normals is not None:
        blended_normals = blended("normals", surface.normals, [shape.normals for shape in shapes])
    if normals and surface.tangents is not None:
        directions = blended("tangents", surface.tangents[:, :-1], [shape.tangents for shape in shapes])
        tangents = np.concatenate([directions, surface.tangents[:, -1:]], axis=1)
    texcoords = tuple(
        blended("texcoords", base, _nth_set([shape.texcoords for shape in shapes], index), index)
        for index, base in enumerate(surface.texcoords)
    )
    colors = tuple(
        blended("colors", base, _nth_set([shape.colors for shape in shapes], index), index)
        for index, base in enumerate(surface.colors)
    )
    changed = [values for values in (*texcoords, *colors) if values.flags.writeable]
    clamped = sum(make_finite(values) for values in changed)
    for values in colors:
        if values.flags.writeable:
            np.clip(values, 0, 1, out=values)
    positions = blended("positions", surface.positions, [shape.positions for shape in shapes])
    return BlendedSurface(positions, blended_normals, tangents, texcoords, colors, clamped)


def _blend_attribute(
    surface: Surface,
    weights: Doubles,
    name: str,
    base: Reals,
    deltas: Sequence[Deltas | None],
    number: int = 0,
) -> Reals:
    """The attribute with the differences added; the stored array itself where no shape changes it."""
    shapes = bind_blend_shapes(surface, name, number, base, deltas)
    blended: Reals = base if shapes is None else blend(shapes, base, weights[None])[0]
    return blended


def _nth_set(sets: Sequence[tuple[Deltas | None, ...]], index: int) -> list[Deltas | None]:
    """One set of each shape; a shape may have fewer sets than the surface."""
    return [deltas[index] if index < len(deltas) else None for deltas in sets]
