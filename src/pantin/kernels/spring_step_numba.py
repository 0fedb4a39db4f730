"""The compiled twin of `spring_step.py`: whole frames of spring bones, one rig in each lane.

Called through `spring_step.py`, which checks everything: here nothing is checked. One long function, because
a compiled function that a closure captures is never cached on disk; and one source for a single rig (1 lane)
and for many (8), which is what makes their bits equal. No contraction of a * b + c: lanes and single numbers
must round alike.

Lanes are the innermost axis of every array. Arithmetic over lanes reads and writes the scratch `S` alone,
with constants in local names, and everything else is copied in and out: LLVM makes vectors of a loop only
while few arrays might overlap (against reading the arrays in place: 4 times as fast with 8 lanes). No row of
an array is taken as a view inside a loop: each would be counted by reference, which took 7 times as long as
the arithmetic.

Rows of S: 0-8 rest frame of the head, 9-11 head, 12-14 tail, 15 length, 16-18 direction, 19-21 rest
direction, 22 hit radius, 23 scale, 24-28 collision, 29-31 direction in head space, 32-35 rotation, 36-41
tails in the world, 42-53 map of the parent, 54-56 translation, 57-59 scales, 60-62 external, 63-65 old
direction in head space, 66-72 collider, 73 flags, 74-85 result.
"""

# ruff: noqa: ANN001, N806 (numba infers the types; S is the scratch of every line below)

from __future__ import annotations

import functools
from typing import Any

import numba as nb
import numpy as np

from .engine import njit_cached
from .spring_program import (
    CAPSULE,
    COLLIDER,
    CONE,
    HINGE,
    HUGE,
    INSIDE_CAPSULE,
    INSIDE_SPHERE,
    JOINT,
    NODE,
    OPPOSITE,
    PLANE,
    SCALED,
    TINY,
    UNIVRM,
)

OPTIONS = {"nogil": True, "error_model": "numpy", "fastmath": False}


@functools.cache
def frames(lanes: int, shared: bool, parallel: bool) -> Any:
    """The kernel for rigs in blocks of `lanes`; `shared` when all of them are driven by the same pose."""
    spread = 0 if shared else 1
    blocks = nb.prange if parallel else range

    def advance(  # type: ignore[no-untyped-def]
        ops, origins, parents, joint_index, joint_values, collider_index, collider_values, profile,
        state, driven, scales, moves, changed, maps, sizes, above, external, gusts, dt, out, counts,
    ) -> None:  # fmt: skip
        slots = len(origins)
        for b in blocks(state.shape[0]):
            world = np.empty((slots + 1, 12, lanes))
            placed = np.empty((7, len(collider_index) * lanes))
            S = np.empty((86, lanes))
            for k in range(12):
                for i in range(lanes):
                    world[slots, k, i] = above[b, k, i]
            for f in range(out.shape[0]):
                now = f * moves
                for k in range(len(changed)):
                    for c in range(12):
                        for i in range(driven.shape[4]):
                            driven[now, b, changed[k], c, i] = maps[f, b, k, c, i]
                    for c in range(3):
                        for i in range(driven.shape[4]):
                            scales[now, b, changed[k], c, i] = sizes[f, b, k, c, i]
                for r in range(3):
                    for i in range(lanes):
                        S[60 + r, i] = external[f * gusts, b, r, i]
                for op in range(len(ops)):
                    at = ops[op, 1]
                    kind = ops[op, 0]

                    if kind == NODE:
                        up = parents[at]
                        node = origins[at]
                        for k in range(12):
                            for i in range(lanes):
                                S[42 + k, i] = world[up, k, i]
                                S[k, i] = driven[now, b, node, k, i * spread]
                        for r in range(3):
                            for c in range(4):
                                for i in range(lanes):
                                    x = (
                                        S[42 + 4 * r, i] * S[c, i]
                                        + S[43 + 4 * r, i] * S[4 + c, i]
                                        + S[44 + 4 * r, i] * S[8 + c, i]
                                    )
                                    S[74 + 4 * r + c, i] = x + S[45 + 4 * r, i] if c == 3 else x
                        for k in range(12):
                            for i in range(lanes):
                                world[at, k, i] = S[74 + k, i]
                        continue

                    if kind == COLLIDER:
                        up = collider_index[at, 0]
                        shape = collider_index[at, 1]
                        v0, v1, v2 = collider_values[at, 0], collider_values[at, 1], collider_values[at, 2]
                        v3, v4, v5 = collider_values[at, 3], collider_values[at, 4], collider_values[at, 5]
                        v6 = collider_values[at, 6]
                        for k in range(12):
                            for i in range(lanes):
                                S[42 + k, i] = world[up, k, i]
                        for r in range(3):
                            for i in range(lanes):
                                S[66 + r, i] = (
                                    S[42 + 4 * r, i] * v0
                                    + S[43 + 4 * r, i] * v1
                                    + S[44 + 4 * r, i] * v2
                                    + S[45 + 4 * r, i]
                                )
                                x = (
                                    S[42 + 4 * r, i] * v3
                                    + S[43 + 4 * r, i] * v4
                                    + S[44 + 4 * r, i] * v5
                                    + S[45 + 4 * r, i]
                                )
                                S[69 + r, i] = x - S[66 + r, i]
                        for i in range(lanes):
                            S[72, i] = v6
                        if shape == PLANE:
                            for i in range(lanes):
                                m0, m1, m2 = S[42, i], S[43, i], S[44, i]
                                m3, m4, m5 = S[46, i], S[47, i], S[48, i]
                                m6, m7, m8 = S[50, i], S[51, i], S[52, i]
                                x = (
                                    (m4 * m8 - m5 * m7) * v3
                                    + (m5 * m6 - m3 * m8) * v4
                                    + (m3 * m7 - m4 * m6) * v5
                                )
                                y = (
                                    (m2 * m7 - m1 * m8) * v3
                                    + (m0 * m8 - m2 * m6) * v4
                                    + (m1 * m6 - m0 * m7) * v5
                                )
                                z = (
                                    (m1 * m5 - m2 * m4) * v3
                                    + (m2 * m3 - m0 * m5) * v4
                                    + (m0 * m4 - m1 * m3) * v5
                                )
                                s = (
                                    m0 * (m4 * m8 - m5 * m7)
                                    + m1 * (m5 * m6 - m3 * m8)
                                    + m2 * (m3 * m7 - m4 * m6)
                                )
                                if profile == UNIVRM:
                                    x = m0 * v3 + m1 * v4 + m2 * v5
                                    y = m3 * v3 + m4 * v4 + m5 * v5
                                    z = m6 * v3 + m7 * v4 + m8 * v5
                                    s = 1.0
                                m = np.sqrt(x * x + y * y + z * z)
                                o = 0.0 if m == 0.0 else (1.0 / m if s >= 0.0 else -1.0 / m)
                                S[69, i] = x * o
                                S[70, i] = y * o
                                S[71, i] = z * o
                        elif profile == SCALED or (profile == UNIVRM and shape < INSIDE_SPHERE):
                            for i in range(lanes):
                                x = S[42, i] * S[42, i] + S[46, i] * S[46, i] + S[50, i] * S[50, i]
                                y = S[43, i] * S[43, i] + S[47, i] * S[47, i] + S[51, i] * S[51, i]
                                z = S[44, i] * S[44, i] + S[48, i] * S[48, i] + S[52, i] * S[52, i]
                                x = y if y > x else x
                                S[72, i] = v6 * np.sqrt(z if z > x else x)
                        for k in range(7):
                            for i in range(lanes):
                                placed[k, at * lanes + i] = S[66 + k, i]
                        continue

                    me = joint_index[at, 0]
                    up = joint_index[at, 1]
                    middle = joint_index[at, 2]
                    first = joint_index[at, 3]
                    last = joint_index[at, 4]
                    limit = joint_index[at, 5]
                    node = joint_index[at, 6]
                    for k in range(12):
                        for i in range(lanes):
                            S[42 + k, i] = world[up, k, i]
                    for r in range(3):
                        for i in range(lanes):
                            S[54 + r, i] = driven[now, b, node, 4 * r + 3, i * spread]
                            S[57 + r, i] = scales[now, b, node, r, i * spread]
                    for k in range(6):
                        for i in range(lanes):
                            S[36 + k, i] = state[b, at, k, i]
                    for k in range(7):
                        for i in range(lanes):
                            S[29 + k, i] = state[b, at, 6 + k, i]

                    if kind == JOINT:
                        # the tails in the world
                        if middle >= 0:
                            for k in range(12):
                                for i in range(lanes):
                                    S[74 + k, i] = world[middle, k, i]
                            for half in range(2):
                                for i in range(lanes):
                                    x, y, z = S[36 + 3 * half, i], S[37 + 3 * half, i], S[38 + 3 * half, i]
                                    S[36 + 3 * half, i] = (
                                        S[74, i] * x + S[75, i] * y + S[76, i] * z + S[77, i]
                                    )
                                    S[37 + 3 * half, i] = (
                                        S[78, i] * x + S[79, i] * y + S[80, i] * z + S[81, i]
                                    )
                                    S[38 + 3 * half, i] = (
                                        S[82, i] * x + S[83, i] * y + S[84, i] * z + S[85, i]
                                    )

                        # head and rest frame: the parent's map times rest rotation and scale of now
                        v0, v1, v2 = joint_values[at, 0], joint_values[at, 1], joint_values[at, 2]
                        v3, v4, v5 = joint_values[at, 3], joint_values[at, 4], joint_values[at, 5]
                        v6, v7, v8 = joint_values[at, 6], joint_values[at, 7], joint_values[at, 8]
                        radius = joint_values[at, 24]
                        for r in range(3):
                            for i in range(lanes):
                                p, q, s = S[42 + 4 * r, i], S[43 + 4 * r, i], S[44 + 4 * r, i]
                                S[3 * r, i] = (p * v0 + q * v3 + s * v6) * S[57, i]
                                S[3 * r + 1, i] = (p * v1 + q * v4 + s * v7) * S[58, i]
                                S[3 * r + 2, i] = (p * v2 + q * v5 + s * v8) * S[59, i]
                                S[9 + r, i] = p * S[54, i] + q * S[55, i] + s * S[56, i] + S[45 + 4 * r, i]
                        for i in range(lanes):
                            S[22, i] = radius
                            S[23, i] = 1.0
                        if profile == SCALED:
                            for i in range(lanes):
                                x = S[0, i] * S[0, i] + S[3, i] * S[3, i] + S[6, i] * S[6, i]
                                y = S[1, i] * S[1, i] + S[4, i] * S[4, i] + S[7, i] * S[7, i]
                                z = S[2, i] * S[2, i] + S[5, i] * S[5, i] + S[8, i] * S[8, i]
                                x = y if y > x else x
                                S[23, i] = np.sqrt(z if z > x else x)
                                S[22, i] = radius * S[23, i]

                        # inertia, stiffness, gravity, length
                        v0, v1, v2 = joint_values[at, 9], joint_values[at, 10], joint_values[at, 11]
                        stiff, keep, fixed = joint_values[at, 19], joint_values[at, 20], joint_values[at, 25]
                        v3, v4, v5 = joint_values[at, 21], joint_values[at, 22], joint_values[at, 23]
                        bad = 0
                        for i in range(lanes):
                            vx = S[0, i] * v0 + S[1, i] * v1 + S[2, i] * v2
                            vy = S[3, i] * v0 + S[4, i] * v1 + S[5, i] * v2
                            vz = S[6, i] * v0 + S[7, i] * v1 + S[8, i] * v2
                            size = np.sqrt(vx * vx + vy * vy + vz * vz)
                            long = (size >= TINY) & (size < HUGE)
                            o = 1.0 / size
                            o = o if long else 0.0
                            vx *= o
                            vy *= o
                            vz *= o
                            S[19, i] = vx
                            S[20, i] = vy
                            S[21, i] = vz
                            size = fixed if fixed >= 0.0 else size
                            size = size if long else 0.0
                            S[15, i] = size
                            p = dt * stiff * S[23, i]
                            g = dt * S[23, i]
                            x = (
                                S[36, i]
                                + (S[36, i] - S[39, i]) * keep
                                + p * vx
                                + g * v3
                                + dt * S[60, i]
                                - S[9, i]
                            )
                            y = (
                                S[37, i]
                                + (S[37, i] - S[40, i]) * keep
                                + p * vy
                                + g * v4
                                + dt * S[61, i]
                                - S[10, i]
                            )
                            z = (
                                S[38, i]
                                + (S[38, i] - S[41, i]) * keep
                                + p * vz
                                + g * v5
                                + dt * S[62, i]
                                - S[11, i]
                            )
                            m = np.sqrt(x * x + y * y + z * z)
                            good = (m >= TINY) & (m < HUGE)
                            o = 1.0 / m
                            o = o if good else 0.0
                            x *= o
                            y *= o
                            z *= o
                            S[16, i] = x
                            S[17, i] = y
                            S[18, i] = z
                            S[12, i] = S[9, i] + x * size
                            S[13, i] = S[10, i] + y * size
                            S[14, i] = S[11, i] + z * size
                            fine = good & long
                            S[73, i] = 1.0 if fine else 0.0
                            bad |= 0 if fine else 1
                        if bad:
                            for i in range(lanes):
                                if S[73, i] == 0.0:
                                    if S[15, i] == 0.0:
                                        counts[b, 3] += 1
                                    else:
                                        counts[b, 0] += 1
                                    x = S[0, i] * S[29, i] + S[1, i] * S[30, i] + S[2, i] * S[31, i]
                                    y = S[3, i] * S[29, i] + S[4, i] * S[30, i] + S[5, i] * S[31, i]
                                    z = S[6, i] * S[29, i] + S[7, i] * S[30, i] + S[8, i] * S[31, i]
                                    m = np.sqrt(x * x + y * y + z * z)
                                    if m >= TINY and m < HUGE:
                                        S[16, i] = x / m
                                        S[17, i] = y / m
                                        S[18, i] = z / m
                                    else:
                                        S[16, i] = S[19, i]
                                        S[17, i] = S[20, i]
                                        S[18, i] = S[21, i]
                                    S[12, i] = S[9, i] + S[16, i] * S[15, i]
                                    S[13, i] = S[10, i] + S[17, i] * S[15, i]
                                    S[14, i] = S[11, i] + S[18, i] * S[15, i]

                        # colliders in listed order; the turn before the first is for the limit alone
                        for entry in range(first if limit == 0 else first - 1, last):
                            some = 1
                            if entry < first:
                                for i in range(lanes):
                                    S[73, i] = 1.0
                            else:
                                shape = collider_index[entry, 1]
                                some = 0
                                base = entry * lanes
                                outer = shape < INSIDE_SPHERE
                                if shape == PLANE:
                                    for i in range(lanes):
                                        s = (
                                            (S[12, i] - placed[0, base + i]) * placed[3, base + i]
                                            + (S[13, i] - placed[1, base + i]) * placed[4, base + i]
                                            + (S[14, i] - placed[2, base + i]) * placed[5, base + i]
                                            - S[22, i]
                                        )
                                        S[27, i] = s
                                        S[73, i] = 1.0 if s < 0.0 else 0.0
                                        some |= 1 if s < 0.0 else 0
                                elif shape in (CAPSULE, INSIDE_CAPSULE):
                                    from_head = profile == UNIVRM and shape == CAPSULE
                                    for i in range(lanes):
                                        ex, ey, ez = (
                                            placed[3, base + i],
                                            placed[4, base + i],
                                            placed[5, base + i],
                                        )
                                        px, py, pz = (
                                            placed[0, base + i],
                                            placed[1, base + i],
                                            placed[2, base + i],
                                        )
                                        e = ex * ex + ey * ey + ez * ez
                                        x, y, z = S[12, i] - px, S[13, i] - py, S[14, i] - pz
                                        s = x * ex + y * ey + z * ez
                                        if from_head:
                                            s = (
                                                (S[9, i] - px) * ex
                                                + (S[10, i] - py) * ey
                                                + (S[11, i] - pz) * ez
                                            )
                                        s = s / (e if e > 0.0 else 1.0)
                                        s = s if s > 0.0 else 0.0
                                        s = s if s < 1.0 else 1.0
                                        x -= s * ex
                                        y -= s * ey
                                        z -= s * ez
                                        s = x * x + y * y + z * z
                                        hit = S[22, i]
                                        reach = placed[6, base + i] + (hit if outer else -hit)
                                        touch = (
                                            s < reach * reach
                                            if outer
                                            else (s > reach * reach) | (reach < 0.0)
                                        )
                                        S[24, i] = x
                                        S[25, i] = y
                                        S[26, i] = z
                                        S[27, i] = s
                                        S[28, i] = reach
                                        S[73, i] = 1.0 if touch else 0.0
                                        some |= 1 if touch else 0
                                else:
                                    for i in range(lanes):
                                        x = S[12, i] - placed[0, base + i]
                                        y = S[13, i] - placed[1, base + i]
                                        z = S[14, i] - placed[2, base + i]
                                        s = x * x + y * y + z * z
                                        hit = S[22, i]
                                        reach = placed[6, base + i] + (hit if outer else -hit)
                                        touch = (
                                            s < reach * reach
                                            if outer
                                            else (s > reach * reach) | (reach < 0.0)
                                        )
                                        S[24, i] = x
                                        S[25, i] = y
                                        S[26, i] = z
                                        S[27, i] = s
                                        S[28, i] = reach
                                        S[73, i] = 1.0 if touch else 0.0
                                        some |= 1 if touch else 0
                                if some:
                                    held = profile != UNIVRM or shape < INSIDE_SPHERE
                                    for i in range(lanes):
                                        if S[73, i] != 0.0:
                                            if shape == PLANE:
                                                S[12, i] -= placed[3, base + i] * S[27, i]
                                                S[13, i] -= placed[4, base + i] * S[27, i]
                                                S[14, i] -= placed[5, base + i] * S[27, i]
                                            else:
                                                m = np.sqrt(S[27, i])
                                                if m >= TINY:
                                                    o = (S[28, i] - m) / m
                                                    S[12, i] += S[24, i] * o
                                                    S[13, i] += S[25, i] * o
                                                    S[14, i] += S[26, i] * o
                                                else:
                                                    counts[b, 1] += 1
                                                    o = S[28, i] - m
                                                    S[12, i] += S[16, i] * o
                                                    S[13, i] += S[17, i] * o
                                                    S[14, i] += S[18, i] * o
                                            if held:
                                                x = S[12, i] - S[9, i]
                                                y = S[13, i] - S[10, i]
                                                z = S[14, i] - S[11, i]
                                                m = np.sqrt(x * x + y * y + z * z)
                                                if m >= TINY and m < HUGE:
                                                    o = 1.0 / m
                                                    S[16, i] = x * o
                                                    S[17, i] = y * o
                                                    S[18, i] = z * o
                                                else:
                                                    counts[b, 2] += 1
                                                S[12, i] = S[9, i] + S[16, i] * S[15, i]
                                                S[13, i] = S[10, i] + S[17, i] * S[15, i]
                                                S[14, i] = S[11, i] + S[18, i] * S[15, i]
                            if some and limit > 0:
                                for i in range(lanes):
                                    if S[73, i] == 0.0:
                                        continue
                                    x = S[12, i] - S[9, i]
                                    y = S[13, i] - S[10, i]
                                    z = S[14, i] - S[11, i]
                                    c0 = S[4, i] * S[8, i] - S[5, i] * S[7, i]
                                    c1 = S[5, i] * S[6, i] - S[3, i] * S[8, i]
                                    c2 = S[3, i] * S[7, i] - S[4, i] * S[6, i]
                                    det = S[0, i] * c0 + S[1, i] * c1 + S[2, i] * c2
                                    tx = (
                                        c0 * x
                                        + (S[2, i] * S[7, i] - S[1, i] * S[8, i]) * y
                                        + (S[1, i] * S[5, i] - S[2, i] * S[4, i]) * z
                                    ) / det
                                    ty = (
                                        c1 * x
                                        + (S[0, i] * S[8, i] - S[2, i] * S[6, i]) * y
                                        + (S[2, i] * S[3, i] - S[0, i] * S[5, i]) * z
                                    ) / det
                                    tz = (
                                        c2 * x
                                        + (S[1, i] * S[6, i] - S[0, i] * S[7, i]) * y
                                        + (S[0, i] * S[4, i] - S[1, i] * S[3, i]) * z
                                    ) / det
                                    m = np.sqrt(tx * tx + ty * ty + tz * tz)
                                    if not (m >= TINY and m < HUGE):
                                        continue
                                    tx /= m
                                    ty /= m
                                    tz /= m
                                    x = (
                                        joint_values[at, 33] * tx
                                        + joint_values[at, 36] * ty
                                        + joint_values[at, 39] * tz
                                    )
                                    y = (
                                        joint_values[at, 34] * tx
                                        + joint_values[at, 37] * ty
                                        + joint_values[at, 40] * tz
                                    )
                                    z = (
                                        joint_values[at, 35] * tx
                                        + joint_values[at, 38] * ty
                                        + joint_values[at, 41] * tz
                                    )
                                    cosine, sine = joint_values[at, 29], joint_values[at, 30]
                                    if limit == CONE:
                                        m = np.sqrt(x * x + z * z)
                                        if y >= cosine:
                                            continue
                                        if m >= TINY:
                                            x = x / m * sine
                                            z = z / m * sine
                                        else:
                                            x = 0.0
                                            z = sine
                                        y = cosine
                                    else:
                                        m = np.sqrt(y * y + z * z)
                                        if m >= TINY:
                                            y = y / m
                                            z = z / m
                                        else:
                                            y = 1.0
                                            z = 0.0
                                        if y < cosine:
                                            y = cosine
                                            z = sine if z >= 0.0 else -sine
                                        if limit == HINGE:
                                            x = 0.0
                                        else:
                                            side = joint_values[at, 32]
                                            if x > side:
                                                x = side
                                                m = joint_values[at, 31]
                                            elif x < -side:
                                                x = -side
                                                m = joint_values[at, 31]
                                            y *= m
                                            z *= m
                                    tx = (
                                        joint_values[at, 33] * x
                                        + joint_values[at, 34] * y
                                        + joint_values[at, 35] * z
                                    )
                                    ty = (
                                        joint_values[at, 36] * x
                                        + joint_values[at, 37] * y
                                        + joint_values[at, 38] * z
                                    )
                                    tz = (
                                        joint_values[at, 39] * x
                                        + joint_values[at, 40] * y
                                        + joint_values[at, 41] * z
                                    )
                                    x = S[0, i] * tx + S[1, i] * ty + S[2, i] * tz
                                    y = S[3, i] * tx + S[4, i] * ty + S[5, i] * tz
                                    z = S[6, i] * tx + S[7, i] * ty + S[8, i] * tz
                                    m = np.sqrt(x * x + y * y + z * z)
                                    if m >= TINY and m < HUGE:
                                        o = 1.0 / m
                                        S[16, i] = x * o
                                        S[17, i] = y * o
                                        S[18, i] = z * o
                                        S[12, i] = S[9, i] + S[16, i] * S[15, i]
                                        S[13, i] = S[10, i] + S[17, i] * S[15, i]
                                        S[14, i] = S[11, i] + S[18, i] * S[15, i]

                        # the turn that brings the rest direction there
                        ax, ay, az = joint_values[at, 12], joint_values[at, 13], joint_values[at, 14]
                        v0, v1, v2, v3 = (
                            joint_values[at, 15],
                            joint_values[at, 16],
                            joint_values[at, 17],
                            joint_values[at, 18],
                        )
                        v4, v5, v6 = joint_values[at, 26], joint_values[at, 27], joint_values[at, 28]
                        bad = 0
                        for i in range(lanes):
                            x = S[12, i] - S[9, i]
                            y = S[13, i] - S[10, i]
                            z = S[14, i] - S[11, i]
                            c0 = S[4, i] * S[8, i] - S[5, i] * S[7, i]
                            c1 = S[5, i] * S[6, i] - S[3, i] * S[8, i]
                            c2 = S[3, i] * S[7, i] - S[4, i] * S[6, i]
                            det = S[0, i] * c0 + S[1, i] * c1 + S[2, i] * c2
                            tx = (
                                c0 * x
                                + (S[2, i] * S[7, i] - S[1, i] * S[8, i]) * y
                                + (S[1, i] * S[5, i] - S[2, i] * S[4, i]) * z
                            )
                            ty = (
                                c1 * x
                                + (S[0, i] * S[8, i] - S[2, i] * S[6, i]) * y
                                + (S[2, i] * S[3, i] - S[0, i] * S[5, i]) * z
                            )
                            tz = (
                                c2 * x
                                + (S[1, i] * S[6, i] - S[0, i] * S[7, i]) * y
                                + (S[0, i] * S[4, i] - S[1, i] * S[3, i]) * z
                            )
                            m = np.sqrt(tx * tx + ty * ty + tz * tz)
                            # the length would be m / |det|: only its sign is needed where the result is made
                            # unit
                            good = (m >= TINY * abs(det)) & (m < HUGE * abs(det))
                            bad += 0 if good | (S[15, i] == 0.0) else 1
                            o = 1.0 / (m if det > 0.0 else -m)
                            tx = tx * o if good else S[29, i]
                            ty = ty * o if good else S[30, i]
                            tz = tz * o if good else S[31, i]
                            w = 1.0 + (ax * tx + ay * ty + az * tz)
                            far = w < OPPOSITE
                            x = v4 if far else ay * tz - az * ty
                            y = v5 if far else az * tx - ax * tz
                            z = v6 if far else ax * ty - ay * tx
                            w = 0.0 if far else w
                            o = 1.0 / np.sqrt(x * x + y * y + z * z + w * w)
                            x *= o
                            y *= o
                            z *= o
                            w *= o
                            S[29, i] = tx
                            S[30, i] = ty
                            S[31, i] = tz
                            S[32, i] = v3 * x + v0 * w + v1 * z - v2 * y
                            S[33, i] = v3 * y - v0 * z + v1 * w + v2 * x
                            S[34, i] = v3 * z + v0 * y - v1 * x + v2 * w
                            S[35, i] = v3 * w - v0 * x - v1 * y - v2 * z
                        counts[b, 4] += bad

                        # the state; rows 74-85 still hold the map of the centre
                        if middle >= 0:
                            bad = 0
                            for k in range(3):
                                for i in range(lanes):
                                    S[66 + k, i] = state[b, at, k, i]
                            for i in range(lanes):
                                m0, m1, m2 = S[74, i], S[75, i], S[76, i]
                                m3, m4, m5 = S[78, i], S[79, i], S[80, i]
                                m6, m7, m8 = S[82, i], S[83, i], S[84, i]
                                x = S[12, i] - S[77, i]
                                y = S[13, i] - S[81, i]
                                z = S[14, i] - S[85, i]
                                c0 = m4 * m8 - m5 * m7
                                c1 = m5 * m6 - m3 * m8
                                c2 = m3 * m7 - m4 * m6
                                det = m0 * c0 + m1 * c1 + m2 * c2
                                det = 1.0 / det
                                tx = (c0 * x + (m2 * m7 - m1 * m8) * y + (m1 * m5 - m2 * m4) * z) * det
                                ty = (c1 * x + (m0 * m8 - m2 * m6) * y + (m2 * m3 - m0 * m5) * z) * det
                                tz = (c2 * x + (m1 * m6 - m0 * m7) * y + (m0 * m4 - m1 * m3) * z) * det
                                m = tx * tx + ty * ty + tz * tz
                                good = m < HUGE
                                bad += 0 if good else 1
                                S[12, i] = tx if good else S[66, i]
                                S[13, i] = ty if good else S[67, i]
                                S[14, i] = tz if good else S[68, i]
                            counts[b, 4] += bad
                        for k in range(3):
                            for i in range(lanes):
                                state[b, at, 3 + k, i] = state[b, at, k, i]
                                state[b, at, k, i] = S[12 + k, i]
                        for k in range(7):
                            for i in range(lanes):
                                state[b, at, 6 + k, i] = S[29 + k, i]
                        for k in range(4):
                            for i in range(lanes):
                                out[f, b, at, k, i] = S[32 + k, i]

                    # the head with its rotation: of now, or (HEAD) of the step before
                    for i in range(lanes):
                        x, y, z, w = S[32, i], S[33, i], S[34, i], S[35, i]
                        S[0, i] = (1 - 2 * (y * y + z * z)) * S[57, i]
                        S[1, i] = 2 * (x * y - z * w) * S[58, i]
                        S[2, i] = 2 * (x * z + y * w) * S[59, i]
                        S[3, i] = 2 * (x * y + z * w) * S[57, i]
                        S[4, i] = (1 - 2 * (x * x + z * z)) * S[58, i]
                        S[5, i] = 2 * (y * z - x * w) * S[59, i]
                        S[6, i] = 2 * (x * z - y * w) * S[57, i]
                        S[7, i] = 2 * (y * z + x * w) * S[58, i]
                        S[8, i] = (1 - 2 * (x * x + y * y)) * S[59, i]
                    for r in range(3):
                        for i in range(lanes):
                            p, q, s = S[42 + 4 * r, i], S[43 + 4 * r, i], S[44 + 4 * r, i]
                            S[74 + 4 * r, i] = p * S[0, i] + q * S[3, i] + s * S[6, i]
                            S[75 + 4 * r, i] = p * S[1, i] + q * S[4, i] + s * S[7, i]
                            S[76 + 4 * r, i] = p * S[2, i] + q * S[5, i] + s * S[8, i]
                            S[77 + 4 * r, i] = p * S[54, i] + q * S[55, i] + s * S[56, i] + S[45 + 4 * r, i]
                    for k in range(12):
                        for i in range(lanes):
                            world[me, k, i] = S[74 + k, i]

    return njit_cached(advance, parallel=parallel, **OPTIONS)
