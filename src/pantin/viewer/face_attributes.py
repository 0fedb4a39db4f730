"""The shading inputs of each face: material, mipmap levels of textures, tangents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Doubles
from pantin.viewer.camera import Camera, rotate
from pantin.viewer.geometry import Geometry
from pantin.viewer.materials import (
    COAT_NORMAL,
    NORMAL,
    SLOTS,
    Brushing,
    Coat,
    Glass,
    IridescentFilm,
    Material,
    Sheen,
    Toon,
)
from pantin.viewer.shading import FaceAttributes, MaterialTable
from pantin.viewer.texture import MipMaps, Textures
from pantin.viewer.vectors import Floats

SMALLEST_AREA = 1e-9
"""Faces with a smaller area, in square pixels, are seen edge-on."""


def build_attributes(
    geometry: Geometry,
    mip_maps: MipMaps,
    camera: Camera,
    seen: Doubles,
    screen: tuple[Doubles, Doubles],
    drawn: NDArray[np.bool_],
) -> FaceAttributes:
    """The attributes of the `drawn` faces, with positions `seen` in camera space and `screen` in pixels."""
    faces, material = geometry.faces[drawn], geometry.material[drawn]
    normals = rotate(geometry.normals, camera.axes)
    table = material_table(geometry.materials)
    sets = [geometry.texcoords[:, index] for index in range(geometry.texcoords.shape[1])]
    if table.brushing.any():
        sets.append(_camera_tangents(geometry, camera))
    gradients = _ScreenGradients(faces, screen)
    levels, textures = _mip_levels(geometry.texcoords, mip_maps, faces, material, table, gradients)
    tangents = partial(_tangents, geometry.texcoords, seen, faces, material)
    return FaceAttributes(
        vertices=np.concatenate([seen, normals, geometry.colors, *sets], axis=1).astype(np.float32),
        material=material,
        table=table,
        tangents=tangents(table.textures[:, NORMAL] >= 0, table.sets[:, NORMAL]),
        coat_tangents=tangents(table.textures[:, COAT_NORMAL] >= 0, table.sets[:, COAT_NORMAL]),
        groove_tangents=tangents(np.asarray(table.brushing.any(axis=1)), table.groove_sets),
        levels=levels,
        bend=gradients.largest_change(normals),
        textures=textures,
    )


def _camera_tangents(geometry: Geometry, camera: Camera) -> Doubles:
    """(V, 4) stored tangents in the space of the camera with the sign of the bitangent; zeros for none."""
    if geometry.tangents is None:
        return np.zeros((len(geometry.positions), 4))
    return np.concatenate([rotate(geometry.tangents[:, :3], camera.axes), geometry.tangents[:, 3:]], axis=1)


def material_table(materials: Sequence[Material]) -> MaterialTable:
    toons = [material.toon or Toon() for material in materials]
    coats = [material.coat or Coat() for material in materials]
    sheens = [material.sheen or Sheen() for material in materials]
    glasses = [material.glass or Glass() for material in materials]
    films = [material.film or IridescentFilm() for material in materials]
    brushings = [material.brushing or Brushing() for material in materials]

    def column(name: str) -> Floats:
        return np.array([getattr(material, name) for material in materials], np.float32)

    return MaterialTable(
        factor=column("factor"),
        emissive=column("emissive"),
        transparent=np.array([material.transparent for material in materials]),
        cutoff=column("cutoff"),
        unlit=np.array([material.unlit for material in materials]),
        metallic=column("metallic"),
        roughness=column("roughness"),
        specular=column("specular"),
        reflectivity=column("reflectivity"),
        tinge=column("tinge"),
        coat=np.array([(coat.factor, coat.roughness, coat.normal_scale) for coat in coats], np.float32),
        sheen=np.array([(*sheen.color, sheen.roughness) for sheen in sheens], np.float32),
        glass=np.array(
            [(glass.factor, glass.ior, glass.thickness, glass.spread) for glass in glasses], np.float32
        ),
        tint=np.array([glass.tint for glass in glasses], np.float32),
        film=np.array([(film.factor, film.ior, film.thinnest, film.thickest) for film in films], np.float32),
        brushing=np.array([(entry.along, entry.across) for entry in brushings], np.float32),
        normal_scale=column("normal_scale"),
        occlusion=column("occlusion_strength"),
        toon=np.array([material.toon is not None for material in materials]),
        shade=np.array([toon.shade for toon in toons], np.float32),
        border=np.array([(toon.shift, toon.toony) for toon in toons], np.float32),
        textures=np.array(
            [[-1 if use is None else use.texture for use in entry.textures] for entry in materials]
        ),
        sets=np.array([_sets(material) for material in materials]),
        groove_sets=np.array(
            [
                0 if entry.brushing is None else entry.coordinates.index(entry.groove_coordinates)
                for entry in materials
            ]
        ),
    )


def _sets(material: Material) -> list[int]:
    """For each slot, which of the `coordinates` of the material its texture uses."""
    sets = material.coordinates
    return [0 if use is None else sets.index((use.texcoords, use.transform)) for use in material.textures]


class _ScreenGradients:
    """How values at the corners of faces change across and down the screen, per pixel."""

    def __init__(self, faces: NDArray[np.int64], screen: tuple[Doubles, Doubles]) -> None:
        self.faces = faces
        (ax, bx, cx), (ay, by, cy) = screen[0][faces.T], screen[1][faces.T]
        self.first, self.second = (bx - ax, by - ay), (cx - ax, cy - ay)
        area = self.first[0] * self.second[1] - self.second[0] * self.first[1]
        self.scale = 1 / np.where(np.abs(area) < SMALLEST_AREA, SMALLEST_AREA, area)

    def differentiate(self, values: Doubles) -> tuple[Doubles, Doubles]:
        """(F, k) across and down, of values (V, k)."""
        start = values[self.faces[:, 0]]
        first, second = values[self.faces[:, 1]] - start, values[self.faces[:, 2]] - start
        across = (first * self.second[1][:, None] - second * self.first[1][:, None]) * self.scale[:, None]
        down = (second * self.first[0][:, None] - first * self.second[0][:, None]) * self.scale[:, None]
        return across, down

    def largest_change(self, normals: Doubles) -> Floats:
        """(F,) the largest change of a component."""
        across, down = self.differentiate(normals)
        largest = np.maximum(np.abs(across), np.abs(down)).max(axis=1, initial=0.0)
        return np.asarray(np.minimum(largest, 1.0), np.float32)


def _mip_levels(
    texcoords: Doubles,
    mip_maps: MipMaps,
    faces: NDArray[np.int64],
    material: NDArray[np.int64],
    table: MaterialTable,
    gradients: _ScreenGradients,
) -> tuple[Floats, Textures]:
    """(F, slots) levels between those of a mipmap, by the longer side of a pixel on the texture, as graphics
    cards choose them; and the textures with the levels that are needed."""
    levels = np.zeros((len(faces), len(SLOTS)), np.float32)
    used: dict[int, tuple[int, int]] = {}
    if not len(mip_maps) or not len(faces):
        return levels, Textures.with_used_levels(mip_maps, used)
    changes = [gradients.differentiate(texcoords[:, index]) for index in range(texcoords.shape[1])]
    for row, slot in zip(*np.nonzero(table.textures >= 0), strict=True):
        texture = int(table.textures[row, slot])
        here = np.flatnonzero(material == row)
        if not len(here):
            continue
        across, down = (change[here] for change in changes[table.sets[row, slot]])
        high, wide = mip_maps.shapes[texture]
        size = np.array([wide, high], float)
        length = np.maximum(((across * size) ** 2).sum(axis=1), ((down * size) ** 2).sum(axis=1))
        level = np.clip(0.5 * np.log2(np.maximum(length, 1e-30)), 0, mip_maps.last_level(texture))
        levels[here, slot] = level
        lowest, highest = used.get(texture, (99, 0))
        used[texture] = (min(lowest, int(level.min())), max(highest, int(np.ceil(level.max()))))
    return levels, Textures.with_used_levels(mip_maps, used)


def _tangents(
    texcoords: Doubles,
    positions: Doubles,
    faces: NDArray[np.int64],
    material: NDArray[np.int64],
    wanted: NDArray[np.bool_],
    chosen: NDArray[np.int64],
) -> Floats:
    """(F, 6) for faces of the materials (M,) that are `wanted`, by the texture coordinates (M,) that are
    `chosen` for each; their product with the normal points along u and v."""
    out = np.zeros((len(faces), 6), np.float32)
    here = np.flatnonzero(wanted[material])
    if not len(here):
        return out
    a, b, c = faces[here].T
    first, second = positions[b] - positions[a], positions[c] - positions[a]
    sets = chosen[material[here]]
    (u1, v1), (u2, v2) = ((texcoords[corner, sets] - texcoords[a, sets]).T[:, :, None] for corner in (b, c))
    along = np.concatenate([second * u1 - first * u2, second * v1 - first * v2], axis=1)
    # Their lengths have no meaning, but their ratio has.
    longest = np.abs(along).max(axis=1, keepdims=True)
    out[here] = along / np.where(longest > 0, longest, 1)
    return out
