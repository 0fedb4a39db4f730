"""Lift the character of VRM 0.x into the rig, in terms of VRM 1.0."""

from __future__ import annotations

from collections.abc import Container, Iterator
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.ext.character_parts import HEAD_OFFSET, Broken, CharacterParts
from pantin.formats.gltf.ext.vrm0 import schema
from pantin.formats.gltf.ext.vrm0.model import ROOT, Vrm0Objects
from pantin.formats.gltf.ext.vrm0.objects import THUMBS
from pantin.formats.gltf.extension_names import VRM0 as NAME
from pantin.formats.gltf.json_values import as_text, finite
from pantin.report.pointer import JsonPath
from pantin.rig import Character, ColorBind, Expression, Json, LookAt, MorphBind, TextureTransformBind
from pantin.rig.character import ColorTarget, FirstPersonFlag, LookAtKind
from pantin.rig.human_bones import BONE_PARENTS, PRESETS

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source

GROUPS: JsonPath = (*ROOT, "blendShapeMaster", "blendShapeGroups")

PERCENT = 100.0
"""The full weight in VRM 0.x; VRM 1.0 uses 1."""

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
"""Presets of 0.x and their names in 1.0."""

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
EYES = "firstPersonBoneOffset"
KINDS: dict[str, LookAtKind] = {"bone": "bone", "blendshape": "expression"}

DEGREE_MAPS = ("lookAtHorizontalInner", "lookAtHorizontalOuter", "lookAtVerticalDown", "lookAtVerticalUp")
"""In the order of `LookAt`."""


def lift_character(source: Source, draft: Draft) -> Character | None:
    """The character of the file; None if it is not VRM 0.x."""
    vrm = Vrm0Objects.from_objects(source.extended(NAME), len(source.model.nodes))
    if not vrm.occurs:
        return None
    # A rig holds all of meta, also members that are not of VRM.
    meta = (source.model.extensions or {})[NAME].get("meta")
    return _Character(CharacterParts(source, draft), vrm).read(deepcopy(meta) if vrm.block.meta else None)


def expression_name(
    word: str | None, name: str | None, index: int, stated: Container[str | None] = ()
) -> tuple[str, bool]:
    """The 1.0 name of a group, and whether it is a preset; `word` is its preset in lower case. For `unknown`
    the name decides, as in UniVRM: it may be a preset of either version, unless another group has `stated`
    that preset."""
    if word in PRESET_NAMES:
        return PRESET_NAMES[word], True
    name = as_text(name)
    presets = {preset.lower(): preset for preset in PRESETS} | PRESET_NAMES
    if name is not None and name.lower() in stated:
        return name, False
    if name is not None and name.lower() in presets:
        return presets[name.lower()], True
    return name or f"expression {index}", False


class _Character:
    """Reads the parts of a character; broken parts are skipped with a finding."""

    def __init__(self, parts: CharacterParts, vrm: Vrm0Objects) -> None:
        self.parts, self.vrm, self.block = parts, vrm, vrm.block
        self.materials: dict[str, list[int]] = {}
        """The materials with each name."""
        for index, material in enumerate(parts.source.model.materials):
            if material is not None and material.name is not None:
                self.materials.setdefault(material.name, []).append(index)

    def read(self, meta: Json | None) -> Character:
        return Character(
            version="0.x",
            meta=meta,
            humanoid=self._humanoid(),
            expressions=tuple(self._expressions()),
            look_at=self._look_at(),
            first_person=self._first_person(),
        )

    def _humanoid(self) -> dict[str, int]:
        nodes: dict[str, int] = {}
        humanoid = self.block.humanoid or schema.Humanoid()
        for index, item in enumerate(humanoid.human_bones or ()):
            path, bone = (*ROOT, "humanoid", "humanBones", index), item or schema.HumanBone()
            word, node = bone.bone, self.parts.node(bone.node)
            name = THUMBS.get(word, word) if word is not None else None
            if word is None or name is None or name not in BONE_PARENTS or word.endswith("ThumbMetacarpal"):
                shown = self.vrm.shown(word, *path, "bone")
                self.parts.skip(path, f"humanoid bone {shown}", "VRM 0.x has no bone of this name")
            elif node is None:
                self.parts.skip(path, f"humanoid bone {word}", "its node does not exist")
            elif name in nodes:
                self.parts.skip(path, f"humanoid bone {word}", "the file has another of this name")
            else:
                nodes[name] = node
        return nodes

    def _expressions(self) -> Iterator[Expression]:
        expressions: dict[tuple[bool, str], Expression] = {}
        master = self.block.blend_shape_master or schema.BlendShapeMaster()
        groups = [item or schema.BlendShapeGroup() for item in master.blend_shape_groups or ()]
        stated = {as_text(group.preset_name) for group in groups}
        for index, group in enumerate(groups):
            path = (*GROUPS, index)
            word = self.vrm.word(group.preset_name, *path, "presetName")
            name, preset = expression_name(word, group.name, index, stated)
            colors, transforms = self._material_values(group, path)
            morphs = tuple(self._morphs(group, path))
            expression = Expression(name, preset, morphs, colors, transforms, group.is_binary is True)
            self.parts.unique(path, expressions, expression)
        yield from expressions.values()

    def _morphs(self, group: schema.BlendShapeGroup, group_path: JsonPath) -> Iterator[MorphBind]:
        """Blend shape binds. Groups refer to meshes, and so to every node with the mesh."""
        for slot, item in enumerate(group.binds or ()):
            bind, path = item or schema.BlendShapeBind(), (*group_path, "binds", slot)
            try:
                binds = self._bind(bind, path)
            except Broken as fault:
                self.parts.skip(path, f"bind {slot} of blend shape group {group_path[-1]}", fault)
                continue
            yield from binds

    def _bind(self, bind: schema.BlendShapeBind, path: JsonPath) -> list[MorphBind]:
        users = self.parts.users.get(bind.mesh, []) if bind.mesh is not None else []
        if not users:
            raise Broken("there is no such mesh, or no node has it")
        stated = {"index": bind.index, "weight": bind.weight}
        weight = None if bind.weight is None else bind.weight / PERCENT

        def words(name: str) -> str:
            return self.vrm.shown(stated[name], *path, name)

        return [self.parts.morph(node, bind.index, weight, words) for node in users]

    def _material_values(
        self, group: schema.BlendShapeGroup, group_path: JsonPath
    ) -> tuple[tuple[ColorBind, ...], tuple[TextureTransformBind, ...]]:
        colors: list[ColorBind] = []
        transforms: list[TextureTransformBind] = []
        for slot, item in enumerate(group.material_values or ()):
            binding, path = item or schema.MaterialValue(), (*group_path, "materialValues", slot)
            word, name, value = binding.property_name, binding.material_name, binding.target_value
            users = self.materials.get(name, []) if name is not None else []
            try:
                if not users:
                    raise Broken(f"there is no material {self.vrm.shown(name, *path, 'materialName')}")
                if value is None or len(value) != 4:
                    raise Broken("its targetValue is not 4 finite numbers")
                if word in COLOURS:
                    colors += [ColorBind(material, COLOURS[word], value) for material in users]
                elif word == TEXTURE_TRANSFORM:
                    # Unity measures v from the bottom, glTF from the top.
                    scale, offset = value[:2], (value[2], 1.0 - value[3] - value[1])
                    transforms += [TextureTransformBind(material, scale, offset) for material in users]
                else:
                    shown = self.vrm.shown(word, *path, "propertyName")
                    raise Broken(f"VRM 1.0 has no counterpart of {shown}")
            except Broken as fault:
                self.parts.skip(path, f"material value {slot} of blend shape group {group_path[-1]}", fault)
        return tuple(colors), tuple(transforms)

    def _look_at(self) -> LookAt | None:
        first_person, path = self.block.first_person, (*ROOT, "firstPerson")
        if first_person is None:
            return None
        kind: LookAtKind | None = "bone"
        if self.vrm.is_stated(first_person.look_at_type_name, *path, "lookAtTypeName"):
            kind = KINDS.get(self.vrm.word(first_person.look_at_type_name, *path, "lookAtTypeName") or "")
        if kind is None:
            shown = self.vrm.shown(None, *path, "lookAtTypeName")
            why = f'it is {shown}; "Bone" is used'
            self.parts.skip((*path, "lookAtTypeName"), "the type of the gaze", why)
        maps = (
            first_person.look_at_horizontal_inner,
            first_person.look_at_horizontal_outer,
            first_person.look_at_vertical_down,
            first_person.look_at_vertical_up,
        )
        ranges = [(each.x_range, each.y_range) if each else (None, None) for each in maps]
        return self.parts.look_at(kind or "bone", self._eyes(first_person, (*path, EYES)), ranges)

    def _eyes(self, first_person: schema.FirstPerson, path: JsonPath) -> Any:
        """The point between the eyes, relative to the head bone."""
        if not self.vrm.is_stated(first_person.first_person_bone_offset, *path):
            return HEAD_OFFSET
        offset = self.vrm.axes(first_person.first_person_bone_offset, *path)
        if not finite(offset):
            self.parts.skip(path, "the offset of the eyes", "it is not finite")
            return HEAD_OFFSET
        return offset

    def _first_person(self) -> dict[int, FirstPersonFlag]:
        flags: dict[int, FirstPersonFlag] = {}
        first_person = self.block.first_person or schema.FirstPerson()
        for index, item in enumerate(first_person.mesh_annotations or ()):
            path = (*ROOT, "firstPerson", "meshAnnotations", index)
            annotation = item or schema.MeshAnnotation()
            users = self.parts.users.get(annotation.mesh, []) if annotation.mesh is not None else []
            flag = FLAGS.get((annotation.first_person_flag or "").lower())
            if not users or flag is None:
                shown = self.vrm.shown(annotation.first_person_flag, *path, "firstPersonFlag")
                why = f"its flag is {shown}" if users else "there is no such mesh, or no node has it"
                self.parts.skip(path, f"first-person annotation {index}", why)
                continue
            for node in users:
                flags.setdefault(node, flag)
        return flags
