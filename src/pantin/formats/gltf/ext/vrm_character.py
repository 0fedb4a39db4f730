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
from pantin.rig import Character, ColorBind, Expression, Json, LookAt, MorphBind, TextureTransformBind
from pantin.rig.character import ColorTarget, FirstPersonFlag, LookAtKind, Override
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
    node_of: dict[str, int] = {}
    for name, bone in bones.items():
        place = (*PATH, "humanoid", "humanBones", name)
        node = as_index(as_object(bone).get("node"), parts.node_count)
        if name not in BONE_PARENTS:
            parts.skip(place, f"humanoid bone {name!r}", "VRM 1.0 has no bone of this name")
        elif node is None:
            parts.skip(place, f"humanoid bone {name}", "its node does not exist")
        else:
            node_of[name] = node
    return node_of


def _expressions(parts: CharacterParts, block: Object) -> Iterator[Expression]:
    listed = as_object(block.get("expressions"))
    for kind, members in listed.items():
        for name, expression in as_object(members).items() if kind in KINDS else ():
            place = (*PATH, "expressions", kind, name)
            if not isinstance(expression, dict):
                parts.skip(place, f"expression {name!r}", f"it is {shown(expression)}, expected an object")
            elif KINDS[kind] and name not in PRESETS:
                parts.skip(place, f"expression {name!r}", "VRM 1.0 has no preset of this name")
            else:
                yield _expression(parts, name, KINDS[kind], expression, place)


def _expression(parts: CharacterParts, name: str, preset: bool, members: Object, place: Tokens) -> Expression:
    return Expression(
        name,
        preset,
        _binds(parts, members, (*place, "morphTargetBinds"), lambda bind: _morph(parts, bind)),
        _binds(parts, members, (*place, "materialColorBinds"), lambda bind: _colour(parts, bind)),
        _binds(parts, members, (*place, "textureTransformBinds"), lambda bind: _transform(parts, bind)),
        members.get("isBinary") is True,
        _override(parts, members, "overrideBlink", place),
        _override(parts, members, "overrideLookAt", place),
        _override(parts, members, "overrideMouth", place),
    )


def _binds(
    parts: CharacterParts, members: Object, place: Tokens, read: Callable[[Object], Bind]
) -> tuple[Bind, ...]:
    """The binds of one kind that can be used."""
    binds = []
    for index, item in enumerate(as_list(members.get(str(place[-1])))):
        try:
            binds.append(read(as_object(item)))
        except Broken as fault:
            parts.skip((*place, index), f"bind {index} of expression {place[-2]!r}", fault)
    return tuple(binds)


def _morph(parts: CharacterParts, bind: Object) -> MorphBind:
    node = as_index(bind.get("node"), parts.node_count)
    if node is None:
        raise Broken("its node does not exist")
    return parts.morph(node, bind, 1.0)


def _material(parts: CharacterParts, bind: Object) -> int:
    material = as_index(bind.get("material"), parts.material_count)
    if material is None:
        raise Broken("its material does not exist")
    return material


def _colour(parts: CharacterParts, bind: Object) -> ColorBind:
    target: Any = bind.get("type")
    if target not in get_args(ColorTarget):
        raise Broken(f"its type is {shown(target)}")
    return ColorBind(_material(parts, bind), target, numbers(bind, "targetValue", 4))


def _transform(parts: CharacterParts, bind: Object) -> TextureTransformBind:
    scale, offset = numbers(bind, "scale", 2, (1.0, 1.0)), numbers(bind, "offset", 2, (0.0, 0.0))
    return TextureTransformBind(_material(parts, bind), scale, offset)


def _override(parts: CharacterParts, expression: Object, name: str, place: Tokens) -> Override:
    value: Any = expression.get(name, "none")
    if value not in get_args(Override):
        parts.skip((*place, name), f"{name} of expression {place[-1]!r}", f"it is {shown(value)}")
        return "none"
    chosen: Override = value
    return chosen


def _look_at(parts: CharacterParts, block: Object) -> LookAt | None:
    look_at, place = block.get("lookAt"), (*PATH, "lookAt")
    if look_at is None:
        return None
    if not isinstance(look_at, dict):
        parts.skip(place, "lookAt", f"it is {shown(look_at)}, expected an object")
        return None
    kind: Any = look_at.get("type", "bone")
    if kind not in get_args(LookAtKind):
        parts.skip((*place, "type"), "the type of lookAt", f'it is {shown(kind)}; "bone" is used')
        kind = "bone"
    offset = HEAD_OFFSET
    try:
        offset = numbers(look_at, "offsetFromHeadBone", 3, HEAD_OFFSET)
    except Broken as fault:
        parts.skip((*place, "offsetFromHeadBone"), "the offset of lookAt", fault)
    return parts.look_at(kind, offset, [as_object(look_at.get(name)) for name in RANGE_MAPS])


def _first_person(parts: CharacterParts, block: Object) -> dict[int, FirstPersonFlag]:
    flags: dict[int, FirstPersonFlag] = {}
    for index, item in enumerate(as_list(as_object(block.get("firstPerson")).get("meshAnnotations"))):
        annotation = as_object(item)
        node, flag = as_index(annotation.get("node"), parts.node_count), annotation.get("type")
        why = "" if flag in get_args(FirstPersonFlag) else f"its type is {shown(flag)}"
        if node is None:
            why = "its node does not exist"
        elif node in flags:
            why = f"{parts.source.named('node', node)} has another one"
        if why or node is None or flag is None:
            place = (*PATH, "firstPerson", "meshAnnotations", index)
            parts.skip(place, f"first-person annotation {index}", why)
        else:
            flags[node] = flag
    return flags
