"""A clip of a character as a motion for any character (VRMC_vrm_animation 1.0): a skeleton of its human bones
in T-pose without rest rotations, nodes for expressions and gaze, and the clip that moves them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pantin.base.records import Record
from pantin.maths import quaternion
from pantin.motion.face_weights import expression_weights, gaze_angles
from pantin.motion.frames import DEFAULT_RATE
from pantin.motion.recording import record
from pantin.rig import Channel, Character, Clip, Doubles, HumanoidMotion, Node, Rig, Scene, build
from pantin.rig.clip import Interpolation
from pantin.rig.gaze import EYES
from pantin.rig.human_bones import BONE_PARENTS, GAZE, parent_bone

TURN = np.array([-1.0, 1.0, -1.0])
"""Half a turn about y: models of VRM 0.x face −Z."""

MOST_SAMPLES = 500_000
"""Frames in which splines are sampled: more than two hours."""

T_POSE_ANGLE = 30.0
"""Degrees that the arms of a T-pose may be from the horizontal: those of an A-pose are 40 to 60 below it."""


class HumanoidClip(Record, eq=False):
    """A rig with one clip and a character that maps its nodes; and descriptions of what was dropped."""

    rig: Rig
    dropped: tuple[str, ...]


def humanoid_clip(rig: Rig, character: Character, clip: Clip) -> HumanoidClip:
    """The motion of the bones, expressions and gaze of a character in a clip.

    Each bone has keys where the nodes from it up to the next bone have some. Between them the motion is the
    same too, except that splines and mixed steps are sampled 60 times a second.
    """
    bones = {bone: character.humanoid[bone] for bone in BONE_PARENTS if bone in character.humanoid}
    bones = {bone: node for bone, node in bones.items() if bone not in EYES}
    slots = list(bones)
    keys = [_keys(rig, clip, bones, bone) for bone in slots]
    times = np.unique(np.concatenate([*(key.times for key in keys), [0.0]]))
    recording = record(rig, clip, times, list(bones.values()))
    sides = TURN if character.faces_back else np.ones(3)
    nodes, channels = [], []
    for slot, bone in enumerate(slots):
        nodes.append(Node(bone, recording.parents[slot], translation=recording.offsets[slot] * sides))
        if not len(keys[slot].times):
            continue
        chosen = np.searchsorted(times, keys[slot].times)
        rotations = recording.rotations[chosen, slot] * np.append(sides, 1.0)
        motion = {"rotation": quaternion.without_flips(rotations)}
        if bone == "hips" and keys[slot].moves:
            motion["translation"] = recording.positions[slot][chosen] * sides
        for kind, values in motion.items():
            channels.append(Channel(slot, kind, keys[slot].times, values, keys[slot].interpolation))  # type: ignore[arg-type]
    face = _Face(rig, character, clip, len(nodes))
    nodes += face.nodes
    dropped = [*_dropped_motion(rig, clip, bones, recording.positions), *face.dropped]
    if any(key.sampled for key in keys):
        dropped.append(f"sampled splines at {DEFAULT_RATE:g} frames per second")
    dropped += _not_in_t_pose(rig, character)
    roots = tuple(index for index, node in enumerate(nodes) if node.parent < 0)
    motion_rig = build(
        nodes=nodes,
        clips=[Clip((*channels, *face.channels), clip.name)] if channels or face.channels else [],
        scenes=[Scene(roots)],
        default_scene=0,
        character=Character(
            humanoid={bone: slot for slot, bone in enumerate(slots)},
            motion=HumanoidMotion(face.expressions, face.look_at),
        ),
    )
    return HumanoidClip(motion_rig, tuple(dropped))


class _Keys(Record, eq=False):
    """When a bone has keys; `moves`: some are positions; `sampled`: others were added between them."""

    times: Doubles
    interpolation: Interpolation
    moves: bool
    sampled: bool


def _keys(rig: Rig, clip: Clip, bones: dict[str, int], bone: str) -> _Keys:
    """The keys of the nodes from a bone up to the next bone."""
    above = parent_bone(bone, bones)
    end = -1 if above is None else bones[above]
    path, node = set(), bones[bone]
    while node >= 0 and node != end:
        path.add(node)
        node = int(rig.nodes.parents[node])
    channels = [c for c in clip.channels if c.node in path and c.property != "weights"]
    times = np.unique(np.concatenate([[], *(np.asarray(c.times, np.float64) for c in channels)]))
    kinds = {c.interpolation for c in channels if len(c.times) > 1}
    moves = any(c.property != "rotation" or c.node != bones[bone] for c in channels)
    if "CUBICSPLINE" in kinds or len(kinds) > 1:
        count = int((times[-1] - times[0]) * DEFAULT_RATE) + 1
        if count > MOST_SAMPLES:
            raise ValueError(f"the clip has splines over {times[-1] - times[0]:g} s: too long to sample them")
        times = np.unique(np.concatenate([times, times[0] + np.arange(count) / DEFAULT_RATE]))
        return _Keys(times, "LINEAR", moves, sampled=True)
    return _Keys(times, "STEP" if kinds == {"STEP"} else "LINEAR", moves, sampled=False)


class _Face:
    """Nodes and channels for expressions and gaze, which follow the bones in the list of nodes."""

    def __init__(self, rig: Rig, character: Character, clip: Clip, first: int) -> None:
        self.nodes: list[Node] = []
        self.channels: list[Channel] = []
        self.expressions: dict[tuple[bool, str], int] = {}
        self.look_at: int | None = None
        weights = expression_weights(rig, character, clip)
        self.dropped = list(weights.dropped)
        for index, values in weights.weights.items():
            expression = character.expressions[index]
            if expression.preset and expression.name in GAZE:
                continue
            self.expressions[expression.preset, expression.name] = first + len(self.nodes)
            translations = np.zeros((len(values), 3))
            translations[:, 0] = values
            self._add(first, expression.name, "translation", weights.times, translations)
        gaze = gaze_angles(rig, character, clip, weights)
        if gaze is not None:
            self.look_at = first + len(self.nodes)
            yaw = quaternion.from_axis_angle((0.0, 1.0, 0.0), np.radians(gaze.yaw))
            pitch = quaternion.from_axis_angle((1.0, 0.0, 0.0), np.radians(gaze.pitch))
            self._add(first, "lookAt", "rotation", gaze.times, quaternion.product(yaw, pitch))

    def _add(self, first: int, name: str, kind: str, times: Doubles, values: Doubles) -> None:
        self.channels.append(Channel(first + len(self.nodes), kind, times, values))  # type: ignore[arg-type]
        self.nodes.append(Node(name))


def _dropped_motion(
    rig: Rig, clip: Clip, bones: dict[str, int], positions: dict[int, Doubles]
) -> Iterable[str]:
    """Bones that move against their parent, and nodes below the bones, such as hair."""
    stretched = [bone for slot, bone in enumerate(bones) if slot in positions and bone != "hips"]
    if stretched:
        yield f"dropped the positions of {', '.join(stretched)}: a .vrma moves hips only"
    carried = set(bones.values())
    for node in bones.values():
        while node >= 0:
            carried.add(node)
            node = int(rig.nodes.parents[node])
    moved = {channel.node for channel in clip.channels if channel.property != "weights"}
    left = sorted(moved - carried)
    character = rig.character
    if character is not None and character.look_at is not None:  # then they are the gaze
        left = [node for node in left if node not in [character.humanoid.get(eye) for eye in EYES]]
    if left:
        names = ", ".join(str(rig.nodes.names[node] or node) for node in left[:3])
        more = f" and {len(left) - 3} more" if len(left) > 3 else ""
        yield f"dropped the motion of nodes that are not human bones: {names}{more}"


def _not_in_t_pose(rig: Rig, character: Character) -> Iterable[str]:
    """Arms that are not horizontal at rest: readers take the rest pose for a T-pose."""
    from pantin.motion.transforms import joint_positions

    positions = joint_positions(rig)
    for side, sign in (("left", 1.0), ("right", -1.0)):
        arm = [character.humanoid.get(f"{side}{part}") for part in ("UpperArm", "Hand")]
        if arm[0] is None or arm[1] is None:
            continue
        way = positions[arm[1]] - positions[arm[0]]
        length = float(np.sqrt((way * way).sum()))
        along = float(way[0]) * (-sign if character.faces_back else sign)
        if length > 0 and along < np.cos(np.radians(T_POSE_ANGLE)) * length:
            angle = float(np.degrees(np.arccos(np.clip(along / length, -1.0, 1.0))))
            yield f"the rest pose is not a T-pose: the {side} arm is {angle:.0f}° away from it"
