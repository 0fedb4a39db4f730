"""The poses of documents in a compiled model: one clip per document, and the poses by name.

The rotation and translation of a bone in a pose are relative to its rest pose, which has no rotation (Rigy
chapter 7.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from msgspec import Struct

from pantin import rig
from pantin.formats.rigy.algebra import minus, plus
from pantin.formats.rigy.project import SourceFile
from pantin.formats.rigy.schema.document import Bone, Pose, PoseBone, Vec3

STEP = 1.0
"""Seconds from the rest pose to the first pose of a clip, and from each to the next."""

Quaternion = tuple[float, float, float, float]

IDENTITY: Quaternion = (0.0, 0.0, 0.0, 1.0)


class BoneNode(Struct, frozen=True):
    """The node of a bone, the file that has the bone, and the head of its parent (None for a root)."""

    node: int
    source: SourceFile
    bone: Bone
    above: Vec3 | None

    @property
    def tail(self) -> Vec3:
        """The end of the bone in the space of its node."""
        return minus(self.bone.tail, self.bone.head)

    @property
    def rest(self) -> Vec3:
        """The translation of the node in the rest pose."""
        return self.bone.head if self.above is None else minus(self.bone.head, self.above)


class NamedPose(Struct, frozen=True):
    """A pose of a document: for each node that it moves a rotation (xyzw) and a translation, both relative to
    the rest pose; None where it has none."""

    name: str
    nodes: dict[int, tuple[Quaternion | None, Vec3 | None]]


def named_poses(bones: Iterable[BoneNode], root: SourceFile) -> tuple[NamedPose, ...]:
    """The poses of all documents of a model. Those of imports have the name of their file before a dot."""
    poses = []
    for source, members in _by_source(bones):
        before = "" if source is root else f"{_stem(source)}."
        for pose in _poses(members):
            posed = ((member.node, pose.bones.get(member.bone.id)) for member in members)
            nodes = {node: (_xyzw(part), part.translation) for node, part in posed if part is not None}
            poses.append(NamedPose(before + pose.id, nodes))
    return tuple(poses)


def pose_clips(bones: Iterable[BoneNode]) -> list[rig.Clip]:
    """A clip for each document with poses: rest, each pose in the order of the document, rest."""
    clips = []
    for source, members in _by_source(bones):
        poses = _poses(members)
        times = STEP * np.arange(len(poses) + 2.0)
        channels = [channel for member in members for channel in _channels(member, poses, times)]
        if channels:
            clips.append(rig.Clip(tuple(channels), _stem(source)))
    return clips


def _channels(member: BoneNode, poses: tuple[Pose, ...], times: np.ndarray) -> list[rig.Channel]:
    """The channels of a bone, for the properties that a pose changes."""
    parts = [pose.bones.get(member.bone.id) for pose in poses]
    channels = []
    if any(part is not None and part.translation is not None for part in parts):
        shifts = [(part.translation if part is not None else None) or (0.0, 0.0, 0.0) for part in parts]
        moved = [plus(member.rest, shift) for shift in shifts]
        values = np.array([member.rest, *moved, member.rest])
        channels.append(rig.Channel(member.node, "translation", times, values))
    if any(part is not None and part.rotation is not None for part in parts):
        turned = [IDENTITY if part is None else _xyzw(part) or IDENTITY for part in parts]
        rotations = _shortest(np.array([IDENTITY, *turned, IDENTITY]))
        channels.append(rig.Channel(member.node, "rotation", times, rotations))
    return channels


def _shortest(rotations: np.ndarray) -> np.ndarray:
    """Unit quaternions with the signs that make each step the shorter way round."""
    units: np.ndarray = rotations / np.sqrt((rotations * rotations).sum(axis=1, keepdims=True))
    for index in range(1, len(units)):
        if float((units[index] * units[index - 1]).sum()) < 0.0:
            units[index] = -units[index]
    return units


def _xyzw(part: PoseBone) -> Quaternion | None:
    return None if part.rotation is None else (*part.rotation[1:], part.rotation[0])


def _by_source(bones: Iterable[BoneNode]) -> Iterator[tuple[SourceFile, list[BoneNode]]]:
    """Each file with its bones; a file that is used several times has them several times."""
    bones_of: dict[int, list[BoneNode]] = {}
    for member in bones:
        bones_of.setdefault(id(member.source), []).append(member)
    yield from ((members[0].source, members) for members in bones_of.values())


def _poses(members: list[BoneNode]) -> tuple[Pose, ...]:
    document = members[0].source.document
    assert document is not None
    return document.poses


def _stem(source: SourceFile) -> str:
    """The name of a file without its suffix; "poses" for a document in memory."""
    if source.path is None:
        return "poses"
    return source.path.name.removesuffix(".yaml").removesuffix(".yml").removesuffix(".rigy")
