"""`pose`: an asset in a pose, given by a clip, angles, weights or a file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments_but
from pantin.base.deprecation import renamed
from pantin.verbs.asset import Asset
from pantin.verbs.editing import edit_of
from pantin.verbs.parameters import (
    ALLOW_OUTSIDE,
    CONSTRAINTS,
    FORCE,
    LOOK_AT,
    RAW_WEIGHTS,
    SOURCES,
    VARIANT,
    pose_parameters,
    target,
)
from pantin.verbs.verb import Parameter, Verb

if TYPE_CHECKING:
    from pantin.report import Finding
    from pantin.rig import Pose, Solver
    from pantin.verbs.model import Model
    from pantin.verbs.posing import Degrees


@renamed(blend="blend_weights")
@check_arguments_but("rotate", "blend_weights", "expressions")
@any_numbers
def pose(
    asset: Model,
    pose: Pose | str | os.PathLike[str] | None = None,
    *,
    clip: int | str | None = None,
    time: float | None = None,
    rotate: Mapping[str | int, Degrees] | None = None,
    reach: Mapping[str | int, Sequence[float]] | None = None,
    blend_weights: Mapping[str | int, float] | None = None,
    expressions: Mapping[str | int, float] | None = None,
    look_at: Sequence[float] | None = None,
    constraints: bool = True,
    solver: Solver | None = None,
    keep_rig: bool = False,
) -> Asset:
    """The asset in a pose: baked into new geometry without skins and clips, or written into the nodes.

    pose           a `Pose` of the asset's rig, the name of a pose of its document (Rigy), or the path of a
                   pose file (JSON)
    clip           the clip to start from, by name or index; the first if only `time` is given
    time           seconds into the clip; 0 if only `clip` is given
    rotate         degrees about x, then y, then z of its parent for each node, by name or index, or in planes
                   (`"yw:90"` or `{"yw": 90}`), in any dimension; a name that no node has may be that of a
                   humanoid bone, such as leftUpperArm
    reach          the point of the world for each joint, which the two bones above it bring there: inverse
                   kinematics, as `pantin.motion.reach` does it, after the rotations
    blend_weights  the weight of each blend shape, by name or index, in every mesh that has it
    expressions    the weight of each expression of a VRM character, by name, from 0 to 1
    look_at        the point in the world that the eyes of a VRM character look at
    constraints    solve the node constraints of the rig; False ignores them
    solver         how skins bend: "linear" or "dqs"
    keep_rig       write the pose into the nodes, and keep skins and clips

    Returns a copy; saving it reports what could not be posed. Raises `ValueError` for an unknown name, and
    `Unsupported` for a pose that the format cannot store.

    >>> asset = pantin.load("examples/arm.glb")
    >>> bent = pantin.pose(asset, rotate={"elbow": (0, 0, 45)})
    >>> len(bent.rig.skins), pantin.save(bent, "out/bent.obj").ok
    (0, True)
    """
    from pantin.formats.expression_findings import clamped_expressions
    from pantin.verbs.posing import describe_pose

    if keep_rig and solver is not None:
        raise ValueError("give solver or keep_rig, not both: keep_rig writes no geometry")
    asset = Asset.from_model(asset)
    wanted = describe_pose(
        asset,
        pose,
        clip=clip,
        time=time,
        rotate=rotate,
        reach=reach,
        blend_weights=blend_weights,
        expressions=expressions,
        look_at=look_at,
        constraints=constraints,
    )
    if keep_rig:
        stored = _store_in_place(asset, wanted)
        if stored is not None:
            return stored
    asset = asset._editable_copy()  # the document is made later, when the original may have been edited
    if keep_rig:
        write_pose = edit_of(asset, "write_pose")
        findings = (*asset._carried, *clamped_expressions(wanted))
        return Asset(asset.path, asset.format, make=lambda: (write_pose(asset, wanted), findings))
    return _bake(asset, wanted, solver)


def _store_in_place(asset: Asset, pose: Pose) -> Asset | None:
    """A copy whose document has the pose in its nodes, of a format that stores the changes of a rig; None
    where the document has no place for it."""
    edits = asset.format.edits
    if asset.from_rig or edits is None or edits.store_in_place is None or pose.general.any():
        return None
    from pantin.base.records import replace

    rig = asset.rig
    assert pose.rotations is not None
    parts = zip(rig.node_list(), pose.translations, pose.rotations, pose.scales, strict=True)
    nodes = [
        node if node.matrix is not None else replace(node, translation=moved, rotation=turned, scale=scale)
        for node, moved, turned, scale in parts
    ]
    instances = [
        replace(instance, blend_weights=weights) if len(weights) else instance
        for instance, weights in zip(rig.instances, pose.blend, strict=True)
    ]
    posed = asset.copy()
    posed._after_edit(rig.replace(nodes=nodes, instances=instances))
    return None if posed.from_rig else posed


def _bake(asset: Asset, pose: Pose, solver: Solver | None) -> Asset:
    from pantin.formats.expression_findings import clamped_expressions
    from pantin.verbs.partial import PosedSource, ShapeAsset

    def make() -> tuple[object, list[Finding]]:
        written = asset
        if asset.from_rig:
            from pantin.operations.edit.own_meshes import with_own_meshes

            written = Asset.of_rig(with_own_meshes(asset.rig), asset.path, findings=asset.findings)
        baked: tuple[object, list[Finding]] = edit_of(written, "bake_pose")(written, pose, solver)
        return baked

    findings = (*asset.findings, *asset.lifted.findings, *clamped_expressions(pose))
    posed = ShapeAsset(asset.path, asset.format, make=make, findings=findings)
    posed.posed = PosedSource(asset, pose, solver)
    return posed


def refuse_solver(*, keep_rig: bool = False, solver: str | None = None, **options: Any) -> dict[str, Any]:
    """Refuse how skins bend where none does."""
    if keep_rig and solver is not None:
        raise ValueError("--solver deforms geometry, which --keep-rig does not write: give one of them")
    return options | {"keep_rig": keep_rig, "solver": solver}


def stored_parts(options: Mapping[str, Any]) -> tuple[str, ...]:
    return ("meshes", "nodes") if options.get("keep_rig") else ("meshes",)


VERB = Verb(
    pose,
    *pose_parameters(),
    Parameter(
        "reach",
        "NODE=x,y,z moves a joint, by name, index or humanoid bone, to a world position by rotating the "
        "two bones above it (IK).",
        parser="NODE=x,y,z",
        repeated=True,
    ),
    LOOK_AT,
    CONSTRAINTS,
    Parameter("solver", "Skinning method: linear, or dual quaternions (dqs).", choices=("linear", "dqs")),
    Parameter("keep_rig", "Store the pose in the nodes, and keep skins and clips."),
    FORCE,
    ALLOW_OUTSIDE,
    VARIANT,
    RAW_WEIGHTS,
    arguments=(
        SOURCES,
        target(
            "The file to write: a model, or .obj, .stl or .npz for the geometry alone; or a folder for many. "
            "- is standard output, as .glb."
        ),
    ),
    prepare=refuse_solver,
    stores=stored_parts,
    notes="""The pose begins at rest; the clip comes first, then --pose, --set, --reach, --look-at,
    --expression, --blend, and last the node constraints of the model. The result has the posed geometry and
    neither skins nor clips, unless --keep-rig.""",
    examples="""
        pantin pose examples/arm.glb still.glb --clip bend --time 0.5
        pantin pose examples/arm.glb bent.obj --set elbow=0,0,45
        pantin pose examples/arm.glb waving.glb --reach wrist=0.5,1.2,0.3
        pantin pose examples/g4mf/creature.g4b bent.g4b --set LowerArm=yw:90
        pantin pose examples/face.gltf smiling.glb --blend smile=0.8
        pantin pose examples/arm.glb held.glb --clip bend --keep-rig
        pantin pose examples/vrm/avatar.vrm happy.vrm --expression happy=0.8
        pantin pose examples/springs/ posed/ --set 0=0,0,45 --to .obj
    """,
)
