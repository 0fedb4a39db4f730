"""Inverse binds without inverse binds: the place of the mesh below its skeleton, and bones rested anew."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pantin.errors import Unsupported
from pantin.formats.g4mf.lower.skeletons import WORLD, Placed
from pantin.maths import affine
from pantin.rig import Doubles, Rig

SAME = 1e-6
"""Binds agree with the rest within this, relative to their size: inverses stored in float32 are off by a few
roundings of 6e-8."""


@dataclass(frozen=True, eq=False, slots=True)
class Bound:
    """`local` rest maps of all nodes, `meshes` the map of each skin's mesh into the skeleton, how many bones
    rest elsewhere than before, and `moves`: for a skin whose binds cannot be the rest of its bones, the maps
    by slot that move its mesh to where they can, with the joint that is bound twice."""

    local: Doubles
    meshes: dict[int, Doubles]
    moved: int
    moves: dict[int, tuple[Doubles, int]]


def bound(rig: Rig, groups: list[Placed]) -> Bound:
    """Rest maps in which every skin is bound as its inverse binds say.

    In G4MF a bone's bind is its rest, so that K(0) · IB is the same map for all joints of a skin: that of
    the mesh into the skeleton. Where the rest of the rig does not make it so, the bones are rested where the
    mesh was bound. A skin that binds a bone elsewhere than one before it must have its mesh moved. Raises
    `Unsupported` where a bind flattens space.
    """
    made = Bound(rig.nodes.local.copy(), {}, 0, {})
    ranks = np.empty(len(rig.nodes), np.int64)
    ranks[rig.order] = np.arange(len(rig.nodes))
    moved = sum(_rest(rig, group, sorted(group.bones, key=ranks.__getitem__), made) for group in groups)
    return replace(made, moved=moved)


def _in_skeleton(rig: Rig, group: Placed, bones: list[int], local: Doubles) -> dict[int, Doubles]:
    """The rest maps of the bones of a group, given parents first, in the space of the skeleton."""
    found: dict[int, Doubles] = {}
    for at in bones:
        above = int(rig.nodes.parents[at])
        own = local[at]
        found[at] = own if above in (group.node, WORLD) else affine.multiply(found[above], own)
    return found


def _rest(rig: Rig, group: Placed, bones: list[int], made: Bound) -> int:
    """Put the rests that the skins of a group want into `made`; how many bones that moves."""
    size, meshes = rig.dimension, made.meshes
    placed = _in_skeleton(rig, group, bones, made.local)
    depths = _depths(rig, bones)
    wanted: dict[int, Doubles] = {}
    for skin in group.skins:
        joints = rig.skins[skin].joints.tolist()
        binds = rig.skins[skin].inverse_binds
        real = [slot for slot, one in enumerate(joints) if one >= 0]
        if binds is None:
            binds = np.tile(affine.identity(size), (len(joints), 1, 1))
        if not real:
            meshes[skin] = binds[0] if len(binds) else affine.identity(size)
            continue
        known = [slot for slot in real if joints[slot] in wanted]
        # The highest joint keeps its place unless another skin has bound one already.
        lead = known[0] if known else min(real, key=lambda slot: depths[joints[slot]])
        base = wanted.get(joints[lead], placed[joints[lead]])
        meshes[skin] = affine.multiply(base, binds[lead])
        inverses, singular = affine.invert(binds[real])
        if singular.any():
            flat = joints[real[int(singular.argmax())]]
            raise Unsupported(f"skin {skin} binds joint {flat} by a map that flattens space")
        rests = affine.multiply(meshes[skin], inverses)
        twice = [
            joints[slot]
            for slot, rest in zip(real, rests, strict=True)
            if not _close(wanted.setdefault(joints[slot], rest), rest)
        ]
        if twice:
            made.moves[skin] = (_moves(meshes[skin], wanted, joints, binds), twice[0])
    return _apply(rig, group, bones, made.local, placed, wanted)


def _moves(mesh: Doubles, wanted: dict[int, Doubles], joints: list[int], binds: Doubles) -> Doubles:
    """For each slot the map after which the mesh is bound as the joint rests: L⁻¹ · K(0) · IB."""
    moves = np.tile(affine.identity(len(mesh)), (len(joints), 1, 1))
    inverse, _ = affine.invert(mesh)
    for slot, joint in enumerate(joints):
        if joint >= 0:
            moves[slot] = affine.multiply(inverse, affine.multiply(wanted[joint], binds[slot]))
    return moves


def _depths(rig: Rig, bones: list[int]) -> dict[int, int]:
    """How far each bone is below the skeleton."""
    found: dict[int, int] = {}
    for at in bones:
        found[at] = found.get(int(rig.nodes.parents[at]), 0) + 1
    return found


def _close(a: Doubles, b: Doubles) -> bool:
    return bool(np.abs(a - b).max() <= SAME * max(np.abs(a).max(), np.abs(b).max(), 1.0))


def _apply(
    rig: Rig,
    group: Placed,
    bones: list[int],
    local: Doubles,
    placed: dict[int, Doubles],
    wanted: dict[int, Doubles],
) -> int:
    """Rest the bones where they are wanted; those that are there already keep their exact maps."""
    if all(_close(placed[one], rest) for one, rest in wanted.items()):
        return 0
    moved, now = 0, dict(placed)
    for at in bones:
        above = int(rig.nodes.parents[at])
        parent = affine.identity(rig.dimension) if above in (group.node, WORLD) else now[above]
        if at in wanted:
            inverse, singular = affine.invert(parent)
            if singular:
                raise Unsupported(f"the parent of joint {at} flattens space, so the joint cannot be placed")
            fresh = affine.multiply(inverse, wanted[at])
            moved += not _close(fresh, local[at])
            local[at] = fresh
        now[at] = affine.multiply(parent, local[at])
    return moved
