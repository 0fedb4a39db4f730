"""Left and right exchanged: clips and poses of a rig in a mirror.

With S the reflection in the plane between the sides, L the linear part of world transforms at rest, p the
parents, and j the node on the other side of i, the world rotation of i is that of j in the mirror. Written
with local transforms,

    C   = L_p(i)⁻¹ · S · L_p(j)                        from the axes of one parent to those of the other
    q'_i = (C ∘ q_j) · (C ∘ r_j)⁻¹ · r_i               r at rest, C ∘ (v, w) = (det C · C v, w)
    t'_i = rest_i + C · (t_j − rest_j)

which is linear in q_j and t_j: keys stay keys, splines stay splines, and the rest pose stays the rest pose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.base.records import Record, replace
from pantin.maths import quaternion, rotations, rotor_turns
from pantin.motion.arithmetic import require_clip
from pantin.motion.fitting import with_notes
from pantin.motion.sampling import find_clip
from pantin.motion.transforms import world_transforms
from pantin.rig import Channel, Clip, Doubles, Pose, Poses, Rig
from pantin.rig.arrays import read_only
from pantin.rig.rig import HasRig, require_fit, rig_of
from pantin.rig.transform import compose_local, nearest_rotations

Motion = TypeVar("Motion", Clip, Pose, Poses)

NEAR = 0.02
"""How far, relative to the size of the skeleton, a node may be from the reflection of another: artists do not
place both sides to the millimetre."""

ALIGNED = 0.98
"""A normal with a larger cosine to an axis than this is replaced by that axis."""

ROUNDED = 1e-5
"""The tolerance for rotation matrices rounded to float32."""

SIDES = re.compile(
    r"(?i:left|right)|(?<![A-Za-z])[lrLR](?![A-Za-z])"
    r"|(?<=[a-z0-9])[LR](?![A-Za-z])|(?<![A-Za-z])[lr](?=[A-Z])|(?<![A-Za-z])[LR](?=[A-Z][a-z])"
)
"""A side in a name: a word, a single letter, a capital at the end, or a letter before a capitalised word."""
EXCHANGED = {"left": "right", "right": "left", "l": "r", "r": "l"}


class Mirror(Record, eq=False):
    """The counterpart of each node, and the plane between the sides.

    partners  (n,) the node on the other side; a node in the middle is its own, −1 for one without any
    normal    (N,) of the plane
    changes   (n, N, N) the matrices C, by the node that gets the motion
    copied    nodes with a translation that encodes a number, which is copied: weights of expressions
    by        how the sides were found: "humanoid bones", "names" or "positions"
    """

    partners: tuple[int, ...]
    normal: Doubles
    changes: Doubles
    copied: frozenset[int]
    by: str


@check_arguments
def mirror(
    rig: Rig | HasRig,
    motion: Motion,
    *,
    bones: Mapping[str, int] | None = None,
    pairs: Mapping[int | str, int | str] | None = None,
) -> Motion:
    """A clip or pose with left and right exchanged: nodes, blend shapes, and the joints of springs.

    The sides come from `pairs` of nodes, from the humanoid bones (those of the file, or `bones`), else from
    names (`hand_L`, `RightArm`), else from positions at rest. Nodes in the middle are mirrored onto
    themselves; a node on one side without a counterpart keeps its motion, which `approximations` reports.
    Exact: keys keep their times, and splines stay splines.

    >>> rig = pantin.load("examples/vrm/avatar.vrm").rig
    >>> pose = rig.rest_pose().with_local(rig.character.humanoid["leftUpperArm"], rotation=(0, 0, 0.6, 0.8))
    >>> pantin.motion.mirror(rig, pose).rotations[rig.character.humanoid["rightUpperArm"]].round(3)
    array([ 0. ,  0. , -0.6,  0.8])
    """
    rig = rig_of(rig)
    symmetry = find_mirror(rig, bones=bones, pairs=pairs)
    if isinstance(motion, Clip):
        require_clip(motion)
        clip = find_clip(rig, motion)
        mirrored, alone = _mirror_clip(rig, clip, symmetry)
        notes: tuple[str, ...] = ()
        if alone:
            one = len(alone) == 1
            listed = ", ".join(_spell(rig, node) for node in alone[:3]) + (", …" if len(alone) > 3 else "")
            notes = (
                f"mirrored by {symmetry.by}: {listed} {'has' if one else 'have'} no counterpart and "
                f"{'keeps its' if one else 'keep their'} motion",
            )
        return with_notes(mirrored, clip, notes=notes)
    if not isinstance(motion, Pose | Poses):
        raise TypeError(f"mirror takes a Clip, a Pose or Poses, not {type(motion).__name__}")
    require_fit(rig, motion)
    if isinstance(motion, Poses):
        return _mirror_poses(rig, motion, symmetry)
    return _mirror_poses(rig, Poses.stack([motion]), symmetry)[0]


def _spell(rig: Rig, node: int) -> str:
    name = rig.nodes.names[node]
    return f"node {node}" if name is None else f"{name!r} ({node})"


def find_mirror(
    rig: Rig,
    *,
    bones: Mapping[str, int] | None = None,
    pairs: Mapping[int | str, int | str] | None = None,
) -> Mirror:
    """The counterparts of all nodes. Raises `ValueError` if no sides can be distinguished."""
    positions = world_transforms(rig)[..., -1]
    copied = _expression_partners(rig)
    if pairs is not None:
        seeds, by = {rig.node_index(one): rig.node_index(other) for one, other in pairs.items()}, "pairs"
        seeds |= {other: one for one, other in seeds.items()}
    else:
        seeds, by = _bone_pairs(_declared_humanoid(rig) if bones is None else bones), "humanoid bones"
        if not seeds:
            seeds, by = _name_pairs(rig), "names"
    normal, offset = _plane(positions, seeds)
    if not seeds:
        by = "positions"
    partners = _complete(rig, positions, seeds, _name_pairs(rig), normal, offset)
    for node, other in copied.items():
        partners[node] = other
    sided = seeds or any(partner not in (node, -1) for node, partner in enumerate(partners))
    shapes = (name for mesh in rig.meshes for name in mesh.blend_names or () if name is not None)
    if not sided and all(exchange(name) == name for name in shapes):
        raise ValueError(
            "cannot tell left from right: neither names nor positions of the nodes are symmetric"
        )
    changes = _changes(rig, partners, normal)
    return Mirror(tuple(partners), normal, changes, frozenset(copied), by)


def _declared_humanoid(rig: Rig) -> Mapping[str, int]:
    return {} if rig.character is None else rig.character.humanoid


def _bone_pairs(bones: Mapping[str, int]) -> dict[int, int]:
    pairs = {}
    for bone, node in bones.items():
        other = bones.get(exchange(bone))
        if other is not None and other != node:
            pairs[node] = other
    return pairs


def _expression_partners(rig: Rig) -> dict[int, int]:
    """Nodes that hold expression weights in a VRM motion, each with its counterpart on the other side."""
    motion = None if rig.character is None else rig.character.motion
    if motion is None:
        return {}
    return {
        node: motion.expressions.get((kind, exchange(name)), node)
        for (kind, name), node in motion.expressions.items()
    }


def exchange(name: str) -> str:
    """A name with left and right exchanged; itself where it has no side.

    >>> exchange("Hand_L"), exchange("mixamorig:LeftHand"), exchange("spine")
    ('Hand_R', 'mixamorig:RightHand', 'spine')
    """

    def other(match: re.Match[str]) -> str:
        word = match.group(0)
        new = EXCHANGED[word.lower()]
        return new.upper() if word.isupper() else new.capitalize() if word[0].isupper() else new

    return SIDES.sub(other, name)


def _name_pairs(rig: Rig) -> dict[int, int]:
    names = rig.nodes.names
    by_name: dict[str, int] = {}
    for node, name in enumerate(names):
        if name is not None:
            by_name[name] = -1 if name in by_name else node
    pairs = {}
    for name, node in by_name.items():
        other = by_name.get(exchange(name), -1)
        if node >= 0 and other >= 0 and other != node:
            pairs[node] = other
    return pairs


def _plane(positions: Doubles, pairs: Mapping[int, int]) -> tuple[Doubles, float]:
    """The normal of the plane between pairs, and its distance from the origin; x = 0 without pairs."""
    size = _size(positions)
    axis = np.eye(positions.shape[1])[0]
    ways = np.array([positions[one] - positions[other] for one, other in pairs.items() if one < other])
    if len(ways):
        # Of which side a pair is listed first is chance.
        leading = ways[np.linalg.norm(ways, axis=1).argmax()]
        ways = ways * np.sign(ways @ leading)[:, None]
        mean = ways.sum(axis=0)
        length = float(np.linalg.norm(mean))
        if length > NEAR * size:
            axis = mean / length
    nearest = int(np.abs(axis).argmax())
    if abs(axis[nearest]) > ALIGNED:
        axis = np.eye(len(axis))[nearest]
    middles = np.array([(positions[one] + positions[other]) / 2 @ axis for one, other in pairs.items()])
    offset = float(np.median(middles)) if len(middles) else 0.0
    return axis, 0.0 if abs(offset) < NEAR * size else offset


def _size(positions: Doubles) -> float:
    return float(np.ptp(positions, axis=0).max(initial=0.0)) or 1.0


def _complete(
    rig: Rig,
    positions: Doubles,
    seeds: Mapping[int, int],
    named: Mapping[int, int],
    normal: Doubles,
    offset: float,
) -> list[int]:
    """The partner of every node, parents first: from the seeds, the names or the positions, among the
    children of the partner of its parent, because the mirror of a chain is a chain."""
    parents = rig.nodes.parents
    partners = [-1] * len(parents)
    reflected = positions - 2.0 * (positions @ normal - offset)[:, None] * normal
    limit = NEAR * _size(positions)
    children: dict[int, list[int]] = {}
    for node, parent in enumerate(parents.tolist()):
        children.setdefault(parent, []).append(node)
    for node in rig.nodes.order.tolist():
        parent = int(parents[node])
        across = -1 if parent < 0 else partners[parent]
        if parent >= 0 and across < 0:
            continue
        siblings = children.get(across, [])
        partner = next((pair[node] for pair in (seeds, named) if pair.get(node) in siblings), None)
        if partner is None:
            partner = _nearest(node, siblings, reflected, positions, limit, {*seeds, *named})
        if partner is None and across == parent and node not in seeds and node not in named:
            # In the middle, or on one side of it without a counterpart.
            partner = node if abs(positions[node] @ normal - offset) <= limit or parent < 0 else None
        if partner is not None:
            partners[node] = partner
    return partners


def _nearest(
    node: int, siblings: list[int], reflected: Doubles, positions: Doubles, limit: float, taken: set[int]
) -> int | None:
    """The sibling at the reflection of a node's position."""
    if node in taken:
        return None
    near = [
        (float(np.linalg.norm(positions[other] - reflected[node])), other != node, other)
        for other in siblings
        if other not in taken
    ]
    best = min(near, default=None)
    return best[2] if best is not None and best[0] <= limit else None


def _changes(rig: Rig, partners: list[int], normal: Doubles) -> Doubles:
    """The matrices C of all nodes; those of nodes without a partner are the identity."""
    size = rig.dimension
    reflection = np.eye(size) - 2.0 * np.outer(normal, normal)
    linear = world_transforms(rig)[..., :-1]
    changes = np.tile(np.eye(size), (len(partners), 1, 1))
    for node, partner in enumerate(partners):
        if partner < 0:
            continue
        own, other = (int(rig.nodes.parents[each]) for each in (node, partner))
        left = np.eye(size) if own < 0 else linear[own]
        right = np.eye(size) if other < 0 else linear[other]
        if abs(np.linalg.det(left)) > 1e-12:
            changes[node] = np.linalg.solve(left, reflection @ right)
    return changes


def _turn_of(change: Doubles) -> Callable[[Doubles], Doubles]:
    """C ∘ q for the orthogonal matrix nearest to C."""
    u, _, v = np.linalg.svd(change)
    nearest = u @ v
    if np.abs(nearest - change).max() < ROUNDED:
        nearest = _tidy_axes(nearest)
    sign = 1.0 if np.linalg.det(nearest) > 0 else -1.0

    def turn(q: Doubles) -> Doubles:
        return np.concatenate([sign * (q[..., :3] @ nearest.T), q[..., 3:]], axis=-1)

    return turn


def _tidy_axes(matrix: Doubles) -> Doubles:
    """A matrix of axes without the rounding noise of its inverse: entries near 0 and ±1 are rounded."""
    rounded = np.rint(matrix)
    return rounded if np.abs(matrix - rounded).max() < 1e-9 else matrix


class _Node:
    """Converts the motion of one node to that of its partner."""

    def __init__(self, rig: Rig, mirror: Mirror, node: int) -> None:
        self.rig, self.mirror, self.node = rig, mirror, node
        self.source = mirror.partners[node]
        rest = rig.rest_pose()
        self.change = _tidy_axes(mirror.changes[node])
        self.rest, self.rest_source = rest.translations[node], rest.translations[self.source]
        if rig.dimension != 3:
            self.turn = rotor_turns.change_axes(_orthogonal(self.change))
            (own, size), (other, other_size) = (
                nearest_rotations(rest.local[each]) for each in (node, self.source)
            )
            self.after = rotations.product(
                rotations.conjugate(self.turn(rotations.from_matrix(other))), rotations.from_matrix(own)
            )
            axes = _orthogonal(own.T @ _orthogonal(self.change) @ other)
            self.spread, self.scales = axes * axes, (size, other_size)
        else:
            self.turn = _turn_of(mirror.changes[node])
            own, other = (quaternion.normalize(rest.rotations[each]) for each in (node, self.source))
            self.after = quaternion.product(quaternion.conjugate(self.turn(other)), own)
            axes = _orthogonal(
                quaternion.to_matrix(own).T @ _orthogonal(self.change) @ quaternion.to_matrix(other)
            )
            self.spread = axes * axes
            self.scales = rest.scales[node], rest.scales[self.source]

    def translation(self, values: Doubles, whole: bool) -> Doubles:
        if self.node in self.mirror.copied:
            return values
        if not whole:
            return values @ self.change.T
        return np.asarray(self.rest + (values - self.rest_source) @ self.change.T)

    def rotation(self, values: Doubles, _: bool) -> Doubles:
        return rotations.product(self.turn(values), self.after)

    def scale(self, values: Doubles, whole: bool) -> Doubles:
        own, other = self.scales
        moved = (values - other if whole else values) @ self.spread.T
        return np.asarray(own + moved) if whole else moved


def _orthogonal(matrix: Doubles) -> Doubles:
    u, _, v = np.linalg.svd(matrix)
    return _tidy_axes(u @ v)


def _mirror_clip(rig: Rig, clip: Clip, mirror: Mirror) -> tuple[Clip, list[int]]:
    """The mirrored clip, and nodes without a counterpart that it moves."""
    gets: dict[int, int] = {partner: node for node, partner in enumerate(mirror.partners) if partner >= 0}
    alone, channels = [], []
    for channel in clip.channels:
        node = gets.get(channel.node)
        if node is None:
            if channel.node not in alone:
                alone.append(channel.node)
            channels.append(channel)
        elif channel.property == "weights":
            channels.append(_mirror_weights(rig, channel, node))
        else:
            change = getattr(_Node(rig, mirror, node), channel.property)
            channels.append(replace(_change_values(channel, change), node=node))
    order = {(channel.node, channel.property): slot for slot, channel in enumerate(clip.channels)}
    channels.sort(key=lambda channel: order.get((channel.node, channel.property), len(order)))
    return replace(clip, channels=tuple(channels), node_names=None), alone


def _change_values(channel: Channel, change: Callable[[Doubles, bool], Doubles]) -> Channel:
    values = channel.values.astype(np.float64)
    if channel.interpolation == "CUBICSPLINE":
        parts = [change(values[:, part], part == 1) for part in range(3)]
        return replace(channel, values=read_only(np.stack(parts, axis=1)), number=None)
    return replace(channel, values=read_only(np.ascontiguousarray(change(values, True))), number=None)


def _mirror_weights(rig: Rig, channel: Channel, node: int) -> Channel:
    """The weights on the mesh of the partner, where it has the same blend shapes; those of left and right are
    exchanged."""
    own = rig.meshes[rig.instances[rig.instance_at(channel.node)].mesh]
    meshes = [rig.meshes[instance.mesh] for instance in rig.instances if instance.node == node]
    same = any(mesh.blend_shape_count == own.blend_shape_count for mesh in meshes)
    order = shape_order(own.blend_names, own.blend_shape_count)
    values = read_only(np.ascontiguousarray(channel.values[..., order]))
    return replace(channel, node=node if same else channel.node, values=values, number=None)


def shape_order(names: tuple[str | None, ...] | None, count: int) -> list[int]:
    """For each blend shape the one on the other side, by name; itself where there is none."""
    listed = list(names or ())[:count]
    known = {name: slot for slot, name in enumerate(listed) if name is not None and listed.count(name) == 1}
    order = list(range(count))
    for name, slot in known.items():
        order[slot] = known.get(exchange(name), slot)
    return order


def _mirror_poses(rig: Rig, poses: Poses, mirror: Mirror) -> Poses:
    translations, scales = poses.translations.copy(), poses.scales.copy()
    rotations = None if poses.xyzw is None else poses.rotations.copy()
    local, general = poses.local.copy(), poses.general.copy()
    for node, partner in enumerate(mirror.partners):
        if partner < 0:
            continue
        change = _Node(rig, mirror, node)
        translations[:, node] = change.translation(poses.translations[:, partner], True)
        if rotations is not None:
            turned = change.rotation(quaternion.normalize(poses.rotations[:, partner]), True)
            rotations[:, node] = turned
            scales[:, node] = change.scale(poses.scales[:, partner], True)
            own = compose_local(translations[:, node], turned, scales[:, node])
            still = (poses.local[:, partner] == rig.nodes.local[partner]).all(axis=(1, 2))
            local[:, node] = np.where(still[:, None, None], rig.nodes.local[node], own)
            general[:, node] = rig.nodes.general[node] & still
        else:
            moved = poses.local[:, partner, :, :-1]
            # The change against rest in the mirror: C · A · A_rest⁻¹ · C⁻¹ · A_rest'.
            back = (
                np.linalg.pinv(rig.nodes.local[partner, :, :-1])
                @ np.linalg.inv(change.change)
                @ rig.nodes.local[node, :, :-1]
            )
            local[:, node, :, :-1] = change.change @ moved @ back
            local[:, node, :, -1] = translations[:, node]
            general[:, node] = poses.general[:, partner]
    blend = tuple(_mirrored_blend(rig, poses, mirror))
    return Poses(
        rig,
        read_only(local),
        read_only(general),
        read_only(translations),
        None if rotations is None else read_only(rotations),
        read_only(scales),
        blend,
    )


def _mirrored_blend(rig: Rig, poses: Poses, mirror: Mirror) -> Iterator[Doubles]:
    for number, instance in enumerate(rig.instances):
        partner = mirror.partners[instance.node]
        source = number
        if partner >= 0 and partner != instance.node:
            others = [slot for slot, each in enumerate(rig.instances) if each.node == partner]
            if others and poses.blend[others[0]].shape == poses.blend[number].shape:
                source = others[0]
        mesh = rig.meshes[rig.instances[source].mesh]
        weights = poses.blend[source]
        yield read_only(weights[:, shape_order(mesh.blend_names, weights.shape[1])])
