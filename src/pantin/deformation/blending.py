"""Blend shapes: base + Σ amount · difference, for every attribute of a surface (glTF 2.0 §3.7.2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from pantin.deformation.binding import bound_shapes
from pantin.deformation.finite import make_finite
from pantin.kernels.blend_shapes import blend
from pantin.rig import Deltas, Doubles, Reals, Surface


@dataclass(frozen=True, eq=False, slots=True)
class Shaped:
    """A surface after blend shapes and before any skin. Attributes that nothing moves are the stored
    arrays; `lost` counts texture coordinates and colours that had to be drawn back to finite numbers."""

    positions: Reals
    normals: Reals | None
    tangents: Reals | None
    texcoords: tuple[Reals, ...]
    colours: tuple[Reals, ...]
    lost: int = 0


def shaped(surface: Surface, amounts: Doubles, *, normals: bool = True) -> Shaped:
    """The surface at these amounts, one for each of its targets.

    Colours are brought back into 0 … 1; signs of tangents stay. Normals and tangents are left out unless
    asked for. Their lengths are not 1 any more: whoever poses them makes them unit.
    """
    if not amounts.any():
        kept = (surface.normals, surface.tangents) if normals else (None, None)
        return Shaped(surface.positions, *kept, surface.texcoords, surface.colours)
    moved, targets = partial(_blended, surface, amounts), surface.targets
    turned = sides = None
    if normals and surface.normals is not None:
        turned = moved("normals", surface.normals, [one.normals for one in targets])
    if normals and surface.tangents is not None:
        directions = moved("tangents", surface.tangents[:, :-1], [one.tangents for one in targets])
        sides = np.concatenate([directions, surface.tangents[:, -1:]], axis=1)
    texcoords = tuple(
        moved("texcoords", base, _set([one.texcoords for one in targets], at), at)
        for at, base in enumerate(surface.texcoords)
    )
    colours = tuple(
        moved("colours", base, _set([one.colours for one in targets], at), at)
        for at, base in enumerate(surface.colours)
    )
    fresh = [one for one in (*texcoords, *colours) if one.flags.writeable]
    lost = sum(make_finite(one) for one in fresh)
    for one in colours:
        if one.flags.writeable:
            np.clip(one, 0, 1, out=one)
    positions = moved("positions", surface.positions, [one.positions for one in targets])
    return Shaped(positions, turned, sides, texcoords, colours, lost)


def _blended(
    surface: Surface,
    amounts: Doubles,
    name: str,
    base: Reals,
    deltas: Sequence[Deltas | None],
    number: int = 0,
) -> Reals:
    """The attribute with the differences added; the stored array itself where no target moves it."""
    shapes = bound_shapes(surface, name, number, base, deltas)
    moved: Reals = base if shapes is None else blend(shapes, base, amounts[None])[0]
    return moved


def _set(sets: Sequence[tuple[Deltas | None, ...]], at: int) -> list[Deltas | None]:
    """Set `at` of each target; a target may have fewer sets than the surface."""
    return [one[at] if at < len(one) else None for one in sets]
