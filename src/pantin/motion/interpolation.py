"""Keys at many times: STEP, LINEAR (rotations turn the short way) and CUBICSPLINE.

glTF 2.0 §3.11 and appendix C: clamp at both ends, give back a key's own value at its own time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.maths import quaternion
from pantin.motion.tracks import Arcs, Track
from pantin.rig import Doubles


def values_at(track: Track, times: Doubles) -> Doubles:
    """(F, C, width) values of the track's channels at (F,) times; (F, 1, width) where they share them."""
    keys = track.times
    left = np.clip(np.searchsorted(keys, times, side="right") - 1, 0, len(keys) - 1)
    values = track.values[:, 1] if track.interpolation == "CUBICSPLINE" else track.values
    if track.interpolation == "STEP" or len(keys) == 1:
        return values[left]
    right = np.minimum(left + 1, len(keys) - 1)
    span = keys[right] - keys[left]
    # Before the first key and from the last one on the fraction is 0: the end value comes out as stored.
    fraction = np.where(span > 0, np.maximum(times - keys[left], 0.0) / np.where(span > 0, span, 1.0), 0.0)
    if track.interpolation == "CUBICSPLINE":
        return _spline(track, left, right, span[:, None, None], fraction[:, None, None])
    if track.arcs is not None:
        return _turned(track.arcs, values, left, fraction)
    start, end = values[left], values[right]
    return start + (end - start) * fraction[:, None, None]


def _turned(arcs: Arcs, values: Doubles, left: NDArray[np.intp], fraction: Doubles) -> Doubles:
    """Slerp along the arcs, component by component: rows of contiguous numbers, not of four.

    Ends of length 1 give a result of length 1 within a few roundings, so it is not scaled again.
    """
    t = fraction[:, None]
    angle, sine = arcs.angle[left], arcs.sine[left]
    bent = angle > 0
    first = np.where(bent, np.sin((1.0 - t) * angle) / sine, 1.0 - t)
    second = np.where(bent, np.sin(t * angle) / sine, t)
    curve = np.empty((*first.shape, 4))
    for part in range(4):
        curve[..., part] = first * arcs.start[part][left] + second * arcs.end[part][left]
    at_key = fraction == 0.0
    curve[at_key] = values[left[at_key]]
    return curve


def _spline(
    track: Track, left: NDArray[np.intp], right: NDArray[np.intp], span: Doubles, t: Doubles
) -> Doubles:
    """Cubic Hermite with tangents per second, hence scaled by the span; a rotation is made unit again."""
    start, leaving = track.values[left, 1], track.values[left, 2]
    end, arriving = track.values[right, 1], track.values[right, 0]
    t2, t3 = t * t, t * t * t
    curve = (
        (2 * t3 - 3 * t2 + 1) * start
        + span * (t3 - 2 * t2 + t) * leaving
        + (3 * t2 - 2 * t3) * end
        + span * (t3 - t2) * arriving
    )
    if track.property == "rotation":
        curve = quaternion.normalize(curve)
    return np.asarray(np.where(t == 0.0, start, curve))
