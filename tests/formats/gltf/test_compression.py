"""Which decoder a compressed part needs, and what happens without it: the extra is named, no number is made
up.
"""

from __future__ import annotations

import base64
import gc
import json
import weakref

import numpy as np
import pytest

from pantin.formats.gltf.accessor import BadAccessor, view
from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.draco import decode as draco
from pantin.formats.gltf.ext.meshopt import decode as meshopt

PLAIN = np.arange(4, dtype="<f4")


def packed_document(name: str, fallback: dict):
    """Buffer 0 is a compressed stream (never read here), buffer 1 the one it stands in for."""
    uri = "data:application/octet-stream;base64,AAAAAA=="
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": [name],
        "buffers": [{"byteLength": 4, "uri": uri}, {"byteLength": 16} | fallback],
        "bufferViews": [
            {
                "buffer": 1,
                "byteLength": 16,
                "extensions": {
                    name: {"buffer": 0, "byteLength": 4, "byteStride": 16, "count": 1, "mode": "ATTRIBUTES"}
                },
            }
        ],
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC4", "count": 1}],
    }
    return read(json.dumps(tree).encode(), name="made.gltf")


@pytest.mark.parametrize("name", ["EXT_meshopt_compression", "KHR_meshopt_compression"])
def test_without_the_meshopt_extra_the_reader_is_told_which_to_install(monkeypatch, name):
    monkeypatch.setattr(meshopt, "is_installed", lambda: False)
    with pytest.raises(BadAccessor, match=r"pantin\[meshopt\]") as caught:
        view(packed_document(name, {"extensions": {name: {"fallback": True}}}), 0)
    assert caught.value.reason == "needs-extra"


def test_without_the_meshopt_extra_a_plain_fallback_buffer_is_read(monkeypatch):
    """The extension: a fallback buffer may hold the uncompressed bytes for readers without a decoder."""
    monkeypatch.setattr(meshopt, "is_installed", lambda: False)
    uri = "data:application/octet-stream;base64," + base64.b64encode(PLAIN.tobytes()).decode()
    marked = {"uri": uri, "extensions": {"EXT_meshopt_compression": {"fallback": True}}}
    np.testing.assert_array_equal(view(packed_document("EXT_meshopt_compression", marked), 0), [PLAIN])


def test_without_the_draco_extra_the_reader_is_told_which_to_install(monkeypatch):
    monkeypatch.setattr(draco, "is_installed", lambda: False)
    extension = {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0}}}
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_draco_mesh_compression"],
        "accessors": [{"componentType": 5126, "type": "VEC3", "count": 3} for _ in range(3)],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "extensions": extension}]}],
    }
    made = read(json.dumps(tree).encode(), name="made.gltf")
    for index in (0, 1):
        with pytest.raises(BadAccessor, match=r"pantin\[draco\]") as caught:
            view(made, index)
        assert caught.value.reason == "needs-extra"
    assert not view(made, 2).any()


def test_a_document_that_cannot_be_unpacked_is_not_kept():
    pytest.importorskip("meshopt", reason="the extra pantin[meshopt] is not installed")
    document = packed_document("EXT_meshopt_compression", {})
    with pytest.raises(BadAccessor, match="cannot be unpacked"):
        view(document, 0)
    gone = weakref.ref(document)
    del document
    gc.collect()
    assert gone() is None
