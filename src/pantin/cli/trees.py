"""Trees of joints: the skeletons of `pantin skeletons --report`, and the springs of `pantin inspect`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from pantin.report.wording import counted, format_point, printable

if TYPE_CHECKING:
    from pantin.formats.summary import Row
    from pantin.operations.spring_statistics import ChainStatistics, JointStatistics, SpringStatistics
    from pantin.verbs.skeleton_outlines import JointOutline, SkeletonOutline


DEEPEST = 256
"""Levels drawn: each line of a tree is as long as it is deep, and a chain of a million joints would fill the
disk it is piped to.
"""


def print_skeletons(path: str, skeletons: list[SkeletonOutline], out: Console) -> None:
    """Print a line about the file, and each skeleton as a tree."""
    out.print(f"{printable(path)}: {counted(len(skeletons), 'skeleton')}")
    for skeleton in skeletons:
        out.print()
        out.print(skeleton_tree(skeleton))


def print_nodes(nodes: Sequence[tuple[str, int | None]], out: Console, most: int) -> None:
    """Print labels as trees by the parent of each, at most `most` of them: the first levels."""
    from pantin.cli.tables import print_rest

    children: dict[int | None, list[int]] = {}
    for index, (_, parent) in enumerate(nodes):
        children.setdefault(parent if parent is not None and parent < len(nodes) else None, []).append(index)
    level = [(index, 0) for index in children.get(None, ())]
    shown: set[int] = set()
    while level and len(shown) < most:  # level by level, so that long chains do not hide everything else
        index, depth = level.pop(0)
        shown.add(index)
        if depth < DEEPEST:
            level += [(child, depth + 1) for child in children.get(index, ()) if child not in shown]

    def branch(index: int) -> Tree:
        tree = Tree(Text(printable(nodes[index][0])))
        for child in children.get(index, ()):
            if child in shown:
                tree.children.append(branch(child))
        return tree

    for root in children.get(None, ()):
        if root in shown:
            out.print(branch(root))
    print_rest(len(nodes) - len(shown), out)


def skeleton_tree(skeleton: SkeletonOutline) -> Tree:
    """A skeleton as a tree of its joints."""
    owned = ", ".join(map(str, skeleton.skins)) or "none"
    heading = (
        f"skeleton {skeleton.index}{quote_name(skeleton.name)}: {counted(len(skeleton.joints), 'joint')}"
    )
    top = Tree(Text(f"{heading}, skins: {owned}"))
    branches: dict[int, Tree] = {}
    depth: dict[int, int] = {}
    for joint in skeleton.joints:
        above = -1 if joint.parent is None else joint.parent
        depth[joint.node] = depth.get(above, 0) + 1
        if depth[joint.node] <= DEEPEST:
            branches[joint.node] = branches.get(above, top).add(_joint_label(joint))
    if hidden := len(skeleton.joints) - len(branches):
        top.add(Text(f"… and {counted(hidden, 'joint')} further down; --format json has all"))
    return top


def _joint_label(joint: JointOutline) -> Text:
    indices = ", ".join(f"skin {skin} joint {slot}" for skin, slot in joint.skins.items())
    label = Text(f"node {joint.node}{quote_name(joint.name)}")
    if joint.promoted:
        label.append(" added" if joint.added else " promoted", "yellow")
    label.append(f"  {indices}" if indices else "", "cyan")
    return label


def quote_name(name: str | None) -> str:
    return f' "{printable(name)}"' if name else ""


CHAINS = 12
"""Chains drawn: long hair has hundreds that are alike; `--all` shows them."""


def print_springs(figures: SpringStatistics, out: Console, *, every: bool = False) -> None:
    """Print a line about all springs, each as a tree, and a table of colliders."""
    from pantin.cli.tables import print_rest, print_table
    from pantin.formats.summary import Table

    out.print()
    out.print(Text(spring_headline(figures), "bold"))
    shown = figures.springs if every else figures.springs[:CHAINS]
    for index, chain in enumerate(shown):
        out.print(chain_tree(index, chain, figures))
    print_rest(len(figures.springs) - len(shown), out)
    columns = ("group", "name", "collider", "node", "shape", "at", "to", "radius")
    if rows := list(collider_rows(figures)):
        out.print()
        print_table(Table("colliders", columns, rows), out, every=every)


def spring_headline(figures: SpringStatistics) -> str:
    return (
        f"{counted(len(figures.springs), 'spring')} with {counted(figures.joints, 'moving joint')}, "
        f"{counted(len(figures.colliders), 'collider')} in {counted(len(figures.groups), 'group')}"
    )


def chain_tree(index: int, chain: ChainStatistics, figures: SpringStatistics) -> Tree:
    """A chain as a tree, each joint with the parameters it does not share with the one above."""
    top = here = Tree(Text(f"spring {index}{quote_name(chain.name)}: {describe_chain(chain, figures)}"))
    above: JointStatistics | None = None
    for joint in chain.joints[:DEEPEST]:
        label = Text(f"node {joint.node}{quote_name(joint.name)}")
        if above is None or above.parameters() != joint.parameters():
            label.append(f"  {parameters(joint)}", "cyan")
        here, above = here.add(label), joint
    if hidden := len(chain.joints[DEEPEST:]):
        here.add(Text(f"… and {counted(hidden, 'joint')} further down; --format json has all"))
    elif chain.joints:
        end = "7 cm further on" if chain.end is None else f"node {chain.end}{quote_name(chain.end_name)}"
        here.add(Text(f"{end}, the end", "dim"))
    return top


def describe_chain(chain: ChainStatistics, figures: SpringStatistics) -> str:
    if chain.fault is not None:
        return f"cannot be simulated: {printable(chain.fault)}"
    parts = [counted(len(chain.joints), "joint")]
    if chain.center is not None:
        parts.append(f"center node {chain.center}")
    for group in chain.groups:
        parts.append(f"meets group {group}{quote_name(figures.groups[group].name)}")
    return ", ".join(parts)


def parameters(joint: JointStatistics) -> str:
    """`stiffness 1, drag 0.4, gravity 0.2 along 0 -1 0, hit radius 0.02`"""
    parts = [f"stiffness {joint.stiffness:.4g}", f"drag {joint.drag:.4g}"]
    if joint.gravity_power:
        parts.append(f"gravity {joint.gravity_power:.4g} along {format_point(joint.gravity_dir)}")
    if joint.hit_radius:
        parts.append(f"hit radius {joint.hit_radius:.4g}")
    if joint.limit is not None:
        yaw = f" and {joint.limit.yaw:.4g}°" if joint.limit.kind == "spherical" else ""
        parts.append(f"{joint.limit.kind} limit {joint.limit.angle:.4g}°{yaw}")
    return ", ".join(parts)


def collider_rows(figures: SpringStatistics) -> Iterator[Row]:
    """The colliders of each group, then those that are in none."""
    in_groups = {collider for group in figures.groups for collider in group.colliders}
    listed = [(index, group.name, group.colliders) for index, group in enumerate(figures.groups)]
    loose = [index for index in range(len(figures.colliders)) if index not in in_groups]
    for label, name, colliders in [*listed, *([("none", None, loose)] if loose else [])]:
        for row, number in enumerate(colliders):
            collider = figures.colliders[number]
            group = (label, name) if row == 0 else ("", "")
            to = "" if collider.to is None else format_point(collider.to)
            radius = "" if collider.radius is None else f"{collider.radius:.4g}"
            solid = collider.node, collider.shape, format_point(collider.offset)
            yield *group, number, *solid, to, radius
