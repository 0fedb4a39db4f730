"""Skeletons as `pantin skeletons --report` shows them: a tree each, with the skins that use each joint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from pantin.report.wording import counted, printable

if TYPE_CHECKING:
    from pantin.verbs.skeleton_outlines import JointOutline, SkeletonOutline

DEEPEST = 256
"""Levels drawn: each line of a tree is as long as it is deep, and a chain of a million joints would fill the
disk it is piped to.
"""


def print_trees(path: str, skeletons: list[SkeletonOutline], out: Console) -> None:
    """Print a line about the file, and each skeleton as a tree."""
    out.print(f"{printable(path)}: {counted(len(skeletons), 'skeleton')}")
    for skeleton in skeletons:
        out.print()
        out.print(tree(skeleton))


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
