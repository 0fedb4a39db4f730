"""The lookups over all records, and what holds of each record."""

from __future__ import annotations

import json

import pytest
from msgspec import inspect

from pantin.base.later import Later
from pantin.formats.gltf import extensions
from pantin.formats.gltf.document import read
from pantin.formats.gltf.ext import EXTENSIONS
from pantin.formats.gltf.extension import Extension
from pantin.formats.gltf.schema import Node
from pantin.formats.members.description import members, without_none

TOY = Extension(extends={"TOY_marks": (Node,)})


def document(**members):
    return read(json.dumps({"asset": {"version": "2.0"}, **members}).encode(), name="a.gltf")


def names(found):
    return [name for extension in found for name in extension.names]


def parts(record):
    """The values of a record and of the records in it."""
    for name in record.__struct_fields__:
        yield getattr(record, name)
    yield from (*record.edits, *record.avatar)


@pytest.mark.parametrize("extension", EXTENSIONS, ids=lambda one: one.names[0])
def test_what_a_record_imports_later_is_there(extension):
    for value in parts(extension):
        if isinstance(value, Later):
            assert value.get() is not None


@pytest.mark.parametrize("extension", EXTENSIONS, ids=lambda one: one.names[0])
def test_a_record_has_a_line_about_each_family_of_its_rules(extension):
    """But of those of the Khronos validator, whose family is glTF's own."""
    prefixes = {rule.id.partition("-")[0] for group in extension.rule_groups() for rule in group}
    assert prefixes - {"GLTF"} == extension.families.keys()


def rules_named_by(struct, seen):
    """The rules that the annotations of a struct, and of what its objects contain, name."""
    if struct in seen:
        return
    seen.add(struct)
    yield from struct.rules.values()
    for member in members(struct):
        yield from member.rules.values()
        waiting = [member.type]
        while waiting:
            inner, extra = without_none(waiting.pop())
            yield from extra.get("rules", {}).values()
            if isinstance(inner, inspect.StructType):
                yield from rules_named_by(inner.cls, seen)
            waiting += [getattr(inner, name) for name in ("item_type", "value_type") if hasattr(inner, name)]


def test_every_rule_that_an_annotation_names_is_run():
    """It reports the fault, and no other does: a slip would hide it."""
    structs = {struct for one in EXTENSIONS if one.schema for struct in one.schema.get().values()}
    seen = set()
    named = {id for struct in structs for id in rules_named_by(struct, seen)}
    run = {rule.id for extension in EXTENSIONS for group in extension.rule_groups() for rule in group}
    assert len(named) > 20
    assert named <= run


def test_no_name_has_two_records():
    listed = names(EXTENSIONS)
    assert len(listed) == len(set(listed))
    assert all(extensions.find(name) is one for one in EXTENSIONS for name in one.names)


def test_an_unknown_name_has_no_record():
    assert extensions.find("NOSUCH_thing") is None


def test_an_extension_is_in_use_where_the_text_names_it():
    """Whether it is declared or not; a name inside a longer word does not count."""
    assert not list(extensions.in_use(document(nodes=[{"name": "VRM STAIK_skeletons"}])))
    assert names(extensions.in_use(document(extensions={"VRM": {}}))) == ["VRM"]
    assert names(extensions.in_use(document(extensionsUsed=["STAIK_skeletons"]))) == ["STAIK_skeletons"]


def test_an_edit_may_bring_an_extension_or_take_it_away():
    given = document(extensions={"VRM": {}})
    given.remove("/extensions")
    assert not list(extensions.in_use(given))
    given.set("/extensionsUsed", ["STAIK_skeletons"])
    assert names(extensions.in_use(given)) == ["STAIK_skeletons"]


def test_escapes_may_spell_any_name():
    given = read(b'{"asset": {"version": "2.0"}, "extensions": {"V\\u0052M": {}}}', name="a.gltf")
    final = tuple(extension for extension in extensions.every() if not extension.draft)
    assert tuple(extensions.in_use(given)) == final
    given.draft = True
    assert tuple(extensions.in_use(given)) == extensions.every()
    assert list(extensions.in_use(given, [TOY])) == [TOY]


def test_a_registered_record_is_found_until_it_is_taken_back():
    before = extensions.every()
    with extensions.registered(TOY):
        assert extensions.find("TOY_marks") is TOY
        assert extensions.every() == (*before, TOY)
        with pytest.raises(ValueError, match="TOY_marks is already registered"):
            extensions.register(TOY)
    assert extensions.find("TOY_marks") is None
    assert extensions.every() == before


def test_a_name_of_pantin_cannot_be_taken():
    with pytest.raises(ValueError, match="VRM is already registered"):
        extensions.register(Extension(extends={"TOY_marks": None, "VRM": None}))
    assert extensions.find("TOY_marks") is None


def test_families_are_those_of_the_records():
    assert extensions.families()["STAIK"] == "of the glTF extension STAIK_skeletons"
    assert {"KHR", "STAIK", "VRM", "VRM0"} == set(extensions.families())
