"""The facts that rules share."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

import numpy as np
import pytest

from pantin.base.limits import Limits
from pantin.formats.gltf.document import read
from pantin.formats.gltf.extent import extents
from pantin.formats.gltf.scope import Scope


def scope(limits: Limits | None = None, **members: Any) -> Scope:
    text = json.dumps({"asset": {"version": "2.0"}, **members}).encode()
    return Scope(read(text, name="a.gltf", limits=limits or Limits()))


def test_parents_pass_over_what_is_no_node():
    assert scope(nodes=[{"children": [1, 7, "x"]}, {}]).parents == [None, 0]


def test_the_root_of_a_skin_is_the_lowest_node_above_its_joints():
    nodes = [{"children": [1]}, {"children": [2, 3]}, {}, {}, {}]
    skins = [{"joints": [2, 3]}, {"joints": [2, 4]}, {"joints": [9]}, {}, {"joints": [2, 4, 3]}]
    assert scope(nodes=nodes, skins=skins).skin_roots == [1, None, None, None, 3]


@pytest.mark.parametrize(
    ("buffer", "there"),
    [
        ({"byteLength": 4, "uri": "data:application/octet-stream;base64,AAAAAA=="}, True),
        ({"byteLength": 4, "uri": "data:text/plain;base64,AAAAAA=="}, False),
        ({"byteLength": 0, "uri": "data:application/octet-stream;base64,AAAAAA=="}, True),
        ({"uri": "data:application/octet-stream;base64,AAAAAA=="}, True),
        ({"byteLength": 4}, False),
    ],
)
def test_an_array_needs_a_buffer_whose_bytes_count(buffer, there):
    accessor = {"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR"}
    found = scope(buffers=[buffer], bufferViews=[{"buffer": 0, "byteLength": 4}], accessors=[accessor]).array(
        0
    )
    assert (found is not None) == there


def test_a_limit_is_noted_where_it_was_met():
    made = scope(Limits(elements=10), accessors=[{"componentType": 5126, "count": 11, "type": "SCALAR"}])
    assert made.array(0) is None
    assert [(place, error.limit) for place, error in made.exceeded.items()] == [("/accessors/0", "elements")]


def test_a_fact_is_made_once():
    made = []
    shared = scope()
    for _ in range(2):
        shared.fact(made.append)  # type: ignore[arg-type]
    assert made == [shared]


def over_one_view(count: int, **more: Any) -> Scope:
    """A file with `count` accessors, all of the same two floats."""
    uri = "data:application/octet-stream;base64," + b64encode(bytes(12)).decode()
    views = [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 4}]
    accessor = {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", **more}
    buffer = {"byteLength": 12, "uri": uri}
    return scope(buffers=[buffer], bufferViews=views, accessors=[accessor] * count)


def test_accessors_over_the_same_bytes_are_measured_once():
    shared, seen = over_one_view(3), []

    def length(array, unit):
        seen.append(unit)
        return len(array) * unit

    every = shared.fact(extents).all()
    assert [shared.measure_once(length, each, shared.array(each.index), 1) for each in every] == [2, 2, 2]
    assert shared.measure_once(length, every[0], shared.array(0), 10) == 20
    assert seen == [1, 10]


@pytest.mark.parametrize(
    "other",
    [{"count": 1}, {"byteOffset": 4, "count": 1}, {"componentType": 5125}, {"bufferView": 1, "count": 1}],
)
def test_other_bytes_and_other_numbers_are_measured_again(other):
    accessor = {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR"}
    views = [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 4}]
    uri = "data:application/octet-stream;base64," + b64encode(bytes(range(12))).decode()
    both = [accessor, accessor | other]
    shared = scope(buffers=[{"byteLength": 12, "uri": uri}], bufferViews=views, accessors=both)
    first, second = (
        shared.measure_once(np.ndarray.tolist, each, shared.array(each.index))
        for each in shared.fact(extents).all()
        if each is not None
    )
    assert first != second


def test_substituted_numbers_are_not_kept():
    """Thousands of sparse accessors over one view would fill memory; nor is their place in it a name."""
    sparse = {"count": 1, "indices": {"bufferView": 1, "componentType": 5121}, "values": {"bufferView": 1}}
    shared = over_one_view(2, sparse=sparse)
    assert shared.array(0) is not shared.array(0)
    (sparse_one, _) = shared.fact(extents).all()
    assert shared.measure_once(len, sparse_one, shared.array(0)) == 2
    assert not shared._measures
