"""Expressions of avatars: blend shapes of several meshes under one name, such as happy."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from pantin.formats.gltf.ext import every
from pantin.formats.gltf.ext.extension import Tree
from pantin.formats.gltf.ext.vrmc_spring_bone.model import as_index, number
from pantin.rig import Rig


@dataclass(frozen=True, slots=True)
class Bind:
    """A blend shape of a node, and its weight at full strength."""

    node: int
    shape: int
    amount: float


@dataclass(frozen=True, slots=True)
class Expression:
    name: str
    binds: tuple[Bind, ...]


def expressions(tree: Tree, rig: Rig) -> list[Expression]:
    """The expressions of all extensions that move a blend shape of the rig, in the order of the file."""
    functions = (extension.avatar.expressions for extension in every())
    lifted = [expression for make in functions if make is not None for expression in make(tree, rig)]
    return [expression for expression in lifted if expression.binds]


def shape_counts(rig: Rig) -> dict[int, int]:
    """The number of blend shapes of each node with a mesh."""
    return {instance.node: rig.meshes[instance.mesh].blend_shape_count for instance in rig.instances}


def make_bind(node: Any, given: dict[str, Any], full: float, shapes: dict[int, int]) -> Bind | None:
    """The bind, if its blend shape exists and its weight is a finite number; `full` is the weight of 1."""
    count = shapes.get(node, 0) if type(node) is int else 0
    shape, weight = as_index(given.get("index"), count), number(given.get("weight"))
    if shape is None or weight is None or not isfinite(weight):
        return None
    return Bind(node, shape, min(max(weight / full, 0.0), 1.0))
