"""Draco primitives made plain: the same numbers in accessors, and no stream."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pantin.formats.gltf import accessor
from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.draco.unpack import unlist_unused, unpack_primitive
from pantin.formats.gltf.extension_names import DRACO as NAME
from pantin.formats.gltf.new import write
from pantin.rig import Mesh, Surface, build


@pytest.fixture
def packed():
    """A square whose positions and indices are in a Draco stream."""
    draco = pytest.importorskip("DracoPy", reason="the extra pantin[draco] is not installed")
    points = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float32)
    stream = draco.encode(points, np.array([[0, 1, 2], [0, 2, 3]], np.uint32), preserve_order=True)
    from base64 import b64encode

    extension = {"bufferView": 0, "attributes": {"POSITION": 0}}
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": [NAME, "EXT_other"],
        "extensionsRequired": [NAME],
        "buffers": [
            {
                "byteLength": len(stream),
                "uri": "data:application/octet-stream;base64," + b64encode(stream).decode(),
            }
        ],
        "bufferViews": [{"buffer": 0, "byteLength": len(stream)}],
        "accessors": [
            {"componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"componentType": 5125, "count": 6, "type": "SCALAR"},
        ],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "extensions": {NAME: extension}}]}
        ],
    }
    return read(json.dumps(tree).encode(), name="packed.gltf")


def test_the_numbers_are_the_same_without_the_stream(packed):
    before = [accessor.view(packed, index).copy() for index in (0, 1)]
    assert unpack_primitive(packed, 0, 0)
    unlist_unused(packed)
    primitive = packed.tree["meshes"][0]["primitives"][0]
    assert "extensions" not in primitive
    after = [
        accessor.view(packed, index) for index in (primitive["attributes"]["POSITION"], primitive["indices"])
    ]
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))
    assert packed.tree["extensionsUsed"] == ["EXT_other"]
    assert "extensionsRequired" not in packed.tree


def test_the_extension_stays_listed_while_a_primitive_has_it(packed):
    unlist_unused(packed)
    assert not packed.edited


def test_a_plain_primitive_is_left_alone():
    document = write(build(meshes=[Mesh((Surface(np.eye(3)),))]))
    assert not unpack_primitive(document, 0, 0)
    assert not document.edited
