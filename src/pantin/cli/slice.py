"""`pantin slice`: a 4D model cut by a 3-space, or seen in 3D as a wireframe."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pantin.cli.command import ALLOW_OUTSIDE, FORCE, Argument, Command, Option
from pantin.cli.exit import UsageError
from pantin.cli.io import finish, load_rig, refused, require_target, save_asset
from pantin.cli.pose_options import BLEND, FURTHER_AXES, ROTATE, numbers, weights

DISTANCE = 4.0
"""Of the eye: most models in four dimensions are within 2 of the origin."""


def slice(
    source: str,
    target: str,
    *,
    w: float | None,
    v: float | None,
    u: float | None,
    t: float | None,
    s: float | None,
    plane: str | None,
    sweep: int | None,
    project: str | None,
    distance: float | None,
    rotate: str | None,
    pose: Path | None,
    blend: Sequence[str] | None,
    allow_outside: bool,
) -> int:
    import pantin

    if sweep is not None and project is not None:
        raise UsageError("give --sweep or --project, not both")
    if w is not None and plane is not None:
        raise UsageError("give --w or --plane, not both")
    if sweep is not None and w is not None:
        raise UsageError("give --sweep or --w, not both: a sweep goes from one end to the other")
    if distance is not None and project != "perspective":
        raise UsageError("--distance is for --project perspective")
    require_target(
        target, *(("clips", "meshes") if sweep else ("surfaces.lines",) if project else ("meshes",))
    )
    space = None if plane is None else numbers(plane, "--plane")
    asset = load_rig(source, allow_outside)
    with refused(source, prefix=f"{source}: "):
        shared: dict[str, Any] = {"w": w, "v": v, "u": u, "t": t, "s": s, "plane": space, "rotate": rotate}
        shared |= {"pose": pose, "blend": weights(blend)}
        if project is not None:
            if project == "perspective" and distance is None:
                distance = DISTANCE
            sliced = pantin.project(asset, distance=distance, **shared)
        else:
            sliced = pantin.slice(asset, sweep=sweep, **shared)
        return finish(save_asset(sliced, target))


COMMAND = Command(
    "slice",
    slice,
    arguments=(
        Argument(
            "source", "The file to read, in four dimensions or more; - is standard input.", suffixes="read"
        ),
        Argument("target", "The file to write; - is standard output, as .glb.", suffixes="write"),
    ),
    options=(
        Option("w", float, "Cut where w has this value; 0 without --plane."),
        *FURTHER_AXES,
        Option("plane", str, "Cut by the 3-space a,b,c,d,e: the normal, and its distance from the origin."),
        Option("sweep", int, "Cut this many times from one end to the other, as an animation."),
        Option(
            "project",
            str,
            "Draw the edges instead of cutting.",
            choices=("orthographic", "perspective"),
        ),
        Option(
            "distance",
            float,
            f"How far the eye is from the 3-space, for --project perspective; {DISTANCE:g} if not given.",
        ),
        ROTATE,
        Option("pose", Path, "A JSON file of local transforms and blend weights, as of `pantin pose`."),
        BLEND,
        FORCE,
        ALLOW_OUTSIDE,
    ),
    examples="""
        pantin slice examples/g4mf/creature.g4b slice.glb --w 0.25
        pantin slice examples/g4mf/creature.g4b slice.stl --plane 1,1,1,1,0.5
        pantin slice examples/g4mf/creature.g4b turned.glb --rotate xw:30,yz:10
        pantin slice examples/g4mf/creature.g4b sweep.glb --sweep 12
        pantin slice examples/g4mf/creature.g4b wires.glb --project perspective
        pantin slice examples/g4mf/toy.g4b toy.glb --w 0.5 --v 0.6
        pantin slice examples/g4mf/face.g4tf smile.glb --blend FaceSmile=1
    """,
)
