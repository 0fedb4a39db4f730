"""Flat arrays of a clip, and one compiled call over them."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.kernels.clips import LINEAR, ClipProgram, FrameOutputs, Rest


def test_a_part_without_numbers_is_left_alone_and_another_begins_as_the_rest():
    pytest.importorskip("numba", reason="numba cannot be imported")
    from pantin.kernels.clips_numba import sample_clip

    # two nodes; the translation of node 1 goes from (0, 0, 0) to (4, 4, 4) between the times 1 and 3
    steps = ClipProgram(
        np.array([[LINEAR, 0, 0, 2, 0, 0, 1, 3]]),
        np.array([1.0, 3.0]),
        np.repeat([0.0, 4.0], 3),
        np.array([3]),
        arcs=0,
    )
    nothing, moved, local = np.empty((2, 0)), np.empty((2, 6)), np.empty((2, 24))
    rest = Rest(
        (np.arange(6.0), np.zeros(8), np.ones(6)),
        np.tile(np.eye(3, 4).ravel(), 2),
        np.array([], np.int64),
        np.array([1]),
    )
    sample_clip(3, np.array([2.0, 9.0]), steps, rest, FrameOutputs((moved, nothing, nothing, nothing), local))
    assert moved.tolist() == [[0, 1, 2, 2, 2, 2], [0, 1, 2, 4, 4, 4]]
    assert local.reshape(2, 2, 3, 4)[..., 3].tolist() == [[[0, 0, 0], [2, 2, 2]], [[0, 0, 0], [4, 4, 4]]]
