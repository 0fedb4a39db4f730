"""The keys of a document."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from pathlib import Path

import jsonschema
import pytest
import yaml

from pantin.formats.rigy.compile import check_text
from pantin.formats.rigy.schema.keys import DOCUMENT, json_schema
from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.source import compose


def read(text):
    faults = Faults()
    return DOCUMENT.read(compose(text).root, (), faults), [(one.kind, one.path) for one in faults.listed]


def test_a_document_needs_only_its_version():
    document, faults = read("version: '0.3'")
    assert not faults
    assert document.meshes == document.armatures == document.instances == ()


def test_units_coordinates_and_profile_have_one_value_each():
    """Rigy 0.3, Coordinate System & Units."""
    good = "version: '0.3'\nunits: meters\ncoordinate_system: {up: Y, forward: -Z, handedness: right}\n"
    assert not read(good)[1]
    assert read(good.replace("up: Y", "up: Z"))[1] == [("word", ("coordinate_system", "up"))]
    assert read(good.replace("meters", "feet"))[1] == [("word", ("units",))]


def test_from_and_import_are_words_of_python_and_have_other_names_here():
    attach = "{from: [a, b, c], to: [d, e, f], mode: rigid}"
    document, faults = read(f"version: '0.3'\ninstances: [{{id: i, import: x, attach3: {attach}}}]")
    assert not faults
    assert document.instances[0].source == "x"
    assert document.instances[0].attach3.start == ("a", "b", "c")


def test_checks_of_other_tools_are_passed_over():
    assert not read("version: '0.3'\ngeometry_checks: {anything: [1]}")[1]


ROOT = Path(__file__).parents[4]
EXAMPLES = sorted((ROOT / "examples" / "rigy").rglob("*.yaml"))
MISSHAPEN = [
    "RIGY-V33", "RIGY-V34", "RIGY-P10", "RIGY-P11", "RIGY-P12", "RIGY-P13", "RIGY-P14", "RIGY-P19",
    "RIGY-P21", "RIGY-P60",
]  # fmt: skip


def kind(path):
    return path.name.split(".")[1]


@cache
def validator(name="rigy"):
    """Made once: `jsonschema.validate` checks the schema itself each time, which takes long."""
    return jsonschema.Draft202012Validator(json_schema(name))


@pytest.mark.parametrize("name", ["rigy", "rigs", "ricy"])
def test_the_schema_is_a_schema(name):
    jsonschema.Draft202012Validator.check_schema(json_schema(name))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_fit(path):
    validator(kind(path)).validate(compose(path.read_bytes()).root)


@pytest.mark.parametrize("rule", MISSHAPEN)
def test_misshapen_documents_do_not_fit_and_their_neighbours_do(rule):
    folder = ROOT / "tests" / "cases" / rule
    bad, good = (next(folder.glob(f"{name}.rig?.yaml")) for name in ("bad", "good"))
    validator(kind(good)).validate(compose(good.read_bytes()).root)
    with pytest.raises(jsonschema.ValidationError):
        validator(kind(bad)).validate(compose(bad.read_bytes()).root)


def test_other_kinds_are_a_bad_call():
    with pytest.raises(ValueError, match="rigy, rigs, ricy"):
        json_schema("sigy")


CASES = ROOT / "tests" / "cases"
GOOD = sorted(CASES.glob("RIGY-*/good*.rig?.yaml"))
FULL_EXAMPLE = """
rigy_version: "0.3"
meshes:
  - id: arm
    primitives:
      - {id: upper, type: capsule, dimensions: [0.08, 0.3, 0.08], translation: [0, 0.85, 0]}
armatures:
  - id: arm_rig
    bones:
      - {id: shoulder, head: [0, 1.0, 0], tail: [0, 0.7, 0], parent: none}
      - {id: elbow, head: [0, 0.7, 0], tail: [0, 0.42, 0], parent: shoulder}
bindings:
  - mesh_id: arm
    armature_id: arm_rig
    skinning_solver:
    weights: [{primitive_id: upper, bones: [{bone_id: shoulder, weight: 1.0}]}]
    weight_maps:
      - primitive_id: upper
        overrides: [{vertex_index: 3, bones: [{bone_id: elbow, weight: 1}]}]
        gradients:
          - axis: y
            range: [0.72, 0.82]
            from: {bone_id: shoulder, weight: 1.0}
            to: [{bone_id: elbow, weight: 1.0}]
"""
"""The keys and spellings of the Full Example of Rigy 0.3, and those of chapter 6.4."""

STAND_INS = """
version: "0.14"
params: {solid: box, up: y, n: 2, side: "0.5", bone: root}
meshes:
  - id: m
    primitives:
      - {repeat: {count: 2, as: i, body: {id: "p${i}", type: $solid, dimensions: {x: $n, y: "=1/2", z: 1}}}}
      - {id: s, type: box, aabb: {min: [0, 0, 0], max: [1, 1, 1]}, tags: }
armatures: [{id: r, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]},
  {repeat: {count: 2, as: i, body:
    {id: "b${i}", parent: $bone, head: [0, "${i}", 0], tail: [0, "=${i}+1", 0]}}}]}]
bindings:
  - mesh_id: m
    armature_id: r
    weights: [{primitive_id: p0, bones: [{repeat: {count: 2, as: i, body: {bone_id: "b${i}", weight: 0.5}}}]}]
    weight_maps: [{primitive_id: p1, gradients: [
      {axis: $up, range: [0, 1], from: {bone_id: b0, weight: 1}, to: {bone_id: b1, weight: 1}}]}]
"""


def accepts(text):
    return validator().is_valid(compose(text).root)


@pytest.mark.parametrize("text", [FULL_EXAMPLE, STAND_INS], ids=["spellings", "params, repeats, expressions"])
def test_what_the_compiler_reads_fits(text):
    assert not check_text(text).errors
    assert accepts(text)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_good_case_fits(path):
    validator(kind(path)).validate(compose(path.read_bytes()).root)


VALUES = [
    None,
    True,
    "x",
    "",
    [],
    {},
    [1, 2, 3],
    0,
    2,
    1.5,
    "=1",
    "$n",
    "$up",
    "0.5",
    {"a": 1},
    ["a"],
    [None],
]


def test_whatever_the_compiler_accepts_fits():
    """Random values for random keys: where the compiler has no error, the schema has none either."""
    choose = random.Random(5)
    trees = [yaml.safe_load(text) for text in (FULL_EXAMPLE, STAND_INS)]
    accepted = 0
    for _ in range(1500):
        tree = copy.deepcopy(choose.choice(trees))
        holder = tree
        while True:
            key = choose.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
            if not isinstance(holder[key], dict | list) or not holder[key] or choose.random() < 0.1:
                break
            holder = holder[key]
        holder[key] = choose.choice(VALUES)
        text = json.dumps(tree)
        if not check_text(text).errors:
            accepted += 1
            assert accepts(text), text
    assert accepted > 40
