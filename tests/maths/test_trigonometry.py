"""Sines, cosines and angles of arrays beside `exact`, which rounds correctly."""

from __future__ import annotations

import math

import numpy as np

from pantin.maths import exact
from pantin.maths.trigonometry import CHUNK, arctan2, sin_cos, sin_cos_degrees, sines_of_arcs

DRAW = np.random.default_rng(6)


def ulps(values, wanted):
    wanted = np.array(wanted)
    return (np.abs(values - wanted) / np.spacing(np.abs(wanted))).max()


def test_sine_and_cosine_are_right_to_two_units_in_the_last_place():
    angles = np.concatenate([DRAW.uniform(-7, 7, 1500), DRAW.uniform(-1e5, 1e5, 500)])
    sine, cosine = sin_cos(angles)
    assert ulps(sine, [exact.sin(angle) for angle in angles.tolist()]) <= 2
    assert ulps(cosine, [exact.cos(angle) for angle in angles.tolist()]) <= 2


def test_sines_of_arcs_are_right_to_two_units_in_the_last_place():
    angles = np.concatenate([[0.0, 1e-300, 1e-8, math.pi / 2], DRAW.uniform(0, math.pi / 2, 2000)])
    assert ulps(sines_of_arcs(angles), [exact.sin(angle) for angle in angles.tolist()]) <= 2
    # Arrays of any shape, also longer than one pass.
    long = DRAW.uniform(0, math.pi / 2, (3, CHUNK))[:, ::2]
    assert np.abs(sines_of_arcs(long) - np.sin(long)).max() < 1e-15


def test_degrees_have_exact_right_angles():
    sine, cosine = sin_cos_degrees([0, 90, 180, 270, -90, 9e9])
    assert sine.tolist() == [0, 1, 0, -1, -1, 0]
    assert cosine.tolist() == [1, 0, -1, 0, 0, 1]
    angles = DRAW.uniform(-720, 720, 2000)
    assert np.abs(sin_cos_degrees(angles)[0] - np.sin(np.radians(angles))).max() < 2e-15


def test_angles_of_points():
    y, x = DRAW.normal(size=(2, 2000))
    assert ulps(arctan2(y, x), [exact.atan2(*pair) for pair in zip(y.tolist(), x.tolist(), strict=True)]) <= 2
    points = [(0, 0), (0, 1), (1, 0), (-1, 0), (0, -1), (1, 1), (-1, -1)]
    ours = arctan2(*np.array(points, float).T).tolist()
    assert ours == [math.atan2(y, x) for y, x in points]
