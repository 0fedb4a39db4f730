"""The node tree of a file as it is, well formed or not: parents, loops, and questions about ancestors.

Every answer takes time linear in the nodes, or logarithmic: a file may hold a chain of a million of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple


class _Numbers(NamedTuple):
    """The nodes numbered parents first, each subtree without a gap, and of each node the first and the last
    number below it, the ancestor it jumps to, and its topmost one."""

    order: list[int]
    enter: list[int]
    leave: list[int]
    jump: list[int]
    root: list[int]


class Hierarchy:
    """A forest made from child lists.

    A node claimed twice belongs to the last claimant, and `overridden` lists the (node, place in its
    children) that claimed it after another. Nodes on a loop are `looped`; the first of each loop counts as a
    root, so that the rest of the loop hangs below it.
    """

    def __init__(self, children: Sequence[Sequence[int | None]]) -> None:
        count = len(children)
        self.parents: list[int | None] = [None] * count
        self.overridden: list[tuple[int, int]] = []
        for parent, listed in enumerate(children):
            for place, child in enumerate(listed):
                if child is not None and child < count:
                    if self.parents[child] is not None:
                        self.overridden.append((parent, place))
                    self.parents[child] = parent
        self.looped: list[int] = []
        self._above = list(self.parents)
        self._cut_loops()

    def _cut_loops(self) -> None:
        """Walk up from each node not yet seen; a walk that meets itself has found a loop."""
        walk_of = [-1] * len(self.parents)
        for start in range(len(self.parents)):
            node: int | None = start
            while node is not None and walk_of[node] == -1:
                walk_of[node] = start
                node = self.parents[node]
            if node is not None and walk_of[node] == start:
                loop = [node]
                while (above := self.parents[loop[-1]]) != node:
                    assert above is not None
                    loop.append(above)
                self.looped += loop
                self._above[min(loop)] = None
        self.looped.sort()

    @property
    def order(self) -> list[int]:
        """All nodes, parents first, each subtree without a gap."""
        return self._numbers.order

    @cached_property
    def _numbers(self) -> _Numbers:
        """Made when an ancestor is first asked for: to lift a file, parents are enough."""
        count = len(self.parents)
        below: list[list[int]] = [[] for _ in range(count)]
        for node, parent in enumerate(self._above):
            if parent is not None:
                below[parent].append(node)
        order: list[int] = []
        enter, leave = [0] * count, [0] * count
        waiting = [node for node in reversed(range(count)) if self._above[node] is None]
        while waiting:
            node = waiting.pop()
            enter[node] = len(order)
            order.append(node)
            waiting += reversed(below[node])
        for node in reversed(order):
            leave[node] = leave[below[node][-1]] if below[node] else enter[node]
        return _Numbers(order, enter, leave, *_jumps(order, self._above))

    def root(self, node: int) -> int:
        """The topmost ancestor of a node, itself if it has no parent."""
        return self._numbers.root[node]

    def is_within(self, node: int, ancestor: int) -> bool:
        """Whether `node` is `ancestor`, or below it."""
        enter = self._numbers.enter
        return enter[ancestor] <= enter[node] <= self._numbers.leave[ancestor]

    def common_ancestor(self, nodes: Iterable[int]) -> int | None:
        """The lowest node that all of `nodes` are within; None if there is none."""
        enter, root, jump = self._numbers.enter, self._numbers.root, self._numbers.jump
        numbers = [enter[node] for node in nodes]
        if not numbers:
            return None
        # All of them lie within a subtree if the first and the last of them do, subtrees being numbered
        # without a gap.
        first, last = self.order[min(numbers)], self.order[max(numbers)]
        if root[first] != root[last]:
            return None
        while not self.is_within(last, first):
            above = self._above[first]
            assert above is not None
            first = above if self.is_within(last, jump[first]) else jump[first]
        return first

    def marked_above(self, marks: Sequence[bool]) -> list[bool]:
        """For each node, whether any of its ancestors, not itself, is marked."""
        above = [False] * len(marks)
        for node in self.order:
            parent = self._above[node]
            if parent is not None:
                above[node] = above[parent] or marks[parent]
        return above

    def handed_down(self, marks: Sequence[int], children: Sequence[Sequence[int | None]]) -> list[int]:
        """For each node the bits of its own mark and of the marks of all that hold it, by the child lists
        (loops and second parents too).
        """
        found, count = list(marks), len(marks)
        below = [[child for child in listed if child is not None and child < count] for listed in children]
        for node in self.order:
            for child in below[node] if found[node] else ():
                found[child] |= found[node]
        # With trees that is all; else some nodes had their turn before what holds them.
        waiting = list(self.order) if self.looped or self.overridden else []
        while waiting:
            node = waiting.pop()
            late = [child for child in below[node] if found[node] & ~found[child]]
            for child in late:
                found[child] |= found[node]
            waiting += late
        return found


def _jumps(order: list[int], above: list[int | None]) -> tuple[list[int], list[int]]:
    """For each node a far ancestor to jump to, and the topmost one.

    The jumps are those of Myers' random-access list (1983): from any node O(log n) of them reach any
    ancestor.
    """
    depth, jump, root = [0] * len(above), list(range(len(above))), list(range(len(above)))
    for node in order:
        parent = above[node]
        if parent is not None:
            near = jump[parent]
            far = depth[parent] - depth[near] == depth[near] - depth[jump[near]]
            depth[node] = depth[parent] + 1
            jump[node] = jump[near] if far else parent
            root[node] = root[parent]
    return jump, root
