"""VRMC_vrm_animation 1.0 lifted into the rig: which nodes stand for bones, expressions and gaze."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.formats.gltf.ext.vrmc_vrm_animation.nodes import (
    animated_bones,
    animated_expressions,
    animated_gaze,
)
from pantin.formats.gltf.json_values import understood
from pantin.rig import Character, HumanoidMotion

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source


def lift(source: Source, draft: Draft) -> None:
    """Give the draft a character with bones, unless the file is a model with one of its own."""
    tree = understood(source.document.tree, source.model)
    bones = animated_bones(tree)
    if bones is not None and draft.character is None:
        motion = HumanoidMotion(animated_expressions(tree), animated_gaze(tree))
        draft.character = Character(humanoid=bones, motion=motion)
