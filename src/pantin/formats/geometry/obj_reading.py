"""Read the geometry of a Wavefront OBJ file: vertices, texture coordinates, normals and faces."""

from __future__ import annotations

import math

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.report.wording import quoted
from pantin.rig.polygons import split_polygons

Corner = tuple[int, int, int]
"""Indices of a vertex, a texture coordinate and a normal; −1 where there is none."""


class ObjError(ValueError):
    """A line cannot be read; the message says why."""

    def __init__(self, why: str, line: int) -> None:
        super().__init__(why)
        self.line = line


class ObjMesh(Record, eq=False):
    """A mesh whose corners share vertices where position, texture coordinates and normal are the same.

    positions  (V, 3)
    faces      (F, 3)
    normals    (V, 3), if every corner has one
    texcoords  (V, 2) from the upper left corner, if every corner has one
    origins    (V,) the `v` line of each vertex; vertex i is line i as far as there are lines, and vertices
               that corners with several normals or texture coordinates need come after them
    """

    positions: NDArray[np.float64]
    faces: NDArray[np.int64]
    normals: NDArray[np.float64] | None
    texcoords: NDArray[np.float64] | None
    origins: NDArray[np.int64]


class _Lines(Struct):
    """The numbers of the file so far."""

    positions: list[list[float]] = field(default_factory=list)
    texcoords: list[list[float]] = field(default_factory=list)
    normals: list[list[float]] = field(default_factory=list)
    faces: list[list[Corner]] = field(default_factory=list)


def read_obj(data: bytes) -> ObjMesh:
    """The faces of all objects as one mesh, polygons split into triangles. Raises `ObjError`."""
    lines = _Lines()
    for number, line in enumerate(data.decode("utf-8", "replace").replace("\\\n", " ").splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            _read_line(lines, words, number)
    return _share_vertices(lines)


def _read_line(lines: _Lines, words: list[str], number: int) -> None:
    keyword, *rest = words
    if keyword == "v":
        lines.positions.append(_numbers(rest, 3, number))
    elif keyword == "vt":
        u, v = _numbers([*rest, "0"] if len(rest) == 1 else rest, 2, number)
        lines.texcoords.append([u, 1.0 - v])  # the origin of OBJ is the lower left corner of the image
    elif keyword == "vn":
        lines.normals.append(_numbers(rest, 3, number))
    elif keyword == "f":
        corners = [_corner(lines, word, number) for word in rest]
        if len(corners) < 3:
            raise ObjError(f"a face has {len(corners)} corners; expected at least 3", number)
        lines.faces.append(corners)


def _numbers(words: list[str], count: int, line: int) -> list[float]:
    try:
        values = [float(word) for word in words[:count]]
    except ValueError:
        raise ObjError(f"expected {count} numbers, found {quoted(' '.join(words)[:80])}", line) from None
    if len(values) < count or not all(map(math.isfinite, values)):
        raise ObjError(f"expected {count} numbers, found {quoted(' '.join(words)[:80])}", line)
    return values


def _corner(lines: _Lines, word: str, line: int) -> Corner:
    parts = word.split("/")
    counts = (len(lines.positions), len(lines.texcoords), len(lines.normals))
    if len(parts) > 3 or not parts[0]:
        raise ObjError(f"expected the corner of a face, such as 1/1/1, found {quoted(word[:80])}", line)
    parts += [""] * (3 - len(parts))
    vertex, texcoord, normal = (_index(part, count, line) for part, count in zip(parts, counts, strict=True))
    return vertex, texcoord, normal


def _index(word: str, count: int, line: int) -> int:
    """An index that counts from 1, or from −1 backwards; −1 where there is none."""
    if not word:
        return -1
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 18:
        raise ObjError(f"expected an index, found {quoted(word[:80])}", line)
    index = int(word) - 1 if word == digits else count + int(word)
    if not 0 <= index < count:
        raise ObjError(f"index {word} is out of range: there are {count} so far", line)
    return index


def _share_vertices(lines: _Lines) -> ObjMesh:
    all_corners = [corner for face in lines.faces for corner in face]
    counts = np.array([len(face) for face in lines.faces], np.int64)
    points = np.array(lines.positions, np.float64).reshape(-1, 3)
    used = np.array([corner[0] for corner in all_corners], np.int64)
    corners = [all_corners[index] for index in split_polygons(points, counts, used)[0].ravel().tolist()]
    has_texcoords = bool(corners) and all(corner[1] >= 0 for corner in corners)
    has_normals = bool(corners) and all(corner[2] >= 0 for corner in corners)
    own: dict[int, Corner] = {}
    further: dict[Corner, int] = {}
    flat = []
    for vertex, texcoord, normal in corners:
        corner = vertex, texcoord if has_texcoords else -1, normal if has_normals else -1
        if own.setdefault(vertex, corner) == corner:
            flat.append(vertex)
        else:
            flat.append(further.setdefault(corner, len(lines.positions) + len(further)))
    count = len(lines.positions)
    listed = [own.get(vertex, (vertex, 0, 0)) for vertex in range(count)] + list(further)
    table = np.array(listed, np.int64).reshape(-1, 3)
    return ObjMesh(
        positions=points[table[:, 0]],
        faces=np.array(flat, np.int64).reshape(-1, 3),
        normals=np.array(lines.normals)[table[:, 2]] if has_normals else None,
        texcoords=np.array(lines.texcoords)[table[:, 1]] if has_texcoords else None,
        origins=table[:, 0],
    )
