"""Connected components of joints with one top node each: from skins, from skeletons, and by merging."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pantin.operations.edit.forest import Forest


class JointComponents:
    """Disjoint connected sets of nodes. Merging may change the number of a component: use `component_of`.

    A node joins a component at most once; later searches jump to the top of its component. The total time is
    linear in the number of nodes and listed joints.
    """

    def __init__(
        self, forest: Forest, skeletons: Sequence[Sequence[int]], skins: Sequence[Sequence[int]]
    ) -> None:
        self._forest = forest
        self._component = [-1] * len(forest)
        self._leader: list[int] = []
        self._top: list[int] = []
        for joints in skeletons:
            self._add(joints)
        for joints in skins:
            if joints:
                self._gather(joints)

    def component_of(self, node: int) -> int:
        """The component of a node; −1 for none."""
        component = self._component[node]
        return component if component < 0 else self._leader_of(component)

    def members(self, components: Iterable[int]) -> dict[int, list[int]]:
        """The nodes of each component from its top down, children in order."""
        members: dict[int, list[int]] = {component: [] for component in components}
        for node in self._forest.order:
            component = self.component_of(node)
            if component >= 0:
                members[component].append(node)
        return members

    def merge(self, *, siblings: bool) -> None:
        """Merge components that touch, and with `siblings` also those whose tops are siblings, with their
        parent.

        From the deepest tops up: a parent that joins becomes a top one level higher, which comes later. So
        one pass is enough, and merging again changes nothing.
        """
        waiting: dict[int, list[int]] = {}
        for component, leader in enumerate(self._leader):
            if component == leader:
                waiting.setdefault(self._forest.depths[self._top[component]], []).append(self._top[component])
        for depth in range(max(waiting, default=0), 0, -1):
            separate: dict[int, list[int]] = {}
            for top in waiting.get(depth, ()):
                parent = self._forest.parents[top]
                if self._component[parent] >= 0:
                    self._union(self.component_of(parent), self.component_of(top))
                else:
                    separate.setdefault(parent, []).append(top)
            for parent, tops in separate.items() if siblings else ():
                if len(tops) > 1:
                    self._add([parent])
                    for top in tops:
                        self._union(self.component_of(parent), self.component_of(top))
                    waiting.setdefault(depth - 1, []).append(parent)

    def _add(self, nodes: Iterable[int]) -> int:
        """Add a component of connected nodes that have none yet."""
        component = len(self._leader)
        self._leader.append(component)
        depths = self._forest.depths
        self._top.append(min(nodes, key=depths.__getitem__))
        for node in nodes:
            self._component[node] = component
        return component

    def _gather(self, joints: Sequence[int]) -> None:
        """Claim the joints of a skin and all nodes from them up to their lowest common ancestor."""
        top = self._forest.lowest_common_ancestor(joints)
        assert top is not None
        mine = self.component_of(top)
        if mine < 0:
            mine = self._add([top])
        parents = self._forest.parents
        for joint in joints:
            node = joint
            while (other := self.component_of(node)) != mine:
                if other < 0:
                    self._component[node] = mine
                    node = parents[node]
                    continue
                # All nodes between this one and the top of the other component are claimed; that top is below
                # ours, or our top would be in that component.
                node = parents[self._top[other]]
                mine = self._union(mine, other)

    def _union(self, first: int, second: int) -> int:
        """Merge two components that share a node or touch; the top is the higher of theirs."""
        if first == second:
            return first
        depths = self._forest.depths
        if depths[self._top[second]] < depths[self._top[first]]:
            first, second = second, first
        self._leader[second] = first
        return first

    def _leader_of(self, component: int) -> int:
        while self._leader[component] != component:
            # Path halving keeps later searches short (Tarjan and van Leeuwen, 1984).
            self._leader[component] = self._leader[self._leader[component]]
            component = self._leader[component]
        return component
