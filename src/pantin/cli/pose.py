"""`pantin pose`: a model held in a pose."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pantin.cli.exit import Exit, UsageError
from pantin.cli.opening import opened_rig, refused
from pantin.cli.options import Flag, Repeated
from pantin.cli.streams import STANDARD, to_standard_output

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.report import Report
    from pantin.rig import Pose, Solver

MODELS = frozenset({".glb", ".gltf", ".vrm", ".g4b", ".g4tf"})
"""Suffixes of files that hold a whole model."""


def pose(
    source: str,
    target: str,
    /,
    *,
    clip: str | None = None,
    time: float | None = None,
    set: Repeated = None,
    pose: Path | None = None,
    blend: Repeated = None,
    solver: Literal["linear", "dqs"] | None = None,
    keep_rig: Flag = False,
) -> int:
    """
    For example:

        pantin pose examples/arm.glb still.glb --clip bend --time 0.5
        pantin pose examples/arm.glb bent.obj --set elbow=0,0,45
        pantin pose examples/face.gltf smiling.glb --blend smile=0.8
        pantin pose examples/arm.glb held.glb --clip bend --keep-rig

    The pose begins at rest; the clip comes first, then the file, then --set and --blend.
    The result has the posed geometry and neither skins nor clips, unless --keep-rig.

    Parameters
    ----------
    source
        The file to read; - is standard input.
    target
        .glb, .gltf, .vrm, .g4b or .g4tf; .obj, .stl or .npz for the geometry alone; - is
        standard output, as .glb.
    clip
        The clip to take the pose from, by name or index; the first if only --time is given.
    time
        The moment of the clip in seconds; 0 if only --clip is given.
    set
        NODE=rx,ry,rz turns a node, by name or index: degrees about x, then y, then z of its parent.
    pose
        A JSON file of local transforms and blend amounts.
    blend
        NAME=X gives a blend shape, by name or index, the amount X in every mesh that has it.
    solver
        How skins bend: linear, or dual quaternions.
    keep_rig
        Write the pose into the nodes and keep skins and clips.
    """
    if keep_rig and solver is not None:
        raise UsageError("--solver shapes geometry, and --keep-rig writes none: give one of them")
    asset = opened_rig(source)
    wanted = chosen(asset, clip, time, set or (), pose, blend or ())
    report = written(asset, wanted, target, solver, keep_rig)
    from pantin.report.render.text import render

    sys.stdout.flush()
    sys.stderr.writelines(render([report]))
    return Exit.CLEAN if report.ok else Exit.FINDINGS


def chosen(
    asset: Asset,
    clip: str | None,
    time: float | None,
    turns: Sequence[str],
    file: Path | None,
    amounts: Sequence[str],
) -> Pose:
    """The pose that the options describe. Raises `UsageError` for one that cannot be."""
    from pantin.cli import posing
    from pantin.cli.pose_file import read

    pose = posing.at_time(asset.rig, clip, time)
    if file is not None:
        pose = posing.from_file(pose, read(file), file)
    for one in turns:
        pose = posing.turned(pose, one)
    for one in amounts:
        pose = posing.blended(pose, one)
    return pose


def written(asset: Asset, pose: Pose, target: str, solver: Solver | None, keep_rig: bool) -> Report:
    from pantin.assets import posing

    def write(path: Path) -> Report:
        if path.suffix.lower() in posing.GEOMETRY:
            if keep_rig:
                raise UsageError(f"--keep-rig: a {path.suffix.lower()} file has no place for a rig")
            return posing.write_geometry(asset, pose, path, solver=solver)
        if path.suffix.lower() not in MODELS:
            known = ", ".join(sorted(MODELS | posing.GEOMETRY))
            raise UsageError(f"{path}: a pose is written as one of {known}")
        if keep_rig:
            return posing.write_posed(asset, pose, path)
        return posing.write_frozen(asset, pose, path, solver=solver)

    with refused(asset.path):
        return to_standard_output(write) if target == STANDARD else write(Path(target))
