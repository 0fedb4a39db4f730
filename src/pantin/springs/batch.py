"""`SpringBatch`: the springs of many copies of one rig, stepped together; and their state (`BatchState`).

The state has the memory layout of the kernels. `SpringSimulation` uses it with a single copy.
"""

from __future__ import annotations

from numbers import Real

import numpy as np
from numpy.typing import ArrayLike

from pantin.base.arguments import check_arguments_but
from pantin.base.records import Record
from pantin.base.short_repr import short_value
from pantin.base.threads import use_threads
from pantin.kernels import spring_step
from pantin.kernels.spring_program import LANES, Event, Index, JointConstants, JointState
from pantin.kernels.spring_step import Changes
from pantin.kernels.spring_step_numpy import world_matrices
from pantin.maths import affine, quaternion
from pantin.motion.constraints import PosesT, solve_constraints
from pantin.rig import Doubles, Indices, OnlyIn3D, Pose, Poses, Rig
from pantin.rig.arrays import doubles, read_only
from pantin.rig.rig import require_fit, require_rig
from pantin.springs.chains import Chains, find_chains
from pantin.springs.colliders import Profile
from pantin.springs.compile import compile_program

IDENTITY = np.eye(3, 4)


class SpringState(Record, eq=False):
    """The state of a simulation between steps: returned by `save`, accepted by `restore`.

    >>> simulation = pantin.SpringSimulation(pantin.load("examples/springs/strand.glb").rig)
    >>> state, pose = before = simulation.save()
    >>> first = simulation.step(1 / 60).rotations
    >>> simulation.restore(before)
    >>> bool((simulation.step(1 / 60).rotations == first).all())
    True
    """

    joints: Doubles
    placements: Doubles


class DrivingPoses(Record, eq=False):
    """Poses in the layout of the kernels: (F, B, nodes, 12, lanes) and (F, B, nodes, 3, lanes)."""

    matrices: Doubles
    scales: Doubles


MOST_COPIES = 2**31
"""The most copies of a rig in a batch; memory ends long before."""


class BatchState:
    """`count` copies in B blocks of `lanes`; the last block is padded with unused copies."""

    def __init__(self, rig: Rig, profile: Profile, strict: bool, count: int, lanes: int) -> None:
        require_rig(rig)
        if rig.dimension != 3:
            raise OnlyIn3D(f"spring bones need 3 dimensions; this rig has {rig.dimension}")
        chains = find_chains(rig)
        if strict:
            _refuse_faults(chains)
        self.rig, self.faults, self.bones = rig, chains.faults, chains.bones
        self.clamped = chains.clamped
        self.program = compile_program(rig, chains, profile)
        self.count, self.lanes = count, lanes
        self.blocks = -(-count // lanes)
        self.heads = np.array([bone.node for bone in chains.bones], np.int64)
        self.vectors = np.array([bone.vector for bone in chains.bones]).reshape(-1, 3)
        self.rest = quaternion.normalize(rig.rest_pose().rotations[self.heads])
        self.state = np.zeros((self.blocks, len(self.bones), JointState.width, lanes))
        self.placements = self.to_blocks(np.broadcast_to(IDENTITY, (count, 3, 4)).reshape(count, 12))
        self.live = np.full(self.blocks, 2**LANES - 1)
        self.live[-1] >>= self.blocks * lanes - count
        self.events = np.zeros(len(Event), np.int64)

    def to_blocks(self, rows: Doubles) -> Doubles:
        """(count, …) as (blocks, …, lanes), with the last row repeated to fill the last block."""
        missing = self.blocks * self.lanes - len(rows)
        full = np.concatenate([rows, np.repeat(rows[-1:], missing, 0)]) if missing else rows
        blocked = full.reshape(self.blocks, self.lanes, *rows.shape[1:])
        return _as_writable(np.moveaxis(blocked, 1, -1))

    def from_blocks(self, blocked: Doubles) -> Doubles:
        """(blocks, …, lanes) as (count, …)."""
        rows = np.moveaxis(blocked, -1, 1)
        return rows.reshape(-1, *rows.shape[2:])[: self.count]

    def shared_poses(self, poses: Pose | Poses) -> DrivingPoses:
        """One pose, or a sequence of poses, for all copies."""
        self.check_poses(poses)
        frames = 1 if isinstance(poses, Pose) else len(poses)
        nodes = len(self.rig.nodes)
        matrices = np.ascontiguousarray(poses.local).reshape(frames, 1, nodes, 12, 1)
        scales = np.ascontiguousarray(poses.scales).reshape(frames, 1, nodes, 3, 1)
        if self.blocks > 1:
            matrices, scales = (np.repeat(array, self.blocks, 1) for array in (matrices, scales))
        return DrivingPoses(_as_writable(matrices), _as_writable(scales))

    def separate_poses(self, poses: Poses) -> DrivingPoses:
        """One pose for each copy."""
        self.check_poses(poses)
        if len(poses) != self.count:
            raise ValueError(f"expected {self.count} poses, one for each copy, not {len(poses)}")
        matrices = self.to_blocks(np.asarray(poses.local).reshape(self.count, -1, 12))
        scales = self.to_blocks(np.asarray(poses.scales))
        return DrivingPoses(_as_writable(matrices[None]), _as_writable(scales[None]))

    def check_poses(self, poses: Pose | Poses) -> None:
        """Raise an error for anything but poses of this rig."""
        if not isinstance(poses, Pose | Poses):
            raise TypeError(f"expected a Pose or Poses, not {type(poses).__name__}")
        require_fit(self.rig, poses)

    def world_transforms(self, poses: DrivingPoses) -> Doubles:
        """World transforms (slots + 1, 12, B, lanes) of the nodes that springs need, with the current
        rotations of the joints."""
        return world_matrices(self.program, self.state, poses.matrices[0], poses.scales[0], self.placements)

    def reset(self, poses: DrivingPoses) -> None:
        """Put joints and tails at rest in this pose, without velocity."""
        directions = self.program.joint_values[:, JointConstants.direction.columns]
        self.state[:, :, JointState.direction.columns] = directions[None, :, :, None]
        self.state[:, :, JointState.rotation.columns] = self.rest[None, :, :, None]
        world = self.world_transforms(poses)
        heads = world[self.program.joint_index[:, Index.SLOT]]
        heads = np.moveaxis(heads.reshape(-1, 3, 4, self.blocks, self.lanes), (1, 2), (-2, -1))
        tails = affine.apply(heads, self.vectors[:, None, None, :])
        tails = self.to_center_space(tails, world)
        for field in (JointState.tail, JointState.tail_before):
            self.state[:, :, field.columns] = np.moveaxis(tails, (0, 3), (1, 2))

    def to_center_space(self, points: Doubles, world: Doubles) -> Doubles:
        """World positions (J, B, lanes, 3) in the space of each joint's centre."""
        rows = np.flatnonzero(self.program.joint_index[:, Index.CENTER] >= 0)
        points = points.copy()
        if len(rows):
            centers = world[self.program.joint_index[rows, Index.CENTER]]
            centers = np.moveaxis(centers.reshape(-1, 3, 4, self.blocks, self.lanes), (1, 2), (-2, -1))
            points[rows] = affine.apply(affine.invert(centers)[0], points[rows])
        return points

    def advance(
        self,
        dt: float,
        poses: DrivingPoses,
        external: ArrayLike | None,
        frames: int,
        changes: Changes | None = None,
    ) -> Doubles:
        """Take `frames` steps; the rotations (frames, B, J, 4, lanes)."""
        if not isinstance(dt, Real):
            raise TypeError(f"dt must be a number of seconds, not {short_value(dt)}")
        if not np.isfinite(dt):
            raise ValueError(f"dt must be a finite number of seconds, not {dt}")
        if dt < 0:
            raise ValueError(f"dt must not be negative, but is {dt:g}: springs do not run backwards")
        if frames < 0:
            raise ValueError(f"frames must not be negative, but is {frames}")
        if dt == 0 or not len(self.bones):
            return np.repeat(self.rotations[None], frames, 0)
        rotations, events = spring_step.advance(
            self.program,
            self.state,
            poses.matrices,
            poses.scales,
            self.external_forces(external, frames),
            self.placements,
            float(dt),
            frames=frames,
            work=spring_step.work_of(len(self.bones) * self.count, len(self.program.levels), frames),
            changes=changes,
            live=self.live,
        )
        self.events += events
        return rotations

    def external_forces(self, external: ArrayLike | None, frames: int) -> Doubles:
        """Accelerations from (3,) for all, (frames, 3) for each frame, or (count, 3) for each copy."""
        try:
            forces = np.zeros(3) if external is None else np.asarray(external, np.float64)
        except (TypeError, ValueError):
            raise TypeError(f"external must be 3 numbers, not {short_value(external)}") from None
        if not np.isfinite(forces).all():
            raise ValueError("external must be finite")
        if forces.shape == (3,) or (forces.shape == (frames, 3) and self.count == 1):
            rows = forces.reshape(-1, 1, 3, 1)
            return _as_writable(np.broadcast_to(rows, (len(rows), self.blocks, 3, self.lanes)))
        if forces.shape == (self.count, 3):
            return self.to_blocks(forces)[None]
        raise ValueError(f"external must be 3 numbers, but has shape {forces.shape}")

    @property
    def rotations(self) -> Doubles:
        """The current local rotations (B, J, 4, lanes), a view."""
        return self.state[:, :, JointState.rotation.columns]

    @property
    def counts(self) -> dict[str, int]:
        """How often each kind of degenerate vector was replaced so far."""
        return {event.label: int(self.events[event]) for event in Event if self.events[event]}

    def save(self) -> SpringState:
        return SpringState(read_only(self.state.copy()), read_only(self.placements.copy()))

    def restore(self, saved: SpringState) -> None:
        if not isinstance(saved, SpringState):
            raise TypeError(f"expected the result of save(), not {type(saved).__name__}")
        if saved.joints.shape != self.state.shape:
            raise ValueError("the state belongs to a simulation of other springs")
        self.state, self.placements = saved.joints.copy(), saved.placements.copy()


class SpringsBase:
    """The properties that `SpringSimulation` and `SpringBatch` share."""

    rig: Rig
    _state: BatchState
    _solves: bool

    def _constrain(self, poses: PosesT) -> PosesT:
        """Driving poses with the constraints of the rig solved, which springs come after (VRMC_vrm 1.0)."""
        self._state.check_poses(poses)
        return solve_constraints(self.rig, poses) if self._solves else poses

    @property
    def joints(self) -> Indices:
        """The simulated nodes, in the order of the springs."""
        return read_only(self._state.heads)

    @property
    def left_out(self) -> dict[int, str]:
        """The springs that are not simulated, and why."""
        return dict(self._state.faults)

    @property
    def clamped(self) -> dict[int, str]:
        """The springs that are simulated with numbers moved into their range, and which numbers."""
        return dict(self._state.clamped)

    @property
    def counts(self) -> dict[str, int]:
        """How often each kind of degenerate vector was replaced so far, in all copies together."""
        return self._state.counts


def _refuse_faults(chains: Chains) -> None:
    """Raise `ValueError` for springs that only a lenient simulation accepts."""
    faults = chains.faults | chains.clamped
    if faults:
        spring = min(faults)
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        others = "simulates the others" if chains.faults else "clamps the number"
        raise ValueError(
            f"spring {spring} cannot be simulated: {faults[spring]}{more}; strict=False {others}"
        )


class SpringBatch(SpringsBase):
    """`count` copies of a rig. Each gives the same bits as its own `SpringSimulation`.

    Copies differ in their poses, in their `placements` (a (3, 4) matrix applied to the roots of each copy)
    and in their external force. Node constraints are solved in each driving pose, unless `constraints` is
    False.

    >>> rig = pantin.load("examples/springs/skirt.glb").rig
    >>> batch = pantin.SpringBatch(rig, 100)
    >>> batch.step(1 / 60, external=(0.2, 0, 0))
    >>> batch.rotations.shape
    (100, 48, 4)
    """

    _poses: DrivingPoses

    @check_arguments_but("count")
    def __init__(
        self,
        rig: Rig,
        count: int,
        profile: Profile = "spec",
        *,
        strict: bool = True,
        constraints: bool = True,
    ) -> None:
        if isinstance(count, bool) or not isinstance(count, int | np.integer):
            raise TypeError(f"count must be a whole number of copies, not {short_value(count)}")
        if not 1 <= count <= MOST_COPIES:
            bound = "at least 1" if count < 1 else f"at most {MOST_COPIES:,}"
            raise ValueError(f"count must be {bound}, not {count}")
        self.rig, self.profile, self.count = rig, profile, int(count)
        self._state = BatchState(rig, profile, strict, count, LANES)
        self._solves = constraints and bool(rig.constraints)
        self.reset()

    def __repr__(self) -> str:
        return f"<SpringBatch {self.count} of {self.rig!r} joints={len(self.joints)}>"

    def reset(self, poses: Pose | Poses | None = None, *, placements: ArrayLike | None = None) -> None:
        """Put every joint of every copy at rest in its pose: one for all, or `Poses` with one for each."""
        self._set_inputs(poses, placements)
        self._state.reset(self._poses)

    def step(
        self,
        dt: float,
        poses: Pose | Poses | None = None,
        *,
        placements: ArrayLike | None = None,
        external: ArrayLike | None = None,
        threads: int | None = None,
    ) -> None:
        """One step of every copy; inputs that are not given stay as they were. `rotations` has the result.

        `external` is one acceleration (3,) for all or (count, 3). `threads` is how many threads share the
        copies (default: PANTIN_THREADS, else one for each core).
        """
        with use_threads(threads):
            if poses is not None or placements is not None:
                self._set_inputs(poses, placements)
            self._state.advance(dt, self._poses, external, 1)

    @property
    def rotations(self) -> Doubles:
        """(count, joints, 4) local rotations xyzw."""
        return read_only(self._state.from_blocks(self._state.rotations).copy())

    def save(self) -> tuple[SpringState, DrivingPoses]:
        """The state of the batch, for `restore`."""
        return self._state.save(), self._poses

    def restore(self, saved: tuple[SpringState, DrivingPoses]) -> None:
        """Go back to a state returned by `save`."""
        if not isinstance(saved, tuple) or len(saved) != 2:
            raise TypeError(f"expected the result of save(), not {type(saved).__name__}")
        state, poses = saved
        if not isinstance(poses, DrivingPoses):
            raise TypeError(f"expected the poses of save(), not {type(poses).__name__}")
        self._state.restore(state)
        self._poses = poses

    def _set_inputs(self, poses: Pose | Poses | None, placements: ArrayLike | None) -> None:
        if poses is not None or not hasattr(self, "_poses"):
            driving: Pose | Poses = self.rig.rest_pose() if poses is None else poses
            driving, state = self._constrain(driving), self._state
            self._poses = (
                state.separate_poses(driving) if isinstance(driving, Poses) else state.shared_poses(driving)
            )
        if placements is not None:
            matrices = doubles(np.asarray(placements), "placements", (self.count, 3, 4))
            self._state.placements = self._state.to_blocks(matrices.reshape(self.count, 12))


def _as_writable(array: Doubles) -> Doubles:
    """A contiguous writable array, copied if necessary: the kernel is compiled for one kind of array."""
    return np.require(array, requirements=("C", "W"))
