"""Assign nodes to bones: find the largest sum of scores with every bone below its parent bone, exactly, by
dynamic programming over the tree."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

import numpy as np

from pantin.operations.humanoid.shape import JointTree
from pantin.rig.human_bones import BONE_PARENTS, REQUIRED_BONES

LEAST_SCORE = 0.15
"""A node with a smaller score is not the bone."""

BODY = tuple(
    bone
    for bone in BONE_PARENTS
    if not any(finger in bone for finger in ("Thumb", "Index", "Middle", "Ring", "Little"))
)
CHILD_BONES: dict[str, list[str]] = {
    bone: [child for child in BODY if BONE_PARENTS[child] == bone] for bone in BODY
}
SKIP_COST: dict[str, float] = {
    **dict.fromkeys(BODY, 0.0),
    **dict.fromkeys(REQUIRED_BONES, 0.8),
    "hips": 1.2,
    "spine": 0.5,
    "chest": 0.1,
    "neck": 0.2,
}
"""The cost of omitting a bone; bones that every humanoid has cost most."""

DETOUR = 0.25
"""The cost of a bone beside the hips instead of below them (Character Creator's pelvis)."""


def assign_bones(
    tree: JointTree, candidates: Collection[int], score: Callable[[str, int], float]
) -> dict[str, int]:
    """The assignment with the largest sum of scores in which every bone is below its parent bone.

    place[bone][v]: the best sum with the bone at v; inside[bone][v]: at v or below; under[bone][v]: below v,
    or without the bone. Each is computed from the children of v, so the whole takes bones × nodes steps.
    """
    count = len(tree.parents)
    order = _above_candidates(tree, candidates)
    roots = [node for node in tree.order if tree.parents[node] < 0]
    under: dict[str, list[float]] = {}
    offsets: dict[str, list[float]] = {}
    inside: dict[str, list[float]] = {}
    for bone in reversed(BODY):
        placed, best, below = [-np.inf] * count, [-np.inf] * count, [0.0] * (count + 1)
        for node in reversed(order):
            fit = score(bone, node) if node in candidates else 0.0
            if fit >= LEAST_SCORE:
                placed[node] = fit + sum(value for _, _, value in _children(bone, node, tree, under))
            deepest = max((best[child] for child in tree.children[node]), default=-np.inf)
            best[node] = max(placed[node], deepest)
            skipped = sum(under[child][node] for child in CHILD_BONES[bone]) - SKIP_COST[bone]
            below[node] = max(deepest, skipped)
        top = max((best[root] for root in roots), default=-np.inf)
        below[count] = max(top, sum(under[child][count] for child in CHILD_BONES[bone]) - SKIP_COST[bone])
        offsets[bone], inside[bone], under[bone] = placed, best, below
    chosen: dict[str, int] = {}
    _follow("hips", count, tree, offsets, inside, under, chosen)
    return chosen


def _above_candidates(tree: JointTree, candidates: Collection[int]) -> list[int]:
    """The candidates and their ancestors, parents first: nothing below the others can be a bone."""
    kept = [node in candidates for node in range(len(tree.parents))]
    for node in reversed(tree.order):
        if kept[node] and tree.parents[node] >= 0:
            kept[tree.parents[node]] = True
    return [node for node in tree.order if kept[node]]


def _children(
    bone: str, node: int, tree: JointTree, under: Mapping[str, list[float]]
) -> Iterator[tuple[str, int, float]]:
    """Each child bone with the best node to search below, and the sum it adds. For the hips, that node may be
    the parent of their node."""
    above = tree.parents[node]
    for child in CHILD_BONES[bone]:
        value, start = under[child][node], node
        if bone == "hips" and above >= 0 and under[child][above] - DETOUR > value:
            value, start = under[child][above] - DETOUR, above
        yield child, start, value


def _follow(
    bone: str,
    node: int,
    tree: JointTree,
    offsets: Mapping[str, list[float]],
    inside: Mapping[str, list[float]],
    under: Mapping[str, list[float]],
    chosen: dict[str, int],
) -> None:
    """Read the best assignment back: the bone below a node (`len(parents)`: below all roots)."""
    count = len(tree.parents)
    nodes = [each for each in tree.order if tree.parents[each] < 0] if node == count else tree.children[node]
    best = max(nodes, key=lambda child: inside[bone][child], default=None)
    if best is None or inside[bone][best] < under[bone][node]:
        for child in CHILD_BONES[bone]:
            _follow(child, node, tree, offsets, inside, under, chosen)
        return
    while offsets[bone][best] < inside[bone][best]:
        best = max(tree.children[best], key=lambda child: inside[bone][child])
    if best not in chosen.values():
        chosen[bone] = best
    for child, start, _ in _children(bone, best, tree, under):
        _follow(child, start, tree, offsets, inside, under, chosen)
