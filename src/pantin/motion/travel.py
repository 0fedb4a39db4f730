"""Root motion: extract the path of a character over the ground from a clip, and put it back."""

from __future__ import annotations

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.base.records import Record, replace
from pantin.motion.arithmetic import Target, channels_by_target, rest_channel, spell
from pantin.motion.channels import key_values, sample_channel
from pantin.motion.fitting import Errors, fit_channel, with_notes
from pantin.motion.sampling import find_clip
from pantin.motion.transforms import world_transforms
from pantin.rig import Channel, Clip, Doubles, Rig
from pantin.rig.arrays import read_only
from pantin.rig.rig import HasRig, require_rig, rig_of
from pantin.rig.tree import subtree_mask

UP = 1
"""The axis that points up: y. All others are along the ground."""

STILL = 1e-5
"""A root that moves less than this over the ground, relative to the size of the skeleton, is in place."""


class RootMotion(Record, eq=False):
    """The path of a clip over the ground.

    node       the node that moves, which is in place in `clip`
    times      (F,) the times of its keys
    positions  (F, N) how far it has moved at these times, in the world, from where the clip starts; 0 upwards
    clip       the clip without it
    travel     the same motion as a channel, with the interpolation of the clip

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> rise = pantin.motion.clip_from_poses(
    ...     rig, [rig.rest_pose(), rig.rest_pose().with_local("shoulder", translation=(2, 1, 0))], [0, 1]
    ... )
    >>> motion = pantin.motion.root_motion(rig, rise)
    >>> motion.positions.tolist()
    [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]]
    >>> motion.apply(rig).channels[0].values.tolist()
    [[0.0, 0.0, 0.0], [2.0, 1.0, 0.0]]
    """

    node: int
    times: Doubles
    positions: Doubles
    clip: Clip
    travel: Channel

    def apply(self, rig: Rig, clip: Clip | None = None, *, node: int | str | None = None) -> Clip:
        """A clip with this motion on a node: the original node, or another such as the parent of all bones.
        Without `clip`: the clip in place."""
        require_rig(rig)
        target_clip = find_clip(rig, self.clip if clip is None else clip)
        target: Target = (self.node if node is None else rig.node_index(node), "translation")
        channel = channels_by_target(target_clip).get(target) or rest_channel(rig, target)
        back = _into_parent(rig, target[0])
        travel = replace(self.travel, values=self.travel.values @ back.T)
        summed, error = _add(channel, travel)
        errors = Errors()
        errors.add("translation", error)
        others = [each for each in target_clip.channels if (each.node, each.property) != target]
        slot = next(
            (i for i, each in enumerate(target_clip.channels) if (each.node, each.property) == target), 0
        )
        channels = (*others[:slot], summed, *others[slot:])
        return with_notes(
            replace(target_clip, channels=channels, node_names=None), target_clip, notes=errors.notes("added")
        )


@check_arguments
def root_motion(rig: Rig | HasRig, clip: int | str | Clip, *, node: int | str | None = None) -> RootMotion:
    """The path of a clip over the ground, as arrays, and the clip without it.

    The root is `node`, or the highest node with a translation that moves over the ground. It stays where the
    clip starts, and still moves up and down. Exact for every interpolation. Raises `ValueError` where a node
    above the root is animated too.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pantin.motion.root_motion(rig, "bend").positions.tolist()
    [[0.0, 0.0, 0.0]]
    """
    rig = rig_of(rig)
    clip = find_clip(rig, clip)
    root = find_root(rig, clip) if node is None else rig.node_index(node)
    channel = None if root is None else channels_by_target(clip).get((root, "translation"))
    if root is None or channel is None:
        root = 0 if root is None else root
        nothing = np.zeros((1, rig.dimension))
        still = Channel(root, "translation", read_only(np.zeros(1)), read_only(nothing))
        return RootMotion(root, np.zeros(1), read_only(nothing.copy()), clip, still)
    _require_still_above(rig, clip, root)
    back = _into_parent(rig, root)
    linear = np.linalg.inv(back)
    ground = np.eye(rig.dimension)
    ground[UP, UP] = 0.0
    values = channel.values.astype(np.float64)
    world = values @ (ground @ linear).T
    start = key_values(channel)[0].astype(np.float64) @ (ground @ linear).T
    if channel.interpolation == "CUBICSPLINE":
        world[:, 1] -= start
    else:
        world = world - start
    travel = replace(channel, values=read_only(world), number=None)
    positions = key_values(travel).astype(np.float64)
    held = replace(channel, values=read_only(values - world @ back.T))
    channels = tuple(held if each is channel else each for each in clip.channels)
    in_place = with_notes(replace(clip, channels=channels), clip)
    times = read_only(channel.times.astype(np.float64))
    return RootMotion(root, times, read_only(positions), in_place, travel)


@check_arguments
def in_place(rig: Rig, clip: int | str | Clip, *, node: int | str | None = None) -> Clip:
    """The clip without root motion: the root stays where the clip starts, and moves up and down only.

    `root_motion` returns the removed motion. Exact.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pantin.motion.in_place(rig, "bend") is rig.clip("bend")
    True
    """
    return root_motion(rig, clip, node=node).clip


def find_root(rig: Rig, clip: Clip) -> int | None:
    """Among nodes with translations that move over the ground, the one with the most descendants; None
    without any."""
    positions = world_transforms(rig)[..., -1]
    size = float(np.ptp(positions, axis=0).max(initial=0.0)) or 1.0
    best: tuple[int, int] | None = None
    for channel in clip.channels:
        if channel.property != "translation" or len(channel.times) < 2:
            continue
        moved = key_values(channel).astype(np.float64) @ np.linalg.inv(_into_parent(rig, channel.node)).T
        flat = np.delete(moved, UP, axis=1)
        if np.ptp(flat, axis=0).max(initial=0.0) <= STILL * size:
            continue
        below = int(subtree_mask(rig.nodes.parents, rig.nodes.order, np.array([channel.node])).sum())
        if best is None or (below, -channel.node) > (best[0], -best[1]):
            best = below, channel.node
    return None if best is None else best[1]


def _into_parent(rig: Rig, node: int) -> Doubles:
    """From directions in the world to those in the axes of a node's parent, at rest."""
    parent = int(rig.nodes.parents[node])
    if parent < 0:
        return np.eye(rig.dimension)
    linear = world_transforms(rig)[parent][:, :-1]
    if abs(np.linalg.det(linear)) < 1e-300:
        raise ValueError(f"the parent of node {node} has a scale of 0: its motion cannot be measured")
    return np.asarray(np.linalg.inv(linear))


def _require_still_above(rig: Rig, clip: Clip, node: int) -> None:
    above = set()
    parent = int(rig.nodes.parents[node])
    while parent >= 0:
        above.add(parent)
        parent = int(rig.nodes.parents[parent])
    for channel in clip.channels:
        keys = key_values(channel)
        if channel.node in above and channel.property != "weights" and not (keys == keys[:1]).all():
            name = rig.nodes.names[channel.node]
            raise ValueError(
                f"{spell(clip)} moves {name!r} ({channel.node}) above the root {rig.nodes.names[node]!r} "
                f"({node}) too: name the node to hold in place"
            )


def _add(first: Channel, second: Channel) -> tuple[Channel, float]:
    """The sum of two channels of translations: exact where both have the same keys, or straight lines."""
    if first.interpolation == second.interpolation and np.array_equal(first.times, second.times):
        return replace(first, values=read_only(first.values + second.values)), 0.0
    if len(first.times) == 1:  # a constant: the other keeps its interpolation
        moved = second.values.astype(np.float64)
        keys = moved[:, 1] if second.interpolation == "CUBICSPLINE" else moved
        keys += key_values(first)[0]
        return replace(second, node=first.node, values=read_only(moved)), 0.0
    keys = np.concatenate([first.times, second.times]).astype(np.float64)

    def total(times: Doubles) -> Doubles:
        return sample_channel(first, times) + sample_channel(second, times)

    return fit_channel(first.node, "translation", total, keys)
