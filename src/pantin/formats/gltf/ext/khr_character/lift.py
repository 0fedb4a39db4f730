"""Lift KHR_character and its family into the character of a rig."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pantin.base.records import replace
from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.ext.character_parts import CharacterParts
from pantin.formats.gltf.ext.khr_character.meta import asset_packet, meta_of
from pantin.formats.gltf.ext.vrm_character import PATH as VRM_PATH
from pantin.formats.gltf.ext.vrm_character import VrmCharacter
from pantin.formats.gltf.ext.vrm_schema import Vrm
from pantin.formats.gltf.extension_names import (
    ANIMATION_POINTER,
    KHR_CHARACTER,
    KHR_EXPRESSION,
    KHR_EXPRESSION_MASK,
    KHR_SKELETON_MAPPING,
    KHR_VISIBILITY_HINT,
    MTOON,
    TEXTURE_TRANSFORM,
    VRMC_VRM,
)
from pantin.formats.gltf.json_values import Object, as_object
from pantin.formats.gltf.model import Animation, Channel, get
from pantin.formats.members.decode import decode
from pantin.report.pointer import JsonPath
from pantin.rig import Character, ColorBind, Expression, MorphBind, TextureTransformBind
from pantin.rig.character import ColorTarget, FirstPersonFlag, Override
from pantin.rig.human_bones import BLINK, BONE_PARENTS, GAZE, MOUTH, PRESETS

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source

HUMANOID = "vrmHumanoid"
"""The name of the rig mapping that names human bones."""

FLAGS: dict[str, FirstPersonFlag] = {
    "always": "both",
    "first_person": "firstPersonOnly",
    "third_person": "thirdPersonOnly",
}
"""The roles of KHR_node_visibility_hint."""

OVERRIDDEN = {"override_blink": BLINK, "override_look_at": GAZE, "override_mouth": MOUTH}
"""Groups of expressions that one VRM override stands for."""

COLOURS: dict[str, ColorTarget] = {
    "pbrMetallicRoughness/baseColorFactor": "color",
    "emissiveFactor": "emissionColor",
    f"extensions/{MTOON}/shadeColorFactor": "shadeColor",
    f"extensions/{MTOON}/matcapFactor": "matcapColor",
    f"extensions/{MTOON}/parametricRimColorFactor": "rimColor",
    f"extensions/{MTOON}/outlineColorFactor": "outlineColor",
}
"""Material colours by their pointers within a material."""

INDEX = r"(0|[1-9][0-9]{0,17})"
WEIGHT = re.compile(rf"/nodes/{INDEX}/weights(?:/{INDEX})?")
MATERIAL = re.compile(rf"/materials/{INDEX}/(.+)")
TEXTURE = re.compile(rf"pbrMetallicRoughness/baseColorTexture/extensions/{TEXTURE_TRANSFORM}/(offset|scale)")


def lift(source: Source, draft: Draft) -> None:
    """Set the character of the draft from the file, unless a VRM character is present."""
    roots = [value for _, value in source.objects_of(KHR_CHARACTER)]
    if not roots or draft.character is not None:
        return
    parts = CharacterParts(source, draft)
    said = said_character(source, parts)
    kept = as_object(as_object(roots[0].extras).get(VRMC_VRM))
    draft.character = merge_kept(said, parts, kept) if kept else said


def said_character(source: Source, parts: CharacterParts) -> Character:
    """The character as stored in the draft extensions, without `extras`."""
    packet = asset_packet(source.document.tree)
    return Character(
        version="1.0",
        meta=None if packet is None else meta_of(packet),
        humanoid=dict(_humanoid(source, parts)),
        expressions=tuple(_Expressions(source, parts).read()),
        first_person=dict(_first_person(source, parts)),
    )


def merge_kept(said: Character, parts: CharacterParts, kept: Object) -> Character:
    """A character completed with the data in `extras` that the draft has no place for."""
    vrm, faults = decode(kept, Vrm, VRM_PATH)
    more = VrmCharacter(parts, vrm, faults, kept).read()
    by_name = {(each.preset, each.name): each for each in (*said.expressions, *more.expressions)}
    changes: dict[str, Any] = {"expressions": tuple(by_name.values())}
    if "meta" in kept:
        changes["meta"] = more.meta
    if "humanoid" in kept:
        changes["humanoid"] = more.humanoid
    if "firstPerson" in kept:
        changes["first_person"] = more.first_person
    if "lookAt" in kept:
        changes["look_at"] = more.look_at
    return replace(said, **changes)


def _humanoid(source: Source, parts: CharacterParts) -> Iterator[tuple[str, int]]:
    for path, value in source.objects_of(KHR_SKELETON_MAPPING):
        for bone, node in as_object((value.skeletal_rig_mappings or {}).get(HUMANOID)).items():
            member_path = (*path, "skeletalRigMappings", HUMANOID, bone)
            if bone not in BONE_PARENTS:
                parts.skip(member_path, f"humanoid bone {bone!r}", "VRM 1.0 has no bone of this name")
            elif node is None or not 0 <= node < parts.node_count:
                parts.skip(member_path, f"humanoid bone {bone}", "its node does not exist")
            else:
                yield bone, node


def _first_person(source: Source, parts: CharacterParts) -> Iterator[tuple[int, FirstPersonFlag]]:
    """First-person flags of nodes with meshes; a hint applies to descendants until another hint."""
    stated = {int(path[1]): value.role for path, value in source.objects_of(KHR_VISIBILITY_HINT)}
    if not stated:
        return
    nodes = source.model.nodes
    parents = {
        child: number
        for number, node in enumerate(nodes)
        for child in (node.children or () if node is not None else ())
    }
    for node in sorted({node for users in parts.users.values() for node in users}):
        at: int | None = node
        seen: set[int] = set()
        while at is not None and at not in stated and at not in seen:
            seen.add(at)
            at = parents.get(at)
        role = stated.get(at) if at is not None else None
        if role is not None and role in FLAGS:
            yield node, FLAGS[role]


class _Target(NamedTuple):
    """A channel of an expression: its target, and its first and last values."""

    pointer: str
    first: list[float]
    last: list[float]
    step: bool


class _Expressions:
    def __init__(self, source: Source, parts: CharacterParts) -> None:
        self.source, self.parts = source, parts
        extended = source.extended(KHR_EXPRESSION, KHR_EXPRESSION_MASK)
        self.masks = {path[:-2]: value for path, value in extended.objects_of(KHR_EXPRESSION_MASK)}

    def read(self) -> Iterator[Expression]:
        expressions: dict[tuple[bool, str], Expression] = {}
        listed = [
            ((*path, "expressions", number), item)
            for path, value in self.source.objects_of(KHR_EXPRESSION)
            for number, item in enumerate(value.expressions or ())
            if item is not None and item.expression is not None
        ]
        names = {item.expression for _, item in listed}
        for item_path, item in listed:
            animation = get(self.source.model.animations, item.animation)
            if animation is None:
                self.parts.skip(item_path, f"expression {item.expression!r}", "its animation does not exist")
                continue
            targets = list(self._targets(item.animation, animation))
            expression = self._expression(item.expression, targets, (*item_path, "animation"))
            expression = replace(expression, **self._overrides(item_path, names))
            self.parts.unique(item_path, expressions, expression)
        yield from expressions.values()

    def _targets(self, index: int, animation: Animation) -> Iterator[_Target]:
        for number, channel in enumerate(animation.channels or ()):
            pointer, sampler = target_pointer(channel), get(animation.samplers or (), channel.sampler)
            path = ("animations", index, "channels", number)
            if not pointer or sampler is None or sampler.output is None or sampler.input is None:
                continue
            try:
                keys = len(self.source.values(sampler.input))
                rows = self.source.exact_values(sampler.output).reshape(keys, -1)
            except (BadAccessor, ValueError) as fault:
                what = f"channel {number} of {self.source.named('animation', index)}"
                self.parts.skip(path, what, str(fault))
                continue
            if sampler.interpolation == "CUBICSPLINE":
                rows = rows.reshape(keys, 3, -1)[:, 1]
            first, last = (list(map(shortest, row)) for row in (rows[0], rows[-1]))
            yield _Target(pointer, first, last, sampler.interpolation == "STEP")

    def _expression(self, name: str, targets: list[_Target], path: JsonPath) -> Expression:
        morphs: list[MorphBind] = []
        colors: list[ColorBind] = []
        transforms: dict[int, dict[str, tuple[float, ...]]] = {}
        for target in targets:
            if (match := WEIGHT.fullmatch(target.pointer)) is not None:
                morphs += self._morphs(int(match[1]), match[2], target)
            elif not is_held(target.pointer) or (match := MATERIAL.fullmatch(target.pointer)) is None:
                what = f"channel {target.pointer!r} of expression {name!r}"
                self.parts.skip(path, what, "only weights, colours and texture transforms are supported")
            elif int(match[1]) < self.parts.material_count and match[2] in COLOURS:
                value: Any = tuple([*target.last, 1.0][:4])
                colors.append(ColorBind(int(match[1]), COLOURS[match[2]], value))
            elif (texture := TEXTURE.fullmatch(match[2])) is not None:
                transforms.setdefault(int(match[1]), {})[texture[1]] = tuple(target.last)
        moved = tuple(_texture_bind(material, transform) for material, transform in transforms.items())
        binary = bool(targets) and all(target.step for target in targets)
        return Expression(name, name in PRESETS, tuple(morphs), tuple(colors), moved, binary)

    def _morphs(self, node: int, element: str | None, target: _Target) -> Iterator[MorphBind]:
        count = self.parts.shapes.get(node, 0)
        if element is not None:
            if int(element) < count and target.last:
                yield MorphBind(node, int(element), target.last[0])
            return
        for shape, (first, last) in enumerate(zip(target.first, target.last, strict=True)):
            if first != last and shape < count:
                yield MorphBind(node, shape, last)

    def _overrides(self, path: JsonPath, names: set[str]) -> dict[str, Override]:
        masks = self.masks.get(path)
        stated_masks = [mask for mask in (masks.masks or ()) if mask is not None] if masks is not None else []
        overrides: dict[str, Override] = {}
        for attribute, group in OVERRIDDEN.items():
            present = [name for name in group if name in names]
            for kind in ("block", "blend"):
                full = {mask.target for mask in stated_masks if _is_full(mask, kind)}
                if present and full.issuperset(present):
                    overrides[attribute] = kind
        return overrides


def is_held(target: str) -> bool:
    """Whether an expression of a rig can hold the target of a channel."""
    material = MATERIAL.fullmatch(target)
    if material is not None:
        return material[2] in COLOURS or TEXTURE.fullmatch(material[2]) is not None
    return WEIGHT.fullmatch(target) is not None


def _texture_bind(material: int, transform: Mapping[str, Any]) -> TextureTransformBind:
    return TextureTransformBind(
        material, transform.get("scale", (1.0, 1.0)), transform.get("offset", (0.0, 0.0))
    )


def _is_full(mask: Any, kind: str) -> bool:
    """Whether a mask equals a VRM override."""
    amount = 1.0 if mask.amount is None else mask.amount
    return (mask.type or "blend") == kind and amount == 1.0 and not mask.threshold


def target_pointer(channel: Channel) -> str:
    """The target of a channel as a pointer; empty if it has none."""
    target = channel.target
    if target is None or target.path is None:
        return ""
    if str(target.path) != "pointer":
        return "" if target.node is None else f"/nodes/{target.node}/{target.path}"
    pointer_object: Mapping[str, Any] = as_object((target.extensions or {}).get(ANIMATION_POINTER))
    return str(pointer_object.get("pointer") or "")


def shortest(number: float) -> float:
    """A single-precision number in its probable original decimals: 0.1 instead of 0.10000000149011612."""
    return float(str(np.float32(number)))
