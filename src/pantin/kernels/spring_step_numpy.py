"""The NumPy reference of the spring kernels: all operations of one level at once, over all rigs.

Every sum is written in the order of the compiled twin, so that both round alike. Arrays are (…, blocks,
lanes).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .spring_program import (
    CAPSULE,
    COLLIDER,
    CONE,
    EVENTS,
    HEAD,
    HINGE,
    HUGE,
    INSIDE_CAPSULE,
    INSIDE_SPHERE,
    NODE,
    OPPOSITE,
    PLANE,
    SCALED,
    TINY,
    UNIVRM,
    Array,
    Index,
    Integers,
    Program,
)

Vector = list[Array]
Mask = NDArray[np.bool_]


def advance(
    program: Program, state: Array, driven: Array, scales: Array, moves: int, changed: Integers, maps: Array,
    sizes: Array, above: Array, external: Array, gusts: int, dt: float, live: Integers,
    out: Array, counts: Integers,
) -> None:  # fmt: skip
    """As `spring_step.advance`, which has checked the shapes."""
    kept = state.transpose(1, 2, 0, 3)  # (J, 13, B, L): a view
    counted = live[:, None] >> np.arange(state.shape[3]) & 1
    with np.errstate(all="ignore"):
        for frame in range(len(out)):
            at = frame * moves
            if len(changed):
                driven[at][:, changed], scales[at][:, changed] = maps[frame], sizes[frame]
            step = _Step(
                program,
                kept,
                driven[at].transpose(1, 2, 0, 3),
                scales[at].transpose(1, 2, 0, 3),
                external[frame * gusts].transpose(1, 0, 2),
                above.transpose(1, 0, 2),
                dt,
                counts,
                counted,
            )
            step.run()
            out[frame] = kept[:, 9:].transpose(2, 0, 1, 3)


def point(m: Array | Vector, v: Vector) -> Vector:
    """Rows of maps (12, …) applied to points."""
    return [m[4 * r] * v[0] + m[4 * r + 1] * v[1] + m[4 * r + 2] * v[2] + m[4 * r + 3] for r in range(3)]


def linear(a: Vector, v: Vector) -> Vector:
    return [a[3 * r] * v[0] + a[3 * r + 1] * v[1] + a[3 * r + 2] * v[2] for r in range(3)]


def norm(v: Vector) -> Array:
    return np.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


def sound(size: Array) -> Mask:
    return (size >= TINY) & (size < HUGE)


def chosen(mask: Mask, a: Vector, b: Vector) -> Vector:
    return [np.where(mask, x, y) for x, y in zip(a, b, strict=True)]


def cofactors(a: Vector, d: Vector) -> tuple[Vector, Array]:
    """The inverse of the 3×3 rows `a` applied to d, times the determinant; and the determinant."""
    c0 = a[4] * a[8] - a[5] * a[7]
    c1 = a[5] * a[6] - a[3] * a[8]
    c2 = a[3] * a[7] - a[4] * a[6]
    det = a[0] * c0 + a[1] * c1 + a[2] * c2
    raw = [
        c0 * d[0] + (a[2] * a[7] - a[1] * a[8]) * d[1] + (a[1] * a[5] - a[2] * a[4]) * d[2],
        c1 * d[0] + (a[0] * a[8] - a[2] * a[6]) * d[1] + (a[2] * a[3] - a[0] * a[5]) * d[2],
        c2 * d[0] + (a[1] * a[6] - a[0] * a[7]) * d[1] + (a[0] * a[4] - a[1] * a[3]) * d[2],
    ]
    return raw, det


def solved(a: Vector, d: Vector, *, divide: bool) -> Vector:
    """The inverse of the 3×3 rows `a` applied to d, by cofactors."""
    raw, det = cofactors(a, d)
    if divide:
        return [x / det for x in raw]
    over = 1.0 / det
    return [x * over for x in raw]


def turned(q: Vector, s: Vector) -> Vector:
    """Rows of the rotation q times the scales s."""
    x, y, z, w = q
    return [
        (1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y - z * w) * s[1], 2 * (x * z + y * w) * s[2],
        2 * (x * y + z * w) * s[0], (1 - 2 * (x * x + z * z)) * s[1], 2 * (y * z - x * w) * s[2],
        2 * (x * z - y * w) * s[0], 2 * (y * z + x * w) * s[1], (1 - 2 * (x * x + y * y)) * s[2],
    ]  # fmt: skip


def largest(m: Vector) -> Array:
    """The length of the longest column of 3×3 rows."""
    x, y, z = (m[c] * m[c] + m[3 + c] * m[3 + c] + m[6 + c] * m[6 + c] for c in range(3))
    x = np.where(y > x, y, x)
    return np.sqrt(np.where(z > x, z, x))


def rows(maps: Array) -> Vector:
    """The 3×3 part of maps (12, …)."""
    return [maps[k] for k in (0, 1, 2, 4, 5, 6, 8, 9, 10)]


class _Step:
    """One frame. `world` (slots + 1, 12, B, L) and `placed` (C, 7, B, L) fill up level by level."""

    def __init__(
        self, program: Program, state: Array, driven: Array, scales: Array, external: Array, above: Array,
        dt: float, counts: Integers, counted: Integers,
    ) -> None:  # fmt: skip
        self.program, self.state, self.driven, self.scales = program, state, driven, scales
        self.external, self.dt, self.counts, self.counted = external, dt, counts, counted
        shape = state.shape[2:]
        self.world = np.empty((len(program.origins) + 1, 12, *shape))
        self.world[-1] = above
        self.placed = np.empty((len(program.collider_index), 7, *shape))

    def run(self) -> None:
        for kind, at in self.program.levels:
            if kind == NODE:
                self.place_nodes(at)
            elif kind == COLLIDER:
                self.place_colliders(at)
            elif kind == HEAD:
                self.place_heads(at)
            else:
                _Joints(self, at).move()

    def stand(self) -> None:
        """Every node where it is while nothing moves: once, however often a step places it."""
        placed = np.zeros(len(self.world), bool)
        for kind, at in self.program.levels:
            if kind == COLLIDER:
                continue
            slots = at if kind == NODE else self.program.joint_index[at, Index.SLOT]
            fresh = at[~placed[slots]]
            placed[slots] = True
            if len(fresh):
                self.place_nodes(fresh) if kind == NODE else self.place_heads(fresh)

    def count(self, event: int, mask: Mask) -> None:
        """Add up over joints (first axis) and the lanes that count (last axis)."""
        self.counts[:, event] += (mask & (self.counted > 0)).sum((0, 2))

    def place_nodes(self, at: Integers) -> None:
        above, local = self.world[self.program.parents[at]], self.driven[self.program.origins[at]]
        self.world[at] = self.product(above, [local[:, k] for k in range(12)])

    @staticmethod
    def product(above: Array, local: Vector) -> Array:
        made = []
        for r in range(3):
            for c in range(4):
                x = (
                    above[:, 4 * r] * local[c]
                    + above[:, 4 * r + 1] * local[4 + c]
                    + above[:, 4 * r + 2] * local[8 + c]
                )
                made.append(x + above[:, 4 * r + 3] if c == 3 else x)
        return np.stack(np.broadcast_arrays(*made), 1)

    def place_colliders(self, at: Integers) -> None:
        program = self.program
        kinds = program.collider_index[at, 1]
        maps = np.moveaxis(self.world[program.collider_index[at, 0]], 1, 0)
        values = program.collider_values[at].T[..., None, None]
        first = point(maps, [values[0], values[1], values[2]])
        other = point(maps, [values[3], values[4], values[5]])
        along = [b - a for a, b in zip(first, other, strict=True)]
        plane = (kinds == PLANE)[:, None, None]
        self.placed[at, 0], self.placed[at, 1], self.placed[at, 2] = first
        for r, value in enumerate(chosen(plane, self.normals(maps, values), along)):
            self.placed[at, 3 + r] = value
        radius = np.broadcast_to(values[6], first[0].shape)
        grown = (kinds < INSIDE_SPHERE) if program.profile == UNIVRM else kinds != PLANE
        if program.profile in (SCALED, UNIVRM):
            radius = np.where(grown[:, None, None], values[6] * largest(rows(maps)), radius)
        self.placed[at, 6] = radius

    def normals(self, maps: Array, values: Array) -> Vector:
        a, b, c, d, e, f, g, h, l = rows(maps)
        n = [values[3], values[4], values[5]]
        x = (e * l - f * h) * n[0] + (f * g - d * l) * n[1] + (d * h - e * g) * n[2]
        y = (c * h - b * l) * n[0] + (a * l - c * g) * n[1] + (b * g - a * h) * n[2]
        z = (b * f - c * e) * n[0] + (c * d - a * f) * n[1] + (a * e - b * d) * n[2]
        s = a * (e * l - f * h) + b * (f * g - d * l) + c * (d * h - e * g)
        if self.program.profile == UNIVRM:
            x, y, z = linear(rows(maps), n)
            s = np.ones_like(s)
        m = np.sqrt(x * x + y * y + z * z)
        k = np.where(m == 0.0, 0.0, np.where(s >= 0.0, 1.0 / m, -1.0 / m))
        return [x * k, y * k, z * k]

    def place_heads(self, at: Integers) -> None:
        """Where heads are while they still have the rotation of the step before."""
        index, state = self.program.joint_index[at], self.state[at]
        local, scale = self.driven[index[:, Index.NODE]], self.scales[index[:, Index.NODE]]
        m = turned([state[:, 9 + k] for k in range(4)], [scale[:, k] for k in range(3)])
        maps = [*m[:3], local[:, 3], *m[3:6], local[:, 7], *m[6:], local[:, 11]]
        self.world[index[:, Index.SLOT]] = self.product(self.world[index[:, Index.PARENT]], maps)


class _Joints:
    """Joints that move at once: their constants as (n, 1, 1), all else as (n, B, L)."""

    def __init__(self, step: _Step, at: Integers) -> None:
        self.step, self.at = step, at
        self.index = step.program.joint_index[at]
        self.v = step.program.joint_values[at].T[..., None, None]
        self.state = step.state[at]
        self.above = np.moveaxis(step.world[self.index[:, Index.PARENT]], 1, 0)
        local, scale = step.driven[self.index[:, Index.NODE]], step.scales[self.index[:, Index.NODE]]
        self.scale = [scale[:, k] for k in range(3)]
        v, p, z = self.v, self.above, self.scale
        self.frame = [
            (p[4 * r] * v[c] + p[4 * r + 1] * v[3 + c] + p[4 * r + 2] * v[6 + c]) * z[c]
            for r in range(3) for c in range(3)
        ]  # fmt: skip
        self.head = point(p, [local[:, 3], local[:, 7], local[:, 11]])
        self.centered = self.index[:, Index.CENTER] >= 0
        self.center = np.moveaxis(step.world[self.index[:, Index.CENTER]], 1, 0)

    def move(self) -> None:
        self.integrate()
        everywhere = np.ones(self.length.shape, bool)
        self.limit(everywhere)
        for slot in range(int((self.index[:, Index.BEHIND] - self.index[:, Index.FIRST]).max(initial=0))):
            self.limit(self.collide(slot))
        self.turn()

    def integrate(self) -> None:
        """Inertia, stiffness, gravity and the length of the bone (specification, "Inertia calculation")."""
        step, v, head = self.step, self.v, self.head
        tail, before = [self.state[:, k] for k in range(3)], [self.state[:, 3 + k] for k in range(3)]
        if self.centered.any():
            mask = self.centered[:, None, None]
            tail = chosen(mask, point(self.center, tail), tail)
            before = chosen(mask, point(self.center, before), before)
        scaled = step.program.profile == SCALED
        size = largest(self.frame) if scaled else np.ones_like(head[0])
        self.hit_radius = v[24] * size if scaled else np.broadcast_to(v[24], head[0].shape)
        axis = linear(self.frame, [v[9], v[10], v[11]])
        length = norm(axis)
        long = sound(length)
        over = np.where(long, 1.0 / length, 0.0)
        self.rest = [x * over for x in axis]
        self.length = np.where(long, np.where(v[25] >= 0.0, v[25], length), 0.0)
        k, g = step.dt * v[19] * size, step.dt * size
        d = [
            tail[r]
            + (tail[r] - before[r]) * v[20]
            + k * self.rest[r]
            + g * v[21 + r]
            + step.dt * step.external[r]
            - head[r]
            for r in range(3)
        ]
        m = norm(d)
        good = sound(m)
        over = np.where(good, 1.0 / m, 0.0)
        self.unit = [x * over for x in d]
        self.repair(~(good & long))
        self.tail = self.head
        self.stretch(np.ones(good.shape, bool))

    def repair(self, lost: Mask) -> None:
        """A direction that is lost is the one of the step before, or that of rest."""
        if not lost.any():
            return
        short = self.length == 0.0
        self.step.count(3, lost & short)
        self.step.count(0, lost & ~short)
        kept = linear(self.frame, [self.state[:, 6 + k] for k in range(3)])
        m = norm(kept)
        instead = chosen(sound(m), [x / m for x in kept], self.rest)
        self.unit = chosen(lost, instead, self.unit)

    def stretch(self, mask: Mask) -> None:
        """Put the tail at the bone's length along its direction."""
        there = [h + u * self.length for h, u in zip(self.head, self.unit, strict=True)]
        self.tail = chosen(mask, there, self.tail)

    def collide(self, slot: int) -> Mask:
        """Push tails out of the collider in this place of each list; where one was hit."""
        step, program = self.step, self.step.program
        listed = self.index[:, Index.FIRST] + slot < self.index[:, Index.BEHIND]
        which = np.where(listed, self.index[:, Index.FIRST] + slot, 0)
        kind = np.where(listed, program.collider_index[which, 1], -1)[:, None, None]
        q = np.moveaxis(step.placed[which], 1, 0)
        delta = [t - c for t, c in zip(self.tail, q[:3], strict=True)]
        depth = delta[0] * q[3] + delta[1] * q[4] + delta[2] * q[5] - self.hit_radius
        delta = self.from_axis(delta, q, kind)
        s = delta[0] * delta[0] + delta[1] * delta[1] + delta[2] * delta[2]
        inner = (kind == INSIDE_SPHERE) | (kind == INSIDE_CAPSULE)
        reach = np.where(inner, q[6] - self.hit_radius, q[6] + self.hit_radius)
        round_hit = np.where(inner, (s > reach * reach) | (reach < 0.0), s < reach * reach)
        flat = kind == PLANE
        hit: Mask = (kind >= 0) & np.where(flat, depth < 0.0, round_hit)
        if not hit.any():
            return hit
        m = np.sqrt(s)
        clear = m >= TINY
        step.count(1, hit & ~flat & ~clear)
        k = np.where(clear, (reach - m) / m, reach - m)
        way = chosen(clear, delta, self.unit)
        pushed = [
            np.where(flat, t - n * depth, t + w * k) for t, n, w in zip(self.tail, q[3:6], way, strict=True)
        ]
        self.tail = chosen(hit, pushed, self.tail)
        held = hit & ~(inner | flat) if program.profile == UNIVRM else hit
        d = [t - h for t, h in zip(self.tail, self.head, strict=True)]
        m = norm(d)
        good = sound(m)
        step.count(2, held & ~good)
        over = 1.0 / m
        self.unit = chosen(held & good, [x * over for x in d], self.unit)
        self.stretch(held)
        return hit

    def from_axis(self, delta: Vector, q: Array, kind: Array) -> Vector:
        """Distances to capsules count from the nearest point of their axis."""
        long = (kind == CAPSULE) | (kind == INSIDE_CAPSULE)
        if not long.any():
            return delta
        e = q[3] * q[3] + q[4] * q[4] + q[5] * q[5]
        s = delta[0] * q[3] + delta[1] * q[4] + delta[2] * q[5]
        if self.step.program.profile == UNIVRM:
            far = [h - c for h, c in zip(self.head, q[:3], strict=True)]
            s = np.where(kind == CAPSULE, far[0] * q[3] + far[1] * q[4] + far[2] * q[5], s)
        s = s / np.where(e > 0.0, e, 1.0)
        s = np.where(s > 0.0, s, 0.0)
        s = np.where(s < 1.0, s, 1.0)
        return chosen(long, [d - s * a for d, a in zip(delta, q[3:6], strict=True)], delta)

    def limit(self, mask: Mask) -> None:
        """Keep directions within the limits of their joints, where `mask` says they have just changed."""
        kind = self.index[:, Index.LIMIT][:, None, None]
        mask = mask & (kind > 0)
        if not mask.any():
            return
        v = self.v
        to = solved(self.frame, [t - h for t, h in zip(self.tail, self.head, strict=True)], divide=True)
        m = norm(to)
        mask = mask & sound(m)
        to = [x / m for x in to]
        space = [v[33 + k] for k in range(9)]
        x, y, z = (space[c] * to[0] + space[3 + c] * to[1] + space[6 + c] * to[2] for c in range(3))
        mask = mask & ~((kind == CONE) & (y >= v[29]))
        side = np.sqrt(x * x + z * z)
        wide = side >= TINY
        cone = [
            np.where(wide, x / side * v[30], 0.0),
            np.broadcast_to(v[29], x.shape),
            np.where(wide, z / side * v[30], v[30]),
        ]
        m = np.sqrt(y * y + z * z)
        clear = m >= TINY
        y, z = np.where(clear, y / m, 1.0), np.where(clear, z / m, 0.0)
        beyond = y < v[29]
        z = np.where(beyond, np.where(z >= 0.0, v[30], -v[30]), z)
        y = np.where(beyond, v[29], y)
        hinge = kind == HINGE
        outer = (x > v[32]) | (x < -v[32])
        m = np.where(outer, v[31], m)
        x = np.where(x > v[32], v[32], np.where(x < -v[32], -v[32], x))
        other = [np.where(hinge, 0.0, x), np.where(hinge, y, y * m), np.where(hinge, z, z * m)]
        found = chosen(kind == CONE, cone, other)
        d = linear(self.frame, linear(space, found))
        m = norm(d)
        mask = mask & sound(m)
        over = 1.0 / m
        self.unit = chosen(mask, [x * over for x in d], self.unit)
        self.stretch(mask)

    def turn(self) -> None:
        """The rotation of the head, and what it and its tail leave behind (specification, "Applying
        rotation")."""
        step, v = self.step, self.v
        to, det = cofactors(self.frame, [t - h for t, h in zip(self.tail, self.head, strict=True)])
        m = norm(to)
        good: Mask = (m >= TINY * np.abs(det)) & (m < HUGE * np.abs(det))
        step.count(4, ~good & (self.length != 0.0))
        over = 1.0 / np.where(det > 0.0, m, -m)
        to = chosen(good, [x * over for x in to], [self.state[:, 6 + k] for k in range(3)])
        ax, ay, az = v[12], v[13], v[14]
        w = 1.0 + (ax * to[0] + ay * to[1] + az * to[2])
        far = w < OPPOSITE
        x = np.where(far, v[26], ay * to[2] - az * to[1])
        y = np.where(far, v[27], az * to[0] - ax * to[2])
        z = np.where(far, v[28], ax * to[1] - ay * to[0])
        w = np.where(far, 0.0, w)
        over = 1.0 / np.sqrt(x * x + y * y + z * z + w * w)
        x, y, z, w = x * over, y * over, z * over, w * over
        q = [
            v[18] * x + v[15] * w + v[16] * z - v[17] * y,
            v[18] * y - v[15] * z + v[16] * w + v[17] * x,
            v[18] * z + v[15] * y - v[16] * x + v[17] * w,
            v[18] * w - v[15] * x - v[16] * y - v[17] * z,
        ]
        self.store(to, q)
        s, p = turned(q, self.scale), self.above
        world = [
            [p[4 * r] * s[c] + p[4 * r + 1] * s[3 + c] + p[4 * r + 2] * s[6 + c] for c in range(3)]
            + [self.head[r]]
            for r in range(3)
        ]
        step.world[self.index[:, Index.SLOT]] = np.stack([x for row in world for x in row], 1)

    def store(self, to: Vector, q: Vector) -> None:
        tail = self.tail
        if self.centered.any():
            mask = self.centered[:, None, None]
            c = self.center
            inner = solved(rows(c), [t - c[4 * r + 3] for r, t in enumerate(tail)], divide=False)
            good = inner[0] * inner[0] + inner[1] * inner[1] + inner[2] * inner[2] < HUGE
            self.step.count(4, mask & ~good)
            inner = chosen(good, inner, [self.state[:, k] for k in range(3)])
            tail = chosen(mask, inner, tail)
        self.step.state[self.at] = np.stack([*tail, *(self.state[:, k] for k in range(3)), *to, *q], 1)


def place(program: Program, state: Array, driven: Array, scales: Array, above: Array) -> Array:
    """World maps (slots + 1, 12, B, L) with every joint at the rotation it has in `state`; shapes as in
    `advance`."""
    with np.errstate(all="ignore"):
        step = _Step(
            program,
            state.transpose(1, 2, 0, 3),
            driven.transpose(1, 2, 0, 3),
            scales.transpose(1, 2, 0, 3),
            np.zeros((3, 1, 1)),
            above.transpose(1, 0, 2),
            0.0,
            np.zeros((len(state), len(EVENTS)), np.int64),
            np.zeros((1, 1), np.int64),
        )
        step.stand()
    return step.world
