"""Write OFF with 17 digits, so that doubles survive."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pantin.base import files
from pantin.operations.shapes.polytope import Polytope


def write(polytope: Polytope, path: str | os.PathLike[str]) -> None:
    """Write a polytope as a file, atomically."""
    files.atomic_write(Path(path), (line.encode() for line in lines(polytope)))


def lines(polytope: Polytope) -> Iterator[str]:
    """The lines of the file. The header is `OFF` in 3D, else it starts with the dimension."""
    size = polytope.dimension
    yield "OFF\n" if size == 3 else f"{size}OFF\n"
    faces = polytope.elements[0] if polytope.elements else []
    counts = [len(polytope.vertices), len(faces)]
    if size > 2:
        counts.append(len(polytope.edges()))
        counts += [len(tier) for tier in polytope.elements[1:]]
    yield " ".join(map(str, counts)) + "\n"
    for vertex in polytope.vertices.tolist():
        yield " ".join(repr(coordinate) for coordinate in vertex) + "\n"
    for tier in polytope.elements:
        for row in tier:
            yield " ".join(map(str, [len(row), *row])) + "\n"
