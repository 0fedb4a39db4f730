"""The skeleton of a rig as geometry: a bone from each joint to the joints below it, and a ball at each."""

from __future__ import annotations

import numpy as np

from pantin.motion import world
from pantin.rig import Doubles, Pose, Rig
from pantin.viewer.colour import linear
from pantin.viewer.geometry import Geometry
from pantin.viewer.paint import Paint
from pantin.viewer.solids import bone, sphere

BONE = Paint((*linear("#f6c945"), 1.0), double_sided=True)
JOINT = Paint((*linear("#e4572e"), 1.0), double_sided=True)
CHOSEN = Paint((*linear("#19b5c9"), 1.0), double_sided=True)

THICKNESS = 0.09
"""Radius of a bone as a part of its length."""

THICKEST, THINNEST = 0.022, 0.0035
"""Bounds of that radius as parts of the model's size: a short bone is still seen, a long one hides little."""


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
    places = world(pose)[:, :, 3]
    joints = joints_of(rig)
    among = set(joints)
    pieces, thickness = [], dict.fromkeys(joints, THINNEST * size * 1.6)
    for node in joints:
        above = _joint_above(rig, node, among)
        if above is None:
            continue
        radius = _radius(places[node] - places[above], size)
        pieces.append(bone(places[above], places[node], radius, CHOSEN if above == chosen else BONE))
        thickness[node] = max(thickness[node], radius * 0.55)
        thickness[above] = max(thickness[above], radius * 0.55)
    for node in joints:
        pieces.append(sphere(places[node], thickness[node], CHOSEN if node == chosen else JOINT))
    return pieces


def _radius(along: Doubles, size: float) -> float:
    length = float(np.sqrt((along * along).sum()))
    return min(max(length * THICKNESS, THINNEST * size), THICKEST * size)


def _joint_above(rig: Rig, node: int, among: set[int]) -> int | None:
    """The nearest joint above a node; nodes between that are no joints are passed over."""
    above = int(rig.nodes.parents[node])
    while above >= 0 and above not in among:
        above = int(rig.nodes.parents[above])
    return above if above >= 0 else None
