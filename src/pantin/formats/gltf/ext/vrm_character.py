"""Read a character in the form of VRMC_vrm 1.0 into a rig: humanoid, expressions, gaze, first person and
meta. Other extensions use this form for data they cannot store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from typing import Any, TypeVar

from pantin.formats.gltf.ext import vrm_schema as schema
from pantin.formats.gltf.ext.character_parts import HEAD_OFFSET, Broken, CharacterParts
from pantin.formats.gltf.extension_names import VRMC_VRM as NAME
from pantin.formats.members.faults import Fault, by_path, shown
from pantin.report.pointer import JsonPath
from pantin.rig import Character, ColorBind, Expression, Json, LookAt, MorphBind, TextureTransformBind
from pantin.rig.character import FirstPersonFlag, Override
from pantin.rig.human_bones import BONE_PARENTS, PRESETS

PATH: JsonPath = ("extensions", NAME)
KINDS = {"preset": True, "custom": False}

EMPTY: dict[str, Any] = {
    "morphTargetBinds": schema.MorphTargetBind(node=None, index=None, weight=None),
    "materialColorBinds": schema.MaterialColorBind(material=None, type=None, target_value=None),
    "textureTransformBinds": schema.TextureTransformBind(material=None),
}
"""Default lists of binds for an expression whose binds are not objects."""

Stated = TypeVar("Stated")
Bind = TypeVar("Bind")


class VrmCharacter:
    """Reads the character that an object of VRMC_vrm, or some of its members, describes. `stated` is the JSON
    of the object: a rig holds all of `meta`, and expressions in the order of the file."""

    def __init__(self, parts: CharacterParts, vrm: schema.Vrm, faults: Iterable[Fault], stated: Json) -> None:
        self.parts, self.vrm, self.stated = parts, vrm, stated
        self.faults = by_path(faults)

    def read(self) -> Character:
        return Character(
            version="1.0",
            meta=self._meta(),
            humanoid=self._humanoid(),
            expressions=tuple(self._expressions()),
            look_at=self._look_at(),
            first_person=self._first_person(),
        )

    def _shown(self, value: object, *path: str | int) -> str:
        """A member formatted for messages, even if broken."""
        fault = self.faults.get(path)
        return shown(value if fault is None else fault.value)

    def _is_broken(self, what: str, *path: str | int) -> bool:
        """Report a value that is not an object; returns whether it was reported."""
        fault = self.faults.get(path)
        if fault is not None:
            self.parts.skip(path, what, f"it is {shown(fault.value)}, expected an object")
        return fault is not None

    def _meta(self) -> Json | None:
        if self.vrm.meta is None:
            self._is_broken("meta", *PATH, "meta")
            return None
        meta: Json = deepcopy(self.stated["meta"])
        return meta

    def _humanoid(self) -> dict[str, int]:
        nodes: dict[str, int] = {}
        human_bones = self.vrm.humanoid.human_bones if self.vrm.humanoid else None
        for name, bone in (human_bones or {}).items():
            path = (*PATH, "humanoid", "humanBones", name)
            node = self.parts.node(bone.node if bone else None)
            if name not in BONE_PARENTS:
                self.parts.skip(path, f"humanoid bone {name!r}", "VRM 1.0 has no bone of this name")
            elif node is None:
                self.parts.skip(path, f"humanoid bone {name}", "its node does not exist")
            else:
                nodes[name] = node
        return nodes

    def _expressions(self) -> Iterator[Expression]:
        if self.vrm.expressions is None:
            return
        for kind in (kind for kind in self.stated["expressions"] if kind in KINDS):
            listed: dict[str, schema.Expression | None] = getattr(self.vrm.expressions, kind) or {}
            for name, expression in listed.items():
                path = (*PATH, "expressions", kind, name)
                if KINDS[kind] and name not in PRESETS:
                    self.parts.skip(path, f"expression {name!r}", "VRM 1.0 has no preset of this name")
                elif expression is None:
                    self._is_broken(f"expression {name!r}", *path)
                else:
                    yield self._expression(name, KINDS[kind], expression, path)

    def _expression(
        self, name: str, preset: bool, expression: schema.Expression, path: JsonPath
    ) -> Expression:
        return Expression(
            name,
            preset,
            self._binds(expression.morph_target_binds, self._morph, *path, "morphTargetBinds"),
            self._binds(expression.material_color_binds, self._colour, *path, "materialColorBinds"),
            self._binds(expression.texture_transform_binds, self._transform, *path, "textureTransformBinds"),
            expression.is_binary is True,
            self._override(expression.override_blink, *path, "overrideBlink"),
            self._override(expression.override_look_at, *path, "overrideLookAt"),
            self._override(expression.override_mouth, *path, "overrideMouth"),
        )

    def _binds(
        self,
        listed: tuple[Stated | None, ...] | None,
        read: Callable[[Stated, JsonPath], Bind],
        *path: str | int,
    ) -> tuple[Bind, ...]:
        """The usable binds of one kind."""
        binds = []
        for index, bind in enumerate(listed or ()):
            try:
                binds.append(read(bind or EMPTY[str(path[-1])], (*path, index)))
            except Broken as fault:
                self.parts.skip((*path, index), f"bind {index} of expression {path[-2]!r}", fault)
        return tuple(binds)

    def _morph(self, bind: schema.MorphTargetBind, path: JsonPath) -> MorphBind:
        node = self.parts.node(bind.node)
        if node is None:
            raise Broken("its node does not exist")
        stated = {"index": bind.index, "weight": bind.weight}
        return self.parts.morph(
            node, bind.index, bind.weight, lambda name: self._shown(stated[name], *path, name)
        )

    def _colour(self, bind: schema.MaterialColorBind, path: JsonPath) -> ColorBind:
        if bind.type is None:
            raise Broken(f"its type is {self._shown(None, *path, 'type')}")
        material = self._material(bind.material)
        value = self._numbers(bind.target_value, 4, None, *path, "targetValue")
        return ColorBind(material, bind.type, value)

    def _transform(self, bind: schema.TextureTransformBind, path: JsonPath) -> TextureTransformBind:
        scale = self._numbers(bind.scale, 2, (1.0, 1.0), *path, "scale")
        offset = self._numbers(bind.offset, 2, (0.0, 0.0), *path, "offset")
        return TextureTransformBind(self._material(bind.material), scale, offset)

    def _material(self, material: int | None) -> int:
        if material is None or not 0 <= material < self.parts.material_count:
            raise Broken("its material does not exist")
        return material

    def _numbers(self, value: tuple[float, ...] | None, length: int, default: Any, *path: str | int) -> Any:
        """A member with `length` numbers, as a tuple; the default if missing."""
        if value is None and (default is None or path in self.faults):
            raise Broken(f"its {path[-1]} is not {length} finite numbers")
        return default if value is None else value

    def _override(self, override: Override | None, *path: str | int) -> Override:
        if path in self.faults:
            why = f"it is {self._shown(None, *path)}"
            self.parts.skip(path, f"{path[-1]} of expression {path[-2]!r}", why)
        return override or "none"

    def _look_at(self) -> LookAt | None:
        look_at, path = self.vrm.look_at, (*PATH, "lookAt")
        if look_at is None:
            self._is_broken("lookAt", *path)
            return None
        if (*path, "type") in self.faults:
            why = f'it is {self._shown(None, *path, "type")}; "bone" is used'
            self.parts.skip((*path, "type"), "the type of lookAt", why)
        offset = HEAD_OFFSET
        try:
            offset = self._numbers(look_at.offset_from_head_bone, 3, HEAD_OFFSET, *path, "offsetFromHeadBone")
        except Broken as fault:
            self.parts.skip((*path, "offsetFromHeadBone"), "the offset of lookAt", fault)
        maps = (
            look_at.range_map_horizontal_inner,
            look_at.range_map_horizontal_outer,
            look_at.range_map_vertical_down,
            look_at.range_map_vertical_up,
        )
        ranges = [(each.input_max_value, each.output_scale) if each else (None, None) for each in maps]
        return self.parts.look_at(look_at.type or "bone", offset, ranges)

    def _first_person(self) -> dict[int, FirstPersonFlag]:
        flags: dict[int, FirstPersonFlag] = {}
        first_person = self.vrm.first_person
        for index, annotation in enumerate((first_person.mesh_annotations or ()) if first_person else ()):
            path = (*PATH, "firstPerson", "meshAnnotations", index)
            node, flag = (
                self.parts.node(annotation.node if annotation else None),
                annotation.type if annotation else None,
            )
            if node is not None and node not in flags and flag is not None:
                flags[node] = flag
                continue
            why = "its node does not exist"
            if node is not None:
                why = f"its type is {self._shown(None, *path, 'type')}"
            if node in flags:
                why = f"{self.parts.source.named('node', node)} has another"
            self.parts.skip(path, f"first-person annotation {index}", why)
        return flags
