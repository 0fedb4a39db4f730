"""Surfaces with other vertices: repeated, in another order, or fewer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.rig import BlendShape, Deltas, Influences, Surface


def take_vertices(surface: Surface, vertices: NDArray[np.int64]) -> Surface:
    """The surface whose vertex i is vertex `vertices[i]` of this one; indices are kept as they are."""
    return replace(
        surface,
        positions=surface.positions[vertices],
        normals=None if surface.normals is None else surface.normals[vertices],
        tangents=None if surface.tangents is None else surface.tangents[vertices],
        texcoords=tuple(texcoords[vertices] for texcoords in surface.texcoords),
        colors=tuple(colors[vertices] for colors in surface.colors),
        influences=None if surface.influences is None else take_influences(surface.influences, vertices),
        blend_shapes=tuple(
            _take_shape(shape, len(surface.positions), vertices) for shape in surface.blend_shapes
        ),
    )


def take_influences(influences: Influences, vertices: NDArray[np.int64]) -> Influences:
    offsets = influences.offsets.astype(np.int64)
    counts = np.diff(offsets)[vertices]
    ends = np.cumsum(counts)
    entries = (
        np.arange(int(counts.sum())) - np.repeat(ends - counts, counts) + np.repeat(offsets[vertices], counts)
    )
    return Influences(np.concatenate([[0], ends]), influences.joints[entries], influences.weights[entries])


def _take_shape(shape: BlendShape, count: int, vertices: NDArray[np.int64]) -> BlendShape:
    return BlendShape(
        positions=take_deltas(shape.positions, count, vertices),
        normals=take_deltas(shape.normals, count, vertices),
    )


def take_deltas(deltas: Deltas | None, count: int, vertices: NDArray[np.int64]) -> Deltas | None:
    """The differences of other vertices, for all of them."""
    if deltas is None:
        return None
    if deltas.indices is None:
        return Deltas(deltas.values[vertices])
    dense = np.zeros((count, deltas.values.shape[1]), deltas.values.dtype)
    np.add.at(dense, deltas.indices.astype(np.int64), deltas.values)
    return Deltas(dense[vertices])
