"""A character in the form of VRMC_vrm 1.0 as a rig has it: humanoid, expressions, gaze, first person and
meta. Other extensions keep in this form what they cannot say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, TypeVar, get_args

from pantin.formats.gltf.ext.character_parts import HEAD_OFFSET, Broken, CharacterParts, numbers
from pantin.formats.gltf.extension_names import VRMC_VRM as NAME
from pantin.formats.gltf.json_values import (
    Object,
    Tokens,
    as_index,
    as_list,
    as_object,
)
from pantin.formats.members.faults import shown
from pantin.rig import Character, ColourBind, Expression, Json, LookAt, MorphBind, TextureTransformBind
from pantin.rig.character import ColourTarget, FirstPersonFlag, LookAtKind, Override
from pantin.rig.human_bones import BONE_PARENTS, PRESETS

PATH: Tokens = ("extensions", NAME)
KINDS = {"preset": True, "custom": False}
RANGE_MAPS = (
    "rangeMapHorizontalInner",
    "rangeMapHorizontalOuter",
    "rangeMapVerticalDown",
    "rangeMapVerticalUp",
)
"""In the order of `LookAt`."""

Bind = TypeVar("Bind")


def character_of(parts: CharacterParts, block: Object) -> Character:
    """The character that an object of VRMC_vrm describes, or some of its members."""
    return Character(
        version="1.0",
        meta=_meta(parts, block),
        humanoid=_humanoid(parts, block),
        expressions=tuple(_expressions(parts, block)),
        look_at=_look_at(parts, block),
        first_person=_first_person(parts, block),
    )


def _meta(parts: CharacterParts, block: Object) -> Json | None:
    meta = block.get("meta")
    if "meta" in block and not isinstance(meta, dict):
        parts.skip((*PATH, "meta"), "meta", f"it is {shown(meta)}, expected an object")
    return deepcopy(meta) if isinstance(meta, dict) else None


def _humanoid(parts: CharacterParts, block: Object) -> dict[str, int]:
    bones = as_object(as_object(block.get("humanoid")).get("humanBones"))
    found: dict[str, int] = {}
    for name, bone in bones.items():
        place = (*PATH, "humanoid", "humanBones", name)
        node = as_index(as_object(bone).get("node"), parts.node_count)
        if name not in BONE_PARENTS:
            parts.skip(place, f"humanoid bone {name!r}", "VRM 1.0 has no bone of this name")
        elif node is None:
            parts.skip(place, f"humanoid bone {name}", "its node does not exist")
        else:
            found[name] = node
    return found


def _expressions(parts: CharacterParts, block: Object) -> Iterator[Expression]:
    listed = as_object(block.get("expressions"))
    for kind, members in listed.items():
        for name, given in as_object(members).items() if kind in KINDS else ():
            place = (*PATH, "expressions", kind, name)
            if not isinstance(given, dict):
                parts.skip(place, f"expression {name!r}", f"it is {shown(given)}, expected an object")
            elif KINDS[kind] and name not in PRESETS:
                parts.skip(place, f"expression {name!r}", "VRM 1.0 has no preset of this name")
            else:
                yield _expression(parts, name, KINDS[kind], given, place)


def _expression(parts: CharacterParts, name: str, preset: bool, given: Object, place: Tokens) -> Expression:
    return Expression(
        name,
        preset,
        _binds(parts, given, (*place, "morphTargetBinds"), lambda bind: _morph(parts, bind)),
        _binds(parts, given, (*place, "materialColorBinds"), lambda bind: _colour(parts, bind)),
        _binds(parts, given, (*place, "textureTransformBinds"), lambda bind: _transform(parts, bind)),
        given.get("isBinary") is True,
        _override(parts, given, "overrideBlink", place),
        _override(parts, given, "overrideLookAt", place),
        _override(parts, given, "overrideMouth", place),
    )


def _binds(
    parts: CharacterParts, given: Object, place: Tokens, read: Callable[[Object], Bind]
) -> tuple[Bind, ...]:
    """The binds of one kind that can be used."""
    made = []
    for index, item in enumerate(as_list(given.get(str(place[-1])))):
        try:
            made.append(read(as_object(item)))
        except Broken as fault:
            parts.skip((*place, index), f"bind {index} of expression {place[-2]!r}", fault)
    return tuple(made)


def _morph(parts: CharacterParts, given: Object) -> MorphBind:
    node = as_index(given.get("node"), parts.node_count)
    if node is None:
        raise Broken("its node does not exist")
    return parts.morph(node, given, 1.0)


def _material(parts: CharacterParts, given: Object) -> int:
    material = as_index(given.get("material"), parts.material_count)
    if material is None:
        raise Broken("its material does not exist")
    return material


def _colour(parts: CharacterParts, given: Object) -> ColourBind:
    target: Any = given.get("type")
    if target not in get_args(ColourTarget):
        raise Broken(f"its type is {shown(target)}")
    return ColourBind(_material(parts, given), target, numbers(given, "targetValue", 4))


def _transform(parts: CharacterParts, given: Object) -> TextureTransformBind:
    scale, offset = numbers(given, "scale", 2, (1.0, 1.0)), numbers(given, "offset", 2, (0.0, 0.0))
    return TextureTransformBind(_material(parts, given), scale, offset)


def _override(parts: CharacterParts, given: Object, name: str, place: Tokens) -> Override:
    value: Any = given.get(name, "none")
    if value not in get_args(Override):
        parts.skip((*place, name), f"{name} of expression {place[-1]!r}", f"it is {shown(value)}")
        return "none"
    chosen: Override = value
    return chosen


def _look_at(parts: CharacterParts, block: Object) -> LookAt | None:
    given, place = block.get("lookAt"), (*PATH, "lookAt")
    if given is None:
        return None
    if not isinstance(given, dict):
        parts.skip(place, "lookAt", f"it is {shown(given)}, expected an object")
        return None
    kind: Any = given.get("type", "bone")
    if kind not in get_args(LookAtKind):
        parts.skip((*place, "type"), "the type of lookAt", f'it is {shown(kind)}; "bone" is used')
        kind = "bone"
    offset = HEAD_OFFSET
    try:
        offset = numbers(given, "offsetFromHeadBone", 3, HEAD_OFFSET)
    except Broken as fault:
        parts.skip((*place, "offsetFromHeadBone"), "the offset of lookAt", fault)
    return parts.look_at(kind, offset, [as_object(given.get(name)) for name in RANGE_MAPS])


def _first_person(parts: CharacterParts, block: Object) -> dict[int, FirstPersonFlag]:
    found: dict[int, FirstPersonFlag] = {}
    for index, item in enumerate(as_list(as_object(block.get("firstPerson")).get("meshAnnotations"))):
        given = as_object(item)
        node, flag = as_index(given.get("node"), parts.node_count), given.get("type")
        why = "" if flag in get_args(FirstPersonFlag) else f"its type is {shown(flag)}"
        if node is None:
            why = "its node does not exist"
        elif node in found:
            why = f"{parts.source.named('node', node)} has another one"
        if why or node is None or flag is None:
            place = (*PATH, "firstPerson", "meshAnnotations", index)
            parts.skip(place, f"first-person annotation {index}", why)
        else:
            found[node] = flag
    return found
