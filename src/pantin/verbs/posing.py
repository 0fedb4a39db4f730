"""Poses of rigs as users describe them: by a clip, angles, weights of shapes and expressions, or a file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
import numpy as np

from pantin.base.records import Record
from pantin.base.short_repr import short_value
from pantin.formats.lookup import LONGEST_INDEX, index_of
from pantin.maths import quaternion
from pantin.report.catalogue import did_you_mean
from pantin.rig import Doubles, Pose, Rig
from pantin.rig.arrays import doubles
from pantin.rig.rig import require_fit

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset

LARGEST_POSE_FILE = 1 << 26

Numbers = tuple[float, ...]
Four = tuple[float, float, float, float]
Degrees: TypeAlias = Sequence[float] | str | Mapping[str, float]


class NodePose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The local transform of a node; absent members stay as they are. `rotation` is a quaternion xyzw (3D
    only), `planes` degrees in planes in any dimension: `{"yw": 90}` or `"yw:90"`. `matrix`, in N dimensions N
    rows of N + 1 numbers, replaces everything else."""

    translation: Numbers | None = None
    rotation: Four | None = None
    scale: Numbers | None = None
    matrix: tuple[Numbers, ...] | None = None
    planes: str | dict[str, float] | None = None


class PoseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pose file (JSON): nodes, blend shapes and expressions of a VRM by name; nodes and shapes by index if
    nothing has that name."""

    nodes: dict[str, NodePose] = {}
    blend: dict[str, float] = {}
    expressions: dict[str, float] = {}


class Posing(Record, eq=False):
    """What is done to a pose, or to each frame of a clip: a pose of the document or of a file, rotations,
    points to reach, the gaze, expressions, weights of blend shapes and constraints, in this order.

    start  a pose of the document (see `SourceDocument.poses`), or the pose file with its name; None without
    """

    start: Any | tuple[Path, PoseFile] | None = None
    rotate: Mapping[str | int, Degrees] | None = None
    reach: Mapping[str | int, Sequence[float]] | None = None
    blend_weights: Mapping[str | int, float] | None = None
    expressions: Mapping[str | int, float] | None = None
    look_at: Sequence[float] | None = None
    constraints: bool = True

    @property
    def is_empty(self) -> bool:
        """Whether it changes nothing; constraints do not count."""
        gaze = self.look_at is not None
        return self.start is None and not (
            self.rotate or self.reach or self.blend_weights or self.expressions or gaze
        )

    def apply(self, pose: Pose) -> Pose:
        """The pose, changed."""
        if isinstance(self.start, tuple):
            pose = from_file(pose, *self.start)
        elif self.start is not None:
            pose = in_named_pose(pose, self.start)
        for node, degrees in (self.rotate or {}).items():
            pose = rotate_node(pose, node, degrees)
        if self.reach:
            pose = _reach_points(pose, self.reach)
        if self.look_at is not None:
            pose = pose.with_look_at(self.look_at)
        for expression, weight in (self.expressions or {}).items():
            pose = pose.with_expression(expression, weight)
        for name, weight in (self.blend_weights or {}).items():
            pose = with_weight(pose, name, weight)
        if not self.constraints:
            return pose
        from pantin.motion import solve_constraints

        return solve_constraints(pose.rig, pose)


def read_posing(subject: Asset | Rig, pose: str | os.PathLike[str] | None = None, **changes: Any) -> Posing:
    """What changes the poses of an asset. `pose` is a pose of the document by its name, or else a file; the
    others are the members of `Posing`. Raises `OSError` and `ValueError`."""
    for name, what in (
        ("rotate", 'rotations must be given by node, as {"elbow": (0, 0, 45)}'),
        ("expressions", 'expressions must have a weight each, as {"happy": 0.8}'),
        ("blend_weights", 'blend shapes must have a weight each, as {"smile": 0.8}'),
    ):
        value = changes.get(name)
        if value is not None and not isinstance(value, Mapping):
            raise TypeError(f"{what}, not as {short_value(value)}")
    return Posing(None if pose is None else find_pose(subject, pose), **changes)


def describe_pose(
    subject: Asset | Rig,
    pose: Pose | str | os.PathLike[str] | None = None,
    *,
    clip: int | str | None = None,
    time: float | None = None,
    **changes: Any,
) -> Pose:
    """A pose of an asset or a rig: the rest pose, or `clip` at `time`; then changed as `Posing` says."""
    rig = subject if isinstance(subject, Rig) else subject.rig
    if not isinstance(pose, Pose):
        return read_posing(subject, pose, **changes).apply(at_time(rig, clip, time))
    require_fit(rig, pose)
    if clip is not None or time is not None:
        raise ValueError("give a pose or a clip, not both")
    return read_posing(subject, None, **changes).apply(pose)


def find_pose(subject: Asset | Rig, pose: str | os.PathLike[str]) -> Any | tuple[Path, PoseFile]:
    """Find a pose of the document by name, or else a file of that name, and read it."""
    origin = None if isinstance(subject, Rig) else subject.origin
    poses = {known.name: known for known in (origin.poses if origin is not None else ())}
    name = os.fspath(pose)
    if name in poses:
        return poses[name]
    file = Path(pose)
    if not file.suffix and not file.exists():
        if poses:
            hint = did_you_mean(name, poses)
            raise ValueError(f"no pose is called {name!r} (poses of the document: {', '.join(poses)}).{hint}")
        raise ValueError(f"no pose is called {name!r}: the document has no poses, and there is no such file")
    return file, read_pose_file(file)


def in_named_pose(pose: Pose, named: Any) -> Pose:
    """The pose with the nodes that a pose of the document moves where that has them."""
    rest = pose.rig.rest_pose()
    for node, (rotation, shift) in named.nodes.items():
        moved = None if shift is None else rest.translations[node] + np.asarray(shift)
        turned = None
        if rotation is not None:
            turned = quaternion.product(rest.rotations[node], np.asarray(rotation))
        pose = pose.with_local(node, rotation=turned, translation=moved)
    return pose


def at_time(rig: Rig, clip: int | str | None, time: float | None) -> Pose:
    """A clip at a time in seconds, or the rest pose if neither is given."""
    if clip is None and time is None:
        return rig.rest_pose()
    from pantin.motion import sample

    if not rig.clips:
        raise ValueError("the file has no clips to take a pose from")
    index = 0 if clip is None else index_of(clip, [clip.name for clip in rig.clips], "clip")
    seconds = time or 0.0
    if not np.isfinite(seconds):
        raise ValueError(f"time must be a finite number of seconds, not {seconds}")
    return sample(rig, index, seconds)


def rotate_node(pose: Pose, node: int | str, degrees: Degrees) -> Pose:
    """The pose with a node rotated about x, then y, then z of its parent, or in planes."""
    index = find_node(pose.rig, node)
    if isinstance(degrees, (str, Mapping)):
        try:
            return pose.with_local(index, planes=degrees)
        except ValueError as error:
            raise ValueError(f"{node}: {error}") from None
    if len(doubles(degrees, f"{node}: rotation in degrees", (None,))) != 3:
        raise ValueError(f"{node}: expected three angles, such as elbow=0,0,45")
    if pose.rig.dimension != 3:
        raise ValueError(
            f"{node}: three angles are a rotation in 3 dimensions; this rig has {pose.rig.dimension}: "
            "give planes, such as xy:90"
        )
    return pose.with_local(index, rotation=from_degrees(degrees))


def _reach_points(pose: Pose, points: Mapping[str | int, Sequence[float]]) -> Pose:
    """The pose with joints at points of the world. Raises `ValueError` for a point that is out of reach."""
    from pantin.motion.reaching import reach, reach_errors

    targets: dict[str | int, Sequence[float]] = {find_node(pose.rig, node): at for node, at in points.items()}
    result = reach(pose.rig, pose, targets)
    for node, distance in reach_errors(pose.rig, result, targets).items():
        name = next(point for point in points if find_node(pose.rig, point) == node)
        raise ValueError(f"{name} cannot reach {spell_point(targets[node])}: it misses by {distance:.4g}")
    return result


def spell_point(point: Sequence[float]) -> str:
    return ", ".join(f"{number:g}" for number in point)


def find_node(rig: Rig, node: int | str) -> int:
    """A node by index, name, or the VRM name of the humanoid bone that it is; a node of that name wins."""
    bones = {} if rig.character is None else rig.character.humanoid
    if node in bones and node not in rig.nodes.names:
        return bones[str(node)]
    return index_of(node, rig.nodes.names, "node")


def from_degrees(degrees: Sequence[float]) -> Doubles:
    """The rotation about x, then y, then z of the parent: the matrix Z Y X, as in Rigy and Blender."""
    about = [
        quaternion.from_axis_angle(axis, angle)
        for axis, angle in zip(np.eye(3), np.radians(degrees), strict=True)
    ]
    return quaternion.product(about[2], quaternion.product(about[1], about[0]))


def with_weight(pose: Pose, name: int | str, weight: float) -> Pose:
    """The pose with this weight of a blend shape in every mesh that has it."""
    targets = list(_blend_targets(pose.rig, str(name)))
    if not targets:
        known = {shape for mesh in pose.rig.meshes for shape in mesh.blend_names or ()}
        hint = did_you_mean(str(name), known)
        hint = hint or " `pantin inspect` lists them; use the index of a shape without a name."
        raise ValueError(f"no blend shape is called {name!r}.{hint}")
    for instance, target in targets:
        weights = pose.blend[instance].copy()
        weights[target] = weight
        pose = pose.with_blend(pose.rig.instances[instance].node, weights)
    return pose


def _blend_targets(rig: Rig, name: str) -> Iterator[tuple[int, int]]:
    """(instance, blend shape) of every shape of this name; else of the shape with this index in each mesh."""
    meshes = [rig.meshes[instance.mesh] for instance in rig.instances]
    by_name = [
        (instance, target)
        for instance, mesh in enumerate(meshes)
        for target, called in enumerate((mesh.blend_names or ())[: mesh.blend_shape_count])
        if called == name
    ]
    yield from by_name
    if not by_name and name.isdecimal() and len(name) < LONGEST_INDEX:
        index = int(name)
        yield from (
            (instance, index) for instance, mesh in enumerate(meshes) if index < mesh.blend_shape_count
        )


def from_file(pose: Pose, file: Path, pose_file: PoseFile) -> Pose:
    """The pose, changed by a pose file."""
    try:
        for name, node in pose_file.nodes.items():
            pose = pose.with_local(
                find_node(pose.rig, name),
                translation=node.translation,
                rotation=node.rotation,
                planes=node.planes,
                scale=node.scale,
                matrix=node.matrix,
            )
        for name, weight in pose_file.expressions.items():
            pose = pose.with_expression(name, weight)
        for name, weight in pose_file.blend.items():
            pose = with_weight(pose, name, weight)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    return pose


def read_pose_file(file: Path) -> PoseFile:
    """The pose in a file. Raises `OSError`, and `ValueError` if it is not a pose file."""
    from pantin.base.files import read_small

    text = read_small(file, LARGEST_POSE_FILE)
    try:
        return msgspec.json.decode(text, type=PoseFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: not a pose file: {error}") from None
