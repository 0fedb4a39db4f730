"""Influences and blend shapes in the form that kernels read, cached for as long as the surface lives."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np

from pantin.kernels.blend_shapes import ShapeDeltas, bind_shapes
from pantin.kernels.influences import InfluenceRows, bind
from pantin.rig import Deltas, Indices, Reals, Surface

_INFLUENCES: WeakKeyDictionary[Surface, dict[int, InfluenceRows]] = WeakKeyDictionary()
_SHAPES: WeakKeyDictionary[Surface, dict[tuple[str, int], ShapeDeltas | None]] = WeakKeyDictionary()

SPARSE = 0.5
"""Share of zero differences from which a dense blend shape is stored as a sparse list: an entry of a list
costs about twice as much, for its index and its scattered write."""


def bind_influences(surface: Surface, joints: int) -> InfluenceRows:
    """The surface's influences for a palette of `joints` matrices."""
    stored = surface.influences
    if stored is None:
        raise ValueError("the surface has no influences")
    known = _INFLUENCES.setdefault(surface, {})
    if joints not in known:
        dimension, dtype = surface.positions.shape[1], surface.positions.dtype
        known[joints] = bind(
            stored.offsets, stored.joints, stored.weights, joints, dimension=dimension, dtype=dtype
        )
    return known[joints]


def bind_blend_shapes(
    surface: Surface, name: str, number: int, base: Reals, deltas: Sequence[Deltas | None]
) -> ShapeDeltas | None:
    """The differences of all blend shapes for one attribute (`name` and set `number`); None where no shape
    has any."""
    known = _SHAPES.setdefault(surface, {})
    if (name, number) not in known:
        shapes = [list_deltas(shape, base.shape[1]) for shape in deltas]
        used = any(shape is not None for shape in deltas)
        vertices, width = base.shape
        known[name, number] = bind_shapes(vertices, width, shapes, dtype=base.dtype) if used else None
    return known[name, number]


def list_deltas(deltas: Deltas | None, width: int) -> tuple[Indices | None, Reals]:
    """Indices and differences for the kernel; without indices the differences are dense."""
    if deltas is None:
        return np.zeros(0, np.int64), np.zeros((0, width))
    if deltas.indices is not None:
        return deltas.indices, deltas.values
    rows = np.flatnonzero(deltas.values.any(axis=1))
    if len(rows) > (1 - SPARSE) * len(deltas.values):
        return None, deltas.values
    return rows, deltas.values[rows]
