"""Nodes: where they hang and how they rest."""

from __future__ import annotations

from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.model import Node as Given
from pantin.formats.g4mf.transform import are_numbers, local_transform, numbers, rotor_of
from pantin.maths import rotor
from pantin.rig import Node


def nodes(source: Source) -> list[Node]:
    """Node i is that of the file; one that is its own ancestor becomes a root."""
    made = []
    for at, node in enumerate(source.model.nodes):
        above = source.hierarchy.parent_of(at)
        if at in source.hierarchy.cyclic:
            source.skip(node.pointer, "the node is its own ancestor", "the parent")
        made.append(_node(node, -1 if above is None else above, source.dimension))
    return made


def _node(given: Given, parent: int, dimension: int) -> Node:
    """Position, rotor and scale stay apart where the rig has quaternions or nothing turns; else one map."""
    name = given.name or None
    raw = given.raw
    turned = None if "basis" in raw else rotor_of(raw.get("rotor"), dimension)
    if "basis" in raw or (turned is not None and dimension != 3):
        return Node(name, parent, matrix=local_transform(raw, dimension))
    scale = numbers(raw.get("scale"), 1, dimension)
    if scale is not None and len(scale) == 1:
        scale = scale.repeat(dimension)
    rotation = None if turned is None else rotor.to_quaternion(rotor.normalize(turned))
    position = raw.get("position", ())
    moved = list(map(float, position)) if are_numbers(position, dimension) else None
    return Node(name, parent, moved, rotation, scale)
