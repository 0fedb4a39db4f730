"""Compressed accessors: findings where there is no decoder, or nothing that it could unpack."""

from __future__ import annotations

import base64
import sys

import pytest

NAME = "EXT_meshopt_compression"


def file(packed: bytes):
    uri = "data:application/octet-stream;base64," + base64.b64encode(packed).decode()
    settings = {"buffer": 0, "byteLength": len(packed), "byteStride": 16, "count": 4, "mode": "ATTRIBUTES"}
    return {
        "extensionsUsed": [NAME],
        "buffers": [
            {"byteLength": len(packed), "uri": uri},
            {"byteLength": 64, "extensions": {NAME: {"fallback": True}}},
        ],
        "bufferViews": [{"buffer": 1, "byteLength": 64, "extensions": {NAME: settings}}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC4"}] * 2,
    }


def test_without_the_decoder_each_accessor_is_named(places, monkeypatch):
    monkeypatch.setitem(sys.modules, "meshopt", None)
    assert places("NEEDS_MESHOPT", **file(b"any")) == ["/accessors/0", "/accessors/1"]
    assert places("NEEDS_DRACO", **file(b"any")) == []


def test_garbage_is_a_finding_for_each_accessor(places):
    pytest.importorskip("meshopt", reason="the extra pantin[meshopt] is not installed")
    assert places("COMPRESSED_DATA_INVALID", **file(b"garbage")) == ["/accessors/0", "/accessors/1"]
    assert places("NEEDS_MESHOPT", **file(b"garbage")) == []


def test_files_without_compression_have_nothing_to_say(places, made):
    made.accessor([1.0], count=9)
    assert places("COMPRESSED_DATA_INVALID", **made.members) == []
