"""Each member of the drafts that Pantin follows, changed to many values, checked as their JSON schemas do.

`draft_verdicts.json` has what the schemas say (tests/oracles/draft_verdicts.py writes it).
"""

from __future__ import annotations

import json
from pathlib import Path

import draft_files
import pytest
from draft_files import CORE, WHOLE, changed, changes, whole_character, whole_core, whole_springs
from planting import at
from vrm_files import pointer_to

import pantin

VERDICTS = json.loads(Path(draft_files.__file__).with_name("draft_verdicts.json").read_text())
MEMBER_RULES = {
    "KHR-CHAR-001",
    "KHR-CHAR-002",
    *(f"VRM-{kind}00{number}" for kind in ("LM", "EC") for number in (1, 2)),
    "GLTF-TYPE_MISMATCH",
    "GLTF-ARRAY_TYPE_MISMATCH",
    "GLTF-ARRAY_LENGTH_NOT_IN_LIST",
    "GLTF-UNDEFINED_PROPERTY",
    "GLTF-EMPTY_ENTITY",
}
"""Rules that say of a member what a schema can say."""

ELSEWHERE = {
    # A schema cannot compare the lengths of bounds with the type of the accessor.
    "/accessors/12/min": {"GLTF-ARRAY_LENGTH_NOT_IN_LIST"},
    "/accessors/12/max": {"GLTF-ARRAY_LENGTH_NOT_IN_LIST"},
}
"""Members of which Pantin demands more than the schema, as the text does, by these rules."""


def is_mild(pointer, value):
    """What is a warning, as in the Khronos validator: a cut-off without the mode that uses it."""
    return pointer == "/materials/0/alphaMode" and value is draft_files.REMOVED


def errors(tree):
    report = pantin.check(json.dumps(tree).encode(), name="a.gltf", draft=True)
    return {(finding.rule, finding.pointer or "") for finding in report.errors}


@pytest.mark.parametrize("make", [whole_core, whole_character, whole_springs])
def test_a_file_with_every_member_is_valid(make):
    assert errors(make()) == set()


@pytest.mark.parametrize("draft", WHOLE)
def test_what_the_schema_refuses_is_an_error_at_the_member(draft):
    make, root, _ = WHOLE[draft]
    tree = make()
    missed, excess = [], []
    for place, values in changes(at(tree, root)):
        whole = (*root, *place)
        pointer, owner = pointer_to(whole), pointer_to(whole[:-1])
        for value, verdict in zip(values, VERDICTS[draft][pointer], strict=True):
            found = errors(changed(tree, whole, value))
            near = [each for each in found if each[1].startswith(owner) or owner.startswith(each[1])]
            if verdict == "1" and not near and not is_mild(pointer, value):
                missed.append((pointer, value))
            strict = MEMBER_RULES - ELSEWHERE.get(pointer, set())
            if verdict == "0" and (
                shape := [rule for rule, where in found if rule in strict and where.startswith(pointer)]
            ):
                excess.append((pointer, value, shape))
    assert (missed, excess) == ([], [])


def test_every_draft_has_verdicts():
    assert set(VERDICTS) == set(WHOLE)
    counted = [sum(verdicts.count("1") for verdicts in each.values()) for each in VERDICTS.values()]
    assert sum(counted) > 3000
    assert all(counted)


@pytest.mark.parametrize("draft", [name for name in WHOLE if not name.startswith("glTF")])
def test_members_that_the_text_does_not_have_are_left_alone(draft):
    """`additionalProperties` is false for hints: a newer file is read all the same."""
    make, root, _ = WHOLE[draft]
    tree = make()
    at(tree, root)["later"] = {"a": [1]}
    assert errors(tree) == set()


def test_all_objects_of_the_core_are_among_them():
    """Every collection of glTF 2.1 (`glTF.schema.json`, properties)."""
    known = {place[0] for place in CORE.values()}
    lists = {name for name, value in whole_core().items() if isinstance(value, list)}
    assert lists - known == {"extensionsUsed", "extensionsRequired"}


MAPPINGS = {"skeletalRigMappings", "expressionSetMappings"}


def objects_of(value, path=()):
    """The paths of the objects of drafts and of all in them, without maps whose keys are names."""
    if isinstance(value, dict):
        is_map = path[-1:] == ("extensions",) or MAPPINGS & {*path[-2:]}
        if any(str(token).startswith(("KHR_", "VRMC_springBone")) for token in path) and not is_map:
            yield path
    for key, member in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(member, dict | list):
            yield from objects_of(member, (*path, key))


@pytest.mark.parametrize("make", [whole_character, whole_springs])
def test_unknown_members_break_nothing(make):
    tree = make()
    paths = [path for path in objects_of(tree) if "KHR_xmp_json_ld" not in path]  # this is no draft
    assert len(paths) > 15
    for path in paths:
        at(tree, path)["futureMember"] = {"deep": [1]}
    assert errors(tree) == set()
    before, after = (
        pantin.load(json.dumps(each).encode(), name="a.gltf", draft=True).rig for each in (make(), tree)
    )
    assert repr(after.character) == repr(before.character)
    assert len(after.springs.springs) == len(before.springs.springs)
