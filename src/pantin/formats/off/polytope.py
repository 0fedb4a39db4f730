"""A polytope as OFF has it, and its boundary as simplexes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pantin.rig.triangulation import Lists, orient_outward, triangulate_cells


class OffError(ValueError):
    """A file that is not valid OFF; the message says why, and `line` where, if it is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(message)


@dataclass(frozen=True, eq=False, slots=True)
class Polytope:
    """vertices (V, N); `elements[k]` are the elements of dimension k + 2: faces as loops of vertices, and
    then lists of elements one dimension below. The last ones are the facets, of dimension N − 1.
    `coloured` of them have a colour in the file."""

    vertices: NDArray[np.float64]
    elements: tuple[Lists, ...]
    coloured: int = 0

    @property
    def dimension(self) -> int:
        return int(self.vertices.shape[1])

    def edges(self) -> NDArray[np.int64]:
        """(E, 2) sides of the faces, each once, in the order of the faces."""
        faces = self.elements[0] if self.elements else []
        if not self.elements and self.dimension == 2:
            return np.zeros((0, 2), np.int64)
        sides = (
            tuple(sorted((face[corner - 1], face[corner])))
            for face in faces
            for corner in range(len(face))
            if len(face) > 1
        )
        return np.array(list(dict.fromkeys(sides)), np.int64).reshape(-1, 2)

    def simplexes(self) -> NDArray[np.int64]:
        """(S, N) simplexes of the boundary, wound outwards: the cells cut by `rig.triangulation`."""
        if not self.elements:
            return np.zeros((0, max(self.dimension, 3)), np.int64)
        return orient_outward(self.vertices, triangulate_cells(self.elements))
