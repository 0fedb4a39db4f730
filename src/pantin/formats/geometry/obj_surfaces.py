"""Posed surfaces as the text of a Wavefront OBJ file: vertices, colours, texture coordinates, normals and
faces, by node."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pantin.formats.geometry.triangles import surface_of, triangles
from pantin.formats.posed_surface import Posed
from pantin.rig import Rig
from pantin.rig.elements import line_segments, points

DIGITS = {4: 9, 8: 17}
"""Decimal digits that give a float32 or a float64 back."""

ROWS = 1 << 14
"""Rows formatted at a time: about a megabyte."""


class MaterialNames(Protocol):
    """The names of materials in a library beside the file."""

    @property
    def file(self) -> str: ...
    def name_of(self, material: int | None) -> str | None: ...


def word(name: str) -> str:
    """A name as one word: white space would end it, and text files have no control characters."""
    return re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", "_", name)


def format_surfaces(rig: Rig, posed: Sequence[Posed], library: MaterialNames | None = None) -> Iterator[str]:
    """The text of the file, in parts."""
    first = _Counts()
    if library is not None:
        yield f"mtllib {library.file}\n"
    in_use: str | None = None
    for posed_surface in posed:
        yield f"o {_name(rig, posed_surface)}\n"
        yield from _format_rows("v", _with_colours(posed_surface))
        if posed_surface.texcoords and posed_surface.texcoords[0].shape[1] == 2:
            # The origin of OBJ is the lower left corner of the image, that of rigs the upper left.
            texcoords = posed_surface.texcoords[0]
            flip, shift = np.array([1, -1], texcoords.dtype), np.array([0, 1], texcoords.dtype)
            flipped = texcoords * flip + shift
            yield from _format_rows("vt", flipped)
        else:
            flipped = None
        if posed_surface.normals is not None:
            yield from _format_rows("vn", posed_surface.normals)
        name = None if library is None else library.name_of(material_of(rig, posed_surface))
        if name is not None and name != in_use:
            yield f"usemtl {name}\n"
            in_use = name
        yield from _elements(rig, posed_surface, first, flipped is not None)
        first.add(len(posed_surface.positions), flipped is not None, posed_surface.normals is not None)


def material_of(rig: Rig, posed: Posed) -> int | None:
    """The material of a surface: that of its instance, else its own."""
    given = rig.instances[rig.instance_at(posed.node)].materials
    own = None if given is None else given[posed.surface]
    return surface_of(rig, posed).material if own is None else own


def _with_colours(posed: Posed) -> NDArray[Any]:
    """The positions, with red, green and blue after them if the surface has colours."""
    if not posed.colours or posed.colours[0].shape[1] < 3:
        return posed.positions
    colours = posed.colours[0][:, :3].astype(posed.positions.dtype)
    return np.concatenate([posed.positions, colours], axis=1)


class _Counts:
    """How many vertices, texture coordinates and normals have been written: OBJ counts from 1."""

    def __init__(self) -> None:
        self.vertices, self.texcoords, self.normals = 1, 1, 1

    def add(self, count: int, texcoords: bool, normals: bool) -> None:
        self.vertices += count
        self.texcoords += count if texcoords else 0
        self.normals += count if normals else 0


def _elements(rig: Rig, posed: Posed, first: _Counts, texcoords: bool) -> Iterator[str]:
    surface = surface_of(rig, posed)
    yield from _format_rows("p", points(surface)[:, None] + first.vertices)
    yield from _format_rows("l", line_segments(surface) + first.vertices)
    yield from _faces(triangles(rig, posed), first, texcoords, posed.normals is not None)


def _faces(corners: NDArray[np.int64], first: _Counts, texcoords: bool, normals: bool) -> Iterator[str]:
    pattern = "%d" + ("/%d" if texcoords else "/" if normals else "") + ("/%d" if normals else "")
    if not len(corners):
        return
    columns = [corners + first.vertices]
    columns += [corners + first.texcoords] if texcoords else []
    columns += [corners + first.normals] if normals else []
    yield from _format_lines(
        f"f {pattern} {pattern} {pattern}\n", np.stack(columns, axis=2).reshape(len(corners), -1)
    )


def _format_rows(keyword: str, rows: NDArray[Any]) -> Iterator[str]:
    number = "%d" if rows.dtype.kind in "iu" else f"%.{DIGITS[rows.dtype.itemsize]}g"
    yield from _format_lines(f"{keyword} " + " ".join([number] * rows.shape[1]) + "\n", rows)


def _format_lines(line: str, rows: NDArray[Any]) -> Iterator[str]:
    for start in range(0, len(rows), ROWS):
        part = rows[start : start + ROWS]
        yield line * len(part) % tuple(part.reshape(-1).tolist())


def _name(rig: Rig, posed: Posed) -> str:
    name = rig.nodes.names[posed.node] or rig.meshes[posed.mesh].name or f"node_{posed.node}"
    return word(name) + (f".{posed.surface}" if len(rig.meshes[posed.mesh].surfaces) > 1 else "")
