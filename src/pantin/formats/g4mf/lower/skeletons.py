"""Where skins of a rig go in G4MF: which skins share a skeleton, which node is it, and which nodes are
bones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pantin.rig import Rig

WORLD = -1
"""The skeleton of joints that have no node above them all: the root of the document."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Skins (by index) that one node of the rig is the skeleton of, with all its bones."""

    skins: tuple[int, ...]
    node: int
    bones: frozenset[int]


def placed_skeletons(rig: Rig) -> list[Placed]:
    """The skeletons that the skins of a rig need.

    Skins that share bones share a skeleton, since a bone belongs to one. The skeleton is the node that the
    skin names as its root where all joints are below that, else the lowest node above all joints that is
    none of them. Skeletons whose chains cross become one.
    """
    used = sorted({one.skin for one in rig.instances if one.skin is not None})
    groups = [_placed(rig, (skin,)) for skin in used]
    merged = True
    while merged:
        merged = False
        for a in range(len(groups)):
            for b in range(a + 1, len(groups)):
                if _clash(groups[a], groups[b]):
                    together = _placed(rig, groups[a].skins + groups[b].skins)
                    groups = [one for at, one in enumerate(groups) if at not in (a, b)] + [together]
                    merged = True
                    break
            if merged:
                break
    return sorted(groups, key=lambda one: min(one.skins))


def _clash(a: Placed, b: Placed) -> bool:
    """Whether two skeletons cannot stand side by side: one node, or shared or broken chains."""
    return a.node == b.node or bool(a.bones & b.bones) or a.node in b.bones or b.node in a.bones


def _ancestors(rig: Rig, node: int) -> list[int]:
    """The nodes above a node, from its parent up, and the world at the end."""
    found, at = [], int(rig.nodes.parents[node])
    while at >= 0:
        found.append(at)
        at = int(rig.nodes.parents[at])
    return [*found, WORLD]


def _placed(rig: Rig, skins: tuple[int, ...]) -> Placed:
    joints = {int(one) for skin in skins for one in rig.skins[skin].joints.tolist() if one >= 0}
    above = {one: _ancestors(rig, one) for one in joints}
    roots = {rig.skins[skin].root for skin in skins}
    (root,) = roots if len(roots) == 1 else (None,)
    if root is None or root in joints or not all(root in chain for chain in above.values()):
        shared = [set(chain) for chain in above.values()]
        common = set.intersection(*shared) - joints if shared else {WORLD}
        root = max(common, key=lambda one: -1 if one == WORLD else len(_ancestors(rig, one)))
    bones = set(joints)
    for chain in above.values():
        bones |= set(chain[: chain.index(root)])
    return Placed(skins, root, frozenset(bones))


def slots_kept(rig: Rig, group: Placed) -> list[int] | None:
    """The joints of a group as its skins list them, where they all list the same in the order of the format;
    None where a new list is needed. Slots of −1 at the end that nothing uses are left out."""
    lists = [rig.skins[skin].joints.tolist() for skin in group.skins]
    trimmed = [_trimmed(one) for one in lists]
    longest = max(trimmed, key=len)
    if any(one != longest[: len(one)] for one in trimmed):
        return None
    real = [one for one in longest if one >= 0]
    return longest if real == sorted(real) and _parents_first(rig, longest) else None


def _trimmed(joints: list[int]) -> list[int]:
    end = max((at + 1 for at, one in enumerate(joints) if one >= 0), default=0)
    return joints[:end]


def _parents_first(rig: Rig, joints: list[int]) -> bool:
    first: dict[int, int] = {}
    for slot, one in enumerate(joints):
        first.setdefault(one, slot)
    return all(first.get(int(rig.nodes.parents[one]), -1) < slot for one, slot in first.items() if one >= 0)


def in_order(rig: Rig) -> list[int]:
    """The nodes so that each comes after its parent and the file's order is kept where it can be: as they
    are, or by a walk from the roots."""
    parents = rig.nodes.parents
    if bool(np.all(parents < np.arange(len(parents)))):
        return list(range(len(parents)))
    children: dict[int, list[int]] = {}
    for at, parent in enumerate(parents.tolist()):
        children.setdefault(parent, []).append(at)
    order: list[int] = []
    queue = list(reversed(children.get(-1, [])))
    while queue:
        at = queue.pop()
        order.append(at)
        queue += reversed(children.get(at, []))
    return order


def rests_in_part(rig: Rig, group: Placed, joints: list[int]) -> bool:
    """Whether some vertex has a part of its weight on a slot of −1 that is not among the joints.

    A vertex that rests as a whole needs no slot: it is left out of the skin.
    """
    for instance in rig.instances:
        if instance.skin not in group.skins or instance.skin is None:
            continue
        slots = rig.skins[instance.skin].joints
        kept = slots.tolist()[: len(joints)] == joints
        for surface in rig.meshes[instance.mesh].surfaces:
            if surface.influences is None:
                continue
            shared = np.repeat(np.diff(surface.influences.offsets) > 1, np.diff(surface.influences.offsets))
            used = surface.influences.joints.astype(np.int64)
            still = (slots[used] < 0) & (used >= len(joints) if kept else True)
            if bool((shared & still & (surface.influences.weights != 0)).any()):
                return True
    return False
