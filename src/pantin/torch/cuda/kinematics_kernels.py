"""Triton kernels of 3D kinematics: world transforms of a batch in one kernel, palettes, and their gradients.

Matrices are 12 numbers by rows.
"""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def matrix_of(x, y, z, w):
    """The nine entries of the rotation of a quaternion of any length; zero is the identity."""
    square = x * x + y * y + z * z + w * w
    twice = tl.where(square > 0, 2.0 / tl.where(square > 0, square, 1.0), 0.0)
    tx, ty, tz = twice * x, twice * y, twice * z
    xx, yy, zz, xy, xz, yz = tx * x, ty * y, tz * z, tx * y, tx * z, ty * z
    wx, wy, wz = tx * w, ty * w, tz * w
    return 1 - (yy + zz), xy - wz, xz + wy, xy + wz, 1 - (xx + zz), yz - wx, xz - wy, yz + wx, 1 - (xx + yy)


@triton.jit
def rotation_rows(rot, ok, QUATERNIONS: tl.constexpr):
    """The nine entries of a rotation: of a quaternion xyzw, or as they are stored."""
    if QUATERNIONS:
        x, y, z, w = load_row(rot, ok)
        m0, m1, m2, m3, m4, m5, m6, m7, m8 = matrix_of(x, y, z, w)
    else:
        m0, m1, m2, m3 = load_row(rot, ok)
        m4, m5, m6, m7 = load_row(rot + 4, ok)
        m8 = tl.load(rot + 8, ok, 0.0)
    return m0, m1, m2, m3, m4, m5, m6, m7, m8


@triton.jit
def four(a, b, c, d):
    """(…, 4) of four numbers, which are stored as one vector."""
    return tl.reshape(tl.join(tl.join(a, c), tl.join(b, d)), (a.shape[0], a.shape[1], 4))


@triton.jit
def row_times(row, b0, b1, b2):
    """One row (…, 4) of an affine product: a row of the first matrix, the rows of the second."""
    even, odd = tl.split(tl.reshape(row, (row.shape[0], row.shape[1], 2, 2)))
    a0, a2 = tl.split(even)
    a1, a3 = tl.split(odd)
    last = tl.where(tl.arange(0, 4)[None, None, :] == 3, a3[:, :, None], 0.0)
    return a0[:, :, None] * b0 + a1[:, :, None] * b1 + a2[:, :, None] * b2 + last


@triton.jit
def world_maps(
    rot, trs, scl, schedule, parents, out, B, n, steps, rot_b, trs_b, scl_b,
    QUATERNIONS: tl.constexpr, COPIES: tl.constexpr, WIDTH: tl.constexpr,
):  # fmt: skip
    """World transforms (B, n, 12) of some skeletons: in each step WIDTH nodes whose parents are done.

    schedule  (steps, WIDTH) nodes, −1 for none
    """
    s = (tl.program_id(0) * COPIES + tl.arange(0, COPIES))[:, None].to(tl.int64)
    lane = tl.arange(0, WIDTH)[None, :]
    c = tl.arange(0, 4)[None, None, :]
    for step in range(steps):
        node = tl.load(schedule + step * WIDTH + lane)
        ok = (s < B) & (node >= 0)
        node = tl.maximum(node, 0)
        parent = tl.load(parents + node)
        inside, put = (ok & (parent >= 0))[:, :, None], ok[:, :, None]
        above = (out + (s * n + tl.maximum(parent, 0)) * 12)[:, :, None] + c
        p0, p1, p2 = (
            tl.load(above, inside, 0.0),
            tl.load(above + 4, inside, 0.0),
            tl.load(above + 8, inside, 0.0),
        )
        if QUATERNIONS:
            q = tl.load((rot + s * rot_b + node * 4)[:, :, None] + c, put, 0.0)
            even, odd = tl.split(tl.reshape(q, (COPIES, WIDTH, 2, 2)))
            x, z = tl.split(even)
            y, w = tl.split(odd)
            r0, r1, r2, r3, r4, r5, r6, r7, r8 = matrix_of(x, y, z, w)
        else:
            r0, r1, r2, r3, r4, r5, r6, r7, r8 = rotation_rows(rot + s * rot_b + node * 9, ok, False)
        sp, tp = scl + s * scl_b + node * 3, trs + s * trs_b + node * 3
        sx, sy, sz = tl.load(sp, ok, 0.0), tl.load(sp + 1, ok, 0.0), tl.load(sp + 2, ok, 0.0)
        m0 = four(r0 * sx, r1 * sy, r2 * sz, tl.load(tp, ok, 0.0))
        m1 = four(r3 * sx, r4 * sy, r5 * sz, tl.load(tp + 1, ok, 0.0))
        m2 = four(r6 * sx, r7 * sy, r8 * sz, tl.load(tp + 2, ok, 0.0))
        o = (out + (s * n + node) * 12)[:, :, None] + c
        tl.store(o, tl.where(inside, row_times(p0, m0, m1, m2), m0), put)
        tl.store(o + 4, tl.where(inside, row_times(p1, m0, m1, m2), m1), put)
        tl.store(o + 8, tl.where(inside, row_times(p2, m0, m1, m2), m2), put)
        tl.debug_barrier()  # the next step reads what this one wrote


@triton.jit
def world_gradients(
    grad, passed, world, rot, trs, scl, schedule, parents, child_first, children, d_rot, d_trs, d_scl,
    B, n, steps, rot_b, trs_b, scl_b,
    QUATERNIONS: tl.constexpr, COPIES: tl.constexpr, WIDTH: tl.constexpr,
):  # fmt: skip
    """Gradients of local rotations, translations and scales, children before parents.

    passed  (B, n, 12) what each node passes on to its parent, which adds it up in the order of its children
    """
    s = (tl.program_id(0) * COPIES + tl.arange(0, COPIES))[:, None].to(tl.int64)
    lane = tl.arange(0, WIDTH)[None, :]
    width: tl.constexpr = 4 if QUATERNIONS else 9
    for turn in range(steps):
        node = tl.load(schedule + (steps - 1 - turn) * WIDTH + lane)
        ok = (s < B) & (node >= 0)
        node = tl.maximum(node, 0)
        g = grad + (s * n + node) * 12
        g0, g1, g2, g3 = load_row(g, ok)
        g4, g5, g6, g7 = load_row(g + 4, ok)
        g8, g9, g10, g11 = load_row(g + 8, ok)
        start = tl.load(child_first + node)
        count = tl.load(child_first + node + 1) - start
        for entry in range(tl.max(count)):
            here = ok & (entry < count)
            child = tl.load(children + start + entry, entry < count, 0)
            u = passed + (s * n + child) * 12
            u0, u1, u2, u3 = load_row(u, here)
            u4, u5, u6, u7 = load_row(u + 4, here)
            u8, u9, u10, u11 = load_row(u + 8, here)
            g0, g1, g2, g3, g4, g5 = g0 + u0, g1 + u1, g2 + u2, g3 + u3, g4 + u4, g5 + u5
            g6, g7, g8, g9, g10, g11 = g6 + u6, g7 + u7, g8 + u8, g9 + u9, g10 + u10, g11 + u11
        parent = tl.load(parents + node)
        inside = ok & (parent >= 0)
        above = world + (s * n + tl.maximum(parent, 0)) * 12
        one = tl.where(inside, 0.0, 1.0).to(grad.dtype.element_ty)
        p0, p1, p2, _ = load_row(above, inside)
        p4, p5, p6, _ = load_row(above + 4, inside)
        p8, p9, p10, _ = load_row(above + 8, inside)
        p0, p5, p10 = p0 + one, p5 + one, p10 + one
        # Local gradients: the transposed linear part of the parent times those of the world transform.
        d0, d1 = p0 * g0 + p4 * g4 + p8 * g8, p0 * g1 + p4 * g5 + p8 * g9
        d2, d3 = p0 * g2 + p4 * g6 + p8 * g10, p0 * g3 + p4 * g7 + p8 * g11
        d4, d5 = p1 * g0 + p5 * g4 + p9 * g8, p1 * g1 + p5 * g5 + p9 * g9
        d6, d7 = p1 * g2 + p5 * g6 + p9 * g10, p1 * g3 + p5 * g7 + p9 * g11
        d8, d9 = p2 * g0 + p6 * g4 + p10 * g8, p2 * g1 + p6 * g5 + p10 * g9
        d10, d11 = p2 * g2 + p6 * g6 + p10 * g10, p2 * g3 + p6 * g7 + p10 * g11
        rp = rot + s * rot_b + node * width
        r0, r1, r2, r3, r4, r5, r6, r7, r8 = rotation_rows(rp, ok, QUATERNIONS)
        sp, tp = scl + s * scl_b + node * 3, trs + s * trs_b + node * 3
        sx, sy, sz = tl.load(sp, ok, 0.0), tl.load(sp + 1, ok, 0.0), tl.load(sp + 2, ok, 0.0)
        tx, ty, tz = tl.load(tp, ok, 0.0), tl.load(tp + 1, ok, 0.0), tl.load(tp + 2, ok, 0.0)
        o = (s * n + node) * 3
        store_three(d_trs + o, d3, d7, d11, ok)
        sums = d0 * r0 + d4 * r3 + d8 * r6, d1 * r1 + d5 * r4 + d9 * r7, d2 * r2 + d6 * r5 + d10 * r8
        store_three(d_scl + o, sums[0], sums[1], sums[2], ok)
        # What the parent gets: the gradient times the transposed local transform.
        l0, l1, l2, l4, l5, l6 = r0 * sx, r1 * sy, r2 * sz, r3 * sx, r4 * sy, r5 * sz
        l8, l9, l10 = r6 * sx, r7 * sy, r8 * sz
        u = passed + (s * n + node) * 12
        store_passed(u, g0, g1, g2, g3, l0, l1, l2, tx, l4, l5, l6, ty, l8, l9, l10, tz, ok)
        store_passed(u + 4, g4, g5, g6, g7, l0, l1, l2, tx, l4, l5, l6, ty, l8, l9, l10, tz, ok)
        store_passed(u + 8, g8, g9, g10, g11, l0, l1, l2, tx, l4, l5, l6, ty, l8, l9, l10, tz, ok)
        d0, d1, d2, d4, d5, d6 = d0 * sx, d1 * sy, d2 * sz, d4 * sx, d5 * sy, d6 * sz
        d8, d9, d10 = d8 * sx, d9 * sy, d10 * sz
        q = d_rot + (s * n + node) * width
        if QUATERNIONS:
            x, y, z, w = load_row(rp, ok)
            square = x * x + y * y + z * z + w * w
            c = tl.where(square > 0, 2.0 / tl.where(square > 0, square, 1.0), 0.0)
            # R = 1 + c M with M quadratic in the quaternion and c = 2 / |q|²; <G, c M> = <G, R − 1>.
            along = d0 * (r0 - 1) + d1 * r1 + d2 * r2 + d4 * r3 + d5 * (r4 - 1)
            along += d6 * r5 + d8 * r6 + d9 * r7 + d10 * (r8 - 1)
            qx = y * (d1 + d4) + z * (d2 + d8) - 2 * x * (d5 + d10) + w * (d9 - d6)
            qy = x * (d1 + d4) + z * (d6 + d9) - 2 * y * (d0 + d10) + w * (d2 - d8)
            qz = x * (d2 + d8) + y * (d6 + d9) - 2 * z * (d0 + d5) + w * (d4 - d1)
            qw = x * (d9 - d6) + y * (d2 - d8) + z * (d4 - d1)
            store_three(q, c * (qx - along * x), c * (qy - along * y), c * (qz - along * z), ok)
            tl.store(q + 3, c * (qw - along * w), ok)
        else:
            store_three(q, d0, d1, d2, ok)
            store_three(q + 3, d4, d5, d6, ok)
            store_three(q + 6, d8, d9, d10, ok)
        tl.debug_barrier()  # the next step reads what this one passes on


@triton.jit
def load_row(at, ok):
    """Four numbers side by side."""
    return tl.load(at, ok, 0.0), tl.load(at + 1, ok, 0.0), tl.load(at + 2, ok, 0.0), tl.load(at + 3, ok, 0.0)


@triton.jit
def store_three(at, a, b, c, ok):
    tl.store(at, a, ok)
    tl.store(at + 1, b, ok)
    tl.store(at + 2, c, ok)


@triton.jit
def store_passed(at, g0, g1, g2, g3, l0, l1, l2, tx, l4, l5, l6, ty, l8, l9, l10, tz, ok):
    """One row of a gradient times the transposed local transform."""
    store_three(
        at, g0 * l0 + g1 * l1 + g2 * l2 + g3 * tx, g0 * l4 + g1 * l5 + g2 * l6 + g3 * ty,
        g0 * l8 + g1 * l9 + g2 * l10 + g3 * tz, ok,
    )  # fmt: skip
    tl.store(at + 3, g3, ok)


@triton.jit
def palette_maps(world, joints, binds, out, B, n, J, BLOCK: tl.constexpr):
    """Palettes (B, J, 12): world transforms of joints times inverse binds; joints of −1 stay fixed."""
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
            b0, b1, b2 = (
                tl.load(b + column, ok, 0.0),
                tl.load(b + 4 + column, ok, 0.0),
                tl.load(b + 8 + column, ok, 0.0),
            )
            total = a0 * b0 + a1 * b1 + a2 * b2
            if column == 3:
                total += a3
            tl.store(out + i * 12 + 4 * row + column, total, ok)


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
            g0, g1, g2, g3 = load_row(g, here)
            b0, b1, b2, b3 = load_row(b, here)
            s0 += g0 * b0 + g1 * b1 + g2 * b2 + g3 * b3
            b0, b1, b2, b3 = load_row(b + 4, here)
            s1 += g0 * b0 + g1 * b1 + g2 * b2 + g3 * b3
            b0, b1, b2, b3 = load_row(b + 8, here)
            s2 += g0 * b0 + g1 * b1 + g2 * b2 + g3 * b3
            s3 += g3
        o = out + i * 12 + 4 * row
        tl.store(o, s0, ok)
        tl.store(o + 1, s1, ok)
        tl.store(o + 2, s2, ok)
        tl.store(o + 3, s3, ok)
