"""The character of VRM 0.x lifted into the rig, in the words of VRM 1.0."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.ext.character_parts import HEAD_OFFSET, Broken, CharacterParts, numbers
from pantin.formats.gltf.ext.vrm0.model import axes
from pantin.formats.gltf.ext.vrm0.objects import THUMBS
from pantin.formats.gltf.extension_names import VRM0 as NAME
from pantin.formats.gltf.json_values import (
    Object,
    Tokens,
    as_index,
    as_list,
    as_object,
    as_text,
    block_of,
    finite,
    objects,
    understood,
)
from pantin.formats.members.faults import shown
from pantin.rig import Character, ColorBind, Expression, LookAt, MorphBind, TextureTransformBind
from pantin.rig.character import ColorTarget, FirstPersonFlag, LookAtKind
from pantin.rig.human_bones import BONE_PARENTS, PRESETS

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source

ROOT: Tokens = ("extensions", NAME)
GROUPS: Tokens = (*ROOT, "blendShapeMaster", "blendShapeGroups")

PERCENT = 100.0
"""The full weight of VRM 0.x; that of VRM 1.0 is 1."""

PRESET_NAMES = {
    "joy": "happy",
    "angry": "angry",
    "sorrow": "sad",
    "fun": "relaxed",
    "neutral": "neutral",
    "a": "aa",
    "i": "ih",
    "u": "ou",
    "e": "ee",
    "o": "oh",
    "blink": "blink",
    "blink_l": "blinkLeft",
    "blink_r": "blinkRight",
    "lookup": "lookUp",
    "lookdown": "lookDown",
    "lookleft": "lookLeft",
    "lookright": "lookRight",
}
"""Presets of 0.x and what 1.0 calls them."""

COLOURS: dict[str, ColorTarget] = {
    "_Color": "color",
    "_EmissionColor": "emissionColor",
    "_ShadeColor": "shadeColor",
    "_RimColor": "rimColor",
    "_OutlineColor": "outlineColor",
}
TEXTURE_TRANSFORM = "_MainTex_ST"

FLAGS: dict[str, FirstPersonFlag] = {
    "auto": "auto",
    "both": "both",
    "thirdpersononly": "thirdPersonOnly",
    "firstpersononly": "firstPersonOnly",
}
KINDS: dict[str, LookAtKind] = {"bone": "bone", "blendshape": "expression"}

DEGREE_MAPS = ("lookAtHorizontalInner", "lookAtHorizontalOuter", "lookAtVerticalDown", "lookAtVerticalUp")
"""In the order of `LookAt`."""


def lift_character(source: Source, draft: Draft) -> Character | None:
    """The character of the file; None where it is not a VRM 0.x."""
    block = block_of(understood(source.document.tree, source.model), NAME)
    if block is None:
        return None
    parts = CharacterParts(source, draft)
    meta = block.get("meta")
    return Character(
        version="0.x",
        meta=deepcopy(meta) if isinstance(meta, dict) else None,
        humanoid=_humanoid(parts, block),
        expressions=tuple(_expressions(parts, block)),
        look_at=_look_at(parts, block),
        first_person=_first_person(parts, block),
    )


def _humanoid(parts: CharacterParts, block: Object) -> dict[str, int]:
    bones: dict[str, int] = {}
    for index, bone in enumerate(objects(as_object(block.get("humanoid")).get("humanBones"))):
        place = (*ROOT, "humanoid", "humanBones", index)
        word, node = bone.get("bone"), as_index(bone.get("node"), parts.node_count)
        name = THUMBS.get(word, word) if isinstance(word, str) else None
        if name not in BONE_PARENTS or (isinstance(word, str) and word.endswith("ThumbMetacarpal")):
            parts.skip(place, f"humanoid bone {shown(word)}", "VRM 0.x has no bone of this name")
        elif node is None:
            parts.skip(place, f"humanoid bone {word}", "its node does not exist")
        elif name in bones:
            parts.skip(place, f"humanoid bone {word}", "the file has another one of this name")
        elif name is not None:
            bones[name] = node
    return bones


def _expressions(parts: CharacterParts, block: Object) -> Iterator[Expression]:
    names: dict[str, list[int]] = {}
    for index, material in enumerate(parts.source.model.materials):
        if material is not None and material.name is not None:
            names.setdefault(material.name, []).append(index)
    expressions: dict[tuple[bool, str], Expression] = {}
    groups = objects(as_object(block.get("blendShapeMaster")).get("blendShapeGroups"))
    for index, group in enumerate(groups):
        place = (*GROUPS, index)
        name, preset = expression_name(group, index)
        colors, transforms = _material_values(parts, group, place, names)
        morphs = tuple(_morphs(parts, group, place))
        binary = group.get("isBinary") is True
        parts.unique(place, expressions, Expression(name, preset, morphs, colors, transforms, binary))
    yield from expressions.values()


def expression_name(group: Object, index: int) -> tuple[str, bool]:
    """What 1.0 calls a group, and whether that is a preset. `unknown` leaves the decision to the name."""
    word, name = group.get("presetName"), as_text(group.get("name"))
    if isinstance(word, str) and word.lower() in PRESET_NAMES:
        return PRESET_NAMES[word.lower()], True
    presets = {preset.lower(): preset for preset in PRESETS}
    if name is not None and name.lower() in presets:
        return presets[name.lower()], True
    return name or f"expression {index}", False


def _morphs(parts: CharacterParts, group: Object, place: Tokens) -> Iterator[MorphBind]:
    """Groups are bound to meshes, and so to every node that shows the mesh."""
    for slot, bind in enumerate(objects(group.get("binds"))):
        mesh = as_index(bind.get("mesh"), len(parts.source.model.meshes))
        users = parts.users.get(mesh, []) if mesh is not None else []
        try:
            if not users:
                raise Broken("there is no such mesh, or no node has it")
            morphs = [parts.morph(node, bind, PERCENT) for node in users]
        except Broken as fault:
            parts.skip((*place, "binds", slot), f"bind {slot} of blend shape group {place[-1]}", fault)
            continue
        yield from morphs


def _material_values(
    parts: CharacterParts, group: Object, place: Tokens, names: dict[str, list[int]]
) -> tuple[tuple[ColorBind, ...], tuple[TextureTransformBind, ...]]:
    colors: list[ColorBind] = []
    transforms: list[TextureTransformBind] = []
    for slot, material_value in enumerate(objects(group.get("materialValues"))):
        word, name = material_value.get("propertyName"), material_value.get("materialName")
        users = names.get(name, []) if isinstance(name, str) else []
        try:
            if not users:
                raise Broken(f"there is no material {shown(name)}")
            value: Any = numbers(material_value, "targetValue", 4)
            if isinstance(word, str) and word in COLOURS:
                colors += [ColorBind(material, COLOURS[word], value) for material in users]
            elif word == TEXTURE_TRANSFORM:
                # Unity measures v from the bottom, glTF from the top.
                scale, offset = value[:2], (value[2], 1.0 - value[3] - value[1])
                transforms += [TextureTransformBind(material, scale, offset) for material in users]
            else:
                raise Broken(f"VRM 1.0 has no counterpart of {shown(word)}")
        except Broken as fault:
            path = (*place, "materialValues", slot)
            parts.skip(path, f"material value {slot} of blend shape group {place[-1]}", fault)
    return tuple(colors), tuple(transforms)


def _look_at(parts: CharacterParts, block: Object) -> LookAt | None:
    first_person, place = block.get("firstPerson"), (*ROOT, "firstPerson")
    if not isinstance(first_person, dict):
        return None
    word = first_person.get("lookAtTypeName", "Bone")
    kind = KINDS.get(word.lower()) if isinstance(word, str) else None
    if kind is None:
        what, why = "the type of the gaze", f'it is {shown(word)}; "Bone" is used'
        parts.skip((*place, "lookAtTypeName"), what, why)
    offset: Any = HEAD_OFFSET
    if "firstPersonBoneOffset" in first_person:
        offset = axes(first_person["firstPersonBoneOffset"])
        if not finite(offset):
            parts.skip((*place, "firstPersonBoneOffset"), "the offset of the eyes", "it is not finite")
            offset = HEAD_OFFSET
    maps = []
    for name in DEGREE_MAPS:
        given_map = as_object(first_person.get(name))
        names = {"xRange": "inputMaxValue", "yRange": "outputScale"}
        maps.append({names[key]: value for key, value in given_map.items() if key in names})
    return parts.look_at(kind or "bone", offset, maps)


def _first_person(parts: CharacterParts, block: Object) -> dict[int, FirstPersonFlag]:
    flags: dict[int, FirstPersonFlag] = {}
    for index, item in enumerate(as_list(as_object(block.get("firstPerson")).get("meshAnnotations"))):
        annotation = as_object(item)
        mesh, word = annotation.get("mesh"), annotation.get("firstPersonFlag")
        users = parts.users.get(mesh, []) if type(mesh) is int else []
        flag = FLAGS.get(word.lower()) if isinstance(word, str) else None
        if not users or flag is None:
            why = f"its flag is {shown(word)}" if users else "there is no such mesh, or no node has it"
            place = (*ROOT, "firstPerson", "meshAnnotations", index)
            parts.skip(place, f"first-person annotation {index}", why)
            continue
        for node in users:
            flags.setdefault(node, flag)
    return flags
