"""The skeleton of a rig as geometry: a bone from each joint to the joints below it, and a ball at each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pantin.errors import Unsupported
from pantin.motion import world_transforms
from pantin.rig import Pose, Rig
from pantin.viewer.colour import linear
from pantin.viewer.geometry import Geometry
from pantin.viewer.paint import Paint
from pantin.viewer.solids import bones, spheres

BONE = Paint((*linear("#f6c945"), 1.0), double_sided=True)
JOINT = Paint((*linear("#e4572e"), 1.0), double_sided=True)
CHOSEN = Paint((*linear("#19b5c9"), 1.0), double_sided=True)

THICKNESS = 0.09
"""Radius of a bone as a part of its length."""

THICKEST, THINNEST = 0.022, 0.0035
"""Bounds of that radius as parts of the model's size: a short bone is still seen, a long one hides little."""


MOST_JOINTS = 20_000
"""Joints that are drawn: a bone and a ball of each take an eighth of a megabyte until they are pixels."""


def joints_of(rig: Rig, scene: int | None = None) -> list[int]:
    """Nodes that are joints of a skin, a skeleton or a spring, and that the scene shows; without any, all
    nodes that carry no mesh."""
    shown = rig.shown(scene)
    listed = [one.joints for one in rig.skins] + [one.joints for one in rig.skeletons]
    named = {node for joints in listed for node in joints.tolist()}
    named |= {joint.node for spring in rig.springs.springs for joint in spring.joints}
    found = {node for node in named if node >= 0 and shown[node]}
    if not found:
        busy = {one.node for one in rig.instances}
        found = {node for node in range(len(rig.nodes)) if shown[node] and node not in busy}
    return sorted(found)


def skeleton(rig: Rig, pose: Pose, size: float, chosen: int | None = None) -> list[Geometry]:
    """Bones and joints in a pose; `size` is that of the model, and `chosen` a joint to be told apart."""
    places = world_transforms(pose.rig, pose)[:, :, 3]
    joints = np.array(joints_of(rig), np.int64)
    if len(joints) > MOST_JOINTS:
        raise Unsupported(
            f"the model has {len(joints):,} joints; pictures show the skeletons of up to {MOST_JOINTS:,}"
        )
    nearest = _joints_above(rig, joints)[joints]
    above, below = nearest[nearest >= 0], joints[nearest >= 0]
    along = places[below] - places[above]
    lengths = np.sqrt((along * along).sum(axis=1))
    radii = np.minimum(np.maximum(lengths * THICKNESS, THINNEST * size), THICKEST * size)
    thickness = np.full(len(rig.nodes), THINNEST * size * 1.6)
    for ends in (above, below):
        np.maximum.at(thickness, ends, radii * 0.55)
    mark = -1 if chosen is None else chosen
    return [
        _marked(bones(places[above], places[below], radii, BONE), above == mark),
        _marked(spheres(places[joints], thickness[joints], JOINT), joints == mark),
    ]


def _marked(pieces: Geometry, chosen: NDArray[np.bool_]) -> Geometry:
    """Pieces of as many faces each, with another paint for those that are chosen."""
    each = len(pieces.faces) // max(1, len(chosen))
    return replace(pieces, paint=np.repeat(chosen, each).astype(np.int64), paints=(*pieces.paints, CHOSEN))


def _joints_above(rig: Rig, joints: NDArray[np.int64]) -> NDArray[np.int64]:
    """The nearest joint above each node, −1 for none; nodes between that are no joints are passed over."""
    among = np.zeros(len(rig.nodes), bool)
    among[joints] = True
    nearest = np.full(len(rig.nodes), -1)
    parents = rig.nodes.parents.tolist()
    for node in rig.order.tolist():
        above = parents[node]
        if above >= 0:
            nearest[node] = above if among[above] else nearest[above]
    return nearest
