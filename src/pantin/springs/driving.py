"""The motion that drives a bake: a clip or the rest pose, with node constraints; and what its keys miss."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.maths import quaternion
from pantin.motion import sample, solve_constraints
from pantin.motion.keys import make_continuous
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
                poses = Poses.of([self.rig.rest_pose()] * len(times[part]))
            else:
                poses = sample(self.rig, self.clip, times[part])
            yield part, solve_constraints(self.rig, poses) if self.solves else poses

    def constraint_channels(self, times: Doubles, skip: set[int]) -> list[Channel]:
        """A rotation channel for each constrained node but some, with a key at each time."""
        nodes = [node for node in self.constrained if node not in skip]
        rotations = np.empty((len(times), len(nodes), 4))
        for part, poses in self.poses(times):
            rotations[part] = poses.rotations[:, nodes]
        rotations = make_continuous(quaternion.normalize(rotations))
        return [Channel(node, "rotation", times, rotations[:, slot]) for slot, node in enumerate(nodes)]

    def key_error(self, written: Clip, run: BakedSprings) -> float:
        """The largest angle in radians, over all steps of the simulation, between a rotation of the written
        clip and what was simulated."""
        nodes = sorted({one.node for one in written.channels if one.property == "rotation"})
        times = np.minimum(np.arange(len(run.rotations)) * run.dt, run.seconds)
        slots = {node: slot for slot, node in enumerate(run.joints.tolist())}
        sprung = [(place, slots[node]) for place, node in enumerate(nodes) if node in slots]
        worst = 0.0
        for part, poses in self.poses(times):
            wanted = quaternion.normalize(poses.rotations[:, nodes])
            played = run.at(times[part])
            for place, slot in sprung:
                wanted[:, place] = played[:, slot]
            made = quaternion.normalize(sample(self.rig, written, times[part]).rotations[:, nodes])
            worst = max(worst, float(quaternion.angle(wanted, made).max(initial=0.0)))
        return worst

    def gap(self, seconds: float) -> float:
        """The largest angle in radians between the rotations at the start and at the end."""
        (_, ends), *_ = self.poses(np.array([0.0, seconds]))
        first, last = (quaternion.normalize(pose.rotations) for pose in ends)
        return float(quaternion.angle(first, last).max(initial=0.0))
