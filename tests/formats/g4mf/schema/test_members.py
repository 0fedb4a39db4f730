"""Every member with wrong values of every JSON type, checked as the published JSON schemas do.

`g4mf_verdicts.json` has what the schemas say (tests/oracles/g4mf_verdicts.py writes it). Where the text of
the specification says something else, the text wins: `ACCEPTED` and `REFUSED` list all of these.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import g4mf_whole
import pytest
from g4mf_whole import faults, whole_tree
from vrm_files import DELETED, change

from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.schema import Root
from pantin.formats.members.description import members
from pantin.formats.members.losses import held_members

VERDICTS = json.loads(Path(g4mf_whole.__file__).with_name("g4mf_verdicts.json").read_text())
FAULTS = faults(whole_tree())
AT_ONCE = 24
"""Faults of one file: as many as an exporter with a bug may write."""

GENERAL = {"G4MF-CORE-010", "G4MF-CORE-015", "G4MF-CORE-016", "G4MF-CORE-017"}
AGAIN = [0, 0, 0, 0, 0]

ACCEPTED: list[tuple[str, object, str]] = [
    (r"/nodes/\d+/skeleton/joints/\d", -1, "core, indices: −1 is a slot without a bone"),
    (r"/nodes/\d+/meshInstance/materials/\d", -1, "mesh instance: −1 keeps the material of the surface"),
    (r"/nodes/\d+/children", [], "node: the default is an empty array"),
    (r"/meshes/0/surfaces/0/geometry", [], "topology: edges are needed where it is not empty"),
    (r"/nodes/\d+/light/type", DELETED, "light: the default is point"),
    (r"/nodes/\d+/light", {}, "light: the default is point"),
    (r"/nodes/\d+/light", {"a": 1}, "light: the default is point"),
    (r"/nodes/\d+/modelInstance/\w+Overrides/\w+(/baseColor)?", None, "overrides: null removes the object"),
    (r"/asset/extensionsUsed", DELETED, "core: what is required is used, and nothing is"),
    (r"/materials/0/baseColor/textureMap", 7, "an older form, in which an accessor has a value per corner"),
    # The text nowhere says that the entries of these arrays differ.
    *((f"/{key}", AGAIN, "unique") for key in ("materials", "bufferViews", "accessors", "files", "buffers")),
    (r"/meshes/0/surfaces", AGAIN, "unique"),
    (r"/meshes/0/surfaces/0/geometry", AGAIN, "unique"),
    (r"/meshes/0/blend/shapes/\d/surfaces", AGAIN, "unique"),
    (r"/nodes/\d+/physics/trigger/nodes", AGAIN, "unique"),
]
"""Members and values that the schemas refuse and the text allows."""

REFUSED: list[tuple[str, str]] = [
    (r"/shapes/\d/size/\d", "shape: not negative"),
    (r"/shapes/\d/curves/\d/.*radii/\d", "shape: not negative"),
    (r"/nodes/\d+/physics/motion/(inertiaDiagonal|linearVelocity|angularVelocity)/\d", "motion: numbers"),
]
"""Members with values that the schemas take and the text refuses."""


def pointer_to(place):
    return "".join(f"/{key}" for key in place)


def refused(number):
    """The pointers that the schemas refuse of a fault."""
    place, value = FAULTS[number]
    mark, pointer = VERDICTS["marks"][number], pointer_to(place)
    found = {".": [], "=": [pointer], "^": [pointer_to(place[:-1])]}.get(mark)
    found = VERDICTS["more"][str(number)] if found is None else found
    if any(re.fullmatch(where, pointer) and repr(value) == repr(other) for where, other, _ in ACCEPTED):
        found = [inner for inner in found if inner not in (pointer, pointer_to(place[:-1]))]
    return found


def groups():
    """The numbers of faults, several at once, none inside of another and each of another object."""
    left = list(range(len(FAULTS)))
    while left:
        chosen: list[int] = []
        taken: set[tuple] = set()
        blocked: set[tuple] = set()
        holders: set[tuple] = set()
        for number in left:
            place = FAULTS[number][0]
            above = {place[:length] for length in range(1, len(place) + 1)}
            is_free = place not in blocked and place[:-1] not in holders and not above & taken
            if len(chosen) < AT_ONCE and is_free:
                chosen.append(number)
                taken.add(place)
                blocked |= above
                holders.add(place[:-1])
        yield chosen
        gone = set(chosen)
        left = [number for number in left if number not in gone]


def test_every_value_that_the_schemas_refuse_is_an_error_there():
    missed, excess = [], []
    for chosen in groups():
        tree = json.loads(json.dumps(whole_tree()))
        change(tree, [FAULTS[number] for number in chosen])
        found = check(read(json.dumps(tree).encode() + b"\n", name="x.g4tf"))
        errors = {finding.pointer for finding in found if finding.severity == "error"}
        expected = set()
        for number in chosen:
            for pointer in refused(number):
                above = pointer.rpartition("/")[0]
                # Some rules report a member, or the entries of a list, at the object that has it.
                expected |= {pointer, above, above.rpartition("/")[0]}
                if not expected & errors & {pointer, above, above.rpartition("/")[0]}:
                    missed.append((FAULTS[number], pointer))
        for finding in found:
            by_text = any(re.fullmatch(where, finding.pointer or "") for where, _ in REFUSED)
            if finding.rule in GENERAL and finding.pointer not in expected and not by_text:
                excess.append((finding.rule, finding.pointer, finding.message))
    assert (missed, excess) == ([], [])


def test_there_are_enough_faults():
    assert len(FAULTS) == len(VERDICTS["marks"])
    assert sum(mark != "." for mark in VERDICTS["marks"]) > 7000


@pytest.mark.parametrize(
    ("pointer", "value", "rule"),
    [
        ("/meshes/0/skin/groupNames", "AB", "G4MF-CORE-010"),
        ("/meshes/0/skin/groupNames", None, "G4MF-CORE-010"),
        ("/meshes/0/skin/groupNames/0", 7, "G4MF-CORE-010"),
        ("/meshes/0/blend/amounts", 1, "G4MF-CORE-010"),
        ("/nodes/5/meshInstance/blendAmounts", "x", "G4MF-CORE-010"),
        ("/nodes/2/skeleton/joints", 3, "G4MF-CORE-010"),
        ("/nodes/2/skeleton/joints", None, "G4MF-CORE-010"),
        ("/nodes/2/skeleton/joints", {}, "G4MF-CORE-010"),
        ("/meshes/0/name", 7, "G4MF-CORE-010"),
        ("/meshes/0/skin/name", 7, "G4MF-CORE-010"),
        ("/nodes/3/bone/length", None, "G4MF-BONE-004"),
    ],
)
def test_values_that_passed_before_are_errors(pointer, value, rule):
    tree = whole_tree()
    place = [int(key) if key.isdecimal() else key for key in pointer.split("/")[1:]]
    change(tree, [(tuple(place), value)])
    found = check(read(json.dumps(tree).encode() + b"\n", name="x.g4tf"))
    assert [(finding.rule, finding.pointer) for finding in found if finding.severity == "error"][:1] == [
        (rule, pointer)
    ]


def test_a_file_with_every_member_has_no_findings():
    assert check(read(json.dumps(whole_tree()).encode() + b"\n", name="x.g4tf")) == []


def test_the_schema_says_what_a_rig_carries():
    """Members of the root that are not in the table are reported by conversions."""
    table = held_members(Root)
    assert table["asset"]["extras"] == {"copyright": True}
    assert "shapes" not in table
    assert {member.name for member in members(Root)} > set(table)
