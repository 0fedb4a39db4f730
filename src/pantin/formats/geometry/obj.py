"""Wavefront OBJ: vertices, texture coordinates, normals and faces of each posed surface, by node."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin import files
from pantin.formats.exchange import Posed
from pantin.formats.geometry.triangles import require_3d, surface_of, triangles
from pantin.rig import Rig

DIGITS = {4: 9, 8: 17}
"""Decimal digits that give a float32 or a float64 back."""

ROWS = 1 << 14
"""Rows formatted at a time: about a megabyte."""


def write_obj(rig: Rig, posed: Sequence[Posed], path: str | os.PathLike[str]) -> None:
    """Write posed surfaces as objects of one file; points and lines too. Only in 3D."""
    require_3d(rig, "OBJ")
    files.atomic_write(Path(path), (part.encode() for part in _format_surfaces(rig, posed)))


def _format_surfaces(rig: Rig, posed: Sequence[Posed]) -> Iterator[str]:
    first = _Counts()
    for posed_surface in posed:
        surface = surface_of(rig, posed_surface)
        yield f"o {_name(rig, posed_surface)}\n"
        yield from _format_rows("v", posed_surface.positions)
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
        if surface.material is not None and rig.materials[surface.material].name:
            yield f"usemtl {_word(rig.materials[surface.material].name or '')}\n"
        yield from _elements(rig, posed_surface, first, flipped is not None)
        first.add(len(posed_surface.positions), flipped is not None, posed_surface.normals is not None)


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
    count = len(posed.positions)
    flat = np.arange(count) if surface.indices is None else surface.indices.astype(np.int64)
    numbers = flat + first.vertices
    if surface.mode == "points":
        yield from _format_rows("p", numbers[:, None])
    elif surface.mode == "lines":
        yield from _format_rows("l", numbers[: len(numbers) // 2 * 2].reshape(-1, 2))
    elif surface.mode in ("line_strip", "line_loop"):
        ends = np.roll(numbers, -1)
        pairs = np.stack([numbers, ends], axis=1)
        yield from _format_rows("l", pairs if surface.mode == "line_loop" else pairs[:-1])
    else:
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
    return _word(name) + (f".{posed.surface}" if len(rig.meshes[posed.mesh].surfaces) > 1 else "")


def _word(name: str) -> str:
    """A name as one word: white space would end it, and text files have no control characters."""
    return re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", "_", name)
