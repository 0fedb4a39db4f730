"""The skeleton of a rig as geometry: a bone from each joint to its child joints, and a ball at each joint.

A joint without child joints has a bone where its end is known: the tail of a bone in a Rigy source, or the
length of a bone, along its +Y.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import Unsuitable
from pantin.base.records import replace
from pantin.motion import world_transforms
from pantin.rig import Doubles, Pose, Rig
from pantin.viewer.colour import linear_rgb
from pantin.viewer.geometry import Geometry
from pantin.viewer.materials import Material
from pantin.viewer.solids import bones, spheres

BONE = Material((*linear_rgb("#f6c945"), 1.0), double_sided=True)
JOINT = Material((*linear_rgb("#e4572e"), 1.0), double_sided=True)
CHOSEN = Material((*linear_rgb("#19b5c9"), 1.0), double_sided=True)

THICKNESS = 0.09
"""Radius of a bone relative to its length."""

THICKEST, THINNEST = 0.022, 0.0035
"""Limits of that radius relative to the model's size: short bones stay visible, long ones hide little."""


Tails: TypeAlias = Mapping[int, tuple[float, float, float]]
"""The ends of bones in the space of their nodes, by node."""

NO_TAILS: Tails = {}

MAX_JOINTS = 20_000
"""Joints drawn in an image: the bone and the ball of a joint take about 125 kB while they are drawn."""


def joints_of(rig: Rig, scene: int | None = None) -> list[int]:
    """Visible nodes that are joints of a skin, a skeleton or a spring; without any, all visible nodes that
    have no mesh."""
    shown = rig.shown(scene)
    listed = [skin.joints for skin in rig.skins] + [skeleton.joints for skeleton in rig.skeletons]
    nodes = {node for joints in listed for node in joints.tolist()}
    nodes |= {joint.node for spring in rig.springs.springs for joint in spring.joints}
    chosen = {node for node in nodes if node >= 0 and shown[node]}
    if not chosen:
        with_mesh = {instance.node for instance in rig.instances}
        chosen = {node for node in range(len(rig.nodes)) if shown[node] and node not in with_mesh}
    return sorted(chosen)


def leaf_tails(rig: Rig, tails: Tails) -> dict[int, tuple[float, float, float]]:
    """The ends of joints without child joints, in the space of each joint."""
    joints = joints_of(rig)
    parents = set(_parent_joints(rig, np.array(joints, np.int64))[joints].tolist())
    lengths = rig.nodes.bone_lengths if rig.dimension == 3 else np.zeros(0)
    known = {node: (0.0, float(lengths[node]), 0.0) for node in np.flatnonzero(lengths > 0).tolist()}
    known |= tails
    return {joint: known[joint] for joint in joints if joint in known and joint not in parents}


def tail_positions(pose: Pose, tails: Tails) -> tuple[NDArray[np.int64], Doubles]:
    """The joints without child joints but with a known end, and their ends in the world."""
    leaves = leaf_tails(pose.rig, tails)
    joints = np.array(list(leaves), np.int64)
    worlds = world_transforms(pose.rig, pose)[joints]
    ends = np.array(list(leaves.values()), np.float64).reshape(-1, 3)
    return joints, rotate_each(worlds[:, :, :3], ends) + worlds[:, :, 3]


def rotate_each(matrices: Doubles, vectors: Doubles) -> Doubles:
    """Each vector (n, 3) through its matrix (n, 3, 3), as explicit sums."""
    x, y, z = vectors.T[:, :, None]
    rotated: Doubles = matrices[:, :, 0] * x + matrices[:, :, 1] * y + matrices[:, :, 2] * z
    return rotated


def skeleton_geometry(
    rig: Rig, pose: Pose, size: float, chosen: int | None = None, tails: Tails = NO_TAILS
) -> list[Geometry]:
    """Bones and joints in a pose; `size` is that of the model, `chosen` a joint to highlight."""
    positions = world_transforms(pose.rig, pose)[:, :, 3]
    return bone_geometry(rig, positions, size, chosen, tail_positions(pose, tails))


def bone_geometry(
    rig: Rig,
    positions: Doubles,
    size: float,
    chosen: int | None = None,
    tails: tuple[NDArray[np.int64], Doubles] = (np.zeros(0, np.int64), np.zeros((0, 3))),
) -> list[Geometry]:
    """Bones and joints of a rig whose nodes are at (n, 3) positions; `tails` are as of `tail_positions`."""
    joints = np.array(joints_of(rig), np.int64)
    if len(joints) > MAX_JOINTS:
        raise Unsuitable(f"the model has {len(joints):,} joints; an image can show up to {MAX_JOINTS:,}")
    nearest = _parent_joints(rig, joints)[joints]
    parents, children = nearest[nearest >= 0], joints[nearest >= 0]
    leaves, ends = tails
    starts = np.concatenate([parents, leaves])
    tips = np.concatenate([positions[children], ends])
    along = tips - positions[starts]
    lengths = np.sqrt((along * along).sum(axis=1))
    radii = np.minimum(np.maximum(lengths * THICKNESS, THINNEST * size), THICKEST * size)
    thickness = np.full(len(rig.nodes), THINNEST * size * 1.6)
    np.maximum.at(thickness, starts, radii * 0.55)
    np.maximum.at(thickness, children, radii[: len(children)] * 0.55)
    marked = -1 if chosen is None else chosen
    return [
        _mark_chosen(bones(positions[starts], tips, radii, BONE), starts == marked),
        _mark_chosen(spheres(positions[joints], thickness[joints], JOINT), joints == marked),
    ]


def _mark_chosen(pieces: Geometry, chosen: NDArray[np.bool_]) -> Geometry:
    """Pieces with equal numbers of faces; those that are chosen get the highlight material."""
    each = len(pieces.faces) // max(1, len(chosen))
    return replace(
        pieces, material=np.repeat(chosen, each).astype(np.int64), materials=(*pieces.materials, CHOSEN)
    )


def _parent_joints(rig: Rig, joints: NDArray[np.int64]) -> NDArray[np.int64]:
    """The nearest joint among the ancestors of each node, −1 for none."""
    is_joint = np.zeros(len(rig.nodes), bool)
    is_joint[joints] = True
    nearest = np.full(len(rig.nodes), -1)
    parents = rig.nodes.parents.tolist()
    for node in rig.order.tolist():
        parent = parents[node]
        if parent >= 0:
            nearest[node] = parent if is_joint[parent] else nearest[parent]
    return nearest
