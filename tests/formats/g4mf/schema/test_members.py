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
from g4mf_whole import faults, whole, whole_tree
from g4mf_writer import PLAIN, ZSTD, container
from vrm_files import DELETED, WRONG, at, change
from zstandard import compress

from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.schema import Root
from pantin.formats.members.description import members
from pantin.formats.members.losses import held_members

VERDICTS = json.loads(Path(g4mf_whole.__file__).with_name("g4mf_verdicts.json").read_text())
FAULTS = faults(whole_tree())
AT_ONCE = 24
"""Faults of one file: as many as an exporter with a bug may write."""

AT_OBJECT = {
    *("G4MF-CORE-001", "G4MF-DATA-001", "G4MF-DATA-007", "G4MF-DATA-009", "G4MF-DATA-010"),
    *("G4MF-MESH-001", "G4MF-MESH-003", "G4MF-MESH-022"),
    *("G4MF-BLEND-001", "G4MF-BLEND-003", "G4MF-BLEND-018"),
}
"""Rules that report a broken member at its object, as they did when each was a function."""

AT_LIST = {
    *("G4MF-NODE-001", "G4MF-NODE-006", "G4MF-NODE-007", "G4MF-NODE-008", "G4MF-NODE-010", "G4MF-NODE-013"),
    *("G4MF-NODE-009", "G4MF-SKEL-003", "G4MF-BLEND-023"),
}
"""Rules that report a broken entry at its list. All others report a fault where it is."""

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


def places_of(finding):
    """The places that an error may be about: its own, and what its rule reports at what holds it."""
    return [(finding.pointer, "itself")] + [
        (finding.pointer, how)
        for how, rules in (("object", AT_OBJECT), ("list", AT_LIST))
        if finding.rule in rules
    ]


def holders(tree, pointer):
    """A pointer, and the object and the list around it, as the errors of different rules name them."""
    keys = [int(key) if key.isdecimal() else key for key in pointer.split("/")[1:]]
    inner = len(keys) - 1
    while inner and isinstance(at(tree, keys[:inner]), list):
        inner -= 1
    yield pointer, "itself"
    yield pointer_to(keys[:inner]), "object"
    if isinstance(at(tree, keys[:-1]), list):
        yield pointer_to(keys[:-1]), "list"


def test_every_value_that_the_schemas_refuse_is_an_error_there():
    missed, excess = [], []
    for chosen in groups():
        tree = json.loads(json.dumps(whole_tree()))
        change(tree, [FAULTS[number] for number in chosen])
        found = check(read(json.dumps(tree).encode() + b"\n", name="x.g4tf"))
        errors = {place for finding in found if finding.severity == "error" for place in places_of(finding)}
        expected = set()
        for number in chosen:
            for pointer in refused(number):
                allowed = set(holders(tree, pointer))
                expected |= {place for place, _ in allowed}
                if not allowed & errors:
                    missed.append((FAULTS[number], pointer))
        for finding in found:
            by_text = any(re.fullmatch(where, finding.pointer or "") for where, _ in REFUSED)
            if finding.rule in GENERAL and finding.pointer not in expected and not by_text:
                excess.append((finding.rule, finding.pointer, finding.message))
    assert (missed, excess) == ([], [])


def described(value, schema, schemas):
    """By the file of a schema the members that a value has of it, and all that the schema describes."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        own = set(schemas[name].get("properties", ()))
        yield name, own & value.keys() if isinstance(value, dict) else set(), own
        yield from described(value, schemas[name], schemas)
    for part in schema.get("allOf", ()):
        yield from described(value, part, schemas)
    if isinstance(value, dict):
        for key, inner in schema.get("properties", {}).items():
            yield from described(value[key], inner, schemas) if key in value else ()
        more = schema.get("additionalProperties", {})
        for key in value.keys() - schema.get("properties", {}).keys() if isinstance(more, dict) else ():
            yield from described(value[key], more, schemas)
    for item in value if isinstance(value, list) else ():
        yield from described(item, schema.get("items", {}), schemas)


def test_the_whole_file_has_every_member_of_every_published_schema(corpus):
    schemas = {path.name: json.loads(path.read_text()) for path in (corpus / "schemas/g4mf").rglob("*.json")}
    # The text has a light object on the node; the schema of nodes still has an index.
    schemas["g4mf.node.schema.json"]["properties"]["light"] = {"$ref": "g4mf.node.light.schema.json"}
    missing = {name: set(schema.get("properties", ())) for name, schema in schemas.items()}
    for name, found, _ in described(whole_tree(), {"$ref": "g4mf.schema.json"}, schemas):
        missing[name] -= found
    assert missing.pop("g4mf.buffer.schema.json") == {"chunk", "encoding"}  # of binary files alone: see below
    assert {name: members for name, members in missing.items() if members} == {}


def binary(**changes):
    """The whole file as a `.g4b` with its data in a compressed chunk, whose buffer has other members."""
    kit = whole()
    entry = {"byteLength": len(kit.data), "chunk": 1, "encoding": "Zstd", **changes}
    tree = kit.tree | {"buffers": [{key: value for key, value in entry.items() if value != DELETED}]}
    chunks = [(b"JSON", PLAIN, json.dumps(tree).encode()), (b"BLOB", ZSTD, compress(kit.data))]
    return check(read(container(chunks), name="x.g4b"))


@pytest.mark.parametrize(("member", "type_of"), [("chunk", (int, float)), ("encoding", str)])
def test_members_of_binary_files_alone_are_checked(member, type_of):
    """buffer: an integer and a text; the text wants the index of a chunk, and the encoding that it has. A
    buffer without `chunk` is in the next one, as in older files."""
    assert binary() == []
    for value in (*WRONG, DELETED):
        is_valid = value == DELETED or (isinstance(value, type_of) and value not in (True, 1.5))
        found = {(finding.rule, finding.pointer) for finding in binary(**{member: value})}
        assert (("G4MF-CORE-010", f"/buffers/0/{member}") in found) is not is_valid
        other = "G4MF-DATA-003" if member == "chunk" else "G4MF-DATA-004"
        if (member, value) == ("chunk", DELETED):
            other = "G4MF-CORE-011"
        assert (other, "/buffers/0") in found


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
