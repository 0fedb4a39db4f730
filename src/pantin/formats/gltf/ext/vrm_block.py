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
    given = deepcopy(dict(meta or {}))
    authors = [author for author in as_list(given.get("authors")) if isinstance(author, str) and author]
    required = {
        "name": given.get("name") or UNKNOWN,
        "authors": authors or [UNKNOWN],
        "licenseUrl": given.get("licenseUrl") or LICENSE_URL,
    }
    made = required | {name: value for name, value in given.items() if name not in required}
    images = len(as_list(document.tree.get("images")))
    if "thumbnailImage" in made and as_index(made["thumbnailImage"], images) is None:
        del made["thumbnailImage"]
    return made


def _look_at(given: LookAt) -> dict[str, Any]:
    ranges = (given.horizontal_inner, given.horizontal_outer, given.vertical_down, given.vertical_up)
    maps = {
        name: {"inputMaxValue": float(item.input_max), "outputScale": float(item.output_scale)}
        for name, item in zip(RANGE_MAPS, ranges, strict=True)
    }
    return {"type": given.kind, "offsetFromHeadBone": list(map(float, given.offset)), **maps}


def _expressions(given: tuple[Expression, ...], document: Document) -> dict[str, Any]:
    """Presets and custom expressions, the kind of the first one first."""
    kinds = sorted(KINDS, key=lambda kind: KINDS[kind] != given[0].preset)
    made = {
        kind: {
            expression.name: _expression(expression, document)
            for expression in given
            if expression.preset == KINDS[kind]
        }
        for kind in kinds
    }
    return {kind: members for kind, members in made.items() if members}


def _expression(given: Expression, document: Document) -> dict[str, Any]:
    made: dict[str, Any] = {
        "isBinary": given.binary,
        "overrideBlink": given.override_blink,
        "overrideLookAt": given.override_look_at,
        "overrideMouth": given.override_mouth,
    }
    binds: dict[str, list[dict[str, Any]]] = {
        "morphTargetBinds": [
            {"node": bind.node, "index": bind.shape, "weight": float(bind.weight)}
            for bind in given.morphs
            if _has_mesh(document, bind)
        ],
        "materialColorBinds": [
            {"material": bind.material, "type": bind.target, "targetValue": list(map(float, bind.value))}
            for bind in given.colours
        ],
        "textureTransformBinds": [
            {
                "material": bind.material,
                "scale": list(map(float, bind.scale)),
                "offset": list(map(float, bind.offset)),
            }
            for bind in given.texture_transforms
        ],
    }
    return made | {name: listed for name, listed in binds.items() if listed}


def _has_mesh(document: Document, bind: MorphBind) -> bool:
    """A mesh without vertices is not written, and its blend shapes with it."""
    nodes = as_list(document.tree.get("nodes"))
    return "mesh" in as_object(nodes[bind.node])
