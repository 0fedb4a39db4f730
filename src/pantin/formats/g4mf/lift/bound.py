"""Bindings taken apart: which value every corner, simplex, vertex, edge or cell has, and what it follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.accessor import AccessorFault
from pantin.formats.g4mf.geometry import Geometry, Lists, counted
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.model import Binding, BoundTier
from pantin.rig import Deltas
from pantin.rig.topology import ElementAttribute

Elements = tuple[NDArray[np.int64], Lists | NDArray[np.int64], str]
"""The value of each element, the vertices of each (a list of lists, or one vertex or row each), and words."""


def bound_values(
    source: Source,
    binding: Binding,
    geometry: Geometry,
    values: NDArray[Any],
    shapes: Sequence[Deltas | None],
) -> Iterator[ElementAttribute]:
    """A `ElementAttribute` for every set of elements that a binding speaks of; all share its values."""
    targets = tuple(_fitting(source, binding, one, values) for one in shapes)
    for which, vertices, over in _elements(source, binding, geometry, len(values)):
        if isinstance(vertices, np.ndarray):
            rows = vertices.reshape(len(which), -1)
            offsets = np.arange(len(which) + 1) * rows.shape[1]
            flat = rows.reshape(-1)
        else:
            offsets = np.concatenate([[0], np.cumsum([len(one) for one in vertices])]).astype(np.int64)
            flat = np.array([vertex for one in vertices for vertex in one], np.int64)
        if len(which) and (np.diff(offsets) > 0).all():
            yield ElementAttribute(values, which, offsets, flat, targets, over)


def _fitting(source: Source, binding: Binding, one: Deltas | None, values: NDArray[Any]) -> Deltas | None:
    """A target that can be added to the values; others are left out."""
    if one is None or one.indices is None:
        return None
    past = int(one.indices.max(initial=-1)) >= len(values)
    if past or one.values.shape[1] != values.shape[1]:
        source.leave_out(binding.place, "a blend target", "its offsets do not fit the values")
        return None
    return one


def _elements(source: Source, binding: Binding, geometry: Geometry, count: int) -> Iterator[Elements]:
    if binding.dense:
        yield _dense(source, binding, geometry, count)
        return
    simplexes = geometry.simplexes
    if binding.simplexes is not None and simplexes is not None:
        which = source.array(binding.simplexes).reshape(-1)
        yield _checked(which, simplexes.reshape(-1), count, "corners")
    if binding.per_simplex is not None and simplexes is not None:
        yield _checked(source.array(binding.per_simplex).reshape(-1), simplexes, count, "simplexes")
    for tier in binding.tiers:
        yield _tier(source, tier, geometry, count)


def _checked(which: NDArray[Any], vertices: Lists | NDArray[np.int64], count: int, over: str) -> Elements:
    if len(which) != len(vertices):
        raise AccessorFault(f"there are {len(which)} indices of values for {len(vertices)} {over}")
    if which.dtype.kind not in "iu" or (len(which) and not 0 <= int(which.min()) <= int(which.max()) < count):
        raise AccessorFault("an index of a value is out of range")
    return which.astype(np.int64), vertices, over


def _dense(source: Source, binding: Binding, geometry: Geometry, count: int) -> Elements:
    """The older form: a value for each corner in order, of cells, simplexes, edges, or each vertex."""
    which = np.arange(count)
    if binding.cells:
        flat = [vertex for cell in geometry.corners(source.dimension - 1) for vertex in cell]
        return _checked(which, np.array(flat, np.int64), count, "corners of cells")
    if geometry.simplexes is not None:
        return _checked(which, geometry.simplexes.reshape(-1), count, "corners")
    if geometry.edges is not None:
        return _checked(which, geometry.edges.reshape(-1), count, "ends of edges")
    return _checked(which, np.arange(geometry.vertices), count, "vertices")


def _tier(source: Source, tier: BoundTier, geometry: Geometry, count: int) -> Elements:
    """Elements of a dimension, or their parts: dense where there are none, pairs for edges, else counted."""
    dimension, lower = tier.dimension, tier.parts
    if dimension is None or lower > dimension:
        raise AccessorFault("a binding to geometry states no dimension that has a meaning")
    numbers = source.array(tier.accessor).reshape(-1)
    over = f"elements of dimension {dimension}"
    if lower == dimension:
        return _checked(numbers, geometry.corners(dimension), count, over)
    if dimension == 1:
        edges = np.zeros((0, 2), np.int64) if geometry.edges is None else geometry.edges
        return _checked(numbers, edges.reshape(-1), count, "ends of edges")
    if numbers.dtype.kind not in "iu":
        raise AccessorFault("a binding to geometry does not hold integers")
    lists = counted(numbers, count, dimension)
    parts = geometry.parts(dimension, lower)
    if [len(one) for one in lists] != [len(one) for one in parts]:
        raise AccessorFault(f"the lists of a binding do not follow the {over}")
    corners = geometry.corners(lower)
    flat = np.array([value for one in lists for value in one], np.int64)
    return _checked(flat, [corners[part] for one in parts for part in one], count, f"parts of {over}")
