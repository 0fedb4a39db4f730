"""Clips one number at a time: a transcription of glTF 2.0, appendix C, in plain Python, without NumPy.

Written from the specification alone, as an oracle for the arithmetic of clips.
"""

from __future__ import annotations

import math


def value_at(channel, time):
    """The value of a channel (of any library, with `times`, `values`, `interpolation`, `property`)."""
    keys = [float(t) for t in channel.times]
    cubic = channel.interpolation == "CUBICSPLINE"

    def key(i, part=1):
        row = channel.values[i][part] if cubic else channel.values[i]
        return [float(number) for number in row]

    if time <= keys[0]:
        return unit(key(0)) if channel.property == "rotation" else key(0)
    if time >= keys[-1]:
        return unit(key(len(keys) - 1)) if channel.property == "rotation" else key(len(keys) - 1)
    left = max(i for i, at in enumerate(keys) if at <= time)
    span = keys[left + 1] - keys[left]
    t = (time - keys[left]) / span
    if channel.interpolation == "STEP":
        result = key(left)
    elif cubic:
        result = [
            (2 * t**3 - 3 * t**2 + 1) * a
            + span * (t**3 - 2 * t**2 + t) * b
            + (-2 * t**3 + 3 * t**2) * c
            + span * (t**3 - t**2) * d
            for a, b, c, d in zip(key(left), key(left, 2), key(left + 1), key(left + 1, 0), strict=True)
        ]
    elif channel.property == "rotation":
        return slerp(unit(key(left)), unit(key(left + 1)), t)
    else:
        result = [a + (b - a) * t for a, b in zip(key(left), key(left + 1), strict=True)]
    return unit(result) if channel.property == "rotation" else result


def unit(q):
    length = math.sqrt(sum(x * x for x in q))
    return [x / length for x in q]


def slerp(a, b, t):
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    sign = -1.0 if dot < 0 else 1.0
    angle = math.acos(min(1.0, abs(dot)))
    if angle < 1e-9:
        return unit([x + (sign * y - x) * t for x, y in zip(a, b, strict=True)])
    s = math.sin(angle)
    u, v = math.sin((1 - t) * angle) / s, sign * math.sin(t * angle) / s
    return [u * x + v * y for x, y in zip(a, b, strict=True)]


def product(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]


def inverse(q):
    return [-q[0], -q[1], -q[2], q[3]]


def apart(a, b, kind):
    """How far two values are apart: radians for rotations."""
    if kind == "rotation":
        chord = min(
            math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b, strict=True))),
            math.sqrt(sum((x + y) ** 2 for x, y in zip(a, b, strict=True))),
        )
        return 4 * math.asin(min(1.0, chord / 2))
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)))
