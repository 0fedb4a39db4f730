"""Mass and shape of bones: G4MF has members for them, rigs and other formats have them in extras of nodes, as
`{"pantin": {"bone": {"mass": 2.0, "shape": {"size": [0.2, 1.0, 0.2]}}}}`. Lengths are a part of the rig."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

OWN = "pantin"
"""The member of extras with what Pantin keeps there."""

BONE = "bone"

OUTSIDE = ("heights", "mesh", "extensions")
"""Members of a shape that may refer to other parts of its document."""


def with_bone(extras: Mapping[str, Any] | None, members: Mapping[str, Any]) -> dict[str, Any] | None:
    """The extras of a node, with members of its bone."""
    own = dict(extras or {})
    if members:
        held = own.get(OWN)
        own[OWN] = {**(held if isinstance(held, Mapping) else {}), BONE: dict(members)}
    return own or None


def bone_of(extras: Any) -> dict[str, Any]:
    """The members of the bone that extras of a node have: a mass and a shape that are such, and no others."""
    held = extras.get(OWN) if isinstance(extras, Mapping) else None
    bone = held.get(BONE) if isinstance(held, Mapping) else None
    if not isinstance(bone, Mapping):
        return {}
    mass, shape = bone.get("mass"), bone.get("shape")
    members: dict[str, Any] = {}
    if isinstance(mass, int | float) and not isinstance(mass, bool) and 0 <= mass < float("inf"):
        members["mass"] = mass
    if isinstance(shape, Mapping) and is_whole(shape):
        members["shape"] = dict(shape)
    return members


def without_bone(extras: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The extras of a node without what `bone_of` finds there."""
    if not bone_of(extras):
        return None if extras is None else dict(extras)
    own = dict(extras or {})
    held = {key: value for key, value in own.pop(OWN).items() if key != BONE}
    return (own | {OWN: held} if held else own) or None


def is_whole(shape: Mapping[str, Any]) -> bool:
    """Whether a shape is described by its own members alone."""
    return not any(key in shape for key in OUTSIDE)


def describe_shape(shape: Mapping[str, Any]) -> str:
    """A shape in a few words: `general, 0.2 x 1 x 0.2`."""
    size = shape.get("size")
    numbers = size if isinstance(size, list | tuple) else ()
    sides = " x ".join(f"{side:g}" for side in numbers if isinstance(side, int | float))
    curves = "curved" if shape.get("curves") else ""
    return ", ".join(filter(None, [str(shape.get("type", "general")), curves, sides]))
