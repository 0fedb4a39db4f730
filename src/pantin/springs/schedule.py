"""In which order nodes are placed and joints move: ancestors first, and colliders before those they push.

Found once for a simulation. Operations that need nothing of each other share a level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.kernels.spring_program import COLLIDER, HEAD, JOINT, NODE

MOST_PLACINGS = 50_000
"""Operations that a step repeats where colliders or centres hang below their joints: each joint of a chain
then places all that is below it, which is 45,000 for 300 joints and one collider at the tip, and 20 ms a
step. A chain of 10,000 would fill the memory."""

Operation = tuple[int, int]
Level = tuple[int, NDArray[np.int64]]


class Schedule:
    """The order of operations.

    parents    of every node, -1 at a root
    heads      the node of each joint
    centers    the node of each joint's centre space, None for the world
    colliders  for each joint its colliders; `hanging` says which node each collider is on

    A collider that hangs below the joint it pushes cannot come before it, nor can a centre below its joint.
    It is then placed just before that joint moves, with the rotations that joints not moved yet in this step
    have from the last one.
    """

    def __init__(
        self,
        parents: Sequence[int],
        heads: Sequence[int],
        centers: Sequence[int | None],
        colliders: Sequence[Sequence[int]],
        hanging: Sequence[int],
    ) -> None:
        self._parents, self._centers, self._colliders, self._hanging = parents, centers, colliders, hanging
        self._joint_at = {node: joint for joint, node in enumerate(heads)}
        self._heads = heads
        self._level: dict[Operation, int] = {}
        self._placed: list[tuple[int, Operation]] = []
        self._busy: set[Operation] = set()
        self._floor = 0
        self._early = 0
        self._next = 0
        for joint in range(len(heads)):
            self._settle((JOINT, joint))

    def operation(self, node: int) -> Operation:
        """What places a node: moving its joint, if it is the head of one."""
        joint = self._joint_at.get(node)
        return (NODE, node) if joint is None else (JOINT, joint)

    def _above(self, node: int) -> Iterator[int]:
        while node >= 0:
            yield node
            node = self._parents[node]

    def _needs(self, operation: Operation) -> list[Operation]:
        """What must be done before; parents come first, since only the others may be waited for in vain."""
        kind, at = operation
        if kind == COLLIDER:
            return [self.operation(self._hanging[at])]
        node = self._heads[at] if kind == JOINT else at
        found = [self.operation(self._parents[node])] if self._parents[node] >= 0 else []
        if kind == JOINT:
            center = self._centers[at]
            if center is not None and center != node:
                found.append(self.operation(center))
            found += ((COLLIDER, one) for one in self._colliders[at])
        return found

    def _waits(self, operation: Operation, need: Operation) -> bool:
        """Whether a collider or a centre hangs below a joint that is waiting for it.

        A parent never does, nor the node of a collider: that was asked before the operation was entered.
        """
        node = self._node(need)
        if operation[0] == COLLIDER or node == self._parents[self._node(operation)]:
            return False
        return any(self.operation(one) in self._busy for one in self._above(node))

    def _node(self, operation: Operation) -> int:
        """The node that an operation places, or that its collider hangs on."""
        kind, at = operation
        return self._hanging[at] if kind == COLLIDER else self._heads[at] if kind == JOINT else at

    def _settle(self, first: Operation) -> None:
        """Do an operation after all it needs: depth first, with a stack of its own."""
        stack: list[tuple[Operation, list[Operation], list[Operation]]] = []

        def enter(operation: Operation) -> None:
            self._busy.add(operation)
            needs = self._needs(operation)
            stack.append((operation, needs, needs[::-1]))

        if first not in self._level:
            enter(first)
        while stack:
            operation, needs, waiting = stack[-1]
            while waiting and (waiting[-1] in self._level or self._waits(operation, waiting[-1])):
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
            level = self._place_late(late)
        kind, at = operation
        if kind == JOINT and self._centers[at] == self._heads[at]:
            level = self._place(level, (HEAD, at))
        self._level[operation] = level
        behind = self._place(level, operation)
        if late:
            self._floor = behind

    def _place_late(self, needs: Iterable[Operation]) -> int:
        """Place colliders and centres ahead of their time, alone: what is there now is moved again later."""
        level, before = self._next, len(self._placed)
        for need in needs:
            path = list(self._above(self._node(need)))[::-1]
            for node in path:
                kind, at = self.operation(node)
                if (kind, at) not in self._level:
                    level = self._place(level, (HEAD if kind == JOINT else kind, at))
            if need[0] == COLLIDER:
                level = self._place(level, need)
            if self._early + len(self._placed) - before > MOST_PLACINGS:
                raise ValueError(
                    f"the springs place nodes more than {MOST_PLACINGS:,} extra times a step, because"
                    " colliders or centers hang far below the joints that need them: hang them higher,"
                    " or on fewer joints"
                )
        self._early += len(self._placed) - before
        return level

    def _place(self, level: int, operation: Operation) -> int:
        """Note an operation; the level after it."""
        self._placed.append((level, operation))
        self._next = max(self._next, level + 1)
        return level + 1

    @property
    def nodes(self) -> list[int]:
        """The nodes that are placed, heads among them, in ascending order."""
        found = {at for _, (kind, at) in self._placed if kind == NODE}
        return sorted(found | {self._heads[at] for _, (kind, at) in self._placed if kind == JOINT})

    def levels(self, slots: dict[int, int]) -> tuple[Level, ...]:
        """The operations that can run at once, level after level; nodes by their slots."""
        grouped: dict[tuple[int, int], list[int]] = {}
        for level, (kind, at) in self._placed:
            grouped.setdefault((level, kind), []).append(slots[at] if kind == NODE else at)
        return tuple(
            (kind, np.array(sorted(found), np.int64)) for (_, kind), found in sorted(grouped.items())
        )

    def sequence(self, slots: dict[int, int]) -> NDArray[np.int64]:
        """The same operations one after another, chain after chain so that each finds its parent in the
        cache: (K, 2) of kind and index.
        """
        rows = [(kind, slots[at] if kind == NODE else at) for _, (kind, at) in self._placed]
        return np.array(rows, np.int64).reshape(-1, 2)
