"""What an animator sees of a retargeted motion, measured on any (source, target, result).

Forward kinematics is written out here once more, with matrices, so that nothing of the code under test is
part of its own measure. All that is compared is in the axes of VRM: +X left, +Y up, +Z front.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

SIDES = ("left", "right")
LIMBS = tuple(
    (side + bone, side + following)
    for side in SIDES
    for bone, following in (
        ("UpperArm", "LowerArm"),
        ("LowerArm", "Hand"),
        ("UpperLeg", "LowerLeg"),
        ("LowerLeg", "Foot"),
    )
)
SPINE = ("spine", "chest", "upperChest", "neck", "head")
COINCIDE = 0.02
"""Joints that are nearer than this part of a leg have no direction: CMU's neck begins where its chest
does."""


@dataclass(frozen=True)
class Performer:
    """A rig, its clip, the node of each bone, and the rotation matrix from its axes to those of VRM."""

    rig: object
    clip: object
    bones: dict
    axes: np.ndarray

    def world(self, times):
        """World matrices (F, n, 3, 4), multiplied down the tree."""
        nodes, count = self.rig.nodes, len(self.rig.nodes)
        local = {
            "translation": np.tile(nodes.translations, (len(times), 1, 1)),
            "rotation": np.tile(nodes.rotations, (len(times), 1, 1)),
        }
        for channel in self.clip.channels:
            if channel.property in local:
                local[channel.property][:, channel.node] = linear(channel, times)
        turned, placed = np.zeros((len(times), count, 3, 3)), np.zeros((len(times), count, 3))
        spread = np.zeros((len(times), count, 3, 3))
        for node in self.rig.order.tolist():
            parent = int(nodes.parents[node])
            turn, place = matrix(local["rotation"][:, node]), local["translation"][:, node]
            scale = np.diag(nodes.scales[node])
            if parent < 0:
                turned[:, node], placed[:, node], spread[:, node] = turn, place, turn @ scale
            else:
                turned[:, node] = turned[:, parent] @ turn
                placed[:, node] = placed[:, parent] + np.einsum("fij,fj->fi", spread[:, parent], place)
                spread[:, node] = spread[:, parent] @ turn @ scale
        return self.axes @ turned, placed @ self.axes.T


def linear(channel, times):
    """Values of a LINEAR or STEP channel, normalised lerp of short arcs for rotations."""
    values = np.asarray(channel.values, float)
    keys = np.asarray(channel.times, float)
    after = np.clip(np.searchsorted(keys, times, side="right"), 1, max(len(keys) - 1, 1))
    if len(keys) == 1:
        return np.tile(values[0], (len(times), 1))
    span = keys[after] - keys[after - 1]
    part = np.clip((times - keys[after - 1]) / np.where(span > 0, span, 1), 0, 1)[:, None]
    a, b = values[after - 1], values[after]
    if channel.property == "rotation":
        b = np.where((a * b).sum(-1, keepdims=True) < 0, -b, b)
    if channel.interpolation == "STEP":
        part = np.floor(part)
    mixed = a + part * (b - a)
    return mixed / np.linalg.norm(mixed, axis=-1, keepdims=True) if channel.property == "rotation" else mixed


def matrix(q):
    x, y, z, w = np.moveaxis(q / np.linalg.norm(q, axis=-1, keepdims=True), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


@dataclass(frozen=True)
class Measure:
    """Degrees, and parts of a leg.

    directions  the largest angle between the directions of a limb, or a part of the spine, by its first bone
    twist       the largest difference between the rotations of a bone since the first frame
    facing      the largest angle between the lines from the right to the left hip
    sides       whether left is left of right wherever it is in the source
    height      the largest difference of the heights of the hips in legs, less its median
    floor       how far the planted feet of the target are from where they rest, in legs, at the median
    crossing    the part of the frames in which legs cross although those of the source do not
    """

    directions: dict
    twist: dict
    facing: float
    sides: bool
    height: float
    floor: float
    crossing: float

    @property
    def worst(self):
        return max(self.directions.values())


def segments(source, target, places, goals, leg, goal_leg):
    shared = [bone for bone in SPINE if bone in source.bones and bone in target.bones]
    pairs = [pair for pair in LIMBS if set(pair) <= source.bones.keys() and set(pair) <= target.bones.keys()]
    for first, second in [*pairs, *pairwise(shared)]:
        lengths = [
            np.linalg.norm(at[:, who.bones[second]] - at[:, who.bones[first]], axis=1).max() / size
            for who, at, size in ((source, places, leg), (target, goals, goal_leg))
        ]
        if min(lengths) > COINCIDE:
            yield first, second


def degrees(a, b):
    a, b = (v / np.linalg.norm(v, axis=-1, keepdims=True) for v in (a, b))
    return np.degrees(np.arctan2(np.linalg.norm(np.cross(a, b), axis=-1), (a * b).sum(-1)))


def turned_by(rotations):
    return np.degrees(np.arccos(np.clip((np.trace(rotations, axis1=-2, axis2=-1) - 1) / 2, -1, 1)))


def leg_length(who, places):
    return np.mean(
        [
            sum(
                np.linalg.norm(places[:, who.bones[side + b]] - places[:, who.bones[side + a]], axis=1).mean()
                for a, b in (("UpperLeg", "LowerLeg"), ("LowerLeg", "Foot"))
            )
            for side in SIDES
        ]
    )


def measure(source: Performer, target: Performer, times, rest_ankle: float | None = None) -> Measure:
    """The measures of a result. `rest_ankle` is the height of the target's ankles when it stands; by default
    that of its rest pose."""
    (turns, places), (goal_turns, goals) = source.world(times), target.world(times)
    leg, goal_leg = leg_length(source, places), leg_length(target, goals)
    between = {
        first: degrees(
            places[:, source.bones[second]] - places[:, source.bones[first]],
            goals[:, target.bones[second]] - goals[:, target.bones[first]],
        ).max()
        for first, second in segments(source, target, places, goals, leg, goal_leg)
    }
    twist = {}
    for bone in source.bones.keys() & target.bones.keys():
        a, b = turns[:, source.bones[bone]], goal_turns[:, target.bones[bone]]
        since, goal_since = a @ a[0].T, b @ b[0].T
        twist[bone] = turned_by(goal_since @ np.swapaxes(since, -1, -2)).max()
    across, goal_across = (
        at[:, who.bones["leftUpperLeg"]] - at[:, who.bones["rightUpperLeg"]]
        for who, at in ((source, places), (target, goals))
    )
    hips, goal_hips = (
        at[:, who.bones["hips"], 1] / size
        for who, at, size in ((source, places, leg), (target, goals, goal_leg))
    )
    gap = goal_hips - hips
    return Measure(
        between,
        twist,
        float(degrees(across, goal_across).max()),
        all(_same_side(source, target, places, goals, bone) for bone in ("Hand", "Foot")),
        float(np.abs(gap - np.median(gap)).max()),
        _floor(source, target, places, goals, goal_leg, rest_ankle),
        float((_crossed(target, goals) & ~_crossed(source, places)).mean()),
    )


def _same_side(source, target, places, goals, bone):
    """Whether the left hand (foot) is left of the right one, along the hips, wherever the source's is."""
    found = []
    for who, at in ((source, places), (target, goals)):
        across = at[:, who.bones["leftUpperLeg"]] - at[:, who.bones["rightUpperLeg"]]
        apart = at[:, who.bones[f"left{bone}"]] - at[:, who.bones[f"right{bone}"]]
        found.append((apart * across).sum(-1) / (across**2).sum(-1))
    return bool(np.all(found[1][found[0] > 1.0] > 0))


def _crossed(who, places):
    across = places[:, who.bones["leftUpperLeg"]] - places[:, who.bones["rightUpperLeg"]]
    apart = places[:, who.bones["leftFoot"]] - places[:, who.bones["rightFoot"]]
    return (apart * across).sum(-1) < -0.1 * (across**2).sum(-1)


def _floor(source, target, places, goals, goal_leg, rest_ankle):
    """The lower ankle of the target, in frames in which an ankle of the source is as low as it gets."""
    lowest = np.min([places[:, source.bones[f"{side}Foot"], 1] for side in SIDES], axis=0)
    planted = lowest <= np.percentile(lowest, 25)
    if rest_ankle is None:
        still = Performer(target.rig, type(target.clip)(()), target.bones, target.axes)
        rest_ankle = np.mean([still.world(np.zeros(1))[1][0, target.bones[f"{s}Foot"], 1] for s in SIDES])
    found = np.min([goals[planted, target.bones[f"{side}Foot"], 1] for side in SIDES], axis=0)
    return float(np.median(np.abs(found - rest_ankle))) / goal_leg
