"""Geometry drawn through a camera: bands of samples, opaque faces first, then what can be seen through.

Faces that one can see through are peeled off layer by layer, nearest first, so they need no sorting.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Doubles
from pantin.viewer.camera import Camera, rotated
from pantin.viewer.geometry import Geometry
from pantin.viewer.lights import Lights
from pantin.viewer.raster import NOTHING, Projected, Visible, visible
from pantin.viewer.shading import Painted, Wire, shade
from pantin.viewer.texture import LEVELS, Gallery, Textures

Light = NDArray[np.float32]

SAMPLES = 3
"""Samples along each side of a pixel: nine in all, ten steps from nothing to full at an edge."""

LAYERS = 8
"""Transparent layers that are drawn over one another; those farther behind are left out."""

OPAQUE_ENOUGH = 1 / 512
"""Light that passes, below which nothing behind could change a byte of the picture by one."""

BAND = 1 << 20
"""Samples that are held at a time: about 50 MB, whatever the size of the picture."""


@dataclass(frozen=True, eq=False, slots=True)
class Prepared:
    """Geometry as one camera sees it, at the resolution of samples."""

    shapes: Projected
    painted: Painted
    peeled: NDArray[np.bool_]
    rows: Doubles
    lights: Lights
    wire: Wire


def draw(
    geometry: Geometry, gallery: Gallery, camera: Camera, lights: Lights, wire: Wire | None = None
) -> Light:
    """(rows, columns, 4) light with alpha, multiplied by it already, over nothing. `wire` in pixels."""
    across, down = camera.size
    picture = np.zeros((down, across, 4), np.float32)
    thick = Wire() if wire is None else Wire(wire.half * SAMPLES, wire.colour, wire.alone)
    ready = prepared(geometry, gallery, camera, lights, thick)
    if not len(ready.shapes.faces):
        return picture
    step = max(1, BAND // (across * SAMPLES * SAMPLES))
    first, last = (int(one) // SAMPLES for one in (ready.rows[:, 0].min(), ready.rows[:, 1].max()))
    for top in range(max(first, 0), min(last + 1, down), step):
        rows = min(step, down - top)
        picture[top : top + rows] = _band(ready, top * SAMPLES, (rows, across))
    return picture


def _band(ready: Prepared, top: int, shape: tuple[int, int]) -> Light:
    """One band of pixels. Where one may see through faces each sample is shaded, for each may show others."""
    rows, columns = shape[0] * SAMPLES, shape[1] * SAMPLES
    inside = (ready.rows[:, 1] >= top) & (ready.rows[:, 0] <= top + rows)
    solid = visible(ready.shapes, np.flatnonzero(inside & ~ready.peeled), top, (rows, columns))
    given = (ready.shapes, ready.painted, ready.lights, ready.wire)
    if not ready.peeled.any():
        return shade(*given, solid, top, SAMPLES)
    return _averaged(_with_layers(ready, np.flatnonzero(inside & ready.peeled), top, solid))


def _averaged(light: Light) -> Light:
    """Means over the samples of each pixel: nine sums of whole pictures, five times as fast as `mean`."""
    places = [(row, column) for row in range(SAMPLES) for column in range(SAMPLES)]
    total = light[0::SAMPLES, 0::SAMPLES].copy()
    for row, column in places[1:]:
        total += light[row::SAMPLES, column::SAMPLES]
    total *= np.float32(1 / len(places))
    return total


def _with_layers(ready: Prepared, faces: NDArray[np.int64], top: int, solid: Visible) -> Light:
    """Layers of see-through faces over what is solid, from the front to the back."""
    given = (ready.shapes, ready.painted, ready.lights, ready.wire)
    behind = shade(*given, solid, top)
    front = np.zeros_like(behind)
    beyond = np.full(solid.near.shape, np.inf)
    for _ in range(LAYERS):
        layer = visible(ready.shapes, faces, top, solid.near.shape, beyond, solid.near)
        hit = layer.face != NOTHING
        if not hit.any():
            break
        front += shade(*given, layer, top) * (1 - front[..., 3:])
        # At 0 nothing lies behind any more: no layer was found here, or no light passes it.
        beyond = np.where(hit & (front[..., 3] < 1 - OPAQUE_ENOUGH), layer.near, 0.0)
    return front + behind * (1 - front[..., 3:])


def prepared(geometry: Geometry, gallery: Gallery, camera: Camera, lights: Lights, wire: Wire) -> Prepared:
    """Geometry in the space of a camera; faces that reach behind it, or out of all numbers, are left out."""
    seen = camera.seen(geometry.positions)
    x, y, near = camera.projected(seen)
    x, y = x * SAMPLES, y * SAMPLES
    # Corner by corner: NumPy is slow to reduce an axis of three.
    there = (seen[:, 2] < 0) & np.isfinite(x) & np.isfinite(y)
    kept = there[geometry.faces[:, 0]] & there[geometry.faces[:, 1]] & there[geometry.faces[:, 2]]
    faces, paint = geometry.faces[kept], geometry.paint[kept]
    paints = geometry.paints
    cull = np.array([not one.double_sided for one in paints])[paint]
    peeled = np.array([one.peeled or wire.alone for one in paints])[paint]
    grain = 1 if peeled.any() else SAMPLES
    texture, table = _levels(geometry, gallery, faces, paint, x / grain, y / grain)
    painted = Painted(
        positions=seen,
        normals=rotated(geometry.normals, camera.axes),
        texcoords=geometry.texcoords,
        colours=geometry.colours,
        factors=np.array([one.factor for one in paints])[paint],
        emissive=np.array([one.emissive for one in paints])[paint],
        cutoff=np.array([one.cutoff for one in paints])[paint],
        unlit=np.array([one.unlit for one in paints])[paint],
        texture=texture,
        textures=table,
    )
    a, b, c = (y[faces[:, corner]] for corner in range(3))
    rows = np.stack([np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)], axis=1)
    return Prepared(Projected(x, y, near, faces, cull), painted, peeled, rows, lights, wire)


def _levels(
    geometry: Geometry,
    gallery: Gallery,
    faces: NDArray[np.int64],
    paint: NDArray[np.int64],
    x: Doubles,
    y: Doubles,
) -> tuple[NDArray[np.int64], Textures]:
    """For each face the copy of its texture that has about as many texels as the face has points, at x and y,
    where it is shaded."""
    named = np.array([-1 if one.texture is None else one.texture for one in geometry.paints])[paint]
    if not len(gallery) or (named < 0).all():
        return np.full(len(faces), -1), Textures.of(())
    sizes = gallery.sizes
    u, v = geometry.texcoords.T
    texels = _areas(faces, u, v) * np.where(named >= 0, sizes[named], 0.0)
    ratio = texels / np.maximum(_areas(faces, x, y), 1e-9)
    # Each copy has a quarter of the texels of the one before.
    level = np.searchsorted(4.0 ** np.arange(1, LEVELS + 1), ratio, side="right")
    keys = np.where(named >= 0, named * (LEVELS + 1) + level, -1)
    used, place = np.unique(keys, return_inverse=True)
    made = [gallery.copy(*divmod(key, LEVELS + 1)) for key in used.tolist() if key >= 0]
    return place.reshape(-1) - int(used[0] < 0), Textures.of(made)


def _areas(faces: NDArray[np.int64], x: Doubles, y: Doubles) -> Doubles:
    (ax, bx, cx), (ay, by, cy) = x[faces].T, y[faces].T
    return np.asarray(np.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)))
