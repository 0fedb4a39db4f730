"""Rules about KHR_character and its family. Messages name the commit of the draft."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.ext.khr_character import hint_rules
from pantin.formats.gltf.ext.khr_character.lift import target_pointer
from pantin.formats.gltf.ext.khr_character.meta import REQUIRED, asset_packet
from pantin.formats.gltf.ext.vrm_rules import bad_members, missing_members
from pantin.formats.gltf.extension_names import (
    KHR_CHARACTER,
    KHR_CHARACTER_TEXT,
    KHR_EXPRESSION,
    KHR_EXPRESSION_JOINT,
    KHR_EXPRESSION_MAPPING,
    KHR_EXPRESSION_MASK,
    KHR_EXPRESSION_MORPH,
    KHR_EXPRESSION_TEXTURE,
)
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.node import skin_joints
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer

DRAFT = f" (KHR_character draft {KHR_CHARACTER_TEXT})"

KINDS = {
    KHR_EXPRESSION_JOINT: ("/nodes/", ("translation", "rotation", "scale"), "a transform of a node"),
    KHR_EXPRESSION_MORPH: ("/nodes/", ("weights",), "weights of morph targets"),
    KHR_EXPRESSION_TEXTURE: ("/materials/", (), "a texture of a material"),
}
"""By kind of expression, the allowed channel targets: start of the pointer, property, and description."""


@rule("KHR-CHAR-001", "error", '{owner} has no "{member}"' + DRAFT)
def missing_member(scope: Scope) -> Iterator[Finding]:
    """Object of KHR_character lacks a required member.

    What: `KHR_character` must have `rootNode`, an expression `expression` and `animation`, a mask `target`,
    a hint `role`, and each mapping its table.
    Why: Readers refuse the file, or skip the part.
    Fix: Add the member.
    Source: the schemas of KHR_character and its family, required.
    """
    yield from missing_members(scope, missing_member)


@rule("KHR-CHAR-002", "error", '"{member}" is {value}, expected {expected}' + DRAFT)
def bad_member(scope: Scope) -> Iterator[Finding]:
    """Member of KHR_character has a wrong value.

    What: The members of `KHR_character` and its family must have the types, lengths and ranges of the schema,
    and their indices must exist.
    Why: Readers refuse the file, or skip the part.
    Fix: Write a value that is expected.
    Source: the schemas of KHR_character and its family.
    """
    yield from bad_members(scope, bad_member)


def _expressions(scope: Scope) -> list[tuple[JsonPath, Any]]:
    """The named expressions with their paths."""
    return [
        ((*path, "expressions", number), item)
        for path, value in scope.extended.objects_of(KHR_EXPRESSION)
        for number, item in enumerate(value.expressions or ())
        if item is not None and item.expression is not None
    ]


@rule(
    "KHR-CHAR-003",
    "error",
    "channel {channel} of expression {name!r} {why}" + DRAFT,
)
def bad_channel(scope: Scope) -> Iterator[Finding]:
    """Expression lists a channel of another kind.

    What: The channels of an expression must be different channels of its animation: those of joints animate
    transforms of nodes, those of morph targets weights, and those of textures materials.
    Why: Readers that treat each kind differently take the wrong channels.
    Fix: List the channels of the right kind.
    Source: KHR_character_expression_joint, _morphtarget and _texture, "Properties".
    """
    items = dict(_expressions(scope))
    for name, (start, properties, words) in KINDS.items():
        for path, value in scope.extended.objects_of(name):
            item = items.get(path[:-2])
            animation = get(scope.model.animations, item.animation) if item is not None else None
            if item is None or animation is None:
                continue
            listed = value.channels or ()
            for number, index in enumerate(listed):
                channel = get(animation.channels or (), index)
                target = target_pointer(channel) if channel is not None else ""
                why = ""
                if index is not None and channel is None:
                    why = f"does not exist: its animation has {len(animation.channels or ())}"
                elif index in listed[:number]:
                    why = "is listed twice"
                elif target and not _is_kind(target, start, properties):
                    why = f'animates "{target}", expected {words}'
                if why:
                    where = pointer(*path, "channels", number)
                    yield bad_channel.at(where, channel=index, name=item.expression, why=why)


def _is_kind(target: str, start: str, properties: tuple[str, ...]) -> bool:
    parts = target.split("/")
    return target.startswith(start) and (not properties or (len(parts) > 3 and parts[3] in properties))


@rule("KHR-CHAR-004", "warning", "the file has two expressions called {name!r}" + DRAFT)
def duplicate_expression(scope: Scope) -> Iterator[Finding]:
    """Two expressions have the same name.

    What: The names of expressions should be different.
    Why: Masks, mappings and applications refer to expressions by name.
    Fix: Rename one of them, or join their animations.
    Source: KHR_character_expression, "Properties".
    """
    seen: set[str] = set()
    for path, item in _expressions(scope):
        if item.expression in seen:
            yield duplicate_expression.at(pointer(*path, "expression"), name=item.expression)
        seen.add(item.expression)


@rule("KHR-CHAR-005", "warning", "the file has no expression {name!r}, which {owner} names" + DRAFT)
def unknown_expression(scope: Scope) -> Iterator[Finding]:
    """Mask or mapping names an expression that the file does not have.

    What: The target of a mask and the source of a mapping should be names of expressions of the file.
    Why: The mask or the mapping has no effect.
    Fix: Correct the name, or add the expression.
    Source: KHR_character_expression_mask, "Mask Object"; KHR_character_expression_mapping, "Implementation
    Notes".
    """
    names = {item.expression for _, item in _expressions(scope)}
    for path, value in scope.extended.objects_of(KHR_EXPRESSION_MASK):
        for number, mask in enumerate(value.masks or ()):
            if mask is not None and mask.target is not None and mask.target not in names:
                where = pointer(*path, "masks", number, "target")
                yield unknown_expression.at(where, name=mask.target, owner=f"mask {number}")
    for path, value in scope.extended.objects_of(KHR_EXPRESSION_MAPPING):
        for group, targets in (value.expression_set_mappings or {}).items():
            for target, sources in (targets or {}).items():
                for number, source in enumerate(sources or ()):
                    if source is not None and source.source is not None and source.source not in names:
                        member_path = (*path, "expressionSetMappings", group, target, number, "source")
                        owner = f'"{target}" of "{group}"'
                        yield unknown_expression.at(pointer(*member_path), name=source.source, owner=owner)


@rule("KHR-CHAR-006", "warning", "{node} is not below the root of the character, {root}" + DRAFT)
def outside_root(scope: Scope) -> Iterator[Finding]:
    """Part of a character is not below its root.

    What: `rootNode` should be a common ancestor of all nodes with meshes and of all joints.
    Why: Applications that move, hide or copy the character by its root leave the part behind.
    Fix: Make the node a child of the root, or name a node above both.
    Source: KHR_character, "Properties".
    """
    for path, value in scope.extended.objects_of(KHR_CHARACTER):
        if get(scope.model.nodes, value.root_node) is None:
            continue
        below, joints = _nodes_below(scope, value.root_node), skin_joints(scope)
        for number, node in enumerate(scope.model.nodes):
            if node is not None and number not in below and (node.mesh is not None or number in joints):
                texts = {"node": scope.named("node", number), "root": scope.named("node", value.root_node)}
                yield outside_root.at(pointer(*path, "rootNode"), **texts)
                break


def _nodes_below(scope: Scope, root: int) -> set[int]:
    """A node and its descendants."""
    below: set[int] = set()
    waiting = [root]
    while waiting:
        at = waiting.pop()
        node = get(scope.model.nodes, at)
        if at not in below and node is not None:
            below.add(at)
            waiting += [child for child in node.children or () if child is not None]
    return below


def nodes_of_characters(scope: Scope) -> set[int]:
    """The nodes below the root of a character; the draft requires all its meshes there."""
    roots = [value.root_node for _, value in scope.extended.objects_of(KHR_CHARACTER)]
    return set().union(*(_nodes_below(scope, root) for root in roots if root is not None))


@rule("KHR-CHAR-007", "warning", "the metadata of the character has no {member}" + DRAFT)
def missing_metadata(scope: Scope) -> Iterator[Finding]:
    """Character lacks metadata.

    What: The packet of KHR_xmp_json_ld that `asset` refers to should have `dc:title`, `dc:creator` and
    `dc:source`.
    Why: Applications cannot tell whose character it is, and what may be done with it.
    Fix: Add the properties.
    Source: KHR_character, "Metadata Attachment: KHR_xmp_json_ld".
    """
    for path, _ in scope.extended.objects_of(KHR_CHARACTER):
        packet = asset_packet(scope.tree) or {}
        missing = [name for name in REQUIRED if name not in packet]
        if missing:
            yield missing_metadata.at(pointer(*path), member=", ".join(missing))


@rule(
    "KHR-CHAR-012",
    "warning",
    "expression {name!r} has keys from {first:g} to {last:g}, expected 0 to 1" + DRAFT,
)
def keys_of_an_expression(scope: Scope) -> Iterator[Finding]:
    """Keys of an expression are outside of 0 to 1.

    What: The keys of the animation of an expression should be between 0, where it is inactive, and 1, where
    it is fully active.
    Why: Readers take the time as how active the expression is: keys after 1 are never reached.
    Fix: Scale the times of the keys.
    Source: KHR_character_expression, "Animation Integration".
    """
    for path, item in _expressions(scope):
        animation = get(scope.model.animations, item.animation)
        for sampler in animation.samplers or () if animation is not None else ():
            keys = get(scope.model.accessors, sampler.input) if sampler is not None else None
            if keys is None or not keys.min or not keys.max:
                continue
            first, last = keys.min[0], keys.max[0]
            if first < 0 or last > 1:
                where = pointer(*path, "animation")
                yield keys_of_an_expression.at(where, name=item.expression, first=first, last=last)
                break


RULES = (
    missing_member,
    bad_member,
    bad_channel,
    duplicate_expression,
    unknown_expression,
    outside_root,
    missing_metadata,
    keys_of_an_expression,
    *hint_rules.RULES,
)
