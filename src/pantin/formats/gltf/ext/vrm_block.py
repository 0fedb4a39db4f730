"""Write the character of a rig as a VRMC_vrm 1.0 object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.ext import vrm_schema as schema
from pantin.formats.gltf.ext.vrm_character import KINDS
from pantin.formats.gltf.ext.vrm_family import LICENSE_URL, UNKNOWN, VERSION
from pantin.formats.gltf.json_values import as_index, as_list, as_object
from pantin.formats.members.encode import encode
from pantin.rig import Character, Expression, LookAt, MorphBind, RangeMap

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document


def make_block(document: Document, character: Character) -> dict[str, Any]:
    """The VRMC_vrm object for a character."""
    first_person = [
        schema.MeshAnnotation(node=node, type=flag) for node, flag in sorted(character.first_person.items())
    ]
    bones: dict[str, schema.HumanBone | None] = {
        bone: schema.HumanBone(node=node) for bone, node in character.humanoid.items()
    }
    vrm = schema.Vrm(
        spec_version=VERSION,
        meta=None,
        humanoid=schema.Humanoid(human_bones=bones),
        first_person=schema.FirstPerson(mesh_annotations=tuple(first_person)) if first_person else None,
        look_at=_look_at(character.look_at) if character.look_at is not None else None,
    )
    # A rig has the JSON of meta, with members that are not of VRM; presets are not always the first.
    block = {"specVersion": VERSION, "meta": meta_json(character.meta, document), **encode(vrm)}
    if character.expressions:
        block["expressions"] = _expressions(character.expressions, document)
    return block


def meta_json(meta: Mapping[str, Any] | None, document: Document) -> dict[str, Any]:
    """The meta of a character with all members that VRM 1.0 requires; a missing thumbnail is omitted. A
    missing licence becomes the strictest one, the default of VRM 1.0."""
    stated = deepcopy(dict(meta or {}))
    authors = [author for author in as_list(stated.get("authors")) if isinstance(author, str) and author]
    required = {
        "name": stated.get("name") or UNKNOWN,
        "authors": authors or [UNKNOWN],
        "licenseUrl": stated.get("licenseUrl") or LICENSE_URL,
    }
    ordered = required | {name: value for name, value in stated.items() if name not in required}
    images = len(as_list(document.tree.get("images")))
    if "thumbnailImage" in ordered and as_index(ordered["thumbnailImage"], images) is None:
        del ordered["thumbnailImage"]
    return ordered


def _look_at(look_at: LookAt) -> schema.LookAt:
    return schema.LookAt(
        type=look_at.kind,
        offset_from_head_bone=_floats(look_at.offset),
        range_map_horizontal_inner=_range(look_at.horizontal_inner),
        range_map_horizontal_outer=_range(look_at.horizontal_outer),
        range_map_vertical_down=_range(look_at.vertical_down),
        range_map_vertical_up=_range(look_at.vertical_up),
    )


def _range(range_map: RangeMap) -> schema.RangeMap:
    return schema.RangeMap(
        input_max_value=float(range_map.input_max), output_scale=float(range_map.output_scale)
    )


def _expressions(expressions: tuple[Expression, ...], document: Document) -> dict[str, Any]:
    """Presets and custom expressions; the kind of the first expression comes first."""
    kinds = sorted(KINDS, key=lambda kind: KINDS[kind] != expressions[0].preset)
    by_kind = {
        kind: {
            expression.name: encode(_expression(expression, document))
            for expression in expressions
            if expression.preset == KINDS[kind]
        }
        for kind in kinds
    }
    return {kind: members for kind, members in by_kind.items() if members}


def _expression(expression: Expression, document: Document) -> schema.Expression:
    morphs = [
        schema.MorphTargetBind(node=bind.node, index=bind.shape, weight=float(bind.weight))
        for bind in expression.morphs
        if _has_mesh(document, bind)
    ]
    colors = [
        schema.MaterialColorBind(material=bind.material, type=bind.target, target_value=_floats(bind.value))
        for bind in expression.colors
    ]
    transforms = [
        schema.TextureTransformBind(
            material=bind.material, scale=_floats(bind.scale), offset=_floats(bind.offset)
        )
        for bind in expression.texture_transforms
    ]
    return schema.Expression(
        is_binary=expression.binary,
        override_blink=expression.override_blink,
        override_look_at=expression.override_look_at,
        override_mouth=expression.override_mouth,
        morph_target_binds=tuple(morphs) or None,
        material_color_binds=tuple(colors) or None,
        texture_transform_binds=tuple(transforms) or None,
    )


def _floats(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(map(float, values))


def _has_mesh(document: Document, bind: MorphBind) -> bool:
    """Whether a mesh is written: one without vertices is dropped with its blend shapes."""
    nodes = as_list(document.tree.get("nodes"))
    return "mesh" in as_object(nodes[bind.node])
