"""The state of many copies of one rig's springs, in the layout of the kernels; one copy is a crowd of one.

`SpringSimulation` and `SpringBatch` are two faces of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import ArrayLike

from pantin.kernels import spring_step
from pantin.kernels.spring_program import LANES, Event, Index, JointConstants, JointState
from pantin.kernels.spring_step import Changes
from pantin.kernels.spring_step_numpy import place
from pantin.maths import affine, quaternion
from pantin.rig import Doubles, Indices, OnlyIn3D, Pose, Poses, Rig
from pantin.rig.arrays import frozen
from pantin.springs.chains import chains
from pantin.springs.colliders import Profile
from pantin.springs.compile import program

IDENTITY = np.eye(3, 4)


@dataclass(frozen=True, eq=False, slots=True)
class SpringState:
    """Everything a simulation remembers between steps, as `save` gives it and `restore` takes it."""

    joints: Doubles
    above: Doubles


@dataclass(frozen=True, eq=False, slots=True)
class Driven:
    """Poses as the kernels take them: (F, B, nodes, 12 and 3, lanes)."""

    maps: Doubles
    scales: Doubles


class Crowd:
    """`count` copies in blocks of `lanes`; the last block is filled up with copies nobody looks at."""

    def __init__(self, rig: Rig, profile: Profile, strict: bool, count: int, lanes: int) -> None:
        if not isinstance(rig, Rig):
            raise TypeError(f"springs are simulated on a Rig (asset.rig), not on {type(rig).__name__}")
        if rig.dimension != 3:
            raise OnlyIn3D(f"spring bones exist in 3 dimensions; this rig has {rig.dimension}")
        found = chains(rig)
        if strict and found.faults:
            at, why = next(iter(found.faults.items()))
            more = f", and {len(found.faults) - 1} more" if len(found.faults) > 1 else ""
            raise ValueError(
                f"spring {at} cannot be simulated: {why}{more}; "
                "strict=False (--lenient at the prompt) simulates the others"
            )
        self.rig, self.faults, self.bones = rig, found.faults, found.bones
        self.program = program(rig, found, profile)
        self.count, self.lanes = count, lanes
        self.blocks = -(-count // lanes)
        self.heads = np.array([bone.node for bone in found.bones], np.int64)
        self.vectors = np.array([bone.vector for bone in found.bones]).reshape(-1, 3)
        self.rest = quaternion.normalize(rig.rest_pose().rotations[self.heads])
        self.state = np.zeros((self.blocks, len(self.bones), JointState.width, lanes))
        self.above = self.spread(np.broadcast_to(IDENTITY, (count, 3, 4)).reshape(count, 12))
        self.live = np.full(self.blocks, 2**LANES - 1)
        self.live[-1] >>= self.blocks * lanes - count
        self.events = np.zeros(len(Event), np.int64)
        self.steps = 0

    def spread(self, rows: Doubles) -> Doubles:
        """(count, …) as (blocks, …, lanes), the last row repeated to fill the last block."""
        short = self.blocks * self.lanes - len(rows)
        full = np.concatenate([rows, np.repeat(rows[-1:], short, 0)]) if short else rows
        blocked = full.reshape(self.blocks, self.lanes, *rows.shape[1:])
        return _own(np.moveaxis(blocked, 1, -1))

    def gathered(self, blocked: Doubles) -> Doubles:
        """(blocks, …, lanes) as (count, …)."""
        rows = np.moveaxis(blocked, -1, 1)
        return rows.reshape(-1, *rows.shape[2:])[: self.count]

    def shared(self, poses: Pose | Poses) -> Driven:
        """One pose, or one after another, for all copies."""
        self.check(poses)
        frames = 1 if isinstance(poses, Pose) else len(poses)
        nodes = len(self.rig.nodes)
        maps = np.ascontiguousarray(poses.local).reshape(frames, 1, nodes, 12, 1)
        scales = np.ascontiguousarray(poses.scales).reshape(frames, 1, nodes, 3, 1)
        if self.blocks > 1:
            maps, scales = (np.repeat(one, self.blocks, 1) for one in (maps, scales))
        return Driven(_own(maps), _own(scales))

    def apart(self, poses: Poses) -> Driven:
        """A pose for each copy, at one moment."""
        self.check(poses)
        if len(poses) != self.count:
            raise ValueError(f"there are {len(poses)} poses for {self.count} copies")
        maps = self.spread(np.asarray(poses.local).reshape(self.count, -1, 12))
        return Driven(_own(maps[None]), _own(self.spread(np.asarray(poses.scales))[None]))

    def check(self, poses: Pose | Poses) -> None:
        if not isinstance(poses, Pose | Poses):
            raise TypeError(f"springs are driven by a Pose or Poses, not by {type(poses).__name__}")
        if poses.rig is not self.rig:
            raise ValueError("the pose is of another rig than the springs")

    def world(self, driven: Driven) -> Doubles:
        """World maps (slots + 1, 12, B, lanes) of the nodes that matter, the joints as they are turned
        now."""
        return place(self.program, self.state, driven.maps[0], driven.scales[0], self.above)

    def reset(self, driven: Driven) -> None:
        """Joints at their rest rotations, tails at rest where this pose carries them, no velocity."""
        directions = self.program.joint_values[:, JointConstants.direction.columns]
        self.state[:, :, JointState.direction.columns] = directions[None, :, :, None]
        self.state[:, :, JointState.rotation.columns] = self.rest[None, :, :, None]
        world = self.world(driven)
        maps = world[self.program.joint_index[:, Index.SLOT]]
        maps = np.moveaxis(maps.reshape(-1, 3, 4, self.blocks, self.lanes), (1, 2), (-2, -1))
        tails = affine.apply(maps, self.vectors[:, None, None, :])
        tails = self.into_centers(tails, world)
        for field in (JointState.tail, JointState.tail_before):
            self.state[:, :, field.columns] = np.moveaxis(tails, (0, 3), (1, 2))

    def into_centers(self, points: Doubles, world: Doubles) -> Doubles:
        """Points (J, B, lanes, 3) of the world in the space of each joint's centre."""
        rows = np.flatnonzero(self.program.joint_index[:, Index.CENTER] >= 0)
        points = points.copy()
        if len(rows):
            inverse, _ = affine.invert(self.centers(rows, world))
            points[rows] = affine.apply(inverse, points[rows])
        return points

    def centers(self, rows: np.ndarray, world: Doubles) -> Doubles:
        maps = world[self.program.joint_index[rows, Index.CENTER]]
        return np.moveaxis(maps.reshape(-1, 3, 4, self.blocks, self.lanes), (1, 2), (-2, -1))

    def advance(
        self,
        dt: float,
        driven: Driven,
        external: ArrayLike | None,
        frames: int,
        changes: Changes | None = None,
    ) -> Doubles:
        """Step; the rotations (frames, B, J, 4, lanes)."""
        if not isinstance(dt, Real):
            raise TypeError(f"dt is a number of seconds, not {dt!r}")
        if not np.isfinite(dt):
            raise ValueError(f"dt is {dt}; a step takes a finite number of seconds")
        if frames < 0:
            raise ValueError(f"frames must be a positive whole number, not {frames}")
        if dt <= 0 or not len(self.bones):
            return np.repeat(self.rotations[None], frames, 0)
        self.steps += frames
        rotations, events = spring_step.advance(
            self.program,
            self.state,
            driven.maps,
            driven.scales,
            self.forces(external, frames),
            self.above,
            float(dt),
            frames=frames,
            work=spring_step.work_of(len(self.bones) * self.count, len(self.program.levels), self.steps),
            changes=changes,
            live=self.live,
        )
        self.events += events
        return rotations

    def forces(self, external: ArrayLike | None, frames: int) -> Doubles:
        """An acceleration for all: (3,), for each frame: (frames, 3), or for each copy: (count, 3)."""
        try:
            given = np.zeros(3) if external is None else np.asarray(external, np.float64)
        except (TypeError, ValueError):
            raise TypeError(f"the external force is 3 numbers, not {external!r}") from None
        if not np.isfinite(given).all():
            raise ValueError("the external force is not finite")
        if given.shape == (3,) or (given.shape == (frames, 3) and self.count == 1):
            rows = given.reshape(-1, 1, 3, 1)
            return _own(np.broadcast_to(rows, (len(rows), self.blocks, 3, self.lanes)))
        if given.shape == (self.count, 3):
            return self.spread(given)[None]
        raise ValueError(f"the external force has shape {given.shape}; 3 numbers are expected")

    @property
    def rotations(self) -> Doubles:
        """The local rotations (B, J, 4, lanes) of now, a view."""
        return self.state[:, :, JointState.rotation.columns]

    @property
    def counts(self) -> dict[str, int]:
        """How often each kind of degenerate vector had to be guarded against so far."""
        return {event.label: int(self.events[event]) for event in Event if self.events[event]}

    def save(self) -> SpringState:
        return SpringState(frozen(self.state.copy()), frozen(self.above.copy()))

    def restore(self, saved: SpringState) -> None:
        if not isinstance(saved, SpringState):
            raise TypeError(f"a state is what save() gave, not {type(saved).__name__}")
        if saved.joints.shape != self.state.shape:
            raise ValueError("the state was saved by a simulation of other springs")
        self.state, self.above = saved.joints.copy(), saved.above.copy()


class Face:
    """What a simulation shows of its crowd, of one copy or of many."""

    _crowd: Crowd

    @property
    def joints(self) -> Indices:
        """The nodes that are moved, in the order of the springs."""
        return frozen(self._crowd.heads)

    @property
    def left_out(self) -> dict[int, str]:
        """The springs that are not simulated, and why."""
        return dict(self._crowd.faults)

    @property
    def counts(self) -> dict[str, int]:
        """How often each kind of degenerate vector had to be guarded against so far, over all copies."""
        return self._crowd.counts


def _own(array: Doubles) -> Doubles:
    """An array that may be written to, a copy if need be: the kernel is compiled for one kind of array."""
    return np.require(array, requirements=("C", "W"))
