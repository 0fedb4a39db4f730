"""Rotations from parents to children: a child undoes the error of its parent.

If the shoulder is a degree off, the fingertips are off by a degree at the length of the whole arm. If the
elbow turns back by that degree, they are off by no more than the elbow is. The elbow has keys anyway, so this
costs nothing, and the shoulder may be off further: its lever arm only reaches to the elbow.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from pantin.kernels.key_play import play_rotations
from pantin.maths import quaternion
from pantin.operations.slimming.curve import Keys, ReducedChannel, play
from pantin.rig import Doubles, Indices, Rig

ENOUGH_KEYS = 0.5
"""A child undoes the error of its parent if it needs at least this part of the keys of the parent: with
fewer it could not."""


class Turns:
    """The rotations of a clip during the search for keys.

    levels  indices of the curves of rotations, parents before children
    """

    def __init__(self, rig: Rig, curves: Sequence[ReducedChannel], following: set[int]) -> None:
        self.rig, self.curves, self.following = rig, curves, following
        self.leading: set[int] = set()
        """Curves that affect others by their errors."""
        if not following:  # then their order does not matter
            self.levels = [[index for index, curve in enumerate(curves) if curve.rotation]]
            return
        self.above = parents_of(rig, curves)
        self.levels = self._levels()
        rotations = list(self.above)
        both = [each for index in rotations for each in curves[index].forms()]
        self.times = np.unique(np.concatenate([form.times for form in both])) if both else np.zeros(1)
        self.originals = {index: self._original(index) for index in rotations}
        self.where: dict[int, list[Indices]] = {
            index: [np.searchsorted(self.times, form.times) for form in curves[index].forms()]
            for index in rotations
        }
        self.between = {index: self._rest_rotation_between(index) for index in rotations}
        self.leading |= {self.above[index] for index in following}
        for index in reversed([index for level in self.levels for index in level]):
            if index in self.leading and self.above[index] >= 0:
                self.leading.add(self.above[index])
        self.errors: dict[int, Doubles] = {}
        """By curve: the difference between a node's reduced and original rotation, in its space."""

    def _levels(self) -> list[list[int]]:
        depth: dict[int, int] = {}
        for index, above in self.above.items():
            depth[index] = depth.get(above, -1) + 1
        count = max(depth.values(), default=-1) + 1
        return [[index for index in depth if depth[index] == level] for level in range(count)]

    def _original(self, index: int) -> Doubles:
        curve = self.curves[index]
        values = quaternion.normalize(play(self.rig, curve.channel, self.times))
        return quaternion.without_flips(np.where((values[0] * curve.values[0]).sum() < 0, -values, values))

    def _rest_rotation_between(self, index: int) -> Doubles:
        """The rotation at rest of the nodes between a node and the curve above it."""
        rest = self.rig.rest_pose().xyzw
        assert rest is not None
        rotations, node = [], int(self.rig.nodes.parents[self.curves[index].channel.node])
        end = self.above[index]
        while end >= 0 and node != self.curves[end].channel.node:
            rotations.append(np.asarray(rest[node], np.float64))
            node = int(self.rig.nodes.parents[node])
        return reduce(quaternion.product, reversed(rotations), np.array([0.0, 0.0, 0.0, 1.0]))

    def _error_above(self, indices: Sequence[int]) -> Doubles:
        """(C, F, 4) the errors from above each curve."""
        nothing = np.broadcast_to([0.0, 0.0, 0.0, 1.0], (len(self.times), 4))
        errors = np.stack([self.errors.get(self.above[index], nothing) for index in indices])
        between = np.stack([self.between[index] for index in indices])[:, None]
        return quaternion.product(quaternion.product(quaternion.conjugate(between), errors), between)

    def aim(self, level: Sequence[int]) -> None:
        """Let curves aim at the rotations that undo the errors above them."""
        following = [index for index in level if index in self.following]
        if not following:
            return
        originals = np.stack([self.originals[index] for index in following])
        aims = quaternion.product(quaternion.conjugate(self._error_above(following)), originals)
        for index, aim in zip(following, quaternion.normalize(aims), strict=True):
            for form, where in zip(self.curves[index].forms(), self.where[index], strict=True):
                form.values = aim[where]

    def note(self, level: Sequence[int], reduced: Sequence[Keys | None]) -> None:
        """Record the errors of nodes' rotations with these keys; None: at rest."""
        pairs = [pair for pair in zip(level, reduced, strict=True) if pair[0] in self.leading]
        if not pairs:
            return
        indices = [index for index, _ in pairs]
        times, values = [], []
        for index, keys in pairs:
            curve = self.curves[index]
            times.append(self.times[:1] if keys is None else curve.fitted_curve().times[keys.kept])
            values.append(curve.rest[None] if keys is None else keys.values)
        played = play_rotations(times, values, self.times)
        originals = np.stack([self.originals[index] for index in indices])
        turned = quaternion.product(self._error_above(indices), played)
        errors = quaternion.product(quaternion.conjugate(originals), turned)
        errors = np.where(errors[..., 3:] < 0, -errors, errors)
        self.errors |= dict(zip(indices, errors, strict=True))


def parents_of(rig: Rig, curves: Sequence[ReducedChannel]) -> dict[int, int]:
    """For each curve of a rotation, parents first, the next one above it, or −1."""
    by_node = {curve.channel.node: index for index, curve in enumerate(curves) if curve.rotation}
    nearest: dict[int, int] = {-1: -1}
    above = {}
    for node in rig.order.tolist():
        parent = nearest[int(rig.nodes.parents[node])]
        if node in by_node:
            above[by_node[node]] = parent
        nearest[node] = by_node.get(node, parent)
    return above


def find_following(rig: Rig, curves: Sequence[ReducedChannel], counts: Sequence[int]) -> set[int]:
    """The curves that can undo the errors above them, by how many keys each needs."""
    return {
        index
        for index, above in parents_of(rig, curves).items()
        if above >= 0 and counts[index] > 2 and counts[index] >= ENOUGH_KEYS * counts[above]
    }
