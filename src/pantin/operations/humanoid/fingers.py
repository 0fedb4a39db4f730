"""Fingers of a hand: by the names of their joints, else by where their chains begin."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pantin.operations.humanoid.bone_names import FINGERS, NameEvidence
from pantin.operations.humanoid.segments import unit
from pantin.operations.humanoid.shape import JointTree
from pantin.rig import Doubles
from pantin.rig.human_bones import FINGER_SEGMENTS

ORDERED, GUESSED = 0.78, 0.65
"""The confidence of fingers by their order alone, in a hand of five, and in one of three or four."""

Found = dict[str, tuple[int, float]]


def find_fingers(skeleton: JointTree, names: Sequence[NameEvidence], hand: int, side: str) -> Found:
    """The joints of the fingers of a hand, each with its confidence, by names of bones."""
    below = list(skeleton.descendants(hand))
    named: dict[str, list[int]] = {}
    for node in below:
        evidence = names[node]
        if evidence.finger and not evidence.helper and evidence.side in ("", side):
            named.setdefault(evidence.finger, []).append(node)
    fingers = {} if len(named) >= 4 else _by_shape(skeleton, hand, side)
    fingers = {bone: each for bone, each in fingers.items() if not _is_named(skeleton, names, each[0])}
    for finger, nodes in named.items():
        own = f"{side}{finger.capitalize()}"
        fingers = {bone: each for bone, each in fingers.items() if not bone.startswith(own)}
        fingers.update(_segments(skeleton, names, finger, nodes, side))
    return fingers


def _is_named(skeleton: JointTree, names: Sequence[NameEvidence], node: int) -> bool:
    """Whether a joint, or one below it, has the name of a finger."""
    return any(names[each].finger for each in (node, *skeleton.descendants(node)))


def _segments(
    skeleton: JointTree, names: Sequence[NameEvidence], finger: str, nodes: list[int], side: str
) -> Found:
    depth = {node: index for index, node in enumerate(skeleton.order)}
    chain = sorted(nodes, key=depth.__getitem__)
    certainty = 0.96
    if finger != "thumb" and len(chain) > 1:
        palm = [node for node in chain if names[node].segment == -1]
        if not palm and len(chain) > 3:
            first, second = (names[node].segment for node in chain[:2])
            # Joints that are counted from 1 after one without a number begin after the palm (ARKit's Start).
            if first == 0 or (first is None and second == 1):
                palm, certainty = chain[:1], 0.75 if first == 0 else 0.9
        chain = [node for node in chain if node not in palm]
    if len({skeleton.parents[node] for node in chain}) < len(chain):  # joints side by side are not one finger
        chain, certainty = chain[:1], 0.6
    if len(chain) < 3:  # the names are clear; which joints are missing is not
        certainty = min(certainty, 0.85)
    return {
        f"{side}{finger.capitalize()}{segment}": (node, certainty)
        for segment, node in zip(FINGER_SEGMENTS[finger.capitalize()], chain, strict=False)
    }


def _by_shape(skeleton: JointTree, hand: int, side: str) -> Found:
    """Order chains that lie side by side: the thumb ends nearest to the wrist, and the others follow from its
    side."""
    chains = [skeleton.chain(child) for child in skeleton.children[hand]]
    chains = [chain for chain in chains if 2 <= len(chain) <= 5]
    if not 3 <= len(chains) <= 5:
        return {}
    positions = skeleton.positions
    bases = np.array([positions[chain[0]] - positions[hand] for chain in chains])
    tips = np.array([positions[chain[-1]] - positions[hand] for chain in chains])
    along = unit(tips.sum(axis=0))
    reach = tips @ along
    thumb = int(reach.argmin())
    others = [index for index in range(len(chains)) if index != thumb]
    spread = bases[others] - bases[others].mean(axis=0)
    across = np.linalg.svd(spread - np.outer(spread @ along, along))[2][0]
    from_thumb = sorted(others, key=lambda index: abs(float((bases[index] - bases[thumb]) @ across)))
    clear = float(np.sort(reach)[1] - reach[thumb]) > 0.1 * float(reach.max())
    fingers = {2: ("index", "middle"), 3: ("index", "middle", "little"), 4: FINGERS[1:]}[len(others)]
    candidates: Found = {}
    for finger, index in zip(("thumb", *fingers), [thumb, *from_thumb], strict=True):
        chain = chains[index]
        certain = clear and len(chains) == 5 and len(chain) in (3, 4)
        first = 1 if finger != "thumb" and _begins_in_palm(positions, hand, chain) else 0
        for segment, node in zip(FINGER_SEGMENTS[finger.capitalize()], chain[first:], strict=False):
            candidates[f"{side}{finger.capitalize()}{segment}"] = node, ORDERED if certain else GUESSED
    return candidates


def _begins_in_palm(positions: Doubles, hand: int, chain: list[int]) -> bool:
    """Whether the first joint of a long chain is a metacarpal: nearer to the wrist than to the next joint."""
    if len(chain) < 4:
        return False
    to_first, to_second = (
        np.linalg.norm(positions[a] - positions[b]) for a, b in ((chain[0], hand), (chain[1], chain[0]))
    )
    return len(chain) == 5 or bool(to_first < to_second)
