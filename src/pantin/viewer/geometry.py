"""Triangles to draw: world-space vertices with their attributes, and a material per face."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.rig import Doubles, Reals
from pantin.viewer.materials import Material

LARGEST_TEXCOORD = 1e6
"""Larger texture coordinates have no useful fraction; they are drawn as 0."""


class Geometry(Record, eq=False):
    """V vertices and F triangles, counter-clockwise as seen from their front.

    positions, normals  (V, 3) in the world
    texcoords           (V, K, 2) for each of the `coordinates` of a material
    colors              (V, 4) linear
    faces               (F, 3)
    material            (F,) index into `materials`
    tangents            (V, 4) of length 1 in the world and the sign of the bitangent, or zeros; None where no
                        material needs them
    """

    positions: Doubles
    normals: Doubles
    texcoords: Doubles
    colors: Doubles
    faces: NDArray[np.int64]
    material: NDArray[np.int64]
    materials: tuple[Material, ...]
    tangents: Doubles | None = None


def build_geometry(
    positions: Reals,
    normals: Reals,
    faces: NDArray[np.int64],
    material: Material,
    *,
    texcoords: Sequence[Reals] = (),
    colors: Reals | None = None,
    tangents: Reals | None = None,
) -> Geometry:
    """Triangles with one material. Texture coordinates default to 0, colours to white."""
    count = len(positions)
    sets = [_clean_texcoords(values) for values in texcoords] or [np.zeros((count, 2))]
    return Geometry(
        np.asarray(positions, np.float64),
        np.asarray(normals, np.float64),
        np.stack(sets, axis=1),
        np.ones((count, 4)) if colors is None else _with_alpha(colors),
        np.asarray(faces, np.int64).reshape(-1, 3),
        np.zeros(len(faces), np.int64),
        (material,),
        None if tangents is None else np.asarray(tangents, np.float64),
    )


def _clean_texcoords(texcoords: Reals) -> Doubles:
    values = np.asarray(texcoords[:, :2], np.float64)
    return np.where(np.abs(values) <= LARGEST_TEXCOORD, values, 0.0)


def _with_alpha(colors: Reals) -> Doubles:
    values = np.nan_to_num(np.asarray(colors, np.float64), posinf=1.0, neginf=0.0)
    return values if values.shape[1] == 4 else np.column_stack([values, np.ones(len(values))])


def with_flat_normals(geometry: Geometry) -> Geometry:
    """The same triangles without shared vertices, each with the normal of its plane, as glTF 2.0 §3.7.2.1
    specifies for surfaces without normals. A degenerate triangle keeps its normals.
    """
    corners = geometry.faces.reshape(-1)
    a, b, c = geometry.positions[geometry.faces].transpose(1, 0, 2)
    across = np.cross(b - a, c - a)
    lengths = np.sqrt((across * across).sum(axis=1))
    planes = np.repeat(across / np.where(lengths > 0, lengths, 1.0)[:, None], 3, axis=0)
    return replace(
        geometry,
        positions=geometry.positions[corners],
        normals=np.where(np.repeat(lengths > 0, 3)[:, None], planes, geometry.normals[corners]),
        texcoords=geometry.texcoords[corners],
        colors=geometry.colors[corners],
        faces=np.arange(len(corners)).reshape(-1, 3),
        tangents=None if geometry.tangents is None else geometry.tangents[corners],
    )


def join(pieces: Sequence[Geometry]) -> Geometry:
    """Several pieces as one, in order."""
    if not pieces:
        return build_geometry(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3), np.int64), Material())
    vertex_starts = np.cumsum([0, *(len(piece.positions) for piece in pieces)])[:-1].tolist()
    material_starts = np.cumsum([0, *(len(piece.materials) for piece in pieces)])[:-1].tolist()
    sets = max(piece.texcoords.shape[1] for piece in pieces)
    return Geometry(
        np.concatenate([piece.positions for piece in pieces]),
        np.concatenate([piece.normals for piece in pieces]),
        np.concatenate([_with_sets(piece.texcoords, sets) for piece in pieces]),
        np.concatenate([piece.colors for piece in pieces]),
        np.concatenate([piece.faces + start for piece, start in zip(pieces, vertex_starts, strict=True)]),
        np.concatenate(
            [piece.material + start for piece, start in zip(pieces, material_starts, strict=True)]
        ),
        tuple(material for piece in pieces for material in piece.materials),
        _join_tangents(pieces),
    )


def _join_tangents(pieces: Sequence[Geometry]) -> Doubles | None:
    if all(piece.tangents is None for piece in pieces):
        return None
    return np.concatenate(
        [
            np.zeros((len(piece.positions), 4)) if piece.tangents is None else piece.tangents
            for piece in pieces
        ]
    )


def _with_sets(texcoords: Doubles, count: int) -> Doubles:
    """Texture coordinates with sets of zeros added, up to a count."""
    missing = count - texcoords.shape[1]
    return np.pad(texcoords, ((0, 0), (0, missing), (0, 0))) if missing else texcoords
