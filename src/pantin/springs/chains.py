"""From settings to bones: which pairs of joints move, and which springs cannot be simulated, with the
reason."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pantin.maths import affine
from pantin.rig import Doubles, Rig, Spring, SpringJoint


@dataclass(frozen=True, eq=False, slots=True)
class Bone:
    """A head and its tail.

    vector  (3,) the tail in the space of the head, both at rest
    direct  (3,) the tail's own translation: the same, unless nodes between them are skipped
    tail    the node of the tail; None where it is only a point
    """

    spring: int
    joint: SpringJoint
    vector: Doubles
    direct: Doubles
    tail: int | None

    @property
    def node(self) -> int:
        return self.joint.node


@dataclass(frozen=True, eq=False, slots=True)
class Chains:
    """The bones of the springs that can be simulated, in listed order, and a sentence for each that
    cannot."""

    bones: tuple[Bone, ...]
    faults: dict[int, str]


def chains(rig: Rig) -> Chains:
    """The bones of a rig's springs."""
    above = _Ancestry(rig)
    faults: dict[int, str] = {}
    claimed: dict[int, int] = {}
    bones: list[Bone] = []
    for at, spring in enumerate(rig.springs.springs):
        reason = spring.fault or _fault(spring, above) or _clash(above, spring, claimed)
        if reason:
            faults[at] = reason
            continue
        claimed |= dict.fromkeys(_covered(spring, above), at)
    for at, spring in enumerate(rig.springs.springs):
        if at not in faults and spring.center is not None:
            reason = _center_fault(at, spring, above, claimed)
            if reason:
                faults[at] = reason
    for at, spring in enumerate(rig.springs.springs):
        if at not in faults:
            bones += _bones(rig, at, spring, above)
    return Chains(tuple(bones), faults)


class _Ancestry:
    """Questions about ancestors, each answered by walking up."""

    def __init__(self, rig: Rig) -> None:
        self.parents: list[int] = rig.nodes.parents.tolist()

    def between(self, node: int, ancestor: int) -> list[int] | None:
        """The nodes from `node` up to below `ancestor`; None if that is not above it."""
        path: list[int] = []
        while node >= 0:
            if node == ancestor:
                return path
            path.append(node)
            node = self.parents[node]
        return None

    def up(self, node: int) -> Iterator[int]:
        """The node, its parent, and so on."""
        while node >= 0:
            yield node
            node = self.parents[node]


def _fault(spring: Spring, above: _Ancestry) -> str | None:
    nodes = [joint.node for joint in spring.joints]
    for at, (head, tail) in enumerate(itertools.pairwise(nodes)):
        if head == tail or above.between(tail, head) is None:
            return f"joint {at} (node {head}) is not an ancestor of joint {at + 1} (node {tail})"
    center = spring.center
    if center is not None and nodes and center not in above.up(nodes[0]):
        return f"its center, node {center}, is neither its first joint nor an ancestor of it"
    return None


def _covered(spring: Spring, above: _Ancestry) -> list[int]:
    """The joints of a spring and the nodes it skips between them (specification, "Exception")."""
    nodes = [joint.node for joint in spring.joints]
    covered = nodes[:1]
    for head, tail in itertools.pairwise(nodes):
        covered += above.between(tail, head) or []
    return covered


def _clash(above: _Ancestry, spring: Spring, claimed: dict[int, int]) -> str | None:
    for node in _covered(spring, above):
        if node in claimed:
            return f"node {node} belongs to spring {claimed[node]} already"
    return None


def _center_fault(at: int, spring: Spring, above: _Ancestry, claimed: dict[int, int]) -> str | None:
    for node in above.up(-1 if spring.center is None else spring.center):
        owner = claimed.get(node)
        if owner is not None and owner != at:
            return f"its center, node {spring.center}, is moved by spring {owner}"
    return None


def _bones(rig: Rig, at: int, spring: Spring, above: _Ancestry) -> Iterator[Bone]:
    local, joints = rig.nodes.local, spring.joints
    for head, tail in itertools.pairwise(joints):
        placed = affine.identity(3)
        for node in above.between(tail.node, head.node) or ():
            placed = affine.multiply(local[node], placed)
        yield Bone(at, head, placed[:, 3], local[tail.node][:, 3], tail.node)
    if spring.end is not None and joints:
        end = np.asarray(spring.end, np.float64)
        yield Bone(at, joints[-1], end, end, None)
