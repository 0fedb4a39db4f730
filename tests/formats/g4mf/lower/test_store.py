"""Arrays and names of a new document."""

from __future__ import annotations

import numpy as np

from pantin.formats.g4mf.lower.store import Store


def test_equal_arrays_share_an_accessor():
    store = Store()
    assert store.indices(np.array([1, 2])) == store.indices(np.array([1, 2])) == 0
    assert store.reals(np.array([[1.0, 2.0]])) == 1
    assert store.accessors[1] == {"bufferView": 1, "componentType": "float64", "vectorSize": 2}
    assert store.views[1]["byteOffset"] == 16


def test_names_stay_unique_over_all_items():
    store = Store()
    assert [store.name(one) for one in ("a", "a", "b/c", None)] == [
        {"name": "a"},
        {"name": "a_2"},
        {"name": "b_c"},
        {},
    ]
    assert store.renamed == [("a", "a_2"), ("b/c", "b_c")]
