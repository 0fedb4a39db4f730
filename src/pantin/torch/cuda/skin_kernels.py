"""Triton kernels of linear skinning: blend shapes and skinning fused, and its gradients.

N is the dimension, 3 or 4. Positions are stored as planes x, y, z, …, so that every store is of whole cache
lines; the caller sees them as (B, V, N). No kernel adds numbers in an order that depends on timing, so
results have the same bits in every run.
"""

from __future__ import annotations

import triton
import triton.language as tl

from pantin.torch.cuda.matrix_kernels import (
    add,
    columns,
    dot,
    last_number,
    load_numbers,
    store_numbers,
    transform,
    unit_normal,
    zeros,
)


@triton.jit
def add_scaled(total, factor, at, step, COUNT: tl.constexpr):
    """Numbers plus a factor times the numbers at a pointer."""
    numbers = ()
    for index in tl.static_range(COUNT):
        numbers = numbers + (total[index] + factor * tl.load(at + index * step),)
    return numbers


@triton.jit
def add_shapes(
    point, v, ok, frame, shape_weights, shape_offsets, shape_ids, shape_deltas, S, N: tl.constexpr
):
    """A point plus its sparse blend shapes: shape_offsets (V + 1,), shape_ids and shape_deltas by vertex,
    shape_weights (B, S)."""
    start = tl.load(shape_offsets + v, ok, 0)
    count = tl.load(shape_offsets + v + 1, ok, 0) - start
    for entry in range(tl.max(count)):
        here = ok & (entry < count)
        shape = tl.load(shape_ids + start + entry, here, 0)
        amount = tl.load(shape_weights + frame * S + shape, here, 0.0)
        moved = ()
        for axis in tl.static_range(N):
            delta = tl.load(shape_deltas + (start + entry) * N + axis, here, 0.0)
            moved = moved + (amount * delta,)
        point = add(point, moved, N)
    return point


@triton.jit
def load_streaming(at, step, ok, COUNT: tl.constexpr):
    """As `load_numbers`; the data is evicted from the cache first."""
    numbers = ()
    for index in tl.static_range(COUNT):
        numbers = numbers + (tl.load(at + index * step, ok, 0.0, eviction_policy="evict_first"),)
    return numbers


@triton.jit
def store_streaming(at, step, numbers, ok, COUNT: tl.constexpr, ALL: tl.constexpr):
    """As `store_numbers`; the data is evicted from the cache first."""
    for index in tl.static_range(COUNT):
        if ALL:
            tl.store(at + index * step, numbers[index], cache_modifier=".cs")
        else:
            tl.store(at + index * step, numbers[index], ok, cache_modifier=".cs")


@triton.jit
def load_rows(at, joints, K: tl.constexpr):
    """Four numbers of the matrices of K joints."""
    rows = ()
    for k in tl.static_range(K):
        rows = rows + (tl.load(at + joints[k]),)
    return rows


@triton.jit
def blend_rows(rows, weights, K: tl.constexpr):
    """Four numbers of the blended matrices: Σ weight · number of each joint, for (X, SHARED) weights."""
    total = ()
    for k in tl.static_range(K):
        row, sums = columns(rows[k]), ()
        for index in tl.static_range(4):
            if k == 0:
                sums = sums + (weights[k] * row[index][:, None],)
            else:
                sums = sums + (total[index] + weights[k] * row[index][:, None],)
        total = sums
    return total


@triton.jit
def skin_vertices(
    pal, pos, nrm, wts, jnt, own_wts, own_jnt, tiles, shape_weights, shape_offsets, shape_ids, shape_deltas,
    out, out_n, V, P, B, J, S, frames, alone, pos_f, pos_v, pos_c, pos_end, nrm_f, nrm_v, nrm_c, nrm_end,
    N: tl.constexpr, K: tl.constexpr, OWN_K: tl.constexpr, SHARED: tl.constexpr,
    NORMALS: tl.constexpr, STILL: tl.constexpr, SHAPES: tl.constexpr,
    WHOLE: tl.constexpr, WHOLE_POINTS: tl.constexpr, WHOLE_NORMALS: tl.constexpr,
):  # fmt: skip
    """Blend shapes, then linear skinning of some frames.

    pal                (B, J, N (N + 1))
    tiles              groups of 32 vertices with joints of their own, `alone` of them, and then groups of
                       32 · SHARED vertices, in which SHARED neighbours have the same joints
    wts, jnt           (K, P) weights and (K, P / SHARED) joints of those that share joints
    own_wts, own_jnt   (OWN_K, P) of the others
    out                (B, N, P), and `out_n`: P ≥ V numbers a plane, so that planes begin at cache lines
    pos, nrm           points and normals with strides, and how many can be read
    STILL              whether all frames have the same points and normals
    WHOLE              whether planes end with a tile; WHOLE_POINTS and WHOLE_NORMALS those that are read
    """
    tile = tl.load(tiles + tl.program_id(0))
    first = tl.program_id(1) * frames
    wide, count = first.to(tl.int64), tl.minimum(frames, B - first)
    pal += wide * J * N * (N + 1)
    pos += wide * pos_f
    nrm += wide * nrm_f
    out += wide * N * P
    out_n += wide * N * P
    shape_weights += wide * S
    if tl.program_id(0) < alone:
        if OWN_K > 0:
            skin_tile(
                pal, pos, nrm, own_wts, own_jnt, tile, shape_weights, shape_offsets, shape_ids, shape_deltas,
                out, out_n, V, P, count, J, S, pos_f, pos_v, pos_c, pos_end, nrm_f, nrm_v, nrm_c, nrm_end,
                N, OWN_K, 1, NORMALS, STILL, SHAPES, WHOLE, WHOLE_POINTS, WHOLE_NORMALS,
            )  # fmt: skip
    else:
        if K > 0:
            skin_tile(
                pal, pos, nrm, wts, jnt, tile, shape_weights, shape_offsets, shape_ids, shape_deltas,
                out, out_n, V, P, count, J, S, pos_f, pos_v, pos_c, pos_end, nrm_f, nrm_v, nrm_c, nrm_end,
                N, K, SHARED, NORMALS, STILL, SHAPES, WHOLE, WHOLE_POINTS, WHOLE_NORMALS,
            )  # fmt: skip


@triton.jit
def skin_tile(
    pal, pos, nrm, wts, jnt, tile, shape_weights, shape_offsets, shape_ids, shape_deltas,
    out, out_n, V, P, count, J, S, pos_f, pos_v, pos_c, pos_end, nrm_f, nrm_v, nrm_c, nrm_end,
    N: tl.constexpr, K: tl.constexpr, SHARED: tl.constexpr,
    NORMALS: tl.constexpr, STILL: tl.constexpr, SHAPES: tl.constexpr,
    WHOLE: tl.constexpr, WHOLE_POINTS: tl.constexpr, WHOLE_NORMALS: tl.constexpr,
):  # fmt: skip
    """`count` frames of one group of vertices: a thread has SHARED vertices and keeps their weights. It reads
    the matrices of their K joints once for all of them. Points and normals are read again for each frame:
    they are in the cache, and the number of registers limits how many threads run. Numbers of the first frame
    are behind the pointers; 32 bits count those of all frames from there."""
    size: tl.constexpr = N * (N + 1)
    g = tile * 32 + tl.arange(0, 32)
    v = g[:, None] * SHARED + tl.arange(0, SHARED)[None, :]
    ok = v < P
    weights, joints = (), ()
    for k in tl.static_range(K):
        weights = weights + (tl.load(wts + k * P + v, ok, 0.0),)
        joint = tl.load(jnt + k * (P // SHARED) + g, g * SHARED < P, 0).to(tl.uint16, bitcast=True)
        joints = joints + (joint.to(tl.uint32)[:, None] * size + tl.arange(0, 4)[None, :].to(tl.uint32),)
    if NORMALS and STILL:
        last = last_number(load_numbers(nrm + v * nrm_v, nrm_c, v < nrm_end, N, WHOLE_NORMALS), N)
    for frame in range(count):
        rows, matrix = (), ()
        for part in tl.static_range(size // 4):
            rows = rows + (load_rows(pal + 4 * part, joints, K),)
        for part in tl.static_range(size // 4):
            matrix = matrix + blend_rows(rows[part], weights, K)
        p, n, o = v * pos_v, v * nrm_v, frame * N * P + v
        if not STILL:
            p, n = p + frame * pos_f, n + frame * nrm_f
        point = load_numbers(pos + p, pos_c, v < pos_end, N, WHOLE_POINTS)
        if SHAPES:
            point = add_shapes(
                point, v, v < V, frame, shape_weights, shape_offsets, shape_ids, shape_deltas, S, N
            )
        placed = transform(matrix, point, N)
        if NORMALS:  # read before positions are stored, behind which it would wait
            normal = load_numbers(nrm + n, nrm_c, v < nrm_end, N, WHOLE_NORMALS)
        store_streaming(out + o, P, placed, ok, N, WHOLE)
        if NORMALS:
            if not STILL:
                last = last_number(normal, N)
            store_streaming(out_n + o, P, unit_normal(matrix, normal, last, N), ok, N, WHOLE)
        pal += J * size


@triton.jit
def skin_once(
    pal, pos, nrm, wts, jnt, shape_weights, shape_offsets, shape_ids, shape_deltas, out, out_n,
    V, P, J, S, pos_f, pos_v, pos_c, pos_end, nrm_f, nrm_v, nrm_c, nrm_end,
    N: tl.constexpr, K: tl.constexpr, NORMALS: tl.constexpr, SHAPES: tl.constexpr, AT_ONCE: tl.constexpr,
    BLOCK: tl.constexpr,
):  # fmt: skip
    """As `skin_vertices`, for one pose or few: nothing is kept, and numbers of matrices are read one by one.

    AT_ONCE  whether everything is read before the first store, and is evicted first: for one million
             vertices this was 15 % faster, for ten million up to 5 % slower

    For one pose this was 8 % faster than reading rows as vectors; for hundreds it is slower by a sixth.
    """
    size: tl.constexpr = N * (N + 1)
    v = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = v < P
    frame = tl.program_id(1).to(tl.int64)
    if AT_ONCE:
        point = load_streaming(pos + frame * pos_f + v * pos_v, pos_c, v < pos_end, N)
        if NORMALS:
            normal = load_streaming(nrm + frame * nrm_f + v * nrm_v, nrm_c, v < nrm_end, N)
    else:
        v = v.to(tl.int64)
        point = load_numbers(pos + frame * pos_f + v * pos_v, pos_c, v < pos_end, N)
    if SHAPES:
        point = add_shapes(
            point, v, v < V, frame, shape_weights, shape_offsets, shape_ids, shape_deltas, S, N
        )
    pal += frame * J * size
    matrix = zeros(tl.zeros((BLOCK,), pal.dtype.element_ty), size)
    for k in tl.static_range(K):
        if AT_ONCE:
            w = tl.load(wts + k * P + v, ok, 0.0, eviction_policy="evict_first")
            joint = tl.load(jnt + k * P + v, ok, 0, eviction_policy="evict_first").to(tl.int32)
        else:
            w = tl.load(wts + k * P + v, ok, 0.0)
            joint = tl.load(jnt + k * P + v, ok, 0).to(tl.int32)
        matrix = add_scaled(matrix, w, pal + joint * size, 1, size)
    o, o_n = out + frame * N * P + v, out_n + frame * N * P + v
    if AT_ONCE:
        store_streaming(o, P, transform(matrix, point, N), ok, N, False)
        if NORMALS:
            store_streaming(o_n, P, unit_normal(matrix, normal, last_number(normal, N), N), ok, N, False)
    else:
        store_numbers(o, P, transform(matrix, point, N), ok, N)
        if NORMALS:
            normal = load_numbers(nrm + frame * nrm_f + v * nrm_v, nrm_c, v < nrm_end, N)
            store_numbers(o_n, P, unit_normal(matrix, normal, last_number(normal, N), N), ok, N)


@triton.jit
def palette_parts(
    grad, pos, entry_vertex, entry_weight, chunk_first, chunk_end, parts,
    B, grad_f, grad_v, grad_c, pos_f, pos_v, pos_c,
    N: tl.constexpr, SHARED: tl.constexpr, FRAMES: tl.constexpr, ENTRIES: tl.constexpr,
):  # fmt: skip
    """For FRAMES frames, the gradient of a palette entry from a chunk of the vertices of its joint:
    Σ w · g ⊗ (p, 1). A thread has some vertices, which it reads once for all frames.

    SHARED whether all frames have the same points
    """
    size: tl.constexpr = N * (N + 1)
    chunk, first_frame = tl.program_id(0), tl.program_id(1) * FRAMES
    start, end = tl.load(chunk_first + chunk), tl.load(chunk_end + chunk)
    grad += first_frame.to(tl.int64) * grad_f
    pos += first_frame.to(tl.int64) * pos_f
    sums = zeros(tl.zeros((ENTRIES,), grad.dtype.element_ty), FRAMES * size)
    e = start + tl.arange(0, ENTRIES)
    v = tl.load(entry_vertex + e, e < end, 0)
    w = tl.load(entry_weight + e, e < end, 0.0)
    for _ in range(start, end, ENTRIES):
        here = e < end
        g_at, p_at, terms = grad + v.to(tl.int64) * grad_v, pos + v.to(tl.int64) * pos_v, ()
        e += ENTRIES  # the next vertices are read while these are on their way
        next_v, next_w = tl.load(entry_vertex + e, e < end, 0), tl.load(entry_weight + e, e < end, 0.0)
        point = load_numbers(p_at, pos_c, here, N)
        for frame in tl.static_range(FRAMES):
            known = tl.minimum(frame, B - 1 - first_frame)
            if frame > 0 and not SHARED:
                point = load_numbers(p_at + known * pos_f, pos_c, here, N)
            g = load_numbers(g_at + known * grad_f, grad_c, here, N)
            for row in tl.static_range(N):
                pulled = g[row] * w
                for column in tl.static_range(N):
                    terms = terms + (pulled * point[column],)
                terms = terms + (pulled,)
        v, w = next_v, next_w
        sums = add(sums, terms, FRAMES * size)
    o = parts + (chunk.to(tl.int64) * B + first_frame) * size
    for frame in tl.static_range(FRAMES):
        for index in tl.static_range(size):
            tl.store(o + index, tl.sum(sums[frame * size + index], 0), first_frame + frame < B)
        o += size


@triton.jit
def point_gradients(
    grad, pal, wts, jnt, out, V, P, B, J, grad_f, grad_v, grad_c,
    N: tl.constexpr, K: tl.constexpr, SHARED: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """Gradients of points: Σ w Aᵀ g, for each frame or, where frames share the points, added over them."""
    size: tl.constexpr = N * (N + 1)
    v = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)).to(tl.int64)
    ok = v < V
    total = zeros(tl.zeros((BLOCK,), grad.dtype.element_ty), N)
    first = 0 if SHARED else tl.program_id(1)
    end = B if SHARED else tl.program_id(1) + 1
    wide = tl.program_id(0).to(tl.int64) * 0
    for frame in range(first, end):
        f = wide + frame
        g = load_numbers(grad + f * grad_f + v * grad_v, grad_c, ok, N)
        for k in tl.static_range(K):
            w = tl.load(wts + k * P + v, ok, 0.0)
            r = pal + f * J * size + tl.load(jnt + k * P + v, ok, 0).to(tl.int32) * size
            for row in tl.static_range(N):
                total = add_scaled(total, w * g[row], r + row * (N + 1), 1, N)
    o = out + v
    if not SHARED:
        o += tl.program_id(1).to(tl.int64) * N * P
    store_numbers(o, P, total, ok, N)


@triton.jit
def weight_gradients(
    grad, pal, pos, jnt, out, V, P, B, J, grad_f, grad_v, grad_c, pos_f, pos_v, pos_c,
    N: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """Gradients (K, P) of weights: Σ over frames of g · (A p + t)."""
    size: tl.constexpr = N * (N + 1)
    v = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)).to(tl.int64)
    ok = v < V
    slot = tl.program_id(1).to(tl.int64) * P + v
    joint = tl.load(jnt + slot, ok, 0).to(tl.int32) * size
    total = tl.zeros((BLOCK,), grad.dtype.element_ty)
    wide = tl.program_id(0).to(tl.int64) * 0
    for frame in range(B):
        f = wide + frame
        g = load_numbers(grad + f * grad_f + v * grad_v, grad_c, ok, N)
        point = load_numbers(pos + f * pos_f + v * pos_v, pos_c, ok, N)
        moved = transform(load_numbers(pal + f * J * size + joint, 1, ok, size), point, N)
        total += dot(g, moved, N)
    tl.store(out + slot, total, ok)
