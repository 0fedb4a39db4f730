"""Transforms of nodes: position, basis or rotor and scale as one affine map, in any dimension."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.hierarchy import Hierarchy
from pantin.formats.g4mf.model import Model, number
from pantin.maths import affine, rotor

Doubles = NDArray[np.float64]

UNIT_ROTOR = 1e-4
"""How far R reverse(R) may be from 1: components of a rotor rounded to float16 or to four decimals give it
off by a few times 5e-5."""


def are_numbers(value: Any, *lengths: int) -> bool:
    """Whether a value is a list of finite numbers of one of these lengths."""
    return isinstance(value, list) and len(value) in lengths and all(map(_is_finite, value))


def _is_finite(value: Any) -> bool:
    return number(value) and math.isfinite(value)


def numbers(value: Any, *lengths: int) -> Doubles | None:
    """A list of finite numbers of one of these lengths; None for anything else."""
    return np.array(value, np.float64) if are_numbers(value, *lengths) else None


def rotor_of(value: Any, dimension: int) -> Doubles | None:
    """The components of a rotor: whole grades or not, at least the bivectors; None for what is none."""
    if not isinstance(value, list):
        return None
    if (
        not rotor.shortest(dimension)
        <= len(value)
        <= max(rotor.longest(dimension), rotor.shortest(dimension))
    ):
        return None
    return numbers(value, len(value))


def local_map(raw: dict[str, Any], dimension: int) -> Doubles:
    """(N, N + 1) rest map of a node; a member that is broken counts as absent, a rotor is made unit.

    `basis` holds columns one after another, and stands before rotor and scale.
    """
    made = affine.identity(dimension)
    basis = numbers(raw.get("basis"), dimension * dimension)
    if basis is not None:
        made[:, :-1] = basis.reshape(dimension, dimension).T
    else:
        turned = rotor_of(raw.get("rotor"), dimension)
        if turned is not None:
            made[:, :-1] = rotor.to_matrix(rotor.normalize(turned), dimension)
        scale = numbers(raw.get("scale"), 1, dimension)
        if scale is not None:
            made[:, :-1] *= scale
    position = numbers(raw.get("position"), dimension)
    if position is not None:
        made[:, -1] = position
    return made


def rest_maps(model: Model, hierarchy: Hierarchy) -> Doubles:
    """(n, N, N + 1) rest maps of all nodes into the world; a node on a cycle counts as a root."""
    dimension = model.dimension or 0
    local = np.zeros((len(model.nodes), dimension, dimension + 1))
    parents = np.full(len(model.nodes), -1, np.int64)
    for at, node in enumerate(model.nodes):
        local[at] = local_map(node.raw, dimension)
        above = hierarchy.above(at)
        parents[at] = -1 if above is None else above
    return affine.world_transforms(parents, np.array(hierarchy.order, np.int64), local)
