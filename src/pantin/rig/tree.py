"""The order of a tree given as parent indices: parents first, without recursion."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.maths.descent import descend
from pantin.rig.arrays import Doubles, Indices, NotARig


def depths(parents: Indices) -> NDArray[np.int64]:
    """How many ancestors each node has; refuses a cycle.

    Pointer doubling: each pass doubles how far a node looks up, so a chain of 10⁶ nodes takes 20 passes over
    an array and no stack. Slot 0 stands for "above the roots"; node i is slot i + 1.
    """
    count = len(parents)
    above = np.zeros(count + 1, np.int64)
    above[1:] = parents + 1
    steps = np.ones(count + 1, np.int64)
    steps[0] = 0
    for _ in range(count.bit_length()):
        steps += steps[above]
        above = above[above]
    # 2^bit_length > count steps have been taken: a node that has not left the tree by now never does.
    if above.any():
        caught = int(above[above > 0][0]) - 1
        raise NotARig(f"node {caught} is its own ancestor")
    return steps[1:] - 1


def parents_first(parents: Indices) -> NDArray[np.int64]:
    """Node indices by depth, and by index within one depth."""
    return np.argsort(depths(parents), kind="stable").astype(np.int64)


def below(parents: Indices, order: Indices, roots: Indices) -> NDArray[np.bool_]:
    """Which nodes are one of `roots` or descend from one."""
    inside = np.zeros(len(parents) + 1, bool)
    inside[np.asarray(roots, np.int64)] = True
    # A Python loop over plain lists: by level it would be one NumPy call per node of a chain.
    marks, ups = inside.tolist(), parents.tolist()
    for node in order.tolist():
        marks[node] = marks[node] or marks[ups[node]]
    return np.asarray(marks[:-1], bool)


def walk(parents: Indices, order: Indices) -> tuple[list[int], list[int]]:
    """For each node its place in a walk that goes through a node before what is below it, and the place
    behind all that is: one node is below another where its place is between the two of the other."""
    ups, downwards = parents.tolist(), order.tolist()
    sizes = [1] * (len(ups) + 1)  # the last stands for what is above the roots
    for node in reversed(downwards):
        sizes[ups[node]] += sizes[node]
    first, free = [0] * len(ups), [0] * (len(ups) + 1)
    for node in downwards:
        up = ups[node]
        first[node] = free[up]
        free[up] += sizes[node]
        free[node] = first[node] + 1
    return first, [start + size for start, size in zip(first, sizes, strict=False)]


def placed(parents: Indices, order: Indices, local: Doubles) -> Doubles:
    """(n, N, N + 1) maps of all nodes into the world, of their maps into their parents."""
    return descend(parents.astype(np.int64), order.astype(np.int64), local)
