"""Expressions and gaze from the blend weights and eye bones that a clip moves: the inverse of `face`."""

from __future__ import annotations

import numpy as np
from msgspec import field

from pantin.base.records import Record
from pantin.maths import quaternion
from pantin.motion.face import direction_angles
from pantin.motion.sampling import sample
from pantin.rig import Character, Clip, Doubles, RangeMap, Rig
from pantin.rig.expressions import BINARY_THRESHOLD, blend_weights
from pantin.rig.gaze import EYES, rest_rotation

VISIBLE = 1e-3
"""Blend weights that differ by less look the same."""


class ExpressionWeights(Record, eq=False):
    """The weights (K,) of expressions at K times, by index; and what they do not reproduce, in words."""

    times: Doubles
    weights: dict[int, Doubles] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()


def expression_weights(rig: Rig, character: Character, clip: Clip) -> ExpressionWeights:
    """The weights of the expressions that give the blend weights of a clip, at each of its keys.

    Expressions with the most blend shapes come first: two closed eyes are `blink`, and the rest of the left
    eye is `blinkLeft`. An expression has at most the weight that each of its shapes allows.
    """
    channels = [channel for channel in clip.channels if channel.property == "weights"]
    times = np.unique(np.concatenate([[], *(np.asarray(c.times, np.float64) for c in channels)]))
    if not len(times):
        return ExpressionWeights(times)
    poses = sample(rig, clip, times)
    moved = [rig.instance_at(channel.node) for channel in channels]
    wanted = {instance: poses.blend[instance].copy() for instance in moved}
    left = {instance: values.copy() for instance, values in wanted.items()}
    weights = np.zeros((len(character.expressions), len(times)))
    order = sorted(range(len(weights)), key=lambda index: -len(character.expressions[index].morphs))
    for index in order:
        expression = character.expressions[index]
        binds = [(rig.instance_at(bind.node), bind) for bind in expression.morphs if bind.weight > 0]
        if not binds or any(instance not in left for instance, _ in binds):
            continue
        shares = [left[instance][:, bind.shape] / bind.weight for instance, bind in binds]
        amount = np.clip(np.min(shares, axis=0), 0.0, 1.0)
        if expression.binary:
            amount = np.where(amount > BINARY_THRESHOLD, 1.0, 0.0)
        weights[index] = amount
        for instance, bind in binds:
            left[instance][:, bind.shape] -= amount * bind.weight
    used = {index: values for index, values in enumerate(weights) if values.any()}
    return ExpressionWeights(times, used, _not_reproduced(rig, weights, wanted))


def _not_reproduced(rig: Rig, weights: Doubles, wanted: dict[int, Doubles]) -> tuple[str, ...]:
    """Blend shapes with weights in the clip that the expressions do not reproduce."""
    reproduced = blend_weights(rig, weights)
    count = 0
    for instance, values in wanted.items():
        shown = np.nan_to_num(reproduced.get(instance, np.zeros_like(values)))
        count += int((np.abs(shown - values).max(0, initial=0.0) > VISIBLE).sum())
    if not count:
        return ()
    shapes = "1 blend shape has" if count == 1 else f"{count:,} blend shapes have"
    return (f"{shapes} weights that no expressions of the character give",)


class GazeAngles(Record, eq=False):
    """Yaw and pitch in degrees at some times."""

    times: Doubles
    yaw: Doubles
    pitch: Doubles


def gaze_angles(rig: Rig, character: Character, clip: Clip, weights: ExpressionWeights) -> GazeAngles | None:
    """The direction of the gaze of a clip that moves eye bones, or the expressions of gaze; else None."""
    look_at = character.look_at
    if look_at is None:
        return None
    if look_at.kind == "expression":
        names = {character.expressions[index].name: values for index, values in weights.weights.items()
                 if character.expressions[index].preset}  # fmt: skip
        none = np.zeros(len(weights.times))
        sides = [names.get(name, none) for name in ("lookLeft", "lookRight", "lookDown", "lookUp")]
        if not any(values.any() for values in sides):
            return None
        across = look_at.horizontal_outer
        return GazeAngles(
            weights.times,
            _angle(across, sides[0]) - _angle(across, sides[1]),
            _angle(look_at.vertical_down, sides[2]) - _angle(look_at.vertical_up, sides[3]),
        )
    eyes = {eye: character.humanoid[eye] for eye in EYES if eye in character.humanoid}
    channels = [c for c in clip.channels if c.node in eyes.values() and c.property == "rotation"]
    if not channels:
        return None
    times = np.unique(np.concatenate([np.asarray(channel.times, np.float64) for channel in channels]))
    angles = [_eye_angles(rig, character, clip, times, eye, node) for eye, node in eyes.items()]
    return GazeAngles(times, *(np.mean([angle[part] for angle in angles], axis=0) for part in (0, 1)))


def _eye_angles(
    rig: Rig, character: Character, clip: Clip, times: Doubles, eye: str, node: int
) -> tuple[Doubles, Doubles]:
    """Yaw and pitch of the gaze that turns an eye as the clip does."""
    look_at = character.look_at
    assert look_at is not None
    rotations = quaternion.normalize(sample(rig, clip, times).rotations[:, node])
    rest = quaternion.normalize(rig.rest_pose().rotations)[node]
    parent = rest_rotation(rig, int(rig.nodes.parents[node]))
    within = quaternion.product(rotations, quaternion.conjugate(rest))
    turn = quaternion.product(quaternion.product(parent, within), quaternion.conjugate(parent))
    if character.faces_back:
        turn = turn * np.array([-1.0, 1.0, -1.0, 1.0])
    yaw, pitch = direction_angles(turn)
    outer, inner = look_at.horizontal_outer, look_at.horizontal_inner
    left, right = (outer, inner) if eye == "leftEye" else (inner, outer)
    return (
        np.where(yaw > 0, _angle(left, yaw), -_angle(right, -yaw)),
        np.where(pitch > 0, _angle(look_at.vertical_down, pitch), -_angle(look_at.vertical_up, -pitch)),
    )


def _angle(range_map: RangeMap, output: Doubles) -> Doubles:
    """The angle of the gaze that a range map turns into `output`; 0 for a map that turns nothing."""
    if range_map.output_scale <= 0:
        return np.zeros_like(output)
    return np.clip(output / range_map.output_scale, 0.0, 1.0) * range_map.input_max
