"""Clips of other files on the nodes of a body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from pantin.base.records import Record, replace
from pantin.maths import affine, quaternion
from pantin.motion import sample
from pantin.operations.edit.rig_parts import RigParts, rest_world_transforms
from pantin.operations.merging.bones import Match, match_bones
from pantin.operations.merging.facts import Names, Renamed
from pantin.operations.merging.placement import Placement, is_identity
from pantin.rig import Channel, Clip, Doubles, PropertyChannel, Rig

SAME_REST = 1e-4
"""How far translations at rest may differ, relative to the longest of them, for two files to have the same
skeleton: its bones have the same axes then, whatever pose the files rest in."""

SAME_SHAPE = 0.01
"""How far the bones of two files may be apart at rest, relative to the size, to be one skeleton: what turns a
bone about a point 1 cm away moves it by no more than that."""

SIMILAR = 1e-6
"""How far a transform may be from a rotation with an even scale, relative to the scale: float32 rotations
miss their right angles by a few roundings of 6e-8."""


class ClipTotals(Record):
    """The outcome for clips: how many were added, how many extend a clip of the body, channels of nodes that
    the body lacks, channels that are exact at their keys only, and clips with new names."""

    added: int = 0
    extended: int = 0
    dropped: int = 0
    sampled: int = 0
    renamed: tuple[Renamed, ...] = ()


class FrameChanges:
    """How the local transforms of a node of a file become those of its node in the merged rig:
    L′ = before · L · after, the same for every pose."""

    def __init__(self, file: Rig, merged: Rig, nodes: Mapping[int, int]) -> None:
        self.file, self.merged, self.nodes = file, merged, nodes
        self._file_rest, self._rest = rest_world_transforms(file), rest_world_transforms(merged)
        self.copied = _have_same_axes(file, merged, nodes)

    def transforms_around(self, node: int) -> tuple[Doubles, Doubles] | None:
        """The factors before and after; None if channels can be copied."""
        if self.copied:
            return None
        partner = self.nodes[node]
        below = self._world(self._rest, int(self.merged.nodes.parents[partner]))
        above = self._world(self._file_rest, int(self.file.nodes.parents[node]))
        before = affine.multiply(affine.inverse(below), above)
        after = affine.multiply(affine.inverse(self._file_rest[node]), self._rest[partner])
        return None if is_identity(before) and is_identity(after) else (before, after)

    def _world(self, world: Doubles, node: int) -> Doubles:
        return affine.identity(self.file.dimension) if node < 0 else np.asarray(world[node])


def _have_same_axes(file: Rig, merged: Rig, nodes: Mapping[int, int]) -> bool:
    """Whether bones with a parent in both are as far from it, in the same direction."""
    pairs = [
        (node, partner)
        for node, partner in nodes.items()
        if nodes.get(int(file.nodes.parents[node]), -2) == merged.nodes.parents[partner]
    ]
    if not pairs:
        return True
    theirs = file.nodes.translations[[node for node, _ in pairs]]
    ours = merged.nodes.translations[[partner for _, partner in pairs]]
    return bool(np.abs(theirs - ours).max() <= SAME_REST * max(np.abs(ours).max(), 1e-9))


def add_part_clips(
    parts: RigParts, body: Rig, part: Rig, placement: Placement, names: Names, materials: Sequence[int]
) -> ClipTotals:
    """Add the clips of a part. A clip whose name the body already has gains the channels of the nodes added
    with the part; shared bones keep the body's motion. `materials` are the new indices of those of the
    part."""
    if not part.clips:
        return ClipTotals()
    merged = parts.rig()
    nodes = {**placement.partner, **placement.added}
    frames = FrameChanges(part, merged, nodes)
    if frames.copied and not all(is_identity(offset) for offset in placement.offsets.values()):
        frames.copied = False  # parts are where they are at rest, whatever the axes suggest
    known = {clip.name: index for index, clip in enumerate(body.clips) if clip.name is not None}
    total = ClipTotals()
    moves: dict[str, Mapping[int, int]] = {
        "nodes": nodes,
        "materials": dict(enumerate(materials)),
        "lights": {old: len(body.lights) + old for old in range(len(part.lights))},
        "cameras": {old: len(body.cameras) + old for old in range(len(part.cameras))},
    }
    for clip in part.clips:
        shown = [
            replace(each, index=moves[each.part][each.index], number=None)
            for each in clip.properties
            if each.index in moves[each.part]
        ]
        if clip.name in known:
            own = [
                channel
                for channel in clip.channels
                if channel.property == "weights" or channel.node not in placement.partner
            ]
            moved, counts = _move_channels(clip.replace(channels=tuple(own)), part, frames, placement.meshes)
            animated = [
                each for each in shown if each.part != "nodes" or each.index in placement.added.values()
            ]
            if moved or animated:
                index = known[clip.name]
                parts.clips[index] = _with_channels(parts.clips[index], moved, animated)
                total = replace(total, extended=total.extended + 1)
        else:
            moved, counts = _move_channels(clip, part, frames, placement.meshes)
            if moved or shown:
                free = names.free("clip", clip.name)
                parts.clips.append(Clip(tuple(moved), free, clip.extras, properties=tuple(shown)))
                total = replace(total, added=total.added + 1)
        total = replace(total, sampled=total.sampled + counts.sampled)
    return total


def _with_channels(clip: Clip, channels: list[Channel], properties: list[PropertyChannel]) -> Clip:
    known = {each.target for each in clip.properties}
    more = (each for each in properties if each.target not in known)
    return Clip((*clip.channels, *channels), clip.name, clip.extras, properties=(*clip.properties, *more))


def collect_clips(
    body: Rig, file: Rig, names: Mapping[str, str | None] | None = None
) -> tuple[Rig, ClipTotals, Match]:
    """The body with the clips of a file, by humanoid bones or by names of nodes. Channels of nodes that the
    body lacks, and of materials, cameras and lights, are counted. Raises `ValueError` where no bone is
    shared."""
    match = match_bones(body, file, names)
    frames, taken = FrameChanges(file, body, match.nodes), Names()
    taken.take("clip", [clip.name for clip in body.clips])
    meshes = _mesh_nodes(body, file)
    clips, total = list(body.clips), ClipTotals()
    for clip in file.clips:
        moved, counts = _move_channels(clip, file, frames, meshes)
        shown = tuple(
            replace(each, index=match.nodes[each.index], number=None)
            for each in clip.properties
            if each.part == "nodes" and each.index in match.nodes
        )
        total = replace(
            total,
            added=total.added + bool(moved or shown),
            dropped=total.dropped + counts.dropped + len(clip.properties) - len(shown),
            sampled=total.sampled + counts.sampled,
        )
        if moved or shown:
            clips.append(Clip(tuple(moved), taken.free("clip", clip.name), clip.extras, properties=shown))
    return body.replace(clips=clips), replace(total, renamed=tuple(taken.renamed)), match


def append_clips(body: Rig, clips: Iterable[Clip]) -> tuple[Rig, tuple[Renamed, ...]]:
    """The body with more clips for its nodes, and those that got new names."""
    taken = Names()
    taken.take("clip", [clip.name for clip in body.clips])
    more = [clip.replace(name=taken.free("clip", clip.name)) for clip in clips]
    return body.replace(clips=[*body.clips, *more]), tuple(taken.renamed)


def has_same_shape(body: Rig, file: Rig) -> bool:
    """Whether the bones that both have are at the same places at rest, or as far from their parents, in the
    same directions. Otherwise the motion of one tears the other apart."""
    nodes = match_bones(body, file).nodes
    if _have_same_axes(file, body, nodes):
        return True
    ours, theirs = rest_world_transforms(body)[:, :, -1], rest_world_transforms(file)[:, :, -1]
    bones = {int(joint) for skin in body.skins for joint in skin.joints}
    pairs = [(node, partner) for node, partner in nodes.items() if partner in bones or not bones]
    if not pairs:
        return True
    places = ours[[partner for _, partner in pairs]]
    apart = np.abs(theirs[[node for node, _ in pairs]] - places).max()
    return bool(apart <= SAME_SHAPE * max(np.ptp(places, axis=0).max(), 1e-9))


def _mesh_nodes(body: Rig, file: Rig) -> dict[int, int]:
    """The nodes with meshes of equal names and equally many blend shapes."""
    named = {body.nodes.names[instance.node]: instance for instance in body.instances}
    pairs = {}
    for instance in file.instances:
        partner = named.get(file.nodes.names[instance.node])
        counts = file.meshes[instance.mesh].blend_shape_count
        if partner is not None and body.meshes[partner.mesh].blend_shape_count == counts:
            pairs[instance.node] = partner.node
    return pairs


class _Counts(Record):
    dropped: int = 0
    sampled: int = 0


def _move_channels(
    clip: Clip, file: Rig, frames: FrameChanges, meshes: Mapping[int, int]
) -> tuple[list[Channel], _Counts]:
    """The channels of a clip on the nodes of the merged rig."""
    moved: list[Channel] = []
    dropped = sampled = 0
    by_node: dict[int, list[Channel]] = {}
    for channel in clip.channels:
        if channel.property == "weights":
            if channel.node in meshes:
                moved.append(replace(channel, node=meshes[channel.node], number=None))
            else:
                dropped += 1
        elif channel.node in frames.nodes:
            by_node.setdefault(channel.node, []).append(channel)
        else:
            dropped += channel.node not in meshes  # the transform of a skinned mesh has no meaning
    for node, channels in by_node.items():
        around = frames.transforms_around(node)
        partner = frames.nodes[node]
        if around is None:
            moved += [replace(channel, node=partner, number=None) for channel in channels]
        elif (exact := _exact_channels(channels, partner, *around)) is not None:
            moved += exact
        else:
            moved += _sampled_channels(clip, file, node, partner, channels, *around)
            sampled += len(channels)
    return moved, _Counts(dropped, sampled)


def _exact_channels(
    channels: list[Channel], partner: int, before: Doubles, after: Doubles
) -> list[Channel] | None:
    """Channels with every key and tangent in the axes of the merged rig; None where one depends on another,
    or where there is shear."""
    left, right = _similarity(before), _similarity(after)
    animated = {channel.property for channel in channels}
    if left is None or right is None or ("translation" in animated and np.abs(after[:, 3]).max() > SIMILAR):
        return None
    if "rotation" in animated and np.abs(after[:, 3]).max() > SIMILAR:
        return None
    moved = []
    for channel in channels:
        values = np.asarray(channel.values, np.float64)
        if channel.property == "rotation":
            values = quaternion.product(quaternion.product(left[0], values), right[0])
        elif channel.property == "scale":
            if np.ptp(values.reshape(-1, 3), axis=1).max() > SIMILAR * np.abs(
                values
            ).max() and not is_identity(quaternion.to_matrix(right[0])):
                return None
            values = values * (left[1] * right[1])
        else:
            turned = values @ before[:, :3].T
            spline = channel.interpolation == "CUBICSPLINE"
            if spline:
                turned[:, 1] += before[:, 3]
            else:
                turned += before[:, 3]
            values = turned
        moved.append(replace(channel, node=partner, values=values.astype(channel.values.dtype), number=None))
    return moved


def _similarity(matrix: Doubles) -> tuple[Doubles, float] | None:
    """Rotation and scale of a transform that has an even scale and does not mirror; None for others."""
    linear = matrix[:, :3]
    determinant = float(affine.determinant(linear))
    if determinant <= 0:
        return None
    scale = determinant ** (1 / 3)
    if np.abs(linear.T @ linear / scale**2 - np.eye(3)).max() > SIMILAR * 4:
        return None
    return quaternion.from_matrix(linear / scale), scale


def _sampled_channels(
    clip: Clip, file: Rig, node: int, partner: int, channels: list[Channel], before: Doubles, after: Doubles
) -> list[Channel]:
    """Channels with a key wherever one of these has a key: between keys they differ slightly."""
    times = np.unique(np.concatenate([np.asarray(channel.times, np.float64) for channel in channels]))
    local = np.asarray(sample(file, clip, times).local)[:, node]
    parts = affine.decompose(affine.multiply(affine.multiply(before, local), after))
    values = {
        "translation": parts.translation,
        "rotation": quaternion.without_flips(parts.rotation),
        "scale": parts.scale,
    }
    wanted = {"translation", "rotation"} | {channel.property for channel in channels}
    return [
        Channel(partner, property, times.astype(np.float32), values[property].astype(np.float32))
        for property in ("translation", "rotation", "scale")
        if property in wanted
    ]
