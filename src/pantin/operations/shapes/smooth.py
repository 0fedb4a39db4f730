"""Normals of corners: facets that meet at a small angle are shaded as one round surface."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.maths import affine
from pantin.maths.trigonometry import sin_cos_degrees
from pantin.rig import Doubles
from pantin.rig.topology import ElementAttribute

Ints = NDArray[np.int64]


def smooth_corner_normals(
    vertices: Doubles, simplexes: Ints, facets: Ints, crease: float
) -> ElementAttribute:
    """One normal for each vertex of each facet: the mean of the facets around the vertex that meet this one
    at less than `crease` degrees, weighted by their size. `facets` (S,) has the facet of each simplex."""
    sizes = np.zeros((int(facets.max(initial=-1)) + 1, vertices.shape[1]))
    np.add.at(sizes, facets, perpendiculars(affine.scale_near_one(vertices)[simplexes]))
    units = _unit(sizes)
    least = float(sin_cos_degrees(crease)[1])
    count = len(sizes)
    corners = simplexes * count + facets[:, None]
    keys, index = np.unique(corners, return_inverse=True)
    owners, own_facets = keys // count, keys % count
    values = np.empty((len(keys), vertices.shape[1]))
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    for start, end in zip(starts, [*starts[1:], len(keys)], strict=True):
        around = own_facets[start:end]
        together = units[around] @ units[around].T > least
        values[start:end] = together @ sizes[around]
    flat = simplexes.reshape(-1)
    return ElementAttribute(_unit(values), index.reshape(-1), np.arange(len(flat) + 1), flat)


def perpendiculars(corners: Doubles) -> Doubles:
    """(S, N) normals of simplexes (S, N, N), as long as (N − 1)! times their size: the n with
    det(v₁ − v₀, …, x) = n · x."""
    sides = corners[:, 1:] - corners[:, :1]
    size = corners.shape[-1]
    normals = np.empty((len(corners), size))
    for axis in range(size):
        minor = np.delete(sides, axis, axis=2)
        normals[:, axis] = (-1) ** (size - 1 + axis) * affine.determinant(minor)
    return normals


def _unit(vectors: Doubles) -> Doubles:
    lengths = np.sqrt((vectors * vectors).sum(1, keepdims=True))
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1.0))
