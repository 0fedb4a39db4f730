"""Bodies: joints that leave the range of a person, and pairs of clips that should mirror each other."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.checks.clip_rules.played import CheckedRig, Played
from pantin.checks.clip_rules.soles import UP
from pantin.checks.clip_rules.wording import at_time, repair
from pantin.maths import quaternion
from pantin.motion import mirror, sample, world_transforms
from pantin.motion.mirroring import exchange
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.rig import Doubles, Indices

FURTHEST = {
    "Foot": 110.0,
    "neck": 110.0,
    "head": 120.0,
    "spine": 110.0,
    "chest": 110.0,
    "upperChest": 110.0,
}
"""Degrees that a bone of a person turns from rest against the bone above: half as much again as tables of
joint motion have, because rest poses differ."""

KNEE = 15.0
"""Degrees beyond which a forward bend of a knee is a fault."""

BENT = 165.0
"""Degrees by which elbows and knees bend at most."""

ALIKE = 0.75
"""The part of the joints that agree in a pair of clips that is meant to be mirrored."""


FEWEST_JOINTS = 8
"""Joints of the smallest body that has two sides."""


@rule(
    "CLIP-RANGE",
    "warning",
    "{node} ({bone}) {what} at {time} of {clip}, beyond the range of a person; "
    "repair: correct the keys there, or cut them off: {repair}",
)
def joint_range(played: Played) -> Iterator[Finding]:
    """Joint leaves the range of a person.

    What: A knee of a humanoid bends forward, a knee or an elbow folds into itself, or the head, the neck, the
    spine or a foot turns further from rest than a person can, by more than `range-degrees`.
    Why: The skin collapses, and the pose looks broken.
    Fix: Correct the keys at the time that the message names, or keep the part before or after it:
    `pantin clips SOURCE TARGET --cut NAME:START-END`.
    Source: `range-degrees` in the table `clips` of pantin.toml; 20° beyond the ranges in anatomical tables.
    """
    bones = played.model.humanoid
    if not bones or not played.clip.channels:
        return
    slack = played.model.thresholds.range_degrees
    for bone, degrees, most, what in measure_ranges(played):
        frame = int(degrees.argmax())
        if degrees[frame] > most + slack:
            yield joint_range.at(
                pointer("animations", played.index),
                node=played.model.name_node(bones[bone]),
                bone=bone,
                what=f"{what} by {degrees[frame]:.0f}°",
                time=at_time(float(played.times[frame])),
                clip=played.name,
                repair=f"pantin clips SOURCE TARGET --cut {played.label}:START-END",
            )


def measure_ranges(played: Played) -> Iterator[tuple[str, Doubles, float, str]]:
    """For each bone with a known range: its (F,) degrees, the usual limit, and the name of the movement."""
    bones, positions = played.model.humanoid, played.positions
    rest = quaternion.normalize(played.model.rig.rest_pose().rotations)
    local = quaternion.normalize(played.poses.rotations)
    for bone, node in bones.items() if played.model.stands else ():
        most = FURTHEST.get(bone) or FURTHEST.get(bone.removeprefix("left").removeprefix("right"))
        if most is not None and _follows_body(played, bone, node):
            yield bone, np.degrees(quaternion.angle(local[:, node], rest[node])), most, "turns"
    knees = []
    for limb, names in (("Leg", ("UpperLeg", "LowerLeg", "Foot")), ("Arm", ("UpperArm", "LowerArm", "Hand"))):
        for side in ("left", "right"):
            chain = [bones[f"{side}{name}"] for name in names if f"{side}{name}" in bones]
            if len(chain) < len(names):
                continue
            upper, lower, end = (positions[:, node] for node in chain)
            first, second = _unit(lower - upper), _unit(end - lower)
            bend = np.degrees(np.arccos(np.clip((first * second).sum(axis=1), -1, 1)))
            yield f"{side}Lower{limb}", bend, BENT - 20.0, "folds"
            hinge = _knee_axis(played, chain[0], np.cross(first, second)) if limb == "Leg" else None
            if hinge is not None:
                ahead = (np.cross(first, second) * hinge).sum(axis=1)
                knees.append((f"{side}LowerLeg", bend, ahead))
    # Where both bend forward most of the time, it is the thighs at rest that are turned, not the knees.
    if not all(ahead.sum() < 0 for _, _, ahead in knees):
        for bone, bend, ahead in knees:
            yield bone, np.where(ahead < 0, bend, 0.0), KNEE, "bends forward"


def _follows_body(played: Played, bone: str, node: int) -> bool:
    """Whether the parent bone in the body is also an ancestor of a bone: feet of some rigs are separate
    controls."""
    above = bone.replace("Foot", "LowerLeg") if bone.endswith("Foot") else "hips"
    wanted, parents = played.model.humanoid.get(above), played.model.rig.nodes.parents
    while node >= 0 and node != wanted:
        node = int(parents[node])
    return node >= 0


def _knee_axis(played: Played, thigh: int, bends: Doubles) -> Doubles | None:
    """(F, 3) the axis about which a knee bends backwards. It turns with the thigh, so that legs may cross. At
    rest it lies across the hips; where the rest pose does not stand, it is the axis of most of the bends."""
    world = played.world[:, thigh, :, :3]
    if played.model.stands:
        sense = _knee_sense(played.model)
        rest = world_transforms(played.model.rig)[thigh, :, :3]
        return None if sense is None else _unit(world @ (np.linalg.pinv(rest) @ sense))
    local = np.linalg.pinv(world) @ bends[..., None]
    return _unit(world @ local[..., 0].sum(axis=0))


def _knee_sense(model: CheckedRig) -> Doubles | None:
    """(3,) across the hips at rest, towards the side about which knees bend backwards: feet point forward."""
    bones, rest = model.humanoid, model.rest
    feet = [side for side in ("left", "right") if {f"{side}Foot", f"{side}Toes"} <= bones.keys()]
    if not feet or not {"leftUpperLeg", "rightUpperLeg"} <= bones.keys():
        return None
    across = _unit(rest[bones["leftUpperLeg"]] - rest[bones["rightUpperLeg"]])
    ahead = np.sum([rest[bones[f"{side}Toes"]] - rest[bones[f"{side}Foot"]] for side in feet], axis=0)
    sense = float(np.sign(np.cross(across, np.eye(3)[UP]) @ ahead))
    return across * sense if sense else None


def _unit(vectors: Doubles) -> Doubles:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-12))


@rule(
    "CLIP-ASYMMETRY",
    "warning",
    "{clip} is not the mirror image of {other}: {node} is {distance} off at {time}; {repair}",
)
def asymmetry(played: Played) -> Iterator[Finding]:
    """Mirrored pair differs.

    What: Two clips whose names differ in left and right last equally long, and one is the mirror image of
    the other for most joints, but not for all: a joint is off by more than `asymmetry`.
    Why: One of both was changed after it was mirrored, or a joint was not mirrored.
    Fix: `pantin clips SOURCE TARGET --mirror-from NAME=OTHER` replaces one of both by the mirror image of the
    other; the message names the second of the file, and OTHER may be the better one.
    Source: `asymmetry` in the table `clips` of pantin.toml; 0.03 of the size of the model, 50 mm of an adult.
    """
    model, name = played.model, played.clip.name
    if not name or exchange(name) == name or not played.moves or len(_moved_bones(played)) < FEWEST_JOINTS:
        return
    others = [i for i, clip in enumerate(model.rig.clips[: played.index]) if clip.name == exchange(name)]
    if not others:
        return
    other = Played(model, others[0])
    if abs(other.clip.duration - played.clip.duration) > 0.02 * played.clip.duration:
        return
    try:
        mirrored = mirror(model.rig, other.clip)
    except ValueError:
        return
    nodes, offsets = _marks(model)
    world = world_transforms(model.rig, sample(model.rig, mirrored, played.times))
    distances = np.linalg.norm(_follow(world - played.world, nodes, offsets), axis=2)
    worst = distances.max(axis=0)
    limit = model.thresholds.asymmetry * model.size
    if (worst[: len(model.joints)] <= limit).mean() >= ALIKE and worst.max() > limit:
        mark = int(worst.argmax())
        frame = int(distances[:, mark].argmax())
        yield asymmetry.at(
            pointer("animations", played.index),
            clip=played.name,
            other=other.name,
            node=model.name_node(int(nodes[mark])),
            distance=played.model.length(float(worst[mark])),
            time=at_time(float(played.times[frame])),
            repair=repair(f"--mirror-from {played.label}={other.label}"),
        )


def _marks(model: CheckedRig) -> tuple[Indices, Doubles]:
    """Points that show the rotations of joints: nodes, and positions (M, N) in their spaces. The joints come
    first; then, for each leaf joint, the point beyond it at the distance of its parent."""
    parents, joints = model.rig.nodes.parents, model.joints
    last = sorted(set(joints) - set(parents.tolist()))
    last = [joint for joint in last if parents[joint] >= 0]
    below = [node for node in range(len(parents)) if node not in joints and int(parents[node]) in joints]
    nodes = np.array([*joints, *below, *last], np.int64)
    world = world_transforms(model.rig)
    offsets = np.zeros((len(nodes), world.shape[-2]))
    for index, joint in enumerate(last, len(nodes) - len(last)):
        beyond = model.rest[joint] - model.rest[int(parents[joint])]
        offsets[index] = np.linalg.lstsq(world[joint, :, :-1], beyond, rcond=None)[0]
    return nodes, offsets


def _follow(world: Doubles, nodes: Indices, offsets: Doubles) -> Doubles:
    """(F, M, N) points that move with nodes."""
    chosen = world[:, nodes]
    return np.asarray(np.einsum("fmij,mj->fmi", chosen[..., :-1], offsets) + chosen[..., -1])


def _moved_bones(played: Played) -> set[int]:
    return {channel.node for channel in played.clip.channels}


RULES = (joint_range, asymmetry)
