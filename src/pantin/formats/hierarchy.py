"""The node tree of a file, valid or not: parents, loops, and queries about ancestors.

Every query takes linear or logarithmic time: a file may have a chain of a million nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from pantin.base.tuples import NamedTuple

T = TypeVar("T")


class _Numbers(NamedTuple):
    """For each node the first and the last number in its subtree, by the order of the nodes, the ancestor it
    jumps to, and its root.
    """

    enter: list[int]
    leave: list[int]
    jump: list[int]
    root: list[int]


class Hierarchy:
    """A forest made from child lists.

    A node with several parents belongs to the last one, or to the first with `keeps_first`, as its format
    says; `overridden` lists each (parent, index in its children) after the first. Nodes on a loop are
    `looped`; the first of each loop counts as a root.
    """

    def __init__(self, children: Sequence[Sequence[int | None]], *, keeps_first: bool = False) -> None:
        count = len(children)
        self.parents: list[int | None] = [None] * count
        self.overridden: list[tuple[int, int]] = []
        for parent, listed in enumerate(children):
            for index, child in enumerate(listed):
                if child is not None and child < count:
                    if self.parents[child] is not None:
                        self.overridden.append((parent, index))
                        if keeps_first:
                            continue
                    self.parents[child] = parent
        self.looped: list[int] = []
        self._tree_parents = list(self.parents)
        self._break_loops()

    def _break_loops(self) -> None:
        """Walk up from each node not yet seen; a walk that returns to itself is a loop."""
        walk_of = [-1] * len(self.parents)
        for start in range(len(self.parents)):
            node: int | None = start
            while node is not None and walk_of[node] == -1:
                walk_of[node] = start
                node = self.parents[node]
            if node is not None and walk_of[node] == start:
                loop = [node]
                while (parent := self.parents[loop[-1]]) != node:
                    assert parent is not None
                    loop.append(parent)
                self.looped += loop
                self._tree_parents[min(loop)] = None
        self.looped.sort()

    @cached_property
    def order(self) -> list[int]:
        """All nodes, parents first, subtrees contiguous."""
        children: dict[int, list[int]] = {}
        waiting: list[int] = []
        for node, parent in enumerate(self._tree_parents):
            (waiting if parent is None else children.setdefault(parent, [])).append(node)
        waiting.reverse()
        order: list[int] = []
        while waiting:
            node = waiting.pop()
            order.append(node)
            if node in children:
                waiting += reversed(children[node])
        return order

    @cached_property
    def _numbers(self) -> _Numbers:
        """Computed on first use: most queries need the order alone."""
        count = len(self.parents)
        enter, leave = [0] * count, [0] * count
        for number, node in enumerate(self.order):
            enter[node] = leave[node] = number
        for node in reversed(self.order):
            parent = self._tree_parents[node]
            if parent is not None:
                leave[parent] = max(leave[parent], leave[node])
        return _Numbers(enter, leave, *_jumps(self.order, self._tree_parents))

    def root(self, node: int) -> int:
        """The root of the tree of a node; the node itself if it has no parent."""
        return self._numbers.root[node]

    def is_within(self, node: int, ancestor: int) -> bool:
        """Whether `node` is `ancestor` or a descendant of it."""
        enter = self._numbers.enter
        return enter[ancestor] <= enter[node] <= self._numbers.leave[ancestor]

    def common_ancestor(self, nodes: Iterable[int]) -> int | None:
        """The lowest common ancestor of `nodes`, which may be one of them; None if there is none."""
        enter, root, jump = self._numbers.enter, self._numbers.root, self._numbers.jump
        numbers = [enter[node] for node in nodes]
        if not numbers:
            return None
        # Subtrees are contiguous, so all nodes are in one if the first and the last of them are.
        first, last = self.order[min(numbers)], self.order[max(numbers)]
        if root[first] != root[last]:
            return None
        while not self.is_within(last, first):
            parent = self._tree_parents[first]
            assert parent is not None
            first = parent if self.is_within(last, jump[first]) else jump[first]
        return first

    def has_marked_ancestor(self, marks: Sequence[bool]) -> list[bool]:
        """For each node, whether any of its ancestors (not the node itself) is marked."""
        inherited = [False] * len(marks)
        for node in self.order:
            parent = self._tree_parents[node]
            if parent is not None:
                inherited[node] = inherited[parent] or marks[parent]
        return inherited

    def inherit_marks(self, marks: Sequence[int], children: Sequence[Sequence[int | None]]) -> list[int]:
        """For each node the bits of its own mark and those of all its ancestors by the child lists, including
        loops and second parents.
        """
        combined, count = list(marks), len(marks)
        if not (self.looped or self.overridden):
            for node in self.order:
                parent = self.parents[node]
                if parent is not None and combined[parent]:
                    combined[node] |= combined[parent]
            return combined
        valid_children = [
            [child for child in listed if child is not None and child < count] for listed in children
        ]
        for node in self.order:
            for child in valid_children[node] if combined[node] else ():
                combined[child] |= combined[node]
        # Some nodes come before one of their parents.
        waiting = list(self.order)
        while waiting:
            node = waiting.pop()
            changed = [child for child in valid_children[node] if combined[node] & ~combined[child]]
            for child in changed:
                combined[child] |= combined[node]
            waiting += changed
        return combined


def _jumps(order: list[int], parents: list[int | None]) -> tuple[list[int], list[int]]:
    """For each node a far ancestor to jump to, and its root.

    The jumps are those of Myers' random-access list (1983): from any node O(log n) of them reach any
    ancestor.
    """
    count = len(parents)
    depth, jump, root = [0] * count, list(range(count)), list(range(count))
    for node in order:
        parent = parents[node]
        if parent is not None:
            near = jump[parent]
            far = depth[parent] - depth[near] == depth[near] - depth[jump[near]]
            depth[node] = depth[parent] + 1
            jump[node] = jump[near] if far else parent
            root[node] = root[parent]
    return jump, root


def nearest(hierarchy: Hierarchy, marks: Mapping[int, T]) -> list[T | None]:
    """For each node the mark of the closest marked node among itself and its ancestors."""
    nearest_marks: list[T | None] = [None] * len(hierarchy.parents)
    looped = set(hierarchy.looped)
    for node in hierarchy.order:
        parent = hierarchy.parents[node] if node not in looped else None
        inherited = None if parent is None else nearest_marks[parent]
        nearest_marks[node] = marks.get(node, inherited)
    return nearest_marks
