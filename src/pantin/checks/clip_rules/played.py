"""`Played`: a clip sampled in frames, with the measurements of the rules; and the parts of a body that these
need.

Everything is computed once, on first access.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import PantinError
from pantin.checks.clip_rules.soles import UP, Foot
from pantin.checks.clip_rules.thresholds import Thresholds
from pantin.checks.clip_rules.wording import in_millimetres
from pantin.deformation import deform
from pantin.maths import quaternion
from pantin.motion import sample, world_transforms
from pantin.motion.frames import MOST_FRAMES, FrameTimes, frames_of
from pantin.operations.humanoid.body import loose_feet
from pantin.operations.humanoid.bone_map import BoneMap, map_bones
from pantin.operations.humanoid.posture import can_stand, rest_up
from pantin.report.wording import named
from pantin.rig import Clip, Doubles, Indices, Pose, Poses, Rig
from pantin.rig.tree import subtree_mask

MOST_NUMBERS = 1_000_000
"""The most frames times nodes that are sampled: 100 MB of world transforms."""

FEWEST_FRAMES = 8
"""Frames of the shortest clip that is motion rather than a pose."""

FEWEST_JOINTS = 3
"""The fewest joints for measuring the size of a model by them; models of doors and faces have fewer."""

LARGEST = 20.0
"""Metres of the largest model: motion files and many exports are in centimetres."""

ON_GROUND = 0.15
"""Height 0 is the ground if soles at rest are within this distance of it, as a part of the size."""

TRAVEL = 0.15
"""A clip travels if its root ends at least this far from its start, as a part of the size."""

LOOPING = frozenset(
    "walk walking run running jog jogging sprint sprinting idle loop looping cycle strafe strafing swim "  # noqa: SIM905
    "swimming crawl crawling fly flying hover hovering trot trotting canter gallop galloping sneak sneaking "
    "breathe breathing march marching".split()
)
"""Words in the names of clips that loop…"""

ONCE = frozenset(
    "start starting stop stopping begin end enter exit to into from turn jump jumping land landing pose "  # noqa: SIM905
    "once transition attack attacking hit death die fall falling in out first last shoot reload".split()
)
"""…and of clips that do not, regardless of other words."""

MOST_STEPS = 8
"""Steps of the longest loop: loops have one to three pairs of steps."""

STEP_HEIGHT = 0.015
"""How much higher one foot is than the other in a step, as a part of the size: 25 mm for an adult."""

WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


class CheckedRig:
    """A rig with the facts that rules need for all clips."""

    def __init__(self, rig: Rig, thresholds: Thresholds) -> None:
        self.rig = rig
        self.thresholds = thresholds

    @cached_property
    def rest(self) -> Doubles:
        """(n, N) where nodes are at rest."""
        return np.asarray(world_transforms(self.rig)[..., -1])

    @cached_property
    def joints(self) -> list[int]:
        """The joints of all skins, and the nodes that clips move; without skins, also all nodes below
        these."""
        rig = self.rig
        joints = {int(joint) for skin in rig.skins for joint in skin.joints if joint >= 0}
        moved = {channel.node for clip in rig.clips for channel in clip.channels}
        if not joints and moved:
            joints = set(
                np.flatnonzero(subtree_mask(rig.nodes.parents, rig.nodes.order, np.array(sorted(moved))))
            )
        return sorted({int(joint) for joint in joints} | moved)

    @cached_property
    def size(self) -> float:
        """The largest extent of the joints at rest, with the surfaces where there are few; 1 of a point."""
        positions = self.rest[self.joints] if self.joints else self.rest
        if len(positions) < FEWEST_JOINTS:
            try:
                surfaces = [
                    posed.positions for posed in deform(self.rig, self.rig.rest_pose(), normals=False)
                ]
            except (PantinError, ValueError):
                surfaces = []
            positions = np.concatenate([positions, *surfaces])
        size = float(np.ptp(positions, axis=0).max(initial=0.0)) if len(positions) else 0.0
        if not self.stands:
            size = _body_length(self.rest, self.rig.nodes.parents, self.humanoid)
        return size if np.isfinite(size) and size > 0 else 1.0

    @cached_property
    def stands(self) -> bool:
        """Whether the rest pose says where the body stands. That of a model fits its mesh; that of a motion
        file may be a frame of a run, or bones that all point along one axis."""
        if self.rig.instances or not can_stand(self.humanoid):
            return True
        up = rest_up(self.rest, self.humanoid)
        return up is not None and bool(up[UP] == 1.0)

    @cached_property
    def metres(self) -> float:
        """Metres per unit: 0.01 where a skeleton would be larger than a house, as in files in centimetres."""
        return 0.01 if self.size > LARGEST and len(self.joints) >= FEWEST_JOINTS else 1.0

    def length(self, distance: float) -> str:
        """A distance of the file in millimetres."""
        return in_millimetres(distance * self.metres)

    @cached_property
    def bones(self) -> BoneMap:
        return map_bones(self.rig)

    @cached_property
    def humanoid(self) -> dict[str, int]:
        """The nodes of humanoid bones; empty for a rig that is not a human."""
        return dict(self.bones.nodes) if self.rig.dimension == 3 and self.bones.humanoid else {}

    @cached_property
    def goals(self) -> dict[int, Doubles]:
        """Feet that no leg carries, goals of inverse kinematics, with their rotations when they are flat."""
        flat = quaternion.normalize(self.rig.rest_pose().rotations)
        return {foot: flat[foot] for _, foot in loose_feet(self.rig, self.humanoid)}

    @cached_property
    def drawn(self) -> NDArray[np.bool_]:
        """(n,) whether anything that is drawn moves with a node: goals of inverse kinematics move nothing.
        Without meshes every node counts."""
        rig = self.rig
        if not rig.instances:
            return np.ones(len(rig.nodes), bool)
        drawn = np.zeros(len(rig.nodes), bool)
        for instance in rig.instances:
            if instance.skin is None:
                drawn[instance.node] = True
                continue
            joints = rig.skins[instance.skin].joints
            for surface in rig.meshes[instance.mesh].surfaces:
                if surface.influences is not None:
                    used = surface.influences.joints[surface.influences.weights > 0]
                    drawn[joints[used[used >= 0]]] = True
        for node in rig.nodes.order[::-1].tolist():
            if drawn[node] and rig.nodes.parents[node] >= 0:
                drawn[rig.nodes.parents[node]] = True
        return drawn

    @cached_property
    def feet(self) -> tuple[Foot, ...]:
        """The nodes that stand on the ground: those of the setting `feet`, else the feet of a humanoid."""
        if self.rig.dimension != 3:
            return ()
        patterns = self.thresholds.feet
        if patterns:
            names = self.rig.nodes.names
            nodes = [node for node, name in enumerate(names) if name and _matches(name, patterns)]
            return tuple(Foot(self.rig, node, None) for node in nodes)
        bones = self.humanoid
        sides = [side for side in ("left", "right") if f"{side}Foot" in bones]
        return tuple(Foot(self.rig, bones[f"{side}Foot"], bones.get(f"{side}Toes")) for side in sides)

    def is_loop(self, clip: Clip) -> bool:
        """Whether a clip is meant to loop: by its name."""
        name = clip.name or ""
        if self.thresholds.loops:
            return _matches(name, self.thresholds.loops)
        words = {word.lower() for word in WORDS.findall(name)}
        return bool(words & LOOPING) and not words & ONCE

    def name_node(self, node: int) -> str:
        return named("node", node, self.rig.nodes.names[node])


def _body_length(positions: Doubles, parents: Indices, bones: Mapping[str, int]) -> float:
    """From the feet along the legs and the spine to the head: the height of a body in any pose."""
    lengths = np.linalg.norm(positions - positions[parents], axis=1)
    ways = [_nodes_above(parents, bones[bone]) for bone in ("head", "neck", "leftFoot") if bone in bones]
    if len(ways) < 2:
        return 0.0
    # Nodes that both ways share are above the hips: no part of the body.
    return float(lengths[sorted(ways[0] ^ ways[-1])].sum())


def _nodes_above(parents: Indices, node: int) -> set[int]:
    """A node and its ancestors."""
    nodes = set()
    while node >= 0:
        nodes.add(node)
        node = int(parents[node])
    return nodes


def _matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


class Played:
    """A clip in its frames."""

    def __init__(self, model: CheckedRig, index: int) -> None:
        self.model = model
        self.index = index
        self.clip = model.rig.clips[index]

    @property
    def name(self) -> str:
        return named("clip", self.index, self.clip.name)

    @property
    def label(self) -> str:
        """The clip as an argument of `pantin clips`: its name if that is unique and a single word, else its
        index."""
        names = [clip.name for clip in self.model.rig.clips]
        name = self.clip.name
        usable = (
            name and names.count(name) == 1 and re.fullmatch(r"[A-Za-z_][\w|]*", name) and "|" not in name
        )
        return name if usable and name else str(self.index)

    @cached_property
    def frames(self) -> FrameTimes | None:
        """The frames of the clip; None if they are too many."""
        try:
            return frames_of(self.clip)
        except ValueError:
            return None

    @cached_property
    def step(self) -> float:
        """Seconds between frames; the shortest that is possible in a clip of too many."""
        return self.clip.duration / MOST_FRAMES if self.frames is None else self.frames.step

    @cached_property
    def times(self) -> Doubles:
        """(F,) the sampled frames; fewer if a clip is long or a rig is large."""
        is_short = self.frames is not None and self.clip.duration / self.step < 1e6
        frames = self.frames.times if self.frames is not None and is_short else np.zeros(1)
        most = max(FEWEST_FRAMES, MOST_NUMBERS // max(1, len(self.model.rig.nodes)))
        if len(frames) > most or len(frames) == 1:
            frames = np.linspace(0.0, self.clip.duration, min(len(frames) + 1, most))
        return frames

    @cached_property
    def moves(self) -> bool:
        """Whether the clip is motion rather than a pose."""
        return bool(self.clip.channels) and len(self.times) >= FEWEST_FRAMES

    @cached_property
    def poses(self) -> Poses:
        poses = sample(self.model.rig, self.clip, self.times)
        assert not isinstance(poses, Pose)
        return poses

    @cached_property
    def world(self) -> Doubles:
        """(F, n, N, N + 1)"""
        return world_transforms(self.model.rig, self.poses)

    @cached_property
    def positions(self) -> Doubles:
        """(F, n, N) where nodes are."""
        return self.world[..., -1]

    @cached_property
    def root(self) -> int:
        """The hips of a humanoid; for any other rig, the joint that carries most of the moving nodes."""
        model = self.model
        if "hips" in model.humanoid:
            return model.humanoid["hips"]
        moved = {channel.node for channel in self.clip.channels} or {0}
        rig = model.rig

        def weight(node: int) -> int:
            return int(subtree_mask(rig.nodes.parents, rig.nodes.order, np.array([node])).sum())

        return max(sorted(moved), key=weight)

    @cached_property
    def way(self) -> Doubles:
        """(N,) from where the root begins to where it ends, along the ground."""
        path = self.positions[:, self.root]
        way = path[-1] - path[0]
        way[UP] = 0.0
        return np.asarray(way)

    @cached_property
    def travels(self) -> bool:
        return float(np.linalg.norm(self.way)) > TRAVEL * self.model.size

    @cached_property
    def is_loop(self) -> bool:
        """Whether the clip is meant to loop. Without a setting, a walk of many steps is a recording."""
        if not self.model.is_loop(self.clip):
            return False
        return bool(self.model.thresholds.loops) or self.steps <= MOST_STEPS

    @cached_property
    def steps(self) -> int:
        """How often left and right foot take turns in being lifted."""
        feet = self.model.feet
        if len(feet) != 2 or not self.moves:
            return 0
        left, right = (foot.follow(self.world)[..., UP].mean(axis=1) for foot in feet)
        apart = right - left
        apart -= np.median(apart)
        sides = np.sign(apart[np.abs(apart) > STEP_HEIGHT * self.model.size])
        return int((np.diff(sides) != 0).sum()) + bool(len(sides))

    @cached_property
    def skin_ends(self) -> Doubles:
        """(4, P, N) the skin, or joints where there is none, in the first two and the last two frames."""
        end = float(self.times[-1])
        times = np.array([0.0, min(self.step, end), max(end - self.step, 0.0), end])
        poses = sample(self.model.rig, self.clip, times)
        positions = world_transforms(self.model.rig, poses)[..., -1][:, self.model.joints]
        try:
            surfaces = [posed.positions for posed in deform(self.model.rig, poses, normals=False)]
        except (PantinError, ValueError):
            surfaces = []
        return np.concatenate([positions, *(np.asarray(each, np.float64) for each in surfaces)], axis=1)
