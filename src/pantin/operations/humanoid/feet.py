"""`lock_feet`: planted feet stay where they are.

The source gives the times of contacts, because its feet stand on its ground; the target gives their
positions, because its legs have other lengths. Two-bone inverse kinematics then bends the legs of the target;
its hips sink where a leg is too short.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pantin.base.records import Record, replace
from pantin.maths import quaternion
from pantin.motion import sample, world_transforms
from pantin.motion.channels import sample_channel
from pantin.operations.humanoid.body import Body, hip_ratio
from pantin.operations.humanoid.contacts import BLEND, Span, contact_offsets, find_contacts, largest_slide
from pantin.operations.humanoid.retarget import densify, follow_nodes, multiply
from pantin.operations.humanoid.segments import HIPS, SIDES
from pantin.rig import Channel, Clip, Doubles

RATE = 30.0
"""Keys a second of legs with locked feet at least: between sparse keys a planted foot would slide."""

REACHED = 1e-6
"""Metres by which a leg may be too short: rounding of straight legs."""

DEEPEST = 0.1
"""How far hips sink at most so that legs reach, as a part of their height."""

AT_ONCE = 1024


class LockedFeet(Record):
    """A clip with planted feet.

    contacts   how many times a foot is planted
    before     the largest distance that a planted foot moved along the ground, in metres, and `after` that of
               the clip
    """

    clip: Clip
    contacts: int
    before: float
    after: float


class Leg(Record):
    """The nodes of a leg, and the one of them that stands on the ground: toes, else the foot."""

    upper: int
    lower: int
    foot: int
    standing: int


@np.errstate(all="ignore")  # numbers of a file may be anything
def lock_feet(clip: Clip, motion: Clip, source: Body, target: Body) -> LockedFeet:
    """The retargeted clip with legs that hold planted feet in place. Raises `ValueError` where a body has no
    legs with feet."""
    pairs = [(_leg(source, side), _leg(target, side)) for side in SIDES]
    legs = [(theirs, own) for theirs, own in pairs if theirs is not None and own is not None]
    if not legs:
        raise ValueError(
            "feet cannot be locked: upper leg, lower leg and foot must be mapped in both skeletons"
        )
    keys = np.concatenate([channel.times.astype(np.float64) for channel in clip.channels])
    times = densify(np.unique(keys), RATE)
    walked = follow_nodes(source, motion, [theirs.standing for theirs, _ in legs], times)
    walked = quaternion.rotate(source.axes, walked) * hip_ratio(source, target)
    contacts = [find_contacts(walked[:, index], times, target.height) for index in range(len(legs))]
    plans = [
        _Plan(leg, spans, path, contact_offsets(path[leg.standing], times, spans))
        for (_, leg), spans, path in zip(legs, contacts, _paths(clip, target, legs, times), strict=True)
    ]
    drop = _needed_drop(target, plans, times)
    locked = _lower_hips(clip, target, drop, times)
    for plan in plans:
        if plan.contacts or drop.any():
            offsets = plan.offsets + drop[:, None] * target.up
            locked = _hold(locked, target, plan.leg, times, offsets)
    after = _paths(locked, target, legs, times)
    return LockedFeet(
        locked,
        sum(len(plan.contacts) for plan in plans),
        max(_slide(target, plan, plan.path) for plan in plans),
        max(_slide(target, plan, path) for plan, path in zip(plans, after, strict=True)),
    )


class _Plan(Record, eq=False):
    """A leg with its contacts, the positions of its nodes, and the offsets of its foot."""

    leg: Leg
    contacts: Sequence[Span]
    path: Mapping[int, Doubles]
    offsets: Doubles


def hold_feet(
    clip: Clip, body: Body, times: Doubles, moved: Mapping[int, tuple[Sequence[Span], Doubles]]
) -> Clip:
    """The clip with legs that move each foot by offsets (F, 3): by the node of the foot, when it is planted
    and how far it moves. Hips sink where a leg is too short. Raises `ValueError` where a body has no legs."""
    legs = [leg for leg in (_leg(body, side) for side in SIDES) if leg is not None and leg.foot in moved]
    if not legs:
        raise ValueError("feet cannot be locked: no leg has an upper leg, a lower leg and a foot")
    paths = _paths(clip, body, [(leg, leg) for leg in legs], times)
    plans = [_Plan(leg, *_at(moved, leg, path)) for leg, path in zip(legs, paths, strict=True)]
    drop = _needed_drop(body, plans, times)
    held = _lower_hips(clip, body, drop, times)
    for plan in plans:
        if plan.contacts or drop.any():
            held = _hold(held, body, plan.leg, times, plan.offsets + drop[:, None] * body.up)
    return held


def _at(
    moved: Mapping[int, tuple[Sequence[Span], Doubles]], leg: Leg, path: Mapping[int, Doubles]
) -> tuple[Sequence[Span], Mapping[int, Doubles], Doubles]:
    contacts, offsets = moved[leg.foot]
    return contacts, path, offsets


def _paths(
    clip: Clip, body: Body, legs: Sequence[tuple[Leg, Leg]], times: Doubles
) -> list[dict[int, Doubles]]:
    """For each leg, where its nodes are: (F, 3) by node."""
    nodes = list({node for _, leg in legs for node in (leg.upper, leg.lower, leg.foot, leg.standing)})
    path_of = dict(zip(nodes, np.moveaxis(follow_nodes(body, clip, nodes, times), 1, 0), strict=True))
    return [
        {node: path_of[node] for node in (leg.upper, leg.lower, leg.foot, leg.standing)} for _, leg in legs
    ]


def _slide(body: Body, plan: _Plan, path: Mapping[int, Doubles]) -> float:
    return largest_slide(quaternion.rotate(body.axes, path[plan.leg.standing]), plan.contacts)


def _needed_drop(body: Body, plans: Sequence[_Plan], times: Doubles) -> Doubles:
    """(F,) how far the hips must sink for the legs to reach planted feet, smooth in time."""
    needed = np.zeros(len(times))
    if HIPS not in body.bones:
        return needed
    for plan in plans:
        hip, knee, ankle = (plan.path[node] for node in (plan.leg.upper, plan.leg.lower, plan.leg.foot))
        length = np.linalg.norm(knee - hip, axis=1) + np.linalg.norm(ankle - knee, axis=1)
        to_goal = ankle + plan.offsets - hip
        height = -to_goal @ body.up
        aside = np.linalg.norm(to_goal + height[:, None] * body.up, axis=1)
        drop = height - np.sqrt(np.maximum(length**2 - aside**2, 0.0))
        for first, end in plan.contacts:
            needed[first:end] = np.maximum(needed[first:end], drop[first:end])
    needed = np.where(needed > REACHED, np.minimum(needed, DEEPEST * body.height), 0.0)
    return smooth_maximum(needed, times)


def smooth_maximum(values: Doubles, times: Doubles) -> Doubles:
    """Smooth values that are never below the given ones: the mean over a window of the maxima over that
    window."""
    if not values.any():
        return values
    first = np.searchsorted(times, times - BLEND / 2, side="left")
    last = np.searchsorted(times, times + BLEND / 2, side="right")
    largest = np.array([values[a:b].max() for a, b in zip(first, last, strict=True)])
    return np.array([largest[a:b].mean() for a, b in zip(first, last, strict=True)])


def _lower_hips(clip: Clip, body: Body, drop: Doubles, times: Doubles) -> Clip:
    """The clip with hips that sink."""
    if not drop.any():
        return clip
    node = body.bones[HIPS]
    own = [channel for channel in clip.channels if (channel.node, channel.property) == (node, "translation")]
    rest = np.broadcast_to(body.rig.nodes.translations[node], (len(times), 3))
    translations = sample_channel(own[0], times) if own else rest
    down = -body.into_parent(node)[:, :3] @ body.up
    lowered = Channel(node, "translation", times, translations + drop[:, None] * down)
    return replace(clip, channels=(*(channel for channel in clip.channels if channel not in own), lowered))


def _leg(body: Body, side: str) -> Leg | None:
    nodes = [body.bones.get(f"{side}{role}") for role in ("UpperLeg", "LowerLeg", "Foot")]
    upper, lower, foot = nodes
    if upper is None or lower is None or foot is None:
        return None
    if upper not in body.path(lower)[:-1] or lower not in body.path(foot)[:-1]:
        return None
    toes = body.bones.get(f"{side}Toes")
    return Leg(upper, lower, foot, toes if toes is not None and foot in body.path(toes) else foot)


def _hold(clip: Clip, body: Body, leg: Leg, times: Doubles, offsets: Doubles) -> Clip:
    """The clip with a foot moved by offsets, which keeps its rotation in the world."""
    parts = [
        _solve(clip, body, leg, times[start : start + AT_ONCE], offsets[start : start + AT_ONCE])
        for start in range(0, len(times), AT_ONCE)
    ]
    turns = {
        node: np.concatenate([part[node] for part in parts]) for node in (leg.upper, leg.lower, leg.foot)
    }
    kept = [
        channel for channel in clip.channels if channel.node not in turns or channel.property != "rotation"
    ]
    channels = [
        Channel(node, "rotation", times, quaternion.without_flips(values)) for node, values in turns.items()
    ]
    return replace(clip, channels=(*kept, *channels))


def _solve(clip: Clip, body: Body, leg: Leg, times: Doubles, offsets: Doubles) -> dict[int, Doubles]:
    """Local rotations of a leg whose foot is moved by offsets and keeps its rotation in the world."""
    from pantin.motion.two_bones import two_bone_turns

    poses = sample(body.rig, clip, times)
    positions = world_transforms(body.rig, poses)[..., 3]
    local = quaternion.normalize(poses.rotations)
    world = {node: _world(body, local, node) for node in (leg.upper, leg.lower, leg.foot)}
    above = {node: _world(body, local, int(body.rig.nodes.parents[node])) for node in world}
    hip, knee, ankle = (positions[:, node] for node in (leg.upper, leg.lower, leg.foot))
    turns = two_bone_turns(hip, knee, ankle, ankle + offsets, _bend_axis(body))
    upper, lower = multiply(turns[0], world[leg.upper]), multiply(turns[1], world[leg.lower])
    # The nodes between two bones do not move against the upper one.
    below_upper = multiply(upper, quaternion.conjugate(world[leg.upper]), above[leg.lower])
    below_lower = multiply(lower, quaternion.conjugate(world[leg.lower]), above[leg.foot])
    return {
        leg.upper: multiply(quaternion.conjugate(above[leg.upper]), upper),
        leg.lower: multiply(quaternion.conjugate(below_upper), lower),
        leg.foot: multiply(quaternion.conjugate(below_lower), world[leg.foot]),
    }


def _world(body: Body, local: Doubles, node: int) -> Doubles:
    """(F, 4) rotations of a node in the world."""
    if node < 0:
        return np.broadcast_to(np.array(quaternion.IDENTITY), local[:, 0].shape)
    return multiply(*(local[:, each] for each in body.path(node)))


def _bend_axis(body: Body) -> Doubles:
    """The axis about which knees bend: from the right to the left, in the world."""
    return quaternion.rotate(quaternion.conjugate(body.axes), np.array([1.0, 0.0, 0.0]))
