"""Skeletons as `pantin skeletons --report` shows them: a tree each, with the skins that use each joint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from pantin.report.render.printable import printable
from pantin.report.tally import counted

if TYPE_CHECKING:
    from pantin.edit.skeletons import Derived
    from pantin.rig import Rig, Skeleton

DEEPEST = 256
"""Levels drawn: each line of a tree is as long as it is deep, and a chain of a million joints would fill the
disk it is piped to.
"""


class JointOutline(Struct, frozen=True, omit_defaults=True):
    """A joint: the node, its parent among the joints, and its place in each skin that lists it.

    promoted  whether the node was no joint before
    added     whether the file does not have it yet
    """

    node: int
    name: str | None
    parent: int | None
    promoted: bool
    skins: dict[str, int]
    added: bool = False


class SkeletonOutline(Struct, frozen=True):
    """A skeleton, its joints from the root down."""

    index: int
    name: str | None
    root: int
    skins: list[int]
    joints: list[JointOutline]


def outlines(rig: Rig, derived: Derived) -> list[SkeletonOutline]:
    """The skeletons of a rig. A node that is yet to be added has no name."""
    parents = dict(enumerate(rig.nodes.parents.tolist()))
    parents |= {below: one.node for one in derived.roots for below in one.below}
    slots: dict[int, dict[str, int]] = {}
    for at, skin in enumerate(rig.skins):
        for slot, joint in enumerate(skin.joints.tolist()):
            slots.setdefault(joint, {}).setdefault(str(at), slot)
    promoted = set(derived.promoted) | {one.node for one in derived.roots}
    made = []
    for index, one in enumerate(derived.skeletons):
        owned = [at for at, owner in enumerate(derived.owners) if owner == index]
        joints = [
            JointOutline(
                joint,
                rig.nodes.names[joint] if joint < len(rig.nodes) else None,
                None if joint == one.root else parents[joint],
                joint in promoted,
                slots.get(joint, {}),
                joint >= len(rig.nodes),
            )
            for joint in _downwards(one, parents)
        ]
        made.append(SkeletonOutline(index, one.name, int(one.root), owned, joints))
    return made


def _downwards(skeleton: Skeleton, parents: dict[int, int]) -> list[int]:
    """The joints, each after its parent; a file may list them in any order."""
    listed = skeleton.joints.tolist()
    below: dict[int, list[int]] = {}
    for joint in listed:
        if joint != skeleton.root:
            below.setdefault(parents[joint], []).append(joint)
    order, waiting = [], [int(skeleton.root)]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(below.get(order[-1], []))
    return order


def print_trees(path: str, skeletons: list[SkeletonOutline], out: Console) -> None:
    """Print a line about the file, and each skeleton as a tree."""
    out.print(f"{printable(path)}: {counted(len(skeletons), 'skeleton')}")
    for one in skeletons:
        out.print()
        out.print(tree(one))


def tree(skeleton: SkeletonOutline) -> Tree:
    """A skeleton as a tree of its joints."""
    owned = ", ".join(map(str, skeleton.skins)) or "none"
    heading = f"skeleton {skeleton.index}{_named(skeleton.name)}: {counted(len(skeleton.joints), 'joint')}"
    top = Tree(Text(f"{heading}, skins: {owned}"))
    branches: dict[int, Tree] = {}
    depth: dict[int, int] = {}
    for joint in skeleton.joints:
        above = -1 if joint.parent is None else joint.parent
        depth[joint.node] = depth.get(above, 0) + 1
        if depth[joint.node] <= DEEPEST:
            branches[joint.node] = branches.get(above, top).add(_label(joint))
    if hidden := len(skeleton.joints) - len(branches):
        top.add(Text(f"… and {counted(hidden, 'joint')} further down; --format json has all"))
    return top


def _label(joint: JointOutline) -> Text:
    places = ", ".join(f"skin {skin} joint {slot}" for skin, slot in joint.skins.items())
    label = Text(f"node {joint.node}{_named(joint.name)}")
    if joint.promoted:
        label.append(" added" if joint.added else " promoted", "yellow")
    label.append(f"  {places}" if places else "", "cyan")
    return label


def _named(name: str | None) -> str:
    return f' "{printable(name)}"' if name else ""
