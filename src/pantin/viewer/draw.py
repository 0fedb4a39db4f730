"""Geometry drawn through a camera, in bands of samples: opaque faces first, then transparent ones.

Transparent faces are drawn by depth peeling, layer by layer from the nearest, so they need no sorting.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.rig import Doubles
from pantin.viewer.camera import Camera
from pantin.viewer.colour import blend_over
from pantin.viewer.face_attributes import build_attributes
from pantin.viewer.geometry import Geometry
from pantin.viewer.lights import Lights
from pantin.viewer.materials import Material
from pantin.viewer.points import BandPoints, find_points
from pantin.viewer.raster import NO_FACE, ScreenTriangles, VisibleFaces, find_visible
from pantin.viewer.shading import FaceAttributes, Wire, shade
from pantin.viewer.texture import MipMaps
from pantin.viewer.transmission import Behind

Light = NDArray[np.float32]

SAMPLES = 3
"""Samples along each side of a pixel: nine in all, ten steps from nothing to full at an edge."""

MAX_LAYERS = 8
"""Transparent layers drawn over one another; farther ones are skipped."""

MIN_TRANSMITTANCE = 1 / 512
"""Below this transmittance, nothing behind can change a byte of the image."""

BAND = 1 << 20
"""Samples in memory at a time: about 50 MB, whatever the size of the image."""


class PreparedGeometry(Record, eq=False):
    """Geometry in camera space and on the grid of samples.

    transparent  (F,) whether what is behind a face is drawn too
    fine         (F,) whether a face is shaded at each sample
    rows         (F, 2) its first and last row of samples
    drawn        (F,) whether a face is drawn in this pass
    behind       what glass shows
    tone         whether bright light is compressed
    """

    shapes: ScreenTriangles
    attributes: FaceAttributes
    transparent: NDArray[np.bool_]
    fine: NDArray[np.bool_]
    rows: Doubles
    lights: Lights
    wire: Wire
    drawn: NDArray[np.bool_]
    behind: Behind | None = None
    tone: bool = True

    def shade(self, points: BandPoints, top: int) -> Light:
        """(n, 4) light of points in a band that starts at row `top`."""
        parts = self.shapes, self.attributes, self.lights, self.wire
        return shade(*parts, points, top, SAMPLES, self.behind, self.tone)


def draw(
    geometry: Geometry,
    mip_maps: MipMaps,
    camera: Camera,
    lights: Lights,
    wire: Wire | None = None,
    background: Light | None = None,
) -> Light:
    """(rows, columns, 4) premultiplied linear light with alpha. `wire` is in pixels, `background` what glass
    shows where nothing else is."""
    across, down = camera.size
    sample_wire = Wire() if wire is None else Wire(wire.half * SAMPLES, wire.color, wire.alone)
    prepared = prepare(geometry, mip_maps, camera, lights, sample_wire)
    if not len(prepared.shapes.faces):
        return np.zeros((down, across, 4), np.float32)
    if any(material.glass is not None for material in geometry.materials):
        empty = np.zeros((down, across, 4), np.float32) if background is None else background
        prepared = replace(prepared, behind=_picture_behind(prepared, geometry.materials, camera, empty))
    return _draw_bands(prepared, camera)


def _picture_behind(
    prepared: PreparedGeometry, materials: Sequence[Material], camera: Camera, background: Light
) -> Behind:
    """The image seen through glass: everything opaque or cut out, then the far side of two-sided glass."""
    material = prepared.attributes.material
    glass = np.array([entry.glass is not None for entry in materials])[material]
    blended = np.array([entry.transparent and not entry.cutoff for entry in materials])[material]
    solid = replace(prepared, drawn=~glass & ~blended, tone=False)
    behind = Behind.from_picture(blend_over(_draw_bands(solid, camera), background), camera)
    two_sided = glass & np.array([entry.double_sided for entry in materials])[material]
    far_side = two_sided & (prepared.shapes.areas() > 0)
    if not far_side.any():
        return behind
    both = replace(solid, drawn=solid.drawn | far_side, behind=behind)
    return Behind.from_picture(blend_over(_draw_bands(both, camera), background), camera)


def _draw_bands(prepared: PreparedGeometry, camera: Camera) -> Light:
    across, down = camera.size
    picture = np.zeros((down, across, 4), np.float32)
    step = max(1, BAND // (across * SAMPLES * SAMPLES))
    first, last = int(prepared.rows[:, 0].min()) // SAMPLES, int(prepared.rows[:, 1].max()) // SAMPLES
    for top in range(max(first, 0), min(last + 1, down), step):
        rows = min(step, down - top)
        picture[top : top + rows] = _draw_band(prepared, top * SAMPLES, (rows, across))
    return picture


def _draw_band(prepared: PreparedGeometry, top: int, shape: tuple[int, int]) -> Light:
    """One band of pixels: opaque faces, and transparent ones over them."""
    rows, columns = shape[0] * SAMPLES, shape[1] * SAMPLES
    inside = (prepared.rows[:, 1] >= top) & (prepared.rows[:, 0] <= top + rows) & prepared.drawn
    opaque = find_visible(
        prepared.shapes, np.flatnonzero(inside & ~prepared.transparent), top, (rows, columns)
    )
    layered = np.flatnonzero(inside & prepared.transparent)
    if not len(layered):
        return _draw_opaque(prepared, opaque, top, shape)
    return _average_samples(_draw_layers(prepared, layered, top, opaque))


def _draw_opaque(prepared: PreparedGeometry, seen: VisibleFaces, top: int, shape: tuple[int, int]) -> Light:
    """Faces without anything behind them: the sums of the points of each pixel."""
    points = find_points(seen.face, prepared.fine, SAMPLES)
    light = prepared.shade(points, top)
    parts = light * (points.count / SAMPLES**2).astype(np.float32)[:, None]
    pixels = shape[0] * shape[1]
    channels = [np.bincount(points.pixel, parts[:, channel], pixels) for channel in range(4)]
    return np.stack(channels, axis=1).astype(np.float32).reshape(*shape, 4)


def _draw_samples(prepared: PreparedGeometry, seen: VisibleFaces, top: int) -> Light:
    """(rows, columns, 4) light of each sample."""
    points = find_points(seen.face, prepared.fine, SAMPLES)
    light = np.concatenate([prepared.shade(points, top), np.zeros((1, 4), np.float32)])
    return light[points.index]


def _average_samples(light: Light) -> Light:
    """Means over the samples of each pixel: sums of whole images are five times as fast as `mean`."""
    offsets = [(row, column) for row in range(SAMPLES) for column in range(SAMPLES)]
    total = light[0::SAMPLES, 0::SAMPLES].copy()
    for row, column in offsets[1:]:
        total += light[row::SAMPLES, column::SAMPLES]
    total *= np.float32(1 / len(offsets))
    return total


def _draw_layers(
    prepared: PreparedGeometry, faces: NDArray[np.int64], top: int, opaque: VisibleFaces
) -> Light:
    """Transparent layers over opaque faces, from front to back."""
    behind = _draw_samples(prepared, opaque, top)
    front = np.zeros_like(behind)
    depth_limit = np.full(opaque.near.shape, np.inf)
    for _ in range(MAX_LAYERS):
        layer = find_visible(prepared.shapes, faces, top, opaque.near.shape, depth_limit, opaque.near)
        hit = layer.face != NO_FACE
        if not hit.any():
            break
        front += _draw_samples(prepared, layer, top) * (1 - front[..., 3:])
        # 0 ends the search: no layer was found here, or no light passes it.
        depth_limit = np.where(hit & (front[..., 3] < 1 - MIN_TRANSMITTANCE), layer.near, 0.0)
    return front + behind * (1 - front[..., 3:])


def prepare(
    geometry: Geometry, mip_maps: MipMaps, camera: Camera, lights: Lights, wire: Wire
) -> PreparedGeometry:
    """Geometry in camera space; faces that reach behind the camera or are not finite are skipped."""
    seen = camera.to_camera(geometry.positions)
    x, y, near = camera.project(seen)
    # Corner by corner: NumPy is slow to reduce an axis of three.
    in_front = (seen[:, 2] < 0) & np.isfinite(x) & np.isfinite(y)
    drawn = in_front[geometry.faces[:, 0]] & in_front[geometry.faces[:, 1]] & in_front[geometry.faces[:, 2]]
    attributes = build_attributes(geometry, mip_maps, camera, seen, (x, y), drawn)
    faces, material, materials = geometry.faces[drawn], attributes.material, geometry.materials
    cull = np.array([not entry.double_sided for entry in materials])[material]
    a, b, c = (y[faces[:, corner]] * SAMPLES for corner in range(3))
    return PreparedGeometry(
        shapes=ScreenTriangles(x * SAMPLES, y * SAMPLES, near, faces, cull),
        attributes=attributes,
        transparent=np.array([entry.transparent or wire.alone for entry in materials])[material],
        fine=np.array([entry.cutoff > 0 or wire.alone for entry in materials])[material],
        rows=np.stack([np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)], axis=1),
        lights=lights,
        wire=wire,
        drawn=np.ones(len(faces), bool),
    )
