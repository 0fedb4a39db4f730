"""The character of a rig written as VRMC_vrm 1.0 into a document that has the rig's nodes."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.edits import remove_extension, set_extension, unlist_extensions
from pantin.formats.gltf.ext.vrm_family import LICENSE_URL, UNKNOWN, VERSION
from pantin.formats.gltf.ext.vrmc_vrm.lift import KINDS, RANGE_MAPS
from pantin.formats.gltf.extension_names import VRMC_VRM as NAME
from pantin.formats.gltf.json_values import as_index, as_list, as_object
from pantin.rig import Character, Expression, LookAt, MorphBind, Rig
from pantin.rig.human_bones import REQUIRED_BONES

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document


def lower_rig(document: Document, rig: Rig) -> None:
    """Write the character of a rig, if it is that of a model and VRM 1.0 can hold it."""
    if rig.character is not None and not obstacle(rig):
        lower(document, rig.character)


def store_rig(document: Document, rig: Rig) -> None:
    """Write the character of a rig that another extension stored, even if it lacks bones."""
    if rig.character is not None:
        lower(document, rig.character)


def obstacle(rig: Rig) -> str:
    """Why the character of a rig cannot be written as VRM 1.0, in words; empty if it can."""
    character = rig.character
    if character is None:
        return ""
    if character.motion is not None:
        return "it is a motion"
    missing = [bone for bone in REQUIRED_BONES if bone not in character.humanoid]
    if missing:
        return f"the humanoid lacks {', '.join(missing)}"
    if character.version != "1.0":
        return f"it follows VRM {character.version}, which faces −Z: migrate it to VRM 1.0 first"
    return ""


def strip(document: Document, rig: Rig) -> bool:
    """Remove the character from a document; whether it had one."""
    if NAME not in as_object(document.tree.get("extensions")):
        return False
    remove_extension(document, "", NAME)
    unlist_extensions(document, NAME)
    return True


def lower(document: Document, character: Character) -> None:
    """Put a character of version 1.0 into a document, in place of the one it has."""
    set_extension(document, "", NAME, block_of(document, character))


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
