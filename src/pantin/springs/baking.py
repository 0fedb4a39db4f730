"""Simulate springs along a clip at a fixed rate: the rotations of every joint at every step.

The model depends on the step rate, so the rate is chosen here and nothing later changes it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from pantin.base.records import Record, replace
from pantin.maths import quaternion
from pantin.motion import sample
from pantin.rig import Clip, Doubles, Indices, Node, Rig, build
from pantin.springs.colliders import Profile
from pantin.springs.contacts import StartContact, find_contacts
from pantin.springs.simulation import SpringSimulation

CHUNK = 64
"""Steps sampled at once: enough to make the cost of a call negligible, few enough to stay in the cache."""

MOST_NUMBERS = 1 << 28
"""Numbers that a simulation may store: 2 GB, which is 18 minutes of 1,000 joints at 60 steps a second."""

CLOSED = 1e-4
"""Radians (0.006°) between the start and the end of a cycle that counts as closed: too small to see."""

MOST_CYCLES = 32


class BakedSprings(Record, eq=False):
    """Rotations (steps + 1, joints, 4) at times 0, dt, 2 dt …; the clip ends at `seconds`.

    gap       radians between the start and the end of a loop; None without a loop
    cycles    how often the clip was simulated
    contacts  the joints that start inside a collider, where nothing lets them settle first

    >>> track = pantin.bake_springs("examples/springs/strand.glb", seconds=0.5).track
    >>> track.rotations.shape, track.cycles
    ((31, 6, 4), 1)
    """

    joints: Indices
    dt: float
    seconds: float
    rotations: Doubles
    counts: dict[str, int]
    left_out: dict[int, str]
    clamped: dict[int, str]
    gap: float | None = None
    cycles: int = 1
    contacts: tuple[StartContact, ...] = ()

    def at(self, times: Doubles) -> Doubles:
        """(F, joints, 4) rotations at (F,) times, along the short arc between steps."""
        position = times / self.dt
        nearest = np.rint(position)
        position = np.where(np.abs(position - nearest) < 1e-9, nearest, position)  # rounding at a step
        left = np.clip(np.floor(position).astype(np.int64), 0, len(self.rotations) - 1)
        right = np.minimum(left + 1, len(self.rotations) - 1)
        fraction = np.where(right > left, position - left, 0.0)
        return quaternion.slerp(self.rotations[left], self.rotations[right], fraction[:, None])


def simulate_clip(
    rig: Rig,
    clip: Clip | None = None,
    *,
    seconds: float | None = None,
    fps: float,
    profile: Profile = "spec",
    settle: float = 0.0,
    loop: bool = False,
    strict: bool = True,
    constraints: bool = True,
    progress: Callable[[int], None] | None = None,
) -> BakedSprings:
    """Simulate the springs of a rig along a clip, or in the rest pose for some seconds.

    The springs start at rest in the first pose and get `settle` seconds there. With `loop` the clip is
    simulated repeatedly until its end matches its start. `progress` is called with the number of steps done.
    """
    duration = _duration(clip, seconds)
    if not (math.isfinite(fps) and fps > 0):
        raise ValueError(f"fps must be a finite number above 0, not {fps:g}")
    if not (math.isfinite(settle) and settle >= 0):
        raise ValueError(f"settle must be finite and not negative, not {settle:g}")
    if max(duration, settle) * fps > MOST_NUMBERS:
        raise ValueError(f"{max(duration, settle):g} s at {fps:g} steps per second are too many steps")
    # A cycle has a whole number of steps; otherwise the last step may reach past the end.
    steps = max(1, round(duration * fps) if loop else math.ceil(duration * fps - 1e-9))
    dt = duration / steps if loop and duration > 0 else 1.0 / fps
    simulation = SpringSimulation(rig, profile, strict=strict, constraints=constraints)
    if (steps + 1) * len(simulation.joints) * 4 > MOST_NUMBERS:
        raise ValueError(
            f"{steps:,} steps of {len(simulation.joints):,} joints need too much memory (over 2 GB)"
        )
    first = rig.rest_pose() if clip is None else sample(rig, clip, 0.0)
    simulation.reset(first)
    contacts = () if settle else tuple(find_contacts(simulation.pose, profile))
    simulation.settle(settle, rate=fps)
    runs, gap = 0, math.inf
    while runs == 0 or (loop and gap > CLOSED and runs < MOST_CYCLES):
        rotations = run_cycle(simulation, clip, steps, dt, progress)
        runs, gap = runs + 1, float(quaternion.angle(rotations[0], rotations[-1]).max(initial=0.0))
    return BakedSprings(
        simulation.joints,
        dt,
        duration,
        rotations,
        simulation.counts,
        simulation.left_out,
        simulation.clamped,
        gap if loop else None,
        runs,
        contacts if runs == 1 else (),  # a later cycle starts where the one before it ended
    )


def _duration(clip: Clip | None, seconds: float | None) -> float:
    if seconds is None:
        if clip is None:
            raise ValueError("give a clip or a number of seconds")
        return clip.duration
    if not (math.isfinite(seconds) and seconds > 0):
        raise ValueError(f"seconds must be a finite number above 0, not {seconds:g}")
    return seconds


def run_cycle(
    simulation: SpringSimulation,
    clip: Clip | None,
    steps: int,
    dt: float,
    progress: Callable[[int], None] | None = None,
) -> Doubles:
    """Simulate a clip once from the current state: rotations (steps + 1, joints, 4), the current ones
    first."""
    start = simulation.pose.rotations[simulation.joints]
    rotations = np.empty((steps + 1, *start.shape))
    rotations[0] = start
    animated = None if clip is None else _AnimatedNodes(simulation.rig, clip)
    for first in range(0, steps, CHUNK):
        count = min(CHUNK, steps - first)
        rows = slice(first + 1, first + 1 + count)
        if animated is None:
            rotations[rows] = simulation.run(dt, simulation.rig.rest_pose(), count)
        else:
            poses = sample(animated.rig, animated.clip, np.arange(first + 1, first + 1 + count) * dt)
            rotations[rows] = simulation.run_moving(dt, animated.nodes, poses)
        if progress is not None:
            progress(count)
    return rotations


class _AnimatedNodes:
    """The nodes that a clip animates, as a separate rig: sampling it costs nothing for all other nodes."""

    def __init__(self, rig: Rig, clip: Clip) -> None:
        channels = [channel for channel in clip.channels if channel.property != "weights"]
        nodes = sorted({channel.node for channel in channels})
        self.nodes = np.array(nodes, np.int64)
        slots = {node: slot for slot, node in enumerate(nodes)}
        self.rig = build(nodes=[_as_root(rig, node) for node in nodes])
        self.clip = Clip(tuple(replace(channel, node=slots[channel.node]) for channel in channels), clip.name)


def _as_root(rig: Rig, node: int) -> Node:
    rest = rig.rest_pose()
    if rest.general[node]:
        return Node(matrix=rest.local[node])
    return Node(None, -1, rest.translations[node], rest.rotations[node], rest.scales[node])
