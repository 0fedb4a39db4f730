"""`slice` and `project`: cut a model of four dimensions or more, or project it to a 3D wireframe."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments_but
from pantin.base.deprecation import renamed
from pantin.base.errors import NothingToDo
from pantin.base.options import Option
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import (
    ALLOW_OUTSIDE,
    CUT,
    DISTANCE_HELP,
    FORCE,
    PROJECT_HELP,
    PROJECTIONS,
    SOURCES,
    STRICT,
    pose_parameters,
    target,
)
from pantin.verbs.verb import Done, Files, Parameter, Verb

if TYPE_CHECKING:
    from pantin.maths.rotor import Rotation
    from pantin.operations.edit.mesh_slice import Hyperplane
    from pantin.operations.edit.rig_slices import PosedBodies
    from pantin.report import Finding
    from pantin.rig import Pose, Rig
    from pantin.verbs.model import Model
    from pantin.verbs.posing import Degrees

GivenPose: TypeAlias = "Pose | str | os.PathLike[str] | None"
Rotations: TypeAlias = "Mapping[str | int, Degrees] | None"
Weights: TypeAlias = "Mapping[str | int, float] | None"


@renamed(blend="blend_weights")
@check_arguments_but("nodes", "blend_weights", "expressions")
@any_numbers
def slice(
    asset: Model,
    *,
    w: float | None = None,
    v: float | None = None,
    u: float | None = None,
    t: float | None = None,
    s: float | None = None,
    plane: Sequence[float] | None = None,
    sweep: int | None = None,
    rotate: Rotation | None = None,
    clip: int | str | None = None,
    time: float | None = None,
    nodes: Rotations = None,
    pose: GivenPose = None,
    blend_weights: Weights = None,
    expressions: Weights = None,
) -> Asset:
    """Cut a 4D model with a 3-space; the result is a 3D model. A model of more dimensions is cut once for
    each axis after z, from the last one to w.

    w              cut at this value of w; 0 by default
    v, u, t, s     cut at these values of the axes of more dimensions; 0 by default
    plane          cut a 4D model with the 3-space (a, b, c, d, e): its normal, and its distance from the
                   origin
    sweep          cut this many times from one end of w to the other, as an animation
    rotate         rotate the posed model about the origin first: degrees in planes (`"xw:30,yz:10"`, or
                   `{"xw": 30, "yz": 10}`), or a matrix (N, N)
    pose           a `Pose`, the name of a pose of the document, or the path of a pose file
    clip, time     the clip that the pose is taken from instead, and seconds into it
    nodes          rotations of nodes on top, as `rotate` of `pantin.pose`: `{"LowerArm": "yw:90"}`
    blend_weights  weights of blend shapes on top
    expressions weights of expressions on top

    The slice has the materials, normals, texture coordinates and colours of the model. Raises `ValueError`
    for a model of 3 dimensions, or that the 3-space misses.

    >>> creature = pantin.load("examples/g4mf/creature.g4b")
    >>> cut = pantin.slice(creature, w=0.25)
    >>> cut.rig.dimension, pantin.save(cut, "out/cut.glb").ok
    (3, True)
    >>> pantin.slice(creature, rotate="xw:30").rig.dimension
    3
    >>> toy = pantin.load("examples/g4mf/toy.g4b")  # in five dimensions
    >>> pantin.slice(toy, w=0.5, v=0.6).rig.dimension
    3
    """
    from pantin.operations.edit.rig_slices import PosedBodies
    from pantin.verbs.dropped import dropped_by_cut

    changes = {"rotate": nodes, "blend_weights": blend_weights, "expressions": expressions}
    model, posed = _pose(asset, pose, clip=clip, time=time, **changes)
    if sweep is not None and w is not None:
        raise ValueError("give sweep or w, not both: a sweep covers the whole model")
    bodies = PosedBodies.from_rig(posed.rig, posed)
    *first, last = spaces_of(posed.rig.dimension, (w, v, u, t, s), plane, rotate)
    reached = bodies.cut_through(first, last if sweep is None else None)
    cut = reached.slice(last) if sweep is None else reached.sweep(last, sweep)
    if not cut.meshes:
        for space in first:
            bodies = _cut(bodies, space)
        raise ValueError(_explain_empty(bodies, last, plane is not None))
    return _shape(model, cut, (*dropped_by_cut(model.rig, wireframe=False), *_unused_attributes(model.rig)))


@renamed(blend="blend_weights")
@check_arguments_but("nodes", "blend_weights", "expressions")
@any_numbers
def project(
    asset: Model,
    *,
    distance: float | None = None,
    w: float | None = None,
    v: float | None = None,
    u: float | None = None,
    t: float | None = None,
    s: float | None = None,
    plane: Sequence[float] | None = None,
    rotate: Rotation | None = None,
    clip: int | str | None = None,
    time: float | None = None,
    nodes: Rotations = None,
    pose: GivenPose = None,
    blend_weights: Weights = None,
    expressions: Weights = None,
) -> Asset:
    """Project the edges of a 4D model to lines in 3D: in parallel, or from an eye at `distance`. A model of
    more dimensions is projected once for each axis after z. The other options are those of `slice`.

    Raises `ValueError` for a model of 3 dimensions, one without edges, or with a point behind the eye.

    >>> creature = pantin.load("examples/g4mf/creature.g4b")
    >>> pantin.project(creature, distance=4.0).rig.dimension
    3
    """
    from pantin.operations.edit.projection import project_rig
    from pantin.verbs.dropped import dropped_by_cut

    changes = {"rotate": nodes, "blend_weights": blend_weights, "expressions": expressions}
    model, posed = _pose(asset, pose, clip=clip, time=time, **changes)
    spaces = spaces_of(posed.rig.dimension, (w, v, u, t, s), plane, rotate)
    projected = project_rig(posed.rig, posed, spaces, distance)
    if not projected.meshes:
        raise ValueError("the model has no edges to project")
    return _shape(model, projected, dropped_by_cut(model.rig, wireframe=True))


def spaces_of(
    dimension: int,
    values: Sequence[float | None],
    plane: Sequence[float] | None,
    rotate: Rotation | None,
) -> list[Hyperplane]:
    """The hyperplanes that lead from N dimensions to 3, each in the axes of the one before: at `values` of w,
    v, u, …, the last axis first; or a `plane` in 4D. They are those of the rotated model."""
    from pantin.maths.rotor import AXES, rotation_matrix
    from pantin.operations.edit.mesh_slice import Hyperplane

    for axis, value in list(zip(AXES[3:], values, strict=True))[dimension - 3 :]:
        if value is not None:
            own = " ".join(AXES[:dimension])
            raise ValueError(f"{axis} = {value:g}: {dimension} dimensions have no axis {axis} (axes: {own})")
    for axis, value in zip(AXES[3:], values, strict=True):
        if value is not None and not isfinite(value):
            raise ValueError(f"{axis} must be a finite number, not {value}")
    if plane is not None:
        _check_plane(dimension, values, plane)
        spaces = [Hyperplane.from_normal(list(plane[:4]), plane[4])]
    else:
        spaces = [Hyperplane.at_last(values[size - 4] or 0.0, size) for size in range(dimension, 3, -1)]
    if rotate is not None:
        spaces[0] = spaces[0].before_rotation(rotation_matrix(rotate, dimension))
    return spaces


def require_fourth(asset: Asset, **_: Any) -> None:
    """Raise `NothingToDo` for a model of fewer than four dimensions."""
    if (dimension := asset.rig.dimension) < 4:
        words = f"slices and projections need 4 dimensions or more; this rig has {dimension}"
        raise NothingToDo(words, f"{dimension} dimensions")


def _check_plane(dimension: int, values: Sequence[float | None], plane: Sequence[float]) -> None:
    if values[0] is not None:
        raise ValueError("give w or plane, not both")
    if dimension != 4:
        raise ValueError(f"plane is for 4 dimensions; this rig has {dimension}: give rotate, w, v, … instead")
    if len(plane) != 5:
        raise ValueError(
            f"plane needs five numbers (the normal, and its distance from the origin), not {len(plane)}"
        )


def _cut(bodies: PosedBodies, space: Hyperplane) -> PosedBodies:
    """The bodies cut by a hyperplane. Raises `ValueError` where nothing is left."""
    cut = bodies.cut(space)
    if not any(len(body.simplexes) for body in cut.bodies):
        raise ValueError(_explain_empty(bodies, space, False))
    return cut


def _explain_empty(bodies: PosedBodies, space: Hyperplane, tilted: bool) -> str:
    """Why a cut is empty: the hyperplane is beside the model, or the model has nothing to cut."""
    from pantin.maths.rotor import AXES

    heights = bodies.heights(space)
    if heights is None:
        return "nothing to cut: the model has no simplexes or cells"
    low, high = heights
    if low < space.offset < high:
        return "nothing to cut: the model has no simplexes or cells there"
    verb = "only touches" if space.offset in heights else "misses"
    if tilted:
        return (
            f"the 3-space at distance {space.offset:.9g} {verb} the model, which goes from {low:.3f} to "
            f"{high:.3f} along its normal"
        )
    axis = AXES[len(space.normal) - 1]
    return f"{axis} = {space.offset:.9g} {verb} the model ({axis} ranges from {low:.3f} to {high:.3f})"


def _pose(asset: Model, pose: GivenPose, **options: Any) -> tuple[Asset, Pose]:
    from pantin.deformation.limits import check_vertex_limit
    from pantin.verbs.posing import describe_pose

    model = Asset.from_model(asset)
    require_fourth(model)
    posed = describe_pose(model, pose, **options)
    check_vertex_limit(model.rig, model.budget)
    return model, posed


def _unused_attributes(rig: Rig) -> Iterator[Finding]:
    """Normals and texture coordinates of elements that have no value for each corner of a simplex, or beside
    the first that has."""
    from pantin.formats.part_pointers import name_parts
    from pantin.operations.edit.slice_bodies import corner_attributes
    from pantin.report.pointer import pointer
    from pantin.verbs.dropped import dropped_by_format

    by_noun: dict[str, list[str]] = {}
    for number, mesh in enumerate(rig.meshes):
        for index, surface in enumerate(mesh.surfaces):
            if surface.topology is None:
                continue
            normals, texcoords = corner_attributes(surface)
            used_normals = normals is not None or surface.normals is not None
            used_texcoords = texcoords is not None or bool(surface.texcoords)
            where = pointer("meshes", number, "surfaces", index)
            for noun, attributes, used in (
                ("normals", surface.topology.normals, used_normals),
                ("texture coordinates", surface.topology.texcoords, used_texcoords),
            ):
                by_noun.setdefault(noun, []).extend([where] * (len(attributes) - used))
    for noun, pointers in by_noun.items():
        if pointers:
            what = f"{noun} of elements of {name_parts(rig, pointers[0], len(set(pointers)))}"
            why = "has those of the corners of simplexes"
            yield dropped_by_format.at(pointers[0], what=what, format="a slice", why=why)


def _shape(model: Asset, rig: Rig, dropped: Iterable[Finding]) -> Asset:
    from pantin.formats.part_pointers import at_source
    from pantin.operations.edit.mesh_collector import drop_unused_materials
    from pantin.verbs.conversion import not_lifted
    from pantin.verbs.partial import ShapeAsset

    skipped = () if model.from_rig else not_lifted(model, shape_only=True)
    findings = (*model.findings, *skipped, *at_source(model.format, dropped))
    return ShapeAsset.of_rig(drop_unused_materials(rig), model.path, findings=findings)


DISTANCE = 4.0
"""From the camera to the origin: most models in four dimensions are within 2 of it."""


def slice_file(
    files: Files,
    *,
    project: str | bool | None = None,
    distance: float | None = None,
    strict: bool = False,
    allow_outside: bool = False,
    **options: Any,
) -> Done:
    """Slice the model in a file, or project it."""
    asset = files.load(allow_outside)
    if project:
        distance = DISTANCE if project == "perspective" and distance is None else distance
        result = PROJECT(asset, distance=distance, **options)
    else:
        result = slice(asset, **options)
    report = files.save(result)
    return Done(report, asset, failed=strict and report.lossy)


PROJECT = project
"""By a name that an option does not hide."""


def refuse_both(
    *,
    sweep: int | None = None,
    w: float | None = None,
    plane: Sequence[float] | None = None,
    project: str | None = None,
    distance: float | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Refuse options that exclude each other."""
    if sweep is not None and project is not None:
        raise ValueError("give --sweep or --project, not both")
    if w is not None and plane is not None:
        raise ValueError("give --w or --plane, not both")
    if sweep is not None and w is not None:
        raise ValueError("give --sweep or --w, not both: a sweep goes from one end to the other")
    if distance is not None and project != "perspective":
        raise ValueError("--distance is for --project perspective")
    stated = {"sweep": sweep, "w": w, "plane": plane, "project": project, "distance": distance}
    return options | {name: value for name, value in stated.items() if value is not None}


def stored_parts(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The parts that the target format must be able to store."""
    if options.get("sweep"):
        return ("clips", "meshes")
    return ("surfaces.lines",) if options.get("project") else ("meshes",)


VERB = Verb(
    slice,
    *CUT,
    Option("project", str, PROJECT_HELP, choices=PROJECTIONS),
    Option("distance", float, DISTANCE_HELP),
    Parameter("sweep", "Cut this many times from one end to the other, as an animation."),
    *pose_parameters("nodes"),
    STRICT,
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(
        SOURCES,
        target("The file to write, or the folder for many; - is standard output, as .glb."),
    ),
    each=slice_file,
    prepare=refuse_both,
    stores=stored_parts,
    require_work=require_fourth,
    notes=f"""Input models have four or more dimensions. The default --distance is {DISTANCE:g}.""",
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
)
