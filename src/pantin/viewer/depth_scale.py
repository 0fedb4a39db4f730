"""How the fourth dimension is seen where it is projected away: colours along w, and a distance of the eye."""

from __future__ import annotations

import numpy as np

from pantin.rig import Doubles
from pantin.viewer.texture import gradient_texture

DEPTH_STOPS = (
    (0.0, "#1f5fd6"),
    (0.3, "#7a4fd0"),
    (0.6, "#d6457f"),
    (0.85, "#f0752f"),
    (1.0, "#f9b233"),
)
"""From the far end of w, cold, to the end nearest to the eye, warm; all contrast with light and dark."""

DEPTH_TEXTURE = gradient_texture(DEPTH_STOPS)
"""The scale as a texture: u goes from the far end to the near one."""

EYE = 2.2
"""The distance of the eye from the origin relative to the farthest vertex: near things are drawn 1.8 times as
large, far ones 0.7 times, and no rotation about the origin brings a vertex behind the eye."""


def eye_distance(points: Doubles) -> float:
    """The default camera distance: (n, N) points are in front of it in every rotation."""
    if not len(points):
        return 1.0
    return EYE * (float(np.sqrt((points * points).sum(axis=1)).max()) or 1.0)


THICKNESS, THINNEST = 0.01, 0.0015
"""Radius of a tube of a tesseract, with its 32 edges, relative to the size of the model; and the least."""


def tube_radius(points: Doubles, edges: int) -> float:
    """The radius of tubes along this many edges between (n, N) points: many are thin, or they would hide each
    other."""
    if not len(points):
        return 1.0
    size = float((points.max(axis=0) - points.min(axis=0)).max())
    crowded: float = (max(edges, 1) / 32) ** 0.25
    return size * max(THINNEST, THICKNESS / crowded)
