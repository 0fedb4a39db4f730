"""VRMC_vrm 1.0 lifted into the rig: humanoid, expressions, gaze, first person and meta."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.formats.gltf.ext.character_parts import CharacterParts
from pantin.formats.gltf.ext.vrm_character import character_of
from pantin.formats.gltf.extension_names import VRMC_VRM as NAME
from pantin.formats.gltf.json_values import block_of, understood

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source


def lift(source: Source, draft: Draft) -> None:
    """Give the draft the character of the file."""
    block = block_of(understood(source.document.tree, source.model), NAME)
    if block is None:
        return
    draft.character = character_of(CharacterParts(source, draft), block)
