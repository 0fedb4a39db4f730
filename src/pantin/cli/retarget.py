"""`pantin retarget`: the motion of one character, or of a file of motion, onto another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.options import Option
from pantin.cli.batch_options import WRITING
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, Argument, Command, Many
from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import finish, load_rig, print_report, refused, require_target, save_asset
from pantin.cli.streams import STANDARD, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pantin.verbs.asset import Asset
    from pantin.verbs.retarget_bones import MappedBone


def retarget(
    motion: str,
    target: str,
    out: str | None,
    *,
    clip: str | None,
    show_map: bool,
    allow_outside: bool,
    **options: Any,
) -> int:
    import pantin

    if out is None and not show_map:
        raise UsageError("give the file to write, or --show-map to see the bones")
    if out is not None:
        require_target(out, "clips")
    moving, asset = load_rig(motion, allow_outside), load_rig(target, allow_outside)
    if show_map:
        from pantin.verbs.retarget_bones import match_bones

        with refused(asset.path):
            bones, report = match_bones(moving, asset, options.get("map"))
        print("\n".join(map_lines(bones, asset)), flush=True)
        if out is None:
            print_report(report)
    if out is None:
        return Exit.CLEAN
    with refused(asset.path):
        done = pantin.retarget(moving, asset, clip=0 if clip is None else clip, **options)
    with refused(out):
        report = save_asset(done.asset if out == STANDARD else done.asset_for(out), out)
    code = finish(report)
    for note in done.notes:
        say(note)
    return code


def map_lines(bones: Mapping[str, MappedBone], target: Asset) -> list[str]:
    """A table of the bones of the motion: joint, confidence and the node of the target."""
    from pantin.report.wording import counted, printable

    names = target.rig.nodes.names
    rows = [("bone", "joint", "confidence", "node of the target")]
    for mapped in bones.values():
        node = "-" if mapped.target is None else str(names[mapped.target] or mapped.target)
        node += f" ({mapped.target_confidence:.2f})" if mapped.target_confidence < 1 else ""
        joint = str(mapped.name or mapped.joint)
        rows.append((mapped.bone, printable(joint), f"{mapped.confidence:.2f}", printable(node)))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        "  ".join(word.ljust(width) for word, width in zip(row, (*widths, 0), strict=True)).rstrip()
        for row in rows
    ]
    uncertain = sum(mapped.uncertain for mapped in bones.values())
    return [*lines, f"{counted(len(bones), 'bone')}, {uncertain} uncertain (below 0.80)"]


def options_of_each(*, target: str, show_map: bool, **options: Any) -> dict[str, Any]:
    """The options of each file of a batch."""
    if show_map:
        raise UsageError("--show-map prints the bones of one file")
    return options | {"target": Path(target)}


COMMAND = Command(
    "retarget",
    retarget,
    arguments=(
        Argument(
            "motion",
            "The file with the motion, or many: folders, patterns, @lists and URLs. - is standard input.",
            many=True,
            suffixes="read",
        ),
        Argument("target", "The character: VRM, or any glTF with a humanoid skeleton.", suffixes="read"),
        Argument(
            "out",
            "The target with the motion as its last animation, or a .vrma; or a folder. - is standard "
            "output, as .glb.",
            required=False,
            suffixes="write",
        ),
    ),
    options=(
        Option("clip", str, "The clip of the motion, by name or index; the first by default."),
        Option(
            "map",
            Path,
            "A JSON object from joints of the motion to VRM 1.0 bones, instead of what is found.",
        ),
        Option("show_map", bool, "Print each bone with its joint and the confidence.", False),
        Option("springs", bool, "Simulate the springs of the target along the motion, and add them.", False),
        Option("fps", float, "Keys a second, instead of the keys of the motion."),
        Option("in_place", bool, "Remove root motion: the hips stay above their place.", False),
        Option("lock_feet", bool, "Bend the legs so that planted feet do not slide.", False),
        Option("rest_frame", int, "Take this frame of the motion, from 0, as its T-pose."),
        FORCE,
        ALLOW_OUTSIDE,
        *WRITING,
    ),
    notes="""Bones are found by the names of joints and by the shape of the skeleton. Those with a confidence
    below 0.8 are reported.""",
    examples="""
        pantin retarget examples/retarget/walk.glb examples/vrm/avatar.vrm out.vrm
    """,
    many=Many("retarget", options_of_each, "motion", "out"),
)
