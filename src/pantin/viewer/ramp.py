"""The scale of weight maps: grey where a joint has no say, then from blue over green and yellow to red."""

from __future__ import annotations

from pantin.viewer.texture import gradient

STOPS = (
    (0.0, "#aab0bb"),
    (0.02, "#8ea3c4"),
    (0.12, "#3b6fd4"),
    (0.35, "#1fa7a0"),
    (0.55, "#8cc63f"),
    (0.75, "#f9c52d"),
    (0.90, "#f07c29"),
    (1.0, "#d7263d"),
)

RAMP = gradient(STOPS)
"""The scale as a texture: the weight is the texture coordinate across."""
