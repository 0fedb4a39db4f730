"""Accessors as the JSON states them: alignment, stride and fit, of sparse parts too."""

from __future__ import annotations

import pytest

VIEW = {"buffer": 0, "byteLength": 8}
SCALAR = {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"count": 3}, ["/accessors/0"]),
        ({"byteOffset": 4}, ["/accessors/0"]),
        ({"byteOffset": 12}, ["/accessors/0/byteOffset"]),
        ({"count": 10**30}, ["/accessors/0"]),
        ({"byteOffset": -4}, []),
        ({"count": None}, []),
    ],
)
def test_what_does_not_fit_is_reported_at_the_offset_if_that_is_outside_already(places, changes, expected):
    assert places("ACCESSOR_TOO_LONG", bufferViews=[VIEW], accessors=[SCALAR | changes]) == expected


def test_the_parts_of_a_sparse_accessor_are_measured_too(places):
    sparse = {
        "count": 2,
        "indices": {"bufferView": 0, "componentType": 5125, "byteOffset": 2},
        "values": {"bufferView": 0, "byteOffset": 4},
    }
    accessor = {"componentType": 5126, "count": 2, "type": "SCALAR", "sparse": sparse}
    members = {"bufferViews": [VIEW | {"byteOffset": 2}], "accessors": [accessor]}
    assert places("ACCESSOR_OFFSET_ALIGNMENT", **members) == ["/accessors/0/sparse/indices/byteOffset"]
    assert places("ACCESSOR_TOTAL_OFFSET_ALIGNMENT", **members) == ["/accessors/0/sparse/values"]
    assert places("ACCESSOR_TOO_LONG", **members) == [
        "/accessors/0/sparse/indices",
        "/accessors/0/sparse/values",
    ]


def test_a_matrix_of_bytes_is_measured_with_its_padding(places):
    """Three columns of four bytes, the last without padding: 11 bytes, not 9."""
    accessor = {"bufferView": 0, "componentType": 5121, "count": 1, "type": "MAT3"}
    assert places("ACCESSOR_TOO_LONG", bufferViews=[{"buffer": 0, "byteLength": 10}], accessors=[accessor])
    assert not places(
        "ACCESSOR_TOO_LONG", bufferViews=[{"buffer": 0, "byteLength": 11}], accessors=[accessor]
    )


def test_shorts_may_be_normalized_and_longer_numbers_not(places):
    accessors = [
        {"componentType": component, "count": 1, "type": "SCALAR", "normalized": True}
        for component in (5120, 5121, 5122, 5123, 5125, 5126)
    ]
    found = places("ACCESSOR_NORMALIZED_INVALID", accessors=accessors)
    assert found == ["/accessors/4/normalized", "/accessors/5/normalized"]
