"""`pantin slice`: a 4D model cut by a 3-space, or seen in 3D as a wireframe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pantin.base.options import Option
from pantin.cli.batch_options import SOURCES, WRITING
from pantin.cli.command import ALLOW_OUTSIDE, FORCE, STRICT, Argument, Command, Many
from pantin.cli.exit import UsageError
from pantin.cli.io import finish, load_rig, refused, require_target, save_asset
from pantin.cli.pose_options import CUT, POSE, plane_of, rotations, weights

DISTANCE = 4.0
"""Of the eye: most models in four dimensions are within 2 of the origin."""


def slice(source: str, target: str, *, strict: bool, allow_outside: bool, **given: Any) -> int:
    import pantin

    options = slice_options(**given)
    require_target(target, *_stored(**given))
    asset = load_rig(source, allow_outside)
    with refused(source, prefix=f"{source}: "):
        cut = pantin.project if options.pop("project") else pantin.slice
        return finish(save_asset(cut(asset, **options), target), strict)


def _stored(*, sweep: int | None, project: str | None, **_: Any) -> tuple[str, ...]:
    """What the target must be able to store."""
    return ("clips", "meshes") if sweep else ("surfaces.lines",) if project else ("meshes",)


def slice_options(
    *,
    w: float | None,
    plane: str | None,
    sweep: int | None,
    project: str | None,
    distance: float | None,
    set: Sequence[str] | None,
    blend: Sequence[str] | None,
    **options: Any,
) -> dict[str, Any]:
    """The options as `pantin.slice` takes them, or `pantin.project` if `project` is set. Raises
    `UsageError`."""
    if sweep is not None and project is not None:
        raise UsageError("give --sweep or --project, not both")
    if w is not None and plane is not None:
        raise UsageError("give --w or --plane, not both")
    if sweep is not None and w is not None:
        raise UsageError("give --sweep or --w, not both: a sweep goes from one end to the other")
    if distance is not None and project != "perspective":
        raise UsageError("--distance is for --project perspective")
    options |= {"w": w, "plane": plane_of(plane), "nodes": rotations(set), "blend": weights(blend)}
    if project is None:
        return options | {"sweep": sweep, "project": False}
    if project == "perspective" and distance is None:
        distance = DISTANCE
    return options | {"distance": distance, "project": True}


COMMAND = Command(
    "slice",
    slice,
    arguments=(
        SOURCES,
        Argument(
            "target",
            "The file to write, or the folder for many; - is standard output, as .glb.",
            suffixes="write",
        ),
    ),
    options=(
        *CUT,
        Option("sweep", int, "Cut this many times from one end to the other, as an animation."),
        *POSE,
        STRICT,
        FORCE,
        ALLOW_OUTSIDE,
        *WRITING,
    ),
    notes=f"""The models to read are in four dimensions or more. The eye of --project perspective is
    {DISTANCE:g} away if --distance is not given.""",
    examples="""
        pantin slice examples/g4mf/creature.g4b slice.glb --w 0.25
        pantin slice examples/g4mf/creature.g4b slice.stl --plane 1,1,1,1,0.5
        pantin slice examples/g4mf/creature.g4b turned.glb --rotate xw:30,yz:10
        pantin slice examples/g4mf/creature.g4b bent.glb --set LowerArm=yw:90
        pantin slice examples/g4mf/creature.g4b sweep.glb --sweep 12
        pantin slice examples/g4mf/creature.g4b wires.glb --project perspective
        pantin slice examples/g4mf/toy.g4b toy.glb --w 0.5 --v 0.6
        pantin slice examples/g4mf/face.g4tf smile.glb --blend FaceSmile=1
        pantin slice 'examples/g4mf/*.off' slices/ --to .glb
    """,
    many=Many("slice", slice_options),
)
