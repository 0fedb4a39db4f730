"""Expressions and gaze of a motion for any character (VRMC_vrm_animation 1.0), as channels of a given
character."""

from __future__ import annotations

import numpy as np

from pantin.base.records import Record, replace
from pantin.maths import quaternion
from pantin.motion.sampling import sample
from pantin.rig import Channel, Character, Clip, Doubles, HumanoidMotion, Interpolation, Rig
from pantin.rig.expressions import blend_weights, output_weights
from pantin.rig.gaze import eye_rotations, gaze_expressions


class Face(Record, eq=False):
    """Channels of blend weights and eye bones.

    missing    expressions and gaze of the motion that the character does not have
    materials  expressions that change materials, which channels cannot express
    """

    channels: tuple[Channel, ...]
    missing: tuple[str, ...]
    materials: tuple[str, ...]


def retarget_face(clip: Clip, source: Rig, nodes: HumanoidMotion, target: Rig, times: Doubles) -> Face:
    """The effect of a clip's expressions and gaze on a character, with a key at each of `times`.

    Overrides and range maps bend the weights between the keys of the source, so its keys are not kept.
    """
    character = target.character
    if character is None or (not nodes.expressions and nodes.look_at is None):
        return Face((), (), ())
    poses = sample(source, clip, times)
    index_of = {(item.preset, item.name): index for index, item in enumerate(character.expressions)}
    weights = np.zeros((len(character.expressions), len(times)))
    missing = [name for (preset, name) in nodes.expressions if (preset, name) not in index_of]
    for key, node in nodes.expressions.items():
        if key in index_of:
            weights[index_of[key]] = poses.translations[:, node, 0]
    channels: list[Channel] = []
    if nodes.look_at is not None:
        if character.look_at is None:
            missing.append("lookAt")
        else:
            yaw, pitch = direction_angles(poses.rotations[:, nodes.look_at])
            if character.look_at.kind == "bone":
                eyes = eye_rotations(target, yaw, pitch)
                channels += [Channel(node, "rotation", times, values) for node, values in eyes.items()]
            else:
                for index, values in gaze_expressions(target, yaw, pitch).items():
                    weights[index] = values
    channels += _blend_channels(target, weights, times)
    return Face(tuple(channels), tuple(missing), _changing_materials(character, weights))


EXPRESSION_SECONDS = 1.0
"""Seconds in which an expression grows from 0 to its full weight in its clip."""


def expression_clips(rig: Rig) -> list[Clip]:
    """A clip for each expression that moves blend shapes: its weight grows from 0 to 1; that of a binary one
    changes at the end."""
    clips = []
    expressions = rig.character.expressions if rig.character is not None else ()
    for index, expression in enumerate(expressions):
        if expression.morphs:
            weights = np.zeros((len(expressions), 2))
            weights[index, 1] = 1.0
            channels = _blend_channels(rig, weights, np.array([0.0, EXPRESSION_SECONDS]))
            moving = [channel for channel in channels if (channel.values[0] != channel.values[1]).any()]
            kind: Interpolation = "STEP" if expression.binary else "LINEAR"
            clips.append(
                Clip(tuple(replace(channel, interpolation=kind) for channel in moving), expression.name)
            )
    return clips


def direction_angles(rotations: Doubles) -> tuple[Doubles, Doubles]:
    """Yaw and pitch in degrees of gazes (…, 4): R = Ry(yaw) Rx(pitch) Rz."""
    front = quaternion.rotate(quaternion.normalize(rotations), np.array([0.0, 0.0, 1.0]))
    x, y, z = np.moveaxis(front, -1, 0)
    return np.degrees(np.arctan2(x, z)), np.degrees(np.arctan2(-y, np.hypot(x, z)))


def _blend_channels(target: Rig, weights: Doubles, times: Doubles) -> list[Channel]:
    rest = target.rest_pose().blend
    return [
        Channel(
            target.instances[instance].node,
            "weights",
            times,
            np.where(np.isnan(instance_weights), rest[instance], instance_weights),
        )
        for instance, instance_weights in blend_weights(target, weights).items()
    ]


def _changing_materials(character: Character, weights: Doubles) -> tuple[str, ...]:
    shown = output_weights(character.expressions, weights)
    return tuple(
        expression.name
        for expression, weight in zip(character.expressions, shown, strict=True)
        if (expression.colors or expression.texture_transforms) and weight.any()
    )
