"""`retarget_clip`: a clip of one humanoid as a clip of another.

World rotations W multiply down the tree; R are those of the T-pose. For every bone in both rigs,

    D(t)  = A · W(t) · R⁻¹ · A⁻¹           its rotation from the T-pose in the axes of VRM
    W'(t) = A'⁻¹ · D(t) · A' · R'
    q'(t) = W'_parent(t)⁻¹ · W'(t)         local, parents first; other nodes stay at rest

W_p(t)⁻¹ · W_b(t) of a bone and the bone above it is a product of the local rotations between them. Where one
of those has keys, q' is C₁ · q · C₂ with constants: its keys, tangents and interpolation are kept.

Where further joints bend between a bone and the next one (a neck of two joints), W is the rotation of the
bone, and after it the smallest one to where the next bone is: the part between two bones points the same way
in both. A bone of the spine without a length in the source (CMU's chest ends where its neck begins) points
where the one below it does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from math import ceil

import numpy as np

from pantin.base.records import Record, replace
from pantin.maths import affine, quaternion
from pantin.motion import sample, world_transforms
from pantin.motion.channels import sample_channel, unit_values
from pantin.operations.humanoid.body import IDENTITY, Body, hip_offset, hip_ratio, loose_feet
from pantin.operations.humanoid.reference import shortest_arc
from pantin.operations.humanoid.sampled_motion import sample_poses
from pantin.operations.humanoid.segments import HIPS, SIDES, SPINE, end_point, t_direction
from pantin.rig import Channel, Clip, Doubles
from pantin.rig.human_bones import BONE_PARENTS

SPLINE_RATE = 30.0
"""Keys a second for a bone that several splines move: their product is not a spline."""

UNMOVED = 1e-7
"""Radians: a constant rotation nearer to rest than the precision of float32 gets no channel."""

AT_ONCE = 1024
"""Frames of one pass over world transforms, which take 12 doubles for each node."""


class RetargetedClip(Record, eq=False):
    """A clip for another rig.

    used   nodes of the source whose channels had an effect
    """

    clip: Clip
    used: frozenset[int]


@np.errstate(all="ignore")  # numbers of a file may be anything
def retarget_clip(clip: Clip, source: Body, target: Body, *, follow_parents: bool = True) -> RetargetedClip:
    """The rotations of all bones that both bodies have, and the position of the hips.

    `follow_parents`: nodes above the hips move them too. In a VRM animation they stay at rest.
    """
    shared = [bone for bone in BONE_PARENTS if bone in source.bones and bone in target.bones]
    motion = _Motion(clip, source, target, shared)
    channels = [channel for bone in shared if (channel := motion.rotation(bone)) is not None]
    if HIPS in shared:
        position = motion.hips(follow_parents)
        channels += [] if position is None else [position]
    channels += [channel for bone in target.bones if bone not in shared for channel in _hold(bone, target)]
    attached = _attach_feet(Clip(tuple(channels), clip.name), target)
    return RetargetedClip(_set_down(attached, source, target), frozenset(motion.used))


def _attach_feet(clip: Clip, target: Body) -> Clip:
    """The clip with feet that follow legs which they are not below (goals of inverse kinematics)."""
    loose = loose_feet(target.rig, target.bones)
    if not loose or not clip.channels:
        return clip
    times = _shared_times([channel for channel in clip.channels if channel.property != "weights"])
    rest = world_transforms(target.rig)
    world = world_transforms(target.rig, sample(target.rig, clip, times))
    channels = []
    for leg, foot in loose:
        inside = affine.apply(affine.invert(rest[leg])[0], rest[foot][:, 3])
        point = affine.apply(world[:, leg], inside)
        parent = int(target.rig.nodes.parents[foot])
        if parent >= 0:
            point = affine.apply(affine.invert(world[:, parent])[0], point)
        channels.append(Channel(foot, "translation", times, point))
    return replace(clip, channels=(*clip.channels, *channels))


def _set_down(clip: Clip, source: Body, target: Body) -> Clip:
    """The clip with its feet on the floor, at the median, while those of the source are: hips that do not
    have the proportions of the source, or joints that it moves in another way, would lift them."""
    planted = source.planted
    ankles = [target.bones.get(f"{side}Foot") for side in SIDES]
    places = [channel for channel in clip.channels if channel.property == "translation"]
    if planted is None or None in ankles or not places:
        return clip
    ankle_paths = follow_nodes(target, clip, [node for node in ankles if node is not None], planted.times)
    heights = quaternion.rotate(target.axes, ankle_paths)[np.arange(len(planted.times)), planted.sides, 1]
    wanted = target.ankle + planted.rise * hip_ratio(source, target)
    lift = float(np.median(wanted - heights))

    def lift_channel(channel: Channel) -> Channel:
        shift = target.into_parent(channel.node)[:, :3] @ (target.up * lift)
        values = channel.values.astype(np.float64)
        if channel.interpolation == "CUBICSPLINE":
            values[:, 1] += shift
            return replace(channel, values=values)
        return replace(channel, values=values + shift)

    return replace(
        clip,
        channels=tuple(lift_channel(channel) if channel in places else channel for channel in clip.channels),
    )


def _hold(bone: str, target: Body) -> list[Channel]:
    """The rotation of a bone that the source lacks, if it is not in the T-pose at rest."""
    node = target.bones[bone]
    rest, held = target.rest[node], target.local[node]
    if float(quaternion.angle(rest, held)) <= UNMOVED:
        return []
    return [Channel(node, "rotation", np.zeros(1), held[None])]


class _Motion:
    def __init__(self, clip: Clip, source: Body, target: Body, shared: Sequence[str]) -> None:
        self.clip, self.source, self.target = clip, source, target
        self.bone_at = {target.bones[bone]: bone for bone in shared}
        self.rotations = {
            channel.node: channel for channel in clip.channels if channel.property == "rotation"
        }
        self.rest, self.source_rest = target.rest, source.rest
        self.used: set[int] = set()
        self.leading = _leading_bones(source, shared)
        self.bent = {bone for bone in shared if self._bends(bone)} | self.leading.keys()

    def rotation(self, bone: str) -> Channel | None:
        """The channel of a bone of the target; None where it stays at rest."""
        node = self.target.bones[bone]
        above = self._bone_above(node)
        if bone in self.bent or above in self.bent:
            return self._bent_rotation(bone, above)
        up, down = self._path_between(above, bone)
        first, last = self._constants(above, bone)
        movers = [each for each in (*up, *down) if each in self.rotations]
        self.used.update(movers)
        channel = self._product(node, up, down, movers)
        values = multiply(first, channel.values.astype(np.float64), last)
        if movers:
            return replace(channel, values=values)
        moved = float(quaternion.angle(values[0], self.rest[node])) > UNMOVED
        return replace(channel, values=values) if moved else None

    def _bends(self, bone: str) -> bool:
        """Whether joints between a bone of the source and its end move."""
        start = self.source.bones[bone]
        ends = self.source.ends.get(bone, ())
        paths = [self.source.path(end) for end in ends]
        between = {node for path in paths if start in path for node in path[path.index(start) + 1 : -1]}
        return any(channel.node in between and _has_motion(channel) for channel in self.clip.channels)

    @cached_property
    def _frames(self) -> BoneRotations:
        """The world rotations of all shared bones, each bent to where its end is."""
        nodes = {node for bone in self.bone_at.values() for node in self.source.path(self.source.bones[bone])}
        nodes |= {
            node for ends in self.source.ends.values() for end in ends for node in self.source.path(end)
        }
        channels = [channel for channel in self.clip.channels if channel.node in nodes]
        self.used |= nodes
        times = _shared_times([channel for channel in channels if channel.property != "weights"])
        leading = {bone: self.leading.get(bone, bone) for bone in self.bent}
        return _bent_frames(self.source, Clip(tuple(channels)), leading, self.bone_at.values(), times)

    def _bent_rotation(self, bone: str, above: str | None) -> Channel:
        """The channel of a bone without a separate rotation for its direction, or of a bone below it."""
        node = self.target.bones[bone]
        values = self._world_rotations(bone)
        parent = int(self.target.rig.nodes.parents[node])
        back = quaternion.conjugate(self.target.world(parent))
        if above is not None:
            rest = self.target.world(self.target.bones[above])
            back = multiply(back, rest, quaternion.conjugate(self._world_rotations(above)))
        local = quaternion.without_flips(multiply(back, values))
        return Channel(node, "rotation", self._frames.times, local)

    def _world_rotations(self, bone: str) -> Doubles:
        """(F, 4) rotations of a bone of the target in the world."""
        turn = multiply(quaternion.conjugate(self.target.axes), self.source.axes)
        since = multiply(
            self._frames.turns[bone], quaternion.conjugate(self.source.world(self.source.bones[bone]))
        )
        return multiply(turn, since, quaternion.conjugate(turn), self.target.world(self.target.bones[bone]))

    def _bone_above(self, node: int) -> str | None:
        """The nearest ancestor bone of a node of the target that both bodies have."""
        for each in self.target.path(node)[-2::-1]:
            if each in self.bone_at:
                return self.bone_at[each]
        return None

    def _path_between(self, above: str | None, bone: str) -> tuple[list[int], list[int]]:
        """The nodes of the source from the bone above up to a common ancestor, and from there down."""
        down = self.source.path(self.source.bones[bone])
        up = [] if above is None else self.source.path(self.source.bones[above])
        while up and down and up[0] == down[0]:
            up, down = up[1:], down[1:]
        return up, down

    def _constants(self, above: str | None, bone: str) -> tuple[Doubles, Doubles]:
        """The rotations before and after W_p(t)⁻¹ · W_b(t)."""
        source, target = self.source, self.target
        node, origin = target.bones[bone], source.bones[bone]
        parent = int(target.rig.nodes.parents[node])
        turn = multiply(quaternion.conjugate(target.axes), source.axes)
        first = multiply(quaternion.conjugate(target.world(parent)), turn)
        if above is not None:
            m, p = target.bones[above], source.bones[above]
            between = multiply(quaternion.conjugate(target.world(m)), target.world(parent))
            back = quaternion.conjugate(target.world(m))
            first = multiply(quaternion.conjugate(between), back, turn, source.world(p))
        last = multiply(
            quaternion.conjugate(source.world(origin)), quaternion.conjugate(turn), target.world(node)
        )
        return first, last

    def _product(self, node: int, up: list[int], down: list[int], movers: list[int]) -> Channel:
        """The product of the local rotations of `up`, inverted, and `down`, as a channel."""
        channels = [self.rotations[each] for each in movers]
        if len(channels) == 1:
            times, interpolation = channels[0].times.astype(np.float64), channels[0].interpolation
        else:
            times = _shared_times(channels)
            stepping = bool(channels) and all(channel.interpolation == "STEP" for channel in channels)
            interpolation = "STEP" if stepping else "LINEAR"
        known = {
            channel.node: unit_values(channel) if len(channels) == 1 else sample_channel(channel, times)
            for channel in channels
        }
        rest = self.source_rest
        factors = [quaternion.conjugate(known.get(each, rest[each])) for each in reversed(up)]
        factors += [known.get(each, rest[each]) for each in down]
        values = multiply(IDENTITY, *factors)
        return Channel(node, "rotation", times, values if values.ndim > 1 else values[None], interpolation)

    def hips(self, follow_parents: bool) -> Channel | None:
        """The position of the hips, scaled by their height; None where nothing moves them."""
        node = self.source.bones[HIPS]
        path = self.source.path(node) if follow_parents else [node]
        movers = [
            channel
            for channel in self.clip.channels
            if channel.node in path
            and channel.property != "weights"
            and (channel.node != node or channel.property == "translation")
        ]
        if not movers:
            return None
        self.used.update(channel.node for channel in movers)
        if len(movers) == 1 and movers[0].property == "translation":
            return self._map_translation(movers[0])
        times = _shared_times(movers)
        moved = Clip(tuple(movers))
        points = follow_nodes(self.source, moved, [node], times)[:, 0]
        transforms = self._to_target(affine.identity(3))
        return Channel(self.target.bones[HIPS], "translation", times, affine.apply(transforms, points))

    def _map_translation(self, channel: Channel) -> Channel:
        """Positions map by a matrix, tangents by its linear part: keys and interpolation stay."""
        node = self.source.bones[HIPS]
        rest = self.source.transforms
        # A node above the hips moves them to P · t, and on by what is between them at rest.
        parent = self.source.parent_transform(channel.node)
        transforms = parent.copy()
        if channel.node != node:
            offset = rest[node][:, 3] - rest[channel.node][:, 3]
            transforms[:, 3] += offset
        transforms = self._to_target(transforms)
        values = channel.values.astype(np.float64)
        mapped = affine.apply_linear(transforms[:, :3], values)
        if channel.interpolation == "CUBICSPLINE":
            mapped[:, 1] += transforms[:, 3]
        else:
            mapped += transforms[:, 3]
        return replace(channel, node=self.target.bones[HIPS], values=mapped)

    def _to_target(self, transforms: Doubles) -> Doubles:
        """The transform from a space of the source, given in its world, to that of the target's hips."""
        turn = multiply(quaternion.conjugate(self.target.axes), self.source.axes)
        scaled = np.zeros((3, 4))
        scaled[:, :3] = quaternion.to_matrix(turn) * hip_ratio(self.source, self.target)
        scaled[:, 3] = self.target.up * hip_offset(self.source, self.target)
        into = self.target.into_parent(self.target.bones[HIPS])
        return affine.multiply(affine.multiply(into, scaled), transforms)


class BoneRotations(Record, eq=False):
    """World rotations (F, 4) by bone."""

    times: Doubles
    turns: dict[str, Doubles]


def _leading_bones(source: Body, shared: Collection[str]) -> dict[str, str]:
    """For each bone between others of the spine that has no length in the source, the nearest one below it
    that has."""
    spine = [bone for bone in (*SPINE, "head") if bone in shared]
    leading: dict[str, str] = {}
    below = None
    for bone in spine[:-1]:
        if bone in source.ends:
            below = bone
        elif below is not None:
            leading[bone] = below
    return leading


def _bent_frames(
    source: Body, clip: Clip, bent: Mapping[str, str], bones: Iterable[str], times: Doubles
) -> BoneRotations:
    """The world rotations of bones; bent ones are rotated to the direction of the bone given for each."""
    parts: dict[str, list[Doubles]] = {bone: [] for bone in bones}
    for start in range(0, len(times), AT_ONCE):
        some = times[start : start + AT_ONCE]
        nodes = [source.bones[bone] for bone in parts]
        frames = sample_poses(source.rig, sample(source.rig, clip, some), nodes, some)
        for bone, rotations in parts.items():
            turns = frames.turns[source.bones[bone]]
            if bone in bent:
                goal = quaternion.rotate(quaternion.conjugate(source.axes), t_direction(bone))
                inside = quaternion.rotate(quaternion.conjugate(source.world(source.bones[bone])), goal)
                leader = bent[bone]
                start_point = frames.positions[:, source.bones[leader]]
                along = end_point(frames.positions, source.ends[leader]) - start_point
                turns = multiply(shortest_arc(quaternion.rotate(turns, inside), along), turns)
            rotations.append(turns)
    return BoneRotations(times, {bone: np.concatenate(rotations) for bone, rotations in parts.items()})


def _has_motion(channel: Channel) -> bool:
    """Whether a channel of rotations or positions has different keys."""
    values = channel.values
    return channel.property in ("rotation", "translation") and bool(
        np.abs(values - values[:1]).max() > UNMOVED * max(1.0, float(np.abs(values).max()))
    )


@np.errstate(all="ignore")  # numbers of a file may be anything
def hold_in_place(clip: Clip, body: Body) -> Clip:
    """The clip without root motion: the hips move up and down, but keep their horizontal rest position."""
    node = body.bones.get(HIPS)
    if node is None:
        return clip
    up = body.up
    parent = body.parent_transform(node)
    linear, back = parent[:, :3], body.into_parent(node)[:, :3]
    rest = body.transforms[node][:, 3]

    def hold(channel: Channel) -> Channel:
        if channel.node != node or channel.property != "translation":
            return channel
        values = channel.values.astype(np.float64)
        world = values @ linear.T
        held = (world @ up)[..., None] * up
        aside = rest - parent[:, 3] - up * float((rest - parent[:, 3]) @ up)
        if channel.interpolation == "CUBICSPLINE":
            held[:, 1] += aside
        else:
            held += aside
        return replace(channel, values=held @ back.T)

    return replace(clip, channels=tuple(map(hold, clip.channels)))


def multiply(*factors: Doubles) -> Doubles:
    """The product of rotations, any of them with leading axes."""
    return reduce(quaternion.product, factors)


def _shared_times(channels: Sequence[Channel]) -> Doubles:
    """The key times of channels together; with more keys between those of splines."""
    if not channels:
        return np.zeros(1)
    if all(np.array_equal(channel.times, channels[0].times) for channel in channels[1:]):
        times = channels[0].times.astype(np.float64)
    else:
        times = np.unique(np.concatenate([channel.times.astype(np.float64) for channel in channels]))
        # Formats with times in float64 have keys that differ by rounding alone, and files store float32.
        times = times[np.unique(times.astype(np.float32), return_index=True)[1]]
    if any(channel.interpolation == "CUBICSPLINE" for channel in channels):
        times = densify(times, SPLINE_RATE)
    return times


def densify(times: Doubles, rate: float) -> Doubles:
    """The times, and further ones between those that are further apart than at a rate."""
    gaps = np.diff(times)
    parts = [np.arange(1, ceil(gap * rate - 1e-6)) / ceil(gap * rate - 1e-6) for gap in gaps]
    between = [start + gap * part for start, gap, part in zip(times, gaps, parts, strict=False)]
    return np.unique(np.concatenate([times, *between]))


@np.errstate(all="ignore")  # numbers of a file may be anything
def resample_clip(clip: Clip, times: Doubles) -> Clip:
    """The clip with a key at each of these times, linear between them."""
    channels = tuple(
        replace(channel, times=times, values=sample_channel(channel, times), interpolation="LINEAR")
        for channel in clip.channels
    )
    return replace(clip, channels=channels)


def follow_nodes(body: Body, clip: Clip, nodes: Iterable[int], times: Doubles) -> Doubles:
    """(F, nodes, 3) world positions along a clip."""
    listed, parts = list(nodes), []
    for start in range(0, len(times), AT_ONCE):
        poses = sample(body.rig, clip, times[start : start + AT_ONCE])
        parts.append(world_transforms(body.rig, poses)[:, listed][..., 3])
    return np.concatenate(parts) if parts else np.zeros((0, len(listed), 3))
