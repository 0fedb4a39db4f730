"""The numbers in accessors: finite, within stated bounds; sparse indices in order."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.container import EMPTY, compose
from pantin.formats.gltf.document import read

BOUNDS = ("ACCESSOR_MIN_MISMATCH", "ACCESSOR_MAX_MISMATCH")
OUTSIDE = ("ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND", "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND")


def test_bounds_are_compared_in_single_precision(places, made):
    """0.1 is stored as 0.100000001…; a bound written as 0.1 is the same float32."""
    made.accessor([0.1, 0.2], min=[0.1], max=[0.2])
    assert not any(places(code, **made.members) for code in BOUNDS)


def test_a_bound_too_wide_is_a_mismatch_and_one_too_narrow_is_broken_besides(places, made):
    made.accessor([[1, 5], [2, 6]], min=[0, 5.5], max=[2, 6])
    assert places(BOUNDS[0], **made.members) == ["/accessors/0/min/0", "/accessors/0/min/1"]
    assert places(OUTSIDE[0], **made.members) == ["/accessors/0/min/1"]
    assert not places(BOUNDS[1], **made.members)


def test_bounds_of_matrices_go_column_by_column(places, made):
    columns = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    made.accessor([columns], min=columns, max=[*columns[:-3], 99, 14, 15])
    assert places(BOUNDS[0], **made.members) == []
    assert places(BOUNDS[1], **made.members) == ["/accessors/0/max/13"]


def test_bounds_of_integers_are_of_the_stored_integers(places, made):
    made.accessor([[0, 255]], "u1", normalized=True, min=[0, 255], max=[0, 254])
    assert places(BOUNDS[1], **made.members) == ["/accessors/0/max/1"]


def test_a_nan_counts_for_bounds_only_in_the_first_element(places, made):
    made.accessor([1, np.nan, 3], min=[1], max=[3])
    made.accessor([np.nan, 1, 3], min=[1], max=[3])
    assert places(BOUNDS[0], **made.members) == ["/accessors/1/min/0"]
    assert places("ACCESSOR_INVALID_FLOAT", **made.members) == ["/accessors/0", "/accessors/1"]


def test_a_signalling_nan_is_a_finding_and_no_warning(places, made):
    made.accessor([1.0, 2.0])
    made.data = made.data[:4] + bytes([1, 0, 0x80, 0x7F])
    assert places("ACCESSOR_INVALID_FLOAT", **made.members) == ["/accessors/0"]


def test_a_bound_beyond_single_precision_is_infinite(places, made):
    made.accessor([1.0], min=[1], max=[1e39])
    assert places(BOUNDS[1], **made.members) == ["/accessors/0/max/0"]


@pytest.mark.parametrize(
    ("indices", "code"),
    [
        ([0, 2], None),
        ([2, 2], "ACCESSOR_SPARSE_INDICES_NON_INCREASING"),
        ([0, 3], "ACCESSOR_SPARSE_INDEX_OOB"),
    ],
)
def test_sparse_indices_rise_within_the_accessor(places, made, indices, code):
    made.accessor(indices, "<u2")
    made.accessor([7.0, 8.0])
    sparse = {"count": 2, "indices": {"bufferView": 0, "componentType": 5123}, "values": {"bufferView": 1}}
    made.tree["accessors"] = [{"componentType": 5126, "count": 3, "type": "SCALAR", "sparse": sparse}]
    for each in ("ACCESSOR_SPARSE_INDICES_NON_INCREASING", "ACCESSOR_SPARSE_INDEX_OOB"):
        assert places(each, **made.members) == (["/accessors/0/sparse"] if each == code else [])


def test_data_out_of_alignment_are_not_looked_at(places, made):
    """The Khronos validator reads typed arrays, which must be aligned."""
    made.accessor([1.0, 2.0, 3.0], max=[2.0], byteOffset=2, count=2)
    assert places("ACCESSOR_OFFSET_ALIGNMENT", **made.members)
    assert not places(BOUNDS[1], **made.members)


@pytest.mark.parametrize(("stated", "there"), [({"byteLength": 4}, True), ({}, False)])
def test_bytes_of_a_chunk_whose_length_nothing_states_are_not_judged(stated, there):
    """Neither are the sparse indices among them (Khronos validator)."""
    part = {"bufferView": 0, "componentType": 5121}
    sparse = {"count": 2, "indices": part, "values": {"bufferView": 0}}
    members = {
        "asset": {"version": "2.0"},
        "buffers": [stated],
        "bufferViews": [{"buffer": 0, "byteLength": 4}],
        "accessors": [{"componentType": 5121, "count": 2, "type": "SCALAR", "sparse": sparse}],
    }
    parts = compose(EMPTY, json.dumps(members).encode(), [b"\1\1\0\0"])
    found = check(read(b"".join(parts), name="a.glb"))
    assert ("GLTF-ACCESSOR_SPARSE_INDICES_NON_INCREASING" in [one.rule for one in found]) == there
