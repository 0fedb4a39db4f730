"""Shapes of 2 to 8 dimensions: regular polytopes, products of them, and round bodies, with their elements."""

from pantin.operations.shapes.balls import ball
from pantin.operations.shapes.names import NAMES, by_name
from pantin.operations.shapes.polytope import Polytope
from pantin.operations.shapes.products import cubinder, cylinder, duocylinder, duoprism, spherinder
from pantin.operations.shapes.regular import (
    cell24,
    cell120,
    cell600,
    dodecahedron,
    hypercube,
    icosahedron,
    orthoplex,
    simplex,
)
from pantin.operations.shapes.surfaces import klein_bottle, torus

__all__ = [
    "NAMES",
    "Polytope",
    "ball",
    "by_name",
    "cell24",
    "cell120",
    "cell600",
    "cubinder",
    "cylinder",
    "dodecahedron",
    "duocylinder",
    "duoprism",
    "hypercube",
    "icosahedron",
    "klein_bottle",
    "orthoplex",
    "simplex",
    "spherinder",
    "torus",
]


def __dir__() -> list[str]:
    return sorted(__all__)
