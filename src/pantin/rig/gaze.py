"""Where the eyes of a character look (VRMC_vrm 1.0, lookAt): angles of a point, eye bones, expressions.

Angles are degrees: yaw is positive to the character's left, pitch downwards. Arrays of them may have any
axes, such as frames.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pantin.maths import affine, quaternion
from pantin.rig.arrays import Doubles, doubles
from pantin.rig.character import Character, LookAt, RangeMap
from pantin.rig.expressions import require_character

if TYPE_CHECKING:
    from pantin.rig.pose import Pose
    from pantin.rig.rig import Rig

EYES = ("leftEye", "rightEye")

TURN = np.array([-1.0, 1.0, -1.0])
"""Half a turn about y, for the models of VRM 0.x, which face −Z."""


def require_look_at(rig: Rig) -> LookAt:
    """The gaze of a character; raises `ValueError` where it has none."""
    character = require_character(rig, "gazes")
    if character.look_at is None:
        raise ValueError("the character has no lookAt, which defines how its eyes move")
    return character.look_at


def rest_rotation(rig: Rig, node: int) -> Doubles:
    """The rotation of a node in the model at rest: rotations multiplied down the tree, without scales."""
    parents, rotations = rig.nodes.parents, quaternion.normalize(rig.rest_pose().rotations)
    rotation = np.array(quaternion.IDENTITY) if node < 0 else rotations[node]
    while node >= 0 and parents[node] >= 0:
        node = int(parents[node])
        rotation = quaternion.product(rotations[node], rotation)
    return rotation


def look_angles(pose: Pose, point: ArrayLike) -> tuple[float, float]:
    """Yaw and pitch of the direction from between the eyes to a point of the world."""
    rig = pose.rig
    look_at = require_look_at(rig)
    character = require_character(rig, "gazes")
    if "head" not in character.humanoid:
        raise ValueError("the character has no head bone to look from")
    head = character.humanoid["head"]
    world = affine.world_transforms(rig.nodes.parents, rig.nodes.order, pose.local)[head]
    # The head as it moves, at the eyes, turned so that it has the axes of the model at rest.
    turned = np.zeros((3, 4))
    turned[:, :3] = quaternion.to_matrix(quaternion.conjugate(rest_rotation(rig, head)))
    turned[:, 3] = look_at.offset
    inverse, singular = affine.invert(affine.multiply(world, turned))
    if bool(singular):
        raise ValueError("the head bone has a scale of 0, so no direction is known")
    local = affine.apply(inverse, doubles(point, "point", (3,)))
    x, y, z = (local * TURN if character.faces_back else local).tolist()
    return float(np.degrees(np.arctan2(x, z))), float(np.degrees(np.arctan2(-y, np.hypot(x, z))))


def map_range(range_map: RangeMap, degrees: ArrayLike) -> Doubles:
    """The output of a range map for the size of an angle: linear up to `input_max`, then constant."""
    size = np.abs(np.asarray(degrees, np.float64))
    if range_map.input_max <= 0:
        return np.where(size > 0, range_map.output_scale, 0.0)
    return np.minimum(size, range_map.input_max) / range_map.input_max * range_map.output_scale


def eye_rotations(rig: Rig, yaw: ArrayLike, pitch: ArrayLike) -> dict[int, Doubles]:
    """Local rotations (…, 4) of the eye bones, by node."""
    look_at, character = require_look_at(rig), require_character(rig, "gazes")
    yaw, pitch = np.asarray(yaw, np.float64), np.asarray(pitch, np.float64)
    outer, inner = map_range(look_at.horizontal_outer, yaw), map_range(look_at.horizontal_inner, yaw)
    down, up = map_range(look_at.vertical_down, pitch), map_range(look_at.vertical_up, pitch)
    about_x = np.where(pitch > 0, down, -up)
    turns = {"leftEye": np.where(yaw > 0, outer, -inner), "rightEye": np.where(yaw > 0, inner, -outer)}
    rest = quaternion.normalize(rig.rest_pose().rotations)
    rotations = {}
    for eye in EYES:
        if eye in character.humanoid:
            node = character.humanoid[eye]
            turn = _yaw_pitch(turns[eye], about_x, character)
            parent = rest_rotation(rig, int(rig.nodes.parents[node]))
            within = quaternion.product(quaternion.conjugate(parent), quaternion.product(turn, parent))
            rotations[node] = quaternion.product(within, rest[node])
    return rotations


def _yaw_pitch(yaw: Doubles, pitch: Doubles, character: Character) -> Doubles:
    """Ry(yaw) Rx(pitch), in the axes of the model."""
    rotation = quaternion.product(
        quaternion.from_axis_angle((0.0, 1.0, 0.0), np.radians(yaw)),
        quaternion.from_axis_angle((1.0, 0.0, 0.0), np.radians(pitch)),
    )
    return rotation * np.append(TURN, 1.0) if character.faces_back else rotation


def gaze_weights(look_at: LookAt, yaw: ArrayLike, pitch: ArrayLike) -> dict[str, Doubles]:
    """The weights of the expressions of gaze; those to the other side are 0."""
    yaw, pitch = np.asarray(yaw, np.float64), np.asarray(pitch, np.float64)
    across = map_range(look_at.horizontal_outer, yaw)
    return {
        "lookLeft": np.where(yaw > 0, across, 0.0),
        "lookRight": np.where(yaw > 0, 0.0, across),
        "lookDown": np.where(pitch > 0, map_range(look_at.vertical_down, pitch), 0.0),
        "lookUp": np.where(pitch > 0, 0.0, map_range(look_at.vertical_up, pitch)),
    }


def gaze_expressions(rig: Rig, yaw: ArrayLike, pitch: ArrayLike) -> dict[int, Doubles]:
    """The weights of those expressions of gaze that the character has, by their index."""
    character = require_character(rig, "gazes")
    weights = gaze_weights(require_look_at(rig), yaw, pitch)
    return {
        index: weights[expression.name]
        for index, expression in enumerate(character.expressions)
        if expression.preset and expression.name in weights
    }
