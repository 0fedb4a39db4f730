"""Mix two clips or poses, and take the difference between a clip and a pose to add it to another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, overload

import numpy as np

from pantin.base.argument_tests import takes
from pantin.base.arguments import check_arguments
from pantin.base.records import replace
from pantin.base.short_repr import short_value
from pantin.maths import quaternion, rotations
from pantin.motion.arithmetic import (
    Target,
    channels_by_target,
    combine_properties,
    part_of,
    pose_value,
    require_clip,
    spell,
)
from pantin.motion.channels import sample_channel
from pantin.motion.fitting import Errors, fit_channel, mix, with_notes
from pantin.motion.sampling import find_clip
from pantin.rig import Channel, Clip, Doubles, Pose, Poses, Rig
from pantin.rig.arrays import read_only
from pantin.rig.clip import Property
from pantin.rig.rig import HasRig, require_fit, rig_of
from pantin.rig.transform import compose_local, have_shear, nearest_rotations

Weight: TypeAlias = (
    float | Callable[[Doubles], Doubles] | Mapping[float, float] | Sequence[tuple[float, float]]
)
"""The weight of the second motion: a number, a function of times, or keys (time, weight) with straight
lines between them."""


@overload
def blend(rig: Rig | HasRig, a: Pose, b: Pose, weight: Weight = ...) -> Pose: ...
@overload
def blend(rig: Rig | HasRig, a: Poses, b: Pose | Poses, weight: Weight = ...) -> Poses: ...
@overload
def blend(rig: Rig | HasRig, a: int | str | Clip, b: int | str | Clip, weight: Weight = ...) -> Clip: ...


@check_arguments
def blend(
    rig: Rig | HasRig,
    a: int | str | Clip | Pose | Poses,
    b: int | str | Clip | Pose | Poses,
    weight: Weight = 0.5,
) -> Clip | Pose | Poses:
    """A mix of two clips, or of two poses: the first at a weight of 0, the second at 1.

    Rotations take the shorter arc, everything else is mixed linearly. `weight` is a number; for clips also a
    curve: keys (seconds, weight) with straight lines between them, or a function of an array of times.
    A property that only one clip animates has its rest value in the other; the shorter clip holds its end.

    Keys are exact. Between them linear translations, scales and weights are exact too, and so are cubic
    splines with the same times; `approximations` reports the error of everything else.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> half = pantin.motion.blend(rig, rig.rest_pose(), pantin.sample(rig, "bend", 1.0), 0.5)
    >>> half.rotations[rig.node_index("elbow")].round(3)
    array([0.   , 0.   , 0.259, 0.966])
    """
    rig = rig_of(rig)
    if isinstance(a, Pose | Poses) or isinstance(b, Pose | Poses):
        if not (isinstance(a, Pose | Poses) and isinstance(b, Pose | Poses)):
            raise TypeError("blend mixes two clips or two poses, not a clip and a pose")
        return _blend_poses(rig, a, b, weight)
    first, second = find_clip(rig, a), find_clip(rig, b)
    curve, constant, marks = _weight_curve(weight)
    if constant in (0.0, 1.0):
        return second if constant else first
    errors = Errors()

    def mix_pair(target: Target, pair: list[Channel]) -> Channel:
        exact = None if constant is None else _blend_exactly(pair[0], pair[1], constant)
        if exact is not None:
            return exact

        def mix_at(times: Doubles) -> Doubles:
            first, second = (sample_channel(part, times) for part in pair)
            return mix(target[1], first, second, curve(times))

        keys = np.concatenate([*(part.times.astype(np.float64) for part in pair), marks])
        channel, error = fit_channel(*target, mix_at, keys)
        errors.add(target[1], error)
        return channel

    def mix_properties(pair: list[Channel]) -> Channel:
        if all(part.interpolation == "STEP" for part in pair):  # flags: one or the other
            return _switch(pair, curve, np.concatenate([marks, *(part.times for part in pair)]))
        return mix_pair((0, "translation"), pair)

    targets = dict.fromkeys([*channels_by_target(first), *channels_by_target(second)])
    channels = [
        mix_pair(target, [part_of(clip, target, rig) for clip in (first, second)]) for target in targets
    ]
    properties = combine_properties((first, second), rig, mix_properties)
    blended = Clip(tuple(channels), first.name, node_names=first.node_names, properties=properties)
    return with_notes(blended, first, second, notes=errors.notes("blended"))


def _switch(pair: list[Channel], curve: Callable[[Doubles], Doubles], times: Doubles) -> Channel:
    """STEP keys at these times, of the channel with the larger weight."""
    keys = np.unique(times.astype(np.float64))
    first, second = (sample_channel(part, keys) for part in pair)
    values = np.where(curve(keys)[:, None] >= 0.5, second, first)
    return replace(pair[0], times=read_only(keys), values=read_only(values))


def _blend_exactly(first: Channel, second: Channel, weight: float) -> Channel | None:
    """Two splines of numbers with the same times are a spline again; None for anything else, and for two STEP
    channels the one with the larger weight."""
    both = (first.interpolation, second.interpolation)
    if both == ("STEP", "STEP") and len(first.times) > 1 and len(second.times) > 1:
        return second if weight >= 0.5 else first
    if both != ("CUBICSPLINE",) * 2 or first.property == "rotation":
        return None
    if not np.array_equal(first.times, second.times):
        return None
    values = [part.values.astype(np.float64) for part in (first, second)]
    return replace(first, values=read_only(values[0] + (values[1] - values[0]) * weight))


def _weight_curve(weight: Weight) -> tuple[Callable[[Doubles], Doubles], float | None, Doubles]:
    """A weight as a function of times, as a number where it is one, and the times of its keys."""
    if callable(weight):
        if not takes(weight, 1):
            raise TypeError("weight must be a function of one argument: an array of times in seconds")
        return (
            lambda times: np.broadcast_to(np.asarray(weight(times), np.float64), times.shape),
            None,
            np.zeros(0),
        )
    pairs = list(weight.items()) if isinstance(weight, Mapping) else weight
    keys = _as_numbers(pairs)
    if keys.ndim == 0:
        number = float(keys)
        if not np.isfinite(number):
            raise ValueError(f"weight must be finite, not {number}")
        return lambda times: np.full(times.shape, number), number, np.zeros(0)
    if keys.ndim != 2 or keys.shape[1] != 2 or not len(keys) or not np.isfinite(keys).all():
        raise ValueError("a weight curve is a list of (seconds, weight), such as [(0, 0), (1.5, 1)]")
    if (np.diff(keys[:, 0]) < 0).any():
        raise ValueError("the times of a weight curve must be in ascending order")
    return lambda times: np.interp(times, keys[:, 0], keys[:, 1]), None, keys[:, 0]


def _as_numbers(weight: Any) -> Doubles:
    try:
        return np.array(weight, np.float64)
    except (TypeError, ValueError):
        raise TypeError(
            "weight must be a number, a list of (seconds, weight) or a function of seconds, "
            f"not {short_value(weight)}"
        ) from None


def _blend_poses(rig: Rig, a: Pose | Poses, b: Pose | Poses, weight: Weight) -> Pose | Poses:
    for pose in (a, b):
        require_fit(rig, pose)
    if callable(weight) or isinstance(weight, Mapping):
        raise TypeError("a pose has no time: weight must be a number, or one for each pose of a batch")
    amount = _as_numbers(weight)
    if amount.ndim > 1 or not amount.size or not np.isfinite(amount).all():
        raise ValueError("weight must be a finite number, or one for each pose of a batch")
    counts = [np.shape(amount)[0]] if amount.ndim else []
    counts += [len(pose) for pose in (a, b) if isinstance(pose, Poses)]
    if len(set(counts) - {1}) > 1:
        raise ValueError(f"batches of {counts[0]} and {counts[1]} cannot be mixed")
    frames = max(counts, default=1)
    poses = _mix_batches(_batch(a), _batch(b), np.broadcast_to(amount, (frames,)), frames)
    return poses if counts else poses[0]


def _batch(pose: Pose | Poses) -> Poses:
    return pose if isinstance(pose, Poses) else Poses.stack([pose])


def _mix_batches(first: Poses, second: Poses, weight: Doubles, frames: int) -> Poses:
    """A mix of two batches. A node with a general matrix in either is mixed by the parts nearest to it in 3D;
    outside 3D, a matrix with shear is mixed number by number."""
    amount = weight[:, None, None]

    def lerp(a: Doubles, b: Doubles, t: Doubles) -> Doubles:
        mixed: Doubles = a + (b - a) * t
        return read_only(np.where(t == 0, a, np.where(t == 1, b, mixed)))

    translations = lerp(first.translations, second.translations, amount)
    scales = lerp(first.scales, second.scales, amount)
    general = np.broadcast_to(first.general | second.general, (frames, first.general.shape[1])).copy()
    if first.xyzw is None:
        local = _mix_matrices(first, second, weight, lerp(first.local, second.local, amount[..., None]))
        xyzw = None
    else:
        start, end = (quaternion.normalize(poses.rotations) for poses in (first, second))
        xyzw = read_only(quaternion.slerp(start, end, np.broadcast_to(weight[:, None], general.shape)))
        local = compose_local(translations, xyzw, scales)
        for side, share in ((first, 0.0), (second, 1.0)):
            keep = general & (weight[:, None] == share)
            local[keep] = np.broadcast_to(side.local, local.shape)[keep]
        equal = (first.local == second.local).all(axis=(2, 3))
        keep = np.broadcast_to(equal, general.shape) & general
        local[keep] = np.broadcast_to(first.local, local.shape)[keep]
        general &= keep | (weight[:, None] == 0) | (weight[:, None] == 1)
    blends = tuple(lerp(a, b, weight[:, None]) for a, b in zip(first.blend, second.blend, strict=True))
    return Poses(first.rig, read_only(local), read_only(general), translations, xyzw, scales, blends)


def _mix_matrices(first: Poses, second: Poses, weight: Doubles, straight: Doubles) -> Doubles:
    """The matrices of two batches outside 3D mixed along the shortest rotations; those with shear are mixed
    number by number."""
    mixed = np.array(straight)
    ends = [np.broadcast_to(poses.local, mixed.shape) for poses in (first, second)]
    turned = (ends[0][..., :-1] != ends[1][..., :-1]).any(axis=(-2, -1))
    turned &= ((weight != 0) & (weight != 1))[:, None]
    turned[turned] = ~(have_shear(ends[0][turned]) | have_shear(ends[1][turned]))
    if turned.any():
        (start, before), (end, after) = (nearest_rotations(side[turned]) for side in ends)
        part = np.broadcast_to(weight[:, None], turned.shape)[turned]
        between = rotations.slerp(rotations.from_matrix(start), rotations.from_matrix(end), part)
        scale = before + (after - before) * part[:, None]
        mixed[turned, :, :-1] = rotations.to_matrix(between) * scale[:, None, :]
    return read_only(mixed)


@check_arguments
def additive(clip: Clip, reference: Pose | Clip) -> Clip:
    """The difference between a clip and a pose, to add it to other motion with `apply_additive`.

    A rotation q becomes r⁻¹ q for the reference r: in the axes of the joint itself. Translations and weights
    are subtracted, scales divided. Exact for every interpolation. A `Clip` as the
    reference is its pose at 0 s.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> wave = pantin.motion.additive(rig.clip("bend"), rig.rest_pose())
    >>> back = pantin.motion.apply_additive(wave, rig.rest_pose())
    >>> bool(abs(back.channels[0].values - rig.clip("bend").channels[0].values).max() < 1e-7)
    True
    """
    require_clip(clip)
    channels = [
        _map_values(channel, _subtract(_reference_value(reference, target, clip), target))
        for target, channel in channels_by_target(clip).items()
    ]
    if isinstance(reference, Pose):
        moved = channels_by_target(clip)
        for target, value in _posed_values(reference, moved):
            rest = _constant(target, pose_value(reference.rig.rest_pose(), target))
            channels.append(_map_values(rest, _subtract(value, target)))
    return with_notes(replace(clip, channels=tuple(channels)), clip)


@check_arguments
def apply_additive(difference: Clip, reference: Pose | Clip, weight: float = 1.0) -> Clip:
    """A clip that `additive` made, added to a pose or to another clip; with a weight, only a part of it.

    Added to a pose it is exact. A clip as the reference needs a channel for each channel of the difference;
    the product of two moving rotations is approximated, which `approximations` reports.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> nod = pantin.motion.additive(rig.clip("bend"), rig.rest_pose())
    >>> pantin.motion.apply_additive(nod, rig.clip("bend"), weight=0.5)
    <Clip 'bend' channels=2 duration=2 s>
    """
    require_clip(difference)
    if not np.isfinite(weight):
        raise ValueError(f"weight must be finite, not {weight}")
    errors, channels = Errors(), []
    moved = channels_by_target(difference)
    for target, channel in moved.items():
        base = reference if isinstance(reference, Pose) else _required_channel(reference, target)
        if isinstance(base, Pose) and weight == 1.0:
            channels.append(_map_values(channel, _add(pose_value(base, target), target)))
            continue
        base = _constant(target, pose_value(base, target)) if isinstance(base, Pose) else base
        fitted, error = fit_channel(
            *target, _sum_curve(base, channel, weight), np.concatenate([base.times, channel.times])
        )
        errors.add(target[1], error)
        channels.append(fitted)
    if isinstance(reference, Pose):
        channels += [_constant(target, value) for target, value in _posed_values(reference, moved)]
        return with_notes(
            replace(difference, channels=tuple(channels)), difference, notes=errors.notes("added")
        )
    others = [channel for target, channel in channels_by_target(reference).items() if target not in moved]
    # A difference has properties as they are: they take the place of those of the reference.
    own = {each.target for each in difference.properties}
    kept = (each for each in reference.properties if each.target not in own)
    combined = replace(reference, channels=(*channels, *others), properties=(*difference.properties, *kept))
    return with_notes(combined, difference, reference, notes=errors.notes("added"))


def _sum_curve(base: Channel, change: Channel, weight: float) -> Callable[[Doubles], Doubles]:
    def curve(times: Doubles) -> Doubles:
        start, added = sample_channel(base, times), sample_channel(change, times)
        if base.property == "rotation":
            still = np.broadcast_to(rotations.identity(added.shape[-1]), added.shape)
            return rotations.product(start, rotations.slerp(still, added, np.full(len(times), weight)))
        if base.property == "scale":
            return np.asarray(start * (1.0 + (added - 1.0) * weight))
        return np.asarray(start + added * weight)

    return curve


def _reference_value(reference: Pose | Clip, target: Target, clip: Clip) -> Doubles:
    if isinstance(reference, Pose):
        find_clip(reference.rig, clip)  # which refuses a clip of another rig
        return pose_value(reference, target)
    return np.asarray(sample_channel(_required_channel(reference, target), np.zeros(1))[0])


def _required_channel(reference: Clip, target: Target) -> Channel:
    if not isinstance(reference, Clip):
        raise TypeError(f"reference must be a Pose or a Clip, not {type(reference).__name__}")
    channel = channels_by_target(reference).get(target)
    if channel is None:
        raise ValueError(
            f"the reference, {spell(reference)}, has no {target[1]} of node {target[0]}: give a pose instead"
        )
    return channel


def _posed_values(pose: Pose, moved: Mapping[Target, Channel]) -> Iterator[tuple[Target, Doubles]]:
    """Properties that differ from rest in a pose and that a clip does not animate."""
    rest, rig = pose.rig.rest_pose(), pose.rig
    kinds: tuple[Property, ...] = ("translation", "rotation", "scale")
    targets: list[Target] = [(node, kind) for node in range(len(rig.nodes)) for kind in kinds]
    targets += [(instance.node, "weights") for instance in rig.instances]
    for target in targets:
        value = pose_value(pose, target)
        if target not in moved and not np.array_equal(value, pose_value(rest, target)):
            yield target, value


def _constant(target: Target, value: Doubles) -> Channel:
    return Channel(*target, read_only(np.zeros(1)), read_only(value[None].copy()))


def _map_values(channel: Channel, change: Callable[[Doubles, bool], Doubles]) -> Channel:
    """The channel with its keys changed by a linear map, and its tangents by the linear part of it."""
    values = channel.values.astype(np.float64)
    if channel.interpolation == "CUBICSPLINE":
        tangents = [change(values[:, part], False) for part in (0, 2)]
        changed = np.stack([tangents[0], change(values[:, 1], True), tangents[1]], axis=1)
    else:
        if channel.property == "rotation":
            values = rotations.normalize(values)
        changed = change(values, True)
    return replace(channel, values=read_only(changed))


def _subtract(reference: Doubles, target: Target) -> Callable[[Doubles, bool], Doubles]:
    """Values without a reference, and without its sum for tangents."""
    if target[1] == "rotation":
        back = rotations.conjugate(rotations.normalize(reference))
        return lambda values, _: rotations.product(back, values)
    if target[1] == "scale":
        if not reference.all():
            raise ValueError(f"the reference scales node {target[0]} by 0, so there is no difference to it")
        return lambda values, _: np.asarray(values / reference)
    return lambda values, whole: np.asarray(values - reference) if whole else values


def _add(reference: Doubles, target: Target) -> Callable[[Doubles, bool], Doubles]:
    if target[1] == "rotation":
        onto = rotations.normalize(reference)
        return lambda values, _: rotations.product(onto, values)
    if target[1] == "scale":
        return lambda values, _: np.asarray(values * reference)
    return lambda values, whole: np.asarray(values + reference) if whole else values
