"""The rules about buffer views."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("view", "member"),
    [
        ({"byteOffset": 0, "byteLength": 8}, None),
        ({"byteOffset": 1, "byteLength": 8}, "byteLength"),
        ({"byteOffset": 8, "byteLength": 8}, "byteOffset"),
        ({"byteOffset": 10**30, "byteLength": 1}, "byteOffset"),
        ({"byteOffset": "x", "byteLength": 8}, None),
    ],
)
def test_a_view_lies_within_its_buffer(places, view, member):
    found = places("BUFFER_VIEW_TOO_LONG", buffers=[{"byteLength": 8}], bufferViews=[{"buffer": 0, **view}])
    assert found == ([] if member is None else [f"/bufferViews/0/{member}"])


def test_the_parts_of_a_sparse_accessor_have_no_stride(places):
    sparse = {"count": 1, "indices": {"bufferView": 0, "componentType": 5123}, "values": {"bufferView": 1}}
    found = places(
        "BUFFER_VIEW_INVALID_BYTE_STRIDE",
        bufferViews=[{"buffer": 0, "byteLength": 8, "byteStride": 4}, {"buffer": 0, "byteLength": 8}],
        accessors=[{"componentType": 5126, "count": 1, "type": "SCALAR", "sparse": sparse}],
    )
    assert found == ["/accessors/0/sparse/indices/bufferView"]
