"""Where skeletons of a rig go in G4MF: which node is one, which nodes are its bones, and its joints."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
    """Where the skeletons of a rig go, in the order of their first skins, then those that no mesh uses.

    Every skin that a mesh uses must have a skeleton, unless it has no joints: raises `ValueError`.
    """
    used = sorted({one.skin for one in rig.instances if one.skin is not None})
    owned: dict[int, list[int]] = {}
    still: dict[int, list[int]] = {}
    for at in used:
        skin = rig.skins[at]
        if skin.skeleton is not None:
            owned.setdefault(skin.skeleton, []).append(at)
        elif (skin.joints < 0).all():
            still.setdefault(WORLD if skin.root is None else skin.root, []).append(at)
        else:
            raise ValueError(
                f"skin {at} has no skeleton; `pantin.edit.skeleton_roots.add_skeleton_roots` gives it one"
            )
    groups = [_placed(rig, at, owned.get(at, [])) for at in range(len(rig.skeletons))]
    for node, skins in still.items():
        there = next((place for place, one in enumerate(groups) if one.node == node), None)
        if there is None:
            groups.append(Placed(tuple(skins), node, frozenset()))
        else:
            groups[there] = replace(groups[there], skins=(*groups[there].skins, *skins))
    return sorted(groups, key=lambda one: min(one.skins, default=len(rig.skins)))


def _placed(rig: Rig, at: int, skins: list[int]) -> Placed:
    """A bone is what influences name, so a root that a skin lists is one, and its parent is the skeleton.

    A root that none lists is the skeleton itself, as in files of this format; but where it has meshes, none
    of which hangs from it, and one joint below it, it came from a format in which the root is a joint.
    """
    skeleton = rig.skeletons[at]
    root, joints = int(skeleton.root), set(skeleton.joints.tolist())
    listed = any(root in rig.skins[skin].joints for skin in skins)
    below = int((skeleton.parents == skeleton.joints.tolist().index(root)).sum())
    meshes = [one.node for one in rig.instances if one.skin in skins]
    beside = bool(meshes) and below == 1 and not (rig.nodes.parents[meshes] == root).any()
    if listed or beside:
        return Placed(tuple(skins), int(rig.nodes.parents[root]), frozenset(joints))
    return Placed(tuple(skins), root, frozenset(joints - {root}))


def slots_kept(rig: Rig, group: Placed) -> list[int] | None:
    """The joints of a group as its skins list them, where they all list the same in the order of the format;
    None where a new list is needed. Slots of −1 at the end that nothing uses are left out."""
    lists = [rig.skins[skin].joints.tolist() for skin in group.skins]
    trimmed = [_trimmed(one) for one in lists]
    longest = max(trimmed, key=len, default=[])
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
