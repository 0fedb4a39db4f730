"""`check` runs all rules, and says where in a text a finding is."""

from __future__ import annotations

import json

import pytest

from pantin.formats.gltf import check as module
from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read
from pantin.report import CATALOGUE, Rule

CORE_GROUPS = [group for group, _ in (*module.JSON_GROUPS, *module.DATA_GROUPS)]

BAD = b"""{
  "asset": {"version": "2.0"},
  "nodes": [
    {"name": 1}
  ]
}
"""


def test_findings_of_text_have_line_and_column():
    finding = next(each for each in check(read(BAD, name="a.gltf")) if each.severity == "error")
    assert (finding.pointer, finding.line, finding.column) == ("/nodes/0/name", 4, 6)


def test_a_member_that_is_missing_is_shown_at_its_object():
    finding = next(iter(check(read(b'\n  {"scenes": []}', name="a.gltf"))))
    assert (finding.rule, finding.pointer, finding.line, finding.column) == (
        "GLTF-UNDEFINED_PROPERTY",
        "/",
        2,
        3,
    )


def test_findings_of_a_glb_have_no_line():
    text = BAD + b" " * (-len(BAD) % 4)
    chunk = len(text).to_bytes(4, "little") + b"JSON" + text
    data = b"glTF" + (2).to_bytes(4, "little") + (12 + len(chunk)).to_bytes(4, "little") + chunk
    found = check(read(data))
    assert "/nodes/0/name" in [finding.pointer for finding in found]
    assert {finding.line for finding in found} == {None}


@pytest.mark.parametrize("text", [b"", b"[]", b"1", b"null", b"{}", b'{"asset": 1}', b"\xff"])
def test_a_text_that_is_no_gltf_has_one_error(text):
    assert len([each for each in check(read(text, name="a.gltf")) if each.severity == "error"]) == 1


POINTS = {"attributes": {"POSITION": 0}}
MANY = 3000


@pytest.mark.parametrize(
    "tree",
    [
        {"meshes": [{"primitives": [POINTS] * MANY}], "nodes": [{"mesh": 0}] * MANY},
        {
            "accessors": [{"componentType": 5126, "count": 0, "type": "VEC3"}] * MANY,
            "meshes": [{"primitives": [{"attributes": {f"_A{i}": i for i in range(MANY)}}]}],
        },
        {
            "meshes": [{"primitives": [POINTS]}],
            "skins": [{"joints": [2 * i]} for i in range(MANY)],
            "nodes": [one for i in range(MANY) for one in ({}, {"mesh": 0, "skin": i})],
            "scenes": [{"nodes": [2 * i, 2 * i + 1]} for i in range(MANY)],
        },
    ],
    ids=["nodes that share a mesh", "attributes of broken counts", "skins in scenes of their own"],
)
def test_lists_are_not_gone_through_for_each_other(tree):
    """Done so, each of these would take minutes."""
    assert check(read(json.dumps({"asset": {"version": "2.0"}} | tree).encode(), name="a.gltf"))


def test_every_gltf_rule_is_run():
    """The rules of the groups, those that the walk applies, and the three that `check` calls by name."""
    groups = (module.container.RULES, module.json.RULES, *CORE_GROUPS)
    walked = {each.id for each in vars(module.schema_rules).values() if isinstance(each, Rule)}
    listed = {each.id for group in groups for each in group}
    loaded = (*module.part_groups(), *module.extension_groups())
    extended = {each.id for group in loaded for each in group}
    assert {id for id in CATALOGUE if id.startswith("GLTF-")} - extended == listed | walked


def test_rules_of_an_extension_are_run_where_a_text_names_it_even_escaped():
    every = set(module.extension_groups())
    assert not set(module.extension_groups(read(b'{"asset": {"version": "2.0"}}')))
    named = b'{"asset": {"version": "2.0"}, "extensions": {"VRM": {}, "STAIK_skeletons": {}}}'
    groups = set(module.extension_groups(read(named)))
    assert {group[0].id.partition("-")[0] for group in groups} == {"STAIK", "VRM0"}
    # An escaped text may spell any name.
    assert groups < set(module.extension_groups(read(named.replace(b"VRM", b"V\\u0052M")))) < every


def test_rules_of_an_extension_with_a_schema_are_run_where_it_is_declared():
    used = b'{"asset": {"version": "2.0", "generator": "KHR_materials_volume"}, "extensionsUsed": ["%s"]}'
    assert not list(module.extension_groups(read(used % b"EXT_other")))
    (group,) = module.extension_groups(read(used % b"KHR_lights_punctual"))
    assert group[0].id == "GLTF-KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES"


def test_no_rule_is_run_twice():
    groups = (module.container.RULES, module.json.RULES, *CORE_GROUPS)
    listed = [each.id for group in (*groups, *module.part_groups()) for each in group]
    assert len(listed) == len(set(listed))


def test_rules_of_a_part_are_imported_for_files_that_have_it():
    """Start-up time: a rigged model need not have cameras, images and materials."""
    assert not list(module.part_groups(read(b'{"asset": {"version": "2.0"}}')))
    camera = b'{"asset": {"version": "2.0"}, "cameras": [{"type": "x"}]}'
    assert [group[0].id for group in module.part_groups(read(camera))] == ["GLTF-CAMERA_XMAG_YMAG_ZERO"]
