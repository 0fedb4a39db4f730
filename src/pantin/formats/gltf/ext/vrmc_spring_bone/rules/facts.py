"""What several rules about chains need: who owns a node, and how long and how scaled bones are at rest."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pantin.formats.gltf.ext.vrmc_spring_bone.claims import claims, gaps
from pantin.formats.gltf.model import Node
from pantin.formats.gltf.rules.scope import Scope
from pantin.maths import affine, quaternion

EVEN = 1e-4
"""Ratio of scales above 1 by less than this counts as uniform: what decimals leave of it."""


@dataclass(frozen=True, slots=True)
class Bone:
    """A pair of joints, one above the other: (spring, slot of the head), and the tail in the head's space."""

    spring: int
    slot: int
    vector: tuple[float, float, float]


def local(node: Node | None) -> np.ndarray:
    """The rest map (3, 4) of a node; the identity where it has none that is finite."""
    if node is None:
        return affine.identity(3)
    if node.matrix is not None:
        made = np.array(node.matrix, np.float64).reshape(4, 4).T[:3]
    else:
        rotation = quaternion.normalize(node.rotation or quaternion.IDENTITY)
        made = affine.compose(node.translation or (0, 0, 0), rotation, node.scale or (1, 1, 1))
    return made if np.isfinite(made).all() else affine.identity(3)


def bones(scope: Scope) -> list[Bone]:
    """Every pair of consecutive joints that are above one another."""
    found, nodes, hierarchy = scope.fact(claims), scope.model.nodes, scope.hierarchy
    every = []
    for spring in range(len(found.springs)):
        chain = found.chain(spring)
        between = scope.fact(gaps)[spring]
        for slot, (head, tail) in enumerate(pairwise(chain)):
            if head == tail or not hierarchy.is_within(tail, head):
                continue
            placed = local(nodes[tail])
            for node in between.get(slot + 1, ()):
                placed = affine.multiply(local(nodes[node]), placed)
            x, y, z = placed[:, 3].tolist()
            every.append(Bone(spring, slot, (x, y, z)))
    return every


def uneven(scope: Scope) -> dict[int, tuple[int, float, float]]:
    """The nodes that scale unevenly or flatten space: themselves, with least and largest scale."""
    marked = {}
    for at, node in enumerate(scope.model.nodes):
        if node is None or (node.scale is None and node.matrix is None):
            continue
        linear = local(node)[:, :3]
        columns = [math.sqrt(float((linear[:, k] ** 2).sum())) for k in range(3)]
        least = 0.0 if affine.determinant(linear) == 0 else min(columns)
        if least == 0 or max(columns) > least * (1 + EVEN):
            marked[at] = (at, least, max(columns))
    return marked


def owners(scope: Scope) -> dict[int, int]:
    """The first spring that has each node as a joint."""
    found = scope.fact(claims)
    first: dict[int, int] = {}
    for spring in range(len(found.springs)):
        for node in found.chain(spring):
            first.setdefault(node, spring)
    return first
