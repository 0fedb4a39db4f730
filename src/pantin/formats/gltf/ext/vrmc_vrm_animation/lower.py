"""Write which nodes of a document stand for bones, expressions and gaze."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.edits import set_extension
from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.ext.vrmc_vrm_animation.nodes import KINDS
from pantin.formats.gltf.extension_names import VRM_ANIMATION as NAME

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.rig import Rig


def lower(document: Document, rig: Rig) -> None:
    """Make a document a motion for any character, if the rig is one."""
    character = rig.character
    if character is None or character.motion is None:
        return
    nodes = character.motion
    bones = {bone: {"node": node} for bone, node in character.humanoid.items()}
    block: dict[str, Any] = {"specVersion": VERSION, "humanoid": {"humanBones": bones}}
    expressions = {
        kind: {name: {"node": node} for (own, name), node in nodes.expressions.items() if own == preset}
        for kind, preset in KINDS.items()
    }
    if nodes.expressions:
        block["expressions"] = {kind: listed for kind, listed in expressions.items() if listed}
    if nodes.look_at is not None:
        block["lookAt"] = {"node": nodes.look_at, "offsetFromHeadBone": [0.0, 0.0, 0.0]}
    set_extension(document, "", NAME, block)


def obstacle(rig: Rig) -> str:
    """Why a rig cannot be written as a motion, in words; empty if it can."""
    return "" if rig.character is not None and rig.character.motion is not None else "it is not a motion"
