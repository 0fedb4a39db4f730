"""Where an accessor lies, measured even where it is broken."""

from __future__ import annotations

import json

import pytest

from pantin.formats.gltf.document import read
from pantin.formats.gltf.extent import extent, format_words, formats_words, numbers
from pantin.formats.gltf.scope import Scope


def scope(accessor, **members):
    tree = {"asset": {"version": "2.0"}, "accessors": [accessor], **members}
    return Scope(read(json.dumps(tree).encode(), name="made.gltf"))


def test_the_stride_of_the_view_counts_else_the_size_of_an_element():
    accessor = {"bufferView": 0, "componentType": 5121, "type": "MAT3", "count": 3}
    view = {"buffer": 0, "byteLength": 100}
    found = extent(scope(accessor, bufferViews=[view]), 0)
    assert (found.size, found.stride, found.length) == (11, 12, 2 * 12 + 11)
    found = extent(scope(accessor, bufferViews=[view | {"byteStride": 16}]), 0)
    assert (found.stride, found.length) == (16, 2 * 16 + 11)


@pytest.mark.parametrize(
    ("offset", "expected"), [({}, 0), ({"byteOffset": 4}, 4), ({"byteOffset": -4}, None)]
)
def test_an_offset_that_is_no_offset_is_told_from_none_at_all(offset, expected):
    accessor = {"bufferView": 0, "componentType": 5126, "type": "SCALAR", "count": 1} | offset
    assert extent(scope(accessor, bufferViews=[{"buffer": 0, "byteLength": 8}]), 0).offset == expected


def test_broken_types_measure_as_nothing():
    found = extent(scope({"componentType": 1, "type": "VEC9", "count": "many"}), 0)
    assert (found.count, found.components, found.size) == (-1, 0, 0)
    assert extent(scope({}), 1) is None


def test_zeros_of_a_missing_view_are_not_looked_at():
    looked_at = scope({"componentType": 5126, "type": "VEC3", "count": 1 << 29})
    assert numbers(looked_at, extent(looked_at, 0)) is None


def test_formats_are_printed_in_words():
    assert format_words(("VEC4", 5121, True)) == "VEC4 of normalized UNSIGNED_BYTE"
    assert formats_words((("VEC3", 5126, False), ("VEC2", 5126, False))) == "VEC2 of FLOAT or VEC3 of FLOAT"
