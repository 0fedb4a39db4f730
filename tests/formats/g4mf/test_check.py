"""`check` as a whole."""

from __future__ import annotations

import random

import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read


def test_a_sound_file_has_no_findings(kit):
    assert check(read(kit.text())) == check(read(kit.binary(zstd=True))) == []


def test_findings_of_text_have_a_line_and_a_column(kit):
    kit.nodes[4]["bone"]["length"] = -1
    (finding,) = check(read(kit.text()))
    line = kit.text().decode().splitlines()[finding.line - 1]
    assert finding.rule == "G4MF-BONE-004"
    assert '"length": -1' in line


def test_damaged_files_give_findings_and_nothing_else(kit):
    """Bytes changed at random in both containers, with a fixed seed."""
    rng = random.Random(4)
    limits = Limits(file_bytes=1 << 20, json_bytes=1 << 20, elements=1 << 16)
    for source in (kit.text(), kit.binary(), kit.binary(zstd=True)):
        for _ in range(150):
            data = bytearray(source)
            for _ in range(rng.randrange(1, 6)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            try:
                assert all(
                    finding.message
                    for finding in check(read(bytes(data[: rng.randrange(len(data))]), limits=limits))
                )
                check(read(bytes(data), limits=limits))
            except LimitExceeded:
                pass


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"G4MF", b"3", b"\xff\xfe", b"null"])
def test_what_is_no_document_is_a_finding(data):
    assert next(finding.severity for finding in check(read(data, name="x.g4tf"))) == "error"


@pytest.mark.parametrize("junk", [None, 1, "x", [], {}, [[]], -1, 1.5, True])
def test_any_member_may_be_anything(kit, junk):
    """Every member of a sound file replaced, one after another."""
    import copy
    import json

    def places(value, path=()):
        if isinstance(value, dict | list):
            for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
                yield (*path, key)
                yield from places(inner, (*path, key))

    tree = json.loads(kit.text())
    for path in places(tree):
        changed = copy.deepcopy(tree)
        here = changed
        for key in path[:-1]:
            here = here[key]
        here[path[-1]] = junk
        check(read(json.dumps(changed).encode() + b"\n"))


@pytest.mark.parametrize("size", ["1" * 400, "1e400", "-" + "9" * 5000, "99999999999999999999"])
def test_numbers_of_any_size_are_findings(kit, size):
    from pantin.base.errors import PantinError
    from pantin.formats.g4mf.lift import lift

    for member in (b'"dimension": 3', b'"mass": 2.0', b'"length": 1.0', b'"byteLength": 12', b"0.5,"):
        data = kit.text().replace(member, member.split(b" ")[0] + b" " + size.encode(), 1)
        if member == b"0.5,":
            data = kit.text().replace(member, size.encode() + b",", 1)
        document = read(data)
        assert isinstance(check(document), list)
        try:
            lift(document)
        except PantinError:
            continue


def test_a_bone_of_two_parents_is_the_first_ones(kit):
    """Found by fuzzing: both skeletons listed it, and the rig has one parent for it."""
    from pantin.formats.g4mf.lift import lift

    kit.nodes += [{"skeleton": {}, "children": [3, 3]}]
    kit.nodes[0]["children"].append(6)
    assert [skeleton.joints.tolist() for skeleton in lift(read(kit.text())).rig.skeletons] == [[2, 3, 4], [6]]


def test_vertices_that_cannot_be_counted_do_not_make_every_index_wrong(found, kit):
    """One broken accessor is one finding: what names its elements may well be right."""
    kit.tree["accessors"][kit.mesh["vertices"]]["componentType"] = "float33"
    assert set(found(kit.text())) == {"G4MF-DATA-010"}


def test_a_file_without_a_dimension_is_told_that_and_nothing_that_needs_one(found, kit):
    kit.tree["asset"] = {}
    kit.tree["nodes"][5] |= {"basis": [1.0], "scale": [1.0, 2.0]}
    assert not set(found(kit.text())) - {"G4MF-CORE-002", "G4MF-NODE-011"}
