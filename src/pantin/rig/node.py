"""Nodes: one at a time for the builder (`Node`), and as flat arrays in a rig (`Nodes`)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rig.arrays import Doubles, Indices


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """One node for the builder: its parent and its rest transform.

    Either translation (N,), rotation (xyzw, 3D only) and scale (N,), each optional, or a general affine
    matrix (N, N + 1) acting as M @ (x, 1). Without any of them, the identity. `parent` −1 is a root.
    """

    name: str | None = None
    parent: int = -1
    translation: ArrayLike | None = None
    rotation: ArrayLike | None = None
    scale: ArrayLike | None = None
    matrix: ArrayLike | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Nodes:
    """All nodes of a rig, in the order of the file.

    names         as stored; they need not be unique
    parents       (n,) −1 for a root
    order         (n,) every node after its parent
    local         (n, N, N + 1) local rest transforms
    general       (n,) True where the file has a matrix instead of translation, rotation and scale
    translations  (n, N)
    rotations     (n, 4) xyzw as stored, in 3D; None in other dimensions
    scales        (n, N)

    For a general matrix the last three are those of the nearest transform without shear.
    """

    names: tuple[str | None, ...]
    parents: Indices
    order: Indices
    local: Doubles
    general: NDArray[np.bool_]
    translations: Doubles
    rotations: Doubles | None
    scales: Doubles

    def __len__(self) -> int:
        return len(self.names)
