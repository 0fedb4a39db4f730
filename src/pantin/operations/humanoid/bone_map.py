"""`map_bones`: map the nodes of a rig to humanoid bones, with confidences.

Names and shape are two kinds of evidence. Confidence is high where both agree, and below 0.8 where they
contradict each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from pantin.motion import sample, world_transforms
from pantin.operations.humanoid.bone_assignment import BODY, LEAST_SCORE, assign_bones
from pantin.operations.humanoid.bone_names import NameEvidence, mark_continued, read_names
from pantin.operations.humanoid.fingers import find_fingers
from pantin.operations.humanoid.posture import (
    STRAIGHT,
    UPRIGHT,
    can_stand,
    leans_upright,
    rest_up,
    straightness,
)
from pantin.operations.humanoid.reference import up_direction
from pantin.operations.humanoid.shape import BodyShape, JointTree, find_shape, make_skeleton, spread_spine
from pantin.operations.humanoid.spare_legs import common_ancestor, has_spare_legs
from pantin.rig import Doubles, Rig
from pantin.rig.human_bones import BONE_PARENTS, REQUIRED_BONES
from pantin.rig.part import Part

UNCERTAIN = 0.8
"""Bones with less confidence are reported."""

SHAPE_BONUS = 0.45
SHAPE_PENALTY = 0.25
"""Shape decides between two readings of a name (0.62 or 0.58 for "shoulder"), not against a clear name."""

CLEAR = 0.75
"""A name with at least this score is unambiguous."""

CONFIDENCE: dict[float, dict[str, float]] = {
    CLEAR: {"agrees": 0.98, "silent": 0.92, "contradicts": 0.86},
    0.5: {"agrees": 0.94, "silent": 0.84, "contradicts": 0.76},
    0.4: {"agrees": 0.86, "silent": 0.62, "contradicts": 0.55},
    LEAST_SCORE: {"agrees": 0.84, "silent": 0.62, "contradicts": 0.55},
}
"""The confidence of a bone, by the least score of its name and by the evidence of the shape. A clear name
(thigh) counts more than the shape; for an ambiguous one (shoulder) the shape decides. Without a name, the
confidence is the strength of the shape."""

NAMED_OTHERWISE = {"agrees": 0.82, "silent": 0.78, "contradicts": 0.78}
"""The highest confidence of a node named like another bone, by the evidence of the shape."""

LYING = 0.8
"""The factor for confidences if a body does not stand like a person, at rest or in its motion."""

FACING_IS_A_GUESS = 0.7
"""A side that is less certain than this comes from the axes of glTF, not from feet or knees."""

LOOKED_AT = 60
"""Frames of a clip that are searched for a standing pose."""

OFTEN = 0.25
"""The part of those frames in which the body must stand. A runner has feet far apart and stands in half of
them."""

FEWEST = 8
"""The fewest of the 15 required VRM bones that make a skeleton humanoid."""

HIPS, SPINE = "hips", ("spine", "chest", "upperChest")


class BoneMap(Part):
    """The node of each humanoid bone, by VRM 1.0 names, and the confidence of each in 0…1.

    declared  whether the file itself names the bones, as VRM does
    upright   whether the body stands like a person, at rest or in a motion of the file

    >>> pantin.find_humanoid("examples/retarget/mannequin.glb")
    <BoneMap 22 bones humanoid=True uncertain=0>
    """

    nodes: Mapping[str, int]
    confidence: Mapping[str, float]
    declared: bool = False
    upright: bool = True

    def __repr__(self) -> str:
        return f"<BoneMap {len(self.nodes)} bones humanoid={self.humanoid} uncertain={len(self.uncertain)}>"

    @property
    def named(self) -> bool:
        """Whether the skeleton has enough bones of a human; animals may have them too."""
        return self.declared or sum(bone in self.nodes for bone in REQUIRED_BONES) >= FEWEST

    @property
    def humanoid(self) -> bool:
        """Whether the skeleton can move like a human: it has enough bones and stands like one."""
        return self.named and (self.declared or self.upright)

    @property
    def uncertain(self) -> tuple[str, ...]:
        """Bones with a confidence below 0.8."""
        return tuple(bone for bone, value in self.confidence.items() if value < UNCERTAIN)


def declare_bones(nodes: Mapping[str, int]) -> BoneMap:
    """The map of a file that names its bones."""
    known = {bone: nodes[bone] for bone in BONE_PARENTS if bone in nodes}
    return BoneMap(MappingProxyType(known), MappingProxyType(dict.fromkeys(known, 1.0)), True)


@np.errstate(all="ignore")  # numbers of a file may be anything
def map_bones(rig: Rig) -> BoneMap:
    """The humanoid bones of a rig: as its file declares them, else by the names of nodes and the shape of the
    skeleton at rest."""
    if rig.character is not None and rig.character.humanoid:
        return declare_bones(rig.character.humanoid)
    if rig.dimension != 3 or not len(rig.nodes):
        return BoneMap({}, {})
    bone_map = _Search(rig, world_transforms(rig)[:, :, 3]).run()
    if bone_map.upright or not can_stand(bone_map.nodes):
        return bone_map
    standing = _standing_frame(rig, bone_map.nodes)
    return bone_map if standing is None else _Search(rig, standing).run()


def _standing_frame(rig: Rig, bones: Mapping[str, int]) -> Doubles | None:
    """The joint positions in the frame of a motion with the best standing pose; None if no person moves. The
    rest pose of a motion file may be meaningless; that of a model matches its mesh."""
    moving = [clip for clip in rig.clips if clip.channels]
    if rig.skins or not moving:
        return None
    times = np.linspace(0.0, moving[0].duration, LOOKED_AT)
    positions = world_transforms(rig, sample(rig, moving[0], times))[..., 3]
    straight, upright = straightness(positions, bones), leans_upright(positions, bones)
    up = rest_up(world_transforms(rig)[:, :, 3], bones)
    if up is not None:  # a body that does not stand at rest: a beast that rears, a bird that flies
        upright &= (straight > STRAIGHT) & (up_direction(positions, bones) @ up > UPRIGHT)
    if float(upright.mean()) < OFTEN:
        return None
    return np.asarray(positions[int(np.argmax(np.where(upright, straight, -1.0)))])


class _Search:
    """The evidence on one rig, and the best assignment."""

    def __init__(self, rig: Rig, positions: Doubles) -> None:
        self.rig = rig
        parents, order = rig.nodes.parents.tolist(), rig.nodes.order.tolist()
        self.names: list[NameEvidence] = mark_continued(read_names(rig.nodes.names), parents, order)
        self.joints = {int(node) for skin in rig.skins for node in skin.joints if node >= 0}
        self.positions = positions
        kept = self._candidate_mask()
        self.tree: JointTree = make_skeleton(parents, order, self.positions, kept)
        self.named_sides = sum(bool(names.side) for names in self.names) >= 4
        self.shape: BodyShape = find_shape(self.tree)
        while scaffold := self._scaffold():
            for node in scaffold:
                kept[node] = False
            self.tree = make_skeleton(parents, order, self.positions, kept)
            self.shape = find_shape(self.tree)
        self.mirrored = self._is_mirrored()
        if self.mirrored:
            self.shape = self.shape.swap_sides()
        self.shape_of = {node: bone for bone, (node, _) in self.shape.bones.items()}
        self.raised = False
        self.sides = self._sides()
        self.candidates = {node for node, names in enumerate(self.names) if names.roles} | {*self.shape_of}

    def _candidate_mask(self) -> list[bool]:
        """Nodes that may be bones: not helpers, not nodes that only place a mesh, and not unnamed ends of
        chains (the end sites of BVH) if other nodes have names."""
        meshes = {instance.node for instance in self.rig.instances}
        above = set(self.rig.nodes.parents.tolist())
        named = sum(map(bool, self.rig.nodes.names)) >= len(self.names) / 2
        return [
            (not names.helper or max(names.roles.values(), default=0.0) > 0.3)
            and (node in self.joints or node not in meshes or not self.joints)
            and (bool(self.rig.nodes.names[node]) or not named or node in above)
            for node, names in enumerate(self.names)
        ]

    def _scaffold(self) -> list[int]:
        """Nodes with the shape of a spine but named root, in a rig that has other nodes named spine."""
        spine = [self.shape.bones[bone][0] for bone in SPINE if bone in self.shape.bones]
        if not any("spine" in self.names[node].roles for node in spine):
            return []
        return [node for node in spine if set(self.names[node].roles) == {HIPS} and not self._clear(node)]

    def _clear(self, node: int) -> bool:
        """Whether the name of a node clearly names a bone."""
        return max(self.names[node].roles.values(), default=0.0) > 0.5

    def _is_mirrored(self) -> bool:
        """Whether left and right of the names are opposite to those of the shape."""
        sided = [(bone, self.names[node].side) for bone, (node, _) in self.shape.bones.items()]
        return sum(not bone.startswith(side) for bone, side in sided if side) > len(sided) / 4

    def _sides(self) -> list[str]:
        """The side of each node: from its name or that of the nearest ancestor, else from its position."""
        sides = [names.side for names in self.names]
        hips = self.shape.bones.get("hips")
        for node in self.tree.order:
            above = self.tree.parents[node]
            if not sides[node] and above >= 0:
                sides[node] = sides[above]
        if not self.named_sides and hips is not None and self.shape.left is not None:
            offsets = (self.positions - self.positions[hips[0]]) @ self.shape.left
            least = 0.02 * float(self.tree.reach.max())
            for node in self.tree.order:
                if not sides[node] and abs(float(offsets[node])) > least:
                    sides[node] = "left" if offsets[node] > 0 else "right"
        return sides

    def name_score(self, bone: str, node: int) -> float:
        """How well the name of a node fits a bone, 0…1."""
        side = next((side for side in ("left", "right") if bone.startswith(side)), "")
        names = self.names[node]
        if not side:
            return names.roles.get(bone, 0.0)
        role = bone[len(side) :]
        role = role[0].lower() + role[1:]
        if names.side not in ("", side) or self.sides[node] not in ("", side):
            return 0.0
        score = names.roles.get(role, 0.0)
        return score if names.side or not self.sides[node] else 0.8 * score

    def score(self, bone: str, node: int) -> float:
        name, shape = self.name_score(bone, node), self.shape.bones.get(bone)
        total = name
        if shape is not None and shape[0] == node:
            total += SHAPE_BONUS * shape[1]
        elif name and self.shape_of.get(node) is not None:
            total -= SHAPE_PENALTY
        return total + (0.1 if total > LEAST_SCORE and node in self.joints else 0.0)

    def run(self) -> BoneMap:
        chosen = assign_bones(self.tree, self.candidates, self.score)
        self._raise_hips(chosen)
        self._lower_hips(chosen)
        self._add_feet(chosen)
        self._spread_spine(chosen)
        self._drop_single_toes(chosen)
        confidence = {bone: self._confidence(bone, node, chosen) for bone, node in chosen.items()}
        for side in ("left", "right"):
            if f"{side}Hand" in chosen:
                hand = chosen[f"{side}Hand"]
                fingers = find_fingers(self.tree, self.names, hand, side)
                for bone, (node, value) in fingers.items():
                    if node not in chosen.values():
                        chosen[bone] = node
                        confidence[bone] = min(value, confidence[f"{side}Hand"] + 0.03)
        chosen_positions = self.positions[list(chosen.values())]
        flat = not len(chosen_positions) or not np.ptp(chosen_positions, axis=0).any()
        upright = flat or self._is_person(chosen)
        factor = 1.0 if upright else LYING
        ordered = [bone for bone in BONE_PARENTS if bone in chosen]
        return BoneMap(
            MappingProxyType({bone: chosen[bone] for bone in ordered}),
            MappingProxyType({bone: round(confidence[bone] * factor, 2) for bone in ordered}),
            upright=upright,
        )

    def _is_person(self, chosen: Mapping[str, int]) -> bool:
        """Whether bones have the arrangement of a person with two legs; without legs, whether there is a
        spine."""
        if not can_stand(chosen):
            return not _is_limbs_alone(chosen)
        upright = bool(leans_upright(self.positions, chosen))
        return upright and not has_spare_legs(self.tree, self.names, chosen)

    def _raise_hips(self, chosen: dict[str, int]) -> None:
        """Hips without a leg below them only move the spine. If spine and legs have a common parent near
        them, that parent moves the body and becomes the hips (RobotExpressive's Body)."""
        legs = [chosen.get(f"{side}UpperLeg") for side in ("left", "right")]
        if HIPS not in chosen or None in legs:
            return
        above = self.tree.parents[chosen[HIPS]]
        beside = all(self.tree.parents[leg] == above for leg in legs if leg is not None)
        if above >= 0 and beside and self.tree.parents[above] >= 0 and above not in chosen.values():
            chosen[HIPS] = above
            self.raised = True

    def _lower_hips(self, chosen: dict[str, int]) -> None:
        """Among ancestors with names that also fit the hips (Reference, root), choose the node where legs and
        spine branch off."""
        branching = self._branching(chosen)
        if HIPS not in chosen or self.raised or branching is None:
            return
        better = self.name_score(HIPS, branching) >= self.name_score(HIPS, chosen[HIPS])
        if better and branching in self.tree.descendants(chosen[HIPS]) and branching not in chosen.values():
            chosen[HIPS] = branching

    def _branching(self, chosen: Mapping[str, int]) -> int | None:
        """The node where legs and spine branch off."""
        branches = [chosen[bone] for bone in ("leftUpperLeg", "rightUpperLeg", "spine") if bone in chosen]
        return common_ancestor(self.tree, branches) if len(branches) == 3 else None

    def _add_feet(self, chosen: dict[str, int]) -> None:
        """Feet that are not below a leg but at the position of its last joint: goals of inverse
        kinematics."""
        near = 0.02 * float(self.tree.reach.max(initial=0.0))
        for side in ("left", "right"):
            lower = chosen.get(f"{side}LowerLeg")
            if lower is None or f"{side}Foot" in chosen:
                continue
            ends = self._leaves_below(lower)
            for node, names in enumerate(self.names):
                named = names.roles.get("foot", 0.0) >= 0.5 and names.side == side
                distance = np.linalg.norm(self.positions[ends] - self.positions[node], axis=1)
                if named and node not in chosen.values() and distance.min(initial=np.inf) < near:
                    chosen[f"{side}Foot"] = node
                    break

    def _leaves_below(self, top: int) -> list[int]:
        """The leaf nodes below a node, including those that are not bones."""
        parents = self.rig.nodes.parents.tolist()
        below = {top}
        for node in self.rig.order.tolist():
            if parents[node] in below:
                below.add(node)
        return [node for node in below if node not in parents]

    def _drop_single_toes(self, chosen: dict[str, int]) -> None:
        """Leave out the toes bone of a foot with separate joints for each toe: no single joint moves all
        toes."""
        for side in ("left", "right"):
            bone = f"{side}Toes"
            above = self.tree.parents[chosen[bone]] if bone in chosen else -1
            if above >= 0:
                beside = self.tree.children[above]
                if sum(self.name_score(bone, node) > 0 for node in beside) > 1:
                    del chosen[bone]

    def _spread_spine(self, chosen: dict[str, int]) -> None:
        """Joints of a spine with names that differ only by a number are its bones in order. Of four or more,
        the first, a middle one and the last are used, unless names are explicit."""
        if "hips" not in chosen or not {"neck", "head"} & set(chosen):
            return
        top = chosen.get("neck", chosen.get("head", -1))
        arms = [chosen[bone] for bone in ("leftShoulder", "rightShoulder", "leftUpperArm") if bone in chosen]
        path = [node for node in self._path(chosen["hips"], top) if self._spine_like(node)]
        above_arms = {node for arm in arms[:1] for node in self._path(chosen["hips"], arm)}
        path = [node for node in path if not arms or node in above_arms]
        alike = all(len(self.names[node].roles) >= 3 or not self.names[node].roles for node in path)
        if not path or (len(path) < 4 and not alike) or self._explicit(path):
            return
        for bone in SPINE:
            chosen.pop(bone, None)
        chosen.update({bone: path[index] for bone, index, _ in spread_spine(len(path))})

    def _explicit(self, path: list[int]) -> bool:
        """Whether names distinguish the bones of a spine."""
        best = [
            max(self.names[node].roles.items(), key=lambda role: role[1], default=("", 0.0)) for node in path
        ]
        clear = {bone for bone, score in best if score >= 0.85}
        return len(clear) >= min(3, len(path))

    def _spine_like(self, node: int) -> bool:
        roles = self.names[node].roles
        if max(roles.get("neck", 0.0), roles.get("hips", 0.0), roles.get("head", 0.0)) > 0.5:
            return False
        return not roles or any(roles.get(bone, 0.0) > 0.25 for bone in SPINE)

    def _path(self, top: int, node: int) -> list[int]:
        """The nodes between two nodes of the tree, without them, from the top down."""
        path: list[int] = []
        above = self.tree.parents[node]
        while above >= 0 and above != top:
            path.append(above)
            above = self.tree.parents[above]
        return path[::-1] if above == top else []

    def _confidence(self, bone: str, node: int, chosen: Mapping[str, int]) -> float:
        name, shape = self.name_score(bone, node), self.shape.bones.get(bone)
        agree = shape is not None and shape[0] == node
        contradicted = not agree and (shape is not None or node in self.shape_of)
        witness = "agrees" if agree else "contradicts" if contradicted else "silent"
        if self._is_in_place(bone, node, chosen, witness):
            witness = "agrees"
        values = next((values for least, values in CONFIDENCE.items() if name >= least), None)
        by_shape = shape[1] if agree and shape is not None else 0.84 if bone == HIPS and self.raised else 0.3
        value = by_shape if values is None else values[witness]
        if self._named_otherwise(bone, node, chosen):
            value = min(value, NAMED_OTHERWISE[witness])
        return min(value, self._side_confidence(bone), self._spine_confidence(bone, chosen))

    def _is_in_place(self, bone: str, node: int, chosen: Mapping[str, int], witness: str) -> bool:
        """Whether the bones around a node confirm it: legs and spine below hips, arms and head below a chest,
        fingers below a hand; and, regardless of the shape, an arm with a clear name (humerus) below a
        shoulder."""
        if bone.endswith("Shoulder"):
            arm = bone.replace("Shoulder", "UpperArm")
            return arm in chosen and self.name_score(arm, chosen[arm]) >= CLEAR
        if witness != "silent" and not (bone in SPINE and self._is_named_elsewhere(bone, chosen)):
            return False
        if bone == HIPS:
            return node == self._branching(chosen)
        below = set(self.tree.descendants(node))
        if bone in SPINE:
            ends = [chosen[each] for each in ("head", "leftUpperArm", "rightUpperArm") if each in chosen]
            return len(ends) == 3 and below.issuperset(ends)
        return bone.endswith("Hand") and any(self.names[each].finger for each in below)

    def _is_named_elsewhere(self, bone: str, chosen: Mapping[str, int]) -> bool:
        """Whether the node chosen by shape is clearly named as another bone: the arms of a Biped branch off
        from its neck."""
        shape = self.shape.bones.get(bone)
        others = [other for other, node in chosen.items() if shape is not None and node == shape[0]]
        return any(other != bone and self.name_score(other, chosen[other]) >= CLEAR for other in others)

    def _named_otherwise(self, bone: str, node: int, chosen: Mapping[str, int]) -> bool:
        """Whether the name of a node fits another bone much better, and that bone has no node with a better
        name."""
        own = self.name_score(bone, node)
        if bone.endswith("Hand") and own >= 0.5:  # a wrist above a hand is where the hand turns
            return False
        return any(
            score > own + 0.25 and self.name_score(other, chosen.get(other, node)) <= score
            for other in BODY
            if (score := self.name_score(other, node)) > 0
        )

    def _side_confidence(self, bone: str) -> float:
        """Lower confidences where names and feet disagree about left and right, or only the shape gives the
        sides."""
        if not bone.startswith(("left", "right")):
            return 1.0
        if not self.named_sides:
            return self.shape.side_strength
        return 0.7 if self.mirrored and self.shape.side_strength > FACING_IS_A_GUESS else 1.0

    def _spine_confidence(self, bone: str, chosen: Mapping[str, int]) -> float:
        if bone not in SPINE or "hips" not in chosen:
            return 1.0
        top = chosen.get("neck", chosen.get("head"))
        path = (
            []
            if top is None
            else [node for node in self._path(chosen["hips"], top) if self._spine_like(node)]
        )
        if len(path) > 3:
            return {"spine": 0.85, "chest": 0.82, "upperChest": 0.84}[bone]
        return 0.75 if len(path) == 1 and bone != "spine" else 1.0


def _is_limbs_alone(bones: Mapping[str, int]) -> bool:
    """Whether a body has neither legs nor anything between hips and head, like a flying robot."""
    legs = any(bone.endswith("Leg") for bone in bones)
    return not legs and "head" in bones and not {*SPINE, "neck"} & bones.keys()
