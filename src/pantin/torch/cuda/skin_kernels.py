"""Triton kernels of linear skinning in 3D: blend shapes and skinning fused, and its gradients.

Positions are stored as planes x, y and z, so that every store is of whole cache lines; the caller sees them
as (B, V, 3). No kernel adds up in an order that depends on time: results have the same bits in every run.
"""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def normal_of(m0, m1, m2, m4, m5, m6, m8, m9, m10, x, y, z):
    """The unit normal by cofactors; the normal before, at unit length, where it vanishes."""
    c0, c1, c2 = m5 * m10 - m6 * m9, m6 * m8 - m4 * m10, m4 * m9 - m5 * m8
    c3, c4, c5 = m2 * m9 - m1 * m10, m0 * m10 - m2 * m8, m1 * m8 - m0 * m9
    c6, c7, c8 = m1 * m6 - m2 * m5, m2 * m4 - m0 * m6, m0 * m5 - m1 * m4
    side = tl.where(m0 * c0 + m1 * c1 + m2 * c2 < 0, -1.0, 1.0)
    a, b, c = c0 * x + c1 * y + c2 * z, c3 * x + c4 * y + c5 * z, c6 * x + c7 * y + c8 * z
    square = a * a + b * b + c * c
    usable = (square > 0) & (square < float("inf"))
    old = x * x + y * y + z * z
    known = old > 0
    over = tl.where(usable, side * tl.rsqrt(tl.where(usable, square, 1.0)), 0.0)
    kept = tl.where(known, tl.rsqrt(tl.where(known, old, 1.0)), 0.0)
    last = tl.where(known, z * kept, 1.0)
    return (
        tl.where(usable, a * over, x * kept),
        tl.where(usable, b * over, y * kept),
        tl.where(usable, c * over, last),
    )


@triton.jit
def columns(row):
    """The four columns of (BLOCK, 4) numbers, which one thread holds."""
    even, odd = tl.split(tl.reshape(row, (row.shape[0], 2, 2)))
    a, c = tl.split(even)
    b, d = tl.split(odd)
    return a, b, c, d


@triton.jit
def quad(w0, w1, w2, w3, r0, r1, r2, r3, at):
    """One row of the matrices of four joints, blended; each is read as one vector."""
    return w0 * tl.load(r0 + at) + w1 * tl.load(r1 + at) + w2 * tl.load(r2 + at) + w3 * tl.load(r3 + at)


@triton.jit
def skin_vertices(
    pal, pos, nrm, wts, jnt, shape_weights, shape_offsets, shape_ids, shape_deltas, out, out_n,
    V, B, J, S, pos_f, pos_v, pos_c, nrm_f, nrm_v, nrm_c,
    K: tl.constexpr, FRAMES: tl.constexpr, NORMALS: tl.constexpr, POINTS_MOVE: tl.constexpr,
    NORMALS_MOVE: tl.constexpr, SHAPES: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """Blend shapes, then linear skinning: one vertex a thread, which keeps it for some frames.

    pal    (B, J, 12)
    wts    (K, V) weights and `jnt` joints, K a multiple of 4; the first four stay in registers
    SHAPES whether sparse blend shapes are added: shape_offsets (V + 1,), shape_ids and shape_deltas by
           vertex, shape_weights (B, S)
    """
    v = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = v < V
    v64 = v.to(tl.int64)
    c = tl.arange(0, 4)[None, :]
    w0, w1 = tl.load(wts + v64, ok, 0.0)[:, None], tl.load(wts + V + v64, ok, 0.0)[:, None]
    w2, w3 = tl.load(wts + 2 * V + v64, ok, 0.0)[:, None], tl.load(wts + 3 * V + v64, ok, 0.0)[:, None]
    j0 = tl.load(jnt + v64, ok, 0).to(tl.int32)[:, None] * 12 + c
    j1 = tl.load(jnt + V + v64, ok, 0).to(tl.int32)[:, None] * 12 + c
    j2 = tl.load(jnt + 2 * V + v64, ok, 0).to(tl.int32)[:, None] * 12 + c
    j3 = tl.load(jnt + 3 * V + v64, ok, 0).to(tl.int32)[:, None] * 12 + c
    first = tl.program_id(1) * FRAMES
    wide = tl.program_id(0).to(tl.int64) * 0 + first
    base, o, o_n = pal + wide * J * 12, out + wide * 3 * V + v64, out_n + wide * 3 * V + v64
    p, n = pos + wide * pos_f + v64 * pos_v, nrm + wide * nrm_f + v64 * nrm_v
    x, y, z = tl.load(p, ok, 0.0), tl.load(p + pos_c, ok, 0.0), tl.load(p + 2 * pos_c, ok, 0.0)
    if NORMALS:
        nx, ny, nz = tl.load(n, ok, 0.0), tl.load(n + nrm_c, ok, 0.0), tl.load(n + 2 * nrm_c, ok, 0.0)
    for frame in range(first, tl.minimum(first + FRAMES, B)):
        if POINTS_MOVE:
            x, y, z = tl.load(p, ok, 0.0), tl.load(p + pos_c, ok, 0.0), tl.load(p + 2 * pos_c, ok, 0.0)
        px, py, pz = x, y, z
        if SHAPES:
            start = tl.load(shape_offsets + v, ok, 0)
            count = tl.load(shape_offsets + v + 1, ok, 0) - start
            for e in range(tl.max(count)):
                here = ok & (e < count)
                shape = tl.load(shape_ids + start + e, here, 0)
                amount = tl.load(shape_weights + frame * S + shape, here, 0.0)
                px += amount * tl.load(shape_deltas + (start + e) * 3, here, 0.0)
                py += amount * tl.load(shape_deltas + (start + e) * 3 + 1, here, 0.0)
                pz += amount * tl.load(shape_deltas + (start + e) * 3 + 2, here, 0.0)
        r0, r1, r2, r3 = base + j0, base + j1, base + j2, base + j3
        top = quad(w0, w1, w2, w3, r0, r1, r2, r3, 0)
        middle = quad(w0, w1, w2, w3, r0, r1, r2, r3, 4)
        bottom = quad(w0, w1, w2, w3, r0, r1, r2, r3, 8)
        for k in tl.static_range(4, K):
            w = tl.load(wts + k * V + v64, ok, 0.0)[:, None]
            r = base + tl.load(jnt + k * V + v64, ok, 0).to(tl.int32)[:, None] * 12 + c
            top += w * tl.load(r)
            middle += w * tl.load(r + 4)
            bottom += w * tl.load(r + 8)
        m0, m1, m2, m3 = columns(top)
        m4, m5, m6, m7 = columns(middle)
        m8, m9, m10, m11 = columns(bottom)
        tl.store(o, m0 * px + m1 * py + m2 * pz + m3, ok)
        tl.store(o + V, m4 * px + m5 * py + m6 * pz + m7, ok)
        tl.store(o + 2 * V, m8 * px + m9 * py + m10 * pz + m11, ok)
        if NORMALS:
            if NORMALS_MOVE:
                nx, ny, nz = tl.load(n, ok, 0.0), tl.load(n + nrm_c, ok, 0.0), tl.load(n + 2 * nrm_c, ok, 0.0)
            a, b, d = normal_of(m0, m1, m2, m4, m5, m6, m8, m9, m10, nx, ny, nz)
            tl.store(o_n, a, ok)
            tl.store(o_n + V, b, ok)
            tl.store(o_n + 2 * V, d, ok)
        base += J * 12
        o += 3 * V
        o_n += 3 * V
        p += pos_f
        n += nrm_f


@triton.jit
def skin_once(
    pal, pos, nrm, wts, jnt, shape_weights, shape_offsets, shape_ids, shape_deltas, out, out_n,
    V, B, S, pal_f, pal_j, pal_e, pos_f, pos_v, pos_c, nrm_f, nrm_v, nrm_c,
    K: tl.constexpr, FRAMES: tl.constexpr, NORMALS: tl.constexpr, SHAPES: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """As `skin_vertices`, for one pose or few: nothing is kept, and numbers of matrices are read one by one.

    For one pose this was 8 % faster than reading rows as vectors; for hundreds it is slower by a sixth.
    """
    v = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = v < V
    v64 = v.to(tl.int64)
    wide = tl.program_id(0).to(tl.int64) * 0
    first = tl.program_id(1) * FRAMES
    for frame in range(first, tl.minimum(first + FRAMES, B)):
        f = wide + frame
        x = tl.load(pos + f * pos_f + v64 * pos_v, ok, 0.0)
        y = tl.load(pos + f * pos_f + v64 * pos_v + pos_c, ok, 0.0)
        z = tl.load(pos + f * pos_f + v64 * pos_v + 2 * pos_c, ok, 0.0)
        if SHAPES:
            start = tl.load(shape_offsets + v, ok, 0)
            count = tl.load(shape_offsets + v + 1, ok, 0) - start
            for e in range(tl.max(count)):
                here = ok & (e < count)
                amount = tl.load(shape_weights + f * S + tl.load(shape_ids + start + e, here, 0), here, 0.0)
                x += amount * tl.load(shape_deltas + (start + e) * 3, here, 0.0)
                y += amount * tl.load(shape_deltas + (start + e) * 3 + 1, here, 0.0)
                z += amount * tl.load(shape_deltas + (start + e) * 3 + 2, here, 0.0)
        base = pal + f * pal_f
        m0 = tl.zeros((BLOCK,), pal.dtype.element_ty)
        m1, m2, m3, m4, m5, m6 = m0, m0, m0, m0, m0, m0
        m7, m8, m9, m10, m11 = m0, m0, m0, m0, m0
        for k in tl.static_range(K):
            w = tl.load(wts + k * V + v64, ok, 0.0)
            r = base + tl.load(jnt + k * V + v64, ok, 0).to(tl.int32) * pal_j
            m0 += w * tl.load(r)
            m1 += w * tl.load(r + pal_e)
            m2 += w * tl.load(r + 2 * pal_e)
            m3 += w * tl.load(r + 3 * pal_e)
            m4 += w * tl.load(r + 4 * pal_e)
            m5 += w * tl.load(r + 5 * pal_e)
            m6 += w * tl.load(r + 6 * pal_e)
            m7 += w * tl.load(r + 7 * pal_e)
            m8 += w * tl.load(r + 8 * pal_e)
            m9 += w * tl.load(r + 9 * pal_e)
            m10 += w * tl.load(r + 10 * pal_e)
            m11 += w * tl.load(r + 11 * pal_e)
        o = out + f * 3 * V + v64
        tl.store(o, m0 * x + m1 * y + m2 * z + m3, ok)
        tl.store(o + V, m4 * x + m5 * y + m6 * z + m7, ok)
        tl.store(o + 2 * V, m8 * x + m9 * y + m10 * z + m11, ok)
        if NORMALS:
            n = nrm + f * nrm_f + v64 * nrm_v
            a, b, c = tl.load(n, ok, 0.0), tl.load(n + nrm_c, ok, 0.0), tl.load(n + 2 * nrm_c, ok, 0.0)
            a, b, c = normal_of(m0, m1, m2, m4, m5, m6, m8, m9, m10, a, b, c)
            o = out_n + f * 3 * V + v64
            tl.store(o, a, ok)
            tl.store(o + V, b, ok)
            tl.store(o + 2 * V, c, ok)


@triton.jit
def palette_parts(
    grad, pos, entry_vertex, entry_weight, chunk_first, chunk_end, parts,
    V, B, grad_f, grad_v, grad_c, pos_f, pos_v, pos_c,
    SHARED: tl.constexpr, FRAMES: tl.constexpr, ENTRIES: tl.constexpr,
):  # fmt: skip
    """The gradient of a palette entry from a chunk of the vertices of its joint: Σ w · g ⊗ (p, 1).

    SHARED whether all frames have the same points
    """
    chunk = tl.program_id(0)
    start, end = tl.load(chunk_first + chunk), tl.load(chunk_end + chunk)
    f = tl.program_id(1) * FRAMES + tl.arange(0, FRAMES)
    in_f = (f < B)[:, None]
    f64 = f.to(tl.int64)[:, None]
    s0 = tl.zeros((FRAMES, ENTRIES), grad.dtype.element_ty)
    s1, s2, s3, s4, s5, s6 = s0, s0, s0, s0, s0, s0
    s7, s8, s9, s10, s11 = s0, s0, s0, s0, s0
    for first in range(start, end, ENTRIES):
        e = first + tl.arange(0, ENTRIES)
        here = e < end
        v = tl.load(entry_vertex + e, here, 0).to(tl.int64)[None, :]
        w = tl.load(entry_weight + e, here, 0.0)[None, :]
        both = in_f & here[None, :]
        g = grad + f64 * grad_f + v * grad_v
        gx = tl.load(g, both, 0.0) * w
        gy = tl.load(g + grad_c, both, 0.0) * w
        gz = tl.load(g + 2 * grad_c, both, 0.0) * w
        if SHARED:
            p, known = pos + v * pos_v, here[None, :]
        else:
            p, known = pos + f64 * pos_f + v * pos_v, both
        x, y, z = tl.load(p, known, 0.0), tl.load(p + pos_c, known, 0.0), tl.load(p + 2 * pos_c, known, 0.0)
        s0 += gx * x
        s1 += gx * y
        s2 += gx * z
        s3 += gx
        s4 += gy * x
        s5 += gy * y
        s6 += gy * z
        s7 += gy
        s8 += gz * x
        s9 += gz * y
        s10 += gz * z
        s11 += gz
    o = parts + (chunk.to(tl.int64) * B + f) * 12
    ok = f < B
    tl.store(o, tl.sum(s0, 1), ok)
    tl.store(o + 1, tl.sum(s1, 1), ok)
    tl.store(o + 2, tl.sum(s2, 1), ok)
    tl.store(o + 3, tl.sum(s3, 1), ok)
    tl.store(o + 4, tl.sum(s4, 1), ok)
    tl.store(o + 5, tl.sum(s5, 1), ok)
    tl.store(o + 6, tl.sum(s6, 1), ok)
    tl.store(o + 7, tl.sum(s7, 1), ok)
    tl.store(o + 8, tl.sum(s8, 1), ok)
    tl.store(o + 9, tl.sum(s9, 1), ok)
    tl.store(o + 10, tl.sum(s10, 1), ok)
    tl.store(o + 11, tl.sum(s11, 1), ok)


@triton.jit
def add_parts(parts, joint_first, out, B, J, BLOCK: tl.constexpr):
    """(B, J, 12): the chunks of each joint added in their order."""
    joint = tl.program_id(0)
    i = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    ok = i < B * 12
    total = tl.zeros((BLOCK,), parts.dtype.element_ty)
    wide = joint.to(tl.int64) * 0
    for chunk in range(tl.load(joint_first + joint), tl.load(joint_first + joint + 1)):
        total += tl.load(parts + (wide + chunk) * B * 12 + i, ok, 0.0)
    tl.store(out + ((i // 12).to(tl.int64) * J + joint) * 12 + i % 12, total, ok)


@triton.jit
def point_gradients(
    grad, pal, wts, jnt, out, V, B, J, grad_f, grad_v, grad_c,
    K: tl.constexpr, SHARED: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """Gradients of points: Σ w Aᵀ g, for each frame or, where frames share the points, added over them."""
    v = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)).to(tl.int64)
    ok = v < V
    zero = tl.zeros((BLOCK,), grad.dtype.element_ty)
    tx, ty, tz = zero, zero, zero
    first = 0 if SHARED else tl.program_id(1)
    end = B if SHARED else tl.program_id(1) + 1
    wide = tl.program_id(0).to(tl.int64) * 0
    for frame in range(first, end):
        f = wide + frame
        g = grad + f * grad_f + v * grad_v
        gx, gy, gz = tl.load(g, ok, 0.0), tl.load(g + grad_c, ok, 0.0), tl.load(g + 2 * grad_c, ok, 0.0)
        base = pal + f * J * 12
        for k in tl.static_range(K):
            w = tl.load(wts + k * V + v, ok, 0.0)
            r = base + tl.load(jnt + k * V + v, ok, 0).to(tl.int32) * 12
            tx += w * (tl.load(r) * gx + tl.load(r + 4) * gy + tl.load(r + 8) * gz)
            ty += w * (tl.load(r + 1) * gx + tl.load(r + 5) * gy + tl.load(r + 9) * gz)
            tz += w * (tl.load(r + 2) * gx + tl.load(r + 6) * gy + tl.load(r + 10) * gz)
    o = out + v
    if not SHARED:
        o += tl.program_id(1).to(tl.int64) * 3 * V
    tl.store(o, tx, ok)
    tl.store(o + V, ty, ok)
    tl.store(o + 2 * V, tz, ok)


@triton.jit
def weight_gradients(
    grad, pal, pos, jnt, out, V, B, J, grad_f, grad_v, grad_c, pos_f, pos_v, pos_c, BLOCK: tl.constexpr
):
    """Gradients (K, V) of weights: Σ over frames of g · (A p + t)."""
    v = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)).to(tl.int64)
    ok = v < V
    slot = tl.program_id(1).to(tl.int64) * V + v
    joint = tl.load(jnt + slot, ok, 0).to(tl.int32) * 12
    total = tl.zeros((BLOCK,), grad.dtype.element_ty)
    wide = tl.program_id(0).to(tl.int64) * 0
    for frame in range(B):
        f = wide + frame
        g = grad + f * grad_f + v * grad_v
        p = pos + f * pos_f + v * pos_v
        x, y, z = tl.load(p, ok, 0.0), tl.load(p + pos_c, ok, 0.0), tl.load(p + 2 * pos_c, ok, 0.0)
        r = pal + f * J * 12 + joint
        a = tl.load(r) * x + tl.load(r + 1) * y + tl.load(r + 2) * z + tl.load(r + 3)
        b = tl.load(r + 4) * x + tl.load(r + 5) * y + tl.load(r + 6) * z + tl.load(r + 7)
        c = tl.load(r + 8) * x + tl.load(r + 9) * y + tl.load(r + 10) * z + tl.load(r + 11)
        total += (
            tl.load(g, ok, 0.0) * a + tl.load(g + grad_c, ok, 0.0) * b + tl.load(g + 2 * grad_c, ok, 0.0) * c
        )
    tl.store(out + slot, total, ok)
