"""The store: bytes padded to 4, one view and one accessor for each array."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.base.errors import Unsupported
from pantin.formats.gltf.new.file_layout import REFERENCE, STANDARD
from pantin.formats.gltf.new.store import Store, least_unsigned, to_float32


def test_views_are_padded_to_four_and_do_not_count_the_padding():
    store = Store(STANDARD)
    store.array(np.array([[1], [2], [3]], "u1"))
    store.array(np.array([[1.0, 2.0]], "<f4"), 34962)
    assert store.views == [
        {"buffer": 0, "byteLength": 3},
        {"buffer": 0, "byteOffset": 4, "byteLength": 8, "target": 34962},
    ]
    assert b"".join(store.parts)[:4] == b"\1\2\3\0"


def test_bounds_are_those_of_the_array_given_for_them():
    store = Store(REFERENCE)
    exact = np.array([[0.1, 2.0]])
    store.array(to_float32(exact, "x"), bounds_of=exact)
    assert list(store.accessors[0].items())[-2:] == [("max", [0.1, 2.0]), ("min", [0.1, 2.0])]
    assert store.accessors[0]["normalized"] is False


def test_a_sparse_array_without_rows_is_zeros():
    store = Store(STANDARD)
    store.sparse(np.zeros(0, np.int64), np.zeros((0, 3), "<f4"), 5)
    assert store.accessors == [{"componentType": 5126, "count": 5, "type": "VEC3"}]


def test_the_least_type_that_holds_a_number():
    assert [least_unsigned(number, ("u1", "u2", "u4")) for number in (255, 256, 65536)] == ["u1", "u2", "u4"]


def test_numbers_beyond_float32_are_refused():
    with pytest.raises(Unsupported, match="weights: a number is too large"):
        to_float32(np.array([1e39]), "weights")
