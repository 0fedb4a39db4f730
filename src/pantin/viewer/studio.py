"""The studio around a model: the light that comes from each direction. The page and `render` share it.

It is a formula, not an image: a sky that fades from the zenith over the horizon to the ground, soft panels
of light, and three lamps that move with the camera. `viewer/src/studio.ts` evaluates the same formula.
"""

from __future__ import annotations

from typing import Any

STUDIO: dict[str, Any] = {
    "zenith": [0.46, 0.475, 0.50],
    "horizon": [0.34, 0.35, 0.37],
    "ground": [0.16, 0.15, 0.14],
    "panels": [
        {"direction": [-0.62, 0.70, 0.62], "inner": 16.0, "outer": 38.0, "colour": [2.9, 2.8, 2.65]},
        {"direction": [0.92, 0.30, 0.35], "inner": 12.0, "outer": 40.0, "colour": [0.75, 0.83, 0.95]},
        {"direction": [0.25, 0.55, -0.90], "inner": 14.0, "outer": 34.0, "colour": [1.8, 1.8, 1.85]},
    ],
    "lamps": [
        {"direction": [-0.6, 0.9, 1.2], "colour": "#fff4e6", "power": 1.15},
        {"direction": [1.2, 0.2, 0.6], "colour": "#dfe9ff", "power": 0.5},
        {"direction": [0.3, 1.2, -1.4], "colour": "#ffffff", "power": 0.5},
    ],
    "alone": 1.8,
    "brightest": 2.0,
}
"""Linear radiance by direction (x to the right of the model, y up, z to its front).

zenith, horizon, ground  with t = |y| ** 0.6, the sky is a mix of horizon and zenith, or of horizon and ground
panels                   added around `direction`: colour · smoothstep from `outer` to `inner` degrees
lamps                    directional lights in the space of the camera (x to the right, y up, z to the viewer)
alone                    the factor of their power where a page has no studio
brightest                lux that the brightest light of a model gives it: about that of all lamps
"""
