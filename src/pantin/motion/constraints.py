"""Node constraints (VRMC_node_constraint 1.0): rotations that follow other nodes, solved in the order in
which they depend on each other."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.base.records import replace
from pantin.maths import affine, quaternion
from pantin.rig import Constraint, Doubles, Pose, Poses, Rig
from pantin.rig.arrays import read_only
from pantin.rig.constraint_order import sort_constraints
from pantin.rig.rig import HasRig, require_fit, rig_of
from pantin.rig.transform import compose_local

AXES = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}
SIGNS = {"Positive": 1.0, "Negative": -1.0}

PosesT = TypeVar("PosesT", bound=Pose | Poses)


@check_arguments
def solve_constraints(rig: Rig | HasRig, pose: PosesT) -> PosesT:
    """The pose, or the batch of poses, in which the constrained nodes follow their sources.

    Other nodes are unchanged; the rotation of a constrained node in `pose` is ignored. Raises
    `ValueError` for constraints that depend on each other in a cycle.

    >>> rig = pantin.load("examples/vrm/avatar.vrm").rig
    >>> pose = rig.rest_pose().with_local("LeftHand", rotation=(0.6, 0, 0, 0.8))
    >>> twisted = pantin.motion.solve_constraints(rig, pose)
    """
    rig = rig_of(rig)
    if not isinstance(pose, Pose | Poses):
        raise TypeError(f"expected a Pose or Poses, not {type(pose).__name__}")
    require_fit(rig, pose)
    if not rig.constraints:
        return pose
    solver = _Solver(rig, pose)
    for index in solve_order(rig):
        solver.solve(rig.constraints[index])
    return solver.result(pose)


def solve_order(rig: Rig) -> list[int]:
    """The indices of the constraints, each after those it depends on; raises `ValueError` for a cycle."""
    order, cycle = sort_constraints(rig.constraints, rig.nodes.parents.tolist())
    if cycle:
        names = " → ".join(_describe_node(rig, rig.constraints[index].node) for index in (*cycle, cycle[0]))
        raise ValueError(f"the constraints of these nodes depend on each other in a cycle: {names}")
    return order


def _describe_node(rig: Rig, node: int) -> str:
    name = rig.nodes.names[node]
    return f"{node}" if name is None else f'"{name}" ({node})'


class _Solver:
    """A batch of poses while its constraints are solved one after another, each for all poses at once."""

    def __init__(self, rig: Rig, pose: Pose | Poses) -> None:
        self.parents = rig.nodes.parents.tolist()
        self.rest = quaternion.normalize(rig.rest_pose().rotations)
        batch = (None, ...) if isinstance(pose, Pose) else ...
        self.stored, self.local = pose.rotations[batch].copy(), pose.local[batch].copy()
        self.translations, self.scales = pose.translations[batch], pose.scales[batch]
        self.general = pose.general[batch]
        self.rotations = quaternion.normalize(self.stored)

    def solve(self, constraint: Constraint) -> None:
        """Give the node of a constraint the required rotation."""
        rest = self.rest[constraint.node]
        if constraint.kind == "aim":
            target = self._aim(constraint)
        elif constraint.kind == "roll":
            target = self._roll(constraint)
        else:
            target = quaternion.product(rest, self._source_change(constraint))
        weight = min(max(constraint.weight, 0.0), 1.0)
        self._rotate(constraint.node, quaternion.slerp(np.broadcast_to(rest, target.shape), target, weight))

    def _source_change(self, constraint: Constraint) -> Doubles:
        """The rotation of the source from its rest, in its own axes."""
        inverse = quaternion.conjugate(self.rest[constraint.source])
        return quaternion.product(inverse, self.rotations[:, constraint.source])

    def _roll(self, constraint: Constraint) -> Doubles:
        source, rest = self.rest[constraint.source], self.rest[constraint.node]
        axis = np.array(AXES[str(constraint.axis)])
        # From the axes of the source to those of its parent, and on to those of the constrained node.
        basis = quaternion.product(quaternion.conjugate(rest), source)
        change = quaternion.product(
            basis, quaternion.product(self._source_change(constraint), quaternion.conjugate(basis))
        )
        swing = rotation_between(np.broadcast_to(axis, change[:, :3].shape), quaternion.rotate(change, axis))
        return quaternion.product(rest, quaternion.product(quaternion.conjugate(swing), change))

    def _aim(self, constraint: Constraint) -> Doubles:
        node, word = constraint.node, str(constraint.axis)
        axis = np.array(AXES[word[-1]]) * SIGNS[word[:-1]]
        parent = self._world_rotation(self.parents[node])
        now = quaternion.product(parent, self.rest[node])
        towards = self._world_position(constraint.source) - self._world_position(node)
        turn = rotation_between(quaternion.rotate(now, axis), towards)
        return quaternion.product(quaternion.conjugate(parent), quaternion.product(turn, now))

    def _world_rotation(self, node: int) -> Doubles:
        """Rotations multiplied down to a node: scales do not count."""
        rotation = np.broadcast_to(np.array(quaternion.IDENTITY), (len(self.rotations), 4))
        while node >= 0:
            rotation = quaternion.product(self.rotations[:, node], rotation)
            node = self.parents[node]
        return rotation

    def _world_position(self, node: int) -> Doubles:
        position = self.local[:, node, :, 3]
        while self.parents[node] >= 0:
            node = self.parents[node]
            position = affine.apply(self.local[:, node], position)
        return position

    def _rotate(self, node: int, rotation: Doubles) -> None:
        """Replace the rotation of a node. A general matrix keeps its stretch and shear."""
        composed = compose_local(self.translations[:, node], rotation, self.scales[:, node])
        general = self.general[:, node]
        if general.any():
            change = quaternion.product(rotation, quaternion.conjugate(self.rotations[:, node]))
            turned = self.local[:, node].copy()
            for column in range(3):
                turned[..., column] = quaternion.rotate(change, turned[..., column])
            composed = np.where(general[:, None, None], turned, composed)
        self.local[:, node] = composed
        self.rotations[:, node] = self.stored[:, node] = rotation

    def result(self, pose: PosesT) -> PosesT:
        local, stored = self.local, self.stored
        if isinstance(pose, Pose):
            local, stored = local[0], stored[0]
        return replace(pose, local=read_only(local), xyzw=read_only(stored))


def rotation_between(start: Doubles, end: Doubles) -> Doubles:
    """The smallest rotations (…, 4) that take directions (…, 3) to others; the identity where one has no
    length. Opposite directions are half a turn about the axis that is perpendicular to the start and to the
    axis nearest to perpendicular to it."""
    first, second = _normalise(start), _normalise(end)
    cross = np.cross(first, second)
    # The half-way vector gives cos and sin of half the angle without cancellation (1 + cos loses digits near
    # half a turn).
    total, difference = first + second, second - first
    cosine = np.sqrt((total * total).sum(-1, keepdims=True)) / 2
    sine = np.sqrt((difference * difference).sum(-1, keepdims=True)) / 2
    length = np.sqrt((cross * cross).sum(-1, keepdims=True))
    free = np.cross(first, np.eye(3)[np.abs(first).argmin(-1)])
    axis = np.where(length > 0, cross / np.where(length > 0, length, 1.0), _normalise(free))
    turn = np.concatenate([axis * sine, cosine], -1)
    known = (np.abs(first).max(-1, keepdims=True) > 0) & (np.abs(second).max(-1, keepdims=True) > 0)
    return np.where(known, quaternion.normalize(turn), quaternion.IDENTITY)


def _normalise(vectors: Doubles) -> Doubles:
    """Directions of length 1; 0 where a vector has no length."""
    largest = np.abs(vectors).max(-1, keepdims=True)
    scaled = vectors / np.where(largest > 0, largest, 1.0)
    length = np.sqrt((scaled * scaled).sum(-1, keepdims=True))
    return scaled / np.where(length > 0, length, 1.0)
