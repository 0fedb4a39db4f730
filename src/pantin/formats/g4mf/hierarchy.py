"""The tree of nodes, as far as a file has one: parents, what the root reaches, and chains of bones."""

from __future__ import annotations

from pantin.base.records import Record
from pantin.formats.g4mf.model import Model


class Hierarchy(Record):
    """The tree of a model's nodes.

    parents    the first node that lists each as a child, None for none
    order      all nodes, each after its parent; those that are their own ancestors count as roots
    reachable  the nodes reached from node 0
    cyclic     nodes that are their own ancestors
    skeletons  the skeleton that each node reaches through bones alone, None where the chain is broken
    """

    model: Model
    parents: tuple[int | None, ...]
    order: tuple[int, ...]
    reachable: frozenset[int]
    cyclic: frozenset[int]
    skeletons: tuple[int | None, ...]

    @classmethod
    def from_model(cls, model: Model) -> Hierarchy:
        count = len(model.nodes)
        parents: list[int | None] = [None] * count
        for index, node in enumerate(model.nodes):
            for child in node.children:
                if child < count and parents[child] is None:
                    parents[child] = index
        cyclic = _find_cycles(parents)
        tree_parents = [None if index in cyclic else parent for index, parent in enumerate(parents)]
        order = _sort_parents_first(tree_parents)
        skeletons = _find_skeletons(model, tree_parents, order)
        return cls(model, tuple(parents), order, _find_reachable(model), cyclic, skeletons)

    def parent_of(self, node: int) -> int | None:
        """The parent of a node; None for a root, and for a node that is its own ancestor."""
        return None if node in self.cyclic else self.parents[node]

    def bones_of(self, skeleton: int) -> list[int]:
        """The bones of a skeleton, parents first, in the order of children. A skeleton below a bone has its
        own."""
        bones: list[int] = []
        queue = list(reversed(self._own_children(skeleton)))
        while queue:
            node = queue.pop()
            if self.model.nodes[node].bone is None or node in self.cyclic:
                continue
            bones.append(node)
            queue += reversed(self._own_children(node))
        return bones

    def _own_children(self, node: int) -> list[int]:
        """The children whose parent is the node: a child that two nodes list belongs to the first."""
        children = dict.fromkeys(self.children(node))
        return [child for child in children if self.parents[child] == node]

    def children(self, node: int) -> list[int]:
        """The children of a node that exist."""
        return [child for child in self.model.nodes[node].children if child < len(self.model.nodes)]


def _find_reachable(model: Model) -> frozenset[int]:
    """The nodes reached from node 0 through `children`."""
    count = len(model.nodes)
    reachable: set[int] = set()
    queue = [0] if count else []
    while queue:
        node = queue.pop()
        if node not in reachable:
            reachable.add(node)
            queue += [child for child in model.nodes[node].children if child < count]
    return frozenset(reachable)


def _find_cycles(parents: list[int | None]) -> frozenset[int]:
    """Nodes on a cycle of parents. Each walk marks what it has seen, so that all of it takes linear time."""
    state = [0] * len(parents)  # 0 unseen, 1 on this walk, 2 done
    cyclic: set[int] = set()
    for start in range(len(parents)):
        path: list[int] = []
        node: int | None = start
        while node is not None and state[node] == 0:
            state[node] = 1
            path.append(node)
            node = parents[node]
        if node is not None and state[node] == 1:
            cyclic |= set(path[path.index(node) :])
        for visited in path:
            state[visited] = 2
    return frozenset(cyclic)


def _sort_parents_first(parents: list[int | None]) -> tuple[int, ...]:
    order: list[int] = []
    done = [False] * len(parents)
    for start in range(len(parents)):
        path: list[int] = []
        node: int | None = start
        while node is not None and not done[node]:
            done[node] = True
            path.append(node)
            node = parents[node]
        order += reversed(path)
    return tuple(order)


def _find_skeletons(
    model: Model, parents: list[int | None], order: tuple[int, ...]
) -> tuple[int | None, ...]:
    skeletons: list[int | None] = [None] * len(parents)
    for node in order:
        parent = parents[node]
        if parent is not None and model.nodes[parent].skeleton is not None:
            skeletons[node] = parent
        elif parent is not None and model.nodes[parent].bone is not None:
            skeletons[node] = skeletons[parent]
    return tuple(skeletons)
