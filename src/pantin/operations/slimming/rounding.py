"""Weights as small integers, rounded up or down so that the posed vertex moves least."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pantin.operations.slimming.poses import random_motion, turning_joints
from pantin.rig import Doubles, Rig

POSES, SEED = 24, 7
"""Random poses in which vertices are compared."""

AT_ONCE = 4096
"""Vertices that are rounded at once."""

Integers = NDArray[np.int64]


def round_weights(weights: Doubles, one: int) -> Integers:
    """Weights that sum to 1 as integers that sum to `one`: those with the largest remainders are rounded up,
    so that none is off by 1 or more."""
    rounded = np.floor(weights * one).astype(np.int64)
    order = np.argsort(-(weights * one - rounded), axis=1, kind="stable")
    rank = np.empty_like(order)
    np.put_along_axis(rank, order, np.arange(order.shape[1])[None], axis=1)
    missing = one - rounded.sum(axis=1, keepdims=True)
    rounded += rank < missing
    # A sum that is not quite 1 may leave more than one for each, or less than none.
    rounded[np.arange(len(rounded)), rounded.argmax(axis=1)] += one - rounded.sum(axis=1)
    return rounded


class JointPoints:
    """The transforms of the joints of a skin in random poses."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.world = random_motion(rig, SEED, POSES).world if len(turning_joints(rig)) else None

    def find(self, mesh: int, surface: int, joints: Integers) -> Doubles | None:
        """(P, V, k, 3) the vertices of a surface as each of their joints alone moves them; None for a surface
        without a skin."""
        instance = next((each for each in self.rig.instances if each.mesh == mesh), None)
        if self.world is None or instance is None or instance.skin is None:
            return None
        skin = self.rig.skins[instance.skin]
        points = self.rig.meshes[mesh].surfaces[surface].positions.astype(np.float64)
        if len(points) != len(joints) or joints.max(initial=0) >= len(skin.joints) or (skin.joints < 0).any():
            return None
        world = np.zeros((len(self.world), len(skin.joints), 4, 4))
        world[:, :, :3], world[:, :, 3, 3] = self.world[:, skin.joints], 1.0
        if skin.inverse_binds is not None:
            binds = np.zeros((len(skin.joints), 4, 4))
            binds[:, :3], binds[:, 3, 3] = skin.inverse_binds[:, :3], 1.0
            world = world @ binds
        matrices = world[:, joints, :3]
        moved: Doubles = np.einsum("pvkij,vj->pvki", matrices[..., :3], points) + matrices[..., 3]
        return moved


def round_posed(
    weights: Doubles, joints: Integers, points: JointPoints, entry: tuple[int, int], one: int = 255
) -> Integers:
    """Weights as integers that sum to `one`. Of all ways to round some up and the others down, this takes the
    one with the smallest largest movement of the vertex over some random poses."""
    rounded = round_weights(weights, one)
    width = weights.shape[1]
    moved = points.find(*entry, joints)
    if moved is None or width > 4:
        return rounded
    floors = np.floor(weights * one).astype(np.int64)
    missing = one - floors.sum(axis=1)
    best = np.full(len(weights), np.inf)
    for count in range(width + 1):
        for chosen in combinations(range(width), count):
            up = np.zeros(width, np.int64)
            up[list(chosen)] = 1
            rows = np.flatnonzero(missing == count)
            # A joint without weight stays without.
            rows = rows[~((weights[rows] == 0) & (up == 1)).any(axis=1)]
            for first in range(0, len(rows), AT_ONCE):
                some = rows[first : first + AT_ONCE]
                errors = (floors[some] + up) / one - weights[some]
                gaps = np.einsum("vk,pvki->pvi", errors, moved[:, some])
                worst = np.linalg.norm(gaps, axis=-1).max(axis=0)
                better = worst < best[some]
                best[some[better]] = worst[better]
                rounded[some[better]] = floors[some[better]] + up
    return rounded
