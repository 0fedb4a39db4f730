"""Channels: constant, frozen, missing, or of scales."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.checks.clip_rules.key_faults import find_frozen, is_constant
from pantin.checks.clip_rules.played import CheckedRig, Played
from pantin.checks.clip_rules.wording import at_time, repair
from pantin.checks.naming import name_nodes
from pantin.maths import quaternion
from pantin.motion.channels import key_values
from pantin.motion.mirroring import exchange
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.rig import Channel

MOST = 0.8
"""A clip that moves at least this part of the joints that any clip moves is meant to move all."""

WHOLE = 0.5
"""At least this part of these clips must move a joint for it to be reported as missing in the others."""

FEWEST_MOVED = 5
"""Joints of the smallest body whose clips are compared."""

LIMBS = ("Shoulder", "UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot")
"""The ends of the names of humanoid bones that are parts of limbs."""

AT_REST = 1e-3
"""Radians from rest of a joint that stays there."""

SCALED = 1e-4
"""The least difference of a scale from 1, or from its other keys, that counts."""


@rule(
    "CLIP-CONSTANT_CHANNELS",
    "info",
    "{clip} has {count} with one value: {keys}; repair: pantin slim SOURCE TARGET",
    common="Exporters write a key for every frame of every joint.",
)
def constant_channels(played: Played) -> Iterator[Finding]:
    """Channels have many keys of one value.

    What: Channels with three keys or more, all equal, in a clip that moves other joints.
    Why: The keys take memory and time in every frame, and say no more than one key.
    Fix: `pantin slim SOURCE TARGET` keeps one key of each.
    Source: glTF 2.0 §3.11
    """
    held = [channel for channel in played.clip.channels if len(channel.times) > 2 and is_constant(channel)]
    if held and len(held) < len(played.clip.channels):
        keys = sum(len(channel.times) for channel in held)
        yield constant_channels.at(
            pointer("animations", played.index),
            count=counted(len(held), "channel"),
            clip=played.name,
            keys=counted(keys, "key"),
        )


@rule(
    "CLIP-FROZEN_CHANNEL",
    "warning",
    "the {property} of {node} in {clip} freezes from {start} to {end} in the middle of a motion; {repair}",
)
def frozen_channel(played: Played) -> Iterator[Finding]:
    """Channel freezes.

    What: A channel that is moving holds one value from one key to the next ones for longer than
    `frozen-seconds`, and then moves on. A motion that somebody lets come to rest slows down before. The
    goal of a leg's inverse kinematics stands still while its foot is flat.
    Why: A tracker has lost the joint, or an export has lost keys; the joint hangs, then jumps.
    Fix: `pantin clips SOURCE TARGET --bridge NAME` removes the keys in between, so that the joint moves on
    from the last key before to the first after.
    Source: `frozen-seconds` in the table `clips` of pantin.toml; 0.15 s.
    """
    for index, channel in enumerate(played.clip.channels):
        spans = find_frozen(
            channel, played.model.thresholds.frozen_seconds, played.model.goals.get(channel.node)
        )
        if spans:
            first, last = max(spans, key=lambda span: channel.times[span[1]] - channel.times[span[0]])
            yield frozen_channel.at(
                channel_pointer(played, index, channel),
                property=channel.property,
                node=played.model.name_node(channel.node),
                clip=played.name,
                start=at_time(float(channel.times[first])),
                end=at_time(float(channel.times[last])),
                repair=repair(f"--bridge {played.label}"),
            )


def channel_pointer(played: Played, index: int, channel: Channel) -> str:
    number = index if channel.number is None else channel.number
    return pointer("animations", played.index, "channels", number)


@rule("CLIP-MISSING_CHANNEL", "warning", "{clip} does not move {nodes}, but {others}; {repair}")
def missing_channel(played: Played) -> Iterator[Finding]:
    """Joint has no channel.

    What: A clip moves nearly all joints that the clips of the file move, but not one that every other such
    clip moves, where most of these move all joints; or, alone in its file, not one whose counterpart on the
    other side it moves.
    Why: The joint stays at rest, or keeps the pose of the clip that played before.
    Fix: `pantin clips SOURCE TARGET --complete NAME` adds a key with the rest pose for each, so that every
    program shows the same; export the clip again if the joint should move.
    Source: glTF 2.0 §3.11: a clip changes only what it has channels for.
    """
    nodes, reason = find_missing(played)
    if nodes:
        yield missing_channel.at(
            pointer("animations", played.index),
            clip=played.name,
            nodes=name_nodes(played.model.rig, nodes),
            others=reason,
            repair=repair(f"--complete {played.label}"),
        )


def find_missing(played: Played) -> tuple[list[int], str]:
    """The joints that a clip should move, and why."""
    moved, every = _moved_nodes(played), _all_moved(played.model)
    if len(moved) < max(MOST * len(every), FEWEST_MOVED):
        return [], ""
    others = [nodes for index, nodes in _by_clip(played.model).items() if index != played.index]
    full = [nodes for nodes in others if len(nodes) >= MOST * len(every)]
    absent = sorted(every - moved)
    if len(full) > 1:
        # An exporter that leaves out joints at rest leaves out others in each clip.
        union = moved.union(*others)
        if sum(nodes == union for nodes in full) < WHOLE * len(full):
            return [], ""
        common = [node for node in absent if all(node in nodes for nodes in full)]
        return common, f"{len(full)} other clips do"
    if others:
        return [], ""
    names = played.model.rig.nodes.names
    by_name = {name: node for node, name in enumerate(names) if name}
    single = [node for node in absent if by_name.get(exchange(names[node] or ""), node) in moved]
    if not _writes_still_joints(played):
        single = [node for node in single if _is_inside(played, node, moved)]
    return single, "animates the opposite joint" if len(single) == 1 else "animates the opposite joints"


def _writes_still_joints(played: Played) -> bool:
    """Whether the exporter gives joints that stay at rest a key for every frame."""
    rest = quaternion.normalize(played.model.rig.rest_pose().rotations)
    for channel in played.clip.channels:
        if channel.property == "rotation" and len(channel.times) > 2 and is_constant(channel):
            held = quaternion.normalize(key_values(channel)[0].astype(np.float64))
            if float(quaternion.angle(held, rest[channel.node])) < AT_REST:
                return True
    return False


def _is_inside(played: Played, node: int, moved: set[int]) -> bool:
    """Whether a bone of a limb is between bones that move: a limb that rests does so as a whole."""
    bones, parents = played.model.humanoid, played.model.rig.nodes.parents
    limb = {number for bone, number in bones.items() if bone.endswith(LIMBS)}
    return node in limb and int(parents[node]) in moved and any(int(parents[each]) == node for each in moved)


def _moved_nodes(played: Played) -> set[int]:
    return _by_clip(played.model).get(played.index, set())


def _all_moved(model: CheckedRig) -> set[int]:
    """Joints that some clip moves, and their counterparts."""
    names = model.rig.nodes.names
    by_name = {name: node for node, name in enumerate(names) if name}
    moved = set().union(*_by_clip(model).values()) if model.rig.clips else set()
    partners = {by_name.get(exchange(names[node] or ""), node) for node in moved}
    return moved | partners


def _by_clip(model: CheckedRig) -> dict[int, set[int]]:
    """The nodes with rotation channels in each clip."""
    return {
        index: {channel.node for channel in clip.channels if channel.property == "rotation"}
        for index, clip in enumerate(model.rig.clips)
    }


@rule(
    "CLIP-SCALE",
    "info",
    "{clip} animates the scale of {nodes}, which many engines ignore: by up to {most} at {time}; {repair}",
)
def scale(played: Played) -> Iterator[Finding]:
    """Clip animates scales.

    What: A clip changes the scale of joints.
    Why: Many engines and retargeting ignore scales of joints, or apply them without the parents' skew; the
    motion looks different there.
    Fix: `pantin clips SOURCE TARGET --without-scale NAME` removes these channels.
    Source: glTF 2.0 §3.11 allows them; Unity's humanoid avatars and Unreal's retargeting do not apply them.
    """
    joints = set(played.model.joints)
    worst: tuple[float, float, int] | None = None
    nodes = set()
    for channel in played.clip.channels:
        if channel.property != "scale" or channel.node not in joints:
            continue
        values = key_values(channel).astype(np.float64)
        change = np.abs(values - values[:1]).max(axis=1)
        if change.max(initial=0.0) > SCALED:
            nodes.add(channel.node)
            key = int(change.argmax())
            worst = max(worst or (0.0, 0.0, 0), (float(change[key]), float(channel.times[key]), channel.node))
    if worst is not None:
        yield scale.at(
            pointer("animations", played.index),
            clip=played.name,
            nodes=counted(len(nodes), "joint") if len(nodes) > 1 else played.model.name_node(worst[2]),
            most=f"{worst[0]:.3g}",
            time=at_time(worst[1]),
            repair=repair(f"--without-scale {played.label}"),
        )


RULES = (constant_channels, frozen_channel, missing_channel, scale)
