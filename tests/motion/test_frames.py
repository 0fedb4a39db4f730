"""The frames that a clip is recorded in."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.motion.frames import frames_of
from pantin.rig import Channel, Clip


def clip(*times):
    return Clip(tuple(Channel(node, "rotation", at, np.zeros((len(at), 4))) for node, at in enumerate(times)))


@pytest.mark.parametrize("step", [0.0333333, 0.008333, 1 / 24, 0.05, 0.1])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_evenly_spaced_keys_are_the_frames(step, kind):
    """Stored in float32 the step is known to seven digits, of which the shortest number is taken."""
    times = (np.arange(500) * step).astype(kind)
    frames = frames_of(clip(times))
    assert (frames.times == times).all()
    assert frames.step == pytest.approx(step, rel=1e-7 if kind is np.float32 else 1e-14)
    assert frames.exact
    if kind is np.float32 and step == 0.0333333:
        assert frames.step == 0.0333333


def test_frames_begin_at_0():
    frames = frames_of(clip(np.array([0.5, 0.6, 0.7])))
    assert frames.times == pytest.approx(np.arange(8) / 10)


def test_keys_at_any_time_are_sampled():
    """At a usual rate that has all keys, else at 60 frames a second, to the end."""
    frames = frames_of(clip(np.array([0.0, 0.2, 1.0]), np.array([0.1])))
    assert (frames.exact, frames.step, len(frames.times)) == (True, 1 / 30, 31)
    frames = frames_of(clip(np.array([0.0, 0.123, 1.001])))
    assert (frames.exact, frames.step, len(frames.times)) == (False, 1 / 60, 62)


def test_poses_a_second_apart_are_not_frames():
    assert frames_of(clip(np.array([0.0, 1.0, 2.0]))).step == 1 / 30


def test_a_rate_may_be_asked_for():
    frames = frames_of(clip(np.array([0.0, 1.0])), 10)
    assert frames.times == pytest.approx(np.arange(11) / 10)
    for wrong in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="fps must be a positive number"):
            frames_of(clip(np.array([0.0])), wrong)


def test_a_clip_of_months_is_refused():
    with pytest.raises(ValueError, match="choose a lower frame rate"):
        frames_of(clip(np.array([0.0, 0.1, 1e7])))


def test_nothing_is_one_frame():
    assert frames_of(Clip(())).times.tolist() == [0.0]
    assert frames_of(clip(np.array([0.0]))).times.tolist() == [0.0]
