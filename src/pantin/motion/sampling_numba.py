"""Compiled twin of `sampling.fill_frames`: a rig's clip as the flat arrays of `kernels.clips`, and back."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from pantin.kernels.clips import PARTS, FrameOutputs, Rest
from pantin.kernels.clips_numba import sample_clip
from pantin.motion.sampling import SampledArrays, compile_clip
from pantin.rig import Clip, Doubles, Pose, Rig


def fill_frames(rig: Rig, clip: Clip, rest: Pose, times: Doubles, arrays: SampledArrays) -> None:
    """As `sampling.fill_frames`. The kernel takes copies of the rest pose, because numba would compile
    another version for read-only arrays, and the blend weights of all nodes side by side in one array."""
    blended = [instance for instance, weights in enumerate(arrays.weights) if weights.flags.writeable]
    edges = np.cumsum([0, *(arrays.weights[instance].shape[1] for instance in blended)]).tolist()
    all_weights = np.empty((len(times), edges[-1]))
    first_weights = tuple(
        (rig.instances[instance].node, first) for instance, first in zip(blended, edges, strict=False)
    )
    translations, rotations, scales = (
        _as_frame_rows(arrays.parts.get(name), len(times)) for name in PARTS[:3]
    )
    quaternions = np.zeros(0) if rest.xyzw is None else rest.xyzw.flatten()
    sample_clip(
        rig.dimension,
        times.copy(),
        compile_clip(clip, first_weights),
        Rest(
            (rest.translations.flatten(), quaternions, rest.scales.flatten()),
            rest.local.flatten(),
            arrays.recomposed,
            arrays.translated,
        ),
        FrameOutputs(
            (translations, rotations, scales, all_weights), _as_frame_rows(arrays.local, len(times))
        ),
    )
    for instance, (first, end) in zip(blended, pairwise(edges), strict=True):
        arrays.weights[instance][...] = all_weights[:, first:end]


def _as_frame_rows(part: Doubles | None, frames: int) -> Doubles:
    """(F, numbers) of a part for the kernel to fill; (F, 0) for a part that is missing or at rest."""
    if part is None or not part.flags.writeable:
        return np.empty((frames, 0))
    return part.reshape(frames, -1)
