"""Compiled twin of `sampling.fill_frames`: a rig's clip as the flat arrays of `kernels.clips`, and back."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from pantin.kernels.clips import PARTS, Frames, Rest
from pantin.kernels.clips_numba import sample_clip
from pantin.motion.program import program
from pantin.motion.sampling import Sampled
from pantin.rig import Clip, Doubles, Pose, Rig


def fill_frames(rig: Rig, clip: Clip, rest: Pose, times: Doubles, made: Sampled) -> None:
    """As `sampling.fill_frames`. The kernel takes the rest pose as copies, since for read-only arrays numba
    would compile a kernel of its own, and the blend amounts of all nodes side by side in one array."""
    moved = [at for at, amounts in enumerate(made.weights) if amounts.flags.writeable]
    edges = np.cumsum([0, *(made.weights[at].shape[1] for at in moved)]).tolist()
    side_by_side = np.empty((len(times), edges[-1]))
    first_weight = tuple((rig.instances[at].node, first) for at, first in zip(moved, edges, strict=False))
    shift, turn, size = (_to_fill(made.parts.get(name), len(times)) for name in PARTS[:3])
    turned = np.zeros(0) if rest.quaternions is None else rest.quaternions.flatten()
    still = (rest.translations.flatten(), turned, rest.scales.flatten())
    sample_clip(
        rig.dimension,
        times.copy(),
        program(clip, first_weight),
        Rest(still, rest.local.flatten(), made.remade, made.shifted),
        Frames((shift, turn, size, side_by_side), _to_fill(made.local, len(times))),
    )
    for at, (first, end) in zip(moved, pairwise(edges), strict=True):
        made.weights[at][...] = side_by_side[:, first:end]


def _to_fill(part: Doubles | None, frames: int) -> Doubles:
    """(F, numbers) of a part that is to be filled; no numbers where there is none or the rest pose serves."""
    if part is None or not part.flags.writeable:
        return np.empty((frames, 0))
    return part.reshape(frames, -1)
