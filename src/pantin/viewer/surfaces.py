"""Posed meshes as geometry to draw: with their materials or as a weight map; lines become thin bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.deformation import PosedMesh
from pantin.report.wording import counted
from pantin.rig import Doubles, Rig, Surface
from pantin.viewer.geometry import Geometry, build_geometry, with_flat_normals
from pantin.viewer.materials import TEXTURE_FIELDS, Affine, Material, Materials, TextureUse, Toon

UNSKINNED = Material((0.45, 0.47, 0.50, 1.0), double_sided=True)
"""Grey, for surfaces without a skin in a weight map."""


def mesh_geometry(
    rig: Rig, posed: list[PosedMesh], materials: Materials, scales: Sequence[float] | None = None
) -> list[Geometry]:
    """The triangles of posed meshes, with their materials; `scales` are those of the nodes, by which volumes
    are thicker (1 without). Points and lines have no normals: skipped."""
    return [_surface_geometry(rig, mesh, materials, scales) for mesh in posed if mesh.normals is not None]


def _surface_geometry(
    rig: Rig, posed: PosedMesh, materials: Materials, scales: Sequence[float] | None
) -> Geometry:
    surface = _surface(rig, posed)
    material = materials.material_at(surface.material)
    if material.glass is not None and scales is not None:
        scaled = material.glass.thickness * scales[posed.node]
        material = replace(material, glass=replace(material.glass, thickness=scaled))
    assert posed.normals is not None
    geometry = build_geometry(
        posed.positions,
        posed.normals,
        _triangles(surface, bool(posed.mirrored)),
        material,
        texcoords=[_texcoords(posed, *chosen) for chosen in material.coordinates],
        colors=posed.colors[0] if posed.colors else None,
        tangents=posed.tangents if material.brushing is not None else None,
    )
    return geometry if surface.normals is not None else with_flat_normals(geometry)


def _triangles(surface: Surface, mirrored: bool) -> NDArray[np.int64]:
    return surface.triangles[:, ::-1] if mirrored else surface.triangles


def _texcoords(posed: PosedMesh, texcoords: int, transform: Affine) -> Doubles:
    """A transformed set of texture coordinates; zeros where the surface does not have it."""
    if texcoords >= len(posed.texcoords):
        return np.zeros((len(posed.positions), 2))
    u, v = np.asarray(posed.texcoords[texcoords], np.float64)[:, :2].T
    (a, b, c), (d, e, f) = transform
    return np.stack([a * u + b * v + c, d * u + e * v + f], axis=1)


def outline_geometry(
    rig: Rig, posed: list[PosedMesh], materials: Materials, picture_height: float
) -> list[Geometry]:
    """The outlines of toon shaded meshes: surfaces grown along their normals and turned inside out, so that
    only their far side is visible. `picture_height` is the height of what the image shows, in metres."""
    pieces = []
    for mesh in posed:
        surface = _surface(rig, mesh)
        material = materials.material_at(surface.material)
        toon = material.toon
        if toon is None or not toon.outline_width or mesh.normals is None:
            continue
        width = toon.outline_width * (picture_height if toon.on_screen else 1.0)
        grown = np.asarray(mesh.positions, np.float64) + width * np.asarray(mesh.normals, np.float64)
        pieces.append(
            build_geometry(
                grown,
                mesh.normals,
                _triangles(surface, not bool(mesh.mirrored)),
                _ink(material, toon),
                texcoords=[_texcoords(mesh, *chosen) for chosen in material.coordinates],
            )
        )
    return pieces


def _ink(material: Material, toon: Toon) -> Material:
    """The material of an outline: its colour, of which a part is multiplied by the surface in its light."""
    red, green, blue = (channel * toon.outline_lit for channel in toon.outline)
    plain = tuple(channel * (1.0 - toon.outline_lit) for channel in toon.outline)
    factor, shade = material.factor, toon.shade
    return replace(
        material,
        factor=(factor[0] * red, factor[1] * green, factor[2] * blue, factor[3]),
        emissive=(plain[0], plain[1], plain[2]),
        emissive_texture=None,
        double_sided=False,
        toon=replace(toon, shade=(shade[0] * red, shade[1] * green, shade[2] * blue), outline_width=0.0),
    )


def weight_map_geometry(rig: Rig, posed: list[PosedMesh], node: int, texture: int) -> list[Geometry]:
    """Posed meshes coloured by the weight of a joint at each vertex; `texture` is that of the scale."""
    scale = Material((1.0, 1.0, 1.0, 1.0), double_sided=True, base_texture=TextureUse(texture))
    pieces = []
    for mesh in posed:
        if mesh.normals is None:
            continue
        surface = _surface(rig, mesh)
        weights = joint_weights(rig, mesh, node)
        texcoords = [] if weights is None else [np.stack([weights, np.full(len(weights), 0.5)], axis=1)]
        faces = _triangles(surface, bool(mesh.mirrored))
        material = scale if texcoords else UNSKINNED
        geometry = build_geometry(mesh.positions, mesh.normals, faces, material, texcoords=texcoords)
        pieces.append(geometry if surface.normals is not None else with_flat_normals(geometry))
    return pieces


def joint_weights(rig: Rig, posed: PosedMesh, node: int) -> Doubles | None:
    """(V,) the weight of a joint at each vertex; None for a surface without a skin."""
    surface = _surface(rig, posed)
    skin = rig.instances[rig.instance_at(posed.node)].skin
    if skin is None or surface.influences is None:
        return None
    influences = surface.influences
    counts = np.diff(influences.offsets)
    of_joint = rig.skins[skin].joints[influences.joints] == node
    rows = np.repeat(np.arange(len(counts)), counts)
    return np.bincount(rows[of_joint], influences.weights[of_joint], minlength=len(counts)).astype(np.float64)


THICKNESS = 0.003
"""Radius of a bar relative to the size of the model: a line of about three pixels in an image of 800."""
MAX_LINES = 100_000
"""Lines drawn in an image: each bar takes 800 bytes, and more lines than this are an unreadable blot."""
SIDES = 3
LINE_MODES = ("lines", "line_loop", "line_strip")


def line_geometry(rig: Rig, posed: list[PosedMesh], materials: Materials) -> list[Geometry]:
    """The lines of posed meshes, with their materials."""
    drawn = [mesh for mesh in posed if _surface(rig, mesh).mode in LINE_MODES]
    if not drawn or line_count(rig) > MAX_LINES:
        return []
    points = np.concatenate([np.asarray(mesh.positions, np.float64) for mesh in drawn])
    points = points[np.isfinite(points).all(axis=1)]
    if not len(points):
        return []
    radius = THICKNESS * float(np.ptp(points, axis=0).max())
    return [_bar_geometry(_surface(rig, mesh), mesh, materials, radius) for mesh in drawn]


def undrawn_notes(rig: Rig) -> tuple[str, ...]:
    """Notes on points and lines that are not drawn."""
    clouds = sum(surface.mode == "points" for mesh in rig.meshes for surface in mesh.surfaces)
    notes = [f"{counted(clouds, 'point cloud')} not drawn: points are not supported"] if clouds else []
    lines = line_count(rig)
    if lines > MAX_LINES:
        notes.append(f"{lines:,} lines not drawn: the limit is {MAX_LINES:,}")
    return tuple(notes)


def line_count(rig: Rig) -> int:
    """The number of lines in a rig; a mesh counts once per instance."""
    surfaces = (surface for instance in rig.instances for surface in rig.meshes[instance.mesh].surfaces)
    return sum(len(segments(surface)) for surface in surfaces if surface.mode in LINE_MODES)


def _surface(rig: Rig, posed: PosedMesh) -> Surface:
    return rig.meshes[posed.mesh].surfaces[posed.surface]


def segments(surface: Surface) -> NDArray[np.int64]:
    """(N, 2) the vertices of each line segment (glTF 2.0 §3.7.2.1)."""
    indices = surface.indices
    flat = np.arange(len(surface.positions)) if indices is None else indices.astype(np.int64)
    if surface.mode == "lines":
        return flat[: len(flat) // 2 * 2].reshape(-1, 2)
    if surface.mode == "line_loop" and len(flat):
        flat = np.append(flat, flat[0])
    return np.stack([flat[:-1], flat[1:]], axis=1)


def _bar_geometry(surface: Surface, posed: PosedMesh, materials: Materials, radius: float) -> Geometry:
    ends = segments(surface)
    points = np.asarray(posed.positions, np.float64)[ends]
    along = points[:, 1] - points[:, 0]
    lengths = np.sqrt((along * along).sum(axis=1))
    kept = np.isfinite(lengths) & (lengths > 0)
    ends, points = ends[kept], points[kept]
    out = _bar_directions(along[kept] / lengths[kept, None])
    corners = points[:, :, None] + radius * out[:, None]
    normals = np.broadcast_to(out[:, None], corners.shape)
    colors = np.repeat(posed.colors[0][ends], SIDES, axis=1).reshape(-1, 4) if posed.colors else None
    material = _without_textures(materials.material_at(surface.material))
    return build_geometry(
        corners.reshape(-1, 3), normals.reshape(-1, 3), _bar_faces(len(ends)), material, colors=colors
    )


def _without_textures(material: Material) -> Material:
    none: dict[str, Any] = dict.fromkeys(TEXTURE_FIELDS)
    return replace(material, double_sided=True, toon=None, coat=None, sheen=None, glass=None, **none)


def _bar_directions(axes: Doubles) -> Doubles:
    """(N, SIDES, 3) unit vectors around each axis; the first is perpendicular to its smallest coordinate."""
    least = np.eye(3)[np.abs(axes).argmin(axis=1)]
    first = np.cross(axes, least)
    first /= np.sqrt((first * first).sum(axis=1))[:, None]
    angles = np.arange(SIDES) * (2 * np.pi / SIDES)
    second = np.cross(axes, first)
    directions: Doubles = first[:, None] * np.cos(angles)[:, None] + second[:, None] * np.sin(angles)[:, None]
    return directions


def _bar_faces(count: int) -> NDArray[np.int64]:
    """Two triangles per side of each bar; the vertices of a bar are those of its start, then of its end."""
    side = np.arange(SIDES)
    following = (side + 1) % SIDES
    bar = np.concatenate(
        [[side, following, side + SIDES], [following, following + SIDES, side + SIDES]], axis=1
    ).T
    faces: NDArray[np.int64] = np.arange(count)[:, None, None] * (2 * SIDES) + bar
    return faces.reshape(-1, 3)
