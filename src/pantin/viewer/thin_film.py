"""Thin films on surfaces (KHR_materials_iridescence): the colours of light that interferes with itself.

The model is that of Belcour and Barla 2017, "A Practical Extension to Microfacet Theory for the Modeling of
Varying Iridescence", with Schlick's Fresnel term at both boundaries, as three.js (r187) evaluates it.
"""

from __future__ import annotations

import numpy as np

from pantin.base.records import Record
from pantin.rig import Doubles
from pantin.viewer.vectors import Floats

XYZ_TO_RGB = np.array(
    [
        [3.2404542, -1.5371385, -0.4985314],
        [-0.9692660, 1.8760108, 0.0415560],
        [0.0556434, -0.2040259, 1.0572252],
    ]
)
"""To linear sRGB."""

HEIGHTS = np.array([5.4856e-13, 4.4201e-13, 5.2481e-13, 9.7470e-14])
CENTRES = np.array([1.6810e06, 1.7953e06, 2.2084e06, 2.2399e06])
WIDTHS = np.array([4.3278e09, 9.3046e09, 6.6121e09, 4.5282e09])
"""Gaussians that fit the sensitivity of the eye to X, Y, Z, and to X again, in Fourier space (its §4)."""

WHOLE = 1.0685e-7
"""The area below the sensitivity to Y."""

BOUNCES = 2
"""Terms of the series of reflections between the boundaries of a film."""

THINNEST = 0.03
"""Below this thickness, in nanometres, a film fades into the air above it."""


class Film(Record, eq=False):
    """The film on points.

    factor        (n,) how much of it there is
    plain, metal  (3, n) the part of light that it mirrors to the camera, above a surface that is not metal
                  and above one that is
    """

    factor: Floats
    plain: Floats
    metal: Floats

    def cover(self, reflected: Floats, metallic: Floats) -> Floats:
        """The reflection of a lamp under the film."""
        film = self.plain + (self.metal - self.plain) * metallic
        return np.asarray(reflected + (film - reflected) * self.factor, np.float32)

    def head_on(self, plain: Floats, metal: Floats, facing: Floats) -> tuple[Floats, Floats]:
        """What is reflected head-on, not of metal and of metal: the values with which Schlick's Fresnel term
        gives that of the film at the angle of the camera."""
        grazing = 1 - facing
        edge = np.clip(grazing * grazing * grazing * grazing * grazing, 0, np.float32(0.9999))
        plain_film, metal_film = ((film - edge) / (1 - edge) for film in (self.plain, self.metal))
        return plain + (plain_film - plain) * self.factor, metal + (metal_film - metal) * self.factor


def reflect_film(below: Floats, facing: Floats, ior: Floats, thickness: Floats) -> Floats:
    """(3, n) the part of light that a film mirrors.

    below      (3, n) what the surface below it reflects head-on in air
    facing     (n,) the cosine of the angle of incidence
    ior        (n,) index of refraction of the film
    thickness  (n,) nanometres
    """
    cosine, thick = facing.astype(np.float64), thickness.astype(np.float64)
    share = np.clip(thick / THINNEST, 0, 1)
    index = 1 + (ior - 1.0) * share * share * (3 - 2 * share)
    inner = 1 - (1 - cosine * cosine) / (index * index)
    inside = np.sqrt(np.maximum(inner, 0))
    first = _fresnel(((index - 1) / (index + 1)) ** 2, cosine)
    root = np.sqrt(np.clip(below.astype(np.float64), 0, 0.9999))
    base = (1 + root) / (1 - root)
    second = _fresnel(((base - index) / (base + index)) ** 2, inside)
    # A wave that is reflected by a denser medium is shifted by half its length.
    shift = np.where(index < 1, 0.0, np.pi) + np.where(base < index, np.pi, 0.0)
    both = np.clip(first * second, 1e-5, 0.9999)
    through = 1 - first
    alone = through * through * second / (1 - both)
    total = first + alone
    amplitude = alone - through
    path = 2 * index * thick * inside
    for bounce in range(1, BOUNCES + 1):
        amplitude = amplitude * np.sqrt(both)
        total = total + amplitude * 2 * _sensitivity(bounce * path, bounce * shift)
    # Colours out of the gamut are clamped; beyond the critical angle everything is reflected.
    return np.where(inner < 0, 1.0, np.maximum(total, 0)).astype(np.float32)


def _fresnel(head_on: Doubles, cosine: Doubles) -> Doubles:
    grazing = 1 - cosine
    square = grazing * grazing
    return np.asarray(head_on + (1 - head_on) * square * square * grazing)


def _sensitivity(path: Doubles, shift: Doubles) -> Doubles:
    """(3, n) the colour of the waves that differ by a path in nanometres and by shifts (3, n) of phase."""
    phase = 2 * np.pi * path * 1e-9
    shifts = np.concatenate([shift, shift[:1]])
    waves = np.cos(CENTRES[:, None] * phase + shifts) * np.exp(-WIDTHS[:, None] * phase * phase)
    x, y, z, more = (HEIGHTS * np.sqrt(2 * np.pi * WIDTHS))[:, None] * waves / WHOLE
    xyz = np.stack([x + more, y, z])
    return np.stack([row[0] * xyz[0] + row[1] * xyz[1] + row[2] * xyz[2] for row in XYZ_TO_RGB])
