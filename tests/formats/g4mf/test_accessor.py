"""Component types and arrays."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.base.errors import LimitExceeded, Unsupported
from pantin.base.limits import Limits
from pantin.formats.g4mf.accessor import (
    AccessorFault,
    extent,
    float8_values,
    index_type,
    real_type,
    scalars,
    to_bytes,
    to_float8,
    view,
)
from pantin.formats.g4mf.document import read


def test_every_type_is_read(writer):
    kit = writer.Writer(2)
    for type in writer.LETTERS:
        numbers = [[1, 2], [3, 100]]
        kit.accessor(numbers, type)
    document = read(kit.binary())
    for index in range(len(writer.LETTERS)):
        assert view(document, index).tolist() == [[1, 2], [3, 100]]


def test_float8_goes_up_to_240(direct):
    values = float8_values()
    assert values[np.isfinite(values)].max() == 240
    assert all(values[bits] == direct.float8(bits) for bits in range(256) if not np.isnan(values[bits]))
    assert np.isnan(values[127])
    assert np.isinf(values[120])


def test_float8_rounds_to_the_nearest_even():
    bits = np.arange(256, dtype=np.uint8)
    known = float8_values()
    same = to_float8(known) == bits
    assert same[~np.isnan(known)].all()
    assert float8_values()[to_float8(np.array([1.0625, 1.1875, 247.0, 249.0, -0.0]))].tolist()[:3] == [
        1,
        1.25,
        240,
    ]


@pytest.mark.parametrize("type", ["int128", "uint128", "float128"])
def test_128_bits_are_unsupported(writer, type):
    kit = writer.Writer(2)
    kit.accessor([0, 0, 0, 0], "uint64")
    kit.tree["accessors"][0]["componentType"] = type
    with pytest.raises(Unsupported, match=type):
        view(read(kit.text()), 0)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("bufferView", 7),
        ("componentType", "uint4"),
        ("vectorSize", 0),
        ("vectorSize", 3),
        ("bufferView", None),
    ],
)
def test_what_has_no_meaning_is_a_fault(writer, key, value):
    kit = writer.Writer(2)
    kit.accessor([1, 2], "uint8")
    kit.tree["accessors"][0][key] = value
    with pytest.raises(AccessorFault):
        view(read(kit.text()), 0)


def test_sizes_are_checked_before_memory_is_taken(writer):
    kit = writer.Writer(2)
    kit.accessor([1, 2], "uint8")
    kit.tree["bufferViews"][0]["byteLength"] = 1 << 50
    assert extent(read(kit.text()), 0).count == 1 << 50
    with pytest.raises(LimitExceeded):
        view(read(kit.text(), limits=Limits()), 0)


def test_arrays_lie_over_the_file(writer):
    kit = writer.Writer(2)
    kit.accessor([1.0, 2.0], "float32")
    data = kit.binary()
    assert not view(read(data), 0).flags.owndata
    assert scalars(read(data), 0).tolist() == [1, 2]


def test_indices_take_the_smallest_type():
    assert [index_type(n) for n in (0, 255, 256, 65536, 1 << 32)] == [
        "uint8",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
    ]


def test_numbers_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="range of uint8"):
        to_bytes(np.array([256]), "uint8")
    with pytest.raises(Unsupported):
        to_bytes(np.array([1]), "uint128")


def test_bytes_are_little_endian():
    assert to_bytes(np.array([258]), "uint16") == b"\2\1"
    assert to_bytes(np.array([240.0, 1.0]), "float8") == bytes([0x77, 0x38])
    assert real_type(np.zeros(1, np.float32)) == "float32"
    assert real_type(np.zeros(1, np.int8)) == "float64"
