"""Surfaces with fine grooves (KHR_materials_anisotropy), whose reflections are stretched: brushed metal.

The model is that of three.js (r187): GGX with a roughness for each direction (Burley 2012), and for light
from all sides a normal that is bent towards the camera (Filament, "Anisotropy").
"""

from __future__ import annotations

import numpy as np

from pantin.base.records import Record
from pantin.viewer.vectors import Floats, cross, dot, normalise

PI = np.float32(np.pi)


class Grooves(Record, eq=False):
    """Grooves of points.

    along     (3, n) unit vectors along which reflections are stretched
    across    (3, n) unit vectors perpendicular to them in the surface
    strength  (n,) from 0, where a surface has none, to 1
    """

    along: Floats
    across: Floats
    strength: Floats

    def highlight(
        self, normal: Floats, towards: Floats, light: Floats, roughness: Floats, plain: Floats
    ) -> Floats:
        """(n,) how strongly the surface reflects a lamp before its Fresnel term; `plain` without grooves."""
        alpha = roughness * roughness
        wide = alpha + (1 - alpha) * self.strength * self.strength
        half = normalise(towards + light)
        both = alpha * wide
        lobe = (
            alpha * dot(self.along, half),
            wide * dot(self.across, half),
            both * np.clip(dot(normal, half), 0, 1),
        )
        share = both / np.maximum(_square(lobe), np.float32(1e-30))
        lit, facing = (np.clip(dot(normal, direction), 0, 1) for direction in (light, towards))
        masking = lit * self._shadowing(wide, alpha, towards, facing)
        masking += facing * self._shadowing(wide, alpha, light, lit)
        strength = both * share * share / PI * np.float32(0.5) / np.maximum(masking, np.float32(1e-6))
        return np.where(self.strength > 0, strength, plain).astype(np.float32)

    def _shadowing(self, wide: Floats, alpha: Floats, direction: Floats, cosine: Floats) -> Floats:
        parts = wide * dot(self.along, direction), alpha * dot(self.across, direction), cosine
        return np.asarray(np.sqrt(_square(parts)))

    def bend(self, normal: Floats, towards: Floats, roughness: Floats) -> Floats:
        """(3, n) the normals that reflect light from all sides."""
        bent = normalise(cross(cross(self.across, towards), self.across))
        share = 1 - self.strength * (1 - roughness)
        share = share * share * share * share
        return np.where(self.strength > 0, normalise(bent + (normal - bent) * share), normal)


def _square(parts: tuple[Floats, Floats, Floats]) -> Floats:
    x, y, z = parts
    return np.asarray(x * x + y * y + z * z)
