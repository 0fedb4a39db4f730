"""Rules about VRMC_springBone as a whole: its version, its lists, its declaration."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.ext.vrmc_spring_bone.model import PATH, broken_members, describe, springs
from pantin.formats.gltf.ext.vrmc_spring_bone.objects import (
    Capsule,
    Collider,
    ColliderGroup,
    Joint,
    Shape,
    Sphere,
    Spring,
    SpringBone,
    SpringObject,
)
from pantin.formats.gltf.extension_names import SPRING_BONE as NAME
from pantin.formats.gltf.extension_names import SPRING_BONE_EXTENDED as EXTENDED
from pantin.formats.gltf.extension_names import SPRING_BONE_LIMIT as LIMIT
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer

ORDER: tuple[type | tuple[type, ...], ...] = (
    SpringBone,
    Collider,
    ColliderGroup,
    Spring,
    Joint,
    Shape,
    (Sphere, Capsule),
)
"""The kinds of objects in reporting order of unknown members; other kinds follow."""

MISPLACED: dict[type[SpringObject], str] = {Collider: LIMIT, Joint: EXTENDED}
"""Extensions of springs that have no meaning in these objects."""


def _exists(scope: Scope) -> bool:
    """Whether the file has the extension; null counts as absent."""
    return any(True for _ in scope.extended.objects_of(NAME)) and scope.tree["extensions"][NAME] is not None


@rule("VRM-SB001", "error", "specVersion of VRMC_springBone is missing or not a string")
def no_version(scope: Scope) -> Iterator[Finding]:
    """specVersion is missing.

    What: VRMC_springBone must have `specVersion`, a string.
    Why: Readers do not know which version the springs follow, and ignore them.
    Fix: Write `"specVersion": "1.0"`.
    Source: VRMC_springBone 1.0, "VRMC_springBone.specVersion".
    """
    for fault in scope.faults(no_version.id):
        if _exists(scope):
            yield no_version.at(fault.pointer)


@rule("VRM-SB002", "error", 'specVersion of VRMC_springBone is {version}, expected "1.0"')
def other_version(scope: Scope) -> Iterator[Finding]:
    """Unsupported specVersion.

    What: The `specVersion` of VRMC_springBone must be "1.0".
    Why: Readers ignore springs of a version that they do not know.
    Fix: Make sure that the springs follow version 1.0, then write "1.0".
    Source: VRMC_springBone 1.0, "VRMC_springBone.specVersion".
    """
    version = scope.fact(springs).block.spec_version
    if version is not None and version != VERSION:
        yield other_version.at(pointer(*PATH, "specVersion"), version=shown(version))


def list_words(value: object) -> str:
    """A value that should be a non-empty list, formatted for messages."""
    return "an empty list" if value == [] else shown(value)


@rule("VRM-SB003", "error", '"{name}" is {value}, expected a list with at least one item')
def empty_list(scope: Scope) -> Iterator[Finding]:
    """Empty list.

    What: The lists `colliders`, `colliderGroups` and `springs` must have at least one item.
    Why: The schema requires it. Readers that rely on it fail on an empty list.
    Fix: Omit the list.
    Source: VRMC_springBone.schema.json, minItems.
    """
    for path, value in broken_members(scope, empty_list.id):
        yield empty_list.at(pointer(*path), name=str(path[-1]), value=list_words(value))


def _unknown_members(scope: Scope) -> Iterator[tuple[type, JsonPath, JsonPath]]:
    """For each unknown member or misplaced extension: the kind and path of its object, and its own path."""
    for fault in scope.faults(unknown_member.id):
        yield fault.expected.cls, fault.owner, fault.path  # type: ignore[attr-defined]
    for path, value in scope.extended.own:
        name = MISPLACED.get(type(value))  # type: ignore[arg-type]
        if name is not None and name in (value.extensions or {}):
            yield type(value), path, (*path, "extensions", name)


@rule("VRM-SB004", "info", "{object} has an unknown member {name}")
def unknown_member(scope: Scope) -> Iterator[Finding]:
    """Unknown member.

    What: The objects of VRMC_springBone and its extensions should have only the members of the specification.
    Why: Readers ignore it. Often it is misspelt, and the default of the right member applies.
    Fix: Correct the spelling, or move it to `extras`.
    Source: VRMC_springBone 1.0, "JSON".
    """
    unknown = [
        (_rank(cls), owner, len(path) - len(owner), path)
        for cls, owner, path in _unknown_members(scope)
        if "palne" not in owner  # VRM-EC011
    ]
    for _, owner, _, path in sorted(unknown):
        yield unknown_member.at(pointer(*path), object=describe(scope, owner), name=shown(path[-1]))


def _rank(cls: type) -> int:
    return next((rank for rank, kind in enumerate(ORDER) if issubclass(cls, kind)), len(ORDER))


@rule("VRM-SB005", "error", "the file uses VRMC_springBone, but extensionsUsed does not list it")
def undeclared(scope: Scope) -> Iterator[Finding]:
    """VRMC_springBone is not declared.

    What: A file with VRMC_springBone must list it in `extensionsUsed`.
    Why: Readers ignore extensions that are not listed.
    Fix: Add the name to `extensionsUsed`.
    Source: glTF 2.0 §3.12.
    """
    if NAME not in scope.used_extensions and _exists(scope):
        yield undeclared.at(pointer(*PATH))


@rule("VRM-SB006", "error", "the name of {object} is {value}, expected a string")
def bad_name(scope: Scope) -> Iterator[Finding]:
    """Name is not a string.

    What: The `name` of a spring or a collider group must be a string.
    Why: The schema requires it. Readers in typed languages fail on the whole file.
    Fix: Write the name in quotes, or omit it.
    Source: VRMC_springBone.spring.schema.json and VRMC_springBone.colliderGroup.schema.json, type.
    """
    for path, value in broken_members(scope, bad_name.id):
        yield bad_name.at(pointer(*path), object=describe(scope, path[:-1]), value=shown(value))


RULES = (no_version, other_version, empty_list, unknown_member, undeclared, bad_name)
