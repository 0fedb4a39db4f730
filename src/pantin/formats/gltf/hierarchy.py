"""The node tree of a file as it is, well formed or not: parents, loops, and questions about ancestors.

Every answer takes time linear in the nodes, or logarithmic: a file may hold a chain of a million of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


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
        self.order: list[int] = []
        self._number()

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

    def _number(self) -> None:
        """Number the nodes parents first, each subtree without a gap, and give each a far ancestor to jump
        to.

        The jumps are those of Myers' random-access list (1983): from any node O(log n) of them reach any
        ancestor.
        """
        count = len(self.parents)
        below: list[list[int]] = [[] for _ in range(count)]
        for node, parent in enumerate(self._above):
            if parent is not None:
                below[parent].append(node)
        self._enter, self._leave = [0] * count, [0] * count
        self._depth, self._jump, self._root = [0] * count, list(range(count)), list(range(count))
        waiting = [node for node in reversed(range(count)) if self._above[node] is None]
        while waiting:
            node = waiting.pop()
            self._enter[node] = len(self.order)
            self.order.append(node)
            self._place(node)
            waiting += reversed(below[node])
        for node in reversed(self.order):
            last = below[node][-1] if below[node] else None
            self._leave[node] = self._enter[node] if last is None else self._leave[last]

    def _place(self, node: int) -> None:
        parent = self._above[node]
        if parent is None:
            return
        jump = self._jump[parent]
        far = self._depth[parent] - self._depth[jump] == self._depth[jump] - self._depth[self._jump[jump]]
        self._depth[node] = self._depth[parent] + 1
        self._jump[node] = self._jump[jump] if far else parent
        self._root[node] = self._root[parent]

    def root(self, node: int) -> int:
        """The topmost ancestor of a node, itself if it has no parent."""
        return self._root[node]

    def is_within(self, node: int, ancestor: int) -> bool:
        """Whether `node` is `ancestor`, or below it."""
        return self._enter[ancestor] <= self._enter[node] <= self._leave[ancestor]

    def common_ancestor(self, nodes: Iterable[int]) -> int | None:
        """The lowest node that all of `nodes` are within; None if there is none."""
        numbers = [self._enter[node] for node in nodes]
        if not numbers:
            return None
        # All of them lie within a subtree if the first and the last of them do, subtrees being numbered
        # without a gap.
        first, last = self.order[min(numbers)], self.order[max(numbers)]
        if self._root[first] != self._root[last]:
            return None
        while not self.is_within(last, first):
            above = self._above[first]
            assert above is not None
            first = above if self.is_within(last, self._jump[first]) else self._jump[first]
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
