"""Shapes of 2 to 8 dimensions: regular polytopes, products of them, and round bodies, with their elements."""

from pantin.shapes.balls import ball
from pantin.shapes.names import NAMES, by_name
from pantin.shapes.polytope import Polytope
from pantin.shapes.products import cubinder, duocylinder, duoprism, spherinder
from pantin.shapes.regular import (
    cell24,
    cell120,
    cell600,
    hypercube,
    orthoplex,
    simplex,
)

__all__ = [
    "NAMES",
    "Polytope",
    "ball",
    "by_name",
    "cell24",
    "cell120",
    "cell600",
    "cubinder",
    "duocylinder",
    "duoprism",
    "hypercube",
    "orthoplex",
    "simplex",
    "spherinder",
]
