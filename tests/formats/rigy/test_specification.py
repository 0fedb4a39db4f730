"""The statements of Rigy 0.3 (rc2), chapter by chapter, with documents that keep and that break each.

Expected numbers come from `resolve`, which follows the text in exact fractions and shares no code with the
compiler; bytes are read from the GLB that is written.
"""

from __future__ import annotations

import json
import os
import random
import struct

import numpy as np
import pytest
from tests.oracles.rigy_bindings import AXES, BONES, document, resolve, rows, rules, stored, text

import pantin
from pantin.formats.rigy.compile import check_file, check_text, compile_file, compile_text


def assert_same(made, expected):
    assert len(made) == len(expected)
    for got, wanted in zip(made, expected, strict=True):
        assert dict(got) == pytest.approx({bone: float(weight) for bone, weight in wanted}, abs=1e-7)
        weights = [weight for _, weight in got]
        assert weights == sorted(weights, reverse=True)


def weights_of(choose, largest):
    count = choose.randint(1, 6)
    return [
        {"bone_id": name, "weight": choose.choice([0, 0.25, 0.5, 1, choose.uniform(0, largest)])}
        for name in choose.sample(BONES, count)
    ]


def random_binding(choose, largest):
    maps = []
    for _ in range(choose.randint(0, 3)):
        low = choose.uniform(-2, 1)
        gradients = [
            {
                "axis": choose.choice(AXES),
                "range": [low, low + choose.uniform(0.1, 2)],
                "from": weights_of(choose, largest),
                "to": weights_of(choose, largest),
            }
            for _ in range(choose.randint(0, 2))
        ]
        overrides = [
            {"vertices": choose.sample(range(24), 4), "bones": weights_of(choose, largest)}
            for _ in range(choose.randint(0, 2))
        ]
        if gradients or overrides:
            maps.append({"primitive_id": "p", "gradients": gradients, "overrides": overrides})
    constant = [{"primitive_id": "p", "bones": weights_of(choose, largest)}] if choose.random() < 0.5 else []
    return {"weights": constant, "weight_maps": maps}


@pytest.mark.parametrize("version", ["0.3", "0.4", "0.12"])
@pytest.mark.parametrize("seed", range(25))
def test_random_bindings_resolve_as_the_text_has_it(seed, version):
    """Stages run once over all maps; each replaces the one before; at most four, normalised, sorted."""
    choose = random.Random(seed)
    tree = document(random_binding(choose, 7.5 if version == "0.3" else 1.0), version=version)
    rig = compile_text(text(tree)).rig
    positions = np.concatenate([surface.positions for surface in rig.meshes[0].surfaces])
    assert_same(stored(rig), resolve(tree, positions))


ALONG = {
    "axis": "y",
    "range": [-0.5, 0.5],
    "from": {"bone_id": "zed", "weight": 1},
    "to": {"bone_id": "arm", "weight": 1},
}
FIRST = {"vertices": [0, 1], "bones": [{"bone_id": "b9", "weight": 1}]}


def test_overrides_come_after_the_gradients_of_every_map():
    """§Vertex Addressing Model: "Apply gradients first, then apply raw index overrides last"."""
    maps = [
        {"primitive_id": "p", "overrides": [FIRST]},
        {"primitive_id": "p", "gradients": [ALONG]},
    ]
    made = rows(document({"weight_maps": maps}))
    assert made[0] == made[1] == [("b9", 1.0)]
    assert all(row in ([("zed", 1.0)], [("arm", 1.0)]) for row in made[2:])
    assert made == rows(document({"weight_maps": maps[::-1]}))
    swapped = rows(document({"weight_maps": maps}), profile="reference")
    assert swapped[0] != [("b9", 1.0)]


def test_the_file_comes_before_the_gradients_and_overrides_of_every_map(tmp_path):
    """§External Weight Files: "loaded first, then gradients and overrides are applied on top"."""
    entries = [{"vertex": n, "bones": [{"bone_id": "b10", "weight": 1}]} for n in (0, 5)]
    content = {"primitive_id": "p", "vertex_count": 24, "influences": entries}
    (tmp_path / "w.json").write_text(json.dumps(content))
    maps = [{"primitive_id": "p", "overrides": [FIRST]}, {"primitive_id": "p", "source": "w.json"}]
    tree = document({"weight_maps": maps, "weights": [{"primitive_id": "p", "bones": FIRST["bones"]}]})
    tree["bindings"][0]["weights"][0]["bones"] = [{"bone_id": "leg_L", "weight": 1}]
    path = tmp_path / "d.rigy.yaml"
    path.write_text(text(tree))
    made = stored(compile_file(path).rig)
    assert made[0] == made[1] == [("b9", 1.0)]
    assert made[5] == [("b10", 1.0)]
    assert made[6] == [("leg_L", 1.0)]  # "Vertices not listed … fall back to the per-primitive weights"


BAD_NAMES = {
    "missing": "nothing.json",
    "a folder": "folder",
    "outside": "../outside.json",
    "absolute": "/etc/hostname",
    "URL": "https://example.com/w.json",
    "file URL": "file:///tmp/w.json",
    "drive": "C:\\weights.json",
    "drive with slashes": "C:/weights.json",
    "backslashes": "..\\outside.json",
    "NUL": "w\0.json",
    "too long": "w" * 5000,
    "empty file": "empty.json",
    "no JSON": "text.json",
    "a list": "list.json",
    "null": "null.json",
    "a name with escapes": "sub%2Fthere.json",
    "unreadable": "locked.json",
    "pipe": "pipe",
}


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES)
@pytest.mark.parametrize("profile", ["standard", "reference"])
@pytest.mark.parametrize("importing", [False, True], ids=["own", "imported"])
def test_a_weight_file_that_cannot_be_read_is_an_error(tmp_path, name, profile, importing):
    """§Validation Rules: a compiler MUST fail if a weight file "cannot be found or is malformed"."""
    folder = tmp_path / "project"
    (folder / "folder").mkdir(parents=True)
    (tmp_path / "outside.json").write_text("{}")
    (folder / "empty.json").write_text("")
    (folder / "text.json").write_text("weights: 1")
    (folder / "list.json").write_text("[]")
    (folder / "null.json").write_text("null")
    (folder / "sub").mkdir()
    (folder / "sub/there.json").write_text(json.dumps(CONTAINER))
    (folder / "locked.json").write_text("{}")
    (folder / "locked.json").chmod(0)
    if name == "locked.json" and (os.name == "nt" or os.access(folder / name, os.R_OK)):
        pytest.skip("this user may read every file")
    if name == "pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no pipes")
        os.mkfifo(folder / "pipe")
    path = folder / "d.rigy.yaml"
    path.write_text(text(document({"weight_maps": [{"primitive_id": "p", "source": name}]})))
    if importing:
        (folder / "whole.rigy.yaml").write_text(
            'version: "0.3"\nimports: {part: {source: d.rigy.yaml}}\nmeshes: []\n'
        )
        path = folder / "whole.rigy.yaml"
    errors = check_file(path, profile=profile).errors
    assert [finding.rule for finding in errors] == ["RIGY-V20"]
    assert all(finding.line for finding in errors)
    with pytest.raises(pantin.BadFile):
        compile_file(path, profile=profile)


@pytest.mark.parametrize("name", ["a b.json", "100%.json", "a%20b.json", "é#.json", "sub/../sub/./w.json"])
def test_a_source_is_a_path(tmp_path, name):
    """§Schema: `source` is a "path to external JSON weight file", so nothing in it is an escape."""
    (tmp_path / "sub").mkdir()
    (tmp_path / name).write_text(json.dumps(CONTAINER))
    path = tmp_path / "d.rigy.yaml"
    path.write_text(text(document({"weight_maps": [{"primitive_id": "p", "source": name}]})))
    assert stored(compile_file(path).rig)[3] == [("b9", 1.0)]
    if os.name != "nt":
        assert stored(compile_file(path, allow_outside=True).rig)[3] == [("b9", 1.0)]


def test_a_document_in_memory_cannot_read_a_weight_file():
    assert rules(document({"weight_maps": [{"primitive_id": "p", "source": "w.json"}]})) == ["RIGY-V20"]


CONTAINER = {
    "primitive_id": "p",
    "vertex_count": 24,
    "weights": [{"vertex_index": 3, "bones": FIRST["bones"]}],
}


@pytest.mark.parametrize(
    ("content", "reads"),
    [
        (CONTAINER, True),
        ({"weights": CONTAINER["weights"]}, False),
        ({"weight_maps": [CONTAINER]}, False),
        ([CONTAINER], False),
        ({**CONTAINER, "influences": []}, False),
        ({**CONTAINER, "vertex_count": 23}, False),
        ({**CONTAINER, "primitive_id": "q"}, False),
        ({**CONTAINER, "weights": [{"vertex_index": 24, "bones": FIRST["bones"]}]}, False),
        ({**CONTAINER, "weights": [{"vertex_index": -1, "bones": FIRST["bones"]}]}, False),
        ({**CONTAINER, "weights": [{"vertex_index": 0, "bones": [{"bone_id": "b9", "weight": -1}]}]}, False),
        ({**CONTAINER, "weights": [{"vertex_index": 0, "bones": [{"bone_id": "x", "weight": 1}]}]}, False),
    ],
)
def test_the_container_of_chapter_6_is_read_and_any_other_is_refused(tmp_path, content, reads):
    (tmp_path / "w.json").write_text(json.dumps(content))
    path = tmp_path / "d.rigy.yaml"
    path.write_text(text(document({"weight_maps": [{"primitive_id": "p", "source": "w.json"}]})))
    if reads:
        assert stored(compile_file(path).rig)[3] == [("b9", 1.0)]
    else:
        assert len({finding.rule for finding in check_file(path).errors}) == 1


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"weight_maps": [{"primitive_id": "q", "gradients": [ALONG]}]}, "RIGY-V14"),
        ({"weight_maps": [{"primitive_id": "p", "overrides": [{**FIRST, "vertices": [24]}]}]}, "RIGY-V19"),
        ({"weight_maps": [{"primitive_id": "p", "overrides": [{**FIRST, "vertices": [-1]}]}]}, "RIGY-P14"),
        ({"weight_maps": [{"primitive_id": "p", "gradients": [{**ALONG, "range": [1, 1]}]}]}, "RIGY-P40"),
        ({"weight_maps": [{"primitive_id": "p", "gradients": [{**ALONG, "range": [2, 1]}]}]}, "RIGY-P40"),
        ({"weight_maps": [{"primitive_id": "p", "gradients": [{**ALONG, "axis": "w"}]}]}, "RIGY-P12"),
        ({"weight_maps": [{"primitive_id": "p"}]}, "RIGY-V23"),
        ({"weight_maps": [{"primitive_id": "p", "gradients": []}]}, "RIGY-V23"),
        ({"weights": [{"primitive_id": "p", "bones": [{"bone_id": "x", "weight": 1}]}]}, "RIGY-V11"),
        ({"weights": [{"primitive_id": "p", "bones": [{"bone_id": "arm", "weight": -1e-9}]}]}, "RIGY-V13"),
        (
            {
                "weight_maps": [
                    {"primitive_id": "p", "gradients": [{**ALONG, "to": {"bone_id": "x", "weight": 1}}]}
                ]
            },
            "RIGY-V15",
        ),
        (
            {
                "weight_maps": [
                    {"primitive_id": "p", "gradients": [{**ALONG, "to": {"bone_id": "arm", "weight": -1}}]}
                ]
            },
            "RIGY-V17",
        ),
        (
            {
                "weight_maps": [
                    {
                        "primitive_id": "p",
                        "overrides": [{**FIRST, "bones": [{"bone_id": "arm", "weight": -1}]}],
                    }
                ]
            },
            "RIGY-V18",
        ),
    ],
)
@pytest.mark.parametrize("version", ["0.3", "0.13"])
def test_each_validation_rule_is_an_error_on_its_own(change, rule, version):
    """§Validation Rules (v0.3 Additions)."""
    assert [finding.rule for finding in check_text(text(document(change, version=version))).errors] == [rule]


def heavy(weight):
    bones = [{"bone_id": "arm", "weight": weight}, {"bone_id": "zed", "weight": weight / 3}]
    gradient = {**ALONG, "from": bones, "to": bones}
    override = {"vertices": [0], "bones": bones}
    return [
        {"weights": [{"primitive_id": "p", "bones": bones}]},
        {"weight_maps": [{"primitive_id": "p", "gradients": [gradient]}]},
        {"weight_maps": [{"primitive_id": "p", "overrides": [override]}]},
    ]


@pytest.mark.parametrize("weight", [1.5, 30.0, 1e200, 1.7e308])
@pytest.mark.parametrize("kind", range(3))
def test_weights_above_one_are_normalised_up_to_0_3_and_refused_later(kind, weight):
    """§Weight Normalization: weights "MUST be normalized"; only "negative weights MUST be rejected"."""
    binding = heavy(weight)[kind]
    assert rows(document(binding))[0] == [("arm", pytest.approx(0.75)), ("zed", pytest.approx(0.25))]
    later = check_text(text(document(binding, version="0.4"))).errors
    assert {finding.rule for finding in later} == {("RIGY-V13", "RIGY-V17", "RIGY-V18")[kind]}


def test_weights_of_a_file_above_one_are_normalised(tmp_path):
    bones = [{"bone_id": "arm", "weight": 3}, {"bone_id": "zed", "weight": 1}]
    content = {"primitive_id": "p", "vertex_count": 24, "influences": [{"vertex": 0, "bones": bones}]}
    (tmp_path / "w.json").write_text(json.dumps(content))
    path = tmp_path / "d.rigy.yaml"
    tree = document({"weight_maps": [{"primitive_id": "p", "source": "w.json"}]})
    path.write_text(text(tree))
    assert stored(compile_file(path).rig)[0] == [("arm", 0.75), ("zed", 0.25)]
    path.write_text(text({**tree, "version": "0.4"}))
    assert [finding.rule for finding in check_file(path).errors] == ["RIGY-P44"]


def five(last):
    weights = [1, 1, 1, 1, last]
    return [{"bone_id": name, "weight": weight} for name, weight in zip(BONES, weights, strict=False)]


@pytest.mark.parametrize("last", [0, 0.5])
def test_more_than_four_specified_influences_are_a_warning(last):
    """§Validation Rules: a warning if "more than 4 joint influences are specified for any vertex (before
    capping)", which names the vertex and the dropped joints."""
    cases = {
        "0–23": {"weights": [{"primitive_id": "p", "bones": five(last)}]},
        "7": {"weight_maps": [{"primitive_id": "p", "overrides": [{"vertices": [7], "bones": five(last)}]}]},
        "0, 3": {
            "weight_maps": [
                {"primitive_id": "p", "gradients": [{**ALONG, "from": five(last), "to": five(1)[:4]}]}
            ]
        },
    }
    for vertices, binding in cases.items():
        (found,) = [
            finding for finding in check_text(text(document(binding))).findings if finding.rule == "RIGY-W01"
        ]
        assert "'b10'" in found.message
        assert f" {vertices}" in found.message
    four = document({"weights": [{"primitive_id": "p", "bones": five(1)[:4]}]})
    assert "RIGY-W01" not in rules(four)


def test_a_gradient_counts_the_bones_of_both_ends_between_them():
    wide = {**ALONG, "range": [-2, 2], "from": five(1)[:2], "to": five(1)[2:5]}
    narrow = {**wide, "range": [-1, 1]}
    for gradient, count in ((wide, 1), (narrow, 0)):
        tree = document({"weight_maps": [{"primitive_id": "p", "gradients": [gradient]}]})
        assert rules(tree).count("RIGY-W01") == count


def test_weights_and_a_weight_map_are_a_warning():
    weights = [{"primitive_id": "p", "bones": [{"bone_id": "arm", "weight": 1}]}]
    tree = document({"weights": weights, "weight_maps": [{"primitive_id": "p", "overrides": [FIRST]}]})
    assert rules(tree) == ["RIGY-W02"]
    assert rows(tree)[5] == [("arm", 1.0)]


def test_two_entries_of_weights_are_a_warning_and_the_last_applies():
    entries = [{"primitive_id": "p", "bones": [{"bone_id": name, "weight": 1}]} for name in ("arm", "zed")]
    assert rules(document({"weights": entries})) == ["RIGY-P47"]
    assert rows(document({"weights": entries}))[0] == [("zed", 1.0)]


@pytest.fixture
def glb(tmp_path):
    """The JSON and the buffer of the GLB of a document."""
    return lambda tree: read_glb(tree, tmp_path / "m.glb")


def read_glb(tree, path):
    pantin.save(pantin.compile(text(tree).encode()), path)
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + length]), data[28 + length :]


def accessor(tree, binary, index):
    kinds = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
    own = tree["accessors"][index]
    view = tree["bufferViews"][own["bufferView"]]
    start = view.get("byteOffset", 0) + own.get("byteOffset", 0)
    count = own["count"] * width[own["type"]]
    dtype = np.dtype(kinds[own["componentType"]]).newbyteorder("<")
    return np.frombuffer(binary, dtype, count, start).reshape(own["count"], -1)


def test_the_file_has_sorted_influences_and_ordered_attributes(glb):
    """§Canonicalization Requirements: weight descending, then bone_id ascending; POSITION, NORMAL, …"""
    bones = [{"bone_id": name, "weight": weight} for name, weight in
             (("zed", 0.5), ("b9", 0.25), ("b10", 0.25), ("Arm", 0.5), ("arm", 0.5))]  # fmt: skip
    tree, binary = glb(document({"weights": [{"primitive_id": "p", "bones": bones}]}))
    attributes = tree["meshes"][0]["primitives"][0]["attributes"]
    assert list(attributes) == ["POSITION", "NORMAL", "JOINTS_0", "WEIGHTS_0"]
    joints = accessor(tree, binary, attributes["JOINTS_0"])
    names = [tree["nodes"][joint]["name"] for joint in tree["skins"][0]["joints"]]
    assert [names[joint] for joint in joints[0]] == ["Arm", "arm", "zed", "b10"]
    weights = accessor(tree, binary, attributes["WEIGHTS_0"])
    assert tree["accessors"][attributes["WEIGHTS_0"]]["componentType"] == 5126
    assert weights[0].tolist() == [np.float32(w / 1.75) for w in (0.5, 0.5, 0.5, 0.25)]


def test_the_same_document_gives_the_same_bytes(glb):
    """§Determinism."""
    for seed in range(5):
        tree = document(random_binding(random.Random(seed), 3.0))
        assert glb(tree) == glb(tree)


def test_inverse_bind_matrices_bring_vertices_into_the_space_of_their_joint(glb):
    """§LBS: v' = Σ w · M · IBM · v, and IBM takes mesh space to the bind pose of the joint."""
    tree = document({})
    tree["armatures"][0]["bones"] = [
        {"id": "hip", "parent": "none", "head": [0, 1, 2], "tail": [0, 2, 2]},
        {"id": "arm", "parent": "hip", "head": [3, -1, 5], "tail": [0, 2, 2]},
    ]
    made, binary = glb(tree)
    matrices = accessor(made, binary, made["skins"][0]["inverseBindMatrices"]).reshape(-1, 4, 4)
    for matrix, head in zip(matrices, ([0, 1, 2], [3, -1, 5]), strict=True):
        assert (matrix.T @ np.array([*head, 1.0])).tolist() == [0, 0, 0, 1]


TRANSITION = """\
rigy_version: "0.3"
meshes:
  - id: arm
    primitives:
      - { id: upper, type: capsule, dimensions: [0.08, 0.3, 0.08], translation: [0, 0.85, 0] }
armatures:
  - id: arm_rig
    bones:
      - { id: shoulder, head: [0, 1.0, 0], tail: [0, 0.7, 0], parent: none }
      - { id: elbow, head: [0, 0.7, 0], tail: [0, 0.42, 0], parent: shoulder }
bindings:
  - mesh_id: arm
    armature_id: arm_rig
    weights:
      - { primitive_id: upper, bones: [{ bone_id: shoulder, weight: 1.0 }] }
    weight_maps:
      - primitive_id: upper
        gradients:
          - axis: y
            range: [0.72, 0.82]
            from: { bone_id: shoulder, weight: 1.0 }
            to: { bone_id: elbow, weight: 1.0 }
"""


def test_a_gradient_sets_the_vertices_outside_its_range_too():
    """Gradient: "If `p <= range[0]`: vertex receives `from` weights", and above likewise. The Full Example
    says that gradients override only the vertices in the transition zone, which that rule contradicts; W02
    says that the weights have no effect. docs/rigy-conformance.md lists this reading."""
    (surface,) = compile_text(TRANSITION).rig.meshes[0].surfaces
    height = surface.positions[:, 1].astype(np.float64)
    dense = surface.influences.dense(2)
    assert height.min() < 0.72
    assert height.max() > 0.82
    assert dense[:, 1] == pytest.approx(np.clip((height - 0.72) / 0.1, 0, 1), abs=1e-6)
    assert dense.sum(axis=1) == pytest.approx(1)
    assert "RIGY-W02" in [finding.rule for finding in check_text(TRANSITION).findings]
