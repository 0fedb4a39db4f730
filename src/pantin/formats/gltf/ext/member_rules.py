"""Findings that the rules of several VRM extensions share: members, versions and names of expressions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pantin.formats.gltf.ext.json_shapes import Members, Misfit, misfits
from pantin.formats.gltf.json_values import Object, as_object, block_of, understood
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, Rule
from pantin.report.pointer import pointer
from pantin.report.wording import quoted
from pantin.rig.human_bones import PRESETS


def root_block(scope: Scope, name: str) -> Object:
    """The object of an extension at the root of the file; empty where it has none."""
    return block_of(understood(scope.tree, scope.model), name) or {}


def root_misfits(scope: Scope, name: str, shape: Members) -> list[Misfit]:
    """Where the value of an extension at the root of the file does not have its shape."""
    extensions = as_object(understood(scope.tree, scope.model).get("extensions"))
    return list(misfits(extensions[name], shape, ("extensions", name))) if name in extensions else []


def missing_members(rule: Rule[[Scope]], found: Iterable[Misfit], **values: str) -> Iterator[Finding]:
    """A finding at the owner of each member that is missing; the message may have {owner} and {member}."""
    for misfit in found:
        if misfit.missing:
            owner = "/".join(map(str, misfit.place[1:]))
            yield rule.at(pointer(*misfit.place), owner=owner, member=misfit.member, **values)


def bad_members(rule: Rule[[Scope]], found: Iterable[Misfit], **values: str) -> Iterator[Finding]:
    """A finding at each member with a wrong value; the message may have {member}, {value}, {expected}."""
    for misfit in found:
        if not misfit.missing:
            shown = {"member": misfit.member, "value": misfit.value, "expected": misfit.expected}
            yield rule.at(pointer(*misfit.place), **shown, **values)


def other_version_of(payload: Any, version: str) -> str | None:
    """The `specVersion` of an extension as a message shows it, if it is another than this."""
    given = as_object(payload).get("specVersion")
    return quoted(given) if isinstance(given, str) and given != version else None


def unknown_presets(listed: Object) -> list[str]:
    """The members of `preset` that VRM 1.0 does not have."""
    return [name for name in listed if name not in (*PRESETS, "extensions", "extras")]


def presets_among(listed: Object) -> list[str]:
    """The members of `custom` that have the name of a preset."""
    return [name for name in listed if name in PRESETS]
