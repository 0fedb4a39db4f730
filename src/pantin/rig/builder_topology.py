"""The builder's part for topology: simplexes, edges and bound values name vertices and values that are
there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pantin.rig.arrays import Indices, NotARig, frozen, indices, reals
from pantin.rig.topology import Bound, Cells, Topology

if TYPE_CHECKING:
    from pantin.rig.surface import Deltas


def topology(given: Topology, what: str, vertices: int, dimension: int, targets: int) -> Topology:
    """The topology with every array checked; `targets` is the number of blend shapes of the mesh."""
    normals = (
        _bound(one, f"{what} bound normals {at}", vertices, dimension, targets)
        for at, one in enumerate(given.normals)
    )
    texcoords = (
        _bound(one, f"{what} bound texcoords {at}", vertices, None, targets)
        for at, one in enumerate(given.texcoords)
    )
    edges = _rows(given.edges, f"{what} edges", vertices)
    return Topology(
        _rows(given.simplexes, f"{what} simplexes", vertices),
        edges,
        tuple(normals),
        tuple(texcoords),
        _cells(given.cells, what, 0 if edges is None else len(edges)),
    )


def _cells(given: tuple[Cells, ...], what: str, below: int) -> tuple[Cells, ...]:
    """Every part is one of the elements a dimension below: of the edges at first."""
    made = []
    for tier, listed in enumerate(given):
        flat = np.fromiter((part for one in listed for part in one), np.int64)
        indices(flat, f"{what} cells of dimension {tier + 2}", below)
        made.append(tuple(tuple(one) for one in listed))
        below = len(listed)
    return tuple(made)


def _rows(given: Indices | None, what: str, vertices: int) -> Indices | None:
    if given is None:
        return None
    array = np.asarray(given)
    if array.ndim != 2:
        raise NotARig(f"{what} has shape {array.shape} where (any, any) is expected")
    indices(array.reshape(-1), what, vertices)
    return frozen(array)


def _bound(given: Bound, what: str, vertices: int, width: int | None, targets: int) -> Bound:
    values = reals(given.values, f"{what} values", (None, width))
    which = indices(given.which, what, len(values))
    listed = indices(given.vertices, f"{what} vertices", vertices)
    offsets = indices(given.offsets, f"{what} offsets", len(listed) + 1, length=len(which) + 1)
    if int(offsets[0]) != 0 or int(offsets[-1]) != len(listed) or bool(np.any(np.diff(offsets) < 1)):
        raise NotARig(f"{what} offsets do not divide its vertices: each element has at least one")
    if len(given.targets) not in (0, targets):
        raise NotARig(f"{what} has {len(given.targets)} targets, and the mesh {targets}")
    moved = tuple(_deltas(one, f"{what} target {at}", values.shape) for at, one in enumerate(given.targets))
    return replace(given, values=values, which=which, offsets=offsets, vertices=listed, targets=moved)


def _deltas(given: Deltas | None, what: str, shape: tuple[int, ...]) -> Deltas | None:
    if given is None:
        return None
    rows = None if given.indices is None else indices(given.indices, f"{what} indices", shape[0])
    values = reals(given.values, what, (shape[0] if rows is None else len(rows), shape[1]))
    return replace(given, values=values, indices=rows)
