"""The tree of nodes as far as a file has one: parents, what hangs from the root, and chains of bones."""

from __future__ import annotations

from dataclasses import dataclass

from pantin.formats.g4mf.model import Model


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """`parents` of each node (the first that lists it, None for none), and the nodes reached from node 0.

    `looped` are nodes that are their own ancestors.
    """

    model: Model
    parents: tuple[int | None, ...]
    reached: frozenset[int]
    looped: frozenset[int]

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
        return cls(model, tuple(parents), frozenset(reached), looped)

    def skeleton_of(self, bone: int) -> int | None:
        """The skeleton that a bone reaches through bones alone; None where the chain is broken."""
        at, seen = self.parents[bone], {bone}
        while at is not None and at not in seen:
            if self.model.nodes[at].skeleton is not None:
                return at
            if self.model.nodes[at].bone is None:
                return None
            seen.add(at)
            at = self.parents[at]
        return None

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

    def is_below(self, node: int, above: int) -> bool:
        at, seen = self.parents[node], {node}
        while at is not None and at not in seen:
            if at == above:
                return True
            seen.add(at)
            at = self.parents[at]
        return False


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
