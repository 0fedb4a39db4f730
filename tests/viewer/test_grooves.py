"""Grooves stretch highlights along their direction, and reflect no more light than arrives."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.viewer.environment import reflect_evenly
from pantin.viewer.grooves import Grooves
from pantin.viewer.lights import ShadedPoints, _highlight
from pantin.viewer.vectors import normalise

UP, X, Y = (np.array(axis, np.float32)[:, None] for axis in ((0, 0, 1), (1, 0, 0), (0, 1, 0)))


def grooves(strength, count=1):
    spread = (np.repeat(axis, count, axis=1) for axis in (X, Y))
    return Grooves(*spread, np.full(count, strength, np.float32))


def one(value):
    return np.array([value], np.float32)


def strength_of(made, light, roughness=0.5):
    count = light.shape[1]
    rough = np.full(count, roughness, np.float32)
    up = np.repeat(UP, count, axis=1)
    return made.highlight(up, up, light.astype(np.float32), rough, np.full(count, -1, np.float32))


def test_a_surface_without_grooves_reflects_as_one_that_is_not_brushed():
    assert strength_of(grooves(0.0), UP).tolist() == [-1]
    # The least strength is nearly the same as none: the formulas meet.
    light = normalise(np.array([[0.2], [0.1], [1.0]], np.float32))
    full = one(1.0)
    plain = ShadedPoints(
        position=np.zeros((3, 1), np.float32),
        base=np.ones((3, 1), np.float32),
        normal=UP,
        towards=UP,
        metallic=full,
        roughness=one(0.5),
        specular=full,
        occlusion=full,
    )
    expected, _ = _highlight(plain, light, np.clip(light[2], 0, 1))
    assert strength_of(grooves(1e-4), light) == pytest.approx(expected, rel=1e-4)


def test_highlights_are_longer_along_the_direction():
    made = grooves(0.7, 2)
    aside = normalise(np.array([[0.8, 0.0], [0.0, 0.8], [1.0, 1.0]], np.float32))
    along, across = strength_of(made, aside)
    assert along > 3 * across


@pytest.mark.parametrize("strength", [0.3, 0.8, 1.0])
def test_no_light_is_made(strength):
    """The reflected part of even light, by the midpoints of a grid over the half-sphere, is between those of
    surfaces that are as rough in all directions as this one is across and along its grooves."""
    steps = 600
    height = (np.arange(steps) + 0.5) / steps
    turn = (np.arange(steps) + 0.5) / steps * 2 * np.pi
    z, angle = (part.ravel() for part in np.meshgrid(height, turn))
    out = np.sqrt(1 - z * z)
    light = np.stack([out * np.cos(angle), out * np.sin(angle), z])
    reflected = float((strength_of(grooves(strength, light.shape[1]), light) * z).mean() * 2 * np.pi)
    wide = np.sqrt(0.25 + 0.75 * strength * strength)
    most, least = (float(sum(reflect_evenly(one(1.0), one(rough)))[0]) for rough in (0.5, wide))
    assert least - 0.01 < reflected < most + 0.01


def test_a_bent_normal_is_in_the_plane_of_camera_and_direction():
    """Filament: across grooves it leans towards the camera, along them it stays upright."""
    towards = normalise(np.array([[0.6, 0.0], [0.0, 0.6], [1.0, 1.0]], np.float32))
    bent = grooves(1.0, 2).bend(np.repeat(UP, 2, axis=1), towards, np.zeros(2, np.float32))
    assert bent[:, 0] == pytest.approx(towards[:, 0], abs=1e-6)
    assert bent[:, 1] == pytest.approx([0, 0, 1], abs=1e-6)
