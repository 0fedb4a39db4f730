"""Columns of accessors: rules find the same with them as by visiting each accessor."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.formats.gltf.rules import accessor_table, number_ranges
from pantin.formats.gltf.rules.accessor_table import table
from pantin.formats.gltf.rules.packed_numbers import packed_groups
from pantin.formats.gltf.scope import Scope

CASES = Path(__file__).parents[3] / "cases"
FILES = sorted(path for path in CASES.glob("*/*") if path.suffix in (".gltf", ".glb", ".vrm"))
VISITED, TABULATED = 1 << 40, -1


@pytest.mark.parametrize("large", [1, 1 << 12])
def test_every_case_has_the_same_findings_either_way(monkeypatch, large):
    """`large` is the length from which on accessors are measured alone."""
    assert len(FILES) > 500
    monkeypatch.setattr(number_ranges, "LARGE", large)
    different = []
    for path in FILES:
        monkeypatch.setattr(accessor_table, "FEW", VISITED)
        visited = pantin.check(path)
        monkeypatch.setattr(accessor_table, "FEW", TABULATED)
        if pantin.check(path) != visited:
            different.append(path)
    assert different == []


def file_of(arrays: list[np.ndarray], **changes: object) -> bytes:
    """A GLB with an accessor over each array, whose bounds are right; `changes` are made to each accessor."""
    types = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}
    codes = {"f": 5126, "H": 5123, "B": 5121}
    offsets = np.cumsum([0, *(array.nbytes + -array.nbytes % 4 for array in arrays)]).tolist()
    tree = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": offsets[-1]}],
        "bufferViews": [
            {"buffer": 0, "byteOffset": offset, "byteLength": array.nbytes}
            for offset, array in zip(offsets, arrays, strict=False)
        ],
        "accessors": [
            {
                "bufferView": index,
                "componentType": codes[array.dtype.char],
                "type": types[array.shape[1]],
                "count": len(array),
                "min": np.nan_to_num(array.min(0)).tolist(),
                "max": np.nan_to_num(array.max(0)).tolist(),
                **changes,
            }
            for index, array in enumerate(arrays)
        ],
    }
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    data = b"".join(array.tobytes() + b"\0" * (-array.nbytes % 4) for array in arrays)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def rules_at(data: bytes) -> set[tuple[str, str | None]]:
    found = check(read(data, name="a.glb"))
    return {(finding.rule, finding.pointer) for finding in found if finding.rule != "GLTF-UNUSED_OBJECT"}


def make_arrays() -> list[np.ndarray]:
    """A hundred accessors of several types, some longer than what is measured alone."""
    rng = np.random.default_rng(4)
    arrays: list[np.ndarray] = []
    for index in range(100):
        count = 3000 if index % 10 == 9 else 1 + index % 7
        numbers = rng.normal(size=(count, 1 + index % 4)) * 100
        arrays.append(numbers.astype(np.float32) if index % 3 else np.abs(numbers).astype(np.uint16))
    return arrays


def test_many_right_accessors_have_no_finding_and_are_packed():
    data = file_of(make_arrays())
    assert rules_at(data) == set()
    groups = Scope(read(data, name="a.glb")).fact(packed_groups)
    assert sorted(index for group in groups for index in group.accessors.tolist()) == list(range(100))


@pytest.mark.parametrize("index", [1, 2, 19, 49])
def test_the_one_wrong_number_among_many_is_found(index):
    arrays = make_arrays()
    data = bytearray(file_of(arrays))
    start = len(data) - sum(array.nbytes + -array.nbytes % 4 for array in arrays[index:])
    struct.pack_into("<f", data, start, np.nan)
    wrong = rules_at(bytes(data))
    assert ("GLTF-ACCESSOR_INVALID_FLOAT", f"/accessors/{index}") in wrong
    assert {pointer.split("/")[2] for _, pointer in wrong} == {str(index)}
    struct.pack_into("<f", data, start, 1e6)
    wrong = rules_at(bytes(data))
    assert ("GLTF-ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND", f"/accessors/{index}/max/0") in wrong
    assert {pointer.split("/")[2] for _, pointer in wrong} == {str(index)}


def test_huge_numbers_are_not_put_into_columns():
    """The products of numbers of a broken file must not wrap around."""
    data = file_of(make_arrays(), count=(1 << 62) + 7)
    assert Scope(read(data, name="a.glb")).fact(table) is None
    assert {rule for rule, _ in rules_at(data)} == {"GLTF-ACCESSOR_TOO_LONG"}
