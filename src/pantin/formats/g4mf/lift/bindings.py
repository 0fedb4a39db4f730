"""Resolve bindings: the value of each corner, simplex, vertex, edge or cell, and the vertices it follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.accessor import AccessorFault
from pantin.formats.g4mf.geometry import Geometry, Lists, split_lists
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.model import Binding, BoundTier
from pantin.rig import Deltas
from pantin.rig.topology import ElementAttribute

Elements = tuple[NDArray[np.int64], Lists | NDArray[np.int64], str]
"""The value of each element, its vertices (a list of lists, or one vertex or row each), and their name."""


def bound_values(
    source: Source,
    binding: Binding,
    geometry: Geometry,
    values: NDArray[Any],
    shapes: Sequence[Deltas | None],
) -> Iterator[ElementAttribute]:
    """An `ElementAttribute` for each set of elements in a binding; all share its values."""
    targets = tuple(_check_target(source, binding, deltas, values) for deltas in shapes)
    for which, vertices, over in _elements(source, binding, geometry, len(values)):
        if isinstance(vertices, np.ndarray):
            rows = vertices.reshape(len(which), -1)
            offsets = np.arange(len(which) + 1) * rows.shape[1]
            flat = rows.reshape(-1)
        else:
            offsets = np.concatenate([[0], np.cumsum([len(corners) for corners in vertices])]).astype(
                np.int64
            )
            flat = np.array([vertex for corners in vertices for vertex in corners], np.int64)
        if len(which) and (np.diff(offsets) > 0).all():
            yield ElementAttribute(values, which, offsets, flat, targets, over)


def _check_target(
    source: Source, binding: Binding, deltas: Deltas | None, values: NDArray[Any]
) -> Deltas | None:
    """The target if it fits the values; others are skipped."""
    if deltas is None or deltas.indices is None:
        return None
    out_of_range = int(deltas.indices.max(initial=-1)) >= len(values)
    if out_of_range or deltas.values.shape[1] != values.shape[1]:
        source.skip(binding.pointer, "its indices or offsets do not fit the values", "a blend target")
        return None
    return deltas


def _elements(source: Source, binding: Binding, geometry: Geometry, count: int) -> Iterator[Elements]:
    simplexes = geometry.simplexes
    if binding.simplexes is not None and simplexes is not None:
        which = source.array(binding.simplexes).reshape(-1)
        yield _check_elements(which, simplexes.reshape(-1), count, "corners")
    if binding.per_simplex is not None and simplexes is not None:
        yield _check_elements(source.array(binding.per_simplex).reshape(-1), simplexes, count, "simplexes")
    for tier in binding.tiers:
        yield _tier_elements(source, tier, geometry, count)


def _check_elements(
    which: NDArray[Any], vertices: Lists | NDArray[np.int64], count: int, over: str
) -> Elements:
    if len(which) != len(vertices):
        raise AccessorFault(f"{len(which)} value indices for {len(vertices)} {over}")
    if which.dtype.kind not in "iu" or (len(which) and not 0 <= int(which.min()) <= int(which.max()) < count):
        raise AccessorFault("a value index is out of range")
    # Indices below a count have the same bits in both types.
    return which.view(np.int64) if which.dtype == np.uint64 else which.astype(np.int64), vertices, over


def _tier_elements(source: Source, tier: BoundTier, geometry: Geometry, count: int) -> Elements:
    """Elements of a dimension, or their parts: a dense array without lists, pairs for edges, else lists."""
    dimension, lower = tier.dimension, tier.parts
    if dimension is None or lower > dimension:
        raise AccessorFault("a binding to geometry has an invalid dimension")
    numbers = source.array(tier.accessor).reshape(-1)
    over = f"elements of dimension {dimension}"
    if lower == dimension:
        return _check_elements(numbers, geometry.corners(dimension), count, over)
    if dimension == 1:
        edges = np.zeros((0, 2), np.int64) if geometry.edges is None else geometry.edges
        return _check_elements(numbers, edges.reshape(-1), count, "ends of edges")
    if numbers.dtype.kind not in "iu":
        raise AccessorFault("a binding to geometry must hold integers")
    lists = split_lists(numbers, count, dimension)
    parts = geometry.parts(dimension, lower)
    if list(map(len, lists)) != list(map(len, parts)):
        raise AccessorFault(f"the lists of a binding do not match the {over}")
    corners = geometry.corners(lower)
    flat = np.array([value for row in lists for value in row], np.int64)
    return _check_elements(flat, [corners[part] for row in parts for part in row], count, f"parts of {over}")
