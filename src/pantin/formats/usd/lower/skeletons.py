"""Plan the skeletons of a stage: which nodes become joints, their bind transforms, and the place of scales. A
prim cannot be the child of a joint, so all nodes below a joint become joints, and a mesh there is bound to
its joint. Skins with overlapping subtrees share a skeleton."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct, field

from pantin.formats.usd.dual_quaternions import is_even
from pantin.maths import affine
from pantin.motion import world_transforms
from pantin.rig import Doubles, Instance, Reals, Rig, Skin
from pantin.rig.tree import subtree_ranges

SAME_BIND = 1e-6
"""Inverse bind matrices in float32 that describe one bind pose differ by a few roundings (6e-8) of a product
of two, relative to their largest number."""


class PlannedJoint(Struct, eq=False):
    """A joint of a skeleton.

    node    the node that moves it
    parent  position in the skeleton, −1 for a top joint
    offset  its constant transform below its parent, for joints that are added; None: that of the node
    bind    its bind transform, in the space of the skeleton; None: at rest
    fold    the scale of the node and its ancestors that is folded into translations (see `scales`)
    rigid   whether the constant linear part of the node is that of a joint below this one
    """

    node: int
    parent: int
    offset: Doubles | None = None
    bind: Doubles | None = None
    fold: float = 1.0
    rigid: bool = False


class PlannedSkeleton(Struct, eq=False):
    """A skeleton below the prim of the node `anchor` (−1: below the root prim).

    joints      parents first
    of_node     the joint that stands for each node
    slots       for each skin, the joint of each of its slots
    geom_binds  for each skin, from the mesh into the space of the skeleton
    """

    anchor: int
    joints: list[PlannedJoint] = field(default_factory=list)
    of_node: dict[int, int] = field(default_factory=dict)
    slots: dict[int, list[int]] = field(default_factory=dict)
    geom_binds: dict[int, Doubles] = field(default_factory=dict)

    def scale_joints(self) -> list[int]:
        """Joints added for a constant linear part of their parent joint."""
        return [index for index in self._added_joints() if self.joints[self.joints[index].parent].rigid]

    def bind_joints(self) -> list[int]:
        """Joints added for another bind transform of their parent joint."""
        return [index for index in self._added_joints() if not self.joints[self.joints[index].parent].rigid]

    def _added_joints(self) -> list[int]:
        return [
            index
            for index, joint in enumerate(self.joints)
            if joint.offset is not None and joint.node >= 0 and joint.parent >= 0
        ]


def plan_skeletons(rig: Rig) -> list[PlannedSkeleton]:
    """The skeletons of a rig, for its skins and for the meshes with blend shapes."""
    tree = _Tree(rig)
    world = world_transforms(rig)
    planned = []
    for group in tree.group(list(_seeds(rig))):
        skeleton = PlannedSkeleton(group.anchor)
        _add_nodes(rig, skeleton, tree, group)
        for index in group.skins:
            _bind_skin(rig, skeleton, index)
        _bind_rest(skeleton, world)
        planned.append(skeleton)
    return planned


class _Group(Struct, eq=False):
    """Nodes for one skeleton, and their skins. `world`: it must not be below a node; `uneven`: nor below one
    with a translation; `dual`: nor below one with non-uniform scale."""

    nodes: set[int]
    skins: list[int]
    world: bool = False
    uneven: bool = False
    dual: bool = False
    anchor: int = -1
    tops: list[int] = field(default_factory=list)


def _seeds(rig: Rig) -> Iterator[_Group]:
    uneven = _uneven_skins(rig)
    for index in sorted({instance.skin for instance in rig.instances if instance.skin is not None}):
        skin = rig.skins[index]
        nodes = {joint for joint in skin.joints.tolist() if joint >= 0}
        fixed = (skin.joints < 0).any()
        if fixed and skin.root is not None:
            nodes.add(skin.root)
        if nodes or fixed:
            world = bool(fixed) and skin.root is None
            yield _Group(nodes, [index], world, index in uneven, skin.solver == "dqs")
    for instance in rig.instances:
        follows_node = instance.skin is None or not _is_whole(rig, instance)
        if follows_node and rig.meshes[instance.mesh].blend_shape_count:
            yield _Group({instance.node}, [])  # the weights of blend shapes are those of an animation


SUM = 1e-6
"""The largest rounding error of a sum of float32 weights."""


def _uneven_skins(rig: Rig) -> set[int]:
    """Skins of meshes with weights that do not sum to 1. They give sums of points in skeleton space, and the
    skeleton's translation is not weighted, so it must be zero. Dual quaternions are normalised."""
    skins = set()
    for instance in rig.instances:
        linear = instance.skin is not None and rig.skins[instance.skin].solver == "linear"
        for surface in rig.meshes[instance.mesh].surfaces if linear else ():
            influences = surface.influences
            if influences is not None and instance.skin not in skins:
                rows = np.repeat(np.arange(len(surface.positions)), np.diff(influences.offsets))
                sums = np.bincount(rows, influences.weights, len(surface.positions))
                if np.abs(sums - 1).max(initial=0.0) > SUM:
                    skins.add(instance.skin)
    return {skin for skin in skins if skin is not None}


class _Tree:
    """The nodes in preorder, for questions about subtrees."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.parents = rig.nodes.parents.tolist()
        self.first, self.end = subtree_ranges(rig.nodes.parents, rig.nodes.order)
        self.preorder = np.argsort(np.array(self.first)).tolist()
        self._translated = set(np.flatnonzero(rig.nodes.local[:, :, 3].any(axis=1)).tolist()) | {
            channel.node
            for clip in rig.clips
            for channel in clip.channels
            if channel.property == "translation"
        }
        self._uneven = {node for node, local in enumerate(rig.nodes.local) if not is_even(local)} | {
            channel.node
            for clip in rig.clips
            for channel in clip.channels
            if channel.property == "scale" and not is_even(_scalings(channel.values))
        }

    def group(self, groups: list[_Group]) -> list[_Group]:
        """Merge groups with overlapping subtrees."""
        for group in groups:
            self._place(group)
        merged: list[_Group] = []
        while groups:
            group = groups.pop(0)
            other = next((known for known in merged if self._overlap(group, known)), None)
            if other is None:
                merged.append(group)
                continue
            merged.remove(other)
            joined = _Group(
                other.nodes | group.nodes,
                sorted({*other.skins, *group.skins}),
                other.world or group.world,
                other.uneven or group.uneven,
                other.dual or group.dual,
            )
            self._place(joined)
            groups.insert(0, joined)  # it may reach others now
        return merged

    def _place(self, group: _Group) -> None:
        """Find the lowest common proper ancestor of the nodes, and its children towards them."""
        anchor = -1 if group.world or not group.nodes else self._common_ancestor(group.nodes)
        if group.uneven and self._is_below(anchor, self._translated):
            anchor = -1
        if group.dual and self._is_below(anchor, self._uneven):
            anchor = -1  # UsdSkel moves with the skeleton what a rig blends
        group.anchor = anchor
        group.tops = sorted(
            {self._child_above(anchor, node) for node in group.nodes}, key=self.first.__getitem__
        )

    def _is_below(self, node: int, ancestors: set[int]) -> bool:
        """Whether a node or an ancestor is among these."""
        while node >= 0 and node not in ancestors:
            node = self.parents[node]
        return node >= 0

    def _common_ancestor(self, nodes: set[int]) -> int:
        first = min(self.first[node] for node in nodes)
        last = max(self.first[node] for node in nodes)
        ancestor = self.parents[next(iter(nodes))]
        while ancestor >= 0 and not (self.first[ancestor] < first and last < self.end[ancestor]):
            ancestor = self.parents[ancestor]
        return int(ancestor)

    def _child_above(self, anchor: int, node: int) -> int:
        while self.parents[node] != anchor:
            node = self.parents[node]
        return node

    def _overlap(self, one: _Group, other: _Group) -> bool:
        return any(
            self.first[a] < self.end[b] and self.first[b] < self.end[a] for a in one.tops for b in other.tops
        )

    def below(self, group: _Group) -> Iterator[int]:
        """The nodes of all subtrees of a group, parents first."""
        for top in group.tops:
            yield from self.preorder[self.first[top] : self.end[top]]


def _scalings(scales: Reals) -> Doubles:
    """(…, 3, 4) transforms that scale by (…, 3)."""
    return np.asarray(scales[..., None] * np.eye(3, 4), np.float64)


def _add_nodes(rig: Rig, skeleton: PlannedSkeleton, tree: _Tree, group: _Group) -> None:
    skinned = {
        instance.node for instance in rig.instances if instance.skin is not None and _is_whole(rig, instance)
    }
    for node in tree.below(group):
        is_leaf = tree.end[node] == tree.first[node] + 1
        carries = rig.nodes.cameras[node] >= 0 or rig.nodes.lights[node] >= 0
        if is_leaf and node in skinned and node not in group.nodes and not carries:
            continue  # its transform moves nothing: the mesh gets a prim with the name of the node
        parent = skeleton.of_node.get(tree.parents[node], -1)
        skeleton.of_node[node] = len(skeleton.joints)
        skeleton.joints.append(PlannedJoint(node, parent))


def _is_whole(rig: Rig, instance: Instance) -> bool:
    """Whether every surface of a skinned instance has influences; a surface without any follows the node."""
    return all(surface.influences is not None for surface in rig.meshes[instance.mesh].surfaces)


def _bind_skin(rig: Rig, skeleton: PlannedSkeleton, index: int) -> None:
    """Assign each slot of a skin a joint with the slot's bind transform. The first skin defines bind
    transforms. A later skin shares them if a single transform of its meshes (geomBindTransform, which dual
    quaternions do not blend) explains the difference. Slots that differ get an added joint."""
    skin = rig.skins[index]
    inverse_binds = _inverse_binds(skin)
    binds, singular = affine.invert(inverse_binds)
    shared = next(
        (
            slot
            for slot, joint in enumerate(skin.joints.tolist())
            if skin.solver == "linear" and not singular[slot] and _bound(skeleton, joint)
        ),
        None,
    )
    geom_bind = affine.identity(3)
    if shared is not None:
        known = skeleton.joints[skeleton.of_node[int(skin.joints[shared])]].bind
        assert known is not None
        geom_bind = affine.multiply(known, inverse_binds[shared])
    skeleton.geom_binds[index] = geom_bind
    slots = []
    for slot, node in enumerate(skin.joints.tolist()):
        if singular[slot]:
            offset = affine.multiply(inverse_binds[slot], affine.inverse(geom_bind))
            slots.append(_add_joint(skeleton, skin, node, offset, affine.identity(3)))
        else:
            slots.append(_slot_joint(skeleton, skin, node, affine.multiply(geom_bind, binds[slot])))
    skeleton.slots[index] = slots


def _inverse_binds(skin: Skin) -> Doubles:
    if skin.inverse_binds is not None:
        return skin.inverse_binds
    return np.broadcast_to(affine.identity(3), (len(skin.joints), 3, 4))


def _bound(skeleton: PlannedSkeleton, node: int) -> bool:
    return node >= 0 and skeleton.joints[skeleton.of_node[node]].bind is not None


def _slot_joint(skeleton: PlannedSkeleton, skin: Skin, node: int, bind: Doubles) -> int:
    """The joint of a node with this bind transform: the node's, one already added, or a new one."""
    if node >= 0:
        own = skeleton.of_node[node]
        if skeleton.joints[own].bind is None:
            skeleton.joints[own].bind = bind
            return own
    for index, joint in enumerate(skeleton.joints):
        is_plain = joint.offset is None or (joint.offset == affine.identity(3)).all()
        if joint.node == node and joint.bind is not None and is_plain and _is_close(joint.bind, bind):
            return index
    return _add_joint(skeleton, skin, node, affine.identity(3), bind)


def _is_close(one: Doubles, other: Doubles) -> bool:
    return bool(np.abs(one - other).max() <= SAME_BIND * max(1e-30, float(np.abs(one).max())))


def _add_joint(skeleton: PlannedSkeleton, skin: Skin, node: int, offset: Doubles, bind: Doubles) -> int:
    """Add a joint below that of a node. A fixed one (node −1) goes below the root of the skin or to the
    top."""
    above = node if node >= 0 else skin.root
    parent = -1 if above is None else skeleton.of_node[above]
    skeleton.joints.append(PlannedJoint(node, parent, offset, bind))
    return len(skeleton.joints) - 1


def _bind_rest(skeleton: PlannedSkeleton, world: Doubles) -> None:
    """Bind joints unused by skins in their rest pose."""
    above = affine.identity(3) if skeleton.anchor < 0 else world[skeleton.anchor]
    inverse, singular = affine.invert(above)
    for joint in skeleton.joints:
        if joint.bind is None:
            rest = affine.identity(3) if bool(singular) else affine.multiply(inverse, world[joint.node])
            joint.bind = affine.identity(3) if bool(affine.invert(rest)[1]) else rest
