"""Rules about KHR_animation_pointer, beyond what its schema says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from pantin.formats.gltf.codes import UNSIGNED_BYTE
from pantin.formats.gltf.ext.recognised.animation_pointer import AnimationPointer
from pantin.formats.gltf.extent import format_words
from pantin.formats.gltf.model import Property, Target, get
from pantin.formats.gltf.objects import Place
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.description import members
from pantin.report import Finding, rule
from pantin.report.pointer import pointer, tokens

MUTABLE = ("cameras", "extensions", "materials", "meshes", "nodes")
"""The members of the root that have properties which can be animated (glTF 2.0 Asset Object Model)."""

FIXED = ("matrix",)
"""Numbers among them that cannot be."""

ARRAYS = ("VEC2", "VEC3", "VEC4", "SCALAR")


def _pointers(scope: Scope) -> Iterator[tuple[Place, AnimationPointer, Target]]:
    """The objects of the extension with their paths, and the targets that have them."""
    for path, value in scope.extended.objects:
        if isinstance(value, AnimationPointer):
            animation = scope.model.animations[int(path[1])]
            assert animation is not None
            assert animation.channels is not None
            target = animation.channels[int(path[3])].target
            assert target is not None
            yield path, value, target


def _channel(scope: Scope, path: Place) -> str:
    return f"channel {path[3]} of {scope.named('animation', int(path[1]))}"


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
    for path, _, target in _pointers(scope):
        if get(scope.model.nodes, target.node) is not None:
            node = scope.named("node", target.node)
            yield target_node.at(pointer(*path), channel=_channel(scope, path), node=node)


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
    for path, _, target in _pointers(scope):
        # A word that extensions add to those of core glTF.
        stated: str | None = target.path
        if stated != "pointer":
            found = "missing" if stated is None else f'"{stated}"'
            yield target_path.at(pointer(*path), channel=_channel(scope, path), found=found)


@rule(
    "GLTF-KHR_ANIMATION_POINTER_UNDEFINED",
    "error",
    '{channel} targets "{target}", but the file has no "{missing}"',
)
def pointer_undefined(scope: Scope) -> Iterator[Finding]:
    """Animation pointer leads to nothing.

    What: The object of the property that a channel animates must exist. The property itself may be absent if
    it has a default value.
    Why: There is nothing to animate. Often the objects were renumbered after the animation was written.
    Fix: Correct the indices in the pointer, or remove the channel.
    Source: KHR_animation_pointer, "Operation".
    """
    for path, value, _ in _pointers(scope):
        missing = _missing(scope.tree, tokens(value.pointer or ""))
        if missing is not None:
            where, channel = pointer(*path, "pointer"), _channel(scope, path)
            yield pointer_undefined.at(where, channel=channel, target=value.pointer, missing=missing)


def _missing(tree: Any, path: tuple[str, ...]) -> str | None:
    """The pointer of the first object on the way to a property that is not there."""
    value = tree
    for depth, token in enumerate(path):
        here, is_last = pointer(*path[: depth + 1]), depth == len(path) - 1
        if isinstance(value, list):
            if not (token.isdecimal() and int(token) < len(value)):
                return here
            value = value[int(token)]
        elif isinstance(value, dict) and token in value:
            value = value[token]
        else:
            # A property may be left to its default, and with it its elements: weights, colours.
            return None if is_last or path[-1].isdecimal() else here
    return None


def _properties(scope: Scope) -> dict[tuple[str, ...], Property]:
    """The objects of the file by the tokens of their pointers."""
    return {tuple(map(str, path)): value for path, value in scope.objects}


def _property_type(scope: Scope, path: tuple[str, ...]) -> str | None:
    """The type of a property as accessors have it, "bool", or "fixed" for one that cannot be animated; None
    where it is not known: in extras, and in extensions without a schema.
    """
    objects = scope.fact(_properties)
    if not path:
        return None
    if path[:-1] not in objects:
        is_element = path[-1].isdecimal() and path[:-2] in objects
        whole = _property_type(scope, path[:-1]) if is_element else None
        return "SCALAR" if whole in ARRAYS else whole
    holder = objects[path[:-1]]
    known = {member.name: member.type for member in members(type(holder))}
    found = known.get(path[-1])
    if path[0] not in MUTABLE or path[-1] in FIXED:
        return "fixed" if found is not None else None
    match found:
        case inspect.FloatType():
            return "SCALAR"
        case inspect.VarTupleType():
            return _array_type(found)
        case inspect.BoolType():
            return "bool" if holder.animated_flags else "fixed"
    return "fixed" if found is not None else None


def _array_type(found: inspect.VarTupleType) -> str:
    item = found.item_type.type if isinstance(found.item_type, inspect.Metadata) else found.item_type
    if not isinstance(item, inspect.FloatType):
        return "fixed"
    return {2: "VEC2", 3: "VEC3", 4: "VEC4"}.get(found.max_length or 0, "SCALAR")


@rule("GLTF-KHR_ANIMATION_POINTER_FIXED", "error", '{channel} targets "{target}", which cannot be animated')
def pointer_fixed(scope: Scope) -> Iterator[Finding]:
    """Animation pointer leads to a property that cannot be animated.

    What: Only properties that the glTF object model lists as mutable can be animated: numbers and colours of
    materials, lights and cameras, transforms and weights, and the visibility of nodes.
    Why: Readers ignore the channel, or fail.
    Fix: Correct the pointer, or remove the channel.
    Source: KHR_animation_pointer, "Operation"; glTF 2.0 Asset Object Model.
    """
    for path, value, _ in _pointers(scope):
        if _property_type(scope, tokens(value.pointer or "")) == "fixed":
            where, channel = pointer(*path, "pointer"), _channel(scope, path)
            yield pointer_fixed.at(where, channel=channel, target=value.pointer)


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
    for path, value, _ in _pointers(scope):
        animation = scope.model.animations[int(path[1])]
        assert animation is not None
        channel = (animation.channels or ())[int(path[3])]
        sampler = get(animation.samplers or (), channel.sampler)
        output = get(scope.model.accessors, sampler.output) if sampler is not None else None
        kind = _property_type(scope, tokens(value.pointer or ""))
        if sampler is None or output is None or output.type is None or kind in (None, "fixed"):
            continue
        is_bool = kind == "bool"
        fits = output.type == ("SCALAR" if is_bool else kind)
        if is_bool and (output.component_type != UNSIGNED_BYTE or sampler.interpolation != "STEP"):
            fits = False
        if not fits:
            form = output.type, output.component_type, bool(output.normalized)
            texts = {"target": value.pointer, "found": format_words(form)}
            texts["expected"] = "SCALAR of UNSIGNED_BYTE with interpolation STEP" if is_bool else kind
            yield pointer_output.at(pointer(*path), channel=_channel(scope, path), **texts)


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
        for number, channel in enumerate((animation.channels or ()) if animation else ()):
            target = channel.target
            if target is not None and target.node is not None and target.path is not None:
                first.setdefault((i, pointer("nodes", target.node, target.path)), number)
    for path, value, _ in _pointers(scope):
        if value.pointer is None:
            continue
        own, whole = ((int(path[1]), text) for text in (value.pointer, value.pointer.rpartition("/")[0]))
        other = first.get(own, first.get(whole))
        if other is not None:
            where, channel_name = pointer(*path, "pointer"), _channel(scope, path)
            yield pointer_duplicate_targets.at(where, channel=channel_name, target=own[1], other=other)
        first.setdefault(own, int(path[3]))


RULES = (
    target_node,
    target_path,
    pointer_undefined,
    pointer_fixed,
    pointer_output,
    pointer_duplicate_targets,
)
