"""How far a vertex moves if a channel is off by one unit: lever arms during a clip."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from pantin.base.records import Record
from pantin.operations.slimming.skin import PosedVertices, SampledMotion
from pantin.rig import Channel, Doubles, Indices

FRAMES = 16
"""Frames of a clip at which lever arms are measured."""


class Levers(Record, eq=False):
    """By node: the distance that one radian, one unit of translation, and one of scale move a vertex."""

    rotation: Doubles
    translation: Doubles
    scale: Doubles
    shapes: dict[int, Doubles]
    """By instance: how far each blend shape moves a vertex at weight 1."""

    @classmethod
    def measure(
        cls, skin: PosedVertices, motion: SampledMotion, probes: Indices, following: Collection[int] = ()
    ) -> Levers:
        """Measured at some frames of a motion, on the vertices in `skin`, a subset. `following` nodes undo
        the rotations of their ancestors, which then only move their origins."""
        return cls.measure_all(skin, probes, [(motion, range(len(skin.rig.nodes)))], following)[0]

    @classmethod
    def measure_all(
        cls,
        skin: PosedVertices,
        probes: Indices,
        motions: Sequence[tuple[SampledMotion, Collection[int]]],
        following: Collection[int] = (),
    ) -> list[Levers]:
        """Those of several motions, each for the nodes beside it."""
        frames = [motion.pick(_some_frames(len(motion.world))) for motion, _ in motions]
        ends = np.cumsum([len(each.world) for each in frames])
        some, starts = SampledMotion.join(frames), ends - [len(each.world) for each in frames]
        columns = np.full(skin.count, -1, np.int64)
        columns[probes] = np.arange(len(probes))
        posed = skin.pose(some, columns, len(probes))
        share = subtree_weights(skin, columns, len(probes))
        parents = skin.rig.nodes.parents
        size = np.linalg.norm(some.world[..., :3], axis=-2).max(axis=-1)
        above = np.maximum.reduceat(np.where(parents >= 0, size[:, parents], 1.0), starts)
        stiff = subtree_weights(skin, columns, len(probes), following) if following else share
        whole, rotation = np.zeros((2, len(motions), len(parents)))
        moved = [np.flatnonzero(own > 0) for own in share]
        for row, (_, nodes) in enumerate(motions):
            own = slice(starts[row], ends[row])
            for node in nodes:
                arms = posed[own][..., moved[node]] - some.world[own, node, :, 3, None]
                far = np.sqrt(np.square(arms).sum(axis=1)).max(axis=0)
                whole[row, node] = (far * share[node, moved[node]]).max(initial=0.0)
                rotation[row, node] = (far * stiff[node, moved[node]]).max(initial=0.0)
        stretch = above / np.maximum(np.minimum.reduceat(size, starts), 1e-12)
        most = share.max(axis=1, initial=0.0)
        for node in following:
            for levers, motion in zip(rotation, frames, strict=True):
                _add_origin(levers, most, motion.world[..., 3], parents, node, following)
        moves = {
            shape.instance: np.linalg.norm(shape.deltas, axis=-1).max(axis=1, initial=0.0)
            for shape in skin.shapes
            if len(shape.rows)
        }
        largest = np.maximum.reduceat(size.max(axis=1, initial=0.0), starts).tolist()
        return [
            cls(turns, most * over, all_of_it * stretched, {key: far * scale for key, far in moves.items()})
            for turns, over, all_of_it, stretched, scale in zip(
                rotation, above, whole, stretch, largest, strict=True
            )
        ]

    def of_channel(self, channel: Channel) -> float:
        """The lever of a channel; `shapes` has the levers of weights."""
        by_property = {"rotation": self.rotation, "translation": self.translation, "scale": self.scale}
        return float(by_property[channel.property][channel.node])


def _some_frames(count: int) -> Indices:
    return np.unique(np.linspace(0, count - 1, FRAMES).astype(np.int64))


def _add_origin(
    levers: Doubles, most: Doubles, origins: Doubles, parents: Indices, node: int, following: Collection[int]
) -> None:
    """Count the origin of a node for its ancestors, up to the next following node."""
    above = int(parents[node])
    while above >= 0:
        arm = float(np.linalg.norm(origins[:, node] - origins[:, above], axis=1).max())
        levers[above] = max(levers[above], arm * most[node])
        above = -1 if above in following else int(parents[above])


def subtree_weights(
    skin: PosedVertices, columns: Indices, width: int, without: Collection[int] = ()
) -> Doubles:
    """(n, width) by how much each vertex follows each node or one of its descendants, but none below nodes
    that are left out."""
    share = np.zeros((len(skin.rig.nodes), width))
    np.add.at(share, (skin.nodes, columns[skin.vertices]), np.abs(skin.weights))
    for node in skin.rig.order[::-1].tolist():
        parent = int(skin.rig.nodes.parents[node])
        if parent >= 0 and node not in without:
            share[parent] += share[node]
    return share
