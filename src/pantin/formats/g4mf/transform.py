"""Transforms of nodes: position, basis or rotor and scale as one affine transform, in any dimension."""

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
"""The largest deviation of R reverse(R) from 1: components of a rotor rounded to float16 or to four decimals
deviate by a few times 5e-5."""


def are_numbers(value: Any, *lengths: int) -> bool:
    """Whether a value is a list of finite numbers of one of these lengths."""
    return isinstance(value, list) and len(value) in lengths and all(map(_is_finite, value))


def _is_finite(value: Any) -> bool:
    return number(value) and math.isfinite(value)


def numbers(value: Any, *lengths: int) -> Doubles | None:
    """A list of finite numbers of one of these lengths; None for anything else."""
    return np.array(value, np.float64) if are_numbers(value, *lengths) else None


def rotor_of(value: Any, dimension: int) -> Doubles | None:
    """The components of a rotor: whole grades or not, at least the bivectors; None for anything else."""
    if not isinstance(value, list):
        return None
    if (
        not rotor.min_components(dimension)
        <= len(value)
        <= max(rotor.max_components(dimension), rotor.min_components(dimension))
    ):
        return None
    return numbers(value, len(value))


def local_transform(raw: dict[str, Any], dimension: int) -> Doubles:
    """(N, N + 1) rest transform of a node; an invalid member counts as absent, a rotor is normalised.

    `basis` holds columns one after another, and overrides rotor and scale.
    """
    transform = affine.identity(dimension)
    basis = numbers(raw.get("basis"), dimension * dimension)
    if basis is not None:
        transform[:, :-1] = basis.reshape(dimension, dimension).T
    else:
        components = rotor_of(raw.get("rotor"), dimension)
        if components is not None:
            transform[:, :-1] = rotor.to_matrix(rotor.normalize(components), dimension)
        scale = numbers(raw.get("scale"), 1, dimension)
        if scale is not None:
            transform[:, :-1] *= scale
    position = numbers(raw.get("position"), dimension)
    if position is not None:
        transform[:, -1] = position
    return transform


def rest_transforms(model: Model, hierarchy: Hierarchy) -> Doubles:
    """(n, N, N + 1) world transforms of all nodes at rest; a node on a cycle counts as a root."""
    dimension = model.dimension or 0
    local = np.zeros((len(model.nodes), dimension, dimension + 1))
    parents = np.full(len(model.nodes), -1, np.int64)
    for index, node in enumerate(model.nodes):
        local[index] = local_transform(node.raw, dimension)
        parent = hierarchy.parent_of(index)
        parents[index] = -1 if parent is None else parent
    return affine.world_transforms(parents, np.array(hierarchy.order, np.int64), local)
