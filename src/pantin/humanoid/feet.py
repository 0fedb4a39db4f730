"""`lock_feet`: planted feet stay where they are.

When a foot is planted is read from the source, whose feet stand on its ground; where it stands is read from
the target, whose legs have other lengths. Two-bone inverse kinematics then bends the legs of the target; its
hips sink where a leg is too short.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pantin.humanoid.body import HIPS, SIDES, Body, hip_ratio, shortest_arc
from pantin.humanoid.retarget import densify, follow_nodes, multiply, sample_channel
from pantin.maths import quaternion
from pantin.motion import sample, world_transforms
from pantin.rig import Channel, Clip, Doubles

RATE = 30.0
"""Keys a second of legs with locked feet at least: between sparse keys a planted foot would slide."""

LOW, HIGH = 0.05, 0.09
"""Heights above the ground below which a foot may be planted, and above which it is lifted, as a part of the
height of the hips: 4 and 8 cm for an adult."""

SLOW, FAST = 0.2, 0.45
"""Speeds in heights of the hips per second below which a foot may be planted, and above which it is lifted:
a walking foot swings at about 3, and tracked feet that stand still move at up to 0.1."""

SHORTEST = 0.1
"""Seconds of the shortest contact: a foot that swings low is not planted."""

BLEND = 0.15
"""Seconds over which a foot leaves its planted place."""

REACHED = 1e-6
"""Metres by which a leg may be too short: rounding of straight legs."""

DEEPEST = 0.1
"""How far hips sink at most so that legs reach, as a part of their height."""

AT_ONCE = 1024

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LockedFeet:
    """A clip with planted feet.

    contacts   how many times a foot is planted
    before     the largest distance that a planted foot moved along the ground, in metres, and `after` that of
               the clip
    """

    clip: Clip
    contacts: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Leg:
    """The nodes of a leg, and the one of them that stands on the ground: toes, else the foot."""

    upper: int
    lower: int
    foot: int
    standing: int


def lock_feet(clip: Clip, motion: Clip, source: Body, target: Body) -> LockedFeet:
    """The retargeted clip with legs that hold planted feet in place. Raises `ValueError` where a body has no
    legs with feet."""
    sides = [side for side in SIDES if _leg(source, side) and _leg(target, side)]
    if not sides:
        raise ValueError(
            "feet cannot be locked: upper leg, lower leg and foot are not known in both skeletons"
        )
    times = _times(clip)
    legs = {side: leg for side in sides if (leg := _leg(target, side)) is not None}
    contacts = {
        side: find_contacts(_source_path(motion, source, target, side, times), times, target.height)
        for side in sides
    }
    offsets = {
        side: _offsets(follow_nodes(target, clip, [leg.standing], times)[:, 0], times, contacts[side])
        for side, leg in legs.items()
    }
    drop = _needed_drop(clip, target, legs, contacts, offsets, times)
    locked = _lower_hips(clip, target, drop, times)
    for side, leg in legs.items():
        if contacts[side] or drop.any():
            locked = _hold(locked, target, leg, times, offsets[side] + drop[:, None] * _up(target))
    before, after = (
        max(
            (_slide(each, target, legs[side], times, contacts[side]) for side in sides if contacts[side]),
            default=0.0,
        )
        for each in (clip, locked)
    )
    return LockedFeet(locked, sum(map(len, contacts.values())), before, after)


def _up(body: Body) -> Doubles:
    """The direction up, in the axes of the rig."""
    return quaternion.rotate(quaternion.conjugate(body.axes), np.array([0.0, 1.0, 0.0]))


def _needed_drop(
    clip: Clip,
    body: Body,
    legs: Mapping[str, Leg],
    contacts: Mapping[str, Sequence[Span]],
    offsets: Mapping[str, Doubles],
    times: Doubles,
) -> Doubles:
    """(F,) how far the hips must sink for the legs to reach planted feet, smooth in time."""
    needed = np.zeros(len(times))
    up = _up(body)
    for side, leg in legs.items():
        hip, knee, ankle = np.moveaxis(
            follow_nodes(body, clip, [leg.upper, leg.lower, leg.foot], times), 1, 0
        )
        length = sum(np.linalg.norm(b - a, axis=1) for a, b in ((hip, knee), (knee, ankle)))
        to_goal = ankle + offsets[side] - hip
        height = -to_goal @ up
        aside = np.linalg.norm(to_goal + height[:, None] * up, axis=1)
        drop = height - np.sqrt(np.maximum(length**2 - aside**2, 0.0))
        for first, end in contacts[side]:
            needed[first:end] = np.maximum(needed[first:end], drop[first:end])
    needed = np.where(needed > REACHED, np.minimum(needed, DEEPEST * body.height), 0.0)
    return _smooth(needed, times)


def _smooth(values: Doubles, times: Doubles) -> Doubles:
    """The mean, over a window, of the largest value within that window: nowhere less than the values."""
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
    places = sample_channel(own[0], times) if own else rest
    down = np.linalg.solve(body.parent_transform(node)[:, :3], -_up(body))
    lowered = Channel(node, "translation", times, places + drop[:, None] * down)
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


def _times(clip: Clip) -> Doubles:
    """The key times of all channels, with more where they are far apart."""
    return densify(
        np.unique(np.concatenate([channel.times.astype(np.float64) for channel in clip.channels])), RATE
    )


def _source_path(motion: Clip, source: Body, target: Body, side: str, times: Doubles) -> Doubles:
    """(F, 3) where a foot of the source is, in the axes of VRM and the size of the target."""
    leg = _leg(source, side)
    assert leg is not None
    places = follow_nodes(source, motion, [leg.standing], times)[:, 0]
    return np.asarray(quaternion.rotate(source.axes, places) * hip_ratio(source, target))


def find_contacts(places: Doubles, times: Doubles, height: float) -> list[Span]:
    """The frames (first, after the last) in which a foot is planted: low and slow, until it is high or fast.

    The ground is where the foot is lowest.
    """
    size = height if height > 0 else 1.0
    if len(times) < 2:
        return []
    above = (places[:, 1] - places[:, 1].min()) / size
    speed = _speeds(places, times) / size
    enter, leave = (above < LOW) & (speed < SLOW), (above > HIGH) | (speed > FAST)
    found: list[Span] = []
    start: int | None = None
    for frame, (entering, leaving) in enumerate(zip(enter.tolist(), leave.tolist(), strict=True)):
        if start is None and entering:
            start = frame
        elif start is not None and leaving:
            found.append((start, frame))
            start = None
    if start is not None:
        found.append((start, len(times)))
    return [(first, end) for first, end in found if times[end - 1] - times[first] >= SHORTEST]


def _speeds(places: Doubles, times: Doubles) -> Doubles:
    """Speeds by differences to the frames before and after."""
    before = np.maximum(np.arange(len(times)) - 1, 0)
    after = np.minimum(np.arange(len(times)) + 1, len(times) - 1)
    span = np.maximum(times[after] - times[before], 1e-9)
    return np.asarray(np.linalg.norm(places[after] - places[before], axis=1) / span)


def _slide(clip: Clip, body: Body, leg: Leg, times: Doubles, contacts: Sequence[Span]) -> float:
    """How far a planted foot is from where it was planted at most, along the ground."""
    places = quaternion.rotate(body.axes, follow_nodes(body, clip, [leg.standing], times)[:, 0])
    flat = places[:, [0, 2]]
    return max(float(np.linalg.norm(flat[first:end] - flat[first], axis=1).max()) for first, end in contacts)


def _hold(clip: Clip, body: Body, leg: Leg, times: Doubles, offsets: Doubles) -> Clip:
    """The clip with a foot moved by offsets, which keeps its rotation in the world."""
    parts = [
        _solve(clip, body, leg, times[start : start + AT_ONCE], offsets[start : start + AT_ONCE])
        for start in range(0, len(times), AT_ONCE)
    ]
    made = {node: np.concatenate([part[node] for part in parts]) for node in (leg.upper, leg.lower, leg.foot)}
    kept = [
        channel for channel in clip.channels if channel.node not in made or channel.property != "rotation"
    ]
    channels = [Channel(node, "rotation", times, _continuous(values)) for node, values in made.items()]
    return replace(clip, channels=(*kept, *channels))


def _offsets(places: Doubles, times: Doubles, contacts: Sequence[Span]) -> Doubles:
    """(F, 3) how far to move a foot: to the middle of where it stands during a contact, and less and less
    before and after it."""
    offsets = np.zeros_like(places)
    fixed: NDArray[np.bool_] = np.zeros(len(times), bool)
    for first, end in contacts:
        offsets[first:end] = places[first:end].mean(axis=0) - places[first:end]
        fixed[first:end] = True
    edges = [edge for first, end in contacts for edge in (first, end - 1)]
    for frame in np.flatnonzero(~fixed):
        weights = {edge: _fade(abs(float(times[frame] - times[edge]))) for edge in edges}
        total = max(1.0, sum(weights.values()))
        offsets[frame] = sum(
            (offsets[edge] * weight / total for edge, weight in weights.items()), np.zeros(3)
        )
    return offsets


def _fade(distance: float) -> float:
    """1 at a contact, 0 from `BLEND` seconds on, smooth between them."""
    t = min(distance / BLEND, 1.0)
    return 1.0 - t * t * (3.0 - 2.0 * t)


def _solve(clip: Clip, body: Body, leg: Leg, times: Doubles, offsets: Doubles) -> dict[int, Doubles]:
    """Local rotations of a leg whose foot is moved by offsets and keeps its rotation in the world."""
    poses = sample(body.rig, clip, times)
    places = world_transforms(body.rig, poses)[..., 3]
    local = quaternion.normalize(poses.rotations)
    world = {node: _world(body, local, node) for node in (leg.upper, leg.lower, leg.foot)}
    above = {node: _world(body, local, int(body.rig.nodes.parents[node])) for node in world}
    hip, knee, ankle = (places[:, node] for node in (leg.upper, leg.lower, leg.foot))
    swing, bend_upper, bend_lower = two_bone_rotations(hip, knee, ankle, ankle + offsets, _bend_axis(body))
    upper = multiply(swing, bend_upper, world[leg.upper])
    lower = multiply(swing, bend_lower, world[leg.lower])
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


def two_bone_rotations(
    hip: Doubles, knee: Doubles, ankle: Doubles, goal: Doubles, straight_axis: Doubles
) -> tuple[Doubles, Doubles, Doubles]:
    """World rotations that bring an ankle to a goal: of the whole leg, and before it of the upper and the
    lower bone, about the axis that the knee bends about (`straight_axis` for a straight leg).

    With φ the turn at the knee, a² = l₁² + l₂² + 2 l₁ l₂ cos φ for the distance a of the ankle, and the upper
    bone is α = atan2(l₂ sin φ, l₁ + l₂ cos φ) from the line to it. A goal out of reach is approached with a
    straight leg.
    """
    u, v, w = knee - hip, ankle - knee, ankle - hip
    first, second = (np.linalg.norm(each, axis=-1) for each in (u, v))
    product = 2.0 * np.maximum(first * second, 1e-12)
    axis = np.cross(u, v)
    length = np.linalg.norm(axis, axis=-1, keepdims=True)
    bent = length > 1e-6 * product[:, None]
    axis = np.where(bent, axis / np.where(bent, length, 1.0), straight_axis)
    turn = np.arctan2(np.where(bent[:, 0], length[:, 0], 0.0), (u * v).sum(axis=-1))
    reach = np.linalg.norm(goal - hip, axis=-1)
    cosine = np.clip((reach**2 - first**2 - second**2) / product, -1.0, 1.0)
    new_turn = np.arccos(cosine)
    lean, new_lean = (
        np.arctan2(second * np.sin(phi), first + second * np.cos(phi)) for phi in (turn, new_turn)
    )
    upper = quaternion.from_axis_angle(axis, lean - new_lean)
    lower = quaternion.from_axis_angle(axis, (new_turn - new_lean) - (turn - lean))
    return shortest_arc(w, goal - hip), upper, lower


def _continuous(values: Doubles) -> Doubles:
    """The same rotations, each with the sign that is nearer to the one before."""
    flips = np.where((values[1:] * values[:-1]).sum(axis=-1) < 0, -1.0, 1.0)
    signs = np.concatenate([[1.0], np.cumprod(flips)])
    return np.asarray(values * signs[:, None])


def hold_in_place(clip: Clip, body: Body) -> Clip:
    """The clip without root motion: the hips move up and down, but stay above their place at rest."""
    node = body.bones[HIPS]
    up = _up(body)
    parent = body.parent_transform(node)
    linear, back = parent[:, :3], np.linalg.inv(parent[:, :3])
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
