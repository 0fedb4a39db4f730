"""`SpringSimulation`: the springs of one rig over time, one step after another."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.kernels.spring_program import Index, JointState
from pantin.kernels.spring_step import Changes
from pantin.maths import affine
from pantin.motion import world
from pantin.rig import Doubles, Indices, Pose, Poses, Rig
from pantin.rig.arrays import frozen
from pantin.rig.transform import made
from pantin.springs.colliders import Profile
from pantin.springs.crowd import Crowd, Driven, Face, SpringState

RATE = 60.0
"""Steps a second where none are given: the model depends on the rate, and authors tune springs at this
one."""

TOGETHER = 64
"""Steps of settling in one call of the kernel: enough to forget what a call costs."""


class SpringSimulation(Face):
    """The springs of a rig, in float64 and world space (VRMC_springBone 1.0).

    profile  "spec" follows the specification; "univrm" and "scaled" differ as docs/springs.md lists
    strict   refuse a rig with a spring that cannot be simulated; else leave it out, and say so in `left_out`

    The same input gives the same bits. `counts` says how often a direction without length had to be guarded
    against; what comes out is always finite.

    >>> rig = pantin.load("examples/springs/strand.glb").rig
    >>> springs = pantin.SpringSimulation(rig)
    >>> pose = springs.step(1 / 60, pantin.sample(rig, "look", 0.5))
    >>> len(springs.joints)
    6
    """

    def __init__(self, rig: Rig, profile: Profile = "spec", *, strict: bool = True) -> None:
        self.rig, self.profile = rig, profile
        self._crowd = Crowd(rig, profile, strict, count=1, lanes=1)
        self.reset(rig.rest_pose())

    def reset(self, pose: Pose | None = None) -> None:
        """Bring every joint to rest in a pose, the rest pose if none is given; no velocity remains."""
        pose = self.rig.rest_pose() if pose is None else pose
        self._crowd.reset(self._crowd.shared(pose))
        self._pose = pose

    def step(self, dt: float, pose: Pose | None = None, *, external: ArrayLike | None = None) -> Pose:
        """Exactly one step of `dt` seconds towards a driven pose (the last one if none is given).

        The answer is that pose with the rotations of the springs. Of a simulated joint the driven rotation is
        ignored, its translation and scale are followed. `dt` ≤ 0 changes nothing. `external` is an
        acceleration added to gravity, such as wind.
        """
        pose = self._pose if pose is None else pose
        rotations = self._crowd.advance(dt, self._crowd.shared(pose), external, 1)
        self._pose = pose
        return self._posed(pose, rotations[0, 0, :, :, 0])

    def run(
        self, dt: float, poses: Pose | Poses, frames: int | None = None, *, external: ArrayLike | None = None
    ) -> Doubles:
        """Many steps at once, as that many calls of `step`: the rotations (frames, joints, 4).

        One pose is held for `frames` steps; of several each is one step. `external` may have a row a step.
        """
        driven = self._crowd.shared(poses)
        if isinstance(poses, Pose):
            count = 1 if frames is None else frames
        else:
            count = len(poses)
            if frames not in (None, count):
                raise ValueError(f"there are {count} poses for {frames} frames")
        rotations = self._crowd.advance(dt, driven, external, count)
        if count:
            self._pose = poses if isinstance(poses, Pose) else poses[count - 1]
        return rotations[:, 0, :, :, 0]

    def run_moving(
        self, dt: float, nodes: Indices, moved: Poses, *, external: ArrayLike | None = None
    ) -> Doubles:
        """As `run`, where only some nodes move: `moved` are poses of a rig of these nodes alone.

        The others stay as in the last driven pose. Much is saved where a rig is large.
        """
        frames = len(moved)
        maps = np.require(moved.local, requirements=("C", "W")).reshape(frames, 1, len(nodes), 12, 1)
        sizes = np.require(moved.scales, requirements=("C", "W")).reshape(frames, 1, len(nodes), 3, 1)
        driven = self._crowd.shared(self._pose)
        driven = Driven(driven.maps.copy(), driven.scales.copy())
        changes = Changes(np.asarray(nodes, np.int64), maps, sizes)
        rotations = self._crowd.advance(dt, driven, external, frames, changes)
        if frames:
            self._pose = _with_nodes(self._pose, nodes, moved[frames - 1])
        return rotations[:, 0, :, :, 0]

    def settle(self, seconds: float, pose: Pose | None = None, *, rate: float = RATE) -> Pose:
        """Hold a pose (the last one if none is given) for some time; the pose that comes of it."""
        if not (math.isfinite(seconds) and seconds >= 0 and math.isfinite(rate) and rate > 0):
            raise ValueError("settling takes a number of seconds that is not negative, at a rate above 0")
        pose = self._pose if pose is None else pose
        left = round(seconds * rate)
        self.run(1.0 / rate, pose, left % TOGETHER)
        for _ in range(left // TOGETHER):
            self.run(1.0 / rate, pose, TOGETHER)
        self._pose = pose
        return self.pose

    def teleport(self, pose: Pose, *, node: int | str | None = None) -> Pose:
        """Move to another pose without the springs noticing: their state is carried along.

        It is carried by the change of `node`, for each joint the topmost node above it if none is named. The
        rest of the change is felt at the next step.
        """
        crowd, centers = self._crowd, self._crowd.program.joint_index[:, Index.CENTER]
        before, after = (crowd.world(crowd.shared(one)) for one in (self._pose, pose))
        places = self._roots()[crowd.heads] if node is None else self.rig.node(node)
        change = affine.multiply(world(pose)[places], _inverse(world(self._pose)[places]))
        changes = np.broadcast_to(change, (len(centers), 3, 4)).copy()
        inner = np.flatnonzero(centers >= 0)
        old, new = (maps[centers[inner]].reshape(-1, 3, 4) for maps in (before, after))
        changes[inner] = affine.multiply(_inverse(new), affine.multiply(changes[inner], old))
        for field in (JointState.tail, JointState.tail_before):
            tails = crowd.state[0, :, field.columns, 0]
            crowd.state[0, :, field.columns, 0] = affine.apply(changes, tails)
        self._pose = pose
        return self.pose

    @property
    def pose(self) -> Pose:
        """The last driven pose with the rotations the springs have now."""
        return self._posed(self._pose, self._crowd.rotations[0, :, :, 0])

    def save(self) -> tuple[SpringState, Pose]:
        """All the simulation remembers; `restore` takes it back."""
        return self._crowd.save(), self._pose

    def restore(self, saved: tuple[SpringState, Pose]) -> None:
        """Go back to where `save` was called."""
        if not isinstance(saved, tuple) or len(saved) != 2:
            raise TypeError(f"a state is what save() gave, not {type(saved).__name__}")
        state, pose = saved
        self._crowd.check(pose)
        self._crowd.restore(state)
        self._pose = pose

    def _roots(self) -> Indices:
        """For each node the topmost one above it, or itself."""
        parents, roots = self.rig.nodes.parents.tolist(), list(range(len(self.rig.nodes)))
        for node in self.rig.order.tolist():
            if parents[node] >= 0:
                roots[node] = roots[parents[node]]
        return np.array(roots, np.int64)

    def _posed(self, pose: Pose, rotations: Doubles) -> Pose:
        heads = self._crowd.heads
        quaternions, local, general = pose.rotations.copy(), pose.local.copy(), pose.general.copy()
        quaternions[heads] = rotations
        local[heads] = made(pose.translations[heads], rotations, pose.scales[heads])
        general[heads] = False
        return replace(pose, local=frozen(local), quaternions=frozen(quaternions), general=frozen(general))


def _inverse(maps: Doubles) -> Doubles:
    """The inverse, or the identity where a map flattens space: nothing can be carried through that."""
    return affine.invert(maps)[0]


def _with_nodes(pose: Pose, nodes: Indices, moved: Pose) -> Pose:
    """The pose with these nodes as `moved` has them."""

    def changed(whole: NDArray[Any], rows: NDArray[Any]) -> NDArray[Any]:
        copied = whole.copy()
        copied[nodes] = rows
        return frozen(copied)

    return replace(
        pose,
        local=changed(pose.local, moved.local),
        general=changed(pose.general, moved.general),
        translations=changed(pose.translations, moved.translations),
        quaternions=changed(pose.rotations, moved.rotations),
        scales=changed(pose.scales, moved.scales),
    )
