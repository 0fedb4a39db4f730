# neither numba nor llvmlite has type stubs
# mypy: allow-untyped-calls, disable-error-code="import-untyped"
"""The arithmetic of a spring step in LLVM vectors of eight lanes: what `spring_step_numba.py` emits.

Every sum is written in the order of `spring_step_numpy.py`, and none is fused with a product: both round
alike. Functions read and write rows, eight numbers each, at addresses; those of a joint under way are in the
scratch.
"""

from __future__ import annotations

import itertools
from enum import IntEnum
from typing import Any

from . import spring_step_numpy as reference
from .spring_program import HUGE, LANES, OPPOSITE, TINY
from .vector_ir import Lanes
from .wide import (
    Flags,
    Vector,
    Wide,
    absolute,
    chosen,
    decided,
    flags,
    joined,
    keep,
    numbers,
    places,
    row,
    rows,
    splat,
    sqrt,
    where,
)

# The same sums, of arrays there and of lanes here.
point: Any = reference.point
linear: Any = reference.linear
cofactors: Any = reference.cofactors
turned: Any = reference.turned


class At(IntEnum):
    """Rows of the scratch. The first ones hold what comes from elsewhere; MOVED is translation and scale."""

    PARENT = 0
    LOCAL = 12
    MOVED = 24
    CENTER = 30
    EXTERNAL = 42
    ROTATION = 45
    TAILS = 49
    FRAME = 55
    HEAD = 64
    SIZE = 67
    RADIUS = 68
    LENGTH = 69
    REST = 70
    UNIT = 73
    TAIL = 76
    DELTA = 79
    DEPTH = 82
    REACH = 83
    TO = 84
    TURN = 87
    RESULT = 91
    VALUES = 103
    END = 145


def norm(v: Vector) -> Wide:
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


def sound(size: Wide) -> Flags:
    return (size >= TINY) & (size < HUGE)


def linear_part(maps: Vector) -> Vector:
    return [maps[at] for at in (0, 1, 2, 4, 5, 6, 8, 9, 10)]


def largest(m: Vector) -> Wide:
    """The length of the longest column of 3×3 rows."""
    x, y, z = (m[c] * m[c] + m[3 + c] * m[3 + c] + m[6 + c] * m[6 + c] for c in range(3))
    x = where(y > x, y, x)
    return sqrt(where(z > x, z, x))


MOVED = (3, 7, 11)
"""Where a map (12) has its translation."""


def gather_moved(k: Lanes, maps: Any, scales: Any, lanes: Any, target: Any) -> None:
    """Translations and scales of eight nodes."""
    wide, small = places(k, maps, lanes, 12), places(k, scales, lanes, 3)
    made = [joined(k, [k.scalar(one, 8 * at) for one in wide]) for at in MOVED]
    keep([*made, *(joined(k, [k.scalar(one, 8 * at) for one in small]) for at in range(3))], target, 0)


def spread_moved(k: Lanes, local: Any, scales: Any, target: Any) -> None:
    """Translation and scale of one node for all lanes."""
    keep([splat(k, k.scalar(local, 8 * at)) for at in MOVED] + numbers(k, scales, 3), target, 0)


def copy_moved(k: Lanes, local: Any, scales: Any, target: Any) -> None:
    """Translation and scale of one node, which every lane has its own of."""
    keep([row(k, local, at) for at in MOVED] + rows(k, scales, 0, 3), target, 0)


def place_node(k: Lanes, parent: Any, local: Any, target: Any) -> None:
    p, m = rows(k, parent, 0, 12), rows(k, local, 0, 12)
    made = []
    for r, c in itertools.product(range(3), range(4)):
        x = p[4 * r] * m[c] + p[4 * r + 1] * m[4 + c] + p[4 * r + 2] * m[8 + c]
        made.append(x + p[4 * r + 3] if c == 3 else x)
    keep(made, target, 0)


def place_head(k: Lanes, parent: Any, moved: Any, turn: Any, target: Any) -> None:
    """The map of a head that has the rotation `turn`."""
    p = rows(k, parent, 0, 12)
    s = turned(rows(k, turn, 0, 4), rows(k, moved, 3, 3))
    head = point(p, rows(k, moved, 0, 3))
    made = []
    for r in range(3):
        made += [p[4 * r] * s[c] + p[4 * r + 1] * s[3 + c] + p[4 * r + 2] * s[6 + c] for c in range(3)]
        made.append(head[r])
    keep(made, target, 0)


def place_round(k: Lanes, parent: Any, values: Any, grows: Any, target: Any) -> None:
    """A sphere or a capsule in the world; where it `grows`, its radius follows the largest scale."""
    p, v = rows(k, parent, 0, 12), numbers(k, values, 7)
    first, other = point(p, v[:3]), point(p, v[3:6])
    grown = v[6] * largest(linear_part(p))
    (radius,) = decided(k, grows, [grown], v[6:])
    keep([*first, *(b - a for a, b in zip(first, other, strict=True)), radius], target, 0)


def place_plane(k: Lanes, parent: Any, values: Any, plainly: Any, target: Any) -> None:
    """A plane in the world; its normal by the inverse transpose, or `plainly` by the map itself (UniVRM)."""
    p, v = rows(k, parent, 0, 12), numbers(k, values, 7)
    a, b, c, d, e, f, g, h, l = m = linear_part(p)
    n = v[3:6]
    x = (e * l - f * h) * n[0] + (f * g - d * l) * n[1] + (d * h - e * g) * n[2]
    y = (c * h - b * l) * n[0] + (a * l - c * g) * n[1] + (b * g - a * h) * n[2]
    z = (b * f - c * e) * n[0] + (c * d - a * f) * n[1] + (a * e - b * d) * n[2]
    s = a * (e * l - f * h) + b * (f * g - d * l) + c * (d * h - e * g)
    plain = [*linear(m, n), Wide(k, k.constant(1.0, LANES))]
    x, y, z, s = decided(k, plainly, plain, [x, y, z, s])
    size = norm([x, y, z])
    over = where(s >= 0.0, 1.0 / size, -1.0 / size)
    over = where(size.compared("==", 0.0), 0.0, over)
    keep([*point(p, v[:3]), x * over, y * over, z * over, v[6]], target, 0)


def carry_tails(k: Lanes, center: Any, state: Any, target: Any) -> None:
    """Both tails from the space of their centre into the world."""
    c, s = rows(k, center, 0, 12), rows(k, state, 0, 6)
    keep([*point(c, s[:3]), *point(c, s[3:])], target, 0)


def rest_frame(k: Lanes, parent: Any, moved: Any, values: Any, s: Any) -> None:
    """Head and rest frame: the parent's map times rest rotation and the scale of now."""
    p, v, z = rows(k, parent, 0, 12), rows(k, values, 0, 9), rows(k, moved, 3, 3)
    frame = [
        (p[4 * r] * v[c] + p[4 * r + 1] * v[3 + c] + p[4 * r + 2] * v[6 + c]) * z[c]
        for r in range(3)
        for c in range(3)
    ]
    head = point(p, rows(k, moved, 0, 3))
    keep([*frame, *head], s, At.FRAME)


def measure(k: Lanes, s: Any) -> None:
    """The largest scale of the head."""
    keep([largest(rows(k, s, At.FRAME, 9))], s, At.SIZE)


def integrate(k: Lanes, tails: Any, values: Any, dt: Any, s: Any) -> Any:
    """Inertia, stiffness, gravity and the length of the bone (specification, "Inertia calculation").

    The answer has a bit for each lane whose direction was lost.
    """
    vector = rows(k, values, 9, 3)
    stiff, left, *gravity, hit, fixed = rows(k, values, 19, 7)
    frame, head, size = rows(k, s, At.FRAME, 9), rows(k, s, At.HEAD, 3), row(k, s, At.SIZE)
    external, moving = rows(k, s, At.EXTERNAL, 3), rows(k, tails, 0, 6)
    step = splat(k, dt)
    axis = linear(frame, vector)
    length: Any = norm(axis)
    long = sound(length)
    over = where(long, 1.0 / length, 0.0)
    rest: Vector = [x * over for x in axis]
    length = where(long, where(fixed >= 0.0, fixed, length), 0.0)
    pull, fall = step * stiff * size, step * size
    d = [
        moving[r]
        + (moving[r] - moving[3 + r]) * left
        + pull * rest[r]
        + fall * gravity[r]
        + step * external[r]
        - head[r]
        for r in range(3)
    ]
    m = norm(d)
    good = sound(m)
    over = where(good, 1.0 / m, 0.0)
    unit = [x * over for x in d]
    keep([hit * size, length, *rest, *unit], s, At.RADIUS)
    keep(stretched(head, unit, length), s, At.TAIL)
    return (~(good & long)).bits()


def stretched(head: Vector, unit: Vector, length: Wide) -> Vector:
    return [h + u * length for h, u in zip(head, unit, strict=True)]


def short(k: Lanes, s: Any) -> Any:
    """A bit for each lane whose bone has no length."""
    return (~(row(k, s, At.LENGTH) > 0.0)).bits()


def repair(k: Lanes, lost: Any, state: Any, s: Any) -> None:
    """A direction that is lost is the one of the step before, or that of rest."""
    kept: Vector = linear(rows(k, s, At.FRAME, 9), rows(k, state, 6, 3))
    m = norm(kept)
    instead = chosen(sound(m), [x / m for x in kept], rows(k, s, At.REST, 3))
    unit = chosen(flags(k, lost), instead, rows(k, s, At.UNIT, 3))
    keep(unit, s, At.UNIT)
    keep(stretched(rows(k, s, At.HEAD, 3), unit, row(k, s, At.LENGTH)), s, At.TAIL)


def touch_plane(k: Lanes, collider: Any, s: Any) -> Any:
    """A bit for each lane whose tail is beyond a plane; how deep goes to the scratch."""
    q = rows(k, collider, 0, 6)
    delta = [t - c for t, c in zip(rows(k, s, At.TAIL, 3), q, strict=False)]
    depth = delta[0] * q[3] + delta[1] * q[4] + delta[2] * q[5] - row(k, s, At.RADIUS)
    keep([depth], s, At.DEPTH)
    return (depth < 0.0).bits()


def touch_round(k: Lanes, collider: Any, s: Any, *, capsule: bool, inside: bool, from_head: bool) -> Any:
    """A bit for each lane whose tail a sphere or a capsule pushes; from where goes to the scratch."""
    q = rows(k, collider, 0, 7)
    delta = [t - c for t, c in zip(rows(k, s, At.TAIL, 3), q, strict=False)]
    if capsule:
        e = q[3] * q[3] + q[4] * q[4] + q[5] * q[5]
        d = [h - c for h, c in zip(rows(k, s, At.HEAD, 3), q, strict=False)] if from_head else delta
        t = d[0] * q[3] + d[1] * q[4] + d[2] * q[5]
        t = t / where(e > 0.0, e, 1.0)
        t = where(t > 0.0, t, 0.0)
        t = where(t < 1.0, t, 1.0)
        delta = [x - t * a for x, a in zip(delta, q[3:6], strict=True)]
    square = delta[0] * delta[0] + delta[1] * delta[1] + delta[2] * delta[2]
    hit = row(k, s, At.RADIUS)
    reach = q[6] - hit if inside else q[6] + hit
    touched = (square > reach * reach) | (reach < 0.0) if inside else square < reach * reach
    keep([*delta, square, reach], s, At.DELTA)
    return touched.bits()


def push_flat(k: Lanes, touched: Any, collider: Any, s: Any) -> None:
    """Tails back onto a plane."""
    tail, depth = rows(k, s, At.TAIL, 3), row(k, s, At.DEPTH)
    moved = [t - n * depth for t, n in zip(tail, rows(k, collider, 3, 3), strict=True)]
    keep(chosen(flags(k, touched), moved, tail), s, At.TAIL)


def push_round(k: Lanes, touched: Any, s: Any) -> Any:
    """Tails out of a sphere or a capsule, or back inside; a bit for each that was on its centre."""
    mask, tail = flags(k, touched), rows(k, s, At.TAIL, 3)
    *delta, square, reach = rows(k, s, At.DELTA, 5)
    m = sqrt(square)
    clear = m >= TINY
    far = where(clear, (reach - m) / m, reach - m)
    way = chosen(clear, delta, rows(k, s, At.UNIT, 3))
    keep(chosen(mask, [t + w * far for t, w in zip(tail, way, strict=True)], tail), s, At.TAIL)
    return (mask & ~clear).bits()


def constrain(k: Lanes, touched: Any, s: Any) -> Any:
    """The length of the bone again; a bit for each tail that was pushed onto its head."""
    mask, head, tail = flags(k, touched), rows(k, s, At.HEAD, 3), rows(k, s, At.TAIL, 3)
    d = [t - h for t, h in zip(tail, head, strict=True)]
    m = norm(d)
    good = sound(m)
    over = 1.0 / m
    unit = chosen(mask & good, [x * over for x in d], rows(k, s, At.UNIT, 3))
    keep(unit, s, At.UNIT)
    keep(chosen(mask, stretched(head, unit, row(k, s, At.LENGTH)), tail), s, At.TAIL)
    return (mask & ~good).bits()


def within_cone(v: Vector, x: Wide, y: Wide, z: Wide) -> tuple[Vector, Flags]:
    side = sqrt(x * x + z * z)
    wide = side >= TINY
    found = [where(wide, x / side * v[1], 0.0), v[0], where(wide, z / side * v[1], v[1])]
    return found, ~(y >= v[0])


def within_pitch(v: Vector, x: Wide, y: Wide, z: Wide, *, hinge: bool) -> Vector:
    """A direction with its pitch within bounds, and no yaw (hinge) or as much as is let (spherical)."""
    m = sqrt(y * y + z * z)
    clear = m >= TINY
    y, z = where(clear, y / m, 1.0), where(clear, z / m, 0.0)
    beyond = y < v[0]
    z = where(beyond, where(z >= 0.0, v[1], -v[1]), z)
    y = where(beyond, v[0], y)
    if hinge:
        return [Wide(x.k, x.k.constant(0.0, LANES)), y, z]
    m = where((x > v[3]) | (x < -v[3]), v[2], m)
    x = where(x > v[3], v[3], where(x < -v[3], -v[3], x))
    return [x, y * m, z * m]


def limit(k: Lanes, changed: Any, values: Any, s: Any, *, kind: str) -> None:
    """Keep directions within the limits of their joints, in the lanes where they have just changed."""
    v = rows(k, values, 29, 13)
    frame, head, tail = rows(k, s, At.FRAME, 9), rows(k, s, At.HEAD, 3), rows(k, s, At.TAIL, 3)
    raw, det = cofactors(frame, [t - h for t, h in zip(tail, head, strict=True)])
    to: Vector = [x / det for x in raw]
    m = norm(to)
    mask = flags(k, changed) & sound(m)
    to = [x / m for x in to]
    space = v[4:]
    x, y, z = (space[c] * to[0] + space[3 + c] * to[1] + space[6 + c] * to[2] for c in range(3))
    if kind == "cone":
        found, beyond = within_cone(v, x, y, z)
        mask = mask & beyond
    else:
        found = within_pitch(v, x, y, z, hinge=kind == "hinge")
    d: Vector = linear(frame, linear(space, found))
    m = norm(d)
    mask = mask & sound(m)
    over = 1.0 / m
    unit = chosen(mask, [x * over for x in d], rows(k, s, At.UNIT, 3))
    keep(unit, s, At.UNIT)
    keep(chosen(mask, stretched(head, unit, row(k, s, At.LENGTH)), tail), s, At.TAIL)


def turn(k: Lanes, state: Any, values: Any, s: Any) -> Any:
    """The turn that brings the rest direction to the tail (specification, "Applying rotation").

    The answer has a bit for each lane whose frame is flat: it keeps the direction it had.
    """
    a, q = rows(k, values, 12, 3), rows(k, values, 15, 4)
    across = rows(k, values, 26, 3)
    frame, head, tail = rows(k, s, At.FRAME, 9), rows(k, s, At.HEAD, 3), rows(k, s, At.TAIL, 3)
    raw, det = cofactors(frame, [t - h for t, h in zip(tail, head, strict=True)])
    m = norm(raw)
    # The length would be m / |det|: only its sign is needed where the result is made unit.
    good = (m >= TINY * absolute(det)) & (m < HUGE * absolute(det))
    over = 1.0 / where(det > 0.0, m, -m)
    to = chosen(good, [x * over for x in raw], rows(k, state, 6, 3))
    w = 1.0 + (a[0] * to[0] + a[1] * to[1] + a[2] * to[2])
    far = w < OPPOSITE
    x = where(far, across[0], a[1] * to[2] - a[2] * to[1])
    y = where(far, across[1], a[2] * to[0] - a[0] * to[2])
    z = where(far, across[2], a[0] * to[1] - a[1] * to[0])
    w = where(far, 0.0, w)
    over = 1.0 / sqrt(x * x + y * y + z * z + w * w)
    x, y, z, w = x * over, y * over, z * over, w * over
    made = [
        q[3] * x + q[0] * w + q[1] * z - q[2] * y,
        q[3] * y - q[0] * z + q[1] * w + q[2] * x,
        q[3] * z + q[0] * y - q[1] * x + q[2] * w,
        q[3] * w - q[0] * x - q[1] * y - q[2] * z,
    ]
    keep([*to, *made], s, At.TO)
    return (~good & (row(k, s, At.LENGTH) > 0.0)).bits()


def into_center(k: Lanes, center: Any, state: Any, s: Any) -> Any:
    """The tail in the space of its centre; a bit for each lane whose centre is flat: its tail stays."""
    c, tail = rows(k, center, 0, 12), rows(k, s, At.TAIL, 3)
    raw, det = cofactors(linear_part(c), [t - c[4 * r + 3] for r, t in enumerate(tail)])
    over = 1.0 / det
    inner: Vector = [x * over for x in raw]
    good = inner[0] * inner[0] + inner[1] * inner[1] + inner[2] * inner[2] < HUGE
    keep(chosen(good, inner, rows(k, state, 0, 3)), s, At.TAIL)
    return (~good).bits()


def remember(k: Lanes, state: Any, s: Any) -> None:
    """Tail, the tail before it, direction and rotation as the state of the next step."""
    before = rows(k, state, 0, 3)
    keep([*rows(k, s, At.TAIL, 3), *before, *rows(k, s, At.TO, 7)], state, 0)


def rotated(k: Lanes, state: Any, target: Any) -> None:
    """The rotations of a state as the result of a step."""
    keep(rows(k, state, 9, 4), target, 0)
