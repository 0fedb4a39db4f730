"""`pantin bake`: spring bones and node constraints run along a clip and written as an animation."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.options import Option
from pantin.cli.batch_options import SOURCES, WRITING
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, VARIANT, Argument, Command, Many
from pantin.cli.exit import UsageError
from pantin.cli.io import finish, load_motion, load_rig, refused, require_target, save_asset
from pantin.cli.pose_options import CONSTRAINTS, MOTION
from pantin.cli.streams import say

if TYPE_CHECKING:
    from pantin import Asset
    from pantin.verbs.bake import Baked

MOST_LISTED = 8
"""How many clips a message lists."""


def bake(
    source: str,
    target: str,
    *,
    motion: Path | None,
    lenient: bool,
    allow_outside: bool,
    variant: tuple[str, ...],
    **options: Any,
) -> int:
    require_target(target, "clips", "skins")
    asset = load_rig(source, allow_outside, variant)
    moving = load_motion(motion, allow_outside)
    baked = bake_with_progress(asset, moving, strict=not lenient, **options)
    with refused(target):
        report = save_asset(baked, target)
    code = finish(report)
    say(baked.describe())
    return code


def bake_with_progress(
    asset: Asset, moving: Asset | None, *, clip: str | None, seconds: float | None, **options: Any
) -> Baked:
    """Bake while a bar shows how far it is. Raises `UsageError` for what cannot be asked."""
    import pantin
    from pantin.cli.progress import progress
    from pantin.formats.lookup import index_of

    clips = (moving or asset).rig.clips
    if moving is None and clip is None and seconds is None:
        names = [entry.name for entry in clips]
        raise UsageError(f"{asset.path}: give --clip, --motion or --seconds; {clips_among(names)}")
    with refused(asset.path):
        index = None if clip is None else index_of(clip, [entry.name for entry in clips], "clip")
        driving = clips[index or 0] if clips and (index is not None or moving) else None
        length = seconds or (0.0 if driving is None else driving.duration)
        with progress(None if options["loop"] else steps(length, options["fps"]), "baking") as advance:
            return pantin.bake_springs(
                asset, index, seconds=seconds, motion=moving, progress=advance, **options
            )


def clips_among(names: list[str | None]) -> str:
    """The clips of a file, for a message that asks for one."""
    listed = [str(index) if name is None else repr(name) for index, name in enumerate(names[:MOST_LISTED])]
    more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return f"its clips are {', '.join(listed)}{more}" if names else "it has no clip"


def steps(seconds: float, fps: float) -> int:
    """Steps of the simulation; 0 for numbers that it refuses."""
    return math.ceil(seconds * fps) if math.isfinite(seconds * fps) else 0


def options_of_each(
    *, clip: str | None, seconds: float | None, motion: Path | None, lenient: bool, **options: Any
) -> dict[str, Any]:
    """The options of each file of a batch."""
    if clip is None and seconds is None and motion is None:
        raise UsageError("give --clip, --motion or --seconds")
    return options | {"clip": clip, "seconds": seconds, "motion": motion, "strict": not lenient}


COMMAND = Command(
    "bake",
    bake,
    arguments=(
        SOURCES,
        Argument(
            "target",
            ".glb, .gltf or .vrm, or the folder for many files; - is standard output, as .glb.",
            suffixes="write",
        ),
    ),
    options=(
        Option("clip", str, "The clip that drives the model, by name or index; of the motion file, if any."),
        Option("seconds", float, "How long to run: past the end of the clip, or without one."),
        MOTION,
        Option("fps", float, "Steps a second of the simulation.", 60.0),
        Option("out_fps", float, "Keys a second of the animation.", 30.0),
        Option(
            "profile",
            str,
            "Whose rules of scale to follow: the specification's, UniVRM's, or all lengths scaled.",
            "spec",
            choices=("spec", "univrm", "scaled"),
        ),
        Option(
            "settle",
            float,
            "Seconds the springs are given in the first pose before the clip starts.",
            0.0,
        ),
        Option("loop", bool, "Run the clip until its end meets its start, and say how well it does.", False),
        Option("only_springs", bool, "Leave the driven channels out of the new animation.", False),
        Option(
            "strip_springs",
            bool,
            "Take the springs out of the file, so that no viewer runs them again.",
            False,
        ),
        CONSTRAINTS,
        Option("tolerance", float, "Drop keys that change the motion by less than this many degrees."),
        Option(
            "lenient",
            bool,
            "Skip springs that cannot be simulated, and clamp dragForce to 0…1.",
            False,
        ),
        FORCE,
        ALLOW_OUTSIDE,
        VARIANT,
        *WRITING,
    ),
    notes="""The simulation has a rate of its own: --out-fps changes the keys that are written, never the
    motion.""",
    examples="""
        pantin bake examples/springs/strand.glb strand.glb --clip look --loop
        pantin bake examples/springs/skirt.glb skirt.glb --seconds 2 --settle 1
        pantin bake examples/springs/strand.glb small.glb --clip 0 --out-fps 15
        pantin bake examples/springs/strand.glb bare.glb --clip 0 --strip-springs
        pantin bake examples/springs/ baked/ --seconds 2
    """,
    many=Many("bake", options_of_each),
)
