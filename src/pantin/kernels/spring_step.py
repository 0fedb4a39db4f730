"""Frames of spring bones: the shapes of their arrays, and their amount of work.

The NumPy reference is in `spring_step_numpy.py`, the compiled twin in `spring_step_numba.py`; both have the
same bits, so a simulation may switch between them at any step.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.base.later import Later

from . import engine, spring_step_numpy
from .spring_program import LANES, Array, Event, Integers, JointState, Program

LEVEL = 30
"""Number of joints whose arithmetic takes NumPy as long as the calls of one level, which take 250 µs for any
number."""

NUMPY_SHARE = 37_500
"""Work, as joints over all steps plus `LEVEL` for each level, that takes NumPy as long as loading numba with
a filled cache (0.4 s)."""


SPRINGS = engine.Kernel(
    "springs", spring_step_numpy.advance, Later("pantin.kernels.spring_step_numba", "advance")
)


class Changes(NamedTuple):
    """What changes from frame to frame while everything else stays still: nodes (K,), maps (frames, B, K, 12,
    L or 1) and scales (frames, B, K, 3, L or 1)."""

    nodes: Integers
    maps: Array
    scales: Array


def advance(
    program: Program,
    state: Array,
    driven: Array,
    scales: Array,
    external: Array,
    above: Array,
    dt: float,
    *,
    frames: int,
    work: int,
    changes: Changes | None = None,
    live: Integers | None = None,
) -> tuple[Array, np.ndarray]:
    """Run `frames` steps of dt; the local rotations (frames, B, J, 4, L) of the joints, and counts of
    degenerate events.

    state     (B, J, 13, L) B blocks of L rigs, changed in place; columns as `JointState`
    driven    (1 or frames, B, nodes, 12, L or 1) local transforms by rows; one frame serves all frames, one
              lane all lanes
    scales    (1 or frames, B, nodes, 3, L or 1)
    external  (1 or frames, B, 3, L) acceleration added to gravity
    above     (B, 12, L) the world transform of the parent of all roots
    changes   written into `driven` and `scales` before each step, which then hold one frame
    live      (B,) a bit for each lane whose events are counted; all, if not given
    work      the amount of work, by which the engine is chosen; see `work_of`
    """
    blocks, joints, columns, lanes = state.shape
    nodes = driven.shape[2]
    if columns != JointState.width or joints != len(program.joint_index):
        raise ValueError(
            f"state must be (B, {len(program.joint_index)}, {JointState.width}, L), not {state.shape}"
        )
    if driven.shape != (len(driven), blocks, nodes, 12, driven.shape[4]) or driven.shape[4] not in (1, lanes):
        raise ValueError(f"driven must be (F, {blocks}, nodes, 12, {lanes} or 1), not {driven.shape}")
    if scales.shape != (*driven.shape[:3], 3, driven.shape[4]):
        raise ValueError(f"scales must be {(*driven.shape[:3], 3, driven.shape[4])}, not {scales.shape}")
    if external.shape != (len(external), blocks, 3, lanes) or above.shape != (blocks, 12, lanes):
        raise ValueError("external and above do not fit the blocks and lanes of the state")
    if len(driven) not in (1, frames) or len(external) not in (1, frames):
        raise ValueError(f"driven and external must have 1 or {frames} frames")
    if len(program.origins) and int(program.origins.max()) >= nodes:
        raise ValueError(f"the program uses node {int(program.origins.max())} of {nodes}")
    width = driven.shape[4]
    if changes is None:
        nobody = np.zeros((frames, blocks, 0, 1, width))
        changes = Changes(np.zeros(0, np.int64), nobody, nobody)
    elif len(driven) > 1 or changes.maps.shape != (frames, blocks, len(changes.nodes), 12, width):
        raise ValueError(f"changes must be {(frames, blocks, len(changes.nodes), 12, width)} over one frame")
    elif changes.scales.shape != (*changes.maps.shape[:3], 3, width) or not _are_indices_below(
        changes.nodes, nodes
    ):
        raise ValueError("changes refer to a node that does not exist, or have scales for other nodes")
    out = np.empty((frames, blocks, joints, 4, lanes))
    counts = np.zeros((blocks, len(Event)), np.int64)
    arrays = (state, driven, scales, int(len(driven) > 1), *changes, above, external, int(len(external) > 1))
    live = np.full(blocks, 2**LANES - 1) if live is None else live
    if lanes == LANES or (lanes == 1 and blocks == 1):
        SPRINGS(work, program, *arrays, dt, live, out, counts)
    else:  # shapes that the twin does not serve
        SPRINGS.numpy(program, *arrays, dt, live, out, counts)
    return out, counts.sum(0)


def _are_indices_below(nodes: Integers, count: int) -> bool:
    return not len(nodes) or (int(nodes.min()) >= 0 and int(nodes.max()) < count)


def work_of(joints: int, levels: int, steps: int) -> int:
    """Steps of these joints and levels, as the engine counts work."""
    return (joints + LEVEL * levels) * steps * engine.WORK_THRESHOLD // NUMPY_SHARE
