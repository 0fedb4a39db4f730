"""The poses for measuring a simplified surface: rest, blend shapes, expressions, clips, random poses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.motion import world_transforms
from pantin.operations.slimming.skin import SampledMotion, move
from pantin.rig import Clip, Doubles, Indices, Poses, Rig

LARGEST_ANGLE = np.radians(30.0)
"""The largest angle between a joint and its rest pose in a random pose."""

MEASURED_RANDOM, MEASURED_SEED = 96, 53
"""Number of random poses for measuring a result."""

FAR_RANDOM, FAR = 32, 2 / 3
"""Number of further random poses, in which all joints rotate by at least this part of the largest angle.
Without them, other random poses exceeded the measured largest distance by up to 15 %."""

AT_ONCE = 16
"""Random poses that are computed at once."""


def rest_motion(rig: Rig) -> SampledMotion:
    return move(rig, Clip(()), np.zeros(1))


def shape_motions(rig: Rig) -> Iterator[SampledMotion]:
    """Every blend shape at 1, one after the other, then every expression."""
    rest = rest_motion(rig)
    for instance, weights in enumerate(rest.blend):
        for shape in range(weights.shape[1]):
            blend = [each.copy() for each in rest.blend]
            blend[instance][0, shape] = 1.0
            yield SampledMotion(rest.world, tuple(blend))
    for index in range(len(rig.character.expressions) if rig.character is not None else 0):
        yield _motion_of(Poses.stack([rig.rest_pose().with_expression(index, 1.0)]))


def random_motion(rig: Rig, seed: int, count: int, *, least: float = 0.0) -> SampledMotion:
    """Random poses: all joints of skins except the topmost rotate at once, each by at least `least` of the
    largest angle, with random weights of blend shapes in every second pose."""
    return turn_joints(rig, *draw_turns(rig, seed, count, least=least))


def draw_turns(
    rig: Rig, seed: int, count: int, *, least: float = 0.0
) -> tuple[Indices, Doubles, list[Doubles]]:
    """The joints, their turns (F, joints, 4) and the weights of blend shapes of random poses."""
    generator = np.random.default_rng(seed)
    joints = turning_joints(rig)
    axes = generator.normal(size=(count, len(joints), 3))
    axes /= np.linalg.norm(axes, axis=-1, keepdims=True)
    half = generator.uniform(-0.5, 0.5, (count, len(joints), 1))
    half = (half * (1 - least) + np.copysign(0.5 * least, half)) * LARGEST_ANGLE
    rest = rig.rest_pose()
    blend = [np.repeat(weights[None], count, axis=0) for weights in rest.blend]
    for weights in blend:
        weights[1::2] = generator.uniform(size=weights[1::2].shape)
    return joints, np.concatenate([axes * np.sin(half), np.cos(half)], axis=-1), blend


def turn_joints(rig: Rig, joints: Indices, turns: Doubles, blend: list[Doubles]) -> SampledMotion:
    """Poses with joints rotated from rest by (F, joints, 4), with weights of blend shapes."""
    poses = rig.poses(rotations=turns, nodes=joints.tolist(), relative=True, blend_weights=blend)
    assert isinstance(poses, Poses)
    return _motion_of(poses)


def measured_motions(rig: Rig) -> Iterator[SampledMotion]:
    """Every blend shape and expression at 1, then random poses, some at a time."""
    yield from shape_motions(rig)
    if len(turning_joints(rig)):
        motion = random_motion(rig, MEASURED_SEED, MEASURED_RANDOM)
        for first in range(0, MEASURED_RANDOM, AT_ONCE):
            yield motion.pick(slice(first, first + AT_ONCE))


def turning_joints(rig: Rig) -> Indices:
    """The joints of skins that have a joint above them."""
    joints = np.zeros(len(rig.nodes), bool)
    for skin in rig.skins:
        joints[skin.joints[skin.joints >= 0]] = True
    below = np.zeros(len(rig.nodes), bool)
    for node in rig.order.tolist():
        parent = int(rig.nodes.parents[node])
        below[node] = parent >= 0 and bool(below[parent] or joints[parent])
    return np.flatnonzero(joints & below)


def _motion_of(poses: Poses) -> SampledMotion:
    return SampledMotion(world_transforms(poses.rig, poses), poses.blend)


def times_of(clip: Clip, most: int) -> Doubles:
    """The times of the keys of a clip and the middles between them; if these are too many, that many evenly
    spaced times."""
    from pantin.motion import adaptive

    keys = adaptive.key_times([clip])
    if 2 * len(keys) <= most:
        return np.unique(np.concatenate([keys, (keys[1:] + keys[:-1]) / 2]))
    return np.linspace(keys[0], keys[-1], most)
