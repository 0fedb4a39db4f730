"""The bones of a motion and those of its target, side by side; a map that a user gives."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from pantin.base.errors import NothingToDo
from pantin.base.records import Record, replace
from pantin.formats.lookup import index_of
from pantin.report import Report
from pantin.report.catalogue import did_you_mean
from pantin.verbs.asset import Asset
from pantin.verbs.retarget_rules import uncertain_bones

if TYPE_CHECKING:
    from pantin.operations.humanoid.bone_map import BoneMap
    from pantin.rig import Rig

LARGEST_MAP_FILE = 1 << 20
"""Bytes of a file with a bone map: every bone with a long name takes a few kilobytes."""


class MappedBone(Record):
    """A humanoid bone of a motion: the joint that it is, the node of the target that it moves, and how
    certain both are, in 0…1.

    joint   index and `name` of the joint in the file of the motion
    target  index of the node of the target, None where the target does not have the bone

    >>> done = pantin.retarget("examples/retarget/walk.glb", "examples/vrm/avatar.vrm")
    >>> done.map["hips"].name, done.map["hips"].confidence
    ('mixamorig:Hips', 0.98)
    """

    bone: str
    joint: int
    name: str | None
    target: int | None
    confidence: float
    target_confidence: float = 1.0

    @property
    def uncertain(self) -> bool:
        """Whether the confidence is below 0.8."""
        from pantin.operations.humanoid.bone_map import UNCERTAIN

        return min(self.confidence, self.target_confidence) < UNCERTAIN


def match_bones(
    motion: Asset, target: Asset, map: Mapping[str, str | None] | str | os.PathLike[str] | None = None
) -> tuple[Mapping[str, MappedBone], Report]:
    """The bones of a motion with those of a target, also of animals; and which are uncertain."""
    from pantin.operations.humanoid.bone_map import map_bones

    require_3d(motion, target)
    overrides = map if isinstance(map, Mapping) else read_map(map)
    bones = override_bones(motion.rig, map_bones(motion.rig), overrides)
    other = map_bones(target.rig)
    findings = (
        *uncertain_bones(motion.path, motion.rig, bones),
        *uncertain_bones(target.path, target.rig, other),
    )
    return pair_bones(motion.rig, bones, other), Report(target.path, target.kind, findings)


def pair_bones(rig: Rig, bones: BoneMap, target: BoneMap) -> Mapping[str, MappedBone]:
    """The bones of a motion, each with its node of the target."""
    return MappingProxyType(
        {
            bone: MappedBone(
                bone,
                node,
                rig.nodes.names[node],
                target.nodes.get(bone),
                bones.confidence[bone],
                target.confidence.get(bone, 1.0),
            )
            for bone, node in bones.nodes.items()
        }
    )


def override_bones(rig: Rig, bones: BoneMap, overrides: Mapping[str, str | None]) -> BoneMap:
    """The map with the bones that a user gives, by names of joints, and those that were found where these
    allow them in the tree. Raises `ValueError` for unknown names."""
    from pantin.rig.human_bones import BONE_PARENTS

    if not overrides:
        return bones
    nodes, confidence = dict(bones.nodes), dict(bones.confidence)
    stated: dict[str, str] = {}
    for joint, bone in overrides.items():
        node = index_of(joint, rig.nodes.names, "joint")
        if bone is not None and bone not in BONE_PARENTS:
            raise ValueError(f"{joint!r}: {bone!r} is not a VRM 1.0 bone.{did_you_mean(bone, BONE_PARENTS)}")
        if bone is not None and bone in stated:
            raise ValueError(f"{stated[bone]!r} and {joint!r} are both mapped to {bone}, expected one joint")
        stated |= {} if bone is None else {bone: joint}
        for known in [known for known, other in nodes.items() if other == node or known == bone]:
            del nodes[known], confidence[known]
        if bone is not None:
            nodes[bone], confidence[bone] = node, 1.0
    moved = {bone: nodes[bone] for bone in stated if bones.nodes.get(bone) != nodes[bone]}
    ordered = [
        bone
        for bone in BONE_PARENTS
        if bone in nodes and (bone in stated or _fits(rig, bone, nodes[bone], moved))
    ]
    return replace(
        bones,
        upright=True,
        nodes=MappingProxyType({bone: nodes[bone] for bone in ordered}),
        confidence=MappingProxyType({bone: confidence[bone] for bone in ordered}),
    )


def _fits(rig: Rig, bone: str, node: int, stated: Mapping[str, int]) -> bool:
    """Whether a bone is below the given bones that it belongs below, and above those that belong below it."""
    pairs = [(node, other) for above, other in stated.items() if _is_above(above, bone)]
    pairs += [(other, node) for below, other in stated.items() if _is_above(bone, below)]
    return all(_is_below(rig, lower, upper) for lower, upper in pairs)


def _is_below(rig: Rig, node: int, other: int) -> bool:
    while node >= 0:
        node = int(rig.nodes.parents[node])
        if node == other:
            return True
    return False


def _is_above(bone: str, other: str) -> bool:
    """Whether a bone is above another one in a human body."""
    from pantin.rig.human_bones import BONE_PARENTS

    above = BONE_PARENTS[other]
    return above is not None and (above == bone or _is_above(bone, above))


def read_map(
    file: str | os.PathLike[str] | None, names: str = "joint names to VRM bone names"
) -> dict[str, str | None]:
    """The bone names by joint names in a JSON file. Raises `OSError`, and `ValueError` for other content,
    which says what `names` are expected."""
    if file is None:
        return {}
    import msgspec

    from pantin.base.files import read_small

    text = read_small(Path(file), LARGEST_MAP_FILE)
    try:
        return msgspec.json.decode(text, type=dict[str, str | None])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{os.fspath(file)}: expected a JSON object from {names}: {error}") from None


def require_3d(*assets: Asset) -> None:
    """Raise `ValueError` for rigs of other dimensions."""
    for asset in assets:
        if asset.rig.dimension != 3:
            dimension = asset.rig.dimension
            words = f"{asset.path} has {dimension} dimensions: motion moves between rigs of 3"
            raise NothingToDo(words, f"{dimension} dimensions")
