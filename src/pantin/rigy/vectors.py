"""Vectors of three Python floats. Sums run from the left and nothing is contracted: the bits are fixed."""

from __future__ import annotations

import math

from pantin.rigy.schema.document import Vec3


def dot(a: Vec3, b: Vec3) -> float:
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]


def cross(a: Vec3, b: Vec3) -> Vec3:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def length(a: Vec3) -> float:
    return math.sqrt(dot(a, a))


def plus(a: Vec3, b: Vec3) -> Vec3:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def minus(a: Vec3, b: Vec3) -> Vec3:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def times(a: Vec3, factor: float) -> Vec3:
    return a[0] * factor, a[1] * factor, a[2] * factor


def over(a: Vec3, divisor: float) -> Vec3:
    """Not the product with its inverse, which rounds twice."""
    return a[0] / divisor, a[1] / divisor, a[2] / divisor
