"""Data shared by rules about chains: owners of nodes, and rest lengths and scales of bones."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from pantin.base.records import Record
from pantin.formats.gltf.ext.vrmc_spring_bone.model import gaps, springs
from pantin.formats.gltf.json_values import length
from pantin.formats.gltf.model import Node
from pantin.formats.gltf.scope import Scope
from pantin.maths import affine, quaternion

EVEN = 1e-3
"""Scales with a ratio closer than this to 1 count as uniform: rounding to decimals."""


class JointPair(Record):
    """A pair of joints, one above the other: (spring, slot of the head), and its length at rest in the
    world."""

    spring: int
    slot: int
    size: float


def local(node: Node | None) -> np.ndarray:
    """The rest transform (3, 4) of a node; the identity if it is missing or not finite."""
    if node is None:
        return affine.identity(3)
    if node.matrix is not None:
        transform = np.array(node.matrix, np.float64).reshape(4, 4).T[:3]
    else:
        rotation = quaternion.normalize(node.rotation or quaternion.IDENTITY)
        transform = affine.compose(node.translation or (0, 0, 0), rotation, node.scale or (1, 1, 1))
    return transform if np.isfinite(transform).all() else affine.identity(3)


def bones(scope: Scope) -> list[JointPair]:
    """Every pair of consecutive joints where one is an ancestor of the other."""
    objects, nodes, hierarchy = scope.fact(springs), scope.model.nodes, scope.hierarchy
    every = []
    for spring in range(len(objects.springs)):
        chain = objects.chain(spring)
        between = scope.fact(gaps)[spring]
        for slot, (head, tail) in enumerate(pairwise(chain)):
            if head == tail or not hierarchy.is_within(tail, head):
                continue
            placed = local(nodes[tail])
            for node in between.get(slot + 1, ()):
                placed = affine.multiply(local(nodes[node]), placed)
            stretch = scope.fact(stretches).get(head)
            vector = placed[:, 3] if stretch is None else stretch @ placed[:, 3]
            every.append(JointPair(spring, slot, length(vector.tolist())))
    return every


def stretches(scope: Scope) -> dict[int, np.ndarray]:
    """The linear parts (3, 3) of the rest world transforms of heads; empty if no node has a scale."""
    objects, nodes, hierarchy = scope.fact(springs), scope.model.nodes, scope.hierarchy
    if not any(node and (node.scale or node.matrix) for node in nodes):
        return {}
    wanted: set[int | None] = set()
    for spring in range(len(objects.springs)):
        for node in objects.chain(spring)[:-1]:
            above: int | None = node
            while above is not None and above not in wanted:
                wanted.add(above)
                above = hierarchy.parents[above]
    scales: dict[int, np.ndarray] = {}
    for node in hierarchy.order:
        if node in wanted:
            own, parent = local(nodes[node])[:, :3], hierarchy.parents[node]
            # The top of a loop has none before it.
            scales[node] = scales[parent] @ own if parent in scales else own
    return scales


def unevenly_scaled_nodes(scope: Scope) -> dict[int, tuple[int, float, float]]:
    """The nodes with non-uniform or zero scale of their own, with least and largest scale."""
    marked = {}
    for index, node in enumerate(scope.model.nodes):
        if node is None or (node.scale is None and node.matrix is None):
            continue
        linear = local(node)[:, :3]
        columns = [math.sqrt(float((linear[:, k] ** 2).sum())) for k in range(3)]
        least = 0.0 if affine.determinant(linear) == 0 else min(columns)
        if least == 0 or max(columns) > least * (1 + EVEN):
            marked[index] = (index, least, max(columns))
    return marked


def owners(scope: Scope) -> dict[int, int]:
    """The first spring with each node as a joint."""
    objects = scope.fact(springs)
    first: dict[int, int] = {}
    for spring in range(len(objects.springs)):
        for node in objects.chain(spring):
            first.setdefault(node, spring)
    return first
