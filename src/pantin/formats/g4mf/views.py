"""Numbers of G4MF cameras and lights that both directions of a conversion need."""

from __future__ import annotations

from math import prod, sqrt

from pantin.maths import affine, exact
from pantin.rig import Doubles

DEFAULT_INTENSITY = 1000.0
"""G4MF light, intensity: of a light that does not state one."""

DEFAULT_FOV = 1.5707963267948966
LARGEST_FOV = 3.1415925
"""G4MF camera, fov: the largest below π in single precision."""

UNSCALED = 1e-9
"""A transform does not scale when it scales by 1 within this: products of rotations are off by some 1e-15."""


def scale_of(world: Doubles) -> float:
    """By how much a transform scales lengths: the N-th root of its volume; 1 where it is singular."""
    size = len(world)
    volume = abs(float(affine.determinant(world[:, :-1])))
    if volume == 0 or abs(volume - 1.0) <= UNSCALED:
        return 1.0
    # Roots that are the same on every machine: the C library's power is not.
    if size == 3:
        return exact.cbrt(volume)
    return sqrt(volume) if size == 2 else sqrt(sqrt(volume)) if size == 4 else volume ** (1.0 / size)


def intensity_factor(scale: float, dimension: int) -> float:
    """By how much the intensity of a light grows on a node that scales: 4 for twice the size in 3D, 8 in 4D
    (G4MF light, intensity)."""
    return prod([scale] * (dimension - 1))
