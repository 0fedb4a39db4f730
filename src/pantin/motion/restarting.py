"""`start_at`: a loop that begins at another of its times."""

from __future__ import annotations

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.base.records import replace
from pantin.motion.arithmetic import cut, require_clip, spell
from pantin.motion.channels import SAME_TIME, key_values, map_properties, sample_channel
from pantin.motion.fitting import with_notes
from pantin.motion.looping import find_travelling_root, ground_axes
from pantin.motion.sampling import find_clip
from pantin.rig import Channel, Clip, Doubles, Rig
from pantin.rig.arrays import read_only
from pantin.rig.rig import HasRig, rig_of


@check_arguments
def start_at(rig: Rig | HasRig, clip: int | str | Clip, time: float) -> Clip:
    """The loop that begins at another of its times: it plays from there to the end, and on from its start.

    Exact, also for cubic splines, where the clip closes. Where it does not, the last key before the seam
    stays, and the first after it is dropped. A root that travels over the ground continues, starting where
    the clip began.

    >>> rig = pantin.load("examples/retarget/walk.glb").rig
    >>> later = pantin.motion.start_at(rig, "walk", 0.5)
    >>> later.duration
    2.0
    """
    rig = rig_of(rig)
    clip = find_clip(rig, clip)
    require_clip(clip)
    end = clip.duration
    if not (np.isfinite(time) and 0 <= time <= end):
        raise ValueError(f"time must be a number of seconds from 0 to {end:g}, in {spell(clip)}, not {time}")
    if time <= SAME_TIME or time >= end - SAME_TIME:
        return clip
    root = find_travelling_root(rig, clip)

    def restart(channel: Channel) -> Channel:
        if len(channel.times) < 2:
            return channel
        travels = channel.node == root and channel.property == "translation"
        return _restart(channel, time, end, ground_axes(rig, channel.node) if travels else None)

    properties = map_properties(clip, restart)
    moved = replace(clip, channels=tuple(map(restart, clip.channels)), properties=properties)
    return with_notes(moved, clip)


def _restart(channel: Channel, time: float, end: float, ground: Doubles | None) -> Channel:
    whole = Clip((_to_ends(channel, end),))
    later, earlier = (cut(whole, *part).channels[0] for part in ((time, end), (0.0, time)))
    values = earlier.values.astype(np.float64)
    if ground is not None:
        begin, last = sample_channel(channel, np.array([0.0, end]))
        way = np.linalg.pinv(ground) @ (ground @ (last - begin))
        values = _shift(earlier, way)
    elif channel.property == "rotation":
        ends = key_values(later)[-1].astype(np.float64) @ key_values(earlier)[0].astype(np.float64)
        values = -values if ends < 0 else values
    first = later.values.astype(np.float64)
    if channel.interpolation == "CUBICSPLINE":  # the spline leaves the seam as it left its start
        first[-1, 2] = values[0, 2]
    times = np.concatenate([later.times, earlier.times[1:] + (end - time)])
    joined = np.concatenate([first, values[1:]])
    moved = replace(channel, times=read_only(times), values=read_only(joined))
    if ground is None:
        return moved
    start = sample_channel(channel, np.array([0.0, time]))
    back = np.linalg.pinv(ground) @ (ground @ (start[0] - start[1]))
    return replace(moved, values=read_only(_shift(moved, back)))


def _shift(channel: Channel, by: Doubles) -> Doubles:
    """The values of a channel, moved; tangents stay."""
    values = channel.values.astype(np.float64)
    if channel.interpolation == "CUBICSPLINE":
        values[:, 1] += by
        return values
    return values + by


def _to_ends(channel: Channel, end: float) -> Channel:
    """The channel with keys at both ends of its clip, where it holds its first and its last value."""
    times, values = channel.times.astype(np.float64), channel.values.astype(np.float64)
    is_spline = channel.interpolation == "CUBICSPLINE"
    if times[0] > SAME_TIME:
        times, values = np.insert(times, 0, 0.0), np.concatenate([values[:1], values])
        if is_spline:
            values[0, [0, 2]], values[1, 0] = 0.0, 0.0
    if times[-1] < end - SAME_TIME:
        times, values = np.append(times, end), np.concatenate([values, values[-1:]])
        if is_spline:
            values[-1, [0, 2]], values[-2, 2] = 0.0, 0.0
    return replace(channel, times=times, values=values)
