"""Rules about hints and reference poses, which the KHR_character draft defines as separate extensions."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pantin.formats.gltf.extension_names import (
    KHR_CAMERA_HINT,
    KHR_CHARACTER,
    KHR_CHARACTER_TEXT,
    KHR_EXPRESSION,
    KHR_EXPRESSION_MAPPING,
    KHR_LOOK_AT_TARGET,
    KHR_REFERENCE_POSE,
    KHR_SKELETON_MAPPING,
)
from pantin.formats.gltf.model import Node, get
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted

DRAFT = f" (KHR_character draft {KHR_CHARACTER_TEXT})"

NEEDS_CHARACTER = (KHR_EXPRESSION, KHR_EXPRESSION_MAPPING, KHR_SKELETON_MAPPING, KHR_REFERENCE_POSE)
"""The extensions that name KHR_character under "Dependencies"; hints stand alone."""

UNIT_TOLERANCE = 1e-6
"""Tolerance of unit lengths in single precision: √3 roundings of 6e-8, plus those of the source matrix."""


@rule("KHR-CHAR-008", "error", '{node} has itself as the "targetNode" of its camera hint' + DRAFT)
def camera_looks_at_itself(scope: Scope) -> Iterator[Finding]:
    """Camera hint has itself as its target.

    What: `targetNode` of a camera hint must be another node.
    Why: A camera cannot look at the point that it is at: the direction is undefined.
    Fix: Name the node that is looked at, or remove `targetNode`: the rotation of the node counts then.
    Source: KHR_node_camera_hint, "Authoring Requirements", 4.
    """
    for path, value in scope.extended.objects_of(KHR_CAMERA_HINT):
        if value.target_node is not None and value.target_node == path[1]:
            node = scope.named("node", int(path[1]))
            yield camera_looks_at_itself.at(pointer(*path, "targetNode"), node=node)


@rule("KHR-CHAR-009", "warning", "{node} is {what} and has a scale of {scale}, expected 1" + DRAFT)
def scaled_hint(scope: Scope) -> Iterator[Finding]:
    """Node of a hint is scaled.

    What: A node that is a camera hint or a target of gazes should have a scale of 1.
    Why: Readers ignore the scale, and may take it as a fault of the transform.
    Fix: Remove the scale of the node.
    Source: KHR_node_camera_hint and KHR_node_lookat_target, "Authoring Requirements".
    """
    for name, what in ((KHR_CAMERA_HINT, "a camera hint"), (KHR_LOOK_AT_TARGET, "a target of gazes")):
        for path, _ in scope.extended.objects_of(name):
            index = int(path[1])
            scale = _scale_of(get(scope.model.nodes, index))
            if any(abs(length - 1) > UNIT_TOLERANCE for length in scale):
                words = " × ".join(f"{length:g}" for length in scale)
                node = scope.named("node", index)
                yield scaled_hint.at(pointer("nodes", index), node=node, what=what, scale=words)


def _scale_of(node: Node | None) -> tuple[float, ...]:
    """The scale of a node; for a matrix, the lengths of its columns."""
    if node is None:
        return ()
    if node.matrix is not None and len(node.matrix) == 16:
        return tuple(math.hypot(*node.matrix[start : start + 3]) for start in (0, 4, 8))
    return tuple(node.scale or ())


@rule("KHR-CHAR-010", "warning", "the file has {extension}, but no KHR_character, which it requires" + DRAFT)
def missing_character(scope: Scope) -> Iterator[Finding]:
    """Extension of a character is in a file without one.

    What: KHR_character_expression, KHR_character_expression_mapping, KHR_character_skeleton_mapping and
    KHR_character_reference_pose require KHR_character.
    Why: Readers look for the other extensions only where KHR_character marks a character.
    Fix: Add KHR_character with the root of the character.
    Source: "Dependencies" of these extensions; KHR_character, "Implementation Notes".
    """
    if any(scope.extended.objects_of(KHR_CHARACTER)):
        return
    for name in NEEDS_CHARACTER:
        for path, _ in scope.extended.objects_of(name):
            yield missing_character.at(pointer(*path), extension=name)
            break


@rule(
    "KHR-CHAR-011", "warning", "{clip} is a reference pose and has {what}, expected one key with STEP" + DRAFT
)
def moving_pose(scope: Scope) -> Iterator[Finding]:
    """Reference pose moves.

    What: The animation of a reference pose should have a single key, and STEP interpolation.
    Why: It is one pose. Readers that retarget take the first key, others any.
    Fix: Keep the key of the pose only, and interpolate by STEP.
    Source: KHR_character_reference_pose, "Animation Structure".
    """
    for path, _ in scope.extended.objects_of(KHR_REFERENCE_POSE):
        index = int(path[1])
        animation = get(scope.model.animations, index)
        for number, sampler in enumerate(animation.samplers or () if animation is not None else ()):
            accessor = get(scope.model.accessors, sampler.input) if sampler is not None else None
            if sampler is None or accessor is None:
                continue
            keys = accessor.count or 1
            mode = sampler.interpolation or "LINEAR"
            if keys > 1 or mode != "STEP":
                what = f"{counted(keys, 'key')} with {mode} in sampler {number}"
                clip = scope.named("animation", index)
                yield moving_pose.at(pointer("animations", index, "samplers", number), clip=clip, what=what)
                break


@rule("KHR-CHAR-013", "warning", "extensionsRequired lists {extension}, which should be optional" + DRAFT)
def required_target(scope: Scope) -> Iterator[Finding]:
    """Target of gazes is required.

    What: `extensionsRequired` should not list "KHR_node_lookat_target". (Camera hints may be required, where
    framing matters.)
    Why: Readers without the extension refuse the file, although nothing that they show depends on it.
    Fix: Remove "KHR_node_lookat_target" from `extensionsRequired`.
    Source: KHR_node_lookat_target, "Extension Declaration".
    """
    listed = scope.tree.get("extensionsRequired")
    if isinstance(listed, list) and KHR_LOOK_AT_TARGET in listed:
        where = pointer("extensionsRequired", listed.index(KHR_LOOK_AT_TARGET))
        yield required_target.at(where, extension=KHR_LOOK_AT_TARGET)


RULES = (camera_looks_at_itself, scaled_hint, missing_character, moving_pose, required_target)
