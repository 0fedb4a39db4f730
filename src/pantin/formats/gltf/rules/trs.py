"""Decide whether a node's matrix consists of translation, rotation and scale, as required (glTF 2.0 §3.5.3),
and whether a quaternion has unit length.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

IDENTITY = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)
# The Khronos validator's: a few steps of float32 for numbers of the size of a rotation's.
NORM_TOLERANCE = 0.00005
# Four components in steps of 1/127 are off by half a step each, a length by sqrt(4)/254 = 0.0079 at the very
# most; the Khronos validator's bound is just above the greatest error that occurs.
UNIT_QUATERNION_TOLERANCE = 0.00769

Columns = list[list[float]]


def is_decomposable(matrix: Sequence[float]) -> bool:
    """Whether decomposing a column-major matrix into T, R and S and recomposing it preserves it. This
    compares the norms of the two matrices (the largest sum of absolute values in a column), like the Khronos
    validator, so that the same matrices pass."""
    if (matrix[3], matrix[7], matrix[11], matrix[15]) != (0.0, 0.0, 0.0, 1.0):
        return False
    columns = [list(matrix[i : i + 3]) for i in (0, 4, 8)]
    scale = [hypot(*column) for column in columns]
    handed = determinant(columns)
    if handed == 0.0 or 0.0 in scale:
        return False
    scale[0] = scale[0] if handed > 0.0 else -scale[0]
    rotation = [[value / size for value in column] for column, size in zip(columns, scale, strict=True)]
    again = closest_rotation(rotation)
    if again is None:
        return False
    remade = [[value * size for value in column] for column, size in zip(again, scale, strict=True)]
    last = [*matrix[12:15], 1.0]
    return abs(norm([*remade, last]) - norm([*columns, last])) < NORM_TOLERANCE


def norm(columns: Columns) -> float:
    return max(sum(map(abs, column)) for column in columns)


def determinant(columns: Columns) -> float:
    a, b, c = columns
    cross = (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0])
    return a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]


def closest_rotation(columns: Columns) -> Columns | None:
    """The rotation for the quaternion computed from these columns, treating them as a rotation."""
    quaternion = to_quaternion(columns)
    if quaternion is None:
        return None
    x, y, z, w = quaternion
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
        [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
        [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ]


def to_quaternion(columns: Columns) -> tuple[float, float, float, float] | None:
    """Shepperd's method (1978), starting from the largest of trace and diagonal; None for columns far from a
    rotation.
    """
    trace = columns[0][0] + columns[1][1] + columns[2][2]
    if trace > 0.0:
        root = sqrt(trace + 1.0)
        half = 0.5 / root
        return (
            (columns[1][2] - columns[2][1]) * half,
            (columns[2][0] - columns[0][2]) * half,
            (columns[0][1] - columns[1][0]) * half,
            root * 0.5,
        )
    i = max(range(3), key=lambda axis: columns[axis][axis])
    j, k = (i + 1) % 3, (i + 2) % 3
    square = columns[i][i] - columns[j][j] - columns[k][k] + 1.0
    if not square > 0.0:
        return None
    root = sqrt(square)
    half = 0.5 / root
    vector = [0.0, 0.0, 0.0]
    vector[i] = root * 0.5
    vector[j] = (columns[i][j] + columns[j][i]) * half
    vector[k] = (columns[i][k] + columns[k][i]) * half
    return vector[0], vector[1], vector[2], (columns[j][k] - columns[k][j]) * half
