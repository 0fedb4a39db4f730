"""Sparse accessors: glTF 2.0 §3.6.2.3."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.gltf.accessor import BadAccessor, values, view, view_valid_prefix
from pantin.formats.gltf.document import read

NO_LIMITS = Limits()
INDEX_TYPES = {5121: "u1", 5123: "<u2", 5125: "<u4"}


def document(
    accessor: dict, indices: bytes, replacements: bytes, base: bytes = b"", limits: Limits = NO_LIMITS
):
    """A file with one accessor; view 0 holds sparse indices, view 1 sparse values, view 2 the base."""
    parts = [indices, replacements, base]
    starts = [0, len(indices), len(indices + replacements)]
    data = b"".join(parts)
    tree = {
        "asset": {"version": "2.0"},
        "buffers": [
            {
                "byteLength": len(data),
                "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode(),
            }
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": start, "byteLength": len(part)}
            for start, part in zip(starts, parts, strict=True)
            if part
        ],
        "accessors": [accessor],
    }
    return read(json.dumps(tree).encode(), name="made.gltf", limits=limits)


def sparse(count: int, component_type: int = 5123) -> dict:
    return {
        "count": count,
        "indices": {"bufferView": 0, "componentType": component_type},
        "values": {"bufferView": 1},
    }


@pytest.mark.parametrize(("component_type", "dtype"), INDEX_TYPES.items())
def test_the_base_is_copied_and_the_named_elements_replaced(component_type, dtype):
    base = np.arange(12, dtype="<f4").reshape(4, 3)
    made = document(
        {
            "bufferView": 2,
            "componentType": 5126,
            "type": "VEC3",
            "count": 4,
            "sparse": sparse(2, component_type),
        },
        np.array([1, 3], dtype).tobytes(),
        np.array([[-1, -2, -3], [-4, -5, -6]], "<f4").tobytes(),
        base.tobytes(),
    )
    expected = base.copy()
    expected[[1, 3]] = [[-1, -2, -3], [-4, -5, -6]]
    np.testing.assert_array_equal(view(made, 0), expected)


def test_without_a_buffer_view_the_base_is_zeros():
    made = document(
        {"componentType": 5123, "type": "SCALAR", "count": 3, "normalized": True, "sparse": sparse(1)},
        np.array([2], "<u2").tobytes(),
        np.array([65535], "<u2").tobytes(),
    )
    np.testing.assert_array_equal(view(made, 0), [[0], [0], [65535]])
    np.testing.assert_array_equal(values(made, 0), [[0], [0], [1]])


def test_sparse_matrices_are_tight_even_where_stored_ones_are_padded():
    made = document(
        {"componentType": 5121, "type": "MAT2", "count": 2, "sparse": sparse(1, 5121)},
        b"\1",
        bytes([1, 2, 3, 4]),
    )
    np.testing.assert_array_equal(view(made, 0), [[[0, 0], [0, 0]], [[1, 3], [2, 4]]])


@pytest.mark.parametrize("indices", [[1, 1], [2, 1], [0, 9]])
def test_indices_that_do_not_rise_within_the_accessor_are_refused(indices):
    made = document(
        {"componentType": 5126, "type": "SCALAR", "count": 3, "sparse": sparse(2)},
        np.array(indices, "<u2").tobytes(),
        bytes(8),
    )
    with pytest.raises(BadAccessor) as caught:
        view(made, 0)
    assert caught.value.reason == "sparse"


def test_the_rules_see_what_a_walk_along_the_accessor_meets():
    """The Khronos validator walks elements and indices side by side: after 2 it waits for 1 for ever."""
    made = document(
        {"componentType": 5126, "type": "SCALAR", "count": 4, "sparse": sparse(3)},
        np.array([2, 1, 3], "<u2").tobytes() + bytes(2),
        np.array([7, 8, 9], "<f4").tobytes(),
    )
    np.testing.assert_array_equal(view_valid_prefix(made, 0), [[0], [0], [7], [0]])


@pytest.mark.parametrize(
    "broken",
    [
        {"count": 900},
        {"indices": {"bufferView": 7, "componentType": 5123}},
        {"indices": {"bufferView": 0, "componentType": 5126}},
        {"indices": {"bufferView": 0, "componentType": 5125}},
        {"values": {"bufferView": 1, "byteOffset": 4}},
        {"values": {"bufferView": 7}},
        {"values": {}},
    ],
)
def test_parts_that_are_missing_or_too_short_are_refused(broken):
    made = document(
        {"componentType": 5126, "type": "SCALAR", "count": 3, "sparse": sparse(1) | broken}, b"\0\0", bytes(4)
    )
    with pytest.raises(BadAccessor):
        view(made, 0)


def test_zeros_are_bounded_before_they_are_allocated():
    accessor = {"componentType": 5126, "type": "MAT4", "count": 1 << 29, "sparse": sparse(1)}
    with pytest.raises(LimitExceeded) as caught:
        view(document(accessor, b"\0\0", bytes(64)), 0)
    assert caught.value.limit == "decoded_bytes"
    with pytest.raises(LimitExceeded) as caught:
        view(document(accessor | {"count": 10}, b"\0\0", bytes(64), limits=Limits(elements=5)), 0)
    assert caught.value.limit == "elements"
