"""Geometry drawn through a camera, in bands of samples: opaque faces first, then transparent ones.

Transparent faces are drawn by depth peeling, layer by layer from the nearest, so they need no sorting.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Doubles
from pantin.viewer.camera import Camera, rotate
from pantin.viewer.geometry import Geometry
from pantin.viewer.lights import Lights
from pantin.viewer.raster import NO_FACE, ScreenTriangles, VisibleFaces, find_visible
from pantin.viewer.shading import FaceAttributes, Wire, shade
from pantin.viewer.texture import MAX_LEVELS, MipMaps, Textures

Light = NDArray[np.float32]

SAMPLES = 3
"""Samples along each side of a pixel: nine in all, ten steps from nothing to full at an edge."""

MAX_LAYERS = 8
"""Transparent layers drawn over one another; farther ones are skipped."""

MIN_TRANSMITTANCE = 1 / 512
"""Below this transmittance, nothing behind can change a byte of the picture."""

BAND = 1 << 20
"""Samples in memory at a time: about 50 MB, whatever the size of the picture."""


@dataclass(frozen=True, eq=False, slots=True)
class PreparedGeometry:
    """Geometry in camera space and on the grid of samples."""

    shapes: ScreenTriangles
    attributes: FaceAttributes
    transparent: NDArray[np.bool_]
    rows: Doubles
    lights: Lights
    wire: Wire


def draw(
    geometry: Geometry, mip_maps: MipMaps, camera: Camera, lights: Lights, wire: Wire | None = None
) -> Light:
    """(rows, columns, 4) premultiplied linear light with alpha. `wire` is in pixels."""
    across, down = camera.size
    picture = np.zeros((down, across, 4), np.float32)
    sample_wire = Wire() if wire is None else Wire(wire.half * SAMPLES, wire.colour, wire.alone)
    prepared = prepare(geometry, mip_maps, camera, lights, sample_wire)
    if not len(prepared.shapes.faces):
        return picture
    step = max(1, BAND // (across * SAMPLES * SAMPLES))
    first, last = int(prepared.rows[:, 0].min()) // SAMPLES, int(prepared.rows[:, 1].max()) // SAMPLES
    for top in range(max(first, 0), min(last + 1, down), step):
        rows = min(step, down - top)
        picture[top : top + rows] = _draw_band(prepared, top * SAMPLES, (rows, across))
    return picture


def _draw_band(prepared: PreparedGeometry, top: int, shape: tuple[int, int]) -> Light:
    """One band of pixels. With transparent faces each sample is shaded, else each face once per pixel."""
    rows, columns = shape[0] * SAMPLES, shape[1] * SAMPLES
    inside = (prepared.rows[:, 1] >= top) & (prepared.rows[:, 0] <= top + rows)
    opaque = find_visible(
        prepared.shapes, np.flatnonzero(inside & ~prepared.transparent), top, (rows, columns)
    )
    inputs = (prepared.shapes, prepared.attributes, prepared.lights, prepared.wire)
    if not prepared.transparent.any():
        return shade(*inputs, opaque, top, SAMPLES)
    return _average_samples(
        _draw_layers(prepared, np.flatnonzero(inside & prepared.transparent), top, opaque)
    )


def _average_samples(light: Light) -> Light:
    """Means over the samples of each pixel: sums of whole pictures are five times as fast as `mean`."""
    places = [(row, column) for row in range(SAMPLES) for column in range(SAMPLES)]
    total = light[0::SAMPLES, 0::SAMPLES].copy()
    for row, column in places[1:]:
        total += light[row::SAMPLES, column::SAMPLES]
    total *= np.float32(1 / len(places))
    return total


def _draw_layers(
    prepared: PreparedGeometry, faces: NDArray[np.int64], top: int, opaque: VisibleFaces
) -> Light:
    """Transparent layers over opaque faces, from front to back."""
    inputs = (prepared.shapes, prepared.attributes, prepared.lights, prepared.wire)
    behind = shade(*inputs, opaque, top)
    front = np.zeros_like(behind)
    depth_limit = np.full(opaque.near.shape, np.inf)
    for _ in range(MAX_LAYERS):
        layer = find_visible(prepared.shapes, faces, top, opaque.near.shape, depth_limit, opaque.near)
        hit = layer.face != NO_FACE
        if not hit.any():
            break
        front += shade(*inputs, layer, top) * (1 - front[..., 3:])
        # 0 ends the search: no layer was found here, or no light passes it.
        depth_limit = np.where(hit & (front[..., 3] < 1 - MIN_TRANSMITTANCE), layer.near, 0.0)
    return front + behind * (1 - front[..., 3:])


def prepare(
    geometry: Geometry, mip_maps: MipMaps, camera: Camera, lights: Lights, wire: Wire
) -> PreparedGeometry:
    """Geometry in camera space; faces that reach behind the camera or are not finite are skipped."""
    seen = camera.to_camera(geometry.positions)
    x, y, near = camera.project(seen)
    x, y = x * SAMPLES, y * SAMPLES
    # Corner by corner: NumPy is slow to reduce an axis of three.
    in_front = (seen[:, 2] < 0) & np.isfinite(x) & np.isfinite(y)
    drawn = in_front[geometry.faces[:, 0]] & in_front[geometry.faces[:, 1]] & in_front[geometry.faces[:, 2]]
    faces, material = geometry.faces[drawn], geometry.material[drawn]
    materials = geometry.materials
    cull = np.array([not entry.double_sided for entry in materials])[material]
    transparent = np.array([entry.transparent or wire.alone for entry in materials])[material]
    samples_per_side = 1 if transparent.any() else SAMPLES
    texture, table = _mip_levels(
        geometry, mip_maps, faces, material, x / samples_per_side, y / samples_per_side
    )
    attributes = FaceAttributes(
        positions=seen,
        normals=rotate(geometry.normals, camera.axes),
        texcoords=geometry.texcoords,
        colours=geometry.colours,
        factors=np.array([entry.factor for entry in materials])[material],
        emissive=np.array([entry.emissive for entry in materials])[material],
        cutoff=np.array([entry.cutoff for entry in materials])[material],
        unlit=np.array([entry.unlit for entry in materials])[material],
        texture=texture,
        textures=table,
    )
    a, b, c = (y[faces[:, corner]] for corner in range(3))
    rows = np.stack([np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)], axis=1)
    return PreparedGeometry(
        ScreenTriangles(x, y, near, faces, cull), attributes, transparent, rows, lights, wire
    )


def _mip_levels(
    geometry: Geometry,
    mip_maps: MipMaps,
    faces: NDArray[np.int64],
    material: NDArray[np.int64],
    x: Doubles,
    y: Doubles,
) -> tuple[NDArray[np.int64], Textures]:
    """The mipmap level of each face: the one with about as many texels as the face has shaded points, at x
    and y."""
    indices = [-1 if entry.texture is None else entry.texture for entry in geometry.materials]
    texture = np.array(indices)[material]
    if not len(mip_maps) or (texture < 0).all():
        return np.full(len(faces), -1), Textures.of(())
    sizes = mip_maps.sizes
    u, v = geometry.texcoords.T
    texels = _face_areas(faces, u, v) * np.where(texture >= 0, sizes[texture], 0.0)
    ratio = texels / np.maximum(_face_areas(faces, x, y), 1e-9)
    # Each level has a quarter of the texels of the one before.
    level = np.searchsorted(4.0 ** np.arange(1, MAX_LEVELS + 1), ratio, side="right")
    keys = np.where(texture >= 0, texture * (MAX_LEVELS + 1) + level, -1)
    used, row = np.unique(keys, return_inverse=True)
    textures = [mip_maps.level_of(*divmod(key, MAX_LEVELS + 1)) for key in used.tolist() if key >= 0]
    return row.reshape(-1) - int(used[0] < 0), Textures.of(textures)


def _face_areas(faces: NDArray[np.int64], x: Doubles, y: Doubles) -> Doubles:
    (ax, bx, cx), (ay, by, cy) = x[faces].T, y[faces].T
    return np.asarray(np.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)))
