"""Findings that the rules of several VRM extensions share: members, versions and names of expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import expected_words
from pantin.report import Finding, Rule
from pantin.report.pointer import JsonPath
from pantin.report.wording import quoted
from pantin.rig.human_bones import PRESETS

Values = Callable[[JsonPath], dict[str, str]]
"""Additional values for a message, by the path of the object."""


def missing_members(scope: Scope, rule: Rule[[Scope]], values: Values = lambda path: {}) -> Iterator[Finding]:
    """A finding at the owner of each missing member that the rule reports; messages may use {owner} and
    {member}."""
    for fault in scope.faults(rule.id):
        at_root = fault.owner[0] == "extensions"
        owner = "/".join(map(str, fault.owner[1:])) if at_root else scope.subject(fault.owner)
        yield rule.at(fault.pointer, owner=owner, member=str(fault.path[-1]), **values(fault.path))


def bad_members(scope: Scope, rule: Rule[[Scope]], values: Values = lambda path: {}) -> Iterator[Finding]:
    """A finding at each wrong value that the rule reports; messages may use {member}, {value} and
    {expected}."""
    for fault in scope.faults(rule.id):
        shown = {"member": fault.name, "value": fault.words, "expected": expected_words(fault.expected)}
        yield rule.at(fault.pointer, **shown, **values(fault.path))


def other_versions(scope: Scope, extension: str) -> Iterator[tuple[JsonPath, str]]:
    """For each object with another `specVersion` than VRM 1.0: its path, and the version formatted for
    messages."""
    for path, value in scope.extended.objects_of(extension):
        if value.spec_version not in (None, VERSION):
            yield path, quoted(value.spec_version)


def unknown_presets(listed: Iterable[str]) -> list[str]:
    """The members of `preset` that VRM 1.0 does not define."""
    return [name for name in listed if name not in (*PRESETS, "extensions", "extras")]


def presets_among(listed: Iterable[str]) -> list[str]:
    """The members of `custom` with the name of a preset."""
    return [name for name in listed if name in PRESETS]
