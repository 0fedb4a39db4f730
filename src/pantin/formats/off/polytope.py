"""A polytope as OFF has it, and its boundary as simplexes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pantin.maths import affine

Lists = list[list[int]]


class OffError(ValueError):
    """A text that is not OFF; the message says why, and `line` where, if it is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(message)


@dataclass(frozen=True, eq=False, slots=True)
class Polytope:
    """vertices (V, N); `elements[k]` are the elements of dimension k + 2: faces as loops of vertices, and
    then lists of elements one dimension below. The last ones are the facets, of dimension N − 1."""

    vertices: NDArray[np.float64]
    elements: tuple[Lists, ...]

    @property
    def dimension(self) -> int:
        return int(self.vertices.shape[1])

    def edges(self) -> NDArray[np.int64]:
        """(E, 2) sides of the faces, each once, in the order they come."""
        faces = self.elements[0] if self.elements else []
        if not self.elements and self.dimension == 2:
            return np.zeros((0, 2), np.int64)
        sides = (
            tuple(sorted((face[at - 1], face[at])))
            for face in faces
            for at in range(len(face))
            if len(face) > 1
        )
        return np.array(list(dict.fromkeys(sides)), np.int64).reshape(-1, 2)

    def simplexes(self) -> NDArray[np.int64]:
        """(S, N) simplexes of the boundary, wound outwards.

        Each element is cut into cones from its lowest vertex over the parts that do not have it (a pulling
        triangulation). Elements that share a part cut it alike, since its own lowest vertex decides, so that
        the pieces fit without cracks. It asks for convex cells, which those of polytopes in OFF libraries
        are as a rule. The winding of each piece is turned away from the middle of all vertices; for a
        polytope that is not star-shaped around it, the winding of facets may differ from each other.
        """
        if not self.elements:
            return np.zeros((0, max(self.dimension, 3)), np.int64)
        level = [_fan(face) for face in self.elements[0]]
        corners = [set(face) for face in self.elements[0]]
        for tier in self.elements[1:]:
            level, corners = _cones(tier, level, corners)
        pieces = [piece for element in level for piece in element]
        return self._outward(np.array(pieces, np.int64).reshape(-1, len(self.elements) + 2))

    def _outward(self, simplexes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Swap two corners where the generalised perpendicular points to the middle. In 2D all turn alike."""
        if simplexes.shape[1] != self.dimension:
            return simplexes
        first = self.vertices[simplexes[:, 0]]
        sides = self.vertices[simplexes[:, 1:]] - first[:, None]
        outward = first - self.vertices.mean(0)
        # The normal of a simplex is the n with det(v₁ − v₀, …, n) > 0.
        signs = affine.determinant(np.concatenate([sides, outward[:, None]], axis=1))
        turned = simplexes.copy()
        wrong = signs < 0
        turned[wrong, -2], turned[wrong, -1] = simplexes[wrong, -1], simplexes[wrong, -2]
        return turned


def _fan(face: list[int]) -> Lists:
    """Triangles of a convex face from its lowest vertex."""
    start = face.index(min(face))
    loop = face[start:] + face[:start]
    return [[loop[0], loop[at], loop[at + 1]] for at in range(1, len(loop) - 1)]


def _cones(tier: Lists, below: list[Lists], corners: list[set[int]]) -> tuple[list[Lists], list[set[int]]]:
    level, sets = [], []
    for parts in tier:
        whole = set().union(*(corners[part] for part in parts))
        apex = min(whole)
        level.append([[apex, *piece] for part in parts if apex not in corners[part] for piece in below[part]])
        sets.append(whole)
    return level, sets
