"""Polytopes written down by hand: the tesseract."""

from __future__ import annotations

import itertools


def tesseract() -> tuple[list[list[float]], list[list[int]], list[list[int]]]:
    """16 vertices at ±1, 24 square faces as loops, 8 cubes as lists of faces."""
    vertices = [list(map(float, one)) for one in itertools.product((-1, 1), repeat=4)]
    faces, cells = [], []
    for across in itertools.combinations(range(4), 2):
        rest = [axis for axis in range(4) if axis not in across]
        for signs in itertools.product((-1.0, 1.0), repeat=2):
            loop = []
            for a, b in ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)):
                point = [0.0] * 4
                point[across[0]], point[across[1]] = a, b
                point[rest[0]], point[rest[1]] = signs
                loop.append(vertices.index(point))
            faces.append(loop)
    for axis in range(4):
        for sign in (-1.0, 1.0):
            inside = {index for index, vertex in enumerate(vertices) if vertex[axis] == sign}
            cells.append([index for index, face in enumerate(faces) if set(face) <= inside])
    return vertices, faces, cells
