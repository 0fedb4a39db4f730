"""Rules about KHR_animation_pointer, beyond what its schema says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.codes import INTEGER_RANGES, UNSIGNED_BYTE
from pantin.formats.gltf.ext.recognised.animated_properties import Animated, animated_pointers, limits_of
from pantin.formats.gltf.ext.recognised.object_model import OUTPUT_TYPES, is_index
from pantin.formats.gltf.extent import format_words
from pantin.formats.gltf.model import Accessor, AnimationSampler, get
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule(
    "GLTF-KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE",
    "error",
    "{channel} has both a pointer and the target {node}",
)
def target_node(scope: Scope) -> Iterator[Finding]:
    """Animation channel has a pointer and a node.

    What: The target of a channel with KHR_animation_pointer must have no `node`.
    Why: Readers without the extension would animate the node. They ignore channels without one.
    Fix: Remove `node` from the target.
    Source: KHR_animation_pointer, "Extension Usage".
    """
    for each in scope.fact(animated_pointers):
        if get(scope.model.nodes, each.target.node) is not None:
            node = scope.named("node", each.target.node)
            yield target_node.at(pointer(*each.path), channel=each.channel(scope), node=node)


@rule(
    "GLTF-KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH",
    "error",
    '{channel} has a pointer, but its target path is {found}, expected "pointer"',
)
def target_path(scope: Scope) -> Iterator[Finding]:
    """Animation channel with a pointer has another target path.

    What: The target of a channel with KHR_animation_pointer must have the path `"pointer"`.
    Why: Readers decide by the path what they animate.
    Fix: Set `path` to `"pointer"`.
    Source: KHR_animation_pointer, "Extension Usage".
    """
    for each in scope.fact(animated_pointers):
        # A word that extensions add to those of core glTF.
        stated: str | None = each.target.path
        if stated != "pointer":
            actual = "missing" if stated is None else f'"{stated}"'
            yield target_path.at(pointer(*each.path), channel=each.channel(scope), found=actual)


@rule(
    "GLTF-KHR_ANIMATION_POINTER_UNDEFINED",
    "error",
    '{channel} targets "{target}", but the file has no "{missing}"',
)
def pointer_undefined(scope: Scope) -> Iterator[Finding]:
    """Animation pointer leads to nothing.

    What: The object of the property that a channel animates must exist. The property itself may be absent if
    it has a default value. Pointers cannot lead to a component of a vector, to the rotation or scale of a
    node with a matrix, or to weights of a node whose mesh has no morph targets.
    Why: There is nothing to animate. Often the objects were renumbered after the animation was written.
    Fix: Correct the indices in the pointer, or remove the channel.
    Source: KHR_animation_pointer, "Operation"; glTF 2.0 Asset Object Model, "Core Pointers".
    """
    for each in scope.fact(animated_pointers):
        if each.state == "undefined":
            where, texts = pointer(*each.path, "pointer"), {"target": each.text, "missing": each.missing}
            yield pointer_undefined.at(where, channel=each.channel(scope), **texts)


@rule("GLTF-KHR_ANIMATION_POINTER_FIXED", "error", '{channel} targets "{target}", which cannot be animated')
def pointer_fixed(scope: Scope) -> Iterator[Finding]:
    """Animation pointer leads to a property that cannot be animated.

    What: Only properties that the glTF object model lists as mutable can be animated: numbers and colours of
    materials, lights and cameras, transforms and weights, and the visibility of nodes.
    Why: Readers ignore the channel, or fail.
    Fix: Correct the pointer, or remove the channel.
    Source: KHR_animation_pointer, "Operation"; glTF 2.0 Asset Object Model.
    """
    for each in scope.fact(animated_pointers):
        if each.state == "fixed":
            where = pointer(*each.path, "pointer")
            yield pointer_fixed.at(where, channel=each.channel(scope), target=each.text)


@rule(
    "GLTF-KHR_ANIMATION_POINTER_OUTPUT",
    "error",
    '{channel} targets "{target}", but its output is {found}, expected {expected}',
)
def pointer_output(scope: Scope) -> Iterator[Finding]:
    """Output of an animation does not have the type of its target.

    What: The output accessor of a channel with a pointer must have the type of the property: SCALAR for a
    number, VEC3 for a colour. For a boolean it must be SCALAR of UNSIGNED_BYTE, with STEP interpolation.
    Why: Readers cannot assign its values to the property.
    Fix: Store the output in the type named in the message, or correct the pointer.
    Source: KHR_animation_pointer, "Operation" and "Output Accessor Component Types".
    """
    for each in scope.fact(animated_pointers):
        sampler, output = _sampler(scope, each)
        if sampler is None or output is None or output.type is None or each.state != "animated":
            continue
        if not _fits(each.type, sampler, output):
            form = output.type, output.component_type, bool(output.normalized)
            actual = format_words(form)
            if each.type in STEPPED and sampler.interpolation != "STEP":
                actual += f" with interpolation {sampler.interpolation or 'LINEAR'}"
            texts = {"target": each.text, "found": actual, "expected": _expected_words(each.type)}
            yield pointer_output.at(pointer(*each.path), channel=each.channel(scope), **texts)


STEPPED = ("bool", "int")
"""Types whose values cannot be interpolated."""


def _sampler(scope: Scope, each: Animated) -> tuple[AnimationSampler | None, Accessor | None]:
    animation = scope.model.animations[int(each.path[1])]
    assert animation is not None
    channel = (animation.channels or ())[int(each.path[3])]
    sampler = get(animation.samplers or (), channel.sampler)
    return sampler, get(scope.model.accessors, sampler.output) if sampler is not None else None


def _fits(type: str, sampler: AnimationSampler, output: Accessor) -> bool:
    if output.type != OUTPUT_TYPES[type] or (type in STEPPED and sampler.interpolation != "STEP"):
        return False
    if type == "bool":
        return output.component_type == UNSIGNED_BYTE
    return type != "int" or (output.component_type in INTEGER_RANGES and not output.normalized)


def _expected_words(type: str) -> str:
    if type == "bool":
        return "SCALAR of UNSIGNED_BYTE with interpolation STEP"
    if type == "int":
        return "SCALAR of integers that are not normalised, with interpolation STEP"
    return OUTPUT_TYPES[type]


@rule(
    "GLTF-KHR_ANIMATION_POINTER_VALUE",
    "error",
    '{channel} gives "{target}" the value {value} at keyframe {keyframe}, expected {expected}{more}',
)
def pointer_value(scope: Scope) -> Iterator[Finding]:
    """Animation gives a property a value out of its range.

    What: The values of the output accessor must be valid for the property that they are assigned to: a
    roughness between 0 and 1, a near plane above 0.
    Why: Readers clamp the value, or fail.
    Fix: Clamp the values of the output accessor, or correct the pointer.
    Source: KHR_animation_pointer, "Operation".
    """
    for each in scope.fact(animated_pointers):
        sampler, output = _sampler(scope, each)
        if sampler is None or output is None or each.member is None or not _fits(each.type, sampler, output):
            continue
        limits, values = limits_of(each.member), _values(scope, sampler, output)
        if limits is None or values is None or each.type in STEPPED:
            continue
        wrong = np.argwhere(~limits.hold(values))
        if len(wrong):
            path = tuple(wrong[0])
            texts = {"target": each.text, "value": f"{values[path]:g}", "keyframe": str(path[0])}
            texts |= {"expected": limits.words(), "more": others(len(wrong), "value")}
            yield pointer_value.at(pointer(*each.path), channel=each.channel(scope), **texts)


def _values(scope: Scope, sampler: AnimationSampler, output: Accessor) -> NDArray[Any] | None:
    """(keys, components) values of the property, without tangents; None if unreadable."""
    stored = scope.array(sampler.output) if sampler.output is not None else None
    if stored is None:
        return None
    values = stored.astype(np.float64)
    if output.normalized and output.component_type in INTEGER_RANGES:
        values = np.maximum(values / INTEGER_RANGES[output.component_type][1], -1.0)
    return values[1::3] if sampler.interpolation == "CUBICSPLINE" else values


@rule(
    "GLTF-KHR_ANIMATION_POINTER_CANNOT_VALIDATE",
    "info",
    '{channel} targets "{target}", which cannot be checked: {why}',
)
def pointer_not_validated(scope: Scope) -> Iterator[Finding]:
    """Animation pointer cannot be checked.

    What: The pointer leads into `extras`, or into an extension whose properties Pantin does not know.
    Why: Whether the property exists, and which values it takes, is up to applications.
    Fix: None is needed if the applications that read the file know the property.
    Source: KHR_animation_pointer, "extras".
    """
    reasons = {"extras": "applications define their extras", "unknown": "its properties are not known"}
    for each in scope.fact(animated_pointers):
        if each.text and each.state in reasons:
            where, texts = pointer(*each.path, "pointer"), {"target": each.text, "why": reasons[each.state]}
            yield pointer_not_validated.at(where, channel=each.channel(scope), **texts)


@rule(
    "GLTF-KHR_ANIMATION_POINTER_MESH_WEIGHTS",
    "warning",
    '{channel} targets "{target}": the object model has weights of nodes only',
)
def pointer_mesh_weights(scope: Scope) -> Iterator[Finding]:
    """Animation pointer leads to weights of a mesh.

    What: A pointer should lead to the weights of a node. Those of meshes were part of the object model until
    January 2026.
    Why: Readers that follow the object model of today ignore the channel.
    Fix: Point to `/nodes/{}/weights` of each node that has the mesh.
    Source: glTF 2.0 Asset Object Model, "Core Pointers" (KhronosGroup/glTF c2e52b5).
    """
    for each in scope.fact(animated_pointers):
        if each.state == "animated" and each.text.startswith("/meshes/"):
            where = pointer(*each.path, "pointer")
            yield pointer_mesh_weights.at(where, channel=each.channel(scope), target=each.text)


@rule(
    "GLTF-KHR_ANIMATION_POINTER_DUPLICATE_TARGETS",
    "error",
    '{channel} targets "{target}", which channel {other} animates too',
)
def pointer_duplicate_targets(scope: Scope) -> Iterator[Finding]:
    """Two channels animate the same property, one of them by a pointer.

    What: A property must be animated by only one channel of an animation, whether by a pointer, by the node
    and path of the target, or by a pointer to one of its elements.
    Why: It is undefined which channel wins.
    Fix: Remove one of them, or move it to another animation.
    Source: KHR_animation_pointer, "Operation".
    """
    first: dict[tuple[int, str], int] = {}
    for i, animation in enumerate(scope.model.animations):
        for number, listed in enumerate((animation.channels or ()) if animation else ()):
            target = listed.target
            if target is not None and target.node is not None and target.path is not None:
                first.setdefault((i, pointer("nodes", target.node, target.path)), number)
    elements: dict[tuple[int, str], int] = {}
    for each in scope.fact(animated_pointers):
        if not each.text:
            continue
        own, whole = ((int(each.path[1]), text) for text in (each.text, each.text.rpartition("/")[0]))
        other = first.get(own, first.get(whole, elements.get(own)))
        if other is not None:
            where, channel = pointer(*each.path, "pointer"), each.channel(scope)
            yield pointer_duplicate_targets.at(where, channel=channel, target=own[1], other=other)
        first.setdefault(own, int(each.path[3]))
        if is_index(each.text.rpartition("/")[2]):
            elements.setdefault(whole, int(each.path[3]))


RULES = (
    target_node,
    target_path,
    pointer_undefined,
    pointer_fixed,
    pointer_output,
    pointer_mesh_weights,
    pointer_not_validated,
    pointer_duplicate_targets,
)

DATA_RULES = (pointer_value,)
