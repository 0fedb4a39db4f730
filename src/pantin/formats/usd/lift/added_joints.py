"""Undo two changes of the writer: joints added to a skeleton, and scales folded into other transforms.
Animation scales have 16 bits, and a joint has one bind transform. So the writer folds constant scales that 16
bits cannot hold into translations and bind transforms, or into an extra joint below the moving one, and
stores a second bind transform of a joint in an extra joint below it. Custom data of the skeleton list these
changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from pantin.formats.usd.conventions import BIND_JOINTS, JOINT_SCALES, SCALE_JOINTS
from pantin.formats.usd.lift.context import size_of
from pantin.maths import affine
from pantin.rig import Doubles


class AddedJoints(Struct, eq=False):
    """What the joints of a skeleton stand for.

    hosts    (J) the joint whose node each joint is part of: itself, unless it was added
    bound    (J) the joint with the bind transform of the node of each host: itself, or the one with its scale
    offsets  (J, 3, 4) from the space of each joint to that of its node
    scales   (J, 3) what the scale of each joint is multiplied by to be that of its node
    above    (J) what the translation of each joint is multiplied by
    folds    (J) what the linear part of its bind transform is multiplied by
    """

    hosts: list[int]
    bound: list[int]
    offsets: Doubles
    scales: Doubles
    above: Doubles
    folds: Doubles

    def is_added(self, joint: int) -> bool:
        return self.hosts[joint] != joint

    def left_out(self, used: set[int]) -> set[int]:
        """Joints without weights that a skin may omit, because another joint of their node is listed."""
        named = {self.hosts[joint] for joint in used}
        added = set()
        for joint, host in enumerate(self.hosts):
            if joint not in used and (host in named or joint != self.bound[host]):
                added.add(joint)
        return added

    def parts(self, joint: int, parts: Sequence[Doubles]) -> tuple[Doubles, Doubles, Doubles]:
        """Translation, rotation and scale of a joint's node, from those of the joint."""
        translation, rotation, scale = parts
        return translation * self.above[joint], rotation, scale * self.scales[joint]

    def place(self, rest: Doubles, binds: Doubles | None) -> tuple[Doubles, Doubles | None]:
        """(J, 3, 4) rest transforms of nodes, and bind transforms, from those of the joints."""
        rest = rest.copy()
        rest[:, :, 3] *= self.above[:, None]
        rest[:, :, :3] *= self.scales[:, None]
        if binds is not None:
            binds = binds.copy()
            binds[:, :, :3] *= self.folds[:, None, None]
        return rest, binds


def read_added(prim: Any, parents: Sequence[int], rest: Doubles) -> AddedJoints:
    """Read the custom data of a skeleton; data that do not fit its joints are ignored."""
    count = len(parents)
    folds = _folds(prim.GetCustomDataByKey(JOINT_SCALES), count)
    above = np.array([1.0 if parent < 0 else 1 / folds[parent] for parent in parents])
    added = AddedJoints(
        list(range(count)),
        list(range(count)),
        np.tile(affine.identity(3), (count, 1, 1)),
        np.tile((folds * above)[:, None], (1, 3)),
        above,
        folds,
    )
    for joint in _joints(prim.GetCustomDataByKey(SCALE_JOINTS), parents):
        host, scale = parents[joint], np.diag(rest[joint, :, :3]).copy()
        plain = np.concatenate([np.diag(scale), np.zeros((3, 1))], axis=1)
        if np.array_equal(rest[joint], plain) and scale.all() and parents.count(host) == 1:
            added.hosts[joint] = host
            added.bound[host] = joint
            added.offsets[host] = affine.inverse(plain)
            added.scales[host] = added.scales[host] * scale
    for joint in _joints(prim.GetCustomDataByKey(BIND_JOINTS), parents):
        if joint not in parents and not added.is_added(joint):
            added.hosts[joint] = added.hosts[parents[joint]]
            added.offsets[joint] = rest[joint]
            added.offsets[joint, :, 3] *= above[joint]
    return added


def _folds(value: Any, count: int) -> Doubles:
    ones = np.ones(count)
    if size_of(value) != count or isinstance(value, str | dict):
        return ones
    try:
        folds = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        return ones
    return folds if folds.shape == (count,) and np.isfinite(folds).all() and folds.all() else ones


def _joints(value: Any, parents: Sequence[int]) -> list[int]:
    """The non-root joints in a list."""
    if not size_of(value) or isinstance(value, str | dict):
        return []
    whole = [joint for joint in value if isinstance(joint, int) and 0 <= joint < len(parents)]
    return sorted({joint for joint in whole if parents[joint] >= 0})
