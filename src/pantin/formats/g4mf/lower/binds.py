"""Inverse binds without inverse binds: the place of the mesh below its skeleton, and bones rested anew."""

from __future__ import annotations

from dataclasses import dataclass

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
    """`local` rest maps of all nodes, `meshes` the map of each skin's mesh into the skeleton, and how many
    bones rest elsewhere than before."""

    local: Doubles
    meshes: dict[int, Doubles]
    moved: int


def bound(rig: Rig, groups: list[Placed]) -> Bound:
    """Rest maps in which every skin is bound as its inverse binds say.

    In G4MF a bone's bind is its rest, so that K(0) · IB is the same map for all joints of a skin: that of
    the mesh into the skeleton. Where the rest of the rig does not make it so, the bones are rested where the
    mesh was bound. Raises `Unsupported` where two skins bind a bone in places that cannot both be its rest,
    or a bind flattens space.
    """
    local = rig.nodes.local.copy()
    meshes: dict[int, Doubles] = {}
    moved = 0
    for group in groups:
        moved += _rest(rig, group, local, meshes)
    return Bound(local, meshes, moved)


def _in_skeleton(rig: Rig, group: Placed, local: Doubles) -> dict[int, Doubles]:
    """The rest maps of the bones of a group in the space of the skeleton."""
    found: dict[int, Doubles] = {}
    for at in rig.order.tolist():
        if at in group.bones:
            above = int(rig.nodes.parents[at])
            own = local[at]
            found[at] = own if above in (group.node, WORLD) else affine.multiply(found[above], own)
    return found


def _rest(rig: Rig, group: Placed, local: Doubles, meshes: dict[int, Doubles]) -> int:
    size = rig.dimension
    placed = _in_skeleton(rig, group, local)
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
        lead = (known or sorted(real, key=lambda slot: _depth(rig, joints[slot])))[0]
        base = wanted.get(joints[lead], placed[joints[lead]])
        meshes[skin] = affine.multiply(base, binds[lead])
        for slot in real:
            inverse, singular = affine.invert(binds[slot])
            if singular:
                raise Unsupported(f"skin {skin} binds joint {joints[slot]} by a map that flattens space")
            rest = affine.multiply(meshes[skin], inverse)
            if not _close(wanted.setdefault(joints[slot], rest), rest):
                raise Unsupported(
                    f"joint {joints[slot]} is bound in two places, and G4MF has one rest for it"
                )
    return _apply(rig, group, local, placed, wanted)


def _depth(rig: Rig, node: int) -> int:
    depth = 0
    while (node := int(rig.nodes.parents[node])) >= 0:
        depth += 1
    return depth


def _close(a: Doubles, b: Doubles) -> bool:
    return bool(np.abs(a - b).max() <= SAME * max(np.abs(a).max(), np.abs(b).max(), 1.0))


def _apply(
    rig: Rig, group: Placed, local: Doubles, placed: dict[int, Doubles], wanted: dict[int, Doubles]
) -> int:
    """Rest the bones where they are wanted; those that are there already keep their exact maps."""
    if all(_close(placed[one], rest) for one, rest in wanted.items()):
        return 0
    moved, now = 0, dict(placed)
    for at in rig.order.tolist():
        if at not in group.bones:
            continue
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
