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
        reason = spring.fault or _fault(spring, above) or _claim(at, spring, above, claimed)
        if reason:
            faults[at] = reason
    movers = above.nearest(claimed)
    for at, spring in enumerate(rig.springs.springs):
        center = spring.center
        if at in faults or center is None or spring.free_center:
            continue
        place = above.parents[center] if claimed.get(center) == at else center
        if movers.get(place, at) != at:
            faults[at] = f"its center, node {center}, is moved by spring {movers[place]}"
    for at, spring in enumerate(rig.springs.springs):
        if at not in faults:
            bones += _bones(rig, at, spring, above)
    return Chains(tuple(bones), faults)


class _Ancestry:
    """Questions about ancestors. Nodes are numbered so that each subtree has no gap: asking takes no walk."""

    def __init__(self, rig: Rig) -> None:
        self.parents: list[int] = rig.nodes.parents.tolist()
        self.order: list[int] = rig.order.tolist()
        size = [1] * len(self.parents)
        for node in reversed(self.order):
            if self.parents[node] >= 0:
                size[self.parents[node]] += size[node]
        self._first, self._size, taken = [0] * len(size), size, {-1: 0}
        for node in self.order:
            parent = self.parents[node]
            self._first[node] = taken[parent]
            taken[parent] += size[node]
            taken[node] = self._first[node] + 1

    def within(self, node: int, ancestor: int) -> bool:
        """Whether `node` is `ancestor`, or below it."""
        return 0 <= self._first[node] - self._first[ancestor] < self._size[ancestor]

    def between(self, node: int, ancestor: int) -> Iterator[int]:
        """The nodes from `node` up to below `ancestor`, which is above it."""
        while node != ancestor:
            yield node
            node = self.parents[node]

    def nearest(self, marks: dict[int, int]) -> dict[int, int]:
        """For each node the mark of the closest marked node at or above it."""
        found: dict[int, int] = {}
        for node in self.order:
            mark = marks.get(node, found.get(self.parents[node], -1))
            if mark >= 0:
                found[node] = mark
        return found


def _fault(spring: Spring, above: _Ancestry) -> str | None:
    nodes = [joint.node for joint in spring.joints]
    for at, (head, tail) in enumerate(itertools.pairwise(nodes)):
        if head == tail or not above.within(tail, head):
            return f"joint {at} (node {head}) is not an ancestor of joint {at + 1} (node {tail})"
    center = None if spring.free_center else spring.center
    if center is not None and nodes and not above.within(nodes[0], center):
        return f"its center, node {center}, is neither its first joint nor an ancestor of it"
    return None


def _claim(at: int, spring: Spring, above: _Ancestry, claimed: dict[int, int]) -> str | None:
    """Take the joints of a spring and the nodes it skips between them (specification, "Exception").

    A node that is taken already is a fault; what was taken before it was met stays so: a third spring that
    has it would share it with this one.
    """
    nodes = [joint.node for joint in spring.joints]
    covered = itertools.chain(nodes[:1], *(above.between(b, a) for a, b in itertools.pairwise(nodes)))
    for node in covered:
        if claimed.setdefault(node, at) != at:
            return f"node {node} belongs to spring {claimed[node]} already"
    return None


def _bones(rig: Rig, at: int, spring: Spring, above: _Ancestry) -> Iterator[Bone]:
    local, joints = rig.nodes.local, spring.joints
    for head, tail in itertools.pairwise(joints):
        direct = vector = local[tail.node][:, 3]
        for node in itertools.islice(above.between(tail.node, head.node), 1, None):
            vector = affine.apply(local[node], vector)
        yield Bone(at, head, vector, direct, tail.node)
    if spring.end is not None and joints:
        end = np.asarray(spring.end, np.float64)
        yield Bone(at, joints[-1], end, end, None)
