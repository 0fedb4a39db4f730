"""Findings that the rules of several VRM extensions share: members, versions and names of expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pantin.formats.gltf.json_values import Object, as_object, block_of, understood
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import expected_words
from pantin.report import Finding, Rule
from pantin.report.pointer import JsonPath
from pantin.report.wording import quoted
from pantin.rig.human_bones import PRESETS

Values = Callable[[JsonPath], dict[str, str]]
"""More values of a message, by the place of the object."""


def root_block(scope: Scope, name: str) -> Object:
    """The object of an extension at the root of the file; empty where it has none."""
    return block_of(understood(scope.tree, scope.model), name) or {}


def missing_members(scope: Scope, rule: Rule[[Scope]], values: Values = lambda path: {}) -> Iterator[Finding]:
    """A finding at the owner of each missing member that the rule reports; the message may have {owner} and
    {member}."""
    for fault in scope.faults(rule.id):
        owner = "/".join(map(str, fault.owner[1:]))
        yield rule.at(fault.pointer, owner=owner, member=str(fault.path[-1]), **values(fault.path))


def bad_members(scope: Scope, rule: Rule[[Scope]], values: Values = lambda path: {}) -> Iterator[Finding]:
    """A finding at each wrong value that the rule reports; the message may have {member}, {value} and
    {expected}."""
    for fault in scope.faults(rule.id):
        shown = {"member": fault.name, "value": fault.words, "expected": expected_words(fault.expected)}
        yield rule.at(fault.pointer, **shown, **values(fault.path))


def other_version_of(payload: Any, version: str) -> str | None:
    """The `specVersion` of an extension as a message shows it, if it is another than this."""
    stated = as_object(payload).get("specVersion")
    return quoted(stated) if isinstance(stated, str) and stated != version else None


def unknown_presets(listed: Iterable[str]) -> list[str]:
    """The members of `preset` that VRM 1.0 does not have."""
    return [name for name in listed if name not in (*PRESETS, "extensions", "extras")]


def presets_among(listed: Iterable[str]) -> list[str]:
    """The members of `custom` that have the name of a preset."""
    return [name for name in listed if name in PRESETS]
