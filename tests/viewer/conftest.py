"""What the tests of pictures share: a square to look at, and the examples."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.rig import Instance, Material, Mesh, Node, Scene, Surface, build

EXAMPLES = Path(__file__).parents[2] / "examples"
SQUARE = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32)
TEXCOORDS = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], np.float32)
FACES = np.array([0, 1, 2, 0, 2, 3], np.uint16)


@pytest.fixture
def arm():
    """The example arm: three joints, one clip."""
    return pantin.load(EXAMPLES / "arm.glb")


@pytest.fixture
def square():
    """A square that faces +Z, painted in one colour."""

    def make(colour=(1.0, 0.0, 0.0, 1.0), **options):
        surface = Surface(
            SQUARE, np.tile(np.float32([0, 0, 1]), (4, 1)), indices=FACES, material=0, **options
        )
        return build(
            nodes=[Node("square")],
            meshes=[Mesh((surface,))],
            materials=[Material("paint", colour)],
            instances=[Instance(0, 0)],
            scenes=[Scene((0,))],
        )

    return make


@pytest.fixture
def png():
    """The bytes of a PNG of these pixels."""
    image = pytest.importorskip("PIL.Image")

    def make(pixels, kind="PNG"):
        buffer = io.BytesIO()
        image.fromarray(np.asarray(pixels, np.uint8)).save(buffer, kind)
        return buffer.getvalue()

    return make


@pytest.fixture
def textured(png):
    """A glTF asset of a square with an image on it; `material` and `texture` go into the file."""

    def make(pixels, material=None, sampler=None, images=None, name="square.gltf", data=None):
        held = {
            "POSITION": SQUARE,
            "NORMAL": np.tile(np.float32([0, 0, 1]), (4, 1)),
            "TEXCOORD_0": TEXCOORDS,
        }
        parts = [*held.values(), FACES]
        blob = b"".join(one.tobytes() for one in parts)
        starts = np.cumsum([0, *(len(one.tobytes()) for one in parts)]).tolist()
        image = base64.b64encode(data if data is not None else png(pixels)).decode()
        tree = {
            "asset": {"version": "2.0"},
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0}],
            "meshes": [
                {
                    "primitives": [
                        {
                            "attributes": {name: at for at, name in enumerate(held)},
                            "indices": 3,
                            "material": 0,
                        }
                    ]
                }
            ],
            "accessors": [
                {
                    "bufferView": at,
                    "componentType": 5123 if one is FACES else 5126,
                    "count": len(one),
                    "type": "SCALAR" if one.ndim == 1 else f"VEC{one.shape[1]}",
                }
                for at, one in enumerate(parts)
            ],
            "bufferViews": [
                {"buffer": 0, "byteOffset": starts[at], "byteLength": len(one.tobytes())}
                for at, one in enumerate(parts)
            ],
            "buffers": [
                {
                    "byteLength": len(blob),
                    "uri": "data:application/octet-stream;base64," + base64.b64encode(blob).decode(),
                }
            ],
            "materials": [
                {
                    "extensions": {"KHR_materials_unlit": {}},
                    "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
                    **(material or {}),
                }
            ],
            "samplers": [sampler or {}],
            "textures": [{"source": 0, "sampler": 0}],
            "images": images or [{"uri": f"data:image/png;base64,{image}"}],
        }
        return pantin.load(json.dumps(tree).encode(), name=name)

    return make
