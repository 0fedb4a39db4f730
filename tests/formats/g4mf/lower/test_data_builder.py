"""Arrays and names of a new document."""

from __future__ import annotations

import numpy as np

from pantin.formats.g4mf.lower.data_builder import DataBuilder


def test_equal_arrays_share_an_accessor():
    data = DataBuilder()
    assert data.indices(np.array([1, 2])) == data.indices(np.array([1, 2])) == 0
    assert data.reals(np.array([[1.0, 2.0]])) == 1
    assert data.accessors[1] == {"bufferView": 1, "componentType": "float64", "vectorSize": 2}
    assert data.views[1]["byteOffset"] == 16


def test_names_stay_unique_over_all_items():
    data = DataBuilder()
    assert [data.item(one) for one in ("a", "a", "b/c", None)] == [
        {"name": "a"},
        {"name": "a_2", "extras": {"pantin": {"name": "a"}}},
        {"name": "b_c", "extras": {"pantin": {"name": "b/c"}}},
        {},
    ]
    assert data.renamed == [("a", "a_2"), ("b/c", "b_c")]
