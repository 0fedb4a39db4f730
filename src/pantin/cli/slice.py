"""`pantin slice`: a 4D model cut by a 3-space, or seen in 3D as a wireframe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from pantin.cli.exit import Exit, UsageError
from pantin.cli.opening import opened_rig, refused
from pantin.cli.options import Repeated
from pantin.cli.pose import chosen
from pantin.cli.streams import STANDARD, to_standard_output

if TYPE_CHECKING:
    from pantin.edit.slicing import Hyperplane
    from pantin.rig import Pose, Rig

SUFFIXES = (".glb", ".gltf", ".obj", ".stl")
MOVING = (".glb", ".gltf")


def slice(
    source: str,
    target: str,
    /,
    *,
    w: float | None = None,
    plane: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    sweep: int | None = None,
    project: Literal["orthographic", "perspective"] | None = None,
    distance: Annotated[float, Parameter(negative="")] = 4.0,
    pose: Path | None = None,
    blend: Repeated = None,
) -> int:
    """
    For example:

        pantin slice examples/g4mf/creature.g4b slice.glb --w 0.25
        pantin slice examples/g4mf/creature.g4b slice.stl --plane 1,1,1,1,0.5
        pantin slice examples/g4mf/creature.g4b sweep.glb --sweep 12
        pantin slice examples/g4mf/creature.g4b wires.glb --project perspective
        pantin slice examples/g4mf/face.g4tf smile.glb --blend FaceSmile=1

    Parameters
    ----------
    source
        The .g4b, .g4tf, .off or .4off file to read; - is standard input.
    target
        The .glb, .gltf, .obj or .stl file to write; - is standard output, as .glb.
    w
        Cut where w has this value; 0 without --plane.
    plane
        Cut by the 3-space a,b,c,d,e: the normal, and its distance from the origin.
    sweep
        Cut so many times from one end to the other, as an animation.
    project
        Draw the edges instead of cutting.
    distance
        How far the eye stands from the 3-space, for --project perspective.
    pose
        A JSON file of local transforms and blend amounts, as of `pantin pose`.
    blend
        NAME=X gives a blend shape, by name or index, the amount X in every mesh that has it.
    """
    _agree(target, w, plane, sweep, project)
    with refused(source):
        cutting = _plane(w, plane)
        posed = chosen(opened_rig(source), None, None, (), pose, blend or ())
        made = _made(posed, cutting, sweep, project, distance)
        if target == STANDARD:
            to_standard_output(lambda path: _write(made, path))
        else:
            _write(made, Path(target))
    return Exit.CLEAN


def _agree(target: str, w: float | None, plane: str | None, sweep: int | None, project: str | None) -> None:
    """Raises `UsageError` for options that do not go together, or not with the file to write."""
    if w is not None and plane is not None:
        raise UsageError("give --w or --plane, not both")
    if sweep is not None and project is not None:
        raise UsageError("give --sweep or --project, not both")
    if sweep is not None and w is not None:
        raise UsageError("give --sweep or --w, not both: a sweep goes from one end to the other")
    suffix = ".glb" if target == STANDARD else Path(target).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"{target} must end in one of {', '.join(SUFFIXES)}")
    if project is not None and suffix == ".stl":
        raise UsageError(f"{target}: STL holds triangles, and a projection is lines")
    if sweep is not None and suffix not in MOVING:
        raise UsageError(f"{target}: a sweep is an animation, which {' and '.join(MOVING)} hold")


def _plane(w: float | None, plane: str | None) -> Hyperplane:
    from pantin.edit.slicing import Hyperplane

    if plane is None:
        return Hyperplane.at_w(w or 0.0)
    try:
        first, second, third, fourth, offset = (float(one) for one in plane.split(","))
    except ValueError:
        raise UsageError(f"--plane is five numbers with commas between them, not {plane!r}") from None
    return Hyperplane.of([first, second, third, fourth], offset)


def _made(pose: Pose, plane: Hyperplane, sweep: int | None, project: str | None, distance: float) -> Rig:
    from pantin.deformation.repeats import refuse_endless
    from pantin.edit import projection, slices

    rig = pose.rig
    refuse_endless(rig)
    if project is not None:
        made = projection.project(rig, pose, plane, distance if project == "perspective" else None)
    elif sweep is not None:
        made = slices.sweep(rig, pose, slices.planes_between(rig, pose, plane, sweep))
    else:
        made = slices.cut(rig, pose, plane)
    if not made.meshes:
        raise ValueError(
            "no surface has edges to project"
            if project
            else "the 3-space misses the model, of which it cuts tetrahedra and cells: nothing is written"
        )
    return made


def _write(rig: Rig, target: Path) -> None:
    if target.suffix.lower() in (".glb", ".gltf"):
        from pantin.formats.gltf.new import write
        from pantin.formats.gltf.save import write as save

        save(write(rig), target)
        return
    from pantin.deformation import deform
    from pantin.formats.geometry import write_obj, write_stl

    posed = deform(rig, rig.rest_pose())
    (write_obj if target.suffix.lower() == ".obj" else write_stl)(rig, posed, target)
