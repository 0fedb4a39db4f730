"""`pantin bake`: spring bones run along a clip and written as an animation."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from pantin.cli.exit import Exit, UnreadableError, UsageError
from pantin.cli.pose import opened
from pantin.cli.streams import STANDARD, described, say, to_standard_output

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.assets.baking import Baked
    from pantin.report import Report

Flag = Annotated[bool, Parameter(negative="")]

TARGETS = (".glb", ".gltf", ".vrm")
"""What can hold the animation of any joint; a .vrma holds humanoid bones alone."""

FINEST = 0.001
"""Degrees by which a loop is said to close if it does better: less is rounding, another on each machine."""


def bake(
    source: str,
    target: str,
    /,
    *,
    clip: str | None = None,
    seconds: float | None = None,
    motion: Path | None = None,
    fps: float = 60.0,
    out_fps: float = 30.0,
    profile: Literal["spec", "univrm", "scaled"] = "spec",
    settle: float = 0.0,
    loop: Flag = False,
    only_springs: Flag = False,
    strip_springs: Flag = False,
    tolerance: float | None = None,
    lenient: Flag = False,
) -> int:
    """
    For example:

        pantin bake hero.vrm hero.glb --clip Walk --loop
        pantin bake hero.vrm hero.glb --seconds 5 --settle 1
        pantin bake hero.vrm dance.glb --motion dance.vrma --strip-springs
        pantin bake hero.vrm small.glb --clip 0 --out-fps 15 --tolerance 0.5

    The simulation has a rate of its own: --out-fps changes the keys that are written, never the motion.

    Parameters
    ----------
    source
        The file to read; - is standard input.
    target
        .glb, .gltf or .vrm; - is standard output, as .glb.
    clip
        The clip that drives the model, by name or index; of the motion file, if there is one.
    seconds
        How long to run: past the end of the clip, or without one.
    motion
        Take the clip from another file: glTF by the names of its nodes, .vrma by humanoid bones.
    fps
        Steps a second of the simulation.
    out_fps
        Keys a second of the animation.
    profile
        Whose rules of scale to follow: the specification's, UniVRM's, or all lengths scaled.
    settle
        Seconds the springs are given in the first pose before the clip starts.
    loop
        Run the clip until its end meets its start, and say how well it does.
    only_springs
        Leave the driven channels out of the new animation.
    strip_springs
        Take the springs out of the file, so that no viewer runs them again.
    tolerance
        Leave keys out where the motion stays within so many degrees.
    lenient
        Leave springs out that cannot be simulated, and bake the others.
    """
    if target != STANDARD and Path(target).suffix.lower() not in TARGETS:
        raise UsageError(f"{target}: an animation is baked into {', '.join(TARGETS)}")
    asset = opened(source)
    options: dict[str, Any] = {
        "fps": fps, "seconds": seconds, "motion": motion, "out_fps": out_fps, "profile": profile,
        "settle": settle, "loop": loop, "only_springs": only_springs, "strip_springs": strip_springs,
        "tolerance": tolerance, "strict": not lenient,
    }  # fmt: skip
    baked = baked_with_progress(asset, by_number(clip), options)
    report = written(baked, target)
    from pantin.report.render.text import render

    sys.stdout.flush()
    sys.stderr.writelines(render([report]))
    say(described_bake(baked))
    return Exit.CLEAN if report.ok else Exit.FINDINGS


def by_number(clip: str | None) -> int | str | None:
    return int(clip) if clip is not None and clip.isdecimal() else clip


def baked_with_progress(asset: Asset, clip: int | str | None, options: dict[str, Any]) -> Baked:
    """Bake while a bar shows how far it is. Raises `UsageError` for what cannot be asked."""
    from pantin.assets import load
    from pantin.assets.baking import bake_springs, driven
    from pantin.cli.progress import progress
    from pantin.errors import PantinError

    motion = options["motion"]
    try:
        options["motion"] = None if motion is None else load(motion)
        driving = driven(asset, clip, options["motion"])
        length = options["seconds"] or (0.0 if driving is None else driving.clip.duration)
        total = math.ceil(length * options["fps"]) if math.isfinite(length * options["fps"]) else 0
        with progress(total, "baking") as step:
            return bake_springs(asset, clip, **options, progress=advance(step))
    except OSError as error:
        raise UnreadableError(described(error, str(motion))) from None
    except PantinError as error:
        raise UnreadableError(str(error)) from None
    except ValueError as error:
        raise UsageError(str(error)) from None


def advance(step: Callable[[], None]) -> Callable[[int], None]:
    """The bar goes one by one; the simulation reports some steps at once."""

    def steps(count: int) -> None:
        for _ in range(count):
            step()

    return steps


def written(baked: Baked, target: str) -> Report:
    from pantin.assets import save
    from pantin.errors import PantinError
    from pantin.report import Report

    def write(path: Path) -> Report:
        return save(baked, path)

    try:
        saved = to_standard_output(write) if target == STANDARD else write(Path(target))
    except OSError as error:
        raise UnreadableError(described(error, error.filename or target)) from None
    except PantinError as error:
        raise UnreadableError(str(error)) from None
    except ValueError as error:
        raise UsageError(str(error)) from None
    return Report(saved.path, saved.format, (*baked.findings, *saved.findings))


def described_bake(baked: Baked) -> str:
    """What was made, in a line."""
    from pantin.report.tally import counted

    run = baked.track
    channels = baked.document.tree["animations"][baked.clip]["channels"]
    line = f"animation {baked.clip}: {run.seconds:.3g} s, {counted(len(run.joints), 'spring joint')}, "
    line += counted(len(channels), "channel")
    if run.gap is not None:
        turns = "once" if run.cycles == 1 else f"{run.cycles} times"
        line += f"; run {turns}, the loop closes within {max(math.degrees(run.gap), FINEST):.3g} degrees"
    return line
