"""How the fourth dimension is seen where it is projected away: colours along w, and a distance of the eye."""

from __future__ import annotations

import numpy as np

from pantin.rig import Doubles

DEPTH_STOPS = (
    (0.0, "#1f5fd6"),
    (0.3, "#7a4fd0"),
    (0.6, "#d6457f"),
    (0.85, "#f0752f"),
    (1.0, "#f9b233"),
)
"""From the far end of w, cold, to the end nearest to the eye, warm; all contrast with light and dark."""

EYE = 2.2
"""The distance of the eye from the origin relative to the farthest vertex: near things are drawn 1.8 times as
large, far ones 0.7 times, and no rotation about the origin brings a vertex behind the eye."""


def eye_distance(points: Doubles) -> float:
    """How far the eye is away if nobody says so: (n, N) points are in front of it in every rotation."""
    if not len(points):
        return 1.0
    return EYE * (float(np.sqrt((points * points).sum(axis=1)).max()) or 1.0)
