"""Write the nodes of a document that represent bones, expressions and gaze."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pantin.formats.gltf.edits import set_extension
from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.ext.vrmc_vrm_animation.schema import (
    Expressions,
    Humanoid,
    LookAt,
    NodeUse,
    VrmAnimation,
)
from pantin.formats.gltf.extension_names import VRM_ANIMATION as NAME
from pantin.formats.members.encode import encode

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.rig import Rig


def lower(document: Document, rig: Rig) -> None:
    """Write the extension if the rig is a motion for any character."""
    character = rig.character
    if character is None or character.motion is None:
        return
    motion = character.motion
    presets = {name: node for (preset, name), node in motion.expressions.items() if preset}
    custom = {name: node for (preset, name), node in motion.expressions.items() if not preset}
    block = VrmAnimation(
        spec_version=VERSION,
        humanoid=Humanoid(human_bones=_uses(character.humanoid)),
        expressions=Expressions(preset=_uses(presets) or None, custom=_uses(custom) or None)
        if motion.expressions
        else None,
        look_at=None
        if motion.look_at is None
        else LookAt(node=motion.look_at, offset_from_head_bone=(0.0, 0.0, 0.0)),
    )
    set_extension(document, "", NAME, encode(block))


def _uses(nodes: Mapping[str, int]) -> dict[str, NodeUse | None]:
    return {name: NodeUse(node=node) for name, node in nodes.items()}


def obstacle(rig: Rig) -> str:
    """The reason why a rig cannot be written as a motion; empty if it can."""
    return "" if rig.character is not None and rig.character.motion is not None else "it is not a motion"
