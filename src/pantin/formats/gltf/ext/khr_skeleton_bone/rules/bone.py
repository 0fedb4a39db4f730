"""Rules about bones: parents, other members of their nodes, lengths and connections."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pantin.base.records import replace
from pantin.formats.gltf.ext.khr_skeleton_bone.bones import Bones, bones_of, length_of, named_bone
from pantin.formats.gltf.extension_names import LIGHTS
from pantin.formats.gltf.extension_names import SKELETON_BONE as NAME
from pantin.formats.gltf.extensions import every
from pantin.formats.gltf.model import Node, get
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer

ROUNDING = 1e-5
"""Tolerance relative to the length, or to a metre if that is longer: writers round both numbers separately,
often to six digits."""


@rule("KHR-SKB-005", "error", "{bone} {fault}, expected another bone or {root}")
def misplaced_bone(scope: Scope) -> Iterator[Finding]:
    """Parent of a bone is neither a bone nor the skeleton.

    What: The parent of a bone must be another bone or the `skeleton` of the skins that use the bone. The
    skeleton is the parent of the topmost bones, so it is not one of their joints.
    Why: Bones form one tree below the skeleton. A node between them would be lost, with its transform.
    Fix: Add the extension to the nodes between, or name the right `skeleton`; `pantin skeletons --as khr`
    does both, and adds a node where topmost bones have no parent.
    Source: KHR_skeleton_bone (draft), "Bones".
    """
    bones = scope.fact(bones_of)
    for top, skins in bones.skins.items() if bones.listed else ():
        parent = scope.parents[top]
        expected = _expected_roots(bones, skins)
        if parent is not None and (not expected or parent in expected):
            continue
        fault = "has no parent" if parent is None else f"is a child of {scope.named('node', parent)}"
        root = f"its skeleton, {scope.named('node', min(expected))}" if expected else "a skeleton"
        values = {"bone": named_bone(scope, top), "fault": fault, "root": root}
        yield misplaced_bone.at(pointer("nodes", top), **values)


def _expected_roots(bones: Bones, skins: list[int]) -> set[int]:
    """The skeletons allowed above a tree of bones; empty if any node is allowed. KHR-SKB-004 reports skins
    without a skeleton, and a file without skins does not name any."""
    if skins:
        roots = [bones.roots[skin] for skin in skins]
        return set() if None in roots else {root for root in roots if root is not None}
    return {root for root in bones.roots if root is not None}


@rule("KHR-SKB-006", "error", "{bone} also has {what}")
def bone_with_attachments(scope: Scope) -> Iterator[Finding]:
    """Bone has a mesh, camera or light.

    What: A bone must not have a mesh, camera or light. It should have no other object either, such as a sound
    (a warning).
    Why: Engines convert bones to entries of a skeleton, which cannot have these.
    Fix: Move them to a child of the node; `pantin skeletons --as khr` does.
    Source: KHR_skeleton_bone (draft), "Bones".
    """
    bones = scope.fact(bones_of)
    names = [name for extension in every() if extension.attaches_to_nodes for name in extension.names]
    for bone in sorted(bones.nodes) if bones.listed else ():
        node = scope.model.nodes[bone]
        if node is None:
            continue
        forbidden = forbidden_members(node)
        what = [*forbidden, *(name for name in names if name != LIGHTS and name in (node.extensions or {}))]
        if what:
            name = named_bone(scope, bone)
            finding = bone_with_attachments.at(pointer("nodes", bone), bone=name, what=", ".join(what))
            yield finding if forbidden else replace(finding, severity="warning")


def forbidden_members(node: Node) -> list[str]:
    """The members of a node that bones must not have, in words."""
    forbidden = [f"a {member}" for member in ("mesh", "camera") if getattr(node, member) is not None]
    return [*forbidden, "a light"] if LIGHTS in (node.extensions or {}) else forbidden


@rule("KHR-SKB-010", "error", "the length of {bone} is {length}, expected 0 or more")
def negative_length(scope: Scope) -> Iterator[Finding]:
    """Bone has a negative length.

    What: The `length` of a bone must not be negative. Omit it if the length is not known.
    Why: A bone extends along the +Y axis of its node.
    Fix: Correct the length, or remove it.
    Source: KHR_skeleton_bone (draft), "Bone properties".
    """
    for node, bone in scope.fact(bones_of).objects.items():
        if bone.length is not None and bone.length < 0:
            stated = scope.raw(_path(node))["length"]
            where = pointer(*_path(node), "length")
            yield negative_length.at(where, bone=named_bone(scope, node), length=shown(stated))


def _path(node: int) -> JsonPath:
    return ("nodes", node, "extensions", NAME)


def _connected_bones(scope: Scope) -> Iterator[tuple[int, int]]:
    """(bone, parent) of each bone connected to its parent bone."""
    bones = scope.fact(bones_of)
    for node, bone in bones.objects.items():
        parent = scope.parents[node]
        if bone.connected and parent is not None and parent in bones.nodes:
            yield node, parent


@rule("KHR-SKB-011", "error", "{bone} is connected, but {fault}")
def disconnected_bone(scope: Scope) -> Iterator[Finding]:
    """Connected bone does not begin at the end of its parent.

    What: The translation of a bone with `connected` must be (0, length, 0), with the length of its parent.
    The member has no meaning where the parent is the skeleton.
    Why: Editors draw and move the two bones as one chain, and would move the bone to the end of its parent.
    Fix: Correct the translation or the length, or remove `connected`.
    Source: KHR_skeleton_bone (draft), "Bone properties".
    """
    bones = scope.fact(bones_of)
    for bone, parent in _connected_bones(scope):
        length = length_of(bones.objects.get(parent))
        fault = f"its parent, {scope.named('node', parent)}, has no length"
        if length is not None:
            translation = _translation(scope.model.nodes[bone])
            if translation is None or _is_at(np.array([translation]), length):
                continue
            numbers = ", ".join(f"{number:g}" for number in translation)
            fault = f"its translation is [{numbers}], expected [0, {length:g}, 0]"
        where = pointer(*_path(bone), "connected")
        yield disconnected_bone.at(where, bone=named_bone(scope, bone), fault=fault)


def _translation(node: Node | None) -> tuple[float, ...] | None:
    """The translation of a node; None if invalid, which other rules report."""
    if node is None:
        return None
    translation = node.matrix[12:15] if node.matrix is not None else node.translation or (0.0, 0.0, 0.0)
    return translation if len(translation) == 3 and None not in translation else None


def _is_at(positions: np.ndarray, length: float) -> bool:
    """Whether all positions are at the end of a bone of this length."""
    return bool(np.abs(positions - (0.0, length, 0.0)).max(initial=0.0) <= ROUNDING * max(length, 1.0))


@rule("KHR-SKB-012", "warning", "{animation} moves the translation of {bone}, which is connected")
def moved_connected_bone(scope: Scope) -> Iterator[Finding]:
    """Animation moves a connected bone away from its parent.

    What: Animations should not change the translation of a bone with `connected`.
    Why: The bone leaves the end of its parent. Editors that keep bones connected ignore the motion.
    Fix: Remove the channel, or `connected`.
    Source: KHR_skeleton_bone (draft), "Bone properties".
    """
    connected = dict(_connected_bones(scope))
    bones = scope.fact(bones_of)
    for index, animation in enumerate(scope.model.animations if connected else ()):
        for number, channel in enumerate((animation.channels or ()) if animation else ()):
            target = channel.target
            if target is None or target.path != "translation" or target.node not in connected:
                continue
            assert animation is not None
            assert target.node is not None
            sampler = get(animation.samplers or (), channel.sampler)
            length = length_of(bones.objects.get(connected[target.node]))
            output = scope.array(sampler.output) if sampler and sampler.output is not None else None
            if length is None or output is None or output.ndim != 2 or output.shape[1] != 3:
                continue  # other rules report these
            keys = output[1::3] if sampler and sampler.interpolation == "CUBICSPLINE" else output
            if not _is_at(keys.astype(np.float64), length):
                names = {"animation": scope.named("animation", index), "bone": named_bone(scope, target.node)}
                where = pointer("animations", index, "channels", number, "target")
                yield moved_connected_bone.at(where, **names)
