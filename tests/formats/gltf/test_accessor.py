"""Accessors read as arrays: glTF 2.0 §3.6.2, every layout, and what is refused."""

from __future__ import annotations

import base64
import json
import struct

import numpy as np
import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.gltf.accessor import BadAccessor, values, view
from pantin.formats.gltf.document import read


def document(data: bytes, accessor: dict, view: dict | None = None, limits: Limits = Limits(), **root):  # noqa: B008
    """A file with one accessor over one buffer view of all bytes of `data`."""
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    tree = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": len(data), "uri": uri}],
        "bufferViews": [{"buffer": 0, "byteLength": len(data)} | (view or {})],
        "accessors": [accessor],
    } | root
    return read(json.dumps(tree).encode(), name="made.gltf", limits=limits)


def accessor(component_type: int, type: str, count: int, **more) -> dict:
    return {"bufferView": 0, "componentType": component_type, "type": type, "count": count} | more


@pytest.mark.parametrize(
    ("component_type", "dtype"),
    [(5120, "i1"), (5121, "u1"), (5122, "<i2"), (5123, "<u2"), (5125, "<u4"), (5126, "<f4")],
)
@pytest.mark.parametrize(("type", "width"), [("SCALAR", 1), ("VEC2", 2), ("VEC3", 3), ("VEC4", 4)])
def test_each_component_type_is_read_as_stored(component_type, dtype, type, width):
    expected = np.arange(3 * width).reshape(3, width).astype(dtype)
    array = view(document(expected.tobytes(), accessor(component_type, type, 3)), 0)
    assert array.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(array, expected)


@pytest.mark.parametrize(("type", "order"), [("MAT2", 2), ("MAT3", 3), ("MAT4", 4)])
@pytest.mark.parametrize(
    ("component_type", "dtype"), [(5120, "i1"), (5121, "u1"), (5122, "<i2"), (5126, "<f4")]
)
def test_matrices_are_stored_by_columns_padded_to_four_bytes_and_read_as_rows(
    component_type, dtype, type, order
):
    """§3.6.2.4: each column begins on a 4-byte boundary. Here the padding is 0x7f."""
    matrices = np.arange(2 * order * order).reshape(2, order, order).astype(dtype)
    data = b""
    for matrix in matrices:
        for column in matrix.T:
            packed = column.tobytes()
            data += packed + b"\x7f" * (-len(packed) % 4)
    array = view(document(data, accessor(component_type, type, 2)), 0)
    assert array.shape == (2, order, order)
    np.testing.assert_array_equal(array, matrices)


def test_the_last_matrix_needs_no_padding_after_its_last_column():
    data = bytes([1, 2, 0, 0, 3, 4])
    np.testing.assert_array_equal(view(document(data, accessor(5121, "MAT2", 1)), 0), [[[1, 3], [2, 4]]])


def test_stride_and_offset_pick_one_attribute_out_of_interleaved_vertices():
    data = struct.pack("<3f4B3f4B", 1, 2, 3, 9, 8, 7, 6, 4, 5, 6, 1, 2, 3, 4)
    strided = {"byteStride": 16}
    positions = view(document(data, accessor(5126, "VEC3", 2), strided), 0)
    np.testing.assert_array_equal(positions, [[1, 2, 3], [4, 5, 6]])
    joints = view(document(data, accessor(5121, "VEC4", 2, byteOffset=12), strided), 0)
    np.testing.assert_array_equal(joints, [[9, 8, 7, 6], [1, 2, 3, 4]])


def test_arrays_lie_over_the_buffer_and_are_read_only():
    made = document(bytes(64), accessor(5126, "VEC4", 2, byteOffset=4), {"byteStride": 20})
    array = view(made, 0)
    stored = np.frombuffer(made.buffer(0).data, np.uint8)
    assert np.shares_memory(array, stored)
    assert not array.flags.writeable


def test_offsets_that_are_not_aligned_are_still_read_exactly():
    """Alignment is for the rules to judge; the numbers are beyond doubt."""
    data = b"\0" + struct.pack("<2f", 1.5, -2.5)
    np.testing.assert_array_equal(
        view(document(data, accessor(5126, "SCALAR", 2, byteOffset=1)), 0), [[1.5], [-2.5]]
    )


def test_a_missing_buffer_view_means_zeros_and_takes_no_memory():
    """§3.6.2.3: without bufferView the accessor is initialised with zeros. 2^30 matrices are 64 GiB if
    allocated.
    """
    made = document(b"\0", {"componentType": 5126, "type": "MAT4", "count": 1 << 30})
    for array in (view(made, 0), values(made, 0)):
        assert array.shape == (1 << 30, 4, 4)
        assert array.strides[0] == 0
        assert not array[12345].any()


@pytest.mark.parametrize(
    ("component_type", "stored", "expected"),
    [
        (5120, [-128, -127, 0, 127], [-1, -1, 0, 1]),
        (
            5121,
            [0, 51, 128, 255],
            [0, np.float32(51) / np.float32(255), np.float32(128) / np.float32(255), 1],
        ),
        (5122, [-32768, -32767, 0, 32767], [-1, -1, 0, 1]),
        (5123, [0, 1, 65534, 65535], [0, np.float32(1 / 65535), np.float32(65534 / 65535), 1]),
    ],
)
def test_normalised_integers_follow_the_formulas_of_3_6_2_2(component_type, stored, expected):
    dtype = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2"}[component_type]
    data = np.array(stored, dtype).tobytes()
    array = values(document(data, accessor(component_type, "VEC4", 1, normalized=True)), 0)
    assert array.dtype == np.float32
    np.testing.assert_array_equal(array, np.array([expected], np.float32))


def test_every_normalised_short_is_the_correctly_rounded_quotient():
    stored = np.arange(65536, dtype="<u2")
    array = values(document(stored.tobytes(), accessor(5123, "SCALAR", 65536, normalized=True)), 0)
    np.testing.assert_array_equal(array[:, 0], (stored.astype(np.float64) / 65535).astype(np.float32))


def test_quantised_positions_keep_their_integers():
    """KHR_mesh_quantization: integers that are not normalised convert to floats of the same value."""
    data = np.array([[-5, 7, 32767]], "<i2").tobytes()
    array = values(document(data, accessor(5122, "VEC3", 1)), 0)
    assert array.dtype == np.float32
    np.testing.assert_array_equal(array, [[-5, 7, 32767]])


def test_thirty_two_bit_integers_become_float64_since_float32_cannot_hold_them():
    data = np.array([4294967295], "<u4").tobytes()
    array = values(document(data, accessor(5125, "SCALAR", 1)), 0)
    assert array.dtype == np.float64
    assert array[0, 0] == 4294967295


def reason(made, index: int = 0) -> str:
    with pytest.raises(BadAccessor) as caught:
        view(made, index)
    return caught.value.reason


def test_an_accessor_that_cannot_be_read_says_why():
    twelve = bytes(12)
    assert reason(document(twelve, accessor(5126, "VEC3", 1)), 1) == "undefined"
    assert reason(document(twelve, accessor(5126, "VEC3", 1)), -1) == "undefined"
    assert reason(document(twelve, accessor(5126, "VEC9", 1))) == "undefined"
    assert reason(document(twelve, {"bufferView": 0, "type": "VEC3", "count": 1})) == "undefined"
    assert reason(document(twelve, accessor(5126, "VEC3", 2))) == "out-of-bounds"
    assert reason(document(twelve, accessor(5126, "VEC3", 1, byteOffset=4))) == "out-of-bounds"
    assert reason(document(twelve, accessor(5126, "VEC3", 1), {"byteOffset": 4})) == "out-of-bounds"
    assert reason(document(twelve, accessor(5126, "VEC3", 1), {"byteOffset": 40})) == "out-of-bounds"
    assert reason(document(twelve, accessor(5126, "VEC3", 1), {"byteStride": 8})) == "stride"
    assert reason(document(twelve, accessor(5126, "VEC3", 1, bufferView=1))) == "no-data"
    assert reason(document(twelve, accessor(5126, "VEC3", 1), {"buffer": 3})) == "no-data"
    assert reason(document(twelve, accessor(5126, "VEC3", 1), buffers=[{"byteLength": 12}])) == "no-data"


def test_a_view_that_claims_more_than_its_buffer_has_is_read_as_far_as_that_goes():
    made = document(struct.pack("<f", 2.5), accessor(5126, "SCALAR", 1), {"byteLength": 400})
    np.testing.assert_array_equal(view(made, 0), [[2.5]])
    assert reason(document(bytes(4), accessor(5126, "SCALAR", 2), {"byteLength": 400})) == "out-of-bounds"


def test_a_count_of_gigabytes_over_ten_bytes_is_refused_without_allocating():
    assert reason(document(bytes(10), accessor(5126, "VEC3", 1 << 30))) == "out-of-bounds"
    assert reason(document(bytes(10), accessor(5126, "VEC3", 1 << 62))) == "out-of-bounds"
    with pytest.raises(LimitExceeded) as caught:
        view(document(bytes(10), {"componentType": 5126, "type": "VEC3", "count": 1 << 62}), 0)
    assert caught.value.limit == "elements"


def test_the_element_limit_is_the_callers():
    made = document(bytes(40), accessor(5126, "SCALAR", 10), limits=Limits(elements=9))
    with pytest.raises(LimitExceeded):
        view(made, 0)
