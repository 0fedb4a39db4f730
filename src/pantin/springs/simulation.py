"""`SpringSimulation`: the springs of one rig over time, one step after another."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.arguments import check_arguments
from pantin.base.records import replace
from pantin.base.short_repr import short_value
from pantin.kernels.spring_program import Index, JointState
from pantin.kernels.spring_step import Changes
from pantin.maths import affine
from pantin.motion import world_transforms
from pantin.rig import Doubles, Indices, Pose, Poses, Rig
from pantin.rig.arrays import indices, read_only
from pantin.rig.transform import compose_local
from pantin.springs.batch import BatchState, DrivingPoses, SpringsBase, SpringState
from pantin.springs.colliders import Profile

RATE = 60.0
"""Default number of steps per second: the model depends on it, and authors tune springs at this rate."""

MOST_STEPS = 10_000_000
"""The most settling steps of one call: two days at the default rate. More must be a mistake in one of the two
numbers."""

TOGETHER = 64
"""Settling steps per call of the kernel: enough to make the cost of a call negligible."""


class SpringSimulation(SpringsBase):
    """The springs of a rig, in float64 and world space (VRMC_springBone 1.0).

    profile      "spec" follows the specification; "univrm" and "scaled" differ as docs/springs.md lists
    strict       raise `ValueError` for a rig with a spring that cannot be simulated, or with numbers out
                 of range; False skips the former and lists them in `left_out`, and lists the latter in
                 `clamped`
    constraints  solve the node constraints of the rig in each driving pose first; False ignores them

    The same input gives the same bits. Results are always finite; `counts` says how often a zero direction
    was replaced.

    >>> rig = pantin.load("examples/springs/strand.glb").rig
    >>> springs = pantin.SpringSimulation(rig)
    >>> pose = springs.step(1 / 60, pantin.sample(rig, "look", 0.5))
    >>> len(springs.joints)
    6
    """

    @check_arguments
    def __init__(
        self, rig: Rig, profile: Profile = "spec", *, strict: bool = True, constraints: bool = True
    ) -> None:
        self.rig, self.profile = rig, profile
        self._state = BatchState(rig, profile, strict, count=1, lanes=1)
        self._solves = constraints and bool(rig.constraints)
        self.reset(rig.rest_pose())

    def __repr__(self) -> str:
        return f"<SpringSimulation of {self.rig!r} joints={len(self.joints)}>"

    def reset(self, pose: Pose | None = None) -> None:
        """Put every joint at rest in a pose (the rest pose if none is given), without velocity."""
        pose = self._constrain(self.rig.rest_pose() if pose is None else pose)
        self._state.reset(self._state.shared_poses(pose))
        self._pose = pose

    def step(self, dt: float, pose: Pose | None = None, *, external: ArrayLike | None = None) -> Pose:
        """Take one step of `dt` seconds with a driving pose (the last one if none is given).

        Returns that pose with its constraints solved and the rotations of the springs. The driving rotation
        of a simulated joint is ignored; its translation and scale are used. A `dt` of 0 changes nothing.
        `external` is an acceleration added to gravity, such as wind.
        """
        pose = self._pose if pose is None else self._constrain(pose)
        rotations = self._state.advance(dt, self._state.shared_poses(pose), external, 1)
        self._pose = pose
        return self._apply_rotations(pose, rotations[0, 0, :, :, 0])

    def run(
        self, dt: float, poses: Pose | Poses, frames: int | None = None, *, external: ArrayLike | None = None
    ) -> Doubles:
        """Take many steps at once, as with `step`; the rotations (frames, joints, 4).

        A single pose is used for `frames` steps; several poses are one step each. `external` may have a row
        for each step.
        """
        poses = self._constrain(poses)
        driving = self._state.shared_poses(poses)
        if isinstance(poses, Pose):
            count = 1 if frames is None else frames
        else:
            count = len(poses)
            if frames not in (None, count):
                raise ValueError(f"expected {frames} poses, one for each frame, not {count}")
        rotations = self._state.advance(dt, driving, external, count)
        if count:
            self._pose = poses if isinstance(poses, Pose) else poses[count - 1]
        return rotations[:, 0, :, :, 0]

    def run_moving(
        self, dt: float, nodes: Indices, poses: Poses, *, external: ArrayLike | None = None
    ) -> Doubles:
        """As `run`, where only some nodes move: `moved` are poses of a rig with these nodes only.

        The others stay as in the last driving pose. This is much faster for a large rig.
        """
        if not isinstance(poses, Poses):
            raise TypeError(f"poses must be Poses, not {short_value(poses)}")
        nodes = indices(nodes, "nodes", len(self.rig.nodes), length=poses.local.shape[1])
        frames = len(poses)
        if self._solves:
            return self.run(dt, _with_moved(self._pose, nodes, poses), external=external)
        matrices = np.require(poses.local, requirements=("C", "W")).reshape(frames, 1, len(nodes), 12, 1)
        scales = np.require(poses.scales, requirements=("C", "W")).reshape(frames, 1, len(nodes), 3, 1)
        driving = self._state.shared_poses(self._pose)
        driving = DrivingPoses(driving.matrices.copy(), driving.scales.copy())
        # A copy: kernels would be compiled again for an array that may not be written to.
        changes = Changes(np.array(nodes, np.int64), matrices, scales)
        rotations = self._state.advance(dt, driving, external, frames, changes)
        if frames:
            self._pose = _with_nodes(self._pose, nodes, poses[frames - 1])
        return rotations[:, 0, :, :, 0]

    def settle(self, seconds: float, pose: Pose | None = None, *, rate: float = RATE) -> Pose:
        """Simulate a pose (the last one if none is given) for some time; the resulting pose."""
        for number in (seconds, rate):
            if not isinstance(number, Real):
                raise TypeError(f"seconds and rate must be numbers, not {short_value(number)}")
        if not (math.isfinite(seconds) and seconds >= 0 and math.isfinite(rate) and rate > 0):
            raise ValueError("seconds must be finite and not negative, and rate above 0")
        if seconds * rate > MOST_STEPS:
            raise ValueError(f"settle takes at most {MOST_STEPS:,} steps, not {seconds * rate:.3g}")
        pose = self._pose if pose is None else self._constrain(pose)
        steps = round(seconds * rate)
        self.run(1.0 / rate, pose, steps % TOGETHER)
        for _ in range(steps // TOGETHER):
            self.run(1.0 / rate, pose, TOGETHER)
        self._pose = pose
        return self.pose

    def teleport(self, pose: Pose, *, node: int | str | None = None) -> Pose:
        """Move to another pose without an effect on the springs: their state moves along.

        It moves with `node`, or with the root above each joint if no node is given. The springs react to the
        rest of the change at the next step.
        """
        pose = self._constrain(pose)
        state, centers = self._state, self._state.program.joint_index[:, Index.CENTER]
        before, after = (state.world_transforms(state.shared_poses(moment)) for moment in (self._pose, pose))
        nodes = self._roots()[state.heads] if node is None else self.rig.node_index(node)
        change = affine.multiply(
            world_transforms(self.rig, pose)[nodes],
            _inverse(world_transforms(self.rig, self._pose)[nodes]),
        )
        changes = np.broadcast_to(change, (len(centers), 3, 4)).copy()
        inner = np.flatnonzero(centers >= 0)
        old, new = (world[centers[inner]].reshape(-1, 3, 4) for world in (before, after))
        changes[inner] = affine.multiply(_inverse(new), affine.multiply(changes[inner], old))
        for field in (JointState.tail, JointState.tail_before):
            tails = state.state[0, :, field.columns, 0]
            state.state[0, :, field.columns, 0] = affine.apply(changes, tails)
        self._pose = pose
        return self.pose

    @property
    def pose(self) -> Pose:
        """The last driving pose with the current rotations of the springs."""
        return self._apply_rotations(self._pose, self._state.rotations[0, :, :, 0])

    def save(self) -> tuple[SpringState, Pose]:
        """The state of the simulation, for `restore`."""
        return self._state.save(), self._pose

    def restore(self, saved: tuple[SpringState, Pose]) -> None:
        """Go back to a state returned by `save`."""
        if not isinstance(saved, tuple) or len(saved) != 2:
            raise TypeError(f"expected the result of save(), not {type(saved).__name__}")
        state, pose = saved
        self._state.check_poses(pose)
        self._state.restore(state)
        self._pose = pose

    def _roots(self) -> Indices:
        """The root above each node, or the node itself."""
        parents, roots = self.rig.nodes.parents.tolist(), list(range(len(self.rig.nodes)))
        for node in self.rig.order.tolist():
            if parents[node] >= 0:
                roots[node] = roots[parents[node]]
        return np.array(roots, np.int64)

    def _apply_rotations(self, pose: Pose, rotations: Doubles) -> Pose:
        heads = self._state.heads
        quaternions, local, general = pose.rotations.copy(), pose.local.copy(), pose.general.copy()
        quaternions[heads] = rotations
        local[heads] = compose_local(pose.translations[heads], rotations, pose.scales[heads])
        general[heads] = False
        return replace(pose, local=read_only(local), xyzw=read_only(quaternions), general=read_only(general))


def _inverse(matrices: Doubles) -> Doubles:
    """The inverse, or the identity where a matrix is singular."""
    return affine.invert(matrices)[0]


def _with_nodes(pose: Pose, nodes: Indices, frame: Pose) -> Pose:
    """The pose with the transforms of `moved` for these nodes."""

    def with_rows(array: NDArray[Any], rows: NDArray[Any]) -> NDArray[Any]:
        changed = array.copy()
        changed[nodes] = rows
        return read_only(changed)

    return replace(
        pose,
        local=with_rows(pose.local, frame.local),
        general=with_rows(pose.general, frame.general),
        translations=with_rows(pose.translations, frame.translations),
        xyzw=with_rows(pose.rotations, frame.rotations),
        scales=with_rows(pose.scales, frame.scales),
    )


def _with_moved(pose: Pose, nodes: Indices, moved: Poses) -> Poses:
    """A batch of the pose, with the transforms of `moved` for these nodes."""

    def with_columns(array: NDArray[Any], columns: NDArray[Any]) -> NDArray[Any]:
        changed = np.repeat(array[None], len(moved), 0)
        changed[:, nodes] = columns
        return read_only(changed)

    return Poses(
        pose.rig,
        with_columns(pose.local, moved.local),
        with_columns(pose.general, moved.general),
        with_columns(pose.translations, moved.translations),
        with_columns(pose.rotations, moved.rotations),
        with_columns(pose.scales, moved.scales),
        tuple(np.repeat(weights[None], len(moved), 0) for weights in pose.blend),
    )
