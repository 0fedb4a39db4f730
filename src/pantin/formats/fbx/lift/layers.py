"""Layer elements of a mesh: normals, texture coordinates, colours … in every mapping and reference."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.formats.fbx.nodes import Node, whole_numbers

Ints = NDArray[np.int64]

BY_CORNER, BY_POINT, BY_FACE, BY_EDGE, ALL = "corner", "point", "face", "edge", "all"

MAPPINGS = {
    "ByPolygonVertex": BY_CORNER,
    "ByVertex": BY_POINT,
    "ByVertice": BY_POINT,
    "ByPolygon": BY_FACE,
    "ByEdge": BY_EDGE,
    "AllSame": ALL,
}


class Polygons(Record, eq=False):
    """The polygons of a mesh: (C,) the point of each corner, (F,) corners of each face, and how many points
    and edges there are."""

    corners: Ints
    counts: Ints
    points: int
    edges: int = 0

    @property
    def sizes(self) -> dict[str, int]:
        return {
            BY_CORNER: len(self.corners),
            BY_POINT: self.points,
            BY_FACE: len(self.counts),
            BY_EDGE: self.edges,
            ALL: 1,
        }

    @property
    def faces(self) -> Ints:
        """(C,) the face of each corner."""
        return np.repeat(np.arange(len(self.counts)), self.counts)


class Layer(Record, eq=False):
    """The values (n, width) of an element and what they are for; `fault` says what is wrong with it."""

    name: str
    mapping: str
    values: NDArray[Any]
    fault: str = ""

    def at_corners(self, polygons: Polygons) -> NDArray[Any]:
        """(C, width) the value at each corner."""
        if self.mapping == BY_CORNER:
            return self.values
        if self.mapping == BY_POINT:
            return self.values[polygons.corners]
        if self.mapping == BY_FACE:
            return self.values[polygons.faces]
        return np.repeat(self.values[:1], len(polygons.corners), axis=0)

    def at_faces(self, polygons: Polygons) -> NDArray[Any] | None:
        """(F, width) the value of each face; None for values of corners."""
        if self.mapping == ALL:
            return np.repeat(self.values[:1], len(polygons.counts), axis=0)
        if self.mapping == BY_FACE:
            return self.values
        starts = np.cumsum(polygons.counts) - polygons.counts
        if self.mapping == BY_CORNER and (polygons.counts > 0).all():
            first: NDArray[Any] = self.values[starts]
            return first
        return None


def read_layer(element: Node, key: str, index_key: str, width: int, polygons: Polygons) -> Layer | None:
    """An element; None without values. Missing values become zeros and are reported."""
    name = element.text("Name")
    stated = element.text("MappingInformationType")
    values = element.numbers(key)
    if values.dtype.kind not in "fiu" or not len(values):
        return None
    if values.dtype.kind != "f" and width > 1:  # vectors, which a damaged file has as integers
        values = values.astype(np.float64)
    rows = values[: len(values) // width * width].reshape(-1, width)
    mapping = MAPPINGS.get(stated) or _guess(stated, len(rows), polygons)
    if mapping is None:
        return Layer(name, ALL, np.zeros((0, width)), f'has the mapping "{stated}"')
    reference = element.text("ReferenceInformationType")
    indices = element.numbers(index_key) if index_key else np.zeros(0)
    fault = ""
    if reference in ("IndexToDirect", "Index") and len(indices):
        number = whole_numbers(indices)
        if int(number.min()) >= 0 and int(number.max()) < len(rows):
            rows = rows[number]
        else:
            rows, fault = _take(rows, number)
    wanted = polygons.sizes[mapping]
    if len(rows) < wanted:
        fault = fault or f"has {len(rows):,} values of {wanted:,}"
        rows = np.concatenate([rows, np.zeros((wanted - len(rows), width), rows.dtype)])
    return Layer(name, mapping, rows[:wanted], fault)


def _take(rows: NDArray[Any], number: Ints) -> tuple[NDArray[Any], str]:
    """The values with these indices; zeros for −1 (none) and for indices out of range."""
    bad = (number >= len(rows)) | (number < -1)
    fault = f"has the index {int(number[bad][0]):,} of {len(rows):,} values" if bad.any() else ""
    padded = np.concatenate([rows, np.zeros((1, rows.shape[1]), rows.dtype)])
    return padded[np.where(bad | (number == -1), len(rows), number)], fault


def _guess(stated: str, count: int, polygons: Polygons) -> str | None:
    """Infer the mapping of an element from the number of its values, where it states none."""
    if stated:
        return None
    return next((kind for kind in (BY_CORNER, BY_POINT, BY_FACE) if polygons.sizes[kind] == count), None)
