"""Rules about VRMC_springBone as a whole: its version, its lists, its declaration."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.ext.vrmc_spring_bone.model import EXTENDED_SHAPES, LISTS, PATH, SHAPES, raw_extension
from pantin.formats.gltf.extension_names import SPRING_BONE as NAME
from pantin.formats.gltf.extension_names import SPRING_BONE_EXTENDED as EXTENDED
from pantin.formats.gltf.extension_names import SPRING_BONE_LIMIT as LIMIT
from pantin.formats.gltf.json_values import Object, Tokens, as_object
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.rig.spring import COLLIDER_SHAPES

SHARED = frozenset({"extensions", "extras"})
KNOWN: dict[str, set[str]] = {
    "": {"specVersion", *LISTS},
    "colliders": {"node", "shape"},
    "colliderGroups": {"name", "colliders"},
    "springs": {"name", "joints", "colliderGroups", "center"},
    "joints": {"node", "hitRadius", "stiffness", "gravityPower", "gravityDir", "dragForce"},
    "shape": set(SHAPES),
    **{shape: set(COLLIDER_SHAPES[shape].members) for shape in SHAPES},
    EXTENDED: {"specVersion", "shape"},
    "extended shape": set(EXTENDED_SHAPES),
    **{
        f"extended {name}": {*shape.members, *(("inside",) if shape.hollow else ())}
        for name, shape in COLLIDER_SHAPES.items()
    },
    LIMIT: {"specVersion", "limit"},
    "limit": {"cone", "hinge", "spherical"},
    "cone": {"angle", "rotation"},
    "hinge": {"angle", "rotation"},
    "spherical": {"pitch", "yaw", "rotation"},
}
"""The members of each kind of object; "palne" has a rule of its own."""
MISPLACED = {"colliders": (LIMIT,), "joints": (EXTENDED,)}
"""Extensions of springs that have no meaning in these objects."""


@rule("VRM-SB001", "error", "specVersion of VRMC_springBone is missing or not a string")
def no_version(scope: Scope) -> Iterator[Finding]:
    """specVersion is missing.

    What: VRMC_springBone must have `specVersion`, a string.
    Why: Readers do not know which version the springs follow, and ignore them.
    Fix: Write `"specVersion": "1.0"`.
    Source: VRMC_springBone 1.0, "VRMC_springBone.specVersion".
    """
    raw = scope.fact(raw_extension)
    if raw.exists and not isinstance(raw.block.get("specVersion"), str):
        yield no_version.at(pointer(*PATH, *(("specVersion",) if "specVersion" in raw.block else ())))


@rule("VRM-SB002", "error", 'specVersion of VRMC_springBone is {version}, expected "1.0"')
def other_version(scope: Scope) -> Iterator[Finding]:
    """Unsupported specVersion.

    What: The `specVersion` of VRMC_springBone must be "1.0".
    Why: Readers ignore springs of a version that they do not know.
    Fix: Make sure that the springs follow version 1.0, then write "1.0".
    Source: VRMC_springBone 1.0, "VRMC_springBone.specVersion".
    """
    version = scope.fact(raw_extension).block.get("specVersion")
    if isinstance(version, str) and version != VERSION:
        yield other_version.at(pointer(*PATH, "specVersion"), version=shown(version))


def list_words(value: object) -> str:
    """A value that should be a list with items, as a message shows it."""
    return "an empty list" if value == [] else shown(value)


@rule("VRM-SB003", "error", '"{name}" is {value}, expected a list with at least one item')
def empty_list(scope: Scope) -> Iterator[Finding]:
    """Empty list.

    What: The lists `colliders`, `colliderGroups` and `springs` must have at least one item.
    Why: The schema requires it. Readers that rely on it fail on an empty list.
    Fix: Omit the list.
    Source: VRMC_springBone.schema.json, minItems.
    """
    block = scope.fact(raw_extension).block
    for name in LISTS:
        if name in block and not (isinstance(block[name], list) and block[name]):
            yield empty_list.at(pointer(*PATH, name), name=name, value=list_words(block[name]))


def _each_object(scope: Scope) -> Iterator[tuple[str, Tokens, Object]]:
    """Kind, path and members of every object of VRMC_springBone and of its two extensions."""
    raw = scope.fact(raw_extension)
    yield "", PATH, raw.block
    for name, items in zip(LISTS, (raw.colliders, raw.groups, raw.springs), strict=True):
        yield from ((name, (*PATH, name, index), item) for index, item in enumerate(items))
    yield from (("joints", path, joint) for path, joint, _ in raw.each_joint())
    for index, collider in enumerate(raw.colliders):
        yield "shape", (*PATH, "colliders", index, "shape"), as_object(collider.get("shape"))
    yield from ((kind, path, body) for path, kind, body in raw.each_shape())
    for path, _, body in raw.each_extended():
        yield EXTENDED, path, body
        yield "extended shape", (*path, "shape"), (shape := as_object(body.get("shape")))
        for kind, members in shape.items():
            yield f"extended {kind}", (*path, "shape", kind), as_object(members)
    for path, body, _ in raw.each_limit():
        yield LIMIT, path, body
        yield "limit", (*path, "limit"), (limit := as_object(body.get("limit")))
        yield from ((kind, (*path, "limit", kind), as_object(value)) for kind, value in limit.items())


@rule("VRM-SB004", "info", "{object} has an unknown member {name}")
def unknown_member(scope: Scope) -> Iterator[Finding]:
    """Unknown member.

    What: The objects of VRMC_springBone and its extensions should have only the members of the specification.
    Why: Readers ignore it. Often it is misspelt, and the default of the right member applies.
    Fix: Correct the spelling, or move it to `extras`.
    Source: VRMC_springBone 1.0, "JSON".
    """
    raw = scope.fact(raw_extension)
    for kind, path, members in _each_object(scope):
        for name in sorted(members.keys() - KNOWN.get(kind, members.keys()) - SHARED):
            yield unknown_member.at(pointer(*path, name), object=raw.describe(path), name=shown(name))
        for name in MISPLACED.get(kind, ()):
            if name in as_object(members.get("extensions")):
                where = pointer(*path, "extensions", name)
                yield unknown_member.at(where, object=raw.describe(path), name=shown(name))


@rule("VRM-SB005", "error", "the file uses VRMC_springBone, but extensionsUsed does not list it")
def undeclared(scope: Scope) -> Iterator[Finding]:
    """VRMC_springBone is not declared.

    What: A file with VRMC_springBone must list it in `extensionsUsed`.
    Why: Readers ignore extensions that are not listed.
    Fix: Add the name to `extensionsUsed`.
    Source: glTF 2.0 §3.12.
    """
    if scope.fact(raw_extension).exists and NAME not in scope.used_extensions:
        yield undeclared.at(pointer(*PATH))


@rule("VRM-SB006", "error", "the name of {object} is {value}, expected a string")
def bad_name(scope: Scope) -> Iterator[Finding]:
    """Name is not a string.

    What: The `name` of a spring or a collider group must be a string.
    Why: The schema requires it. Readers in typed languages fail on the whole file.
    Fix: Write the name in quotes, or omit it.
    Source: VRMC_springBone.spring.schema.json and VRMC_springBone.colliderGroup.schema.json, type.
    """
    raw = scope.fact(raw_extension)
    for kind, path, members in _each_object(scope):
        name = members.get("name", "")
        if "name" in KNOWN.get(kind, ()) and not isinstance(name, str):
            yield bad_name.at(pointer(*path, "name"), object=raw.describe(path), value=shown(name))


RULES = (no_version, other_version, empty_list, unknown_member, undeclared, bad_name)
