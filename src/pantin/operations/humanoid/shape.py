"""Evidence of shape: the bones of a skeleton by its tree and its rest positions alone, without names.

Two mirrored chains that begin near the root and run away from the rest are legs; two more at the other end of
a chain between them are arms; what continues there is the neck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log

import numpy as np
from msgspec import field

from pantin.base.records import Record
from pantin.operations.humanoid.segments import unit
from pantin.rig import Doubles

SIMILAR = 0.12
"""The largest difference between the lengths of mirrored chains, as a part of the longer one."""

SHORTEST_LIMB = 0.15
"""The length of an arm or leg at least, as a part of the longest path from any node down to a leaf."""


class JointTree(Record, eq=False):
    """A tree of joints: kept nodes of a rig, each below the nearest kept ancestor.

    positions  (n, 3) in the world at rest
    reach      (n,) length of the longest path down to a leaf
    """

    parents: list[int]
    children: list[list[int]]
    positions: Doubles
    order: list[int]
    reach: Doubles

    def main_child(self, node: int) -> int | None:
        """The child with the longest path to a leaf."""
        return max(self.children[node], key=lambda child: self.length(node, child), default=None)

    def length(self, node: int, child: int) -> float:
        """The longest path from a node to a leaf through a child."""
        return float(np.linalg.norm(self.positions[child] - self.positions[node]) + self.reach[child])

    def chain(self, node: int) -> list[int]:
        """The node and its main children down to a leaf."""
        nodes, current = [node], self.main_child(node)
        while current is not None:
            nodes.append(current)
            current = self.main_child(current)
        return nodes

    def descendants(self, node: int) -> Iterator[int]:
        """All descendants."""
        stack = list(self.children[node])
        while stack:
            current = stack.pop()
            yield current
            stack += self.children[current]


def make_skeleton(
    parents: Sequence[int], order: Sequence[int], positions: Doubles, kept: Sequence[bool]
) -> JointTree:
    """The tree of the kept nodes; indices stay those of the rig."""
    count = len(parents)
    nearest, children = [-1] * count, [list[int]() for _ in range(count)]
    for node in order:
        above = parents[node]
        nearest[node] = above if above < 0 or kept[above] else nearest[above]
        if kept[node] and nearest[node] >= 0:
            children[nearest[node]].append(node)
    reach = np.zeros(count)
    kept_order = [node for node in order if kept[node]]
    for node in reversed(kept_order):
        above = nearest[node]
        if above >= 0:
            step = float(np.linalg.norm(positions[node] - positions[above]))
            reach[above] = max(reach[above], reach[node] + step)
    return JointTree(nearest, children, positions, kept_order, reach)


class LimbPair(Record, eq=False):
    """Two mirrored chains below a node; `across` is the unit vector from the second to the first."""

    node: int
    first: list[int]
    second: list[int]
    length: float
    across: Doubles


class BodyShape(Record, eq=False):
    """The bones found, each with a strength in 0…1; and the axes of the body, as unit vectors."""

    bones: dict[str, tuple[int, float]] = field(default_factory=dict)
    up: Doubles | None = None
    left: Doubles | None = None
    side_strength: float = 0.0

    def swap_sides(self) -> BodyShape:
        """The same bones with left and right exchanged."""
        other = {"left": "right", "right": "left"}
        swapped = {}
        for bone, bone_nodes in self.bones.items():
            side = next((side for side in other if bone.startswith(side)), None)
            swapped[bone if side is None else other[side] + bone.removeprefix(side)] = bone_nodes
        return BodyShape(swapped, self.up, None if self.left is None else -self.left, self.side_strength)


def find_shape(skeleton: JointTree) -> BodyShape:
    """The bones of a humanoid skeleton by its shape; nothing where it does not look like one."""
    shape = _find_limbs(skeleton)
    if shape is None:
        return BodyShape()
    legs, arms, certainty = shape
    up = _nearest_axis(skeleton.positions[arms.node] - skeleton.positions[legs.node])
    across = unit(legs.across - up * float(legs.across @ up))
    leg_bones = [_fit_leg(skeleton, chain, up) for chain in (legs.first, legs.second)]
    left, side_strength = _find_left(skeleton, leg_bones, up, across)
    hips = _hips(skeleton, legs, arms)
    spine = _fit_spine(skeleton, legs, arms, up)
    doubled = _has_near_parent(skeleton, hips, legs) or (
        "spine" in spine and _distance(skeleton, hips, spine["spine"][0]) < 0.08 * legs.length
    )
    bones: dict[str, tuple[int, float]] = {"hips": (hips, (0.75 if doubled else 0.9) * certainty)}
    for bone, (node, strength) in spine.items():
        bones[bone] = node, (min(strength, 0.78) if doubled else strength) * certainty
    arm_bones = [_fit_arm(skeleton, chain) for chain in (arms.first, arms.second)]
    for pair, limbs in ((legs, leg_bones), (arms, arm_bones)):
        names = ("left", "right") if float(pair.across @ left) > 0 else ("right", "left")
        for side, limb in zip(names, limbs, strict=True):
            for role, (node, strength) in limb.items():
                bones[side + role] = node, min(strength, side_strength) * certainty
    return BodyShape(bones, up, left, side_strength)


def _nearest_axis(vector: Doubles) -> Doubles:
    """The axis of the world within 30° of a vector, else its own direction: skeletons rest upright."""
    along = unit(vector)
    axis = np.zeros(3)
    axis[np.abs(along).argmax()] = np.sign(along[np.abs(along).argmax()])
    return axis if float(along @ axis) > 0.866 else along


def _pairs(skeleton: JointTree) -> Iterator[LimbPair]:
    longest = float(skeleton.reach.max(initial=0.0))
    for node in skeleton.order:
        limbs = [
            child
            for child in skeleton.children[node]
            if skeleton.length(node, child) > SHORTEST_LIMB * longest
        ]
        for a, b in combinations(limbs[:24], 2):
            pair = _pair(skeleton, node, a, b)
            if pair is not None:
                yield pair


def _pair(skeleton: JointTree, node: int, a: int, b: int) -> LimbPair | None:
    lengths = skeleton.length(node, a), skeleton.length(node, b)
    if abs(lengths[0] - lengths[1]) > SIMILAR * max(lengths):
        return None
    first, second = (_without_start(skeleton, node, skeleton.chain(child)) for child in (a, b))
    shared = min(len(first), len(second))
    if max(len(first), len(second)) > shared + 1:
        return None
    ends = skeleton.positions[first[:shared]], skeleton.positions[second[:shared]]
    apart = ends[0] - ends[1]
    distances = np.linalg.norm(apart, axis=1)
    if distances.max() < 0.05 * max(lengths):
        return None
    across = unit(apart.sum(axis=0))
    aligned = np.abs(apart @ across) >= 0.8 * distances
    if not aligned[distances > 0.05 * max(lengths)].all():
        return None
    return LimbPair(node, first, second, max(lengths), across)


def _without_start(skeleton: JointTree, node: int, chain: list[int]) -> list[int]:
    """The chain without first joints at the place of the node itself (CMU's hip joints)."""
    positions, least = skeleton.positions, 0.01 * float(skeleton.reach[node])
    while len(chain) > 3 and float(np.linalg.norm(positions[chain[0]] - positions[node])) < least:
        chain = chain[1:]
    return chain


def _find_limbs(skeleton: JointTree) -> tuple[LimbPair, LimbPair, float] | None:
    """The legs, the arms, and how certain they are."""
    pairs = sorted(_pairs(skeleton), key=lambda pair: -pair.length)[:12]
    best: tuple[float, LimbPair, LimbPair, float] | None = None
    for legs in pairs:
        below = {
            node for top in (legs.first[0], legs.second[0]) for node in (top, *skeleton.descendants(top))
        }
        for arms in pairs:
            if arms.node == legs.node or arms.node in below or arms.first[0] in below:
                continue
            certainty = _score_human_proportions(skeleton, legs, arms)
            if certainty <= 0:
                continue
            score = certainty * (legs.length + arms.length)
            if best is None or score > best[0]:
                best = score, legs, arms, certainty
    return None if best is None else best[1:]


def _score_human_proportions(skeleton: JointTree, legs: LimbPair, arms: LimbPair) -> float:
    """How much two pairs look like the legs and arms of a standing human, in 0…1: legs run away from the
    arms (those of animals at a right angle to the spine), and both pairs are mirrored the same way."""
    if len(legs.first) < 3 or len(arms.first) < 3:
        return 0.0
    positions = skeleton.positions
    up = unit(positions[arms.node] - positions[legs.node])
    down, raised = (
        float(
            np.mean(
                [unit(positions[chain[-1]] - positions[chain[0]]) @ up for chain in (pair.first, pair.second)]
            )
        )
        for pair in (legs, arms)
    )
    down = -down
    parallel = abs(float(legs.across @ arms.across))
    if down < 0.7 or parallel < 0.8 or abs(float(up @ legs.across)) > 0.4:
        return 0.0
    spine = float(np.linalg.norm(positions[arms.node] - positions[legs.node]))
    if not 0.08 < spine / legs.length < 2.5 or raised > 0.9:
        return 0.0
    return 1.0 if down > 0.85 and parallel > 0.95 else 0.85


def _fit_leg(skeleton: JointTree, chain: list[int], up: Doubles) -> dict[str, tuple[int, float]]:
    """Upper leg, lower leg and foot: two long bones of about one length, down to near the lowest joint."""
    positions = skeleton.positions
    heights = positions[chain] @ up
    steps = np.linalg.norm(np.diff(positions[chain], axis=0), axis=1)
    total = float(heights[0] - heights.min()) or 1.0
    best: tuple[float, tuple[int, ...]] = (np.inf, ())
    for i, j, k in combinations(range(min(len(chain), 10)), 3):
        thigh = float(np.linalg.norm(positions[chain[j]] - positions[chain[i]]))
        shin = float(np.linalg.norm(positions[chain[k]] - positions[chain[j]]))
        if min(thigh, shin) <= 0:
            continue
        cost = abs(log(thigh / shin)) + 1.5 * float(heights[0] - heights[i]) / total + 0.02 * i
        cost += 1.5 * float(heights[k] - heights.min()) / total
        # Thigh and shin run down and are straight; a foot turns.
        cost += 2.0 - float(heights[i] - heights[j]) / thigh - float(heights[j] - heights[k]) / shin
        cost += 6.0 * (float(steps[i:j].sum()) / thigh + float(steps[j:k].sum()) / shin - 2.0)
        if cost < best[0]:
            best = cost, (i, j, k)
    if not best[1]:
        return {}
    i, j, k = best[1]
    strength = 0.85 if best[0] < 0.8 and (i == 0 or i == 1) and (j, k) == (i + 1, i + 2) else 0.7
    bones = {"UpperLeg": (chain[i], strength), "LowerLeg": (chain[j], strength), "Foot": (chain[k], strength)}
    if k + 1 < len(chain):
        bones["Toes"] = chain[k + 1], min(strength, 0.8 if k + 2 < len(chain) else 0.72)
    return bones


def _fit_arm(skeleton: JointTree, chain: list[int]) -> dict[str, tuple[int, float]]:
    """Shoulder, upper arm, lower arm and hand: two long bones of about the same length, a short one before,
    and fingers after them."""
    positions = skeleton.positions
    steps = np.linalg.norm(np.diff(positions[chain], axis=0), axis=1)
    hand = next((i for i in range(2, len(chain)) if len(skeleton.children[chain[i]]) >= 3), None)
    best: tuple[float, tuple[int, ...]] = (np.inf, ())
    for i, j, k in combinations(range(min(len(chain), 12)), 3):
        upper, lower = float(steps[i:j].sum()), float(steps[j:k].sum())
        if min(upper, lower) <= 0:
            continue
        arm = upper + lower
        cost = abs(log(upper / lower) - 0.08) + 0.8 * float(steps[:i].sum()) / arm + 0.02 * i
        cost += 3.0 * max(0.0, float(steps[k:].sum()) / arm - 0.45)
        cost += 0.35 * (k - i - 2) + (0.0 if hand is None or k == hand else 1.0)
        if cost < best[0]:
            best = cost, (i, j, k)
    if not best[1]:
        return {}
    i, j, k = best[1]
    certain = best[0] < 0.8 and i <= 1 and (j, k) == (i + 1, i + 2)
    strength = (0.85 if hand == k or len(chain) <= k + 2 else 0.75) if certain else 0.7
    bones = {"UpperArm": (chain[i], strength), "LowerArm": (chain[j], strength), "Hand": (chain[k], strength)}
    if i:
        bones["Shoulder"] = chain[i - 1], strength if i == 1 else 0.6
    return bones


def _find_left(
    skeleton: JointTree, legs: list[dict[str, tuple[int, float]]], up: Doubles, across: Doubles
) -> tuple[Doubles, float]:
    """The direction of the left side, and how certain it is: feet point to the front, else knees do; else the
    front is +Z, as glTF has it."""
    positions = skeleton.positions
    front, size = np.zeros(3), 0.0
    for leg in legs:
        if "Toes" in leg:
            front = front + positions[leg["Toes"][0]] - positions[leg["Foot"][0]]
        if "Foot" in leg:
            size += float(np.linalg.norm(positions[leg["Foot"][0]] - positions[leg["UpperLeg"][0]]))
    front = front - up * float(front @ up) - across * float(front @ across)
    if size and float(np.linalg.norm(front)) > 0.05 * size:
        return across * (1.0 if float(np.cross(up, front) @ across) > 0 else -1.0), 0.9
    bend = np.zeros(3)
    for leg in legs:
        if "Foot" in leg:
            hip, knee, ankle = (positions[leg[bone][0]] for bone in ("UpperLeg", "LowerLeg", "Foot"))
            bend = bend + knee - (hip + ankle) / 2
    bend = bend - up * float(bend @ up) - across * float(bend @ across)
    if size and float(np.linalg.norm(bend)) > 0.02 * size:
        return across * (1.0 if float(np.cross(up, bend) @ across) > 0 else -1.0), 0.75
    facing = np.array([0.0, 0.0, 1.0]) if abs(float(up[1])) > 0.7 else np.array([0.0, -1.0, 0.0])
    return across * (1.0 if float(np.cross(up, facing) @ across) > 0 else -1.0), 0.6


def _ancestors(skeleton: JointTree, node: int) -> list[int]:
    """The node and its ancestors."""
    nodes = [node]
    while skeleton.parents[nodes[-1]] >= 0:
        nodes.append(skeleton.parents[nodes[-1]])
    return nodes


def _hips(skeleton: JointTree, legs: LimbPair, arms: LimbPair) -> int:
    """The lowest common ancestor of both pairs, if it is near the legs."""
    above_arms = set(_ancestors(skeleton, arms.node))
    for node in _ancestors(skeleton, legs.node):
        if node in above_arms:
            near = _distance(skeleton, node, legs.node) < 0.3 * legs.length
            return node if near else legs.node
    return legs.node


def _has_near_parent(skeleton: JointTree, node: int, legs: LimbPair) -> bool:
    """Whether the parent is an equally good choice for the hips: Biped's thighs are below the first bone of a
    spine."""
    above = skeleton.parents[node]
    if above < 0 or skeleton.parents[above] < 0:
        return False
    return _distance(skeleton, node, above) < 0.2 * legs.length


def _distance(skeleton: JointTree, a: int, b: int) -> float:
    return float(np.linalg.norm(skeleton.positions[a] - skeleton.positions[b]))


def _fit_spine(
    skeleton: JointTree, legs: LimbPair, arms: LimbPair, up: Doubles
) -> dict[str, tuple[int, float]]:
    above_legs = set(_ancestors(skeleton, legs.node))
    path = []
    for node in _ancestors(skeleton, arms.node):
        if node in above_legs:
            break
        path.append(node)
    path.reverse()
    bones = {bone: (path[index], strength) for bone, index, strength in spread_spine(len(path))}
    limbs = {arms.first[0], arms.second[0]}
    candidates = [
        child
        for child in skeleton.children[arms.node]
        if child not in limbs and float((skeleton.positions[child] - skeleton.positions[arms.node]) @ up) > 0
    ]
    if candidates:
        top = max(candidates, key=lambda child: float(_max_height(skeleton, child, up)))
        bones.update(_fit_neck(skeleton, top))
    return bones


def _max_height(skeleton: JointTree, node: int, up: Doubles) -> float:
    return max(float(skeleton.positions[each] @ up) for each in (node, *skeleton.descendants(node)))


def spread_spine(count: int) -> list[tuple[str, int, float]]:
    """Bone, index and certainty for a spine of this many joints: the first, the last, and one in between."""
    if count <= 3:
        return [(bone, index, 0.85) for index, bone in enumerate(("spine", "chest", "upperChest")[:count])]
    return [("spine", 0, 0.85), ("chest", count // 2, 0.82), ("upperChest", count - 1, 0.84)]


def _fit_neck(skeleton: JointTree, top: int) -> dict[str, tuple[int, float]]:
    """Neck and head: the head is the joint where a face branches off, else the last joint, or the one before
    an end."""
    chain = [top]
    while len(skeleton.children[chain[-1]]) == 1:
        chain.append(skeleton.children[chain[-1]][0])
    branching = bool(skeleton.children[chain[-1]])
    if len(chain) == 1:
        return {"head": (top, 0.7)}
    if len(chain) == 2:
        strength = 0.82 if branching else 0.78
        return {"neck": (chain[0], strength), "head": (chain[1], strength)}
    head = chain[-1] if branching else chain[-2]
    return {"neck": (chain[0], 0.75), "head": (head, 0.75)}
