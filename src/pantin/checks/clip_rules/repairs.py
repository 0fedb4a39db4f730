"""Repairs suggested by the rules about clips: functions of a rig and a clip that return the repaired clip and
notes."""

from __future__ import annotations

from functools import partial

import numpy as np

from pantin.base.records import replace
from pantin.checks.clip_rules import key_faults
from pantin.checks.clip_rules.channels import find_missing
from pantin.checks.clip_rules.feet import FootPath, Span, measure_feet
from pantin.checks.clip_rules.gaits import measure_gait, phase_between
from pantin.checks.clip_rules.keys import least_jump
from pantin.checks.clip_rules.played import CheckedRig, Played
from pantin.checks.clip_rules.soles import GROUND, UP
from pantin.checks.clip_rules.thresholds import Thresholds
from pantin.motion.arithmetic import channels_by_target, rest_channel, spell
from pantin.motion.channels import sample_channel
from pantin.motion.fitting import with_notes
from pantin.motion.restarting import start_at
from pantin.operations.humanoid.body import Body, make_body
from pantin.operations.humanoid.contacts import contact_offsets
from pantin.operations.humanoid.feet import hold_feet, smooth_maximum
from pantin.operations.humanoid.retarget import densify
from pantin.report.wording import counted
from pantin.rig import Channel, Clip, Doubles, Rig
from pantin.rig.arrays import read_only

RATE = 30.0
"""The least number of keys per second for changed channels."""


def _play(rig: Rig, clip: Clip, times: Doubles | None = None) -> Played:
    """A clip, which may be foreign to the rig, sampled in its frames or at other times."""
    played = Played(CheckedRig(rig.replace(clips=[clip]), Thresholds()), 0)
    if times is not None:
        played.times = times
    return played


def _times(clip: Clip) -> Doubles:
    keys = [channel.times.astype(np.float64) for channel in clip.channels]
    return densify(np.unique(np.concatenate(keys)), RATE)


def lock_feet(rig: Rig, clip: Clip) -> Clip:
    """The clip with legs that hold planted feet where they stand; on the spot, on ground that moves below
    them. Raises `ValueError` where the rig has no legs of a humanoid."""
    played = _play(rig, clip, _times(clip))
    paths, body = measure_feet(played), _body(played)
    moved = {path.foot.node: (path.contacts, _offsets(path, played.times)) for path in paths}
    if not any(contacts for contacts, _ in moved.values()):
        return with_notes(replace(clip), clip, notes=("has no planted foot: nothing to lock",))
    return hold_feet(clip, body, played.times, moved)


def _offsets(path: FootPath, times: Doubles) -> Doubles:
    """(F, 3) how far a foot moves along the ground to stay where it stands."""
    positions = np.zeros((len(times), 3))
    positions[:, GROUND] = path.path - (times - times[0])[:, None] * path.drift
    return contact_offsets(
        positions, times, path.contacts, [_anchor(positions, span) for span in path.contacts]
    )


def _anchor(positions: Doubles, span: Span) -> Doubles:
    """The contact point of a foot: the middle of its positions; at an end of the clip its actual position, so
    that a loop still closes."""
    first, end = span
    if first == 0:
        return np.asarray(positions[0])
    return np.asarray(positions[-1] if end == len(positions) else positions[first:end].mean(axis=0))


def _body(played: Played) -> Body:
    model = played.model
    if not model.humanoid:
        raise ValueError("the rig is not a humanoid: upper leg, lower leg and foot are not known")
    return make_body(model.rig, model.bones)


def on_ground(rig: Rig, clip: Clip) -> Clip:
    """The clip with a root that is raised where feet are below the ground, smoothly. Raises `ValueError`
    where the rig has no feet."""
    played = _play(rig, clip, _times(clip))
    paths = measure_feet(played)
    if not paths:
        raise ValueError("the rig is not a humanoid: its feet are not known")
    depth = np.maximum(0.0, -np.min([path.lowest for path in paths], axis=0))
    rise = smooth_maximum(np.where(depth > 1e-6 * played.model.size, depth, 0.0), played.times)
    if not rise.any():
        return clip
    for node in sorted({played.root, *played.model.goals}):  # goals are not carried by the root
        clip = _raise(played, clip, node, rise)
    return clip


def _raise(played: Played, clip: Clip, node: int, rise: Doubles) -> Clip:
    """The clip with a node moved up by (F,) distances in the world."""
    rig, times = played.model.rig, played.times
    channel = channels_by_target(clip).get((node, "translation")) or rest_channel(rig, (node, "translation"))
    parent = int(rig.nodes.parents[node])
    up: Doubles = np.eye(3)[UP] * rise[:, None]
    if parent >= 0:
        up = np.asarray(np.linalg.solve(played.world[:, parent, :, :3], up[..., None])[..., 0], np.float64)
    raised = Channel(node, "translation", read_only(times), read_only(sample_channel(channel, times) + up))
    others = [each for each in clip.channels if (each.node, each.property) != (node, "translation")]
    return replace(clip, channels=(*others, raised), node_names=None)


def in_phase(rig: Rig, clip: Clip, other: Clip) -> Clip:
    """The loop, restarted so that its steps are in phase with another gait. Raises `ValueError` if the feet
    of either clip take no steps."""
    gaits = []
    for each in (other, clip):
        gait = measure_gait(_play(rig, each))
        if gait is None:
            raise ValueError(f"{spell(each)} has no alternating steps")
        gaits.append(gait)
    first, second = gaits
    if first.cycles != second.cycles:
        steps = " and ".join(str(2 * gait.cycles) for gait in gaits)
        raise ValueError(f"{spell(other)} and {spell(clip)} have {steps} steps: cut one of them")
    apart = phase_between(first, second) % 1.0
    return start_at(rig, clip, apart * clip.duration / second.cycles)


def bridge(rig: Rig, clip: Clip) -> Clip:
    """The clip without keys that are frozen or off, so that joints move on from the key before to the key
    after."""
    played = _play(rig, clip)
    bridged, count = key_faults.bridge(
        clip, played.model.thresholds.frozen_seconds, partial(least_jump, played), played.model.goals
    )
    note = f"lost {counted(count, 'key')} that were frozen or off" if count else "has no keys to bridge"
    return with_notes(bridged, clip, notes=(note,))


def complete(rig: Rig, index: int) -> Clip:
    """A clip of the rig with an added rest key for each joint that it should move."""
    played = Played(CheckedRig(rig, Thresholds()), index)
    nodes, _ = find_missing(played)
    added = [rest_channel(rig, (node, "rotation")) for node in nodes]
    return replace(played.clip, channels=(*played.clip.channels, *added), node_names=None)


def without_scale(rig: Rig, clip: Clip) -> Clip:
    """The clip without channels of scales. Raises `ValueError` if it has no other channels."""
    kept = tuple(channel for channel in clip.channels if channel.property != "scale")
    if not kept:
        raise ValueError(f"{spell(clip)} animates only scales: drop it")
    return replace(clip, channels=kept)
