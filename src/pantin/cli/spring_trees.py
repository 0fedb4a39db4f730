"""Springs as `pantin inspect` shows them: each chain a tree with its parameters, colliders by group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from pantin.cli.skeleton_trees import DEEPEST
from pantin.cli.tables import Row, point, print_all, print_rest
from pantin.report.wording import counted, printable

if TYPE_CHECKING:
    from pantin.operations.spring_statistics import ChainStatistics, JointStatistics, SpringStatistics

CHAINS = 12
"""Chains drawn: long hair has hundreds that are alike; `--all` shows them."""


def print_springs(figures: SpringStatistics, out: Console, *, every: bool = False) -> None:
    """Print a line about all springs, each as a tree, and a table of colliders."""
    out.print()
    out.print(Text(headline(figures), "bold"))
    shown = figures.springs if every else figures.springs[:CHAINS]
    for index, chain in enumerate(shown):
        out.print(tree(index, chain, figures))
    print_rest(len(figures.springs) - len(shown), out)
    columns = ("group", "name", "collider", "node", "shape", "at", "to", "radius")
    print_all([("colliders", columns, list(collider_rows(figures)))], out, every=every)


def headline(figures: SpringStatistics) -> str:
    return (
        f"{counted(len(figures.springs), 'spring')} with {counted(figures.joints, 'moving joint')}, "
        f"{counted(len(figures.colliders), 'collider')} in {counted(len(figures.groups), 'group')}"
    )


def tree(index: int, chain: ChainStatistics, figures: SpringStatistics) -> Tree:
    """A chain as a tree, each joint with the parameters it does not share with the one above."""
    top = here = Tree(Text(f"spring {index}{named(chain.name)}: {describe_chain(chain, figures)}"))
    above: JointStatistics | None = None
    for joint in chain.joints[:DEEPEST]:
        label = Text(f"node {joint.node}{named(joint.name)}")
        if above is None or above.parameters() != joint.parameters():
            label.append(f"  {parameters(joint)}", "cyan")
        here, above = here.add(label), joint
    if hidden := len(chain.joints[DEEPEST:]):
        here.add(Text(f"… and {counted(hidden, 'joint')} further down; --format json has all"))
    elif chain.joints:
        end = "7 cm further on" if chain.end is None else f"node {chain.end}{named(chain.end_name)}"
        here.add(Text(f"{end}, the end", "dim"))
    return top


def describe_chain(chain: ChainStatistics, figures: SpringStatistics) -> str:
    if chain.fault is not None:
        return f"cannot be simulated: {printable(chain.fault)}"
    parts = [counted(len(chain.joints), "joint")]
    if chain.center is not None:
        parts.append(f"center node {chain.center}")
    for group in chain.groups:
        parts.append(f"meets group {group}{named(figures.groups[group].name)}")
    return ", ".join(parts)


def parameters(joint: JointStatistics) -> str:
    """`stiffness 1, drag 0.4, gravity 0.2 along 0 -1 0, hit radius 0.02`"""
    parts = [f"stiffness {joint.stiffness:.4g}", f"drag {joint.drag:.4g}"]
    if joint.gravity_power:
        parts.append(f"gravity {joint.gravity_power:.4g} along {point(joint.gravity_dir)}")
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
            shape = figures.colliders[number]
            called = (label, name) if row == 0 else ("", "")
            to = "" if shape.to is None else point(shape.to)
            radius = "" if shape.radius is None else f"{shape.radius:.4g}"
            yield *called, number, shape.node, shape.shape, point(shape.offset), to, radius


def named(name: str | None) -> str:
    return f' "{printable(name)}"' if name else ""
