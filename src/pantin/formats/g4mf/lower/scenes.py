"""Scenes of a rig in the one tree of G4MF: the default scene is shown, all else is below hidden nodes."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.base.records import Record
from pantin.rig import Json, Rig


class HiddenGroup(Record):
    """Roots of trees that the default scene does not show, below one hidden node: those of another scene,
    which gives it its name, or of none."""

    roots: tuple[int, ...]
    name: str | None = None
    extras: Json | None = None


class SceneGroups(Record):
    """`hidden` are the trees that the default scene does not show, `originals` what to keep of that scene."""

    hidden: tuple[HiddenGroup, ...]
    originals: dict[str, Any]

    def hidden_roots(self) -> frozenset[int]:
        return frozenset(root for group in self.hidden for root in group.roots)


def group_scenes(rig: Rig) -> SceneGroups:
    """The trees of a rig by the scene that shows them first, the default scene before all."""
    if not rig.scenes:
        return SceneGroups((), {})
    default = rig.default_scene or 0
    scene = rig.scenes[default]
    stated = {"name": scene.name, "extras": dict(scene.extras) if scene.extras else None}
    kept = {key: value for key, value in stated.items() if value is not None}
    parents = rig.nodes.parents.tolist()
    remaining = set(np.flatnonzero(rig.nodes.parents < 0).tolist())
    remaining -= {_top(parents, root) for root in scene.roots}
    groups = []
    for index, other in enumerate(rig.scenes):
        tops = dict.fromkeys(_top(parents, root) for root in other.roots)
        roots = [root for root in tops if root in remaining]
        if index != default and roots:
            groups.append(HiddenGroup(tuple(roots), other.name, other.extras))
            remaining -= set(roots)
    if remaining:
        groups.append(HiddenGroup(tuple(sorted(remaining))))
    return SceneGroups(tuple(groups), {"scene": kept} if kept else {})


def _top(parents: list[int], node: int) -> int:
    """The root of the tree of a node."""
    while parents[node] >= 0:
        node = parents[node]
    return node
