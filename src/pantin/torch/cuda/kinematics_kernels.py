"""Triton kernels of 3D kinematics: world transforms of a batch in one kernel, palettes, and their gradients.

Matrices are 12 numbers by rows. Sums inside are in float64 where `REAL` says so, whatever is stored.
"""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def rotation_rows(rot, ok, QUATERNIONS: tl.constexpr, REAL: tl.constexpr):
    """The nine entries of a rotation: of a quaternion xyzw of any length, or as they are stored."""
    if QUATERNIONS:
        x, y = tl.load(rot, ok, 0.0).to(REAL), tl.load(rot + 1, ok, 0.0).to(REAL)
        z, w = tl.load(rot + 2, ok, 0.0).to(REAL), tl.load(rot + 3, ok, 0.0).to(REAL)
        square = x * x + y * y + z * z + w * w
        twice = tl.where(square > 0, 2.0 / tl.where(square > 0, square, 1.0), 0.0)
        tx, ty, tz = twice * x, twice * y, twice * z
        xx, yy, zz, xy, xz, yz = tx * x, ty * y, tz * z, tx * y, tx * z, ty * z
        wx, wy, wz = tx * w, ty * w, tz * w
        return 1 - (yy + zz), xy - wz, xz + wy, xy + wz, 1 - (xx + zz), yz - wx, xz - wy, yz + wx, 1 - (xx + yy)
    else:
        return (
            tl.load(rot, ok, 0.0).to(REAL), tl.load(rot + 1, ok, 0.0).to(REAL),
            tl.load(rot + 2, ok, 0.0).to(REAL), tl.load(rot + 3, ok, 0.0).to(REAL),
            tl.load(rot + 4, ok, 0.0).to(REAL), tl.load(rot + 5, ok, 0.0).to(REAL),
            tl.load(rot + 6, ok, 0.0).to(REAL), tl.load(rot + 7, ok, 0.0).to(REAL),
            tl.load(rot + 8, ok, 0.0).to(REAL),
        )  # fmt: skip


@triton.jit
def times(a0, a1, a2, a3, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11):
    """One row of an affine product."""
    return (
        a0 * b0 + a1 * b4 + a2 * b8,
        a0 * b1 + a1 * b5 + a2 * b9,
        a0 * b2 + a1 * b6 + a2 * b10,
        a0 * b3 + a1 * b7 + a2 * b11 + a3,
    )


@triton.jit
def four(a, b, c, d):
    """(…, 4) of four numbers, which are stored as one vector."""
    pairs = tl.join(tl.join(a, c), tl.join(b, d))
    return tl.reshape(pairs, (a.shape[0], a.shape[1], 4))


@triton.jit
def world_maps(
    rot, trs, scl, ancestors, out, B, n, rot_b, trs_b, scl_b,
    ROUNDS: tl.constexpr, QUATERNIONS: tl.constexpr, REAL: tl.constexpr,
    COPIES: tl.constexpr, NODES: tl.constexpr,
):  # fmt: skip
    """World transforms (B, n, 12) of some skeletons, all nodes at once.

    Pointer doubling: each round multiplies by the transform of an ancestor twice as far up, so that a tree of
    depth d takes log₂ d rounds. `ancestors` (ROUNDS, NODES) has −1 above roots.
    """
    s = (tl.program_id(0) * COPIES + tl.arange(0, COPIES))[:, None].to(tl.int64)
    j = tl.arange(0, NODES)[None, :]
    ok = (s < B) & (j < n)
    width: tl.constexpr = 4 if QUATERNIONS else 9
    r0, r1, r2, r3, r4, r5, r6, r7, r8 = rotation_rows(rot + s * rot_b + j * width, ok, QUATERNIONS, REAL)
    sp, tp = scl + s * scl_b + j * 3, trs + s * trs_b + j * 3
    sx, sy, sz = tl.load(sp, ok, 0.0).to(REAL), tl.load(sp + 1, ok, 0.0).to(REAL), tl.load(sp + 2, ok, 0.0).to(REAL)
    m0, m1, m2, m3 = r0 * sx, r1 * sy, r2 * sz, tl.load(tp, ok, 0.0).to(REAL)
    m4, m5, m6, m7 = r3 * sx, r4 * sy, r5 * sz, tl.load(tp + 1, ok, 0.0).to(REAL)
    m8, m9, m10, m11 = r6 * sx, r7 * sy, r8 * sz, tl.load(tp + 2, ok, 0.0).to(REAL)
    for turn in tl.static_range(ROUNDS):
        above = tl.load(ancestors + turn * NODES + j)
        above = tl.broadcast_to(above, (COPIES, NODES))
        has = above >= 0
        at = tl.maximum(above, 0)
        a0, a1, a2, a3 = tl.gather(m0, at, 1), tl.gather(m1, at, 1), tl.gather(m2, at, 1), tl.gather(m3, at, 1)
        x0, x1, x2, x3 = times(a0, a1, a2, a3, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11)
        a0, a1, a2, a3 = tl.gather(m4, at, 1), tl.gather(m5, at, 1), tl.gather(m6, at, 1), tl.gather(m7, at, 1)
        x4, x5, x6, x7 = times(a0, a1, a2, a3, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11)
        a0, a1, a2, a3 = tl.gather(m8, at, 1), tl.gather(m9, at, 1), tl.gather(m10, at, 1), tl.gather(m11, at, 1)
        x8, x9, x10, x11 = times(a0, a1, a2, a3, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11)
        m0, m1, m2, m3 = tl.where(has, x0, m0), tl.where(has, x1, m1), tl.where(has, x2, m2), tl.where(has, x3, m3)
        m4, m5, m6, m7 = tl.where(has, x4, m4), tl.where(has, x5, m5), tl.where(has, x6, m6), tl.where(has, x7, m7)
        m8, m9 = tl.where(has, x8, m8), tl.where(has, x9, m9)
        m10, m11 = tl.where(has, x10, m10), tl.where(has, x11, m11)
    kind = out.dtype.element_ty
    o = (out + (s * n + j) * 12)[:, :, None] + tl.arange(0, 4)[None, None, :]
    ok = ok[:, :, None]
    tl.store(o, four(m0.to(kind), m1.to(kind), m2.to(kind), m3.to(kind)), ok)
    tl.store(o + 4, four(m4.to(kind), m5.to(kind), m6.to(kind), m7.to(kind)), ok)
    tl.store(o + 8, four(m8.to(kind), m9.to(kind), m10.to(kind), m11.to(kind)), ok)


@triton.jit
def world_gradients(
    grad, world, rot, trs, scl, order, parents, d_rot, d_trs, d_scl, B, n, rot_b, trs_b, scl_b,
    QUATERNIONS: tl.constexpr, REAL: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """Gradients of local rotations, translations and scales: one skeleton a thread, children before parents.

    grad (B, n, 12) is changed: what a node passes on to its parent is added there, in one order.
    """
    s = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)).to(tl.int64)
    ok = s < B
    width: tl.constexpr = 4 if QUATERNIONS else 9
    for turn in range(n):
        node = tl.load(order + n - 1 - turn).to(tl.int64)
        parent = tl.load(parents + node).to(tl.int64)
        inside = ok & (s * 0 + parent >= 0)
        g = grad + (s * n + node) * 12
        g0, g1, g2, g3 = tl.load(g, ok, 0.0), tl.load(g + 1, ok, 0.0), tl.load(g + 2, ok, 0.0), tl.load(g + 3, ok, 0.0)
        g4, g5, g6, g7 = tl.load(g + 4, ok, 0.0), tl.load(g + 5, ok, 0.0), tl.load(g + 6, ok, 0.0), tl.load(g + 7, ok, 0.0)
        g8, g9, g10, g11 = tl.load(g + 8, ok, 0.0), tl.load(g + 9, ok, 0.0), tl.load(g + 10, ok, 0.0), tl.load(g + 11, ok, 0.0)
        above = world + (s * n + tl.maximum(parent, 0)) * 12
        one = tl.where(inside, 0.0, 1.0).to(REAL)
        p0, p1, p2 = tl.load(above, inside, 0.0).to(REAL) + one, tl.load(above + 1, inside, 0.0).to(REAL), tl.load(above + 2, inside, 0.0).to(REAL)
        p4, p5, p6 = tl.load(above + 4, inside, 0.0).to(REAL), tl.load(above + 5, inside, 0.0).to(REAL) + one, tl.load(above + 6, inside, 0.0).to(REAL)
        p8, p9, p10 = tl.load(above + 8, inside, 0.0).to(REAL), tl.load(above + 9, inside, 0.0).to(REAL), tl.load(above + 10, inside, 0.0).to(REAL) + one
        # Local gradients: the transposed linear part of what is above.
        d0, d1, d2, d3 = p0 * g0 + p4 * g4 + p8 * g8, p0 * g1 + p4 * g5 + p8 * g9, p0 * g2 + p4 * g6 + p8 * g10, p0 * g3 + p4 * g7 + p8 * g11
        d4, d5, d6, d7 = p1 * g0 + p5 * g4 + p9 * g8, p1 * g1 + p5 * g5 + p9 * g9, p1 * g2 + p5 * g6 + p9 * g10, p1 * g3 + p5 * g7 + p9 * g11
        d8, d9, d10, d11 = p2 * g0 + p6 * g4 + p10 * g8, p2 * g1 + p6 * g5 + p10 * g9, p2 * g2 + p6 * g6 + p10 * g10, p2 * g3 + p6 * g7 + p10 * g11
        rp = rot + s * rot_b + node * width
        r0, r1, r2, r3, r4, r5, r6, r7, r8 = rotation_rows(rp, ok, QUATERNIONS, REAL)
        sp, tp = scl + s * scl_b + node * 3, trs + s * trs_b + node * 3
        sx, sy, sz = tl.load(sp, ok, 0.0).to(REAL), tl.load(sp + 1, ok, 0.0).to(REAL), tl.load(sp + 2, ok, 0.0).to(REAL)
        tx, ty, tz = tl.load(tp, ok, 0.0).to(REAL), tl.load(tp + 1, ok, 0.0).to(REAL), tl.load(tp + 2, ok, 0.0).to(REAL)
        o = (s * n + node) * 3
        tl.store(d_trs + o, d3, ok)
        tl.store(d_trs + o + 1, d7, ok)
        tl.store(d_trs + o + 2, d11, ok)
        tl.store(d_scl + o, d0 * r0 + d4 * r3 + d8 * r6, ok)
        tl.store(d_scl + o + 1, d1 * r1 + d5 * r4 + d9 * r7, ok)
        tl.store(d_scl + o + 2, d2 * r2 + d6 * r5 + d10 * r8, ok)
        # What the parent gets: G Lᵀ, and the gradient of the translation.
        up = grad + (s * n + tl.maximum(parent, 0)) * 12
        l0, l1, l2, l4, l5, l6, l8, l9, l10 = r0 * sx, r1 * sy, r2 * sz, r3 * sx, r4 * sy, r5 * sz, r6 * sx, r7 * sy, r8 * sz
        tl.store(up, tl.load(up, inside, 0.0) + (g0 * l0 + g1 * l1 + g2 * l2 + g3 * tx), inside)
        tl.store(up + 1, tl.load(up + 1, inside, 0.0) + (g0 * l4 + g1 * l5 + g2 * l6 + g3 * ty), inside)
        tl.store(up + 2, tl.load(up + 2, inside, 0.0) + (g0 * l8 + g1 * l9 + g2 * l10 + g3 * tz), inside)
        tl.store(up + 3, tl.load(up + 3, inside, 0.0) + g3, inside)
        tl.store(up + 4, tl.load(up + 4, inside, 0.0) + (g4 * l0 + g5 * l1 + g6 * l2 + g7 * tx), inside)
        tl.store(up + 5, tl.load(up + 5, inside, 0.0) + (g4 * l4 + g5 * l5 + g6 * l6 + g7 * ty), inside)
        tl.store(up + 6, tl.load(up + 6, inside, 0.0) + (g4 * l8 + g5 * l9 + g6 * l10 + g7 * tz), inside)
        tl.store(up + 7, tl.load(up + 7, inside, 0.0) + g7, inside)
        tl.store(up + 8, tl.load(up + 8, inside, 0.0) + (g8 * l0 + g9 * l1 + g10 * l2 + g11 * tx), inside)
        tl.store(up + 9, tl.load(up + 9, inside, 0.0) + (g8 * l4 + g9 * l5 + g10 * l6 + g11 * ty), inside)
        tl.store(up + 10, tl.load(up + 10, inside, 0.0) + (g8 * l8 + g9 * l9 + g10 * l10 + g11 * tz), inside)
        tl.store(up + 11, tl.load(up + 11, inside, 0.0) + g11, inside)
        d0, d1, d2, d4, d5, d6, d8, d9, d10 = d0 * sx, d1 * sy, d2 * sz, d4 * sx, d5 * sy, d6 * sz, d8 * sx, d9 * sy, d10 * sz
        q = d_rot + (s * n + node) * width
        if QUATERNIONS:
            x, y = tl.load(rp, ok, 0.0).to(REAL), tl.load(rp + 1, ok, 0.0).to(REAL)
            z, w = tl.load(rp + 2, ok, 0.0).to(REAL), tl.load(rp + 3, ok, 0.0).to(REAL)
            square = x * x + y * y + z * z + w * w
            c = tl.where(square > 0, 2.0 / tl.where(square > 0, square, 1.0), 0.0)
            # R = 1 + c M with M quadratic in the quaternion, c = 2 / |q|²: <G, M> = <G, R − 1> / c.
            along = d0 * (r0 - 1) + d1 * r1 + d2 * r2 + d4 * r3 + d5 * (r4 - 1) + d6 * r5 + d8 * r6 + d9 * r7 + d10 * (r8 - 1)
            qx = y * (d1 + d4) + z * (d2 + d8) - 2 * x * (d5 + d10) + w * (d9 - d6)
            qy = x * (d1 + d4) + z * (d6 + d9) - 2 * y * (d0 + d10) + w * (d2 - d8)
            qz = x * (d2 + d8) + y * (d6 + d9) - 2 * z * (d0 + d5) + w * (d4 - d1)
            qw = x * (d9 - d6) + y * (d2 - d8) + z * (d4 - d1)
            tl.store(q, c * (qx - along * x), ok)
            tl.store(q + 1, c * (qy - along * y), ok)
            tl.store(q + 2, c * (qz - along * z), ok)
            tl.store(q + 3, c * (qw - along * w), ok)
        else:
            tl.store(q, d0, ok)
            tl.store(q + 1, d1, ok)
            tl.store(q + 2, d2, ok)
            tl.store(q + 3, d4, ok)
            tl.store(q + 4, d5, ok)
            tl.store(q + 5, d6, ok)
            tl.store(q + 6, d8, ok)
            tl.store(q + 7, d9, ok)
            tl.store(q + 8, d10, ok)
        tl.debug_barrier()  # another thread may hold the same skeleton in the next round


@triton.jit
def palette_maps(world, joints, binds, out, planes, B, n, J, PLANES: tl.constexpr, BLOCK: tl.constexpr):
    """Palettes (B, J, 12): world transforms of joints times inverse binds; joints of −1 stay fixed. Also as
    planes (12, B, J), which tiles read."""
    i = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)).to(tl.int64)
    ok = i < B * J
    joint = i % J
    node = tl.load(joints + joint, ok, -1).to(tl.int64)
    moved = ok & (node >= 0)
    w = world + (i // J * n + tl.maximum(node, 0)) * 12
    b = binds + joint * 12
    for row in tl.static_range(3):
        e0 = 1.0 if row == 0 else 0.0
        e1 = 1.0 if row == 1 else 0.0
        e2 = 1.0 if row == 2 else 0.0
        a0, a1 = tl.load(w + 4 * row, moved, e0), tl.load(w + 4 * row + 1, moved, e1)
        a2, a3 = tl.load(w + 4 * row + 2, moved, e2), tl.load(w + 4 * row + 3, moved, 0.0)
        for column in tl.static_range(4):
            total = a0 * tl.load(b + column, ok, 0.0) + a1 * tl.load(b + 4 + column, ok, 0.0) + a2 * tl.load(b + 8 + column, ok, 0.0)
            if column == 3:
                total += a3
            tl.store(out + i * 12 + 4 * row + column, total, ok)
            if PLANES:
                tl.store(planes + (4 * row + column) * (joint * 0 + B * J) + i, total, ok)


@triton.jit
def palette_gradients(grad, binds, first, joints_of, out, B, n, J, BLOCK: tl.constexpr):
    """Gradients (B, n, 12) of world transforms from those of palettes; the joints of each node in order."""
    i = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)).to(tl.int64)
    ok = i < B * n
    node = i % n
    start = tl.load(first + node, ok, 0)
    count = tl.load(first + node + 1, ok, 0) - start
    most = tl.max(count)
    for row in tl.static_range(3):
        s0 = tl.zeros((BLOCK,), out.dtype.element_ty)
        s1, s2, s3 = s0, s0, s0
        for entry in range(most):
            here = ok & (entry < count)
            joint = tl.load(joints_of + start + entry, here, 0).to(tl.int64)
            g = grad + (i // n * J + joint) * 12 + 4 * row
            b = binds + joint * 12
            g0, g1, g2, g3 = tl.load(g, here, 0.0), tl.load(g + 1, here, 0.0), tl.load(g + 2, here, 0.0), tl.load(g + 3, here, 0.0)
            s0 += g0 * tl.load(b, here, 0.0) + g1 * tl.load(b + 1, here, 0.0) + g2 * tl.load(b + 2, here, 0.0) + g3 * tl.load(b + 3, here, 0.0)
            s1 += g0 * tl.load(b + 4, here, 0.0) + g1 * tl.load(b + 5, here, 0.0) + g2 * tl.load(b + 6, here, 0.0) + g3 * tl.load(b + 7, here, 0.0)
            s2 += g0 * tl.load(b + 8, here, 0.0) + g1 * tl.load(b + 9, here, 0.0) + g2 * tl.load(b + 10, here, 0.0) + g3 * tl.load(b + 11, here, 0.0)
            s3 += g3
        o = out + i * 12 + 4 * row
        tl.store(o, s0, ok)
        tl.store(o + 1, s1, ok)
        tl.store(o + 2, s2, ok)
        tl.store(o + 3, s3, ok)
