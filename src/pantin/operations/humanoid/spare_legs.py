"""Whether a body has more than two legs, by names and places: spiders, crabs, and animals whose forelegs are
not called arms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from pantin.operations.humanoid.bone_names import NameEvidence
from pantin.operations.humanoid.segments import SIDES
from pantin.operations.humanoid.shape import JointTree

CALLED_LEG = 0.5
"""A name with at least this score names a leg."""

LEG_ROLES = ("upperLeg", "lowerLeg", "foot")

LONG = 0.25
"""A chain with at least this part of the length of a leg counts as a leg…"""

NEAR = 0.1
"""…unless all of it is nearer than this part to a known leg: controls, twist bones and goals."""


def has_spare_legs(tree: JointTree, names: Sequence[NameEvidence], bones: Mapping[str, int]) -> bool:
    """Whether further chains of the same body are called legs, on both sides."""
    legs = [bones.get(f"{side}UpperLeg") for side in SIDES]
    if None in legs:
        return False
    known = {node for top in legs if top is not None for node in tree.descendants(top)} | set(bones.values())
    trunk = set(tree.descendants(common_ancestor(tree, list(bones.values()))))
    length = max(float(tree.reach[leg]) for leg in legs if leg is not None)
    sides = {
        names[top].side
        for top in _tops(tree, names, trunk - known)
        if tree.reach[top] >= LONG * length and not _is_near(tree, top, known, NEAR * length)
    }
    return sides >= set(SIDES)


def _tops(tree: JointTree, names: Sequence[NameEvidence], nodes: set[int]) -> Iterator[int]:
    """The first joints of chains that are called legs."""
    for node in nodes:
        above = tree.parents[node]
        if _is_called_leg(names[node]) and not (above in nodes and _is_called_leg(names[above])):
            yield node


def _is_called_leg(evidence: NameEvidence) -> bool:
    return bool(evidence.side) and any(evidence.roles.get(role, 0.0) >= CALLED_LEG for role in LEG_ROLES)


def common_ancestor(tree: JointTree, nodes: Sequence[int]) -> int:
    """The nearest node above all of some nodes; the first of them where there is none."""
    above = nodes[0]
    while above >= 0 and not set(nodes) <= {above, *tree.descendants(above)}:
        above = tree.parents[above]
    return above if above >= 0 else nodes[0]


def _is_near(tree: JointTree, top: int, known: set[int], least: float) -> bool:
    """Whether every joint of a chain is at the position of a known bone."""
    chain, others = tree.positions[tree.chain(top)], tree.positions[sorted(known)]
    distances = np.linalg.norm(chain[:, None] - others[None], axis=2).min(axis=1)
    return bool(distances.max() < least)
