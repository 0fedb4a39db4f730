"""Trees given as parent indices: depths, order, subtrees; without recursion."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rig.arrays import Indices, InvalidRig

FEW = 32
"""Nodes up to which plain numbers take less time than arrays, if parents come first."""


def depths(parents: Indices) -> NDArray[np.int64]:
    """How many ancestors each node has; raises `InvalidRig` for a cycle.

    Pointer doubling: each pass doubles the distance to the visited ancestor, so that a chain of 10⁶ nodes
    takes 20 passes over an array and no stack. Slot 0 is the parent of all roots; node i is slot i + 1.
    """
    count = len(parents)
    ancestors = np.zeros(count + 1, np.int64)
    ancestors[1:] = parents + 1
    steps = np.ones(count + 1, np.int64)
    steps[0] = 0
    for _ in range(count.bit_length()):
        steps += steps[ancestors]
        ancestors = ancestors[ancestors]
    # 2^bit_length > count steps: a node that has not reached slot 0 by now is in a cycle.
    if ancestors.any():
        node = int(ancestors[ancestors > 0][0]) - 1
        raise InvalidRig(f"node {node} is its own ancestor")
    return steps[1:] - 1


def parents_first(parents: Indices) -> NDArray[np.int64]:
    """Node indices by depth, and by index within one depth; raises `InvalidRig` for a cycle."""
    if len(parents) <= FEW:
        listed = parents.tolist()
        if all(parent < node for node, parent in enumerate(listed)):
            depth = [-1] * (len(listed) + 1)  # the last is that of the parent of all roots
            for node, parent in enumerate(listed):
                depth[node] = depth[parent] + 1
            return np.array(sorted(range(len(listed)), key=depth.__getitem__), np.int64)
    return np.argsort(depths(parents), kind="stable").astype(np.int64)


def subtree_mask(parents: Indices, order: Indices, roots: Indices) -> NDArray[np.bool_]:
    """Which nodes are one of `roots` or descend from one."""
    inside = np.zeros(len(parents) + 1, bool)
    inside[np.asarray(roots, np.int64)] = True
    # A Python loop over plain lists: level by level, a chain would take one NumPy call per node.
    marks, parent_of = inside.tolist(), parents.tolist()
    for node in order.tolist():
        marks[node] = marks[node] or marks[parent_of[node]]
    return np.asarray(marks[:-1], bool)


def subtree_ranges(parents: Indices, order: Indices) -> tuple[list[int], list[int]]:
    """For each node its preorder number, and the number after its last descendant: node a is in the subtree
    of b where first[b] <= first[a] < end[b]."""
    parent_of, parents_first_order = parents.tolist(), order.tolist()
    sizes = [1] * (len(parent_of) + 1)  # the last is for the parent of all roots
    for node in reversed(parents_first_order):
        sizes[parent_of[node]] += sizes[node]
    first, free = [0] * len(parent_of), [0] * (len(parent_of) + 1)
    for node in parents_first_order:
        parent = parent_of[node]
        first[node] = free[parent]
        free[parent] += sizes[node]
        free[node] = first[node] + 1
    return first, [start + size for start, size in zip(first, sizes, strict=False)]
