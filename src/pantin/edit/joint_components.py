"""Nodes gathered into connected families with one top each: from skins, from skeletons, and by merging."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pantin.edit.forest import Forest


class JointComponents:
    """Disjoint connected sets of nodes. A family is known by a number that merging may change: ask `of`.

    A node joins at most once, and is passed over afterwards by jumping to the top of its family, so that all
    of it takes time linear in the nodes and the joints listed.
    """

    def __init__(
        self, forest: Forest, skeletons: Sequence[Sequence[int]], skins: Sequence[Sequence[int]]
    ) -> None:
        self._forest = forest
        self._family = [-1] * len(forest)
        self._leader: list[int] = []
        self._top: list[int] = []
        for joints in skeletons:
            self._found(joints)
        for joints in skins:
            if joints:
                self._gather(joints)

    def of(self, node: int) -> int:
        """The family of a node; −1 if it has none."""
        family = self._family[node]
        return family if family < 0 else self._led(family)

    def members(self, families: Iterable[int]) -> dict[int, list[int]]:
        """The nodes of each family from its top down, children in their order."""
        found: dict[int, list[int]] = {family: [] for family in families}
        for node in self._forest.order:
            family = self.of(node)
            if family >= 0:
                found[family].append(node)
        return found

    def merge(self, *, siblings: bool) -> None:
        """Merge families that touch, and if asked for those whose tops are siblings, with their parent.

        From the deepest tops up: a parent that joins is a top one level higher, where its turn is yet to
        come, so once round is enough and merging again changes nothing.
        """
        waiting: dict[int, list[int]] = {}
        for family, leader in enumerate(self._leader):
            if family == leader:
                waiting.setdefault(self._forest.depths[self._top[family]], []).append(self._top[family])
        for depth in range(max(waiting, default=0), 0, -1):
            alone: dict[int, list[int]] = {}
            for top in waiting.get(depth, ()):
                parent = self._forest.parents[top]
                if self._family[parent] >= 0:
                    self._union(self.of(parent), self.of(top))
                else:
                    alone.setdefault(parent, []).append(top)
            for parent, tops in alone.items() if siblings else ():
                if len(tops) > 1:
                    self._found([parent])
                    for top in tops:
                        self._union(self.of(parent), self.of(top))
                    waiting.setdefault(depth - 1, []).append(parent)

    def _found(self, nodes: Iterable[int]) -> int:
        """A new family of connected nodes that have none yet."""
        family = len(self._leader)
        self._leader.append(family)
        depths = self._forest.depths
        self._top.append(min(nodes, key=depths.__getitem__))
        for node in nodes:
            self._family[node] = family
        return family

    def _gather(self, joints: Sequence[int]) -> None:
        """Claim the joints of a skin and all nodes from them up to their lowest common ancestor."""
        top = self._forest.common(joints)
        assert top is not None
        mine = self.of(top)
        if mine < 0:
            mine = self._found([top])
        parents = self._forest.parents
        for joint in joints:
            node = joint
            while (other := self.of(node)) != mine:
                if other < 0:
                    self._family[node] = mine
                    node = parents[node]
                    continue
                # All between the node and the top of the other family is claimed; that top is below ours, or
                # our top would be in that family.
                node = parents[self._top[other]]
                mine = self._union(mine, other)

    def _union(self, first: int, second: int) -> int:
        """One family of two that share a node or touch; its top is the higher of theirs."""
        if first == second:
            return first
        depths = self._forest.depths
        if depths[self._top[second]] < depths[self._top[first]]:
            first, second = second, first
        self._leader[second] = first
        return first

    def _led(self, family: int) -> int:
        while self._leader[family] != family:
            # Halving the way keeps later ones short (Tarjan and van Leeuwen, 1984).
            self._leader[family] = self._leader[self._leader[family]]
            family = self._leader[family]
        return family
