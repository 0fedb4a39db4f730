"""The text output for skeletons: joints, and the skins that use each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.base.records import Record

if TYPE_CHECKING:
    from pantin.operations.edit.skeletons import DerivedSkeletons
    from pantin.rig import Rig, Skeleton


class JointOutline(Record, omit_defaults=True):
    """A joint: the node, its parent among the joints, and its index in each skin that lists it.

    promoted  whether the node becomes a joint
    added     whether the node is new
    """

    node: int
    name: str | None
    parent: int | None
    promoted: bool
    skins: dict[str, int]
    added: bool = False


class SkeletonOutline(Record):
    """A skeleton, its joints from the root down.

    >>> (arm,) = pantin.derive_skeletons("examples/arm.glb").skeletons
    >>> arm.root, [joint.name for joint in arm.joints]
    (0, ['shoulder', 'elbow', 'wrist'])
    """

    index: int
    name: str | None
    root: int
    skins: list[int]
    joints: list[JointOutline]


def outline_skeletons(rig: Rig, derived: DerivedSkeletons) -> list[SkeletonOutline]:
    """The skeletons of a rig. New nodes have no name."""
    parents = dict(enumerate(rig.nodes.parents.tolist()))
    parents |= {below: root.node for root in derived.roots for below in root.below}
    slots: dict[int, dict[str, int]] = {}
    for index, skin in enumerate(rig.skins):
        for slot, joint in enumerate(skin.joints.tolist()):
            slots.setdefault(joint, {}).setdefault(str(index), slot)
    promoted = set(derived.promoted) | {root.node for root in derived.roots}
    outlines = []
    for index, skeleton in enumerate(derived.skeletons):
        owned = [skin for skin, owner in enumerate(derived.owners) if owner == index]
        joints = [
            JointOutline(
                joint,
                rig.nodes.names[joint] if joint < len(rig.nodes) else None,
                None if joint == skeleton.root else parents[joint],
                joint in promoted,
                slots.get(joint, {}),
                joint >= len(rig.nodes),
            )
            for joint in _parents_first(skeleton, parents)
        ]
        outlines.append(SkeletonOutline(index, skeleton.name, int(skeleton.root), owned, joints))
    return outlines


def _parents_first(skeleton: Skeleton, parents: dict[int, int]) -> list[int]:
    """The joints, each after its parent; a file may list them in any order."""
    children: dict[int, list[int]] = {}
    for joint in skeleton.joints.tolist():
        if joint != skeleton.root:
            children.setdefault(parents[joint], []).append(joint)
    order, waiting = [], [int(skeleton.root)]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(children.get(order[-1], []))
    return order
