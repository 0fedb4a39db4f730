"""The bones of springs, and the springs that cannot be simulated, with the reason."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from pantin.base.records import Record
from pantin.maths import affine
from pantin.rig import Doubles, Rig, Spring, SpringJoint


class Bone(Record, eq=False):
    """A head joint and its tail.

    vector  (3,) the tail in the space of the head, at rest
    direct  (3,) the tail's own translation: the same, unless the chain skips nodes between them
    tail    the node of the tail; None for a virtual tail
    """

    spring: int
    joint: SpringJoint
    vector: Doubles
    direct: Doubles
    tail: int | None

    @property
    def node(self) -> int:
        return self.joint.node


class Chains(Record, eq=False):
    """The bones of all springs that can be simulated, in the order of the file, and a reason for each spring
    that cannot.

    clamped  of those that can, the springs with numbers that were moved into their range, and which
    """

    bones: tuple[Bone, ...]
    faults: dict[int, str]
    clamped: dict[int, str]


def find_chains(rig: Rig) -> Chains:
    """The bones of a rig's springs."""
    ancestry = _Ancestry(rig)
    faults: dict[int, str] = {}
    owners: dict[int, int] = {}
    bones: list[Bone] = []
    for index, spring in enumerate(rig.springs.springs):
        reason = spring.fault or _find_fault(spring, ancestry) or _claim(index, spring, ancestry, owners)
        if reason:
            faults[index] = reason
    movers = ancestry.nearest_marks(owners)
    for index, spring in enumerate(rig.springs.springs):
        center = spring.center
        if index in faults or center is None or spring.free_center:
            continue
        node = ancestry.parents[center] if owners.get(center) == index else center
        if movers.get(node, index) != index:
            faults[index] = f"its center, node {center}, is moved by spring {movers[node]}"
    for index, spring in enumerate(rig.springs.springs):
        if index not in faults:
            bones += _bones(rig, index, spring, ancestry)
    clamped = {
        index: spring.clamped
        for index, spring in enumerate(rig.springs.springs)
        if spring.clamped and index not in faults
    }
    return Chains(tuple(bones), faults, clamped)


class _Ancestry:
    """Queries about ancestors in constant time: preorder numbers give each subtree a range."""

    def __init__(self, rig: Rig) -> None:
        self.parents: list[int] = rig.nodes.parents.tolist()
        self.order: list[int] = rig.order.tolist()
        size = [1] * len(self.parents)
        for node in reversed(self.order):
            if self.parents[node] >= 0:
                size[self.parents[node]] += size[node]
        self._first, self._size, free = [0] * len(size), size, {-1: 0}
        for node in self.order:
            parent = self.parents[node]
            self._first[node] = free[parent]
            free[parent] += size[node]
            free[node] = self._first[node] + 1

    def is_in_subtree(self, node: int, ancestor: int) -> bool:
        """Whether `node` is `ancestor` or one of its descendants."""
        return 0 <= self._first[node] - self._first[ancestor] < self._size[ancestor]

    def path_between(self, node: int, ancestor: int) -> Iterator[int]:
        """The nodes from `node` up to `ancestor`, without the latter."""
        while node != ancestor:
            yield node
            node = self.parents[node]

    def nearest_marks(self, marks: dict[int, int]) -> dict[int, int]:
        """For each node the mark of the nearest marked node among itself and its ancestors."""
        nearest: dict[int, int] = {}
        for node in self.order:
            mark = marks.get(node, nearest.get(self.parents[node], -1))
            if mark >= 0:
                nearest[node] = mark
        return nearest


def _find_fault(spring: Spring, ancestry: _Ancestry) -> str | None:
    nodes = [joint.node for joint in spring.joints]
    for index, (head, tail) in enumerate(itertools.pairwise(nodes)):
        if head == tail or not ancestry.is_in_subtree(tail, head):
            return f"joint {index} (node {head}) is not an ancestor of joint {index + 1} (node {tail})"
    center = None if spring.free_center else spring.center
    if center is not None and nodes and not ancestry.is_in_subtree(nodes[0], center):
        return f"its center, node {center}, is neither its first joint nor an ancestor of it"
    return None


def _claim(index: int, spring: Spring, ancestry: _Ancestry, owners: dict[int, int]) -> str | None:
    """Make a spring the owner of its joints and of the nodes it skips between them (specification,
    "Exception").

    A node with another owner is a fault. Nodes claimed before that one stay claimed: a third spring with such
    a node would share it with this one.
    """
    nodes = [joint.node for joint in spring.joints]
    covered = itertools.chain(nodes[:1], *(ancestry.path_between(b, a) for a, b in itertools.pairwise(nodes)))
    for node in covered:
        if owners.setdefault(node, index) != index:
            return f"node {node} already belongs to spring {owners[node]}"
    return None


def _bones(rig: Rig, index: int, spring: Spring, ancestry: _Ancestry) -> Iterator[Bone]:
    local, joints = rig.nodes.local, spring.joints
    for head, tail in itertools.pairwise(joints):
        direct = vector = local[tail.node][:, 3]
        for node in itertools.islice(ancestry.path_between(tail.node, head.node), 1, None):
            vector = affine.apply(local[node], vector)
        yield Bone(index, head, vector, direct, tail.node)
    if spring.end is not None and joints:
        end = np.asarray(spring.end, np.float64)
        yield Bone(index, joints[-1], end, end, None)
