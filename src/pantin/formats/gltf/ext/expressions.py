"""Expressions of avatars: blend shapes of several meshes that a person means by one word, such as happy."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from pantin.formats.gltf.ext import every
from pantin.formats.gltf.ext.extension import Tree
from pantin.formats.gltf.ext.vrmc_spring_bone.claims import index, number
from pantin.rig import Rig


@dataclass(frozen=True, slots=True)
class Bind:
    """A blend shape of a node, and its amount at full strength."""

    node: int
    shape: int
    amount: float


@dataclass(frozen=True, slots=True)
class Expression:
    name: str
    binds: tuple[Bind, ...]


def expressions(tree: Tree, rig: Rig) -> list[Expression]:
    """The expressions of all extensions that move a blend shape of the rig, in the order of the file."""
    asked = (one.avatar.expressions for one in every())
    found = [expression for each in asked if each is not None for expression in each(tree, rig)]
    return [one for one in found if one.binds]


def shape_counts(rig: Rig) -> dict[int, int]:
    """How many blend shapes each node has that carries a mesh."""
    return {one.node: rig.meshes[one.mesh].blend_shape_count for one in rig.instances}


def bind(node: Any, given: dict[str, Any], full: float, shapes: dict[int, int]) -> Bind | None:
    """The bind where it speaks of a blend shape that is there, with a number that is one; `full` is the
    number that stands for 1.
    """
    count = shapes.get(node, 0) if type(node) is int else 0
    shape, weight = index(given.get("index"), count), number(given.get("weight"))
    if shape is None or weight is None or not isfinite(weight):
        return None
    return Bind(node, shape, min(max(weight / full, 0.0), 1.0))
