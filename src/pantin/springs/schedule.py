"""The order in which nodes are placed and joints move: ancestors first, and colliders before their joints.

Computed once for a simulation. Independent operations share a level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.kernels.spring_program import COLLIDER, HEAD, JOINT, NODE

MOST_PLACINGS = 50_000
"""Extra operations of a step where colliders or centres are descendants of their joints: each joint of a
chain then places all nodes below it, 45,000 for 300 joints and one collider at the tip, which takes 20 ms a
step. A chain of 10,000 joints would fill the memory."""

Operation = tuple[int, int]
Level = tuple[int, NDArray[np.int64]]


class Schedule:
    """The order of operations.

    parents         of every node, -1 for a root
    heads           the node of each joint
    centers         the node of each joint's centre space, None for the world
    colliders       the colliders of each joint
    collider_nodes  the node of each collider

    A collider below the joint that it pushes cannot come before it, nor can a centre below its joint. It is
    placed just before that joint moves; joints that have not moved yet in this step then have the rotations
    of the last one.
    """

    def __init__(
        self,
        parents: Sequence[int],
        heads: Sequence[int],
        centers: Sequence[int | None],
        colliders: Sequence[Sequence[int]],
        collider_nodes: Sequence[int],
    ) -> None:
        self._parents, self._centers = parents, centers
        self._colliders, self._collider_nodes = colliders, collider_nodes
        self._joint_at = {node: joint for joint, node in enumerate(heads)}
        self._heads = heads
        self._level: dict[Operation, int] = {}
        self._operations: list[tuple[int, Operation]] = []
        self._busy: set[Operation] = set()
        self._floor = 0
        self._early = 0
        self._next = 0
        for joint in range(len(heads)):
            self._schedule((JOINT, joint))

    def operation(self, node: int) -> Operation:
        """The operation that places a node: moving its joint, if it is the head of one."""
        joint = self._joint_at.get(node)
        return (NODE, node) if joint is None else (JOINT, joint)

    def _ancestors(self, node: int) -> Iterator[int]:
        """The node and its ancestors."""
        while node >= 0:
            yield node
            node = self._parents[node]

    def _needs(self, operation: Operation) -> list[Operation]:
        """The operations required before; parents come first, because only the others may form a cycle."""
        kind, index = operation
        if kind == COLLIDER:
            return [self.operation(self._collider_nodes[index])]
        node = self._heads[index] if kind == JOINT else index
        needs = [self.operation(self._parents[node])] if self._parents[node] >= 0 else []
        if kind == JOINT:
            center = self._centers[index]
            if center is not None and center != node:
                needs.append(self.operation(center))
            needs += ((COLLIDER, collider) for collider in self._colliders[index])
        return needs

    def _is_cycle(self, operation: Operation, need: Operation) -> bool:
        """Whether a collider or a centre is below a joint that waits for it.

        A parent never is, nor the node of a collider: both were checked before the operation was entered.
        """
        node = self._node(need)
        if operation[0] == COLLIDER or node == self._parents[self._node(operation)]:
            return False
        return any(self.operation(ancestor) in self._busy for ancestor in self._ancestors(node))

    def _node(self, operation: Operation) -> int:
        """The node that an operation places, or that its collider is on."""
        kind, index = operation
        if kind == COLLIDER:
            return self._collider_nodes[index]
        return self._heads[index] if kind == JOINT else index

    def _schedule(self, first: Operation) -> None:
        """Schedule an operation after all it needs: depth first, with an explicit stack."""
        stack: list[tuple[Operation, list[Operation], list[Operation]]] = []

        def enter(operation: Operation) -> None:
            self._busy.add(operation)
            needs = self._needs(operation)
            stack.append((operation, needs, needs[::-1]))

        if first not in self._level:
            enter(first)
        while stack:
            operation, needs, waiting = stack[-1]
            while waiting and (waiting[-1] in self._level or self._is_cycle(operation, waiting[-1])):
                waiting.pop()
            if waiting:
                enter(waiting[-1])
                continue
            stack.pop()
            self._busy.discard(operation)
            self._finish(operation, needs)

    def _finish(self, operation: Operation, needs: list[Operation]) -> None:
        levels = [self._level.get(need, -1) for need in needs]
        late = [need for need, level in zip(needs, levels, strict=True) if level < 0]
        level = 1 + max(levels, default=-1)
        level = max(level, self._floor)
        if late:
            level = self._add_early(late)
        kind, index = operation
        if kind == JOINT and self._centers[index] == self._heads[index]:
            level = self._add(level, (HEAD, index))
        self._level[operation] = level
        next_level = self._add(level, operation)
        if late:
            self._floor = next_level

    def _add_early(self, needs: Iterable[Operation]) -> int:
        """Place colliders and centres before their own joints have moved; they are placed again later."""
        level, before = self._next, len(self._operations)
        for need in needs:
            path = list(self._ancestors(self._node(need)))[::-1]
            for node in path:
                kind, index = self.operation(node)
                if (kind, index) not in self._level:
                    level = self._add(level, (HEAD if kind == JOINT else kind, index))
            if need[0] == COLLIDER:
                level = self._add(level, need)
            if self._early + len(self._operations) - before > MOST_PLACINGS:
                raise ValueError(
                    f"springs place nodes more than {MOST_PLACINGS:,} extra times per step, because "
                    "colliders or centers are far below the joints that need them: "
                    "move them up in the hierarchy, or use them for fewer joints"
                )
        self._early += len(self._operations) - before
        return level

    def _add(self, level: int, operation: Operation) -> int:
        """Append an operation; the level after it."""
        self._operations.append((level, operation))
        self._next = max(self._next, level + 1)
        return level + 1

    @property
    def nodes(self) -> list[int]:
        """The nodes that are placed, including heads, in ascending order."""
        nodes = {index for _, (kind, index) in self._operations if kind == NODE}
        return sorted(nodes | {self._heads[index] for _, (kind, index) in self._operations if kind == JOINT})

    def levels(self, slots: dict[int, int]) -> tuple[Level, ...]:
        """The operations of each level, which can run at the same time; nodes by their slots."""
        grouped: dict[tuple[int, int], list[int]] = {}
        for level, (kind, index) in self._operations:
            grouped.setdefault((level, kind), []).append(slots[index] if kind == NODE else index)
        return tuple(
            (kind, np.array(sorted(indices), np.int64)) for (_, kind), indices in sorted(grouped.items())
        )

    def sequence(self, slots: dict[int, int]) -> NDArray[np.int64]:
        """The same operations in sequence, chain after chain, so that parents are in the cache: (K, 2) of
        kind and index.
        """
        rows = [(kind, slots[index] if kind == NODE else index) for _, (kind, index) in self._operations]
        return np.array(rows, np.int64).reshape(-1, 2)
