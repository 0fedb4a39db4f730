"""EXT_meshopt_compression: what the package's own encoder packed comes out again, and garbage is refused."""

from __future__ import annotations

import json
import random
import struct
from contextlib import suppress

import numpy as np
import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Budget, Limits
from pantin.formats.gltf.accessor import BadAccessor, values, view
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext.meshopt import decode as decoder

meshopt = pytest.importorskip("meshopt", reason="the extra pantin[meshopt] is not installed")

EXTENSION = "EXT_meshopt_compression"
POSITIONS = np.random.default_rng(7).standard_normal((50, 4)).astype("<f4")
TRIANGLES = np.array([0, 1, 2, 2, 1, 3, 3, 1, 4, 5, 6, 7], "<u4")


def document(packed: bytes, settings: dict, accessor: dict, name: str = EXTENSION, limits: Limits = Limits()):  # noqa: B008
    """A GLB whose BIN chunk is `packed` and whose one buffer view is compressed in it."""
    size = settings["count"] * settings["byteStride"]
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": [name],
        "extensionsRequired": [name],
        "buffers": [
            {"byteLength": len(packed)},
            {"byteLength": size, "extensions": {name: {"fallback": True}}},
        ],
        "bufferViews": [
            {
                "buffer": 1,
                "byteLength": size,
                "extensions": {name: {"buffer": 0, "byteLength": len(packed)} | settings},
            }
        ],
        "accessors": [{"bufferView": 0, "count": settings["count"]} | accessor],
    }
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    chunk = packed + bytes(-len(packed) % 4)
    glb = struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(chunk))
    glb += struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(chunk), b"BIN\0") + chunk
    return read(glb, name="made.glb", limits=limits)


def attributes(array: np.ndarray, accessor: dict, filter: str = "NONE", **more):
    packed = meshopt.encode_vertex_buffer(np.ascontiguousarray(array).view("<u4"))
    stride = array.itemsize * array.shape[1]
    return document(
        packed,
        {"mode": "ATTRIBUTES", "filter": filter, "count": len(array), "byteStride": stride},
        accessor,
        **more,
    )


def test_attributes_come_out_as_they_went_in():
    made = attributes(POSITIONS, {"componentType": 5126, "type": "VEC4"})
    np.testing.assert_array_equal(view(made, 0), POSITIONS)


def test_the_khronos_name_of_the_extension_is_read_too():
    made = attributes(POSITIONS, {"componentType": 5126, "type": "VEC4"}, name="KHR_meshopt_compression")
    np.testing.assert_array_equal(view(made, 0), POSITIONS)


@pytest.mark.parametrize(("component_type", "stride", "dtype"), [(5123, 2, "<u2"), (5125, 4, "<u4")])
@pytest.mark.parametrize("mode", ["TRIANGLES", "INDICES"])
def test_indices_come_out_in_both_widths(mode, component_type, stride, dtype):
    """Triangles keep their winding; the codec may rotate the three corners."""
    encode = meshopt.encode_index_buffer if mode == "TRIANGLES" else meshopt.encode_index_sequence
    settings = {"mode": mode, "count": len(TRIANGLES), "byteStride": stride}
    made = document(encode(TRIANGLES), settings, {"componentType": component_type, "type": "SCALAR"})
    array = view(made, 0)
    assert array.dtype == np.dtype(dtype)

    def turned(indices):
        return [tuple(np.roll(corners, -np.argmin(corners))) for corners in indices.reshape(-1, 3)]

    assert turned(array) == turned(TRIANGLES)


def test_the_octahedral_filter_gives_unit_normals():
    """The stored (x, y) of an octahedral map with its scale in z: (0, 0, 127) is +Z, (127, 0, 127) is +X."""
    stored = np.array([[0, 0, 127, 0], [127, 0, 127, 0], [0, -127, 127, 0]], "i1")
    made = attributes(stored, {"componentType": 5120, "type": "VEC4", "normalized": True}, "OCTAHEDRAL")
    np.testing.assert_allclose(values(made, 0)[:, :3], [[0, 0, 1], [1, 0, 0], [0, -1, 0]], atol=1 / 127)


def test_the_quaternion_filter_restores_the_largest_component():
    """Three small components at 1/sqrt(2) of full scale and the index of the fourth, here w."""
    stored = np.array([[0, 0, 0, 32767 & ~3 | 3]], "<i2")
    made = attributes(stored, {"componentType": 5122, "type": "VEC4", "normalized": True}, "QUATERNION")
    np.testing.assert_allclose(values(made, 0), [[0, 0, 0, 1]], atol=1e-4)


def test_the_exponential_filter_gives_mantissa_times_power_of_two():
    """Each 32-bit word: exponent in the top 8 bits, signed, then a signed 24-bit mantissa."""
    stored = np.array([[3, (0xFE << 24) | 5, (1 << 24) | 0xFFFFFF, 0]], "<u4")
    made = attributes(stored, {"componentType": 5126, "type": "VEC4"}, "EXPONENTIAL")
    np.testing.assert_array_equal(view(made, 0), [[3, 1.25, -2, 0]])


@pytest.mark.parametrize(("component_type", "dtype", "top"), [(5121, "u1", 255), (5123, "<u2", 65535)])
def test_the_colour_filter_turns_luma_and_chroma_into_rgb(component_type, dtype, top):
    """Full scale is the alpha bit below the top; opaque grey y, and white with orange: r = y + co, b = y -
    co.
    """
    half = top >> 1
    stored = np.array([[half, 0, 0, half], [half // 2, half // 2, 0, half]], dtype)
    made = attributes(stored, {"componentType": component_type, "type": "VEC4", "normalized": True}, "COLOR")
    array = view(made, 0).astype(int)
    np.testing.assert_allclose(array, [[top, top, top, top], [top, top // 2, 0, top]], atol=top / 64)


@pytest.mark.parametrize(
    "broken",
    [
        {"mode": "POINTS"},
        {"mode": ["ATTRIBUTES"]},
        {"filter": {}},
        {"filter": "SEPIA"},
        {"byteStride": 6},
        {"byteStride": 260},
        {"byteStride": 0},
        {"filter": "QUATERNION"},
        {"mode": "TRIANGLES"},
        {"count": 1 << 29},
        {"count": 10.5},
        {"byteLength": 1 << 20},
        {"byteOffset": -4},
        {"buffer": 5},
    ],
)
def test_settings_that_do_not_fit_are_refused_before_the_decoder_sees_them(broken):
    packed = meshopt.encode_vertex_buffer(POSITIONS)
    settings = {"mode": "ATTRIBUTES", "count": 50, "byteStride": 16}
    made = document(packed, settings, {"componentType": 5126, "type": "VEC4"})
    with pytest.raises(BadAccessor):
        decoder.unpack(made, 0, {"buffer": 0, "byteLength": len(packed)} | settings | broken)


def test_what_it_unpacks_to_is_bounded_by_the_limits():
    packed = meshopt.encode_vertex_buffer(POSITIONS)
    settings = {"mode": "ATTRIBUTES", "count": 50, "byteStride": 16, "buffer": 0, "byteLength": len(packed)}
    for limits, name in ((Limits(elements=49), "elements"), (Limits(decoded_bytes=799), "decoded_bytes")):
        made = document(packed, settings, {"componentType": 5126, "type": "VEC4"})
        made.limits, made.budget = limits, Budget(limits, 0)
        with pytest.raises(LimitExceeded) as caught:
            decoder.unpack(made, 0, settings)
        assert caught.value.limit == name


def test_damaged_streams_are_refused_or_give_numbers_but_never_fail_otherwise():
    packed = meshopt.encode_vertex_buffer(POSITIONS)
    chance = random.Random(3)
    settings = {"mode": "ATTRIBUTES", "count": 50, "byteStride": 16}
    for _ in range(200):
        damaged = bytearray(packed[: chance.randrange(1, len(packed) + 1)])
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        with suppress(BadAccessor):
            array = view(document(bytes(damaged), settings, {"componentType": 5126, "type": "VEC4"}), 0)
            assert array.shape == (50, 4)


def test_views_over_one_stream_have_one_bound():
    """A thousand views may lie over one stream, each of which a thousandfold is made of."""
    made = attributes(POSITIONS, {"componentType": 5126, "type": "VEC4"})
    made.budget = Budget(Limits(decoded_bytes=2 * 800), 0)
    views = [made.append("/bufferViews", made.tree["bufferViews"][0]) for _ in range(3)]
    accessors = [made.append("/accessors", made.tree["accessors"][0] | {"bufferView": at}) for at in views]
    for at in accessors[:2]:
        assert np.array_equal(view(made, at), POSITIONS)
    for at in accessors[2:] * 2:
        with pytest.raises(LimitExceeded, match="decoded_bytes"):
            view(made, at)


@pytest.mark.parametrize("bits", [8, 12, 15])
def test_bounds_that_the_exponential_filter_rounded_are_one_warning_per_accessor(bits):
    """Bounds of the numbers before an encoder rounded them to so many bits, as exporters write them."""
    exponents = np.frexp(POSITIONS)[1] - bits
    mantissas = np.rint(np.ldexp(POSITIONS.astype(float), -exponents)).astype("<i4")
    packed = ((exponents << 24) | (mantissas & 0xFFFFFF)).astype("<i4").view("<u4")
    bounds = {"min": POSITIONS.min(axis=0).tolist(), "max": POSITIONS.max(axis=0).tolist()}
    accessor = {"componentType": 5126, "type": "VEC4"} | bounds
    found = [each for each in check(attributes(packed, accessor, "EXPONENTIAL")) if each.severity != "info"]
    assert [(each.rule, each.severity) for each in found] == [("GLTF-ACCESSOR_BOUNDS_ROUNDED", "warning")]
    bounds["max"][1] *= 2
    found = check(attributes(packed, accessor, "EXPONENTIAL"))
    assert "/accessors/0/max/1" in [each.pointer for each in found if each.severity == "error"]
