"""Whatever is done to a file, the answer is findings or a limit: no other exception, no lack of memory."""

from __future__ import annotations

import base64
import copy
import json
import struct
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.report import Finding

FLOAT, USHORT, UBYTE = 5126, 5123, 5121

# A skinned triangle with a morph target and a clip, in 4-byte steps: positions, indices, joints, weights, an
# inverse bind matrix, times, rotations, and the index and the values of a sparse accessor.
PARTS = (
    struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0),
    struct.pack("<4H", 0, 1, 2, 0),
    bytes(12),
    struct.pack("<12f", *(1, 0, 0, 0) * 3),
    struct.pack("<16f", 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
    struct.pack("<2f", 0, 1),
    struct.pack("<8f", *(0, 0, 0, 1) * 2),
    bytes(4),
    bytes(12),
)
STARTS = [sum(map(len, PARTS[:i])) for i in range(len(PARTS))]
BLOB = b"".join(PARTS)
SPARSE = {"count": 1, "indices": {"bufferView": 7, "componentType": USHORT}, "values": {"bufferView": 8}}


def accessor(view: int, component_type: int, count: int, type: str, **members: Any) -> dict[str, Any]:
    return {"bufferView": view, "componentType": component_type, "count": count, "type": type, **members}


TREE: dict[str, Any] = {
    "asset": {"version": "2.0"},
    "extensionsUsed": ["KHR_mesh_quantization"],
    "extensionsRequired": ["KHR_mesh_quantization"],
    "scene": 0,
    "scenes": [{"nodes": [0, 1]}],
    "nodes": [{"mesh": 0, "skin": 0, "weights": [0.5]}, {"rotation": [0, 0, 0, 1], "children": [2]}, {}],
    "skins": [{"joints": [1], "inverseBindMatrices": 4, "skeleton": 1}],
    "meshes": [
        {
            "primitives": [
                {
                    "attributes": {"POSITION": 0, "JOINTS_0": 2, "WEIGHTS_0": 3},
                    "indices": 1,
                    "mode": 4,
                    "targets": [{"POSITION": 7}],
                }
            ],
            "weights": [0],
        }
    ],
    "animations": [
        {
            "channels": [{"sampler": 0, "target": {"node": 1, "path": "rotation"}}],
            "samplers": [{"input": 5, "output": 6, "interpolation": "LINEAR"}],
        }
    ],
    "accessors": [
        accessor(0, FLOAT, 3, "VEC3", min=[0, 0, 0], max=[1, 1, 0]),
        accessor(1, USHORT, 3, "SCALAR"),
        accessor(2, UBYTE, 3, "VEC4"),
        accessor(3, FLOAT, 3, "VEC4"),
        accessor(4, FLOAT, 1, "MAT4"),
        accessor(5, FLOAT, 2, "SCALAR", min=[0], max=[1]),
        accessor(6, FLOAT, 2, "VEC4"),
        {
            "componentType": FLOAT,
            "count": 3,
            "type": "VEC3",
            "sparse": SPARSE,
            "min": [0, 0, 0],
            "max": [0, 0, 0],
        },
    ],
    "bufferViews": [
        {"buffer": 0, "byteOffset": start, "byteLength": len(part)}
        for start, part in zip(STARTS, PARTS, strict=True)
    ],
    "buffers": [{"byteLength": len(BLOB)}],
}
LIMITS = Limits(file_bytes=1 << 20, json_bytes=1 << 20, elements=1 << 16)


def glb(tree: Any, blob: bytes = BLOB) -> bytes:
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I", len(text)) + b"JSON" + text + struct.pack("<I", len(blob)) + b"BIN\0" + blob
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def embedded(tree: Any) -> bytes:
    whole = copy.deepcopy(tree)
    uri = "data:application/octet-stream;base64," + base64.b64encode(BLOB).decode()
    if isinstance(whole.get("buffers"), list) and whole["buffers"] and isinstance(whole["buffers"][0], dict):
        whole["buffers"][0].setdefault("uri", uri)
    return json.dumps(whole).encode()


def judged(data: bytes, name: str = "a.glb", limits: Limits = LIMITS) -> list[Finding]:
    try:
        return check(read(data, name=name, limits=limits))
    except LimitExceeded:
        return []


def test_the_file_before_it_is_damaged_has_no_errors():
    assert [finding for finding in judged(glb(TREE)) if finding.severity == "error"] == []


GOOD = glb(TREE)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 20)
    | st.sampled_from([10**9, 2**31, 2**63, 10**400, FLOAT, USHORT, UBYTE, 5125, 34962])
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4)
    | st.sampled_from(["VEC2", "MAT2", "MAT3", "CUBICSPLINE", "weights", "data:,", "..", "pointer"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=6,
).map(copy.deepcopy)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) in a tree."""
    found, waiting = [], [value]
    while waiting:
        here = waiting.pop()
        parts = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        for key, part in list(parts):
            found.append((here, key))
            waiting.append(part)
    return found


@st.composite
def damaged_trees(draw: st.DrawFn) -> dict[str, Any]:
    tree = copy.deepcopy(TREE)
    for _ in range(draw(st.integers(1, 4))):
        known = places(tree)
        if not known:
            break
        holder, key = known[draw(st.integers(0, len(known) - 1))]
        if draw(st.booleans()):
            holder[key] = draw(VALUES)
        elif isinstance(holder, dict):
            del holder[key]
        else:
            holder.append(copy.deepcopy(holder[key]))
    return tree


@settings(max_examples=400, deadline=None)
@given(damaged_trees())
def test_members_removed_and_replaced(tree):
    judged(glb(tree))
    judged(embedded(tree), "a.gltf")


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), min_size=1, max_size=8))
def test_bytes_replaced(changes):
    data = bytearray(GOOD)
    for place, value in changes:
        data[place] = value
    judged(bytes(data))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(GOOD)), st.binary(max_size=16), st.integers(0, 64))
def test_bytes_cut_and_inserted(place, inserted, removed):
    judged(GOOD[:place] + inserted + GOOD[place + removed :])


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=len(BLOB)))
def test_any_numbers_in_the_buffer(blob):
    """NaN, infinity and indices out of range among them."""
    judged(glb(TREE, blob + BLOB[len(blob) :]))


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["a.glb", "a.gltf", "a"]))
def test_any_bytes(data, name):
    judged(data, name)


HUGE = [10**9, 2**31 - 1, 2**32, 2**53, 2**63, 10**30]


@pytest.mark.parametrize("count", HUGE)
@pytest.mark.parametrize("index", range(len(TREE["accessors"])))
def test_a_count_of_billions_over_few_bytes_takes_no_memory(count, index):
    tree = copy.deepcopy(TREE)
    tree["accessors"][index]["count"] = count
    assert peak(tree) < 64


@pytest.mark.parametrize("count", HUGE)
@pytest.mark.parametrize(
    "path",
    [
        ("accessors", 7, "sparse", "count"),
        ("bufferViews", 0, "byteLength"),
        ("bufferViews", 0, "byteOffset"),
        ("buffers", 0, "byteLength"),
        ("accessors", 0, "byteOffset"),
        ("nodes", 1, "children", 0),
        ("skins", 0, "joints", 0),
    ],
    ids=str,
)
def test_lengths_and_indices_of_billions_take_no_memory(count, path):
    tree = copy.deepcopy(TREE)
    holder: Any = tree
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = count
    assert peak(tree) < 64


def peak(tree: Any) -> float:
    """The most memory in use at once while a file is checked under the default limits, in MiB."""
    import tracemalloc

    data = glb(tree)
    tracemalloc.start()
    try:
        judged(data, limits=Limits())
        return tracemalloc.get_traced_memory()[1] / (1 << 20)
    finally:
        tracemalloc.stop()


def test_deep_nesting_is_a_limit():
    """10,000 levels; Python's own limit on recursion is a tenth of that."""
    deep = b'{"asset": {"version": "2.0"}, "extras": ' + b"[" * 10_000 + b"]" * 10_000 + b"}"
    with pytest.raises(LimitExceeded, match="json_depth"):
        read(deep, name="a.gltf")
    if sys.getrecursionlimit() < 10_000:
        assert judged(deep, "a.gltf") == []


def test_a_chain_of_many_nodes():
    count = 20_000
    nodes = [*({"children": [i + 1]} for i in range(count - 1)), {"mesh": 0, "skin": 0}]
    skins = [{"joints": [count - 2]}]
    tree = {**TREE, "nodes": nodes, "skins": skins, "scenes": [{"nodes": [0]}]}
    assert [finding for finding in judged(glb(tree)) if finding.severity == "error"] == []
