"""Common typos: the finding that exists anyway ends with a hint."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.compile import check_text
from pantin.formats.rigy.rules.typos import TYPOS

MESH = "{{id: m, primitives: [{{id: p, {0}}}]}}"
BOX = "type: box, dimensions: {x: 1, y: 1, z: 1}"
BONE = "{{id: root, parent: {0}, head: [0, 0, 0], tail: [0, 1, 0]}}"


def primitive(keys):
    return f"version: '0.12'\nmeshes: [{MESH.format(keys)}]\n"


def pose(keys):
    bone = BONE.format("none")
    armature = f"{{id: a, bones: [{bone}]}}"
    return f"version: '0.12'\narmatures: [{armature}]\nposes: [{{id: q, bones: {{root: {{{keys}}}}}}}]\n"


BOUND = (
    f"version: '0.3'\nmeshes: [{MESH.format(BOX)}]\narmatures: [{{id: a, bones: [{BONE.format('none')}]}}]\n"
    "bindings: [{mesh_id: m, armature_id: a}]\n"
)

DOCUMENTS = {
    ("transform", "position"): (primitive(f"{BOX}, transform: {{position: [1, 0, 0]}}"), "RIGY-V57"),
    ("transform", "location"): (primitive(f"{BOX}, transform: {{location: [1, 0, 0]}}"), "RIGY-V57"),
    ("transform", "rotation"): (primitive(f"{BOX}, transform: {{rotation: [0, 0, 30]}}"), "RIGY-V57"),
    ("transform", "scale"): (primitive(f"{BOX}, transform: {{scale: [2, 2, 2]}}"), "RIGY-V57"),
    ("primitive", "position"): (primitive(f"{BOX}, position: [1, 0, 0]"), "RIGY-V57"),
    ("primitive", "rotation"): (primitive(f"{BOX}, rotation: [0, 0, 30]"), "RIGY-V57"),
    ("primitive", "size"): (primitive(f"{BOX}, size: [1, 1, 1]"), "RIGY-V57"),
    ("primitive", "color"): (primitive(f"{BOX}, color: red"), "RIGY-V57"),
    ("anchor", "position"): (
        "version: '0.3'\nanchors: [{id: a, translation: [0, 0, 0], position: [1, 0, 0]}]\n",
        "RIGY-V33",
    ),
    ("bone of a pose", "position"): (pose("position: [1, 0, 0]"), "RIGY-V57"),
    ("bone of a pose", "rotation"): (pose("rotation: [0, 0, 30]"), "RIGY-P13"),
    ("mirror_x", "from"): (
        "version: '0.3'\nsymmetry: {mirror_x: {from: L_, prefix_from: L_, prefix_to: R_}}\n",
        "RIGY-V33",
    ),
    ("mirror_x", "to"): (
        "version: '0.3'\nsymmetry: {mirror_x: {to: R_, prefix_from: L_, prefix_to: R_}}\n",
        "RIGY-V33",
    ),
    ("cylinder", "length"): (
        primitive("type: cylinder, dimensions: {radius: 1, height: 1, length: 2}"),
        "RIGY-P35",
    ),
    ("capsule", "length"): (
        primitive("type: capsule, dimensions: {radius: 1, height: 1, length: 2}"),
        "RIGY-P35",
    ),
    ("wedge", "width"): (primitive("type: wedge, dimensions: {x: 1, y: 1, z: 1, width: 1}"), "RIGY-P35"),
    ("wedge", "height"): (primitive("type: wedge, dimensions: {x: 1, y: 1, z: 1, height: 1}"), "RIGY-P35"),
    ("wedge", "depth"): (primitive("type: wedge, dimensions: {x: 1, y: 1, z: 1, depth: 1}"), "RIGY-P35"),
    **{
        ("primitive", name): (primitive(f"type: sphere, {name}: 1"), "RIGY-V57")
        for name in ("radius", "height", "x", "y", "z", "width", "depth", "length", "diameter")
    },
    ("primitive", "children"): (primitive(f"{BOX}, children: []"), "RIGY-V57"),
    **{
        ("bone", key): (
            f"version: '0.3'\narmatures: [{{id: a, bones: [{BONE.format(f'none, {key}: 1')}]}}]\n",
            "RIGY-V33",
        )
        for key in ("position", "length", "children")
    },
    ("binding", "mesh"): (BOUND.replace("mesh_id", "mesh"), "RIGY-V33"),
    ("binding", "armature"): (BOUND.replace("armature_id", "armature"), "RIGY-V33"),
    ("weights entry", "bone_id"): (
        BOUND.replace("_id: a}", "_id: a, weights: [{primitive_id: p, bone_id: root, bones: []}]}"),
        "RIGY-V33",
    ),
    ("missing", "bone parent"): (BOUND.replace("parent: none, ", ""), "RIGY-V34"),
    ("missing", "primitive dimensions"): (primitive("type: sphere"), "RIGY-V34"),
    ("missing", "primitive type"): (primitive("dimensions: {radius: 1}"), "RIGY-V34"),
    ("missing", "Rigy document version"): ("meshes: []\n", "RIGY-V34"),
    ("null", "parent"): (
        f"version: '0.3'\narmatures: [{{id: a, bones: [{BONE.format('null')}]}}]\n",
        "RIGY-P10",
    ),
    ("number", "version 0.1"): ("version: 0.1\nmeshes: []\n", "RIGY-P10"),
    ("yaml", "tab"): ("version: '0.3'\nmeshes:\n\t- id: m\n", "RIGY-P01"),
}


@pytest.mark.parametrize("typo", TYPOS, ids=" ".join)
def test_a_typo_has_one_error_with_its_hint(typo):
    document, rule = DOCUMENTS[typo]
    (finding,) = check_text(document).errors
    assert finding.rule == rule
    assert finding.message.endswith(f"; {TYPOS[typo]}")


def test_an_empty_value_elsewhere_has_no_hint():
    (finding,) = check_text("version: '0.3'\nmeshes: [{id: null, primitives: []}]\n").errors
    assert finding.message == "'id' must be a string, not an empty value"
