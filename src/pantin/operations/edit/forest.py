"""The trees of a rig's nodes with the order of children: depths, common ancestors, joints in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Forest:
    """Nodes given by their parents (−1 at a root), numbered so that every subtree has no gap."""

    def __init__(
        self, parents: Sequence[int], children: Sequence[Sequence[int | None]] | None = None
    ) -> None:
        self.parents = list(parents)
        below: list[list[int]] = [[] for _ in parents]
        for node, parent in enumerate(parents):
            if parent >= 0:
                below[parent].append(node)
        if children is not None:
            # Only the order is taken: which nodes there are, and where, the parents say.
            for node, listed in enumerate(children):
                rank = {child: index for index, child in enumerate(listed)}
                below[node].sort(key=lambda child, rank=rank: rank.get(child, len(rank)))  # type: ignore[misc]
        self.children = below
        self.order: list[int] = []
        self.depths = [0] * len(parents)
        self.enter, self.roots = [0] * len(parents), list(range(len(parents)))
        self._number()

    def __len__(self) -> int:
        return len(self.parents)

    def _number(self) -> None:
        waiting = [node for node in reversed(range(len(self))) if self.parents[node] < 0]
        while waiting:
            node = waiting.pop()
            self.enter[node] = len(self.order)
            self.order.append(node)
            parent = self.parents[node]
            if parent >= 0:
                self.depths[node] = self.depths[parent] + 1
                self.roots[node] = self.roots[parent]
            waiting += reversed(self.children[node])

    def root(self, node: int) -> int:
        """The topmost ancestor of a node, itself if it has no parent."""
        return self.roots[node]

    def lowest_common_ancestor(self, nodes: Iterable[int]) -> int | None:
        """The lowest node that all of `nodes` are or descend from; None if there is none.

        In a numbering without gaps the first and the last of them decide. The walk visits only the ancestors
        of these two, which the skeleton includes anyway.
        """
        listed, number = list(nodes), self.enter.__getitem__
        first, last = min(listed, key=number), max(listed, key=number)
        if self.roots[first] != self.roots[last]:
            return None
        while first != last:
            if self.depths[first] < self.depths[last]:
                first, last = last, first
            first = self.parents[first]
        return first

    def with_roots(self, roots: Iterable[tuple[int, Sequence[int]]]) -> Forest:
        """The forest with new nodes, in the order of their indices, each above some trees of this one."""
        parents, children = list(self.parents), [list(listed) for listed in self.children]
        for node, below in roots:
            parents.append(-1)
            children.append(list(below))
            for tree in below:
                parents[tree] = node
        return Forest(parents, children)
