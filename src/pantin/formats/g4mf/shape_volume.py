"""The N-volume of shapes: boxes with rounded parts, and meshes."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.base.errors import PantinError
from pantin.formats.g4mf.accessor import AccessorFault, view
from pantin.formats.g4mf.geometry import integers
from pantin.formats.g4mf.model import objects, read_model
from pantin.formats.g4mf.transform import numbers
from pantin.maths import affine

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document


def shape_volume(document: Document, shape: int) -> float | None:
    """The N-volume of a shape; None where it has none that is known (planes, rays, tapers, height maps)."""
    dimension = document.tree["asset"]["dimension"]
    raw = objects(document.tree, "shapes")[shape]
    if not isinstance(raw, dict):
        return None
    kind = raw.get("type", "general")
    if kind == "general":
        return general_volume(raw, dimension)
    return _mesh_volume(document, raw.get("mesh"), dimension) if kind in ("convex", "concave") else None


def ball_volume(dimension: int, exponent: float = 2.0) -> float:
    """The volume of |x₁|^p + … + |x_m|^p ≤ 1 (Dirichlet): (2 Γ(1 + 1/p))^m / Γ(1 + m/p)."""
    return (2 * math.gamma(1 + 1 / exponent)) ** dimension / math.gamma(1 + dimension / exponent)


def general_volume(raw: dict[str, Any], dimension: int) -> float | None:
    """The volume of a box `size` grown by curves, each along the axes where its radii are not 0.

    The sum of a box and a body that is symmetric in every axis has the volume Σ over sets S of axes of the
    box's sides along S times the body's section along the other axes (Steiner's formula for boxes). Curves
    that share an axis, and tapers, are not known.
    """
    size = numbers(raw.get("size", [0.0] * dimension), dimension)
    if size is None:
        return None
    curves: list[tuple[tuple[int, ...], Any, float]] = []
    taken: set[int] = set()
    for curve in objects(raw, "curves"):
        radii = numbers(curve.get("radii"), dimension) if isinstance(curve, dict) else None
        exponent = curve.get("exponent", 2.0) if isinstance(curve, dict) else 0
        if radii is None or curve.get("taper") or not isinstance(exponent, int | float) or exponent <= 0:
            return None
        axes = tuple(np.flatnonzero(radii).tolist())
        if taken & set(axes):
            return None
        taken |= set(axes)
        curves.append((axes, radii, float(exponent)))
    total = math.prod(float(size[axis]) for axis in range(dimension) if axis not in taken)
    for axes, radii, exponent in curves:
        part = 0.0
        for count in range(len(axes) + 1):
            for straight in combinations(axes, count):
                round_axes = [axis for axis in axes if axis not in straight]
                sides = math.prod(float(size[axis]) for axis in straight)
                reach = math.prod(float(radii[axis]) for axis in round_axes)
                part += sides * reach * ball_volume(len(round_axes), exponent)
        total *= part
    return total


def _mesh_volume(document: Document, mesh: Any, dimension: int) -> float | None:
    """|Σ det(v₁ … v_N)| / N! over the simplexes of a closed mesh."""
    meshes = read_model(document.tree).meshes
    if not isinstance(mesh, int) or not 0 <= mesh < len(meshes):
        return None
    try:
        vertices = view(document, meshes[mesh].vertices).astype(np.float64)
        total = 0.0
        for surface in meshes[mesh].surfaces:
            simplexes = integers(document, surface.simplexes)
            if simplexes is None or simplexes.shape[1] != dimension or vertices.shape[1] != dimension:
                return None
            if simplexes.size and not 0 <= simplexes.min() <= simplexes.max() < len(vertices):
                return None
            total += float(affine.determinant(vertices[simplexes]).sum())
    except (AccessorFault, PantinError):
        return None
    return abs(total) / math.factorial(dimension)
