"""One mistake is one error: what could not be read explains the findings that would follow from it."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
import yaml

from pantin.base.limits import Limits
from pantin.formats.rigy.check import make_scopes, run_rules
from pantin.formats.rigy.compile import check_file, check_text, read_project
from pantin.formats.rigy.profile import STANDARD
from pantin.formats.rigy.rules.unreadable import HARMLESS

CASES = sorted((Path(__file__).parents[3] / "cases").glob("RIGY-*/bad*.yaml"))


@pytest.mark.parametrize("case", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_bad_case_of_a_rule_is_one_error_and_every_finding_has_a_place(case):
    report = check_file(case)
    (own,) = [finding for finding in report.findings if finding.rule == case.parent.name]
    errors = [finding for finding in report.findings if finding.severity == "error"]
    assert errors == ([own] if own.severity == "error" else [])
    for finding in report.findings:
        assert finding.line is not None, finding
        assert finding.column is not None, finding


DOCUMENT = """
version: "0.13"
params: {high: 1.2, n: 3}
materials:
  red: {base_color: [1, 0, 0, 1], uses_uv_roles: [albedo]}
  blue: {base_color: ["=1/2", 0, 1, 0.5]}
meshes:
  - id: body
    material: blue
    primitives:
      - id: torso
        type: capsule
        dimensions: {radius: 0.3, height: $high}
        transform: {translation: [0, 1, 0], rotation_degrees: [0, 10, 0]}
        tags: [a]
      - {id: L_arm, type: box, dimensions: {x: 1, y: 0.2, z: "=0.1*2"}, transform: {translation: [1, 1, 0]}}
      - {id: slab, type: box, aabb: {min: [0, 0, 0], max: [1, 1, 1]}}
      - repeat: {count: 2, as: i, body: {id: "p${i}", type: cylinder, dimensions: {radius: 0.1, height: 1}}}
      - macro: box_decompose
        id: wall
        axis: x
        span: [0, 8]
        height: 2.7
        thickness: 0.2
        cutouts: [{id: door, span: [3, 4], bottom: 0.5, top: 2}]
      - macro: triangle_prism_on_plane
        id: gable
        plane: {origin: [0, 0, 2], normal: [0, 0, 1]}
        leg_p: [3, 0, 0]
        leg_q: [0, 2, 0]
        length: 0.1
  - id: ball
    material: red
    primitives: [{id: b, type: sphere, dimensions: {radius: 1}}]
    uv_sets: {uv0: {generator: sphere_latlong@1}}
    uv_roles: {albedo: {set: uv0}}
  - id: bean
    material: blue
    primitives:
      - id: s
        type: implicit_surface
        domain: {aabb: {min: [-1, -1, -1], max: [1, 1, 1]}, grid: {nx: 5, ny: 5, nz: 5}}
        iso: 0.3
        ops: [{op: add, field: metaball_capsule@1, strength: 2, radius: 0.9, height: 0.5}]
        extraction: {algorithm: marching_cubes@1}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: L_hand, parent: root, head: [1, 1, 0], tail: [2, 1, 0], roll: 0.1}
bindings:
  - mesh_id: body
    armature_id: rig
    skinning_solver: dqs
    weights:
      - {primitive_id: torso, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: wall_gap_0, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: p1, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: p0, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: slab, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: wall_gap_1, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: wall_door_below, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: wall_door_above, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: gable, bones: [{bone_id: root, weight: 1}]}
    weight_maps:
      - primitive_id: L_arm
        gradients:
          - {axis: x, range: [0, 1], from: {bone_id: root, weight: 1}, to: {bone_id: L_hand, weight: 0.5}}
        overrides: [{vertices: [0, 1], bones: [{bone_id: L_hand, weight: 1}]}]
anchors:
  - {id: L_p, translation: [1, 0, 0]}
  - {id: L_q, translation: [2, 0, 0]}
  - {id: L_r, translation: [1, 1, 0]}
instances:
  - {id: L_i, mesh_id: ball, attach3: {from: [L_p, L_q, L_r], to: [L_p, L_q, L_r], mode: rigid}}
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
skinning_solver: lbs
poses: [{id: up, bones: {L_hand: {rotation: [1, 0, 0, 0], translation: [0, 1, 0]}}}]
"""
WHOLE = yaml.safe_load(DOCUMENT)


def paths(value, path=()):
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from paths(inner, (*path, key))


def inside(value, path):
    for token in path:
        value = value[token]
    return value


PATHS = list(paths(WHOLE))
RENAMED = {("materials", "blue"), ("materials", "red")}
"""Names that several parts of the document refer to: each reference is a finding."""


def errors_with(change, path):
    document = copy.deepcopy(WHOLE)
    holder = inside(document, path[:-1])
    change(holder, path[-1])
    report = check_text(json.dumps(document, indent=0))
    for finding in report.findings:
        assert finding.line is not None, (path, finding)
        assert len(finding.message) < 260, (path, finding)
    return [finding for finding in report.findings if finding.severity == "error"]


def test_the_document_is_right():
    assert check_text(DOCUMENT).findings == ()


def rename(holder, key):
    items = list(holder.items())
    holder.clear()
    holder.update({(f"{name[:-1]}w" if len(name) > 2 else f"{name}w") if name == key else name: value
                   for name, value in items})  # fmt: skip


def test_a_misspelt_key_is_one_error():
    for path in PATHS:
        if isinstance(path[-1], str) and path not in RENAMED and path[:-1] != ("params",):
            found = errors_with(rename, path)
            assert len(found) == 1, (path, found)


@pytest.mark.parametrize("value", ["=1/0", "=" + "1+" * 3000, "$nope", "a$high", ["a"], -5])
def test_a_value_of_the_wrong_kind_is_one_error(value):
    def put(holder, key):
        holder[key] = value

    for path in PATHS:
        found = errors_with(put, path)
        assert len(found) <= 1 or "id" in path or path[-1] == "translation", (path, found)


def test_a_missing_key_of_a_leaf_is_one_error_at_most():
    def remove(holder, key):
        del holder[key]

    for path in PATHS:
        if (
            isinstance(path[-1], str)
            and not isinstance(inside(WHOLE, path), dict | list)
            and path[-1] != "id"
        ):
            found = errors_with(remove, path)
            assert len({finding.rule for finding in found}) <= 1, (path, found)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("primitves: []", "primitves"),
        ("primitives: [{id: b, type: box, dimensions: {x: 1, y: 1, z: 1, wdth: 2}}]", "wdth"),
        ("primitives: [{id: b, type: box, dimensions: {x: 1}, transfrom: {}}]", "transfrom"),
        ("primitives: [{repeat: {count: 1, as: i, bdoy: {}}}]", "bdoy"),
        ("primitives: [{id: b, type: box, aabb: {min: [0, 0, 0], mx: [1, 1, 1]}}]", "mx"),
        (
            "primitives: [{macro: box_decompose, id: w, axis: x, span: [0, 1], hight: 1, thickness: 1}]",
            "hight",
        ),
        ("primitives: [], uv_roles: {albdo: {set: uv0}}, uv_sets: {uv0: {generator: planar_xy@1}}", "albdo"),
    ],
)
def test_the_column_of_an_unknown_key_is_that_of_the_key(text, key):
    second = f"meshes: [{{id: m,    {text}}}]"
    report = check_text(f'version: "0.13"\n{second}')
    (error,) = [finding for finding in report.findings if finding.severity == "error"]
    assert (error.line, error.column) == (2, second.index(key) + 1)


REPEATS = [
    ("materials: {repeat: {count: 1, as: i, body: {}}}", "it is in 'materials', which is a mapping"),
    ("repeat: {count: 1, as: i, body: {}}", "it is at the top level of a document"),
    ("anchors: [{repeat: {count: 1, as: i, body: {}}, id: a}]", "also has the key 'id'"),
    ("anchors: [{repeat: 3}]", "it must be a mapping with count, as and body, not 3"),
    ("anchors: [{repeat: {count: 1, as: i}}]", "missing key 'body'"),
    ("anchors: [{repeat: {count: 1, as: i, body: [1]}}]", "its body must be a mapping, not a list"),
    ("anchors: [{repeat: {cont: 1, as: i, body: {}}}]", "unknown key 'cont'; did you mean 'count'?"),
    (
        "anchors: [{repaet: {count: 1, as: i, body: {id: '${i}'}}}]",
        "unknown key 'repaet'; did you mean 'repeat'?",
    ),
]


@pytest.mark.parametrize(("text", "says"), REPEATS)
def test_a_finding_about_a_repeat_says_what_is_wrong(text, says):
    (error,) = check_text(f'version: "0.13"\n{text}').findings
    assert error.rule == "RIGY-V64"
    assert says in error.message


@pytest.mark.parametrize("version", ["0.11", "0.12", "0.13"])
def test_an_empty_surface_is_only_reported_where_the_rest_is_right(version):
    """P84 after V79: whether a surface is empty says nothing while it has another error."""
    surface = """{id: s, type: implicit_surface, iso: 9,
  domain: {aabb: {min: [-1, -1, -1], max: [1, 1, 1]}, grid: {nx: 5, ny: 5, nz: 5}},
  ops: [{op: add, field: metaball_sphere@1, strength: 2, radius: 0.9}]}"""
    found = [
        one.rule
        for one in check_text(f'version: "{version}"\nmeshes: [{{id: m, primitives: [{surface}]}}]').findings
    ]
    assert found == (["RIGY-P84"] if version == "0.13" else ["RIGY-V79"])


def test_a_bad_wall_is_one_finding():
    """P80 once: a wall of negative height has no room for its openings, and no boxes to refer to."""
    for wrong in ("height: -1", "height: 0"):
        text = DOCUMENT.replace("height: 2.7", wrong)
        assert [one.rule for one in check_text(text).findings] == ["RIGY-P80"]
    text = DOCUMENT.replace("span: [0, 8]", "span: [8, 0]")
    assert [one.rule for one in check_text(text).findings] == ["RIGY-P80"]


def test_independent_mistakes_are_all_found_in_one_run():
    text = (
        DOCUMENT.replace("radius: 0.3", "radius: -1").replace("parent: root", "parent: rot")
        .replace("iso: 0.3", "iso: x").replace("mode: rigid", "mode: stiff")
    )  # fmt: skip
    found = {one.rule for one in check_text(text).findings}
    assert found == {"RIGY-V07", "RIGY-P30", "RIGY-P10", "RIGY-P12"}


WALL = {
    "macro": "box_decompose", "id": "wall", "axis": "x", "span": [0, 8], "height": 2.7, "thickness": 0.2,
    "cutouts": [{"id": "door", "span": [3, 4], "top": 2}, {"id": "window", "span": [5, 6], "bottom": 1}],
}  # fmt: skip
PRISM = {
    "macro": "triangle_prism_on_plane", "id": "gable", "plane": {"origin": [0, 0, 2], "normal": [0, 0, 1]},
    "leg_p": [3, 0, 0], "leg_q": [0, 2, 0], "length": 0.1,
}  # fmt: skip


@pytest.mark.parametrize(
    ("item", "change", "version", "rule"),
    [
        (WALL, {"offset": "x", "offset_mode": "neg_face"}, "0.13", "RIGY-P10"),
        (WALL, {"offset": 1, "offset_mode": "left"}, "0.13", "RIGY-P12"),
        (WALL, {"ofset": 1, "offset_mode": "neg_face"}, "0.13", "RIGY-V57"),
        (WALL, {"offset": 1, "offset_mode": "neg_face"}, "0.11", "RIGY-V77"),
        (WALL, {"offset": 1, "offset_mode": "neg_face"}, "0.12", "RIGY-P80"),
        (WALL, {"cutouts": [{"id": "a", "span": [3, 99]}, {"id": "b", "span": [5, 6]}]}, "0.13", "RIGY-P80"),
        (PRISM, {"leg_p": [1, 2, 3]}, "0.13", "RIGY-P80"),
        (PRISM, {"plane": {"origin": [0, 0, 0], "normal": [1, 2, 3]}}, "0.13", "RIGY-P80"),
    ],
)
def test_the_values_of_a_macro_are_only_compared_where_they_are_right(item, change, version, rule):
    """No P80 follows from another finding, and none from another P80."""
    tree = {"version": version, "meshes": [{"id": "m", "primitives": [{**item, **change}]}]}
    assert [finding.rule for finding in check_text(json.dumps(tree)).errors] == [rule]


def test_every_fault_of_reading_is_reported():
    """A fault explains what follows from it, and never itself: no document compiles with one."""
    for value in (None, [], {}, "x", 5):
        for path in PATHS:
            document = copy.deepcopy(WHOLE)
            inside(document, path[:-1])[path[-1]] = value
            text = json.dumps(document)
            project, source = read_project(text, None, STANDARD, Limits(), None, False)
            faults = [fault for fault in source.faults.listed if fault.kind not in HARMLESS]
            assert not faults or run_rules(make_scopes(project), STANDARD), (path, value)


ROOF = """version: "0.12"
params: {r: %s}
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: %s}}]}]"""
BOUND = """version: "0.3"
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}]
armatures: [{id: a, bones: []}]
bindings:
  - mesh_id: m
    armature_id: a
    weights: [{primitive_id: p, bones: [{bone_id: k, weight: 1}]}]
    weight_maps: [{primitive_id: p, overrides: [{vertices: [0], bones: [{bone_id: j, weight: 1}]}]}]"""


@pytest.mark.parametrize("use", ["$r", '"=$r * 2"', '"=2 / max(1, $r)"'])
@pytest.mark.parametrize("value", ["null", "[1]", "{a: 1}", ".inf"])
def test_an_expression_of_a_param_that_cannot_be_read_is_no_other_finding(use, value):
    assert [one.rule for one in check_text(ROOF % (value, use)).errors] == ["RIGY-V58"]


def test_bones_of_an_armature_without_bones_are_no_other_finding():
    assert [one.rule for one in check_text(BOUND).errors] == ["RIGY-P32"]


@pytest.mark.parametrize(("mesh", "wall", "rule"), [("m", "0", "P10"), ("m", '""', "P11"), ("0", "m", "P10")])
def test_the_mesh_of_a_wall_is_only_compared_where_both_are_read(mesh, wall, rule):
    text = f"""version: "0.12"
meshes:
  - id: {mesh}
    primitives:
      - {{macro: box_decompose, id: w, mesh: {wall}, axis: x, span: [0, 8], height: 2, thickness: 0.2}}"""
    assert [one.rule for one in check_text(text).errors] == [f"RIGY-{rule}"]
