"""Differences of nodes: missing and added ones, parents, names, rest transforms, cameras and lights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pantin.base.records import field_names, is_record, replace
from pantin.maths import affine, quaternion
from pantin.motion import world_transforms
from pantin.operations.comparison.difference import Change, Kind, is_default_name
from pantin.operations.comparison.matching import Matching, carriers, homes, structural_nodes, used_nodes
from pantin.operations.comparison.vertices import describe_node
from pantin.rig import Doubles, Indices, Rig

ROTATED = 1e-4
"""The tolerance for rotations and scales of nodes, relative to the matrix. For nodes with vertices, comparing
the vertices is more precise."""

RELATIVE = 1e-5
"""The tolerance for numbers that are not distances, relative to the larger one."""


def compare_nodes(a: Rig, b: Rig, nodes: Matching, tolerance: float) -> Iterator[Change]:
    """The differences of the nodes themselves."""
    yield from _report_missing(a, nodes.forward, "only in the first file")
    yield from _report_missing(b, nodes.backward, "only in the second file")
    shown_a, shown_b = a.shown(), b.shown()
    homes_a, homes_b = homes(a, nodes.forward), homes(b, nodes.backward)
    free_a, free_b = carriers(a)[1], carriers(b)[1]
    for index, other in nodes.pairs():
        where = describe_node(a, index)
        mine, theirs = a.nodes.names[index], b.nodes.names[other]
        if mine != theirs and not is_default_name(mine, theirs, "node"):
            message = f"is called {theirs!r} in the second file"
            yield Change("names", where, message)
        if not (free_a[index] and free_b[other]):
            yield from _parent(a, b, nodes, index, other, (homes_a, homes_b))
        if bool(shown_a[index]) != bool(shown_b[other]):
            state = "shown" if shown_b[other] else "not shown"
            yield Change("hierarchy", where, f"is {state} in the second file")
        yield from _compare_carried(a, b, index, other)
    yield from _transforms(a, b, nodes, tolerance)


def _report_missing(rig: Rig, matched: Indices, message: str) -> Iterator[Change]:
    missing = (matched < 0) & used_nodes(rig) & ~structural_nodes(rig, matched)
    for index in np.flatnonzero(missing).tolist():
        yield Change("hierarchy", describe_node(rig, index), message)


def _parent(
    a: Rig, b: Rig, nodes: Matching, index: int, other: int, homes: tuple[Indices, Indices]
) -> Iterator[Change]:
    """Different parents, except for nodes that only exist because of how a format stores models."""
    parent, there = (
        int(home[rig.nodes.parents[node]]) if rig.nodes.parents[node] >= 0 else -1
        for rig, node, home in ((a, index, homes[0]), (b, other, homes[1]))
    )
    expected = int(nodes.forward[parent]) if parent >= 0 else -1
    if there != expected or (parent >= 0 and expected < 0):
        was = "is a root" if parent < 0 else f"has parent {describe_node(a, parent)}"
        now = "is a root" if there < 0 else f"has parent {describe_node(b, there)}"
        yield Change("hierarchy", describe_node(a, index), f"{was}, in the second file it {now}")


def _compare_carried(a: Rig, b: Rig, index: int, other: int) -> Iterator[Change]:
    kinds: tuple[tuple[Kind, Any, Any], ...] = (("cameras", a.nodes.cameras, b.nodes.cameras),)
    kinds += (("lights", a.nodes.lights, b.nodes.lights),)
    for kind, mine, theirs in kinds:
        pair = [
            None if at < 0 else getattr(rig, kind)[at] for rig, at in ((a, mine[index]), (b, theirs[other]))
        ]
        if pair[0] is None and pair[1] is None:
            continue
        where = describe_node(a, index)
        if pair[0] is None or pair[1] is None:
            yield Change(kind, where, f"has a {kind[:-1]} in one file only")
            continue
        changed = changed_fields(pair[0], pair[1], skip=("extras", "name"))
        if changed:
            yield Change(kind, where, f"{kind[:-1]}: {', '.join(changed)}")
        names = [pair[0].name, pair[1].name]
        if names[0] != names[1] and None not in names:
            message = f"{kind[:-1]} {names[0]!r} is called {names[1]!r} in the second file"
            yield Change("names", where, message)


def changed_fields(a: Any, b: Any, skip: tuple[str, ...] = ("extras",)) -> list[str]:
    """`intensity 2 → 3` for each field that differs between two records of one type."""
    changed = []
    for name in field_names(a):
        mine, theirs = getattr(a, name), getattr(b, name)
        if name not in skip and not values_equal(mine, theirs):
            changed.append(f"{name} {brief(mine)} → {brief(theirs)}")
    return changed


def values_equal(a: Any, b: Any) -> bool:
    """Whether two values are equal, up to the rounding of numbers in a file."""
    if isinstance(a, bool) or isinstance(b, bool) or isinstance(a, str) or a is None or b is None:
        return bool(a == b)
    if isinstance(a, int | float) and isinstance(b, int | float):
        return abs(a - b) <= RELATIVE * max(abs(a), abs(b), 1e-3)
    if isinstance(a, list | tuple | np.ndarray) and isinstance(b, list | tuple | np.ndarray):
        return len(a) == len(b) and all(values_equal(*pair) for pair in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(values_equal(a[key], b[key]) for key in a)
    if is_record(a) and type(a) is type(b):
        return not changed_fields(a, b)
    if hasattr(a, "keys") and hasattr(b, "keys"):
        return values_equal(dict(a), dict(b))
    if isinstance(a, np.generic) or isinstance(b, np.generic):
        return values_equal(np.asarray(a).item(), np.asarray(b).item())
    return bool(a == b)


LONGEST = 60
"""The most characters of a value in a message."""


def brief(value: Any) -> str:
    """A value as a message quotes it."""
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list | tuple | np.ndarray):
        value = f"({', '.join(brief(item) for item in value)})"
    text = str(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _transforms(a: Rig, b: Rig, nodes: Matching, tolerance: float) -> Iterator[Change]:
    """Compare local rest transforms, with distances measured in the world, independent of the parents'
    scales."""
    pairs = np.array(nodes.pairs(), np.int64).reshape(-1, 2)
    if not len(pairs):
        return
    gaps = a.nodes.local[pairs[:, 0]] - b.nodes.local[pairs[:, 1]]
    linear = np.linalg.norm(a.nodes.local[pairs[:, 0]][:, :, :-1], axis=(1, 2))
    turned = np.linalg.norm(gaps[:, :, :-1], axis=(1, 2)) > ROTATED * np.maximum(linear, 1e-12)
    moved = np.linalg.norm(gaps[:, :, -1], axis=1) * parent_scales(a)[pairs[:, 0]]
    free = carriers(a)[1][pairs[:, 0]] & carriers(b)[1][pairs[:, 1]]
    moved[free], turned[free] = 0.0, False
    for row, (index, other) in enumerate(pairs.tolist()):
        where = describe_node(a, index)
        if moved[row] > tolerance:
            yield Change("transforms", where, f"is moved at rest, by {moved[row]:g}", float(moved[row]))
        if turned[row]:
            message = _describe_turn(a.nodes.local[index], b.nodes.local[other])
            yield Change("transforms", where, f"{message} at rest")


def _describe_turn(mine: Doubles, theirs: Doubles) -> str:
    """How the linear part of a transform differs, in words; shear is given as a matrix."""
    pair = np.stack([mine, theirs])
    changes = []
    if len(mine) == 3:
        parts = affine.decompose(pair)
        angle = float(quaternion.angle(*parts.rotation))
        if angle > ROTATED / 2:
            changes.append(f"is rotated by {np.degrees(angle):.3g}°")
        if not values_equal(*parts.scale):
            changes.append(f"is scaled by {brief(parts.scale[1])} instead of {brief(parts.scale[0])}")
    return " and ".join(changes) or f"has the matrix {brief(theirs)} instead of {brief(mine)}"


def world_scales(rig: Rig) -> Doubles:
    """(n,) the largest factor by which each node scales lengths at rest."""
    linear = world_transforms(rig)[:, :, :-1]
    scales: Doubles = np.nan_to_num(np.linalg.norm(linear, axis=(1, 2)) / np.sqrt(rig.dimension), nan=1.0)
    return scales


def parent_scales(rig: Rig) -> Doubles:
    """(n,) the largest factor by which the parent of each node scales lengths at rest."""
    parents = rig.nodes.parents
    result: Doubles = np.where(parents < 0, 1.0, world_scales(rig)[parents])
    return result


def translate(part: Any, nodes: Matching, *members: str) -> Any:
    """A dataclass of B with its node indices as those of A; −1 for a node that A does not have."""
    changes = {name: int(nodes.backward[getattr(part, name)]) for name in members}
    return replace(part, **changes)
