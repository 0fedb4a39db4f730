"""Lift VRMC_vrm 1.0 into the rig: humanoid, expressions, gaze, first person and meta."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.formats.gltf.ext.character_parts import CharacterParts
from pantin.formats.gltf.ext.vrm_character import VrmCharacter
from pantin.formats.gltf.extension_names import VRMC_VRM as NAME

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source


def lift(source: Source, draft: Draft) -> None:
    """Set the character of the draft from the file."""
    extended = source.extended(NAME)
    for _, vrm in extended.objects_of(NAME):
        stated = (source.model.extensions or {})[NAME]
        draft.character = VrmCharacter(CharacterParts(source, draft), vrm, extended.faults, stated).read()
