"""Triangles ready to be drawn: vertices in the world with what they look like, and a paint for each face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Doubles, Reals
from pantin.viewer.paint import Paint

LARGEST_TEXCOORD = 1e6
"""Beyond this a texture coordinate has no fraction worth looking up; it is drawn as 0."""


@dataclass(frozen=True, eq=False, slots=True)
class Geometry:
    """V vertices and F triangles, counter-clockwise as seen from their front.

    positions, normals  (V, 3) in the world
    texcoords           (V, 2)
    colours             (V, 4) linear
    faces               (F, 3)
    paint               (F,) index into `paints`
    """

    positions: Doubles
    normals: Doubles
    texcoords: Doubles
    colours: Doubles
    faces: NDArray[np.int64]
    paint: NDArray[np.int64]
    paints: tuple[Paint, ...]


def piece(
    positions: Reals,
    normals: Reals,
    faces: NDArray[np.int64],
    paint: Paint,
    *,
    texcoords: Reals | None = None,
    colours: Reals | None = None,
) -> Geometry:
    """Triangles of one paint; without texture coordinates those are 0, and without colours white."""
    count = len(positions)
    return Geometry(
        np.asarray(positions, np.float64),
        np.asarray(normals, np.float64),
        np.zeros((count, 2)) if texcoords is None else _usable(texcoords),
        np.ones((count, 4)) if colours is None else _with_alpha(colours),
        np.asarray(faces, np.int64).reshape(-1, 3),
        np.zeros(len(faces), np.int64),
        (paint,),
    )


def _usable(texcoords: Reals) -> Doubles:
    values = np.asarray(texcoords[:, :2], np.float64)
    return np.where(np.abs(values) <= LARGEST_TEXCOORD, values, 0.0)


def _with_alpha(colours: Reals) -> Doubles:
    values = np.nan_to_num(np.asarray(colours, np.float64), posinf=1.0, neginf=0.0)
    return values if values.shape[1] == 4 else np.column_stack([values, np.ones(len(values))])


def flattened(made: Geometry) -> Geometry:
    """The same triangles with corners of their own, each lit by the plane of its triangle.

    So glTF 2.0 §3.7.2.1 has surfaces without normals drawn. A triangle of no area keeps the normals it has.
    """
    corners = made.faces.reshape(-1)
    a, b, c = made.positions[made.faces].transpose(1, 0, 2)
    across = np.cross(b - a, c - a)
    lengths = np.sqrt((across * across).sum(axis=1))
    planes = np.repeat(across / np.where(lengths > 0, lengths, 1.0)[:, None], 3, axis=0)
    return replace(
        made,
        positions=made.positions[corners],
        normals=np.where(np.repeat(lengths > 0, 3)[:, None], planes, made.normals[corners]),
        texcoords=made.texcoords[corners],
        colours=made.colours[corners],
        faces=np.arange(len(corners)).reshape(-1, 3),
    )


def joined(pieces: Sequence[Geometry]) -> Geometry:
    """Pieces as one, in their order."""
    if not pieces:
        return piece(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3), np.int64), Paint())
    starts = np.cumsum([0, *(len(one.positions) for one in pieces)])[:-1].tolist()
    paints = np.cumsum([0, *(len(one.paints) for one in pieces)])[:-1].tolist()
    return Geometry(
        np.concatenate([one.positions for one in pieces]),
        np.concatenate([one.normals for one in pieces]),
        np.concatenate([one.texcoords for one in pieces]),
        np.concatenate([one.colours for one in pieces]),
        np.concatenate([one.faces + start for one, start in zip(pieces, starts, strict=True)]),
        np.concatenate([one.paint + start for one, start in zip(pieces, paints, strict=True)]),
        tuple(paint for one in pieces for paint in one.paints),
    )
