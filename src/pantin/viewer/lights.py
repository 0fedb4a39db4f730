"""Studio lighting: a warm key light, a cool fill light, a rim light from behind, and the sky."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pantin.rig import Doubles
from pantin.viewer.camera import Camera

KEY = ((-0.55, 0.75, 0.75), (0.86, 0.82, 0.76))
FILL = ((0.85, 0.15, 0.55), (0.20, 0.23, 0.27))
RIM = ((0.35, 0.55, -0.85), (0.40, 0.42, 0.46))
"""Direction to the light in camera space, and its colour."""

SKY = (0.40, 0.42, 0.46)
GROUND = (0.20, 0.19, 0.18)
"""Light from straight above and from straight below."""

GLOSS = 0.14
"""Strength of the highlight of the key light."""

EDGE = 0.16
"""Strength of the reflection of the sky at grazing angles."""


@dataclass(frozen=True, eq=False, slots=True)
class Lights:
    """Lights in the space of a camera.

    directions   (3, 3) unit vectors towards each light
    colours      (3, 3)
    environment  (3, 3) the world's up vector, light from above, light from below
    gloss        (2,) strength of highlights, and of the sheen at grazing angles
    """

    directions: Doubles
    colours: Doubles
    environment: Doubles
    gloss: Doubles

    def reflect(self, base: Doubles, normal: Doubles, towards: Doubles) -> Doubles:
        """The light that surfaces (n, 3) of this base colour and normal reflect `towards` the camera."""
        up, sky, ground = self.environment
        high = 0.5 + 0.5 * _dot(normal, up)
        irradiance = ground + (sky - ground) * high[:, None]
        for direction, colour in zip(self.directions, self.colours, strict=True):
            irradiance = irradiance + colour * np.maximum(_dot(normal, direction), 0.0)[:, None]
        half = towards + self.directions[0]
        x, y, z = half.T
        half = half * (1.0 / np.sqrt(x * x + y * y + z * z + 1e-12))[:, None]
        x, y, z = (normal * half).T
        specular = np.maximum(x + y + z, 0.0)
        for _ in range(5):  # to the 32nd power, by squaring: a soft highlight
            specular = specular * specular
        x, y, z = (normal * towards).T
        fresnel = 1.0 - np.minimum(np.maximum(x + y + z, 0.0), 1.0)
        fresnel = fresnel * fresnel
        fresnel = fresnel * fresnel
        highlight = (self.gloss[0] * specular)[:, None] * self.colours[0]
        return np.asarray(base * irradiance + highlight + (self.gloss[1] * fresnel * high)[:, None] * sky)


def _dot(vectors: Doubles, fixed: Doubles) -> Doubles:
    result: Doubles = vectors[:, 0] * fixed[0] + vectors[:, 1] * fixed[1] + vectors[:, 2] * fixed[2]
    return result


def studio_lights(camera: Camera) -> Lights:
    """Lights that move with the camera; the sky stays above."""
    towards = np.array([KEY[0], FILL[0], RIM[0]])
    towards = towards / np.sqrt((towards * towards).sum(axis=1))[:, None]
    colours = np.array([KEY[1], FILL[1], RIM[1]])
    environment = np.array([camera.axes[:, 1], SKY, GROUND])
    return Lights(towards, colours, environment, np.array([GLOSS, EDGE]))
