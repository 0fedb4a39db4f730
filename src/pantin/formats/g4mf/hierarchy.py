"""The tree of nodes as far as a file has one: parents, what hangs from the root, and chains of bones."""

from __future__ import annotations

from dataclasses import dataclass

from pantin.formats.g4mf.model import Model


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """The tree of a model's nodes.

    parents    the first node that lists each as a child, None for none
    order      all nodes, each behind its parent; those that are their own ancestors count as roots
    reached    the nodes reached from node 0
    looped     nodes that are their own ancestors
    skeletons  the skeleton that each node reaches through bones alone, None where the chain is broken
    """

    model: Model
    parents: tuple[int | None, ...]
    order: tuple[int, ...]
    reached: frozenset[int]
    looped: frozenset[int]
    skeletons: tuple[int | None, ...]

    @classmethod
    def of(cls, model: Model) -> Hierarchy:
        count = len(model.nodes)
        parents: list[int | None] = [None] * count
        for at, node in enumerate(model.nodes):
            for child in node.children:
                if child < count and parents[child] is None:
                    parents[child] = at
        looped = _looped(parents)
        reached: set[int] = set()
        queue = [0] if count else []
        while queue:
            at = queue.pop()
            if at not in reached:
                reached.add(at)
                queue += [one for one in model.nodes[at].children if one < count]
        above = [None if at in looped else parent for at, parent in enumerate(parents)]
        order = _parents_first(above)
        skeletons = _skeletons(model, above, order)
        return cls(model, tuple(parents), order, frozenset(reached), looped, skeletons)

    def above(self, node: int) -> int | None:
        """The parent of a node; None for a root, and for a node that is its own ancestor."""
        return None if node in self.looped else self.parents[node]

    def bones_of(self, skeleton: int) -> list[int]:
        """The bones of a skeleton, parents first, in the order of children. A skeleton below a bone has its
        own."""
        found: list[int] = []
        queue = list(reversed(self._own(skeleton)))
        while queue:
            at = queue.pop()
            if self.model.nodes[at].bone is None or at in self.looped:
                continue
            found.append(at)
            queue += reversed(self._own(at))
        return found

    def _own(self, node: int) -> list[int]:
        """The children that a node is the parent of: one that two nodes list is the first one's, once."""
        listed = dict.fromkeys(self.children(node))
        return [one for one in listed if self.parents[one] == node]

    def children(self, node: int) -> list[int]:
        """The children of a node that are there."""
        return [one for one in self.model.nodes[node].children if one < len(self.model.nodes)]


def _looped(parents: list[int | None]) -> frozenset[int]:
    """Nodes on a cycle of parents: each walk marks what it has seen, so that all takes linear time."""
    state = [0] * len(parents)  # 0 unseen, 1 on this walk, 2 done
    looped: set[int] = set()
    for start in range(len(parents)):
        path: list[int] = []
        at: int | None = start
        while at is not None and state[at] == 0:
            state[at] = 1
            path.append(at)
            at = parents[at]
        if at is not None and state[at] == 1:
            looped |= set(path[path.index(at) :])
        for one in path:
            state[one] = 2
    return frozenset(looped)


def _parents_first(above: list[int | None]) -> tuple[int, ...]:
    order: list[int] = []
    done = [False] * len(above)
    for start in range(len(above)):
        path: list[int] = []
        at: int | None = start
        while at is not None and not done[at]:
            done[at] = True
            path.append(at)
            at = above[at]
        order += reversed(path)
    return tuple(order)


def _skeletons(model: Model, above: list[int | None], order: tuple[int, ...]) -> tuple[int | None, ...]:
    found: list[int | None] = [None] * len(above)
    for at in order:
        parent = above[at]
        if parent is not None and model.nodes[parent].skeleton is not None:
            found[at] = parent
        elif parent is not None and model.nodes[parent].bone is not None:
            found[at] = found[parent]
    return tuple(found)
