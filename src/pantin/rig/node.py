"""Nodes: loosely as they are given to the builder (`Node`), flat as a rig holds them (`Nodes`)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rig.arrays import Doubles, Indices


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """One node for the builder: where it hangs and how it rests.

    Either translation (N,), rotation (xyzw, 3D only) and scale (N,), each optional, or a general affine map
    `matrix` (N, N + 1) acting as M @ (x, 1). Nothing at all is the identity. `parent` −1 is a root.
    """

    name: str | None = None
    parent: int = -1
    translation: ArrayLike | None = None
    rotation: ArrayLike | None = None
    scale: ArrayLike | None = None
    matrix: ArrayLike | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Nodes:
    """All nodes of a rig, node i as in the file.

    names         as stored; they need not be unique
    parents       (n,) −1 for a root
    order         (n,) every node after its parent
    local         (n, N, N + 1) rest maps into the parent
    general       (n,) True where the file gives a map instead of translation, rotation and scale
    translations  (n, N)
    rotations     (n, 4) xyzw as stored, in 3D; None in other dimensions
    scales        (n, N)

    For a general node the last three are those of the nearest map without shear.
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
