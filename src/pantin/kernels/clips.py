"""Clips as flat arrays, which the compiled sampler in `clips_numba.py` reads and fills.

The reference is the sampler of `motion`, in NumPy, track after track.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Indices = NDArray[np.int64]

STEP, LINEAR, SPLINE, SLERP, SPLINE_ROTATION = range(5)
PARTS = ("translation", "rotation", "scale", "weights")


class ClipProgram(NamedTuple):
    """T tracks, one row of `track` each; flat arrays of float64 and int64, all writeable: numba recompiles
    for others.

    track    (T, 8): kind, part, first key, count of keys, first value, first channel, count of channels,
             width
    keys     times of all keys
    values   of all tracks, as the tracks hold them; a SLERP track is followed by its arcs (start, end, angle,
             sine), so that one array serves
    channel  where each channel's value begins in its part's row of a frame
    arcs     channels of SLERP tracks
    """

    track: Indices
    keys: Doubles
    values: Doubles
    channel: Indices
    arcs: int


class FrameOutputs(NamedTuple):
    """Output arrays for F frames, each (F, numbers) float64; an array without numbers is left empty.

    parts  as `PARTS`; a node's numbers one after another, and the amounts of all blended nodes
    local  (F, nodes x N x (N + 1))
    """

    parts: tuple[Doubles, Doubles, Doubles, Doubles]
    local: Doubles


class Rest(NamedTuple):
    """One frame of the rest pose, flat, and the nodes that a clip moves: some get a new transform from their
    parts (3D only), the others keep its linear part.
    """

    parts: tuple[Doubles, Doubles, Doubles]
    local: Doubles
    remade: Indices
    shifted: Indices
