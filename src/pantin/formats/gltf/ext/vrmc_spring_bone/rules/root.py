"""Rules about the VRMC_springBone block as a whole: its version, its lists, its declaration."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrmc_spring_bone import EXTENDED, LIMIT, NAME, VERSION
from pantin.formats.gltf.ext.vrmc_spring_bone.model import (
    EXTENDED_SHAPES,
    LISTS,
    PLACE,
    SHAPES,
    Object,
    Place,
    as_object,
    raw_extension,
)
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.shape import shown
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
HOMELESS = {"colliders": (LIMIT,), "joints": (EXTENDED,)}
"""Extensions of springs that have no meaning where they stand."""


@rule("VRM-SB001", "error", "specVersion is missing or is not text")
def no_version(scope: Scope) -> Iterator[Finding]:
    """VRMC_springBone has a specVersion.

    Why: without it readers do not know which rules the block follows, and drop it.
    Mend: write "specVersion": "1.0".
    Source: VRMC_springBone 1.0, "VRMC_springBone.specVersion".
    """
    raw = scope.fact(raw_extension)
    if raw.there and not isinstance(raw.block.get("specVersion"), str):
        yield no_version.at(pointer(*PLACE, *(("specVersion",) if "specVersion" in raw.block else ())))


@rule("VRM-SB002", "error", 'specVersion is {version}, not "1.0"')
def other_version(scope: Scope) -> Iterator[Finding]:
    """The specVersion of VRMC_springBone is "1.0".

    Why: readers drop a block of a version they do not know, and nothing sways.
    Mend: write "1.0" after making sure that the block follows it.
    Source: VRMC_springBone 1.0, "VRMC_springBone.specVersion".
    """
    version = scope.fact(raw_extension).block.get("specVersion")
    if isinstance(version, str) and version != VERSION:
        yield other_version.at(pointer(*PLACE, "specVersion"), version=shown(version))


@rule("VRM-SB003", "warning", "{name} is empty or is no list")
def empty_list(scope: Scope) -> Iterator[Finding]:
    """A list of colliders, collider groups or springs that is there has an item.

    Why: the schema asks for one; readers that trust it fail on an empty list.
    Mend: leave the list out.
    Source: VRMC_springBone.schema.json, minItems.
    """
    block = scope.fact(raw_extension).block
    for name in LISTS:
        if name in block and not (isinstance(block[name], list) and block[name]):
            yield empty_list.at(pointer(*PLACE, name), name=name)


def _each_object(scope: Scope) -> Iterator[tuple[str, Place, Object]]:
    """Kind, place and members of every object of the block and of its two extensions."""
    raw = scope.fact(raw_extension)
    yield "", PLACE, raw.block
    for name, items in zip(LISTS, (raw.colliders, raw.groups, raw.springs), strict=True):
        yield from ((name, (*PLACE, name, at), one) for at, one in enumerate(items))
    yield from (("joints", place, joint) for place, joint, _ in raw.each_joint())
    for at, collider in enumerate(raw.colliders):
        yield "shape", (*PLACE, "colliders", at, "shape"), as_object(collider.get("shape"))
    yield from ((kind, place, body) for place, kind, body in raw.each_shape())
    for place, _, body in raw.each_extended():
        yield EXTENDED, place, body
        yield "extended shape", (*place, "shape"), (shape := as_object(body.get("shape")))
        for kind, one in shape.items():
            yield f"extended {kind}", (*place, "shape", kind), as_object(one)
    for place, body, _ in raw.each_limit():
        yield LIMIT, place, body
        yield "limit", (*place, "limit"), (limit := as_object(body.get("limit")))
        yield from ((kind, (*place, "limit", kind), as_object(one)) for kind, one in limit.items())


@rule("VRM-SB004", "info", "{name} has no meaning here")
def unknown_member(scope: Scope) -> Iterator[Finding]:
    """Objects of the block have no members but those of the specification.

    Why: a member nobody reads is often a misspelt one, whose default then holds.
    Mend: spell it as the specification does, or put it under extras.
    Source: VRMC_springBone 1.0, "JSON".
    """
    for kind, place, one in _each_object(scope):
        for name in sorted(one.keys() - KNOWN.get(kind, one.keys()) - SHARED):
            yield unknown_member.at(pointer(*place, name), name=shown(name))
        for name in HOMELESS.get(kind, ()):
            if name in as_object(one.get("extensions")):
                yield unknown_member.at(pointer(*place, "extensions", name), name=shown(name))


@rule("VRM-SB005", "error", "VRMC_springBone is not in extensionsUsed")
def undeclared(scope: Scope) -> Iterator[Finding]:
    """A file with VRMC_springBone lists it in extensionsUsed.

    Why: readers skip the blocks of extensions that are not listed.
    Mend: add the name to extensionsUsed.
    Source: glTF 2.0 §3.12.
    """
    if scope.fact(raw_extension).there and NAME not in scope.used_extensions:
        yield undeclared.at(pointer(*PLACE))


RULES = (no_version, other_version, empty_list, unknown_member, undeclared)
