"""Bones of a skeleton as segments: from each joint to its children, and beyond a joint without children."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pantin.operations.weights.working_mesh import extent_of
from pantin.rig import Doubles, Indices

SHORT = 0.02
"""Relative to the extent of the skeleton: a joint with several children has no segment to one that is closer.
Tools that need a bone for each child put such joints there."""

SAME = 1e-4
"""Relative to the extent: a single child that is closer is at the same position."""

LEAF = 1.0
"""The length of a bone without children, in lengths of the bone that it continues."""

ABOVE_HIPS = 2
"""The most joints that only carry the skeleton, above the first joint with several children."""

FEW = 8
"""Joints of a skeleton that is too small to have joints which only carry it."""

BESIDE, APART = 0.02, 0.05
"""Relative to the extent: a root with all children on one side (none more than BESIDE behind it, and on
average more than APART away) stands below the body and carries it, along with foot targets. Hips lie among
their children instead."""

END = re.compile(r"(?i)(?:^|[^a-z])(?:end|nub|endsite)(?:[^a-z].*)?$|(?<=[a-z0-9])(?:End|Nub)$")
"""Names of joints that only mark where the last bone ends."""


class Bones(NamedTuple):
    """Segments: the joint that each belongs to (an index into the joints of the skeleton), start and end."""

    joints: Indices
    starts: Doubles
    ends: Doubles


def make_bones(positions: Doubles, parents: Indices, names: Sequence[str | None]) -> Bones:
    """The bones of a skeleton: positions (J, 3) of its joints, the joint above each (−1: none), and names.

    Joints at the position of their only child, joints that only carry the skeleton, and joints that only mark
    an end have no bone, unless no others exist.
    """
    children: list[list[int]] = [[] for _ in range(len(positions))]
    for joint, parent in enumerate(parents.tolist()):
        if parent >= 0:
            children[parent].append(joint)
    extent = extent_of(positions)
    carriers = _carriers(positions, parents, children)
    segments = []
    for joint, below in enumerate(children):
        if joint in carriers or (not below and _is_end(names[joint]) and parents[joint] >= 0):
            continue
        if not below:
            segments.append(
                (joint, positions[joint], positions[joint] + LEAF * _outwards(positions, parents, joint))
            )
            continue
        shortest = SAME if len(below) == 1 else SHORT
        lengths = [float(np.sqrt(((positions[child] - positions[joint]) ** 2).sum())) for child in below]
        segments += [
            (joint, positions[joint], positions[child])
            for child, length in zip(below, lengths, strict=True)
            if length > shortest * extent
        ]
    if not segments:
        segments = [(joint, position, position) for joint, position in enumerate(positions)]
    joints, starts, ends = zip(*segments, strict=True)
    return Bones(np.array(joints, np.int64), np.array(starts), np.array(ends))


def _carriers(positions: Doubles, parents: Indices, children: Sequence[Sequence[int]]) -> set[int]:
    """Joints above the hips: the chain from a root down to the first joint with several children, and roots
    that stand apart from the body."""
    carriers: set[int] = set()
    if len(parents) < FEW:
        return carriers
    extent = extent_of(positions)
    for root in np.flatnonzero(parents < 0).tolist():
        chain: list[int] = []
        joint = root
        while len(children[joint]) == 1 and len(chain) <= ABOVE_HIPS:
            chain.append(joint)
            joint = children[joint][0]
        if len(children[joint]) > 1 and len(chain) <= ABOVE_HIPS:
            carriers.update(chain)
        if len(children[root]) > 2 and _stands_apart(positions[children[root]] - positions[root], extent):
            carriers.add(root)
    return carriers


def _stands_apart(offsets: Doubles, extent: float) -> bool:
    """Whether a joint is beside all its children, given the vectors (n, 3) to them."""
    middle = offsets.mean(axis=0)
    away = float(np.sqrt((middle**2).sum()))
    if away <= APART * extent:
        return False
    along = (offsets * middle).sum(axis=1) / away
    return bool((along > -BESIDE * extent).all())


def _is_end(name: str | None) -> bool:
    return name is not None and END.search(name) is not None


def _outwards(positions: Doubles, parents: Indices, joint: int) -> Doubles:
    """The vector from the parent joint, or from the nearest ancestor at a different position; zero for a
    root."""
    above = int(parents[joint])
    while above >= 0:
        way: Doubles = positions[joint] - positions[above]
        if (way != 0).any():
            return way
        above = int(parents[above])
    return np.zeros(3)
