"""Surfaces: vertices with what moves them, and the triangles between them. A mesh is a list of surfaces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.rig.arrays import Indices, Reals, frozen
from pantin.rig.topology import Topology

Mode: TypeAlias = Literal[
    "points", "lines", "line_loop", "line_strip", "triangles", "triangle_strip", "triangle_fan"
]
"""How the list of indices is cut into points, lines or triangles (glTF 2.0 §3.7.2.1)."""


@dataclass(frozen=True, eq=False, slots=True)
class Influences:
    """Which joints move each vertex, in compressed rows and in the order of the file, any number per vertex.

    Vertex v has the entries offsets[v] … offsets[v + 1] − 1 of `joints` and `weights`. A joint is an index
    into the joint list of the skin. Weights are as stored: whoever reads a format that divides by their sum
    does so first.
    """

    offsets: Indices
    joints: Indices
    weights: Reals


@dataclass(frozen=True, eq=False, slots=True)
class Deltas:
    """Differences for one vertex attribute: for all vertices, or (with `indices`) for those listed alone.

    An index listed twice has both its differences added.
    """

    values: Reals
    indices: Indices | None = None


@dataclass(frozen=True, eq=False, slots=True)
class BlendTarget:
    """What one blend shape adds to a surface at amount 1. Attributes it leaves alone are None.

    `tangents` holds directions only: the sign of a tangent is not blended.
    """

    positions: Deltas | None = None
    normals: Deltas | None = None
    tangents: Deltas | None = None
    texcoords: tuple[Deltas | None, ...] = ()
    colours: tuple[Deltas | None, ...] = ()


@dataclass(frozen=True, eq=False)
class Surface:
    """V vertices in N dimensions, in the number type they are stored in.

    positions   (V, N)
    normals     (V, N)
    tangents    (V, N + 1): direction, then the sign of the bitangent
    texcoords   sets of (V, any)
    colours     sets of (V, 3) or (V, 4)
    indices     (M,) or None for 0 … V − 1; `mode` says how to cut them
    material    index into the rig's materials
    influences  what a skin needs; None for a surface that only follows its node
    targets     one per blend shape of the mesh
    extras      what the author attached to the surface, not interpreted
    topology    simplexes, edges and values bound to elements, where a format has them
    """

    positions: Reals
    normals: Reals | None = None
    tangents: Reals | None = None
    texcoords: tuple[Reals, ...] = ()
    colours: tuple[Reals, ...] = ()
    indices: Indices | None = None
    mode: Mode = "triangles"
    material: int | None = None
    influences: Influences | None = None
    targets: tuple[BlendTarget, ...] = ()
    extras: Mapping[str, object] | None = None
    topology: Topology | None = None

    @cached_property
    def triangles(self) -> NDArray[np.int64]:
        """The triangles as (T, 3) vertex indices, wound as the mode says; (0, 3) for points and lines.

        Strips and fans as in glTF 2.0 §3.7.2.1. A remainder that makes no whole triangle is left out.
        """
        count = len(self.positions)
        flat = np.arange(count) if self.indices is None else self.indices.astype(np.int64)
        whole = max(len(flat) - 2, 0)
        if self.mode == "triangles":
            corners = flat[: len(flat) // 3 * 3].reshape(-1, 3)
        elif self.mode == "triangle_strip":
            first = np.arange(whole)
            odd = first % 2
            corners = flat[np.stack([first, first + 1 + odd, first + 2 - odd], axis=1)]
        elif self.mode == "triangle_fan":
            first = np.arange(whole)
            corners = flat[np.stack([first + 1, first + 2, np.zeros_like(first)], axis=1)]
        else:
            corners = np.zeros((0, 3), np.int64)
        return frozen(corners)
