"""Animations of a clip, of a turntable or of both, written as WebP, GIF or MP4."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.base.errors import TooMuchAsked, Unsuitable
from pantin.base.extras import install_command
from pantin.base.files import atomic_write
from pantin.base.records import Record
from pantin.formats.pixels import import_pillow
from pantin.motion import sample
from pantin.rig import Clip, Pose, Poses, Rig
from pantin.viewer.camera import ViewAngles
from pantin.viewer.colour import Pixels
from pantin.viewer.picture import Look, finish_picture
from pantin.viewer.stage import Stage

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset

ANIMATIONS = (".webp", ".gif", ".mp4")

H264 = {"crf": "18", "preset": "medium", "x264-params": "mbtree=0"}
"""Without macroblock trees: x264 (of PyAV 18.1) reads memory for them that it has not set, and the same
frames give other bytes."""

LONGEST_GIF_FRAME = 655_350
"""Milliseconds."""

MAX_FRAMES = 10_000
"""Frames of an animation: over five minutes at 30 fps."""

MAX_PIXELS = 1 << 32
"""Pixels of all frames together."""

DEFAULT_FPS = 25
"""40 ms per frame, which every format can store exactly."""

TURNTABLE_SECONDS = 4.0
"""Seconds of a full turn around the model."""

FRAMING_POSES = 64
"""Poses of a clip that determine the camera: neighbours differ little, so more only take time."""


class Timing(Record):
    """For each frame the time in the clip in seconds, the turn of the camera in degrees, and its place in the
    animation from 0 up to 1; and the frames per second."""

    times: tuple[float, ...]
    turns: tuple[float, ...]
    phases: tuple[float, ...]
    rate: Fraction


def plan_frames(
    clip: Clip | None, frames: int | None, rate: float | None, turntable: bool, *, moving: bool = False
) -> Timing:
    """The times of the frames. A clip plays once, from 0 to just before its end, so that it can loop.
    `moving`: something other than a clip and the camera moves, as long as a turntable takes.

    `frames` alone spreads them over the clip or one turn; `rate` alone makes as many as the clip needs;
    with both, the clip loops at its own speed until all frames are filled.
    """
    length = TURNTABLE_SECONDS if turntable or moving else 0.0
    if clip is not None and clip.duration > 0:
        length = clip.duration
    if not length:
        raise ValueError("nothing to animate: choose a clip longer than 0 seconds, or use turntable")
    if rate is not None and not 0 < rate <= 1000:
        raise ValueError(f"fps must be more than 0 and at most 1,000, not {rate:g}")
    if frames is not None and frames < 1:
        raise ValueError(f"frames must be at least 1, not {frames}")
    if frames is None:
        wanted = length * float(rate or DEFAULT_FPS)
        frames = max(1, round(wanted)) if wanted <= MAX_FRAMES else MAX_FRAMES + 1
    if frames > MAX_FRAMES:
        raise TooMuchAsked(
            "frames", f"the animation has more than {MAX_FRAMES:,} frames: use fewer frames or a lower fps"
        )
    steps = np.arange(frames)
    phases = steps / frames
    times = steps * (length / frames) if rate is None else (steps / rate) % length
    shown = Fraction(frames / length if rate is None else rate).limit_denominator(1000)
    turns = steps * (360.0 / frames) if turntable else np.zeros(frames)
    rate_shown = max(shown, Fraction(1, 1000))
    return Timing(tuple(times.tolist()), tuple(turns.tolist()), tuple(phases.tolist()), rate_shown)


def draw_animation(
    subject: Asset | Rig,
    clip: Clip | Pose | int | str | None,
    timing: Timing,
    look: Look,
    adjust: Callable[[Pose], Pose] = lambda pose: pose,
) -> tuple[Iterator[Pixels], tuple[str, ...]]:
    """The frames, each drawn when it is requested, and notes on what could not be drawn. Instead of a clip
    there may be a pose that is held. `adjust` changes the pose of each frame.

    All have the same camera distance, so that nothing is cut off and the model does not change its size.
    """
    check_pixels(look.size, len(timing.times))
    stage = Stage(subject, look.show)
    sampled = _poses(stage.rig, clip, timing.times)

    def poses(frame: int) -> Pose:
        return adjust(sampled(frame))

    views = [look.view.rotate(turn) for turn in timing.turns]
    return _frames(stage, poses, views, look), stage.notes


def check_pixels(size: tuple[int, int], frames: int) -> None:
    """Raise `LimitExceeded` for frames that together are too large."""
    across, down = size
    if across * down * frames > MAX_PIXELS:
        raise TooMuchAsked(
            "pixels",
            f"{frames:,} frames of {across} × {down} pixels are too large: "
            "use fewer frames or a smaller size",
        )


def framing_frames(count: int) -> list[int]:
    """The frames, of this many, that determine the camera."""
    frames: list[int] = np.linspace(0, count - 1, min(count, FRAMING_POSES)).round().astype(int).tolist()
    return list(dict.fromkeys(frames))


def _poses(rig: Rig, clip: Clip | Pose | int | str | None, times: Sequence[float]) -> Callable[[int], Pose]:
    """The pose of each frame; a clip is sampled once for all."""
    if clip is None or isinstance(clip, Pose):
        held = rig.rest_pose() if clip is None else clip
        return lambda frame: held
    poses: Poses = sample(rig, clip, np.array(times))
    return lambda frame: poses[frame]


def _frames(
    stage: Stage, pose: Callable[[int], Pose], views: list[ViewAngles], look: Look
) -> Iterator[Pixels]:
    shots = stage.shots(
        [pose(frame) for frame in framing_frames(len(views))], views, look.size, portrait=look.portrait
    )
    for frame, shot in enumerate(shots):
        yield finish_picture(stage, pose(frame), shot, look)


def save_animation(
    frames: Iterator[Pixels],
    rate: Fraction,
    path: str | os.PathLike[str],
    tick: Callable[[], None] = lambda: None,
) -> None:
    """Write frames in the format of the suffix; `tick` is called after each. The file appears when it is
    complete. The same frames always give the same bytes."""
    target = Path(path)
    writers = {".webp": _webp, ".gif": _gif, ".mp4": _mp4}
    if target.suffix.lower() not in writers:
        raise ValueError(f"{target.name}: not an animation format (supported: {', '.join(writers)})")

    def counted_frames() -> Iterator[Pixels]:
        for frame in frames:
            yield frame
            tick()

    with _explain_overflow(target.name, rate):
        content = writers[target.suffix.lower()](counted_frames(), rate)
    atomic_write(target, [content])


@contextmanager
def _explain_overflow(name: str, rate: Fraction) -> Iterator[None]:
    """GIF has 16 bits for the duration of a frame in hundredths of a second, and equal frames are merged;
    WebP has 31 bits for the milliseconds of all frames. Pillow raises while it writes."""
    try:
        yield
    except OverflowError:
        raise ValueError(
            f"{name}: the format cannot store frames of {_milliseconds(rate) / 1000:,g} s: "
            "use a higher fps or fewer frames"
        ) from None


def _webp(frames: Iterator[Pixels], rate: Fraction) -> bytes:
    images = _images(frames)
    first = next(images)
    buffer = io.BytesIO()
    first.save(
        buffer, "WEBP", save_all=True, append_images=images, duration=_milliseconds(rate), loop=0,
        quality=88, alpha_quality=100, method=4,
    )  # fmt: skip
    return buffer.getvalue()


def _gif(frames: Iterator[Pixels], rate: Fraction) -> bytes:
    # GIF stores hundredths of a second, and pixels are either opaque or transparent.
    images = [_reduce_colours(pixels) for pixels in frames]
    buffer = io.BytesIO()
    duration = max(20, round(_milliseconds(rate) / 10) * 10)
    longest = max(len(list(run)) for _, run in groupby(images, key=lambda image: image.tobytes()))
    if longest * duration > LONGEST_GIF_FRAME:
        raise OverflowError  # not every version of Pillow does
    images[0].save(
        buffer, "GIF", save_all=True, append_images=images[1:], duration=duration, loop=0, disposal=2,
        optimize=False,
    )  # fmt: skip
    return buffer.getvalue()


def _reduce_colours(pixels: Pixels) -> Any:
    """An image of 255 colours and a transparent one."""
    image_module = import_pillow()
    clear = pixels[..., 3] < 128
    image = image_module.fromarray(np.ascontiguousarray(pixels[..., :3]))
    reduced = image.quantize(255, method=image_module.Quantize.MEDIANCUT)
    if not clear.any():
        return reduced
    table = reduced.getpalette()
    indices = np.asarray(reduced).copy()
    indices[clear] = 255
    content = image_module.frombytes("P", reduced.size, indices.tobytes())
    content.putpalette((table + [0] * 768)[:768])
    content.info["transparency"] = 255
    return content


def _mp4(frames: Iterator[Pixels], rate: Fraction) -> bytes:
    try:
        av: Any = import_module("av")
    except ImportError:
        raise Unsuitable(f"MP4 needs PyAV: {install_command('video')}") from None
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp4", options={"fflags": "+bitexact"}) as container:
        stream: Any = None
        for pixels in frames:
            even = _pad_to_even(pixels)
            if stream is None:
                stream = container.add_stream("libx264", rate=rate, options=H264)
                stream.height, stream.width = even.shape[:2]
                stream.pix_fmt = "yuv420p"
            container.mux(stream.encode(av.VideoFrame.from_ndarray(even, format="rgb24")))
        container.mux(stream.encode())
    return buffer.getvalue()


def _pad_to_even(pixels: Pixels) -> Pixels:
    """H.264 needs an even width and height: an odd last row or column is repeated. Transparent becomes
    white."""
    alpha = pixels[..., 3:].astype(np.uint16)
    plain = ((pixels[..., :3] * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)
    down, across = plain.shape[:2]
    return np.ascontiguousarray(np.pad(plain, ((0, down % 2), (0, across % 2), (0, 0)), mode="edge"))


def _images(frames: Iterator[Pixels]) -> Iterator[Any]:
    image_module = import_pillow()
    for pixels in frames:
        yield image_module.fromarray(pixels if (pixels[..., 3] < 255).any() else pixels[..., :3].copy())


def _milliseconds(rate: Fraction) -> int:
    return max(1, round(1000 / rate))
