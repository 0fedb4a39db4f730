"""Rules about joints: used by a vertex, connected to each other, and scaled evenly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pantin.checks.places import channels
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import some
from pantin.rig import Doubles, Rig
from pantin.rig.tree import walk

UNEVEN = 1e-4
"""Scales differ when they do by more than this, relative to the largest: exporters that take matrices apart
in float32 write 0.99999 for 1."""


@rule("RIG-UNUSED_JOINT", "info", "no vertex is moved by {joints} of the skin")
def unused_joint(rig: Rig) -> Iterator[Finding]:
    """Every joint of a skin moves some vertex.

    Why: each joint costs a matrix per frame, and devices bound how many a mesh may have.
    Mend: leave the joint out of the skin and keep the node; it still carries those below it.
    Source: none; glTF 2.0 §3.7.3.2 asks only that influences name joints that exist
    """
    bound: dict[int, set[int]] = {}
    for one in rig.instances:
        if one.skin is not None:
            bound.setdefault(one.skin, set()).add(one.mesh)
    for at, meshes in sorted(bound.items()):
        used = _used(rig, meshes, len(rig.skins[at].joints))
        if not used.all():
            slots = np.flatnonzero(~used).tolist()
            yield unused_joint.at(pointer("skins", at), joints=some("joint", slots))


def _used(rig: Rig, meshes: set[int], count: int) -> NDArray[np.bool_]:
    """Which joints of a skin any vertex of the meshes bound to it names with a weight other than 0."""
    used = np.zeros(count, bool)
    for mesh in meshes:
        for surface in rig.meshes[mesh].surfaces:
            if surface.influences is not None:
                used[surface.influences.joints[surface.influences.weights != 0]] = True
    return used


@rule(
    "RIG-GAP_BETWEEN_JOINTS",
    "warning",
    "the node lies between joints of skin {skin} and is not a joint of it",
)
def gap_between_joints(rig: Rig) -> Iterator[Finding]:
    """Between a joint and the next joint above it lie only joints of the same skin.

    Why: engines that build a skeleton from the joint list lose the transform of the node between.
    Mend: add the node to the skin's joints; no vertex needs to name it.
    Source: glTF 2.0 §3.7.3.1 (legal; joints need only share a root)
    """
    gaps = _Gaps(rig)
    for at, skin in enumerate(rig.skins):
        for node in sorted(gaps.new_of(set(skin.joints.tolist()) - {-1})):
            yield gap_between_joints.at(pointer("nodes", node), skin=at)


class _Gaps:
    """Nodes between joints, each told once. However many skins pass a node, and however deep the tree, it is
    climbed over once: from then on one looks past all gaps that are known."""

    def __init__(self, rig: Rig) -> None:
        self._nodes = rig.nodes
        self._parents = rig.nodes.parents.tolist()
        self._past: dict[int, int] = {}

    @cached_property
    def _walk(self) -> tuple[list[int], list[int]]:
        return walk(self._nodes.parents, self._nodes.order)

    def new_of(self, joints: set[int]) -> Iterator[int]:
        """The nodes between these joints that have not been told."""
        if all(self._parents[joint] in joints or self._parents[joint] < 0 for joint in joints):
            return
        first, behind = self._walk
        above: list[int] = []  # the joints that the walk is below of
        for joint in sorted(joints, key=first.__getitem__):
            while above and behind[above[-1]] <= first[joint]:
                above.pop()
            if above:
                yield from self._between(joint, first[above[-1]])
            above.append(joint)

    def _between(self, joint: int, top: int) -> Iterator[int]:
        """New gaps above a joint, below the joint whose place in the walk is `top`."""
        node = self._next(self._parents[joint])
        while node >= 0 and self._walk[0][node] > top:
            yield node
            self._past[node] = self._parents[node]
            node = self._next(node)

    def _next(self, node: int) -> int:
        """The first node here or above that is no gap so far."""
        passed = []
        while node in self._past:
            passed.append(node)
            node = self._past[node]
        self._past.update(dict.fromkeys(passed, node))
        return node


@rule("RIG-UNEVEN_SCALE", "warning", "joint {node} is scaled unevenly ({scale}) and has joints below it")
def uneven_scale(rig: Rig) -> Iterator[Finding]:
    """A joint above other joints is scaled by the same factor along all axes, at rest and in every clip.

    Why: below an uneven scale a rotation becomes a shear, which engines that hold joints as translation,
    rotation and scale cannot show.
    Mend: scale the vertices instead, or put the scale on a joint without joints below it.
    Source: glTF 2.0 §3.5.2 (a product of such transforms need not be one of them)
    """
    carriers = _carriers(rig)
    for node in np.flatnonzero(carriers & _uneven(rig.nodes.scales)).tolist():
        yield uneven_scale.at(pointer("nodes", node), node=node, scale=_words(rig.nodes.scales[node]))
    for place, channel in channels(rig):
        if channel.property != "scale" or not carriers[channel.node]:
            continue
        keys = channel.values[:, 1] if channel.interpolation == "CUBICSPLINE" else channel.values
        bad = np.flatnonzero(_uneven(keys.astype(np.float64)))
        if len(bad):
            yield uneven_scale.at(place, node=channel.node, scale=_words(keys[bad[0]].astype(np.float64)))


def _carriers(rig: Rig) -> NDArray[np.bool_]:
    """Joints of any skin that have a joint of any skin below them."""
    joints = np.zeros(len(rig.nodes), bool)
    for skin in rig.skins:
        joints[skin.joints[skin.joints >= 0]] = True
    parents, marks = rig.nodes.parents.tolist(), joints.tolist()
    carries = [False] * len(marks)
    for node in reversed(rig.nodes.order.tolist()):
        if parents[node] >= 0 and (marks[node] or carries[node]):
            carries[parents[node]] = True
    return np.logical_and(joints, carries)


def _uneven(scales: Doubles) -> NDArray[np.bool_]:
    sizes = np.abs(scales)
    largest = sizes.max(axis=1, initial=0.0)
    return np.asarray(largest - sizes.min(axis=1, initial=np.inf) > UNEVEN * largest)


def _words(scale: Doubles) -> str:
    return ", ".join(f"{part:.4g}" for part in scale)


RULES = (unused_joint, gap_between_joints, uneven_scale)
