"""The order in which node constraints can be solved, and cycles among them."""

from __future__ import annotations

from pantin.rig.character import Constraint


def sort_constraints(constraints: tuple[Constraint, ...], parents: list[int]) -> tuple[list[int], list[int]]:
    """The order in which constraints can be solved; and the first cycle among them, each constraint followed
    by one that it depends on, empty without a cycle."""
    owner = {constraint.node: index for index, constraint in enumerate(constraints)}
    needs = [_dependencies(constraint, owner, parents) for constraint in constraints]
    order: list[int] = []
    done: set[int] = set()
    for start in range(len(constraints)):
        path: list[int] = []
        on_path: set[int] = set()
        waiting = [(start, False)]
        while waiting:
            index, finished = waiting.pop()
            if finished:
                path.pop()
                on_path.discard(index)
                done.add(index)
                order.append(index)
            elif index in on_path:
                return order, path[path.index(index) :]
            elif index not in done:
                path.append(index)
                on_path.add(index)
                waiting.append((index, True))
                waiting += [(needed, False) for needed in reversed(needs[index])]
    return order, []


def _dependencies(constraint: Constraint, owner: dict[int, int], parents: list[int]) -> list[int]:
    """The constraints that a constraint depends on: the one on its source. An aim also uses the positions of
    its source and its node, so it depends on all constraints on their ancestors."""
    nodes = [constraint.source]
    if constraint.kind == "aim":
        nodes += _ancestors(constraint.source, parents) + _ancestors(constraint.node, parents)
    return list(dict.fromkeys(owner[node] for node in nodes if node in owner))


def _ancestors(node: int, parents: list[int]) -> list[int]:
    """The ancestors of a node, nearest first."""
    ancestors = []
    while parents[node] >= 0:
        node = parents[node]
        ancestors.append(node)
    return ancestors
