"""The studio as surfaces reflect it: its light, blurred by roughness.

Sky and panels are each symmetric about an axis, and so is the blur: what a surface of some roughness reflects
of one of them depends only on the angle to that axis. A table by roughness and angle represents each; no
image of the surroundings is needed. The blur is the lobe of GGX seen along the normal, as in three.js.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record
from pantin.rig import Doubles
from pantin.viewer.studio import STUDIO
from pantin.viewer.vectors import Floats, dot

LEVELS = 6
"""Levels of roughness: from a mirror to 1, closer together where the lobe is narrow."""
ANGLES = 128
"""Steps of a table from its axis to the opposite direction, even in the sine of half the angle."""
SAMPLES = 256
"""Directions in which a lobe is sampled."""
DFG_STEPS = 32
SMOOTH_SKY = 0.6
"""Exponent of the height in the fade from the horizon."""


class Environment(Record, eq=False):
    """Light from all sides.

    axes      (A, 3) of length 1: up, then the direction of each panel
    profiles  (A, LEVELS · ANGLES, 3) light about each axis by roughness and angle
    """

    axes: Doubles
    profiles: Floats

    def radiance(self, direction: Floats, level: Floats) -> Floats:
        """(3, n) blurred light from directions (3, n), at levels (n,) of `blur_level`."""
        lower = np.minimum(level.astype(np.int64), LEVELS - 2)
        between = level - lower.astype(np.float32)
        total = np.zeros_like(direction)
        for axis, profile in zip(self.axes, self.profiles, strict=True):
            step, share = _angle_step(axis, direction)
            row = lower * ANGLES + step
            here = _interpolate(profile, row, share)
            total += (here + between[:, None] * (_interpolate(profile, row + ANGLES, share) - here)).T
        return total

    def irradiance(self, normal: Floats) -> Floats:
        """(3, n) light on surfaces with normals (3, n), as the colour that white shows in it."""
        total = np.zeros_like(normal)
        for axis, profile in zip(self.axes, self.profiles, strict=True):
            step, share = _angle_step(axis, normal)
            total += _interpolate(profile, (LEVELS - 1) * ANGLES + step, share).T
        return total


def _angle_step(axis: Doubles, direction: Floats) -> tuple[NDArray[np.int64], Floats]:
    """The step of a table and the share of the next one, for directions (3, n)."""
    # A direction has no length where numbers of the file are beyond floats.
    cosine = np.clip(np.nan_to_num(dot(direction, axis.astype(np.float32))), -1, 1)
    position = np.sqrt((1 - cosine) * np.float32(0.5)) * np.float32(ANGLES - 1)
    step = np.minimum(position.astype(np.int64), ANGLES - 2)
    return step, position - step.astype(np.float32)


def _interpolate(table: Floats, row: NDArray[np.int64], share: Floats) -> Floats:
    first = table.take(row, axis=0)
    mixed: Floats = first + share[:, None] * (table.take(row + 1, axis=0) - first)
    return mixed


def blur_level(roughness: Floats) -> Floats:
    """The level of a roughness, from 0 to LEVELS − 1."""
    level: Floats = np.float32(LEVELS - 1) * roughness * (2 - roughness)
    return level


@cache
def studio_environment() -> Environment:
    """The studio of the page and of `render`, about a model whose front is +Z."""
    panels = STUDIO["panels"]
    directions = np.array([[0.0, 1.0, 0.0], *(panel["direction"] for panel in panels)])
    axes = directions / np.sqrt((directions * directions).sum(axis=1))[:, None]
    cosines = 1 - 2 * (np.arange(ANGLES) / (ANGLES - 1)) ** 2
    profiles = np.empty((len(axes), LEVELS, ANGLES, 3), np.float32)
    for level in range(LEVELS):
        seen, weight = _lobe(cosines, 1 - np.sqrt(1 - level / (LEVELS - 1)))
        profiles[0, level] = np.einsum("asc,s->ac", _sky(seen), weight)
        for index, panel in enumerate(panels, 1):
            profiles[index, level] = (_panel(panel, seen) @ weight)[:, None] * np.array(panel["colour"])
    return Environment(axes, profiles.reshape(len(axes), -1, 3))


def _lobe(cosines: Doubles, roughness: float) -> tuple[Doubles, Doubles]:
    """For surfaces whose normals are at angles to an axis: (n, s) cosines between the axis and the sampled
    directions of the lobe, and (s,) their weights, which sum to 1. View and normal are the same."""
    if roughness <= 0:
        return cosines[:, None], np.ones(1)
    alpha2 = roughness**4
    rank = (np.arange(SAMPLES) + 0.5) / SAMPLES
    half = np.sqrt((1 - rank) / (1 + (alpha2 - 1) * rank))  # the cosine to the halfway vector
    towards = 2 * half * half - 1
    around = np.arange(SAMPLES) * (np.pi * (3 - np.sqrt(5)))
    kept = towards > 0
    sine = np.sqrt(np.maximum(1 - towards * towards, 0))
    across = np.sqrt(np.maximum(1 - cosines * cosines, 0))
    seen = cosines[:, None] * towards[kept] + across[:, None] * (sine * np.cos(around))[kept]
    return seen, towards[kept] / towards[kept].sum()


def _sky(height: Doubles) -> Doubles:
    """(…, 3) light by the sine of the elevation."""
    zenith, horizon, ground = (np.array(STUDIO[name]) for name in ("zenith", "horizon", "ground"))
    end = np.where(height[..., None] >= 0, zenith, ground)
    return np.asarray(horizon + (end - horizon) * (np.abs(height) ** SMOOTH_SKY)[..., None])


def _panel(panel: dict[str, Any], cosine: Doubles) -> Doubles:
    """How much of a panel's light comes at an angle to its direction."""
    angle = np.degrees(np.arccos(np.clip(cosine, -1, 1)))
    near = np.clip((panel["outer"] - angle) / (panel["outer"] - panel["inner"]), 0, 1)
    return np.asarray(near * near * (3 - 2 * near))


@cache
def reflection_table() -> Floats:
    """(DFG_STEPS², 2) what a rough surface reflects of even light: scale and offset of the colour that it
    reflects head-on, by the cosine to the viewer (rows) and roughness (columns); of GGX with the correlated
    shadowing of Smith."""
    centres = (np.arange(DFG_STEPS) + 0.5) / DFG_STEPS
    facing, roughness = np.meshgrid(centres, centres, indexing="ij")
    rank = (np.arange(SAMPLES) + 0.5) / SAMPLES
    around = np.arange(SAMPLES) * (np.pi * (3 - np.sqrt(5)))
    v, alpha2 = facing[..., None], (roughness**4)[..., None]
    half_z = np.sqrt((1 - rank) / (1 + (alpha2 - 1) * rank))
    half_x = np.sqrt(1 - half_z * half_z) * np.cos(around)
    view_half = np.maximum(half_x * np.sqrt(1 - v * v) + half_z * v, 1e-6)
    light = 2 * view_half * half_z - v
    kept = light > 0
    light = np.where(kept, light, 1.0)
    masking = light * np.sqrt(alpha2 + (1 - alpha2) * v * v) + v * np.sqrt(alpha2 + (1 - alpha2) * light**2)
    seen = np.where(kept, 2 * light * view_half / (masking * half_z), 0.0)
    fresnel = (1 - view_half) ** 5
    table = np.stack([((1 - fresnel) * seen).mean(-1), (fresnel * seen).mean(-1)], axis=-1)
    return table.reshape(-1, 2).astype(np.float32)


def reflect_evenly(facing: Floats, roughness: Floats) -> tuple[Floats, Floats]:
    """Scale and offset of `reflection_table`, between its steps."""
    row, down = _step(facing)
    column, across = _step(roughness)
    table = reflection_table()
    upper = _interpolate(table, row * DFG_STEPS + column, across)
    lower = _interpolate(table, (row + 1) * DFG_STEPS + column, across)
    mixed = upper + down[:, None] * (lower - upper)
    return mixed[:, 0], mixed[:, 1]


def _step(value: Floats) -> tuple[NDArray[np.int64], Floats]:
    position = np.clip(value * np.float32(DFG_STEPS) - np.float32(0.5), 0, DFG_STEPS - 1)
    step = np.minimum(position.astype(np.int64), DFG_STEPS - 2)
    return step, position - step.astype(np.float32)
