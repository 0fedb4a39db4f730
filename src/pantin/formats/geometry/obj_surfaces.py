"""Posed surfaces as the text of a Wavefront OBJ file: vertices, colours, texture coordinates, normals and
faces, by node."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pantin.formats.geometry.triangles import surface_of, triangles
from pantin.formats.posed_surface import Posed
from pantin.rig import Rig
from pantin.rig.elements import line_segments, points

if TYPE_CHECKING:
    from pantin.deformation.element_attributes import PosedElements

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


def format_surfaces(
    rig: Rig,
    posed: Sequence[Posed],
    library: MaterialNames | None = None,
    elements: Sequence[PosedElements] = (),
) -> Iterator[str]:
    """The text of the file, in parts. `elements` are the values of corners of the surfaces, if any."""
    first = _Counts()
    if library is not None:
        yield f"mtllib {library.file}\n"
    in_use: str | None = None
    for posed_surface, values in zip_longest(posed, elements):
        yield f"o {_name(rig, posed_surface)}\n"
        yield from _format_rows("v", _with_colours(posed_surface))
        texcoords, normals = _attributes(rig, posed_surface, values)
        if texcoords is not None:
            # The origin of OBJ is the lower left corner of the image, that of rigs the upper left.
            rows = texcoords.rows
            flip, shift = np.array([1, -1], rows.dtype), np.array([0, 1], rows.dtype)
            yield from _format_rows("vt", rows * flip + shift)
        if normals is not None:
            yield from _format_rows("vn", normals.rows)
        name = None if library is None else library.name_of(material_of(rig, posed_surface))
        if name is not None and name != in_use:
            yield f"usemtl {name}\n"
            in_use = name
        yield from _elements(rig, posed_surface, first, texcoords, normals)
        first.add(len(posed_surface.positions), texcoords, normals)


class _Rows(NamedTuple):
    """Values, and (T, 3) which of them each corner has."""

    rows: NDArray[Any]
    corners: NDArray[np.int64]


def _attributes(rig: Rig, posed: Posed, values: PosedElements | None) -> tuple[_Rows | None, _Rows | None]:
    """The texture coordinates and normals of a surface: of its vertices, or else of its corners."""
    faces = triangles(rig, posed)
    texcoords = normals = None
    if posed.texcoords and posed.texcoords[0].shape[1] == 2:
        texcoords = _Rows(posed.texcoords[0], faces)
    if posed.normals is not None:
        normals = _Rows(posed.normals, faces)
    if values is not None:
        # Imported where a file needs it: most have no values of corners.
        from pantin.operations.edit.splitting import corner_attributes

        of_normals, of_texcoords = corner_attributes(surface_of(rig, posed))
        order = np.arange(faces.size).reshape(-1, 3)[:, :: -1 if posed.mirrored else 1]
        if texcoords is None and of_texcoords is not None and of_texcoords.bound.values.shape[1] == 2:
            texcoords = _share(values.texcoords[of_texcoords.number], of_texcoords.elements[order])
        if of_normals is not None:  # those of vertices were derived from the triangles
            normals = _share(values.normals[of_normals.number], of_normals.elements[order])
    return texcoords, normals


def _share(values: NDArray[Any], corners: NDArray[np.int64]) -> _Rows:
    """Every different value once."""
    rows, which = np.unique(values, axis=0, return_inverse=True)
    return _Rows(rows, which.reshape(-1)[corners])


def material_of(rig: Rig, posed: Posed) -> int | None:
    """The material of a surface: that of its instance, else its own."""
    materials = rig.instances[rig.instance_at(posed.node)].materials
    own = None if materials is None else materials[posed.surface]
    return surface_of(rig, posed).material if own is None else own


def _with_colours(posed: Posed) -> NDArray[Any]:
    """The positions, with red, green and blue after them if the surface has colours."""
    if not posed.colors or posed.colors[0].shape[1] < 3:
        return posed.positions
    colors = posed.colors[0][:, :3].astype(posed.positions.dtype)
    return np.concatenate([posed.positions, colors], axis=1)


class _Counts:
    """How many vertices, texture coordinates and normals have been written: OBJ counts from 1."""

    def __init__(self) -> None:
        self.vertices, self.texcoords, self.normals = 1, 1, 1

    def add(self, vertices: int, texcoords: _Rows | None, normals: _Rows | None) -> None:
        self.vertices += vertices
        self.texcoords += 0 if texcoords is None else len(texcoords.rows)
        self.normals += 0 if normals is None else len(normals.rows)


def _elements(
    rig: Rig, posed: Posed, first: _Counts, texcoords: _Rows | None, normals: _Rows | None
) -> Iterator[str]:
    surface = surface_of(rig, posed)
    yield from _format_rows("p", points(surface)[:, None] + first.vertices)
    yield from _format_rows("l", line_segments(surface) + first.vertices)
    yield from _faces(triangles(rig, posed), first, texcoords, normals)


def _faces(
    corners: NDArray[np.int64], first: _Counts, texcoords: _Rows | None, normals: _Rows | None
) -> Iterator[str]:
    if not len(corners):
        return
    pattern, columns = "%d", [corners + first.vertices]
    if texcoords is not None:
        pattern += "/%d"
        columns.append(texcoords.corners + first.texcoords)
    if normals is not None:
        pattern += "/%d" if texcoords is not None else "//%d"
        columns.append(normals.corners + first.normals)
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
