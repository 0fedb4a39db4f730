"""Lift VRMC_vrm_animation 1.0 into the rig: the nodes that represent bones, expressions and gaze."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pantin.formats.gltf.ext.vrmc_vrm_animation.schema import Expressions, Humanoid, NodeUse
from pantin.formats.gltf.extension_names import VRM_ANIMATION as NAME
from pantin.rig import Character, HumanoidMotion

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Draft, Source


def lift(source: Source, draft: Draft) -> None:
    """Set a character with bones in the draft, unless the file is itself a model with one."""
    count = len(source.model.nodes)
    for _, animation in source.objects_of(NAME):
        if draft.character is not None:
            return
        humanoid = animation.humanoid or Humanoid(human_bones=None)
        listed = animation.expressions or Expressions()
        expressions = {
            (preset, name): node
            for preset, uses in ((True, listed.preset), (False, listed.custom))
            for name, node in _nodes(uses, count).items()
        }
        gaze = animation.look_at.node if animation.look_at else None
        motion = HumanoidMotion(expressions, gaze if _exists(gaze, count) else None)
        draft.character = Character(humanoid=_nodes(humanoid.human_bones, count), motion=motion)


def _nodes(uses: Mapping[str, NodeUse | None] | None, count: int) -> dict[str, int]:
    """The existing nodes by name."""
    named = {name: use.node for name, use in (uses or {}).items() if use is not None}
    return {name: node for name, node in named.items() if node is not None and _exists(node, count)}


def _exists(node: int | None, count: int) -> bool:
    return node is not None and 0 <= node < count
