"""The valid part of the node tree: parents, nodes reachable from the root, and chains of bones."""

from __future__ import annotations

from pantin.base.records import Record
from pantin.formats.g4mf.model import Model
from pantin.formats.hierarchy import Hierarchy as Forest


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
        children = [node.children for node in model.nodes]
        forest = Forest(children, keeps_first=True)
        is_root = [int(index == 0) for index in range(len(children))]
        reached = forest.inherit_marks(is_root, children)
        cyclic = frozenset(forest.looped)
        tree_parents = [None if index in cyclic else parent for index, parent in enumerate(forest.parents)]
        return cls(
            model,
            tuple(forest.parents),
            tuple(forest.order),
            frozenset(index for index, is_reached in enumerate(reached) if is_reached),
            cyclic,
            _find_skeletons(model, tree_parents, forest.order),
        )

    def parent_of(self, node: int) -> int | None:
        """The parent of a node; None for a root, and for a node on a cycle."""
        return None if node in self.cyclic else self.parents[node]

    def bones_of(self, skeleton: int) -> list[int]:
        """The bones of a skeleton, parents first, in the order of children. A skeleton below a bone owns its
        bones."""
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
        """The children of a node. A child listed by two nodes belongs to the first."""
        children = dict.fromkeys(self.children(node))
        return [child for child in children if self.parents[child] == node]

    def children(self, node: int) -> list[int]:
        """The existing children of a node."""
        return [child for child in self.model.nodes[node].children if child < len(self.model.nodes)]


def _find_skeletons(model: Model, parents: list[int | None], order: list[int]) -> tuple[int | None, ...]:
    skeletons: list[int | None] = [None] * len(parents)
    for node in order:
        parent = parents[node]
        if parent is not None and model.nodes[parent].skeleton is not None:
            skeletons[node] = parent
        elif parent is not None and model.nodes[parent].bone is not None:
            skeletons[node] = skeletons[parent]
    return tuple(skeletons)
