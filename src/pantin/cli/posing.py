"""Options of `pantin pose` made into a pose, with a sentence for each that cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pantin.cli.exit import UsageError
from pantin.maths import quaternion
from pantin.motion import sample
from pantin.report.catalogue import did_you_mean
from pantin.report.tally import counted
from pantin.rig import Doubles, Pose, Rig

if TYPE_CHECKING:
    from pantin.cli.pose_file import PoseFile


NAMED = 8
"""Up to this many names are listed where none of them is like the one asked for."""

LONGEST_INDEX = 10
"""Digits: no file has so many of anything, and Python refuses to read numbers of thousands of digits."""


def at_time(rig: Rig, clip: str | None, time: float | None) -> Pose:
    """A clip at a moment, or the rest pose where neither is given."""
    if clip is None and time is None:
        return rig.rest_pose()
    if not rig.clips:
        raise UsageError("the file has no clip to take a pose from")
    at = 0 if clip is None else place(clip, [one.name for one in rig.clips], "clip")
    moment = time or 0.0
    if not np.isfinite(moment):
        raise UsageError(f"--time: {moment} is no moment")
    return sample(rig, at, moment)


def turned(pose: Pose, option: str) -> Pose:
    """The pose with the rotation that `NODE=rx,ry,rz` asks for."""
    name, words = split(option, "--set", "NODE=rx,ry,rz")
    degrees = numbers(words, "--set", option)
    if len(degrees) != 3:
        raise UsageError(f"--set {option}: three angles are expected, as in elbow=0,0,45")
    node = place(name, pose.rig.nodes.names, "node")
    try:
        return pose.with_local(node, rotation=from_degrees(degrees))
    except ValueError as error:
        raise UsageError(f"--set {option}: {error}") from None


def from_degrees(degrees: Sequence[float]) -> Doubles:
    """The rotation about x, then y, then z of the parent: the matrix Z Y X, as Rigy and Blender have it."""
    about = [
        quaternion.from_axis_angle(axis, angle)
        for axis, angle in zip(np.eye(3), np.radians(degrees), strict=True)
    ]
    return quaternion.product(about[2], quaternion.product(about[1], about[0]))


def blended(pose: Pose, option: str) -> Pose:
    """The pose with the blend amount that `NAME=X` asks for."""
    name, words = split(option, "--blend", "NAME=X")
    amounts = numbers(words, "--blend", option)
    if len(amounts) != 1:
        raise UsageError(f"--blend {option}: one amount is expected, as in smile=0.8")
    return with_amount(pose, name, amounts[0])


def with_amount(pose: Pose, name: str, amount: float) -> Pose:
    """The pose with this amount of a blend shape in every mesh that has it."""
    places = list(blend_places(pose.rig, name))
    if not places:
        known = {one for mesh in pose.rig.meshes for one in mesh.blend_names or ()}
        hint = did_you_mean(name, known) or " `pantin inspect` lists them; those without a name go by index."
        raise UsageError(f"no blend shape is called {name!r}.{hint}")
    for instance, target in places:
        amounts = pose.blend[instance].copy()
        amounts[target] = amount
        pose = pose.with_blend(pose.rig.instances[instance].node, amounts)
    return pose


def blend_places(rig: Rig, name: str) -> Iterator[tuple[int, int]]:
    """(instance, blend shape) of every shape of this name; else of the shape with this index in each mesh."""
    meshes = [rig.meshes[one.mesh] for one in rig.instances]
    named = [
        (at, target)
        for at, mesh in enumerate(meshes)
        for target, called in enumerate((mesh.blend_names or ())[: mesh.targets])
        if called == name
    ]
    yield from named
    if not named and name.isdecimal() and len(name) < LONGEST_INDEX:
        yield from ((at, int(name)) for at, mesh in enumerate(meshes) if int(name) < mesh.targets)


def from_file(pose: Pose, given: PoseFile, file: Path) -> Pose:
    """The pose with what a pose file gives."""
    try:
        for name, one in given.nodes.items():
            pose = pose.with_local(
                place(name, pose.rig.nodes.names, "node"),
                translation=one.translation,
                rotation=one.rotation,
                scale=one.scale,
                matrix=one.matrix,
            )
        for name, amount in given.blend.items():
            pose = with_amount(pose, name, amount)
    except (ValueError, UsageError) as error:
        raise UsageError(f"{file}: {error}") from None
    return pose


def place(name: str, names: Sequence[str | None], kind: str) -> int:
    """The index of what is called `name`, or of what it counts where nothing is called so."""
    found = [at for at, one in enumerate(names) if one == name]
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(map(str, found))
        raise UsageError(f"{len(found)} {kind}s are called {name!r}; give one of the indices {listed}")
    if name.isdecimal() and len(name) < LONGEST_INDEX and int(name) < len(names):
        return int(name)
    called = [one for one in names if one]
    hint = did_you_mean(name, called)
    listed = f": {', '.join(map(repr, called))}" if called and not hint and len(called) <= NAMED else ""
    count = counted(len(names), kind) if names else f"no {kind}"
    if called and not hint and not listed:
        hint = " `pantin inspect` lists them."
    raise UsageError(f"no {kind} is called {name!r}, and the file has {count}{listed}.{hint}")


def split(option: str, flag: str, form: str) -> tuple[str, str]:
    """Name and value; the last = divides them, for names may have one."""
    name, equals, value = option.rpartition("=")
    if not equals or not name:
        raise UsageError(f"{flag} {option}: expected {form}")
    return name, value


def numbers(words: str, flag: str, option: str) -> list[float]:
    try:
        found = [float(word) for word in words.split(",")]
    except ValueError:
        raise UsageError(f"{flag} {option}: {words!r} is not made of numbers") from None
    if not np.isfinite(found).all():
        raise UsageError(f"{flag} {option}: a number is not finite")
    return found
