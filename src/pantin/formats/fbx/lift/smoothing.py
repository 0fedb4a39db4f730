"""Normals of meshes that store none, from their smoothing groups or hard edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.formats.fbx.lift.layers import BY_EDGE, BY_FACE, Layer, Polygons

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]

MOST_GROUPS = 256
"""The most distinct combinations of smoothing groups to handle; 3ds Max has 32 groups."""


def smooth_normals(points: Doubles, polygons: Polygons, smoothing: Layer, edges: Ints) -> Doubles | None:
    """(C, 3) normals at corners; None without usable smoothing data."""
    faces = _face_normals(points, polygons)
    if smoothing.mapping == BY_FACE:
        return _by_groups(faces, polygons, smoothing.values[:, 0].astype(np.int64) & 0xFFFFFFFF)
    if smoothing.mapping == BY_EDGE and len(edges):
        return _by_edges(faces, polygons, smoothing.values[:, 0] != 0, edges)
    return None


def _face_normals(points: Doubles, polygons: Polygons) -> Doubles:
    """(F, 3) normals with twice the face area as length, so that large faces count more (Newell's method)."""
    total = np.zeros((len(polygons.counts), 3))
    if not len(polygons.corners):
        return total
    here = points[polygons.corners]
    starts = np.cumsum(polygons.counts) - polygons.counts
    step = np.arange(1, len(polygons.corners) + 1)
    filled = polygons.counts > 0
    step[(starts + polygons.counts - 1)[filled]] = starts[filled]
    origin = points[polygons.corners[starts[polygons.faces]]]
    np.add.at(total, polygons.faces, np.cross(here - origin, here[step] - origin))
    return total


def _by_groups(normals: Doubles, polygons: Polygons, masks: Ints) -> Doubles:
    """For each corner, the sum of normals of the faces at its point that share a smoothing group with its
    face."""
    faces, corners = polygons.faces, polygons.corners
    result = normals[faces]
    distinct = np.unique(masks)
    for mask in distinct[distinct != 0][:MOST_GROUPS].tolist():
        members = (masks & mask) != 0
        inside = members[faces]
        total = np.zeros((polygons.points, 3))
        np.add.at(total, corners[inside], normals[faces[inside]])
        own = (masks == mask)[faces]
        result[own] = total[corners[own]]
    return _unit(result)


def _by_edges(normals: Doubles, polygons: Polygons, smooth: NDArray[np.bool_], edges: Ints) -> Doubles:
    """For each corner, the sum of normals of the faces that smooth edges connect around its point."""
    faces, corners = polygons.faces, polygons.corners
    count = len(corners)
    starts = np.cumsum(polygons.counts) - polygons.counts
    after = np.arange(1, count + 1)
    filled = polygons.counts > 0
    after[(starts + polygons.counts - 1)[filled]] = starts[filled]
    listed = (edges >= 0) & (edges < count)
    low, high = np.minimum(corners, corners[after]), np.maximum(corners, corners[after])
    keys = low * (polygons.points + 1) + high
    smooth_keys = np.unique(keys[edges[listed & smooth[: len(edges)]]])
    soft = np.flatnonzero(np.isin(keys, smooth_keys))
    order = soft[np.argsort(keys[soft], kind="stable")]
    pairs = np.flatnonzero(keys[order][1:] == keys[order][:-1])
    first, second = order[pairs], order[pairs + 1]
    # Both ends of an edge: the corners of both faces at one point, and at the other.
    same = corners[first] == corners[second]
    links = np.concatenate(
        [
            np.stack([first, np.where(same, second, after[second])], 1),
            np.stack([after[first], np.where(same, after[second], second)], 1),
        ]
    )
    group = np.arange(count)
    while len(links):
        lowest = np.minimum(group[links[:, 0]], group[links[:, 1]])
        before = group.copy()
        np.minimum.at(group, links[:, 0], lowest)
        np.minimum.at(group, links[:, 1], lowest)
        group = group[group]
        if np.array_equal(before, group):
            break
    total = np.zeros((count, 3))
    np.add.at(total, group, normals[faces])
    return _unit(total[group])


def _unit(vectors: Doubles) -> Doubles:
    lengths = np.sqrt((vectors * vectors).sum(1, keepdims=True))
    upwards = np.tile([0.0, 0.0, 1.0], (len(vectors), 1))
    unit: Doubles = np.divide(vectors, lengths, out=upwards, where=lengths > 0)
    return unit
