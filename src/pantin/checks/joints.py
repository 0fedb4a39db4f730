"""Rules about joints: unused, separated by a node that is not a joint, scaled non-uniformly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce

import numpy as np
from numpy.typing import NDArray

from pantin.checks.channels import channels_of
from pantin.checks.keys import find_rows
from pantin.checks.naming import name_clip, name_joints, name_node, name_skin
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.rig import Doubles, Reals, Rig
from pantin.rig.tree import subtree_ranges

NON_UNIFORM = 1e-3
"""A scale is non-uniform when its factors differ by more than this, relative to the largest: exporters that
decompose the products of many matrices write 0.9999 for 1, and nobody sees a thousandth."""


@rule("RIG-UNUSED_JOINT", "info", "no vertex has a weight for {joints} of {skin}")
def unused_joint(rig: Rig) -> Iterator[Finding]:
    """Joint without weights.

    What: No vertex of the meshes that use a skin has a weight other than 0 for one of its joints.
    Why: Each joint costs a matrix per frame, and devices limit how many a mesh may have.
    Fix: Remove the joint from the skin and keep the node, so that its children stay in place.
    Source: none; glTF 2.0 §3.7.3.2 asks only that influences name joints that exist
    """
    meshes_of: dict[int, set[int]] = {}
    for instance in rig.instances:
        if instance.skin is not None:
            meshes_of.setdefault(instance.skin, set()).add(instance.mesh)
    for skin, meshes in sorted(meshes_of.items()):
        used = _used_joints(rig, meshes, len(rig.skins[skin].joints))
        if not used.all():
            joints = name_joints(rig, skin, np.flatnonzero(~used).tolist())
            yield unused_joint.at(pointer("skins", skin), joints=joints, skin=name_skin(rig, skin))


def _used_joints(rig: Rig, meshes: set[int], count: int) -> NDArray[np.bool_]:
    """Which joints of a skin have a weight other than 0 at any vertex of the meshes bound to it."""
    used = np.zeros(count, bool)
    for mesh in meshes:
        for surface in rig.meshes[mesh].surfaces:
            if surface.influences is not None:
                used[surface.influences.joints[surface.influences.weights != 0]] = True
    return used


@rule(
    "RIG-GAP_BETWEEN_JOINTS",
    "warning",
    "{node} lies between joints of {skin} but is not one of its joints",
)
def gap_between_joints(rig: Rig) -> Iterator[Finding]:
    """Node between two joints is not a joint.

    What: A node has a joint of a skin above it and a joint of the same skin below it, but is not in the
    skin's joint list, nor in the skeleton that owns the skin.
    Why: Engines that build a skeleton from the joint list lose the transform of this node.
    Fix: Add the node to the skin's joints; it needs no weights.
    Source: glTF 2.0 §3.7.3.1 (legal; joints need only share a root)
    """
    gaps = _Gaps(rig)
    for index, skin in enumerate(rig.skins):
        joints = set(skin.joints.tolist()) - {-1}
        if skin.skeleton is not None:
            # A skin may use any joints of its skeleton, which has those between them.
            joints.update(rig.skeletons[skin.skeleton].joints.tolist())
        for node in sorted(gaps.find_new(joints)):
            yield gap_between_joints.at(
                pointer("nodes", node), node=name_node(rig, node), skin=name_skin(rig, index)
            )


class _Gaps:
    """Nodes between joints, each reported once. The search visits each gap once, however many skins have it
    and however deep the tree is: later searches jump over the gaps already known."""

    def __init__(self, rig: Rig) -> None:
        self._nodes = rig.nodes
        self._parents = rig.nodes.parents.tolist()
        self._above_gap: dict[int, int] = {}

    @cached_property
    def _walk(self) -> tuple[list[int], list[int]]:
        return subtree_ranges(self._nodes.parents, self._nodes.order)

    def find_new(self, joints: set[int]) -> Iterator[int]:
        """The nodes between these joints that were not reported before."""
        if all(self._parents[joint] in joints or self._parents[joint] < 0 for joint in joints):
            return
        first, end = self._walk
        ancestors: list[int] = []  # joints above the current one
        for joint in sorted(joints, key=first.__getitem__):
            while ancestors and end[ancestors[-1]] <= first[joint]:
                ancestors.pop()
            if ancestors:
                yield from self._gaps_between(joint, first[ancestors[-1]])
            ancestors.append(joint)

    def _gaps_between(self, joint: int, top: int) -> Iterator[int]:
        """New gaps above a joint, below the joint with preorder number `top`."""
        node = self._skip_known(self._parents[joint])
        while node >= 0 and self._walk[0][node] > top:
            yield node
            self._above_gap[node] = self._parents[node]
            node = self._skip_known(node)

    def _skip_known(self, node: int) -> int:
        """The node itself, or its first ancestor that is not a known gap."""
        skipped = []
        while node in self._above_gap:
            skipped.append(node)
            node = self._above_gap[node]
        self._above_gap.update(dict.fromkeys(skipped, node))
        return node


@rule(
    "RIG-UNEVEN_SCALE",
    "warning",
    "{node}, a joint with other joints below it, has the non-uniform scale ({scale}){clip}",
)
def uneven_scale(rig: Rig) -> Iterator[Finding]:
    """Non-uniform scale above other joints.

    What: A joint with joints below it is scaled by different factors along its axes, at rest or in a clip.
    Why: A rotation below a non-uniform scale becomes a shear. Engines that store joints as translation,
    rotation and scale cannot show it.
    Fix: Scale the vertices instead, or put the scale on a joint without joints below it.
    Source: glTF 2.0 §3.5.2 (a product of such transforms need not be one of them)
    """
    if not rig.skins:
        return
    joints = _joints_above_joints(rig)
    for node in np.flatnonzero(joints & _non_uniform(rig.nodes.scales)).tolist():
        scale = _format_scale(rig.nodes.scales[node])
        yield uneven_scale.at(pointer("nodes", node), node=name_node(rig, node), scale=scale, clip="")
    known = channels_of(rig)
    scaled = [row for row in known.rows("scale") if joints[known.nodes[row]]]
    bad_keys = find_rows(known.keys(scaled), _non_uniform)
    for row, bad in zip(scaled, bad_keys, strict=True):
        if len(bad):
            yield uneven_scale.at(
                known.pointer(row),
                node=name_node(rig, known.nodes[row]),
                scale=_format_scale(known.keys([row])[0][bad[0]].astype(np.float64)),
                clip=f" in {name_clip(rig, known.clips[row])}",
            )


def _joints_above_joints(rig: Rig) -> NDArray[np.bool_]:
    """Joints of any skin that have a joint of any skin below them."""
    joints = np.zeros(len(rig.nodes), bool)
    for skin in rig.skins:
        joints[skin.joints[skin.joints >= 0]] = True
    parents, is_joint = rig.nodes.parents.tolist(), joints.tolist()
    above_joint = [False] * len(is_joint)
    for node in reversed(rig.nodes.order.tolist()):
        if parents[node] >= 0 and (is_joint[node] or above_joint[node]):
            above_joint[parents[node]] = True
    return np.logical_and(joints, above_joint)


def _non_uniform(scales: Reals) -> NDArray[np.bool_]:
    sizes = np.abs(scales.astype(np.float64).T)
    # Axis by axis: reducing short rows takes many times as long.
    largest, least = reduce(np.maximum, sizes), reduce(np.minimum, sizes)
    return np.asarray(largest - least > NON_UNIFORM * largest)


def _format_scale(scale: Doubles) -> str:
    return ", ".join(f"{factor:.4g}" for factor in scale)


RULES = (unused_joint, gap_between_joints, uneven_scale)
