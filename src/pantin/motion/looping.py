"""Close the seam of a loop: blend the end of a clip into its start, in position and in speed."""

from __future__ import annotations

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.base.records import replace
from pantin.maths import quaternion, rotations, rotor_turns
from pantin.maths.hermite import ease, hermite, hermite_slope
from pantin.motion.arithmetic import channels_by_target, cut, spell
from pantin.motion.channels import key_values, map_properties, sample_channel, spline_at
from pantin.motion.fitting import Errors, fit_channel, with_notes
from pantin.motion.frames import frames_of
from pantin.motion.sampling import find_clip
from pantin.motion.transforms import world_transforms
from pantin.motion.travel import UP, find_root
from pantin.rig import Channel, Clip, Doubles, Rig
from pantin.rig.arrays import read_only
from pantin.rig.rig import HasRig, rig_of

TRAVEL = 0.1
"""A root that ends further from its start than this part of the size of the skeleton travels, so its path is
not closed."""

STEP = 1e-3
"""Seconds over which speeds are measured, where keys are not nearer."""


@check_arguments
def loop(rig: Rig | HasRig, clip: int | str | Clip, over: float = 0.3) -> Clip:
    """The clip with its last `over` seconds blended into its start: it ends with the pose and the speed of
    its start. Everything before is unchanged.

    A correction c(t), a cubic with c = c' = 0 where it begins, is added: c and c' at the end are the gap
    between end and start. Splines of translations, scales and weights stay splines; rotations become linear
    keys within `over` seconds of the end, and `approximations` reports their error.

    A root that travels over the ground keeps its path: only its height and its rotation are closed.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> half = pantin.motion.cut(rig.clip("bend"), 0.0, 1.0)
    >>> closed = pantin.motion.loop(rig, half, over=0.5)
    >>> closed.channels[0].values[[0, -1]].round(6).tolist()
    [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]]
    """
    rig = rig_of(rig)
    clip = find_clip(rig, clip)
    end = clip.duration
    if not (np.isfinite(over) and 0 < over <= end):
        raise ValueError(
            f"over must be a number of seconds up to {end:g}, the duration of {spell(clip)}, not {over}"
        )
    travelling = find_travelling_root(rig, clip)
    errors, channels = Errors(), []
    for channel in clip.channels:
        held = ground_axes(rig, channel.node) if channel.node == travelling else None
        closed, error = _close(channel, end, over, _frame(clip), held)
        errors.add(channel.property, error)
        channels.append(closed)
    properties = map_properties(clip, lambda channel: _close(channel, end, over, _frame(clip), None)[0])
    looped = replace(clip, channels=tuple(channels), properties=properties)
    return with_notes(looped, clip, notes=errors.notes("closed"))


def _frame(clip: Clip) -> float:
    """The time between frames, over which speeds at the ends are measured."""
    return min(frames_of(clip).step, STEP * 40)


def find_travelling_root(rig: Rig, clip: Clip) -> int | None:
    root = find_root(rig, clip)
    channel = None if root is None else channels_by_target(clip).get((root, "translation"))
    if root is None or channel is None:
        return None
    positions = world_transforms(rig)[..., -1]
    size = float(np.ptp(positions, axis=0).max(initial=0.0)) or 1.0
    keys = key_values(channel).astype(np.float64)
    way = ground_axes(rig, root) @ (keys[-1] - keys[0])
    return root if float(np.linalg.norm(way)) > TRAVEL * size else None


def ground_axes(rig: Rig, node: int) -> Doubles:
    """(N − 1, N) the directions along the ground of the world, in the axes of a node's parent."""
    parent = int(rig.nodes.parents[node])
    linear = np.eye(rig.dimension) if parent < 0 else world_transforms(rig)[parent][:, :-1]
    return np.delete(linear, UP, axis=0)


def _close(
    channel: Channel, end: float, over: float, frame: float, ground: Doubles | None
) -> tuple[Channel, float]:
    """A channel with its end blended into its start. `ground` has the directions that stay open."""
    if len(channel.times) < 2:
        return channel, 0.0
    if channel.interpolation == "STEP":
        values = channel.values.copy()
        values[-1] = values[0]
        return replace(channel, values=read_only(values)), 0.0
    if channel.property == "rotation":
        close = _close_rotation if rotations.is_quaternion(channel.values) else _close_rotors
        return close(channel, end, over, frame)
    start_value, end_value = sample_channel(channel, np.array([0.0, end]))
    speeds = [_speed(channel, time, frame, end) for time in (0.0, end)]
    gap, gap_speed = start_value - end_value, speeds[0] - speeds[1]
    if ground is not None and channel.property == "translation":
        # What is along the ground stays: its speed is led into that of the start all the same.
        gap = gap - np.linalg.pinv(ground) @ (ground @ gap)
    if not (np.abs(gap).max() > 0 or np.abs(gap_speed).max() > 0):
        return channel, 0.0
    begin = end - over

    def correction(times: Doubles) -> Doubles:
        t = np.clip((times - begin) / over, 0.0, 1.0)[:, None]
        return hermite(0.0, 0.0, gap, gap_speed, over, t)

    if (
        channel.interpolation == "CUBICSPLINE"
        and channel.times[-1] >= end - 1e-6
        and begin > channel.times[0]
    ):
        return _close_spline(channel, begin, over, gap, gap_speed), 0.0

    def curve(times: Doubles) -> Doubles:
        return np.asarray(sample_channel(channel, times) + correction(times))

    return fit_channel(channel.node, channel.property, curve, [*channel.times.tolist(), begin, end])


def _close_spline(channel: Channel, begin: float, over: float, gap: Doubles, gap_speed: Doubles) -> Channel:
    """A spline and a cubic are a spline: they are added at the keys, and at one where the cubic begins."""
    head = cut(Clip((channel,)), 0.0, begin).channels[0]
    value, slope = spline_at(channel, begin)
    keys = channel.times.astype(np.float64)
    inside = keys > begin + 1e-6
    times = np.concatenate([head.times[head.times < begin - 1e-6], [begin], keys[inside]])
    first = np.stack([slope, value, slope])[None]
    values = np.concatenate([head.values[head.times < begin - 1e-6], first, channel.values[inside]])
    if np.abs(keys - begin).min() <= 1e-6:
        values[np.searchsorted(times, begin)] = channel.values[int(np.abs(keys - begin).argmin())]
    t = np.clip((times - begin) / over, 0.0, 1.0)[:, None]
    values = values.astype(np.float64)
    values[:, 1] += hermite(0.0, 0.0, gap, gap_speed, over, t)
    slopes = hermite_slope(0.0, 0.0, gap, gap_speed, over, t)
    values[:, 0] += slopes
    values[:, 2] += slopes
    return replace(channel, times=read_only(times), values=read_only(values))


def _speed(channel: Channel, time: float, frame: float, end: float) -> Doubles:
    """The change of a value per second, towards the inside of the clip."""
    if channel.interpolation == "CUBICSPLINE" and channel.times[0] <= time <= channel.times[-1]:
        return spline_at(channel, time)[1]
    inner = min(time + frame, end) if time == 0.0 else max(time - frame, 0.0)
    before, after = sorted((time, inner))
    values = sample_channel(channel, np.array([before, after]))
    return np.asarray((values[1] - values[0]) / (after - before))


def _close_rotation(channel: Channel, end: float, over: float, frame: float) -> tuple[Channel, float]:
    """q(t) · exp(c(t)), where exp(c(end)) = q(end)⁻¹ q(0), and c' gives the end the angular velocity of the
    start: ω' = exp(−c) ω + J(c) c' in the axes of the joint, with the right Jacobian J of the exponential."""
    ends = sample_channel(channel, np.array([0.0, min(frame, end), max(end - frame, 0.0), end]))
    first, last = ends[0], ends[3]
    gap = log_map(quaternion.product(quaternion.conjugate(last), first))
    early = log_map(quaternion.product(quaternion.conjugate(first), ends[1])) / min(frame, end)
    late = log_map(quaternion.product(quaternion.conjugate(ends[2]), last)) / min(frame, end)
    back = quaternion.conjugate(exp_map(gap))
    gap_speed = _inverse_jacobian(gap) @ (early - quaternion.rotate(back, late))
    if not (np.abs(gap).max() > 1e-9 or np.abs(gap_speed).max() > 1e-9):
        return channel, 0.0
    begin = end - over

    def curve(times: Doubles) -> Doubles:
        t = np.clip((times - begin) / over, 0.0, 1.0)[:, None]
        turn = hermite(0.0, 0.0, gap, gap_speed, over, t)
        return quaternion.product(sample_channel(channel, times), exp_map(turn))

    return fit_channel(channel.node, "rotation", curve, [*channel.times.tolist(), begin, end])


def _close_rotors(channel: Channel, end: float, over: float, _: float) -> tuple[Channel, float]:
    """R(t) times a growing part of the turn from R(end) to R(0). The pose closes; its speed may jump."""
    first, last = sample_channel(channel, np.array([0.0, end]))
    gap = rotor_turns.log(rotor_turns.product(rotor_turns.conjugate(last), first))
    if not gap.angle.max() > 1e-9:
        return channel, 0.0
    begin = end - over

    def curve(times: Doubles) -> Doubles:
        t = np.clip((times - begin) / over, 0.0, 1.0)
        return rotor_turns.product(sample_channel(channel, times), gap.rotor(ease(t)))

    return fit_channel(channel.node, "rotation", curve, [*channel.times.tolist(), begin, end])


def log_map(q: Doubles) -> Doubles:
    """Rotation vectors (…, 3) of unit quaternions, of at most half a turn."""
    q = np.where(q[..., 3:] < 0, -q, q)
    sine = np.linalg.norm(q[..., :3], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(sine, q[..., 3:])
    return np.asarray(q[..., :3] * np.where(sine > 1e-12, angle / np.where(sine > 1e-12, sine, 1.0), 2.0))


def exp_map(vectors: Doubles) -> Doubles:
    """Unit quaternions of rotation vectors (…, 3)."""
    angle = np.linalg.norm(vectors, axis=-1, keepdims=True)
    part = np.where(angle > 1e-12, np.sin(angle / 2) / np.where(angle > 1e-12, angle, 1.0), 0.5)
    return np.concatenate([vectors * part, np.cos(angle / 2)], axis=-1)


def _inverse_jacobian(vector: Doubles) -> Doubles:
    """The inverse of the right Jacobian of the exponential map at a rotation vector."""
    angle = float(np.linalg.norm(vector))
    x, y, z = vector
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    if angle < 1e-4:
        return np.asarray(np.eye(3) + skew / 2)
    factor = 1.0 / angle**2 - (1.0 + np.cos(angle)) / (2.0 * angle * np.sin(angle))
    return np.asarray(np.eye(3) + skew / 2 + factor * (skew @ skew))
