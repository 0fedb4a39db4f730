"""`remove_nodes`: a rig without some of its leaves, and everything that refers to nodes renumbered."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

import numpy as np

from pantin.base.records import replace
from pantin.operations.edit.rig_parts import RigParts
from pantin.rig import Character, Clip, Rig, Skeleton, Skin, SpringSettings


def remove_nodes(parts: RigParts, candidates: Collection[int]) -> Rig:
    """The rig of these parts without the unused candidates: nodes without a remaining child, mesh, camera or
    light that no joint, spring or constraint uses. The animation of a removed node is removed too."""
    needed = _needed_nodes(parts)
    gone: set[int] = set()
    for node in sorted(candidates, reverse=True, key=lambda index: _depth(parts, index)):
        children = (index for index, other in enumerate(parts.nodes) if other.parent == node)
        if node not in needed and all(child in gone for child in children):
            gone.add(node)
    if not gone:
        return parts.rig()
    kept = [index for index in range(len(parts.nodes)) if index not in gone]
    new = {old: index for index, old in enumerate(kept)} | {-1: -1}
    parts.nodes = [replace(parts.nodes[old], parent=new[parts.nodes[old].parent]) for old in kept]
    parts.instances = [replace(instance, node=new[instance.node]) for instance in parts.instances]
    parts.skins = [_skin(skin, new) for skin in parts.skins]
    parts.skeletons = [_skeleton(skeleton, new) for skeleton in parts.skeletons]
    parts.clips = [_clip(clip, new) for clip in parts.clips]
    parts.scenes = [
        replace(scene, roots=tuple(new[root] for root in scene.roots if root in new))
        for scene in parts.scenes
    ]
    parts.springs = _springs(parts.springs, new)
    parts.constraints = [
        replace(constraint, node=new[constraint.node], source=new[constraint.source])
        for constraint in parts.constraints
    ]
    parts.character = None if parts.character is None else _character(parts.character, new)
    return parts.rig()


def _depth(parts: RigParts, node: int) -> int:
    depth = 0
    while (node := parts.nodes[node].parent) >= 0:
        depth += 1
    return depth


def _needed_nodes(parts: RigParts) -> set[int]:
    """The nodes that something other than the hierarchy and clips refers to."""
    needed = {instance.node for instance in parts.instances}
    needed |= {
        index for index, node in enumerate(parts.nodes) if node.camera is not None or node.light is not None
    }
    for skin in parts.skins:
        needed |= {*skin.joints.tolist(), -1 if skin.root is None else skin.root}
    for skeleton in parts.skeletons:
        needed |= {*skeleton.joints.tolist(), skeleton.root}
    for spring in parts.springs.springs:
        needed |= {joint.node for joint in spring.joints} | {-1 if spring.center is None else spring.center}
    needed |= {collider.node for collider in parts.springs.colliders}
    needed |= {node for constraint in parts.constraints for node in (constraint.node, constraint.source)}
    character = parts.character
    if character is not None:
        needed |= {*character.humanoid.values(), *character.first_person}
        needed |= {bind.node for expression in character.expressions for bind in expression.morphs}
        if character.motion is not None:
            needed |= {*character.motion.expressions.values(), character.motion.look_at or -1}
    return needed


def _skin(skin: Skin, new: Mapping[int, int]) -> Skin:
    joints = np.array([new[joint] for joint in skin.joints.tolist()], np.int64)
    return replace(skin, joints=joints, root=None if skin.root is None else new[skin.root])


def _skeleton(skeleton: Skeleton, new: Mapping[int, int]) -> Skeleton:
    joints = np.array([new[joint] for joint in skeleton.joints.tolist()], np.int64)
    return replace(skeleton, joints=joints, root=new[skeleton.root])


def _clip(clip: Clip, new: Mapping[int, int]) -> Clip:
    channels = [replace(channel, node=new[channel.node]) for channel in clip.channels if channel.node in new]
    properties = [
        replace(each, index=new[each.index]) if each.part == "nodes" else each
        for each in clip.properties
        if each.part != "nodes" or each.index in new
    ]
    return Clip(tuple(channels), clip.name, clip.extras, properties=tuple(properties))


def _springs(settings: SpringSettings, new: Mapping[int, int]) -> SpringSettings:
    springs = [
        replace(
            spring,
            joints=tuple(replace(joint, node=new[joint.node]) for joint in spring.joints),
            center=None if spring.center is None else new[spring.center],
        )
        for spring in settings.springs
    ]
    colliders = [replace(collider, node=new[collider.node]) for collider in settings.colliders]
    return replace(settings, springs=tuple(springs), colliders=tuple(colliders))


def _character(character: Character, new: Mapping[int, int]) -> Character:
    expressions = [
        replace(
            expression,
            morphs=tuple(replace(bind, node=new[bind.node]) for bind in expression.morphs),
        )
        for expression in character.expressions
    ]
    motion = character.motion
    if motion is not None:
        nodes = {key: new[node] for key, node in motion.expressions.items()}
        look_at = None if motion.look_at is None else new[motion.look_at]
        motion = replace(motion, expressions=MappingProxyType(nodes), look_at=look_at)
    return replace(
        character,
        humanoid=MappingProxyType({bone: new[node] for bone, node in character.humanoid.items()}),
        first_person=MappingProxyType({new[node]: flag for node, flag in character.first_person.items()}),
        expressions=tuple(expressions),
        motion=motion,
    )
