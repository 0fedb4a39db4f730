"""Weight files as they are read."""

from __future__ import annotations

import pytest
import yaml

from pantin.formats.rigy.compile import check_file, check_text, compile_file, compile_text
from pantin.formats.rigy.formatting import format_text
from pantin.formats.rigy.weight_file import bones, read_weights

GOOD = (
    b'{"primitive_id": "p", "vertex_count": 24, '
    b'"influences": [{"vertex": 1, "bones": [{"bone_id": "b", "weight": 1}]}]}'
)


def test_a_file_of_the_specification():
    content = read_weights("w.json", GOOD, "w.json").content
    assert content.vertex_count == 24
    assert bones(content.influences[0], {"b": "other"}) == [("other", 1.0)]


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (b'{"primitive_id": "p",\n "vertex_count": }', "line 2, column 18"),
        (GOOD.replace(b"24", b'"24"'), "$.vertex_count"),
        (b"[" * 100_000, ""),
        (b"\xff", ""),
        (b"", ""),
        (GOOD.replace(b'weight": 1', b'weight": NaN'), "line 1"),
    ],
)
def test_a_file_that_is_not_one_has_a_fault(raw, fault):
    read = read_weights("w.json", raw, "w.json")
    assert read.content is None
    assert fault in read.fault


def test_a_file_of_another_shape_has_all_its_faults():
    """Rigy 0.3, Validation Rules: a malformed weight file; every fault has its place."""
    raw = (
        b'{"primitive_id": 3,\n "vertex_count": "x", "more": 1,\n'
        b' "influences": [{"vertex": 0}, {"vertex": 1.5, "bones": [{"bone_id": "b", "weight": true}]}]}'
    )
    faults = read_weights("w.json", raw, "w.json").faults
    assert [(fault.kind, fault.path) for fault in faults] == [
        ("unknown key", ("more",)),
        ("type", ("primitive_id",)),
        ("type", ("vertex_count",)),
        ("missing", ("influences", 0)),
        ("type", ("influences", 1, "vertex")),
        ("type", ("influences", 1, "bones", 0, "weight")),
    ]


LATER = GOOD.replace(b"influences", b"weights").replace(b'"vertex"', b'"vertex_index"')


def test_the_shape_of_chapter_6_means_the_same_as_that_of_0_3():
    """Chapter 6.5 names the list `weights` and the vertex `vertex_index`."""
    first, later = (read_weights("w.json", raw, "w.json") for raw in (GOOD, LATER))
    assert later.content.influences[0].vertex == first.content.influences[0].vertex == 1
    assert bones(later.content.influences[0], {}) == [("b", 1.0)]
    assert (first.vertex(0), later.vertex(0)) == (("influences", 0, "vertex"), ("weights", 0, "vertex_index"))


@pytest.mark.parametrize(
    ("raw", "faults"),
    [
        (b'{"primitive_id": "p", "vertex_count": 24}', [("missing", ())]),
        (
            GOOD.replace(b"influences", b"weights"),
            [("unknown key", ("weights", 0, "vertex"))],
        ),
        (
            LATER.replace(b"weights", b"influences"),
            [("unknown key", ("influences", 0, "vertex_index"))],
        ),
        (GOOD[:-1] + b', "weights": []}', [("unknown key", ("weights",))]),
        (
            GOOD.replace(b'"weight": 1', b'"weight": 1, "w": 1'),
            [("unknown key", ("influences", 0, "bones", 0, "w"))],
        ),
        (
            GOOD.replace(b'"vertex": 1', b'"vertex": 1, "index": 1'),
            [("unknown key", ("influences", 0, "index"))],
        ),
    ],
)
def test_any_other_shape_is_refused(raw, faults):
    """No weight is lost because its key is not read."""
    read = read_weights("w.json", raw, "w.json")
    assert read.content is None
    assert [(fault.kind, fault.path) for fault in read.faults] == faults


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        (b'"vertex_count": 24', b'"vertex_count": 24, "vertex_count": 24', "vertex_count"),
        (b'"vertex": 1', b'"vertex": 0, "vertex": 1', "vertex"),
        (b'"weight": 1', b'"weight": 0.5, "weight": 1', "weight"),
        (b'{"primitive_id"', b'{"influences": [{"vertex": 0, "bones": []}], "primitive_id"', "influences"),
    ],
)
def test_a_key_given_twice_is_refused(before, after, key):
    """RFC 8259 §4: readers differ in which of the two they take."""
    read = read_weights("w.json", GOOD.replace(before, after), "w.json")
    assert read.content is None
    assert repr(key) in read.fault


def test_a_colon_in_a_name_is_not_a_key():
    raw = GOOD.replace(b'"b"', b'"rig:b:1"')
    assert read_weights("w.json", raw, "w.json").content.influences[0].bones[0].bone_id == "rig:b:1"


def test_an_empty_list_leaves_every_vertex_to_the_other_layers():
    """Rigy 0.3: vertices that are not listed fall back."""
    raw = b'{"primitive_id": "p", "vertex_count": 24, "influences": []}'
    assert read_weights("w.json", raw, "w.json").content.influences == []


DOCUMENT = """
version: "0.3"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures:
  - id: rig
    bones:
      - {id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: b, parent: a, head: [0, 1, 0], tail: [0, 2, 0]}
bindings: [{mesh_id: m, armature_id: rig, weight_maps: [{primitive_id: p, source: w.json}]}]
"""


@pytest.fixture
def document(tmp_path):
    def write(raw, text=DOCUMENT):
        (tmp_path / "w.json").write_bytes(raw)
        path = tmp_path / "d.rigy.yaml"
        path.write_text(text)
        return path

    return write


@pytest.mark.parametrize("raw", [GOOD, LATER])
def test_the_weights_of_both_shapes_arrive_in_the_model(raw, document):
    influences = compile_file(document(raw)).rig.meshes[0].surfaces[0].influences
    assert influences.joints.tolist() == [0, 1] + [0] * 22  # vertex 1 follows bone b, the others the root
    assert influences.weights.tolist() == [1.0] * 24


TWICE = b'{"vertex": 1, "bones": [{"bone_id": "a", "weight": 1}]}'


@pytest.mark.parametrize(
    ("raw", "rule", "at"),
    [
        (GOOD.replace(b"]}]}", b"]},\n" + TWICE + b"]}"), "RIGY-P46", (2, 12)),
        (
            LATER.replace(b"]}]}", b"]},\n" + TWICE.replace(b"vertex", b"vertex_index") + b"]}"),
            "RIGY-P46",
            (2, 18),
        ),
        (GOOD.replace(b'weight": 1}', b'weight": 1},\n{"bone_id": "b", "weight": 0.5}'), "RIGY-P41", (2, 13)),
        (GOOD.replace(b'[{"bone_id": "b", "weight": 1}]', b"\n[]"), "RIGY-P42", (2, 1)),
        (LATER.replace(b'"b"', b'\n"c"'), "RIGY-P43", (2, 1)),
        (LATER.replace(b'weight": 1}', b'weight":\n-2}'), "RIGY-P44", (2, 1)),
        (LATER.replace(b'vertex_index": 1', b'vertex_index":\n24'), "RIGY-P45", (2, 1)),
        (
            GOOD.replace(b'"influences": [{"vertex": 1', b'"influences": [{"vertex": 1,\n"vertx": 1'),
            "RIGY-V20",
            (2, 1),
        ),
        (b'{"primitive_id": "p", "vertex_count": 24}', "RIGY-V20", (1, 1)),
    ],
)
def test_what_is_repeated_or_unknown_is_reported_where_it_is(raw, rule, at, document):
    (found,) = check_file(document(raw)).errors
    assert (found.rule, (found.line, found.column)) == (rule, at)
    assert found.file.endswith("w.json")


def test_the_reference_profile_takes_the_last_of_two_entries(document):
    compiled = compile_file(document(GOOD.replace(b"]}]}", b"]}," + TWICE + b"]}")), profile="reference")
    assert [found.rule for found in compiled.report.warnings] == ["RIGY-P46"]
    assert compiled.rig.meshes[0].surfaces[0].influences.joints.reshape(24, 4)[1].tolist() == [0, 0, 0, 0]


OVERRIDES = DOCUMENT.replace(
    "source: w.json", "overrides: [{vertex_index: 1, bones: [{bone_id: b, weight: 1}]}]"
)


def test_an_override_of_one_vertex_in_the_shape_of_chapter_6_4():
    """`vertex_index: 1` is `vertices: [1]`; the formatter writes the latter."""
    compiled = compile_text(OVERRIDES)
    assert compiled.rig.meshes[0].surfaces[0].influences.joints.tolist() == [0, 1] + [0] * 22
    assert [found.rule for found in compiled.report.findings] == ["RIGY-P16"]
    assert "{vertices: [1], bones: [{" in format_text(OVERRIDES)


@pytest.mark.parametrize("index", ["'=1 + 1'", "$v", "=max(1, 2)", '"${i}"'])
def test_formatting_an_index_keeps_its_meaning(index):
    text = "bindings:\n- weight_maps:\n  - overrides:\n    - bones: []\n      vertex_index: " + index + "\n"
    assert yaml.safe_load(format_text(text))["bindings"][0]["weight_maps"][0]["overrides"][0] in (
        {"vertices": [index.strip("'\"")], "bones": []},
        {"vertex_index": index.strip("'\""), "bones": []},
    )


def test_an_override_in_both_shapes_is_an_error():
    both = OVERRIDES.replace("vertex_index: 1", "vertex_index: 1, vertices: [2]")
    assert [found.rule for found in check_text(both).errors] == ["RIGY-P17"]
