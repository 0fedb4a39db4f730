"""One channel of a clip at many times: STEP, LINEAR (rotations turn the short way) and CUBICSPLINE.

glTF 2.0 §3.11 and appendix C: clamp at both ends, give back a key's own value at its own time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.maths import quaternion
from pantin.rig import Channel, Doubles


def values_at(channel: Channel, times: Doubles) -> Doubles:
    """(F, C) values of the channel at (F,) times."""
    keys = channel.times.astype(np.float64)
    left = np.clip(np.searchsorted(keys, times, side="right") - 1, 0, len(keys) - 1)
    if channel.interpolation == "STEP" or len(keys) == 1:
        return _values(channel)[left]
    right = np.minimum(left + 1, len(keys) - 1)
    span = keys[right] - keys[left]
    # Before the first key and from the last one on the fraction is 0: the end value comes out as stored.
    fraction = np.where(span > 0, np.maximum(times - keys[left], 0.0) / np.where(span > 0, span, 1.0), 0.0)
    if channel.interpolation == "CUBICSPLINE":
        return _spline(channel, left, right, span, fraction)
    values = _values(channel)
    start, end = values[left], values[right]
    if channel.property == "rotation":
        return quaternion.slerp(start, end, fraction)
    return start + (end - start) * fraction[:, None]


def _values(channel: Channel) -> Doubles:
    stored = channel.values[:, 1] if channel.interpolation == "CUBICSPLINE" else channel.values
    return stored.astype(np.float64)


def _spline(
    channel: Channel, left: NDArray[np.intp], right: NDArray[np.intp], span: Doubles, fraction: Doubles
) -> Doubles:
    """Cubic Hermite with tangents per second, hence scaled by the span; a rotation is made unit again."""
    keys = channel.values.astype(np.float64)
    start, leaving = keys[left, 1], keys[left, 2]
    end, arriving = keys[right, 1], keys[right, 0]
    t, d = fraction[:, None], span[:, None]
    t2, t3 = t * t, t * t * t
    curve = (
        (2 * t3 - 3 * t2 + 1) * start
        + d * (t3 - 2 * t2 + t) * leaving
        + (3 * t2 - 2 * t3) * end
        + d * (t3 - t2) * arriving
    )
    if channel.property == "rotation":
        curve = quaternion.normalize(curve)
    return np.asarray(np.where(t == 0.0, start, curve))
