"""The two ways into the model agree: what the typed decoder takes, the walk takes without a finding."""

from __future__ import annotations

import copy
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.formats.gltf import schema
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.model import Gltf, decode, decode_faultless, get
from pantin.formats.gltf.tolerant_decode import decode_tolerantly
from pantin.formats.json_text import parse

# One of everything the schema knows, and right in every member.
FAULTLESS: dict[str, Any] = {
    "asset": {"version": "2.0", "minVersion": "2.0", "generator": "a", "copyright": "b", "extras": {"c": 1}},
    "extensionsUsed": ["EXT_a"],
    "extensionsRequired": ["EXT_a"],
    "scene": 0,
    "scenes": [{"nodes": [0], "name": "s"}],
    "nodes": [
        {"children": [1], "mesh": 0, "skin": 0, "weights": [0.5], "camera": 0},
        {"translation": [1, 2, 3], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1], "extensions": {"EXT_a": {}}},
        {"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]},
    ],
    "meshes": [
        {
            "primitives": [
                {
                    "attributes": {"POSITION": 0, "JOINTS_0": 1},
                    "indices": 1,
                    "material": 0,
                    "mode": 4,
                    "targets": [{"POSITION": 0}],
                }
            ],
            "weights": [0.5],
        }
    ],
    "skins": [{"joints": [1, 2], "skeleton": 1, "inverseBindMatrices": 0}],
    "animations": [
        {
            "channels": [{"sampler": 0, "target": {"node": 1, "path": "rotation"}}],
            "samplers": [{"input": 0, "output": 1, "interpolation": "STEP"}],
        }
    ],
    "buffers": [{"byteLength": 64, "uri": "a.bin"}],
    "bufferViews": [{"buffer": 0, "byteOffset": 4, "byteLength": 60, "byteStride": 12, "target": 34962}],
    "accessors": [
        {
            "bufferView": 0,
            "byteOffset": 4,
            "componentType": 5126,
            "count": 2,
            "type": "VEC3",
            "min": [0, 0.5, 0],
            "max": [1, 1, 1],
            "sparse": {
                "count": 1,
                "indices": {"bufferView": 0, "byteOffset": 0, "componentType": 5123},
                "values": {"bufferView": 0, "byteOffset": 8},
            },
        },
        {"componentType": 5121, "count": 3, "type": "SCALAR", "normalized": False, "min": [0], "max": [255]},
    ],
    "materials": [{"normalTexture": {"index": 0, "texCoord": 1}, "alphaMode": "MASK"}],
    "textures": [{"source": 0, "sampler": 0}],
    "images": [{"bufferView": 0, "mimeType": "image/png"}],
    "samplers": [{"wrapS": 10497}],
    "cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 1}}],
}


def text(tree: Any) -> bytes:
    return json.dumps(tree).encode()


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [deeper for key, part in parts for deeper in paths(part, (*path, key))]


PATHS = paths(FAULTLESS)
NUMBERS = [-1, 0, 1, 2, 4, 7, 253, 256, 2.0, 1.5, -1e9, 1e30, 10**30, 5125, 34963, 5.125e3]
OTHERS = [
    True,
    "",
    "x",
    "VEC2",
    "2.1",
    "weights",
    "pointer",
    "null",
    [],
    {},
    [0],
    ["a"],
    [0, 0],
    [0, 0, 0, 1],
]
VALUES: st.SearchStrategy[Any] = st.sampled_from([*NUMBERS, *OTHERS, {"a": 1}, {"a": {}}, [{}], [[]]]).map(
    copy.deepcopy
)


@st.composite
def mutated(draw: st.DrawFn) -> dict[str, Any]:
    tree = copy.deepcopy(FAULTLESS)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(PATHS))
        parent: Any = tree
        try:
            for key in path[:-1]:
                parent = parent[key]
            how = draw(st.sampled_from(["remove", "replace", "add"]))
            if how == "remove":
                del parent[path[-1]]
            elif how == "replace":
                parent[path[-1]] = draw(VALUES | st.none())
            else:
                parent[path[-1]][draw(st.sampled_from(["name", "extras", "foo", "byteOffset"]))] = draw(
                    VALUES
                )
        except (KeyError, IndexError, TypeError):
            continue
    return tree


def test_a_faultless_file_takes_the_short_way():
    model = decode_faultless(text(FAULTLESS))
    assert model is not None
    assert decode_tolerantly(FAULTLESS) == (model, [], [])


@settings(max_examples=1000, deadline=None)
@given(mutated())
def test_what_the_short_way_takes_the_walk_takes_without_a_finding(tree):
    model = decode_faultless(text(tree))
    walked, findings, _ = decode_tolerantly(tree)
    if model is not None:
        assert (walked, findings) == (model, [])
    assert decode(text(tree))[:2] == (walked, findings)


@pytest.mark.parametrize("digits", [30, 310, 4301])
def test_whole_numbers_past_those_a_double_holds_leave_the_short_way(digits):
    """10^30 becomes a double; what is past every double, however it is written, is out of range."""
    number = "1" + "0" * digits
    tree = copy.deepcopy(FAULTLESS)
    tree["accessors"][0]["min"][0] = tree["nodes"][1]["translation"][0] = "number"
    long = text(tree).replace(b'"number"', number.encode())
    model, findings, *_ = decode(long, lambda: parse(long)[0])
    assert decode_faultless(long) is None
    assert {finding.rule for finding in findings} == ({"GLTF-VALUE_NOT_IN_RANGE"} if digits > 30 else set())
    assert model.accessors[0].min == ((1e30, 0.5, 0) if digits == 30 else None)


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_a_missing_required_member_leaves_the_short_way(path):
    tree: Any = copy.deepcopy(FAULTLESS)
    parent: Any = tree
    for key in path[:-1]:
        parent = parent[key]
    del parent[path[-1]]
    missing = any(finding.rule == "GLTF-UNDEFINED_PROPERTY" for finding in decode_tolerantly(tree)[1])
    assert not (missing and decode_faultless(text(tree)))


@pytest.mark.parametrize("version", ["1.0", "3.0", "20.0"])
def test_of_another_version_only_the_asset_is_read(version):
    model, *_ = decode(text({**FAULTLESS, "asset": {"version": version}}))
    assert model.asset is not None
    assert model.nodes == ()


def test_a_broken_object_leaves_a_hole_so_that_indices_stay_right():
    model, findings, *_ = decode(text({"asset": {"version": "2.0"}, "nodes": [1, {"name": "b"}]}))
    assert model.nodes[0] is None
    assert model.nodes[1] is not None
    assert [finding.pointer for finding in findings] == ["/nodes/0"]


def test_text_that_is_not_json_raises_unless_the_tree_is_given():
    assert decode(b"{", lambda: {"asset": {"version": "2.0"}})[0].asset is not None
    with pytest.raises(msgspec.DecodeError):
        decode(b"{")


def test_a_text_with_null_is_walked():
    model, findings, *_ = decode(b'{"asset": {"version": "2.0", "generator": null}}')
    assert model == Gltf(asset=schema.Asset(version="2.0"))
    assert [(finding.rule, finding.pointer) for finding in findings] == [
        ("GLTF-TYPE_MISMATCH", "/asset/generator")
    ]


def test_a_text_that_is_not_utf8_has_an_empty_model():
    """Also where the byte stands in a member that the model has no place for: the tree is empty as well."""
    text = b'{"asset": {"version": "2.0", "fuzz": "\xff"}, "meshes": [{"primitives": [{"attributes": {}}]}]}'
    document = read(text, name="a.gltf")
    assert document.tree == {}
    assert not document.model.meshes
    assert lift(document).rig.meshes == ()


def test_get_takes_any_index():
    assert [get(("a", None), index) for index in (0, 1, 2, -1, None)] == ["a", None, None, None, None]
