"""The character of a rig as the object of VRMC_vrm 1.0 that describes it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.ext.vrm_character import KINDS, RANGE_MAPS
from pantin.formats.gltf.ext.vrm_family import LICENSE_URL, UNKNOWN, VERSION
from pantin.formats.gltf.json_values import as_index, as_list, as_object
from pantin.rig import Character, Expression, LookAt, MorphBind

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document


def block_of(document: Document, character: Character) -> dict[str, Any]:
    """The object of VRMC_vrm that describes a character."""
    block: dict[str, Any] = {"specVersion": VERSION, "meta": meta_json(character.meta, document)}
    block["humanoid"] = {"humanBones": {bone: {"node": node} for bone, node in character.humanoid.items()}}
    if character.first_person:
        flags = sorted(character.first_person.items())
        block["firstPerson"] = {"meshAnnotations": [{"node": node, "type": flag} for node, flag in flags]}
    if character.look_at is not None:
        block["lookAt"] = _look_at(character.look_at)
    if character.expressions:
        block["expressions"] = _expressions(character.expressions, document)
    return block


def meta_json(meta: Mapping[str, Any] | None, document: Document) -> dict[str, Any]:
    """The meta of a character, with what VRM 1.0 requires and without a thumbnail that is not there.

    A licence that the character does not state is the strictest: that is what the defaults of VRM 1.0 say.
    """
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


def _look_at(look_at: LookAt) -> dict[str, Any]:
    ranges = (look_at.horizontal_inner, look_at.horizontal_outer, look_at.vertical_down, look_at.vertical_up)
    maps = {
        name: {"inputMaxValue": float(item.input_max), "outputScale": float(item.output_scale)}
        for name, item in zip(RANGE_MAPS, ranges, strict=True)
    }
    return {"type": look_at.kind, "offsetFromHeadBone": list(map(float, look_at.offset)), **maps}


def _expressions(expressions: tuple[Expression, ...], document: Document) -> dict[str, Any]:
    """Presets and custom expressions, the kind of the first one first."""
    kinds = sorted(KINDS, key=lambda kind: KINDS[kind] != expressions[0].preset)
    by_kind = {
        kind: {
            expression.name: _expression(expression, document)
            for expression in expressions
            if expression.preset == KINDS[kind]
        }
        for kind in kinds
    }
    return {kind: members for kind, members in by_kind.items() if members}


def _expression(expression: Expression, document: Document) -> dict[str, Any]:
    members: dict[str, Any] = {
        "isBinary": expression.binary,
        "overrideBlink": expression.override_blink,
        "overrideLookAt": expression.override_look_at,
        "overrideMouth": expression.override_mouth,
    }
    binds: dict[str, list[dict[str, Any]]] = {
        "morphTargetBinds": [
            {"node": bind.node, "index": bind.shape, "weight": float(bind.weight)}
            for bind in expression.morphs
            if _has_mesh(document, bind)
        ],
        "materialColorBinds": [
            {"material": bind.material, "type": bind.target, "targetValue": list(map(float, bind.value))}
            for bind in expression.colors
        ],
        "textureTransformBinds": [
            {
                "material": bind.material,
                "scale": list(map(float, bind.scale)),
                "offset": list(map(float, bind.offset)),
            }
            for bind in expression.texture_transforms
        ],
    }
    return members | {name: listed for name, listed in binds.items() if listed}


def _has_mesh(document: Document, bind: MorphBind) -> bool:
    """A mesh without vertices is not written, and its blend shapes with it."""
    nodes = as_list(document.tree.get("nodes"))
    return "mesh" in as_object(nodes[bind.node])
