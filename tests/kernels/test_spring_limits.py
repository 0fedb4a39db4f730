"""Limits in limit space, by angles (VRMC_springBone_limit 1.0-draft)."""

import math

import numpy as np
import pytest

from pantin.kernels.spring_limits import LIMITS
from pantin.kernels.spring_program import JointConstants

PITCH, YAW = 0.5, 0.3


def limited(kind, direction):
    numbers = np.zeros((JointConstants.width, 1))
    numbers[JointConstants.pitch.columns] = [[math.cos(PITCH)], [math.sin(PITCH)]]
    numbers[JointConstants.yaw.columns] = [[math.cos(YAW)], [math.sin(YAW)]]
    given = [np.array([x], float) for x in direction]
    with np.errstate(all="ignore"):
        found, beyond = LIMITS[kind](JointConstants(numbers), *given)
        return np.ravel(np.where(beyond, np.broadcast_arrays(*found, given[0])[:3], given))


def pointing(pitch, yaw=0.0):
    return math.sin(yaw), math.cos(yaw) * math.cos(pitch), math.cos(yaw) * math.sin(pitch)


CASES = [
    ("cone", pointing(0.4), pointing(0.4)),
    ("cone", pointing(0.9), pointing(PITCH)),
    ("cone", (math.sin(0.9), math.cos(0.9), 0), (math.sin(PITCH), math.cos(PITCH), 0)),
    ("cone", (0, -1, 0), pointing(PITCH)),
    ("hinge", pointing(0.4), pointing(0.4)),
    ("hinge", pointing(-0.9, 0.2), pointing(-PITCH)),
    ("hinge", (1, 0, 0), (0, 1, 0)),
    ("hinge", (0, -1, 0), pointing(PITCH)),
    ("spherical", pointing(0.4, 0.2), pointing(0.4, 0.2)),
    ("spherical", pointing(0.9, -0.8), pointing(PITCH, -YAW)),
    ("spherical", (1, 0, 0), pointing(0, YAW)),
    ("spherical", (0, -1, 0), pointing(PITCH)),
]
"""Within, beyond, and the directions without an angle, for which the draft fixes an answer."""


@pytest.mark.parametrize(("kind", "direction", "expected"), CASES)
def test_a_direction_comes_within_its_limit(kind, direction, expected):
    assert np.allclose(limited(kind, direction), expected, atol=1e-12)
