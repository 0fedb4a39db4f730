"""Arrays into bytes."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.errors import Unsupported
from pantin.formats.g4mf.store import index_type, real_type, stored


def test_indices_take_the_smallest_type():
    assert [index_type(n) for n in (0, 255, 256, 65536, 1 << 32)] == [
        "uint8",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
    ]


def test_numbers_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="fit"):
        stored(np.array([256]), "uint8")
    with pytest.raises(Unsupported):
        stored(np.array([1]), "uint128")


def test_bytes_are_little_endian():
    assert stored(np.array([258]), "uint16") == b"\2\1"
    assert stored(np.array([240.0, 1.0]), "float8") == bytes([0x77, 0x38])
    assert real_type(np.zeros(1, np.float32)) == "float32"
    assert real_type(np.zeros(1, np.int8)) == "float64"
