"""`pantin bake`: spring bones run along a clip and written as an animation."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cyclopts import Parameter

from pantin.cli.exit import Exit, UsageError
from pantin.cli.opening import opened_rig, refused
from pantin.cli.options import Flag
from pantin.cli.streams import STANDARD, say, to_standard_output

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.assets.baking import Baked
    from pantin.report import Report

TARGETS = (".glb", ".gltf", ".vrm")
"""What can hold the animation of any joint; a .vrma holds humanoid bones alone."""

NAMED = 8
"""How many clips a message lists."""

FINEST = 0.001
"""Degrees by which a loop is said to close if it does better: less is rounding, another on each machine."""


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What `pantin bake` may be asked for; the parser prints these lines as its help."""

    clip: str | None = None
    """The clip that drives the model, by name or index; of the motion file, if there is one."""
    seconds: float | None = None
    """How long to run: past the end of the clip, or without one."""
    motion: Path | None = None
    """Take the clip from another file: glTF by the names of its nodes, .vrma by humanoid bones."""
    fps: float = 60.0
    """Steps a second of the simulation."""
    out_fps: float = 30.0
    """Keys a second of the animation."""
    profile: Literal["spec", "univrm", "scaled"] = "spec"
    """Whose rules of scale to follow: the specification's, UniVRM's, or all lengths scaled."""
    settle: float = 0.0
    """Seconds the springs are given in the first pose before the clip starts."""
    loop: Flag = False
    """Run the clip until its end meets its start, and say how well it does."""
    only_springs: Flag = False
    """Leave the driven channels out of the new animation."""
    strip_springs: Flag = False
    """Take the springs out of the file, so that no viewer runs them again."""
    tolerance: float | None = None
    """Leave keys out where the motion stays within so many degrees."""
    lenient: Flag = False
    """Leave springs out that cannot be simulated, and bake the others."""


PLAIN = Options()


def bake(source: str, target: str, /, *, options: Options = PLAIN) -> int:
    """
    For example:

        pantin bake examples/springs/strand.glb strand.glb --clip look --loop
        pantin bake examples/springs/skirt.glb skirt.glb --seconds 2 --settle 1
        pantin bake examples/springs/strand.glb small.glb --clip 0 --out-fps 15
        pantin bake examples/springs/strand.glb bare.glb --clip 0 --strip-springs

    The simulation has a rate of its own: --out-fps changes the keys that are written, never the motion.

    Parameters
    ----------
    source
        The file to read; - is standard input.
    target
        .glb, .gltf or .vrm; - is standard output, as .glb.
    """
    if target != STANDARD and Path(target).suffix.lower() not in TARGETS:
        raise UsageError(f"{target}: an animation is baked into {', '.join(TARGETS)}")
    baked = baked_with_progress(opened_rig(source), options)
    report = written(baked, target)
    from pantin.report.render.text import render

    sys.stdout.flush()
    sys.stderr.writelines(render([report]))
    say(described_bake(baked))
    return Exit.CLEAN if report.ok else Exit.FINDINGS


def baked_with_progress(asset: Asset, options: Options) -> Baked:
    """Bake while a bar shows how far it is. Raises `UsageError` for what cannot be asked."""
    from pantin.assets.baking import bake_springs, driven
    from pantin.cli.posing import place
    from pantin.cli.progress import progress

    motion = None if options.motion is None else opened_rig(str(options.motion))
    names = [one.name for one in (motion or asset).rig.clips]
    if motion is None and options.clip is None and options.seconds is None:
        raise UsageError(f"{asset.path}: give --clip, --motion or --seconds; {clips_among(names)}")
    clip = None if options.clip is None else place(options.clip, names, "clip")
    with refused(asset.path):
        driving = driven(asset, clip, motion)
        length = options.seconds or (0.0 if driving is None else driving.clip.duration)
        with progress(None if options.loop else steps(length, options.fps), "baking") as advance:
            return bake_springs(
                asset,
                clip,
                options.fps,
                options.seconds,
                motion=motion,
                out_fps=options.out_fps,
                profile=options.profile,
                settle=options.settle,
                loop=options.loop,
                only_springs=options.only_springs,
                strip_springs=options.strip_springs,
                tolerance=options.tolerance,
                strict=not options.lenient,
                progress=advance,
            )


def clips_among(names: list[str | None]) -> str:
    """The clips of a file, in words, for who has not named one."""
    listed = [str(at) if name is None else repr(name) for at, name in enumerate(names[:NAMED])]
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"its clips are {', '.join(listed)}{more}" if names else "it has no clip"


def steps(seconds: float, fps: float) -> int:
    """Steps of the simulation; 0 for numbers that it refuses."""
    return math.ceil(seconds * fps) if math.isfinite(seconds * fps) else 0


def written(baked: Baked, target: str) -> Report:
    from pantin.assets import save
    from pantin.report import Report

    def write(path: Path) -> Report:
        return save(baked, path)

    with refused(target):
        saved = to_standard_output(write) if target == STANDARD else write(Path(target))
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
