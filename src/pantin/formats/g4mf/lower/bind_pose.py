"""Find rest transforms that express inverse bind matrices, which G4MF lacks."""

from __future__ import annotations

import numpy as np

from pantin.base.errors import Unsuitable
from pantin.base.records import Record, replace
from pantin.formats.g4mf.lower.skeletons import WORLD, PlacedSkeleton
from pantin.maths import affine
from pantin.operations.edit.skeleton_binds import SAME_SPACE, slots_off_rest
from pantin.rig import Doubles, Rig

SAME = 1e-6
"""Bind and rest pose agree within this, relative to their size: inverses stored in float32 are off by a few
roundings of 6e-8."""


class BindPose(Record, eq=False):
    """local   rest transforms of all nodes
    meshes  the transform of each skin's mesh into the skeleton
    moved   how many bones have another rest pose than before
    moves   for a skin whose bind pose cannot be the rest pose of its bones: the transforms, by slot, that
            move its mesh so that it can, and the joint that has two bind poses
    """

    local: Doubles
    meshes: dict[int, Doubles]
    moved: int
    moves: dict[int, tuple[Doubles, int]]


def find_bind_pose(rig: Rig, groups: list[PlacedSkeleton]) -> BindPose:
    """Rest transforms that bind every skin as its inverse bind matrices do.

    In G4MF the bind pose of a bone is its rest pose, so K(0) · IB is the same transform for all joints of a
    skin: that of the mesh into the skeleton. Where the rest pose of the rig differs, the bones rest where the
    mesh was bound. A skin that binds a bone differently from an earlier skin needs its mesh moved. Raises
    `Unsupported` where an inverse bind matrix is singular.
    """
    result = BindPose(rig.nodes.local.copy(), {}, 0, {})
    ranks = np.empty(len(rig.nodes), np.int64)
    ranks[rig.order] = np.arange(len(rig.nodes))
    changed = sum(
        _rest_group(rig, group, sorted(group.bones, key=ranks.__getitem__), result) for group in groups
    )
    return replace(result, moved=changed)


def is_bound_at_rest(rig: Rig, index: int, local: Doubles) -> bool:
    """Whether a skeleton with matrices is bound where its joints rest: in the space of its root's parent, in
    the world, or in that of a skin that it owns. `local` are the rest transforms of the nodes.
    """
    skeleton = rig.skeletons[index]
    resting = replace(skeleton, rest=local[skeleton.joints])
    off_rest, spaces, _ = slots_off_rest(resting)
    assert skeleton.inverse_binds is not None
    if len(off_rest) or affine.invert(skeleton.inverse_binds)[1].any():
        return False
    identity = world = affine.identity(rig.dimension)
    above = int(rig.nodes.parents[skeleton.root])
    while above >= 0:
        world = affine.multiply(local[above], world)
        above = int(rig.nodes.parents[above])
    known = [identity, affine.invert(world)[0]]
    rest, slots = (
        resting.rest_transforms(),
        {joint: slot for slot, joint in enumerate(skeleton.joints.tolist())},
    )
    for skin in (skin for skin in rig.skins if skin.skeleton == index and skin.inverse_binds is not None):
        bound = next((slot for slot, joint in enumerate(skin.joints.tolist()) if joint in slots), None)
        if bound is not None and skin.inverse_binds is not None:
            joint = slots[int(skin.joints[bound])]
            known.append(affine.multiply(rest[joint], skin.inverse_binds[bound]))
    size = max(float(np.abs(spaces[0]).max()), 1.0)
    return any(float(np.abs(space - spaces[0]).max()) <= SAME_SPACE * size for space in known)


def _in_skeleton(rig: Rig, group: PlacedSkeleton, bones: list[int], local: Doubles) -> dict[int, Doubles]:
    """The rest transforms of the bones of a group in skeleton space, given parents first."""
    transforms: dict[int, Doubles] = {}
    for bone in bones:
        parent = int(rig.nodes.parents[bone])
        own = local[bone]
        is_root = parent in (group.node, WORLD)
        transforms[bone] = own if is_root else affine.multiply(transforms[parent], own)
    return transforms


def _rest_group(rig: Rig, group: PlacedSkeleton, bones: list[int], result: BindPose) -> int:
    """Store the rest transforms for the skins of a group in `result`; returns how many bones this moves."""
    size, meshes = rig.dimension, result.meshes
    current = _in_skeleton(rig, group, bones, result.local)
    depths = _depths(rig, bones)
    wanted: dict[int, Doubles] = {}
    for skin in group.skins:
        joints = rig.skins[skin].joints.tolist()
        binds = rig.skins[skin].inverse_binds
        real = [slot for slot, joint in enumerate(joints) if joint >= 0]
        if binds is None:
            binds = np.tile(affine.identity(size), (len(joints), 1, 1))
        if not real:
            meshes[skin] = binds[0] if len(binds) else affine.identity(size)
            continue
        known = [slot for slot in real if joints[slot] in wanted]
        # The topmost joint keeps its rest transform unless another skin has bound one already.
        lead = known[0] if known else min(real, key=lambda slot: depths[joints[slot]])
        base = wanted.get(joints[lead], current[joints[lead]])
        meshes[skin] = affine.multiply(base, binds[lead])
        inverses, singular = affine.invert(binds[real])
        if singular.any():
            joint = joints[real[int(singular.argmax())]]
            raise Unsuitable(f"skin {skin} has a singular inverse bind matrix for joint {joint}")
        rests = affine.multiply(meshes[skin], inverses)
        twice = [
            joints[slot]
            for slot, rest in zip(real, rests, strict=True)
            if not _close(wanted.setdefault(joints[slot], rest), rest)
        ]
        if twice:
            result.moves[skin] = (_moves(meshes[skin], wanted, joints, binds), twice[0])
    return _apply(rig, group, bones, result.local, current, wanted)


def _moves(mesh: Doubles, wanted: dict[int, Doubles], joints: list[int], binds: Doubles) -> Doubles:
    """For each slot the transform after which the mesh is bound at the rest of the joint: L⁻¹ · K(0) · IB."""
    moves = np.tile(affine.identity(len(mesh)), (len(joints), 1, 1))
    inverse, _ = affine.invert(mesh)
    for slot, joint in enumerate(joints):
        if joint >= 0:
            moves[slot] = affine.multiply(inverse, affine.multiply(wanted[joint], binds[slot]))
    return moves


def _depths(rig: Rig, bones: list[int]) -> dict[int, int]:
    """The depth of each bone below the skeleton, from 1."""
    depths: dict[int, int] = {}
    for bone in bones:
        depths[bone] = depths.get(int(rig.nodes.parents[bone]), 0) + 1
    return depths


def _close(a: Doubles, b: Doubles) -> bool:
    return bool(np.abs(a - b).max() <= SAME * max(np.abs(a).max(), np.abs(b).max(), 1.0))


def _apply(
    rig: Rig,
    group: PlacedSkeleton,
    bones: list[int],
    local: Doubles,
    current: dict[int, Doubles],
    wanted: dict[int, Doubles],
) -> int:
    """Set the rest transforms of bones; bones already in place keep theirs exactly."""
    if all(_close(current[bone], rest) for bone, rest in wanted.items()):
        return 0
    changed, transforms = 0, dict(current)
    for bone in bones:
        parent = int(rig.nodes.parents[bone])
        is_root = parent in (group.node, WORLD)
        parent_transform = affine.identity(rig.dimension) if is_root else transforms[parent]
        if bone in wanted:
            inverse, singular = affine.invert(parent_transform)
            if singular:
                raise Unsuitable(
                    f"the parent of joint {bone} has a singular transform (zero scale along an axis)"
                )
            fresh = affine.multiply(inverse, wanted[bone])
            changed += not _close(fresh, local[bone])
            local[bone] = fresh
        transforms[bone] = affine.multiply(parent_transform, local[bone])
    return changed
