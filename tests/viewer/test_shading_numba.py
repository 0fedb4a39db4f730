"""The compiled twin shades samples of every kind to the same bits as the reference."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels import engine
from pantin.viewer.camera import VIEWS, Framing
from pantin.viewer.lights import studio_lights
from pantin.viewer.raster import ScreenTriangles, find_visible
from pantin.viewer.shading import FaceAttributes, Wire, shade
from pantin.viewer.texture import CLAMP, MIRROR, Texture, Textures

pytestmark = pytest.mark.skipif(not engine.numba_importable(), reason="numba cannot be imported")

ROWS, COLUMNS = 60, 90


def scene(seed):
    random = np.random.default_rng(seed)
    vertices, faces = 90, 30
    shapes = ScreenTriangles(
        random.uniform(-10, COLUMNS + 10, vertices),
        random.uniform(-10, ROWS + 10, vertices),
        random.uniform(0.05, 1, vertices),
        np.arange(vertices).reshape(-1, 3),
        np.zeros(faces, bool),
    )
    normals = random.normal(size=(vertices, 3))
    images = [random.integers(0, 256, (*shape, 4), np.uint8) for shape in ((8, 5), (1, 1), (16, 16))]
    textures = [
        Texture(images[0]),
        Texture(images[1], (CLAMP, MIRROR)),
        Texture(images[2], (MIRROR, CLAMP), True),
    ]
    attributes = FaceAttributes(
        random.normal(size=(vertices, 3)) - (0, 0, 5),
        normals / np.linalg.norm(normals, axis=1)[:, None],
        random.uniform(-3, 3, (vertices, 2)),
        random.uniform(0, 1, (vertices, 4)),
        random.uniform(0, 1, (faces, 4)),
        random.uniform(0, 2, (faces, 3)) * (random.random((faces, 1)) < 0.3),
        np.where(random.random(faces) < 0.3, 0.4, 0.0),
        random.random(faces) < 0.3,
        random.integers(-1, 3, faces),
        Textures.of(textures),
    )
    return shapes, attributes


@pytest.mark.parametrize("block", [1, 3])
@pytest.mark.parametrize("wire", [Wire(), Wire(1.2, (0.1, 0.2, 0.3)), Wire(0.7, (1, 0, 0), alone=True)])
def test_both_twins_give_the_same_bits(wire, block):
    shapes, attributes = scene(5)
    lights = studio_lights(Framing((COLUMNS, ROWS)).camera(VIEWS["auto"]))
    seen = find_visible(shapes, np.arange(len(shapes.faces)), 7, (ROWS, COLUMNS))
    assert (seen.face >= 0).mean() > 0.5
    with engine.force_backend(engine.Backend.NUMPY):
        reference = shade(shapes, attributes, lights, wire, seen, 7, block)
    with engine.force_backend(engine.Backend.TWIN):
        assert np.array_equal(shade(shapes, attributes, lights, wire, seen, 7, block), reference)
    assert np.isfinite(reference).all()
