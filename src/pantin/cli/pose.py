"""`pantin pose`: a model held in a pose."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pantin.base.options import Option
from pantin.cli.batch_options import SOURCES, WRITING
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, VARIANT, Argument, Command, Many
from pantin.cli.exit import UsageError
from pantin.cli.io import finish, load_rig, refused, require_target, save_asset, unreadable
from pantin.cli.pose_options import CONSTRAINTS, EXPRESSION, LOOK_AT, POSE, point, rotations, weights


def pose(
    source: str,
    target: str,
    *,
    pose: Path | None,
    keep_rig: bool,
    allow_outside: bool,
    variant: tuple[str, ...],
    **given: Any,
) -> int:
    import pantin

    options = pose_options(keep_rig=keep_rig, **given)
    require_target(target, "meshes", *(("nodes",) if keep_rig else ()))
    asset = load_rig(source, allow_outside, variant)
    with refused(pose or asset.path):
        posed = pantin.pose(asset, pose, **options)
    with unreadable(asset.path):
        return finish(save_asset(posed, target))


def pose_options(
    *,
    set: Sequence[str] | None,
    blend: Sequence[str] | None,
    expression: Sequence[str] | None,
    look_at: str | None,
    keep_rig: bool,
    **options: Any,
) -> dict[str, Any]:
    """The options as `pantin.pose` takes them; what is not for it stays. Raises `UsageError`."""
    if keep_rig and options["solver"] is not None:
        raise UsageError("--solver shapes geometry, and --keep-rig writes none: give one of them")
    options |= {"rotate": rotations(set), "blend": weights(blend), "look_at": point(look_at)}
    return options | {"expressions": weights(expression, "--expression"), "keep_rig": keep_rig}


COMMAND = Command(
    "pose",
    pose,
    arguments=(
        SOURCES,
        Argument(
            "target",
            "The file to write: a model, or .obj, .stl or .npz for the geometry alone; or a folder for many. "
            "- is standard output, as .glb.",
            suffixes="write",
        ),
    ),
    options=(
        *POSE,
        EXPRESSION,
        LOOK_AT,
        CONSTRAINTS,
        Option("solver", str, "How skins bend: linear, or dual quaternions.", choices=("linear", "dqs")),
        Option("keep_rig", bool, "Write the pose into the nodes and keep skins and clips.", False),
        FORCE,
        ALLOW_OUTSIDE,
        VARIANT,
        *WRITING,
    ),
    notes="""The pose begins at rest; the clip comes first, then the file, --set, --look-at, --expression,
    --blend, and last the node constraints of the model. The result has the posed geometry and neither skins
    nor clips, unless --keep-rig.""",
    examples="""
        pantin pose examples/arm.glb still.glb --clip bend --time 0.5
        pantin pose examples/arm.glb bent.obj --set elbow=0,0,45
        pantin pose examples/g4mf/creature.g4b bent.g4b --set LowerArm=yw:90
        pantin pose examples/face.gltf smiling.glb --blend smile=0.8
        pantin pose examples/arm.glb held.glb --clip bend --keep-rig
        pantin pose examples/vrm/avatar.vrm happy.vrm --expression happy=0.8
        pantin pose examples/springs/ posed/ --set 0=0,0,45 --to .obj
    """,
    many=Many("pose", pose_options),
)
