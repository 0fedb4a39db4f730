"""Numbers of G4MF cameras and lights shared by both directions of a conversion."""

from __future__ import annotations

from math import prod, sqrt

from pantin.maths import affine, exact
from pantin.rig import Doubles

DEFAULT_INTENSITY = 1000.0
"""The default of a light (G4MF light, intensity)."""

DEFAULT_FOV = 1.5707963267948966
LARGEST_FOV = 3.1415925
"""G4MF camera, fov: the largest below π in single precision."""

UNSCALED = 1e-9
"""A scale within this distance of 1 counts as 1: products of rotations deviate by about 1e-15."""


def scale_of(world: Doubles) -> float:
    """The factor by which a transform scales lengths: the N-th root of its volume; 1 if singular."""
    size = len(world)
    volume = abs(float(affine.determinant(world[:, :-1])))
    if volume == 0 or abs(volume - 1.0) <= UNSCALED:
        return 1.0
    # Roots that are the same on every machine: the C library's power is not.
    if size == 3:
        return exact.cbrt(volume)
    return sqrt(volume) if size == 2 else sqrt(sqrt(volume)) if size == 4 else volume ** (1.0 / size)


def intensity_factor(scale: float, dimension: int) -> float:
    """The factor by which the scale of a node increases the intensity of its light: 4 for twice the size in
    3D, 8 in 4D (G4MF light, intensity)."""
    return prod([scale] * (dimension - 1))
