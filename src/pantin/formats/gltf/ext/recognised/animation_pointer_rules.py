"""Rules about KHR_animation_pointer, beyond what its schema says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.ext.recognised.animation_pointer import AnimationPointer
from pantin.formats.gltf.model import Target, get
from pantin.formats.gltf.objects import Place
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer, tokens


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


RULES = (target_node, target_path, pointer_undefined)
