"""The motion that drives a bake: a clip or the rest pose, with node constraints; and the error of its
keys."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.maths import quaternion
from pantin.motion import adaptive, sample, solve_constraints
from pantin.rig import Channel, Clip, Doubles, Poses, Rig
from pantin.springs.baking import CHUNK, BakedSprings


class Driving:
    """A rig moved by a clip, or at rest without one; `constraints` are solved unless it is False."""

    def __init__(self, rig: Rig, clip: Clip | None, *, constraints: bool = True) -> None:
        self.rig, self.clip = rig, clip
        self.solves = constraints and bool(rig.constraints)

    @property
    def constrained(self) -> list[int]:
        """The nodes that constraints rotate."""
        return sorted({constraint.node for constraint in self.rig.constraints}) if self.solves else []

    def poses(self, times: Doubles) -> Iterator[tuple[slice, Poses]]:
        """The poses at these times, a few at once."""
        for first in range(0, len(times), CHUNK):
            part = slice(first, first + CHUNK)
            if self.clip is None:
                poses = Poses.stack([self.rig.rest_pose()] * len(times[part]))
            else:
                poses = sample(self.rig, self.clip, times[part])
            yield part, solve_constraints(self.rig, poses) if self.solves else poses

    def constraint_channels(self, times: Doubles, skip: set[int]) -> list[Channel]:
        """A rotation channel for each constrained node except the given ones, with a key at each time."""
        nodes = [node for node in self.constrained if node not in skip]
        rotations = np.empty((len(nodes), len(times), 4))
        for part, poses in self.poses(times):
            rotations[:, part] = poses.rotations[:, nodes].swapaxes(0, 1)
        rotations = quaternion.without_flips(quaternion.normalize(rotations))
        return [Channel(node, "rotation", times, rotations[slot]) for slot, node in enumerate(nodes)]

    def key_error(self, written: Clip, run: BakedSprings) -> float:
        """The largest angle in radians between a rotation of the written clip and what was simulated: at all
        steps of the simulation and all keys, and between them where the error is large and bends."""
        nodes = sorted({channel.node for channel in written.channels if channel.property == "rotation"})
        slots = {node: slot for slot, node in enumerate(run.joints.tolist())}
        sprung = [(column, slots[node]) for column, node in enumerate(nodes) if node in slots]

        def errors(times: Doubles) -> Doubles:
            angles = np.zeros(len(times))
            for part, poses in self.poses(times):
                wanted = quaternion.normalize(poses.rotations[:, nodes])
                played = run.at(times[part])
                for column, slot in sprung:
                    wanted[:, column] = played[:, slot]
                sampled = quaternion.normalize(sample(self.rig, written, times[part]).rotations[:, nodes])
                angles[part] = quaternion.angle(wanted, sampled).max(axis=1, initial=0.0)
            return angles

        steps = np.arange(len(run.rotations)) * run.dt
        times = np.union1d(np.minimum(steps, run.seconds), adaptive.key_times((written,)))
        return float(adaptive.refine(errors, times[times <= run.seconds])[1].max())

    def gap(self, seconds: float) -> float:
        """The largest angle in radians between the rotations at the start and at the end."""
        (_, ends), *_ = self.poses(np.array([0.0, seconds]))
        first, last = (quaternion.normalize(pose.rotations) for pose in ends)
        return float(quaternion.angle(first, last).max(initial=0.0))
