"""Influences and blend shapes in the form the kernels read, made once for a rig and kept as long as it
lives."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np

from pantin.kernels.blend_shapes import Shapes, bind_shapes
from pantin.kernels.influences import Influences, bind
from pantin.rig import Deltas, Indices, Reals, Surface

_INFLUENCES: WeakKeyDictionary[Surface, dict[int, Influences]] = WeakKeyDictionary()
_SHAPES: WeakKeyDictionary[Surface, dict[tuple[str, int], Shapes | None]] = WeakKeyDictionary()

SPARSE = 0.5
"""Differences for all vertices are bound as a list where at least this share of them is 0: entry for entry a
list costs about twice as much, for its index and its scattered writes."""


def bound_influences(surface: Surface, joints: int) -> Influences:
    """The surface's influences over a palette of so many joints; which joints they are does not matter
    here."""
    stored = surface.influences
    if stored is None:
        raise ValueError("the surface has no influences to bind")
    known = _INFLUENCES.setdefault(surface, {})
    if joints not in known:
        dimension, kind = surface.positions.shape[1], surface.positions.dtype
        known[joints] = bind(
            stored.offsets, stored.joints, stored.weights, joints, dimension=dimension, dtype=kind
        )
    return known[joints]


def bound_shapes(
    surface: Surface, name: str, number: int, base: Reals, deltas: Sequence[Deltas | None]
) -> Shapes | None:
    """The differences of all targets for one attribute (`name`, and its set); None where no target has
    any."""
    known = _SHAPES.setdefault(surface, {})
    if (name, number) not in known:
        shapes = [_listed(one, base.shape[1]) for one in deltas]
        moving = any(one is not None for one in deltas)
        vertices, width = base.shape
        known[name, number] = bind_shapes(vertices, width, shapes, dtype=base.dtype) if moving else None
    return known[name, number]


def _listed(deltas: Deltas | None, width: int) -> tuple[Indices | None, Reals]:
    """Indices and differences as the kernel takes them."""
    if deltas is None:
        return np.zeros(0, np.int64), np.zeros((0, width))
    if deltas.indices is not None:
        return deltas.indices, deltas.values
    rows = np.flatnonzero(deltas.values.any(axis=1))
    if len(rows) > (1 - SPARSE) * len(deltas.values):
        return None, deltas.values
    return rows, deltas.values[rows]
