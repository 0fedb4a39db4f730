from __future__ import annotations

import sys
from fractions import Fraction

import numpy as np
import pytest

import pantin
from pantin.viewer.animation import MAX_FRAMES, draw_animation, plan_frames, save_animation
from pantin.viewer.picture import Look

LOOK = Look((40, 30))


def clip(arm):
    return arm.rig.clips[0]


def test_a_clip_is_played_once_from_0_to_just_before_its_end(arm):
    """The example clip has 2 seconds."""
    timing = plan_frames(clip(arm), None, 10, False)
    assert timing.times == pytest.approx([step / 10 for step in range(20)])
    assert timing.rate == 10
    assert set(timing.turns) == {0}


def test_frames_alone_are_spread_over_the_clip(arm):
    timing = plan_frames(clip(arm), 8, None, False)
    assert timing.times == pytest.approx([step * 0.25 for step in range(8)])
    assert timing.rate == 4


def test_frames_and_rate_repeat_the_clip(arm):
    timing = plan_frames(clip(arm), 30, 10, False)
    assert len(timing.times) == 30
    assert timing.times[20:] == pytest.approx(timing.times[:10], abs=1e-12)


def test_a_turntable_turns_once_and_needs_no_clip():
    timing = plan_frames(None, 12, None, True)
    assert timing.turns == pytest.approx([step * 30 for step in range(12)])


def test_what_cannot_move_is_refused():
    with pytest.raises(ValueError, match="nothing to animate"):
        plan_frames(None, 10, None, False)


@pytest.mark.parametrize(
    ("frames", "rate"), [(0, None), (-3, None), (None, 0), (None, float("nan")), (5, 1e9)]
)
def test_numbers_of_frames_that_cannot_be(arm, frames, rate):
    with pytest.raises(ValueError, match=r"frames must be at least 1|fps must be more than 0"):
        plan_frames(clip(arm), frames, rate, False)


def test_too_many_frames_are_refused(arm):
    with pytest.raises(pantin.LimitExceeded, match="has more than 10,000 frames"):
        plan_frames(clip(arm), MAX_FRAMES + 1, None, False)
    with pytest.raises(pantin.LimitExceeded, match="are too large"):
        draw_animation(arm, clip(arm), plan_frames(clip(arm), 9_999, None, False), Look((4000, 4000)))


def test_frames_differ_as_the_clip_moves_and_turn_back_to_the_first(arm):
    frames = list(draw_animation(arm, clip(arm), plan_frames(clip(arm), 4, None, False), LOOK)[0])
    assert not np.array_equal(frames[0], frames[2])
    # The clip bends and straightens: a quarter and three quarters of it are the same pose.
    assert np.array_equal(frames[1], frames[3])


@pytest.mark.parametrize("name", ["a.webp", "a.gif"])
def test_pillow_reads_back_what_was_written(tmp_path, arm, name):
    image = pytest.importorskip("PIL.Image", reason="the extra pantin[render] is not installed")
    timing = plan_frames(clip(arm), 5, 10, False)
    ticks = []
    frames, _ = draw_animation(arm, clip(arm), timing, LOOK)
    save_animation(frames, timing.rate, tmp_path / name, lambda: ticks.append(1))
    assert len(ticks) == 5
    with image.open(tmp_path / name) as read:
        assert (read.n_frames, read.size) == (5, (40, 30))
        read.seek(2)
        read.load()
        assert read.info["duration"] == 100


@pytest.mark.parametrize("name", ["a.webp", "a.gif", "a.mp4"])
def test_the_same_animation_gives_the_same_bytes(tmp_path, arm, name):
    pytest.importorskip("PIL", reason="the extra pantin[render] is not installed")
    if name.endswith("mp4"):
        pytest.importorskip("av", reason="the extra pantin[video] is not installed")
    written = []
    for index in range(2):
        timing = plan_frames(clip(arm), 4, 10, True)
        path = tmp_path / f"{index}{name}"
        save_animation(draw_animation(arm, clip(arm), timing, LOOK)[0], timing.rate, path)
        written.append(path.read_bytes())
    assert written[0] == written[1]


def test_an_mp4_does_not_depend_on_what_was_in_memory(tmp_path):
    """x264 reads memory that is not set for macroblock trees: with them, other contents give other bytes."""
    pytest.importorskip("av", reason="the extra pantin[video] is not installed")

    def frames(junk):
        colors = np.random.default_rng(1)
        for _ in range(8):
            for size in (100, 1000, 5000, 20_000, 70_000, 200_000):
                freed = [np.full(size + 64 * more, junk, np.uint8) for more in range(20)]
                del freed
            yield colors.integers(0, 255, (60, 80, 4), np.uint8)

    for junk in (0, 255, 77, 131):
        save_animation(frames(junk), Fraction(30), tmp_path / f"{junk}.mp4")
    assert len({path.read_bytes() for path in tmp_path.iterdir()}) == 1


@pytest.mark.parametrize(("rate", "frames"), [(Fraction(1, 1000), 1), (Fraction(1), 700)])
def test_frames_that_are_shown_for_longer_than_a_gif_can_say_are_refused(tmp_path, rate, frames):
    """Its Graphic Control Extension has 16 bits for hundredths of a second: 655 s (GIF89a §23). Frames that
    are alike are written as one."""
    still = np.zeros((2, 2, 4), np.uint8)
    pytest.importorskip("PIL", reason="the extra pantin[render] is not installed")
    with pytest.raises(ValueError, match="the format cannot store frames of"):
        save_animation((still for _ in range(frames)), rate, tmp_path / "a.gif")
    assert not (tmp_path / "a.gif").exists()


def test_a_gif_keeps_what_is_clear_clear(tmp_path, arm):
    image = pytest.importorskip("PIL.Image", reason="the extra pantin[render] is not installed")
    timing = plan_frames(None, 3, None, True)
    look = Look((40, 30), background="transparent", shadow=False)
    save_animation(draw_animation(arm, None, timing, look)[0], timing.rate, tmp_path / "a.gif")
    with image.open(tmp_path / "a.gif") as read:
        for frame in range(3):
            read.seek(frame)
            alpha = np.asarray(read.convert("RGBA"))[..., 3]
            assert alpha[0, 0] == 0
            assert alpha.max() == 255


def test_an_mp4_of_odd_size_is_made_even(tmp_path, arm):
    av = pytest.importorskip("av", reason="the extra pantin[video] is not installed")
    timing = plan_frames(None, 3, 10, True)
    save_animation(draw_animation(arm, None, timing, Look((41, 31)))[0], timing.rate, tmp_path / "a.mp4")
    with av.open(str(tmp_path / "a.mp4")) as read:
        shapes = [frame.to_ndarray(format="rgb24").shape for frame in read.decode(video=0)]
    assert shapes == [(32, 42, 3)] * 3


def test_without_pyav_the_extra_is_named(tmp_path, arm, monkeypatch):
    monkeypatch.setitem(sys.modules, "av", None)
    timing = plan_frames(None, 3, 10, True)
    with pytest.raises(pantin.Unsupported, match=r"pip install 'pantin\[video\]'"):
        save_animation(draw_animation(arm, None, timing, LOOK)[0], timing.rate, tmp_path / "a.mp4")
    assert not (tmp_path / "a.mp4").exists()


def test_another_suffix_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"supported: \.webp, \.gif, \.mp4"):
        save_animation(iter(()), Fraction(10), tmp_path / "a.avi")
