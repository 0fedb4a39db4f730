"""Write the character and springs of a rig in VRM 0.x terms into a document with the rig's nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.formats.gltf.edits import set_extension
from pantin.formats.gltf.ext.vrm0 import schema
from pantin.formats.gltf.ext.vrm0.character import (
    COLOURS,
    FLAGS,
    PERCENT,
    PRESET_NAMES,
    TEXTURE_TRANSFORM,
)
from pantin.formats.gltf.ext.vrm0.material_properties import material_properties
from pantin.formats.gltf.ext.vrm0.objects import THUMBS
from pantin.formats.gltf.extension_names import VRM0 as NAME
from pantin.formats.gltf.json_values import as_index, as_list, as_object
from pantin.formats.members.encode import encode
from pantin.rig import Character, Expression, LookAt, RangeMap, Rig, Spring, SpringJoint, SpringSettings

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document

VERSION = "0.0"
"""The `specVersion` of every VRM 0.x file."""

NONE = -1
"""The index that means none."""

NAMES = {"lookup": "LookUp", "lookdown": "LookDown", "lookleft": "LookLeft", "lookright": "LookRight"}
"""UniVRM's capitals for group names of two words; other names get capitals at `_`."""

OLD_PRESETS = {new: old for old, new in PRESET_NAMES.items()}
OLD_BONES = {new: old for old, new in THUMBS.items()}
OLD_COLOURS = {new: old for old, new in COLOURS.items()}
OLD_FLAGS = {new: f"{new[0].upper()}{new[1:]}" for new in FLAGS.values()}


def obstacle(rig: Rig) -> str:
    """The reason why a rig is not written as VRM 0.x; empty if it is."""
    if rig.character is None or not rig.character.faces_back:
        return "only characters that follow VRM 0.x are written as VRM 0.x"
    return ""


def lower_rig(document: Document, rig: Rig) -> None:
    """Write the character and springs of a rig in VRM 0.x terms."""
    character = rig.character
    if character is None:
        return
    block = schema.Vrm0(
        spec_version=VERSION,
        humanoid=schema.Humanoid(
            human_bones=tuple(
                schema.HumanBone(bone=OLD_BONES.get(bone, bone), node=node, use_default_values=True)
                for bone, node in character.humanoid.items()
            )
        ),
        first_person=_first_person(document, character),
        blend_shape_master=schema.BlendShapeMaster(
            blend_shape_groups=tuple(
                _group(document, rig, expression) for expression in character.expressions
            )
        ),
        secondary_animation=_secondary_animation(rig),
        material_properties=tuple(map(material_properties, rig.materials)),
    )
    # A rig has the JSON of meta, with members that are not of VRM.
    members = {"specVersion": VERSION, "meta": _meta(document, character)}
    set_extension(document, "", NAME, members | encode(block))


def _meta(document: Document, character: Character) -> dict[str, Any]:
    """The meta of a character; a missing thumbnail is omitted."""
    meta = deepcopy(dict(character.meta or {}))
    textures = len(as_list(document.tree.get("textures")))
    if "texture" in meta and as_index(meta["texture"], textures) is None:
        del meta["texture"]
    return meta


def _mesh(document: Document, node: int) -> int | None:
    """The document's mesh for a node; None for a mesh without vertices, which is not written."""
    mesh: int | None = as_object(document.tree["nodes"][node]).get("mesh")
    return mesh


def _first_person(document: Document, character: Character) -> schema.FirstPerson:
    flags: dict[int, str] = {}
    for node, flag in character.first_person.items():
        mesh = _mesh(document, node)
        if mesh is not None:
            flags.setdefault(mesh, OLD_FLAGS[flag])
    look_at = character.look_at or LookAt()
    return schema.FirstPerson(
        first_person_bone=character.humanoid.get("head", NONE),
        first_person_bone_offset=_point(look_at.offset),
        mesh_annotations=tuple(
            schema.MeshAnnotation(mesh=mesh, first_person_flag=flag) for mesh, flag in flags.items()
        ),
        look_at_type_name="Bone" if look_at.kind == "bone" else "BlendShape",
        look_at_horizontal_inner=_degrees(look_at.horizontal_inner),
        look_at_horizontal_outer=_degrees(look_at.horizontal_outer),
        look_at_vertical_down=_degrees(look_at.vertical_down),
        look_at_vertical_up=_degrees(look_at.vertical_up),
    )


def _degrees(range_map: RangeMap) -> schema.DegreeMap:
    return schema.DegreeMap(
        curve=tuple(map(float, schema.STRAIGHT)),
        x_range=float(range_map.input_max),
        y_range=float(range_map.output_scale),
    )


def _point(vector: Any) -> schema.Point:
    """A vector in Unity's left-handed axes: z is negated."""
    x, y, z = np.asarray(vector, np.float64).tolist()
    return schema.Point(x=x, y=y, z=0.0 - z)


def _group(document: Document, rig: Rig, expression: Expression) -> schema.BlendShapeGroup:
    preset = OLD_PRESETS.get(expression.name) if expression.preset else None
    name = expression.name
    if preset is not None:
        name = NAMES.get(preset, "_".join(part.capitalize() for part in preset.split("_")))
    return schema.BlendShapeGroup(
        name=name,
        preset_name=preset or "unknown",  # type: ignore[arg-type]
        is_binary=expression.binary,
        binds=tuple(_binds(document, expression)),
        material_values=tuple(_material_values(rig, expression)),
    )


def _binds(document: Document, expression: Expression) -> Iterator[schema.BlendShapeBind]:
    """Binds by mesh: one for all nodes with the same mesh."""
    known = set()
    for bind in expression.morphs:
        mesh = _mesh(document, bind.node)
        if mesh is not None and (mesh, bind.shape) not in known:
            known.add((mesh, bind.shape))
            yield schema.BlendShapeBind(mesh=mesh, index=bind.shape, weight=float(bind.weight) * PERCENT)


def _material_values(rig: Rig, expression: Expression) -> Iterator[schema.MaterialValue]:
    for color in expression.colors:
        name = OLD_COLOURS.get(color.target)
        if name is not None:
            yield _value(rig, color.material, name, color.value)
    for transform in expression.texture_transforms:
        (scale_u, scale_v), (u, v) = transform.scale, transform.offset
        # Unity measures v from the bottom, glTF from the top.
        numbers = (scale_u, scale_v, u, 1.0 - v - scale_v)
        yield _value(rig, transform.material, TEXTURE_TRANSFORM, numbers)


def _value(rig: Rig, material: int, name: str, numbers: Iterable[float]) -> schema.MaterialValue:
    return schema.MaterialValue(
        material_name=rig.materials[material].name or "",
        property_name=name,
        target_value=tuple(map(float, numbers)),
    )


def _secondary_animation(rig: Rig) -> schema.SecondaryAnimation:
    settings = rig.springs
    colliders, numbers = _collider_groups(settings)
    groups: dict[Any, list[int]] = {}
    """Springs with equal settings form a group: their first joints, by settings."""
    for spring in settings.springs:
        if fits(spring):
            groups.setdefault(_common(spring), []).append(spring.joints[0].node)
    moved = {joint.node for spring in settings.springs for joint in spring.joints}
    first = {_common(spring): spring for spring in reversed(settings.springs) if fits(spring)}
    return schema.SecondaryAnimation(
        bone_groups=tuple(
            # A chain that branches off another moves with the root of that one.
            _bone_group(first[common], [r for r in roots if int(rig.nodes.parents[r]) not in moved], numbers)
            for common, roots in groups.items()
        ),
        collider_groups=tuple(colliders),
    )


def fits(spring: Spring) -> bool:
    """Whether VRM 0.x can store a spring."""
    return spring.fault is None and bool(spring.joints)


def _common(spring: Spring) -> tuple[Any, ...]:
    return spring.name, spring.groups, spring.center, _parameters(spring.joints[0])


def _parameters(joint: SpringJoint) -> tuple[float, ...]:
    direction = np.asarray(joint.gravity_dir, np.float64).tolist()
    return joint.stiffness, joint.gravity_power, joint.drag, joint.hit_radius, *direction


def _bone_group(spring: Spring, roots: list[int], numbers: list[list[int]]) -> schema.BoneGroup:
    joint = spring.joints[0]
    return schema.BoneGroup(
        comment=spring.name or "",
        stiffiness=float(joint.stiffness),
        gravity_power=float(joint.gravity_power),
        gravity_dir=_point(joint.gravity_dir),
        drag_force=float(joint.drag),
        center=NONE if spring.center is None else spring.center,
        hit_radius=float(joint.hit_radius),
        bones=tuple(roots),
        collider_groups=tuple(number for group in spring.groups for number in numbers[group]),
    )


def _collider_groups(settings: SpringSettings) -> tuple[list[schema.ColliderGroup], list[list[int]]]:
    """Groups of spheres on one node each, and the new groups for each group of the rig."""
    groups: list[schema.ColliderGroup] = []
    numbers: list[list[int]] = []
    for group in settings.groups:
        by_node: dict[int, list[schema.Collider]] = {}
        for collider in (settings.colliders[index] for index in group.colliders):
            if collider.shape == "sphere" and not collider.inside:
                sphere = schema.Collider(offset=_point(collider.offset), radius=float(collider.radius))
                by_node.setdefault(collider.node, []).append(sphere)
        numbers.append(list(range(len(groups), len(groups) + len(by_node))))
        groups += [
            schema.ColliderGroup(node=node, colliders=tuple(spheres)) for node, spheres in by_node.items()
        ]
    return groups, numbers
