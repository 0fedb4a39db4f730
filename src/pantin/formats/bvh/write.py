"""Write joints and frames as BVH: rotations about Z, X, Y in degrees, positions for roots and joints that
move against their parent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.maths import quaternion
from pantin.maths.trigonometry import DEGREES, arctan2

Doubles = NDArray[np.float64]

ROTATIONS = "Zrotation Xrotation Yrotation"
POSITIONS = "Xposition Yposition Zposition"

ANGLE_DECIMALS = 6
"""Half a millionth of a degree is 1e-8 of the length of a bone."""
FINEST = 1e-8
"""How exact positions are, relative to the size of the model."""
FEWEST_DECIMALS, MOST_DECIMALS = 6, 15

GIMBAL = 1e-9
"""Cosine of the middle angle below which the other two turn about the same axis."""

LINES_AT_ONCE = 1024

MOST_INDENTED = 100
"""Levels that are indented: a chain of thousands would be mostly spaces."""


class Joints(Record, eq=False):
    """What is written of J joints in F frames; see `pantin.motion.recording.Recording`.

    names  None: an End Site
    """

    names: Sequence[str | None]
    parents: Sequence[int]
    offsets: Doubles
    rotations: Doubles
    positions: dict[int, Doubles]
    frame_time: float


def write_bvh(joints: Joints) -> Iterator[str]:
    """The text of a file, in parts."""
    children: dict[int, list[int]] = {}
    for joint, parent in enumerate(joints.parents):
        children.setdefault(parent, []).append(joint)
    decimals = position_decimals(joints)
    order: list[int] = []
    yield "HIERARCHY\n"
    yield from _hierarchy(joints, children, decimals, order)
    yield f"MOTION\nFrames: {len(joints.rotations)}\nFrame Time: {joints.frame_time:.12g}\n"
    yield from _frames(joints, order, decimals)


def position_decimals(joints: Joints) -> int:
    """Decimals that keep positions as exact as `FINEST` of the model's size."""
    reach = float(np.abs(joints.offsets).sum(0).max(initial=0.0))
    decimals = FEWEST_DECIMALS
    while decimals < MOST_DECIMALS and 0.5 * 10.0**-decimals > FINEST * reach > 0:
        decimals += 1
    return decimals


def _hierarchy(
    joints: Joints, children: dict[int, list[int]], decimals: int, order: list[int]
) -> Iterator[str]:
    """Joints depth first, without recursion: a chain may be longer than Python's stack. Fills `order`."""
    pending: list[tuple[int, int]] = [(root, 0) for root in reversed(children.get(-1, []))]
    while pending:
        joint, depth = pending.pop()
        if joint < 0:
            yield f"{'  ' * min(depth, MOST_INDENTED)}}}\n"
            continue
        indent, name = "  " * min(depth, MOST_INDENTED), joints.names[joint]
        offset = " ".join(f"{value:.{decimals}f}" for value in (joints.offsets[joint] + 0.0).tolist())
        if name is None:
            yield f"{indent}End Site\n{indent}{{\n{indent}  OFFSET {offset}\n{indent}}}\n"
            continue
        order.append(joint)
        moved = joint in joints.positions
        channels = f"6 {POSITIONS} {ROTATIONS}" if moved else f"3 {ROTATIONS}"
        keyword = "ROOT" if joints.parents[joint] < 0 else "JOINT"
        yield f"{indent}{keyword} {name}\n{indent}{{\n{indent}  OFFSET {offset}\n"
        yield f"{indent}  CHANNELS {channels}\n"
        below = children.get(joint, [])
        if not below:  # readers expect an End Site at every end
            zero = " ".join([f"{0:.{decimals}f}"] * 3)
            yield f"{indent}  End Site\n{indent}  {{\n{indent}    OFFSET {zero}\n{indent}  }}\n"
        pending.append((-1, depth))
        pending += [(child, depth + 1) for child in reversed(below)]


def _frames(joints: Joints, order: list[int], decimals: int) -> Iterator[str]:
    words: list[str] = []
    columns: list[Doubles] = []
    for joint in order:
        if joint in joints.positions:
            columns += list(np.round(joints.positions[joint], decimals).T + 0.0)
            words += [f"%.{decimals}f"] * 3
        columns += list(np.round(euler_zxy(joints.rotations[:, joint]), ANGLE_DECIMALS).T + 0.0)
        words += [f"%.{ANGLE_DECIMALS}f"] * 3
    line = " ".join(words) + "\n"
    count = len(joints.rotations)
    for begin in range(0, count, LINES_AT_ONCE):
        rows = np.stack([column[begin : begin + LINES_AT_ONCE] for column in columns], -1).tolist()
        yield "".join([line % tuple(row) for row in rows])


def euler_zxy(rotations: Doubles) -> Doubles:
    """(F, 3) degrees z, x, y with Rz Rx Ry the rotation, without jumps of whole turns between frames."""
    matrix = quaternion.to_matrix(quaternion.normalize(rotations))
    m01, m11, m21 = matrix[..., 0, 1], matrix[..., 1, 1], matrix[..., 2, 1]
    cosine = np.sqrt(m01 * m01 + m11 * m11)
    locked = cosine < GIMBAL
    z = np.where(locked, arctan2(matrix[..., 1, 0], matrix[..., 0, 0]), arctan2(-m01, m11))
    x = arctan2(m21, cosine)
    y = np.where(locked, 0.0, arctan2(-matrix[..., 2, 0], matrix[..., 2, 2]))
    degrees = np.stack([z, x, y], -1) * DEGREES
    turns = np.zeros_like(degrees)
    turns[1:] = np.cumsum(np.rint((degrees[1:] - degrees[:-1]) / 360.0), 0)
    return degrees - 360.0 * turns
