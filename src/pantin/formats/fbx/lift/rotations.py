"""Euler angles in any order as quaternions, and back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.maths import quaternion
from pantin.maths.trigonometry import arctan2, sin_cos_degrees

Doubles = NDArray[np.float64]

ORDERS = ("XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX", "XYZ")
"""Rotation orders by number; XYZ rotates about X first. The seventh, "spherical", uses the angles of the
first."""

DEGREE = 180 / np.pi

POLE = 1e-7
"""Gimbal lock: below this cosine of the middle angle, the first and last rotations share an axis."""


def order_of(number: int) -> str:
    return ORDERS[number] if 0 <= number < len(ORDERS) else ORDERS[0]


def from_euler(degrees: Doubles, order: int = 0) -> Doubles:
    """Quaternions from angles (…, 3) about x, y and z, in a rotation order."""
    sine, cosine = sin_cos_degrees(np.asarray(degrees) * 0.5)
    first, middle, last = ("XYZ".index(letter) for letter in order_of(order))
    sign = 1.0 if (middle - first) % 3 == 1 else -1.0
    sa, sb, sc = (sine[..., axis] for axis in (first, middle, last))
    ca, cb, cc = (cosine[..., axis] for axis in (first, middle, last))
    # The product of the last turn, the middle one and the first, written out.
    result = np.empty((*np.shape(degrees)[:-1], 4))
    result[..., first] = cc * cb * sa - sign * sc * sb * ca
    result[..., middle] = cc * sb * ca + sign * sc * cb * sa
    result[..., last] = sc * cb * ca - sign * cc * sb * sa
    result[..., 3] = cc * cb * ca + sign * sc * sb * sa
    return result


def to_euler(rotations: Doubles, order: int = 0) -> Doubles:
    """(…, 3) degrees about x, y and z; the last angle is 0 where the middle one is ±90°."""
    first, middle, last = ("XYZ".index(letter) for letter in order_of(order))
    sign = 1.0 if (middle - first) % 3 == 1 else -1.0
    matrix = quaternion.to_matrix(rotations)
    # The matrix is L · M · F; its entry (last, first) is −sign · sin(middle).
    sine = np.clip(-sign * matrix[..., last, first], -1.0, 1.0)
    cosine = np.sqrt(matrix[..., first, first] ** 2 + matrix[..., middle, first] ** 2)
    result = np.empty((*np.shape(rotations)[:-1], 3))
    pole = cosine < POLE
    result[..., middle] = arctan2(sine, cosine)
    usual = arctan2(sign * matrix[..., last, middle], matrix[..., last, last])
    at_pole = arctan2(-sign * matrix[..., middle, last], matrix[..., middle, middle])
    result[..., first] = np.where(pole, at_pole, usual)
    result[..., last] = np.where(
        pole, 0.0, arctan2(sign * matrix[..., middle, first], matrix[..., first, first])
    )
    return result * DEGREE


def slerp_from_identity(rotations: Doubles, weight: Doubles) -> Doubles:
    identity = np.broadcast_to(np.array(quaternion.IDENTITY), rotations.shape)
    return quaternion.slerp(identity, rotations, weight)
