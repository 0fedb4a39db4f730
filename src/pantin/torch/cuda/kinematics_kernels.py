"""Triton kernels of kinematics: world transforms of a batch in one kernel, palettes, and their gradients.

N is the dimension, 3 or 4. Matrices are N (N + 1) numbers by rows; quaternions serve 3D alone.
"""

from __future__ import annotations

import triton
import triton.language as tl

from pantin.torch.cuda.matrix_kernels import (
    add,
    gather_matrices,
    load_matrices,
    load_numbers,
    load_vectors,
    product,
    store_matrices,
    store_numbers,
    times_transposed,
    transposed_times,
    zeros,
)


@triton.jit
def matrix_of(q):
    """The nine entries of the rotation of a quaternion xyzw of any length; zero is the identity."""
    x, y, z, w = q[0], q[1], q[2], q[3]
    square = x * x + y * y + z * z + w * w
    twice = tl.where(square > 0, 2.0 / tl.where(square > 0, square, 1.0), 0.0)
    tx, ty, tz = twice * x, twice * y, twice * z
    xx, yy, zz, xy, xz, yz = tx * x, ty * y, tz * z, tx * y, tx * z, ty * z
    wx, wy, wz = tx * w, ty * w, tz * w
    return 1 - (yy + zz), xy - wz, xz + wy, xy + wz, 1 - (xx + zz), yz - wx, xz - wy, yz + wx, 1 - (xx + yy)


@triton.jit
def quaternion_gradient(q, r, d):
    """The gradient of a quaternion from that of the nine entries of its rotation r."""
    x, y, z, w = q[0], q[1], q[2], q[3]
    square = x * x + y * y + z * z + w * w
    c = tl.where(square > 0, 2.0 / tl.where(square > 0, square, 1.0), 0.0)
    # R = 1 + c M with M quadratic in the quaternion and c = 2 / |q|²; <G, c M> = <G, R − 1>.
    along = d[0] * (r[0] - 1) + d[1] * r[1] + d[2] * r[2] + d[3] * r[3] + d[4] * (r[4] - 1)
    along += d[5] * r[5] + d[6] * r[6] + d[7] * r[7] + d[8] * (r[8] - 1)
    qx = y * (d[1] + d[3]) + z * (d[2] + d[6]) - 2 * x * (d[4] + d[8]) + w * (d[7] - d[5])
    qy = x * (d[1] + d[3]) + z * (d[5] + d[7]) - 2 * y * (d[0] + d[8]) + w * (d[2] - d[6])
    qz = x * (d[2] + d[6]) + y * (d[5] + d[7]) - 2 * z * (d[0] + d[4]) + w * (d[3] - d[1])
    qw = x * (d[7] - d[5]) + y * (d[2] - d[6]) + z * (d[3] - d[1])
    return c * (qx - along * x), c * (qy - along * y), c * (qz - along * z), c * (qw - along * w)


@triton.jit
def entries_of(turned, QUATERNIONS: tl.constexpr):
    """The N² entries of rotations: of quaternions, or as they are stored."""
    if QUATERNIONS:
        entries = matrix_of(turned)
    else:
        entries = turned
    return entries


@triton.jit
def local_matrix(r, moved, N: tl.constexpr):
    """The affine matrix of a rotation, and of a translation followed by scales."""
    numbers = ()
    for row in tl.static_range(N):
        for column in tl.static_range(N):
            numbers = numbers + (r[row * N + column] * moved[N + column],)
        numbers = numbers + (moved[row],)
    return numbers


@triton.jit
def palette_of(world, bind, moved, N: tl.constexpr):
    """World transforms of joints times inverse binds; the latter alone for joints that are not moved."""
    joined, palette = product(world, bind, N), ()
    for index in tl.static_range(N * (N + 1)):
        palette = palette + (tl.where(moved, joined[index], bind[index]),)
    return palette


@triton.jit
def world_maps(
    rot, trs, scl, ancestors, joints, binds, out, out_p, n, B, J, skeletons, rot_b, trs_b, scl_b,
    QUATERNIONS: tl.constexpr, ROUNDS: tl.constexpr, PALETTES: tl.constexpr, N: tl.constexpr,
    BLOCK: tl.constexpr,
):  # fmt: skip
    """World transforms (B, n, N (N + 1)), a thread a node, for some skeletons at once; with PALETTES also
    the palettes (B, J, N (N + 1)) of a skin with J ≤ n joints, as `palette_maps`.

    Every node begins with its local transform. In round r it multiplies by the transform of its ancestor 2^r
    levels up, which covers as many levels by then. Four rounds cover 16 levels; going level by level would
    leave most threads idle.

    ancestors  (ROUNDS, n) nodes, −1 for none
    skeletons  those of a block: BLOCK // n
    """
    size: tl.constexpr = N * (N + 1)
    lane = tl.arange(0, BLOCK)
    skeleton = lane // n
    node = lane - skeleton * n
    first = tl.program_id(0).to(tl.int64) * skeletons
    ok = (skeleton < skeletons) & (first + skeleton < B)
    if QUATERNIONS:
        turned = load_vectors(rot + first * rot_b + (skeleton * rot_b + node * 4), ok, 4)
    else:
        turned = load_numbers(rot + first * rot_b + (skeleton * rot_b + node * N * N), 1, ok, N * N)
    moved = load_vectors(trs + first * trs_b + (skeleton * trs_b + node * N), ok, N)
    moved = moved + load_vectors(scl + first * scl_b + (skeleton * scl_b + node * N), ok, N)
    world = local_matrix(entries_of(turned, QUATERNIONS), moved, N)
    for r in tl.static_range(ROUNDS):
        ancestor = tl.load(ancestors + r * n + node, ok, -1)
        inside = ancestor >= 0
        above = gather_matrices(world, tl.where(inside, skeleton * n + ancestor, lane), N)
        below, joined = product(above, world, N), ()
        for index in tl.static_range(size):
            joined = joined + (tl.where(inside, below[index], world[index]),)
        world = joined
    store_matrices(out + first * n * size + lane * size, world, ok, N)
    if PALETTES:
        here = ok & (node < J)
        row = tl.load(joints + node, here, -1)
        above = gather_matrices(world, tl.where(row >= 0, skeleton * n + row, lane), N)
        bind = load_matrices(binds + node * size, here, N)
        at = out_p + first * J * size + (skeleton * J + node) * size
        store_matrices(at, palette_of(above, bind, row >= 0, N), here, N)


@triton.jit
def world_gradients(
    grad, passed, world, rot, trs, scl, schedule, parents, child_first, children, d_rot, d_trs, d_scl,
    n, steps, rot_b, trs_b, scl_b, QUATERNIONS: tl.constexpr,
    ROTATIONS: tl.constexpr, TRANSLATIONS: tl.constexpr, SCALES: tl.constexpr,
    WIDTH: tl.constexpr, N: tl.constexpr,
):  # fmt: skip
    """Gradients of local rotations, translations and scales of one skeleton, in steps of WIDTH nodes:
    children before parents.

    schedule  (steps, WIDTH) nodes in the order of the forward way, −1 for none
    passed    (B, n, N (N + 1)) gradients passed from each node to its parent, which adds them in order
    """
    s = tl.program_id(0).to(tl.int64)
    lane = tl.arange(0, WIDTH)
    width: tl.constexpr = 4 if QUATERNIONS else N * N
    size: tl.constexpr = N * (N + 1)
    for turn in range(steps):
        node = tl.load(schedule + (steps - 1 - turn) * WIDTH + lane)
        ok = node >= 0
        node = tl.maximum(node, 0)
        g = load_numbers(grad + (s * n + node) * size, 1, ok, size)
        start = tl.load(child_first + node)
        count = tl.load(child_first + node + 1) - start
        for entry in range(tl.max(count)):
            here = ok & (entry < count)
            child = tl.load(children + start + entry, entry < count, 0)
            g = add(g, load_numbers(passed + (s * n + child) * size, 1, here, size), size)
        parent = tl.load(parents + node)
        inside = ok & (parent >= 0)
        above = load_numbers(world + (s * n + tl.maximum(parent, 0)) * size, 1, inside, size)
        pulled, d = transposed_times(above, g, N), ()
        for index in tl.static_range(size):
            d = d + (tl.where(inside, pulled[index], g[index]),)
        turned = load_numbers(rot + s * rot_b + node * width, 1, ok, width)
        r = entries_of(turned, QUATERNIONS)
        sc = load_numbers(scl + s * scl_b + node * N, 1, ok, N)
        local = local_matrix(r, load_numbers(trs + s * trs_b + node * N, 1, ok, N) + sc, N)
        d_linear, d_moved, d_scales = (), (), ()
        for row in tl.static_range(N):
            for column in tl.static_range(N):
                d_linear = d_linear + (d[row * (N + 1) + column],)
            d_moved = d_moved + (d[row * (N + 1) + N],)
        d_turned = ()
        for column in tl.static_range(N):
            total = d_linear[column] * r[column]
            for row in tl.static_range(1, N):
                total += d_linear[row * N + column] * r[row * N + column]
            d_scales = d_scales + (total,)
        for index in tl.static_range(N * N):
            d_turned = d_turned + (d_linear[index] * sc[index % N],)
        o = (s * n + node) * N
        if TRANSLATIONS:
            store_numbers(d_trs + o, 1, d_moved, ok, N)
        if SCALES:
            store_numbers(d_scl + o, 1, d_scales, ok, N)
        store_numbers(passed + (s * n + node) * size, 1, times_transposed(g, local, N), ok, size)
        q = d_rot + (s * n + node) * width
        if ROTATIONS and QUATERNIONS:
            store_numbers(q, 1, quaternion_gradient(turned, r, d_turned), ok, 4)
        elif ROTATIONS:
            store_numbers(q, 1, d_turned, ok, N * N)
        tl.debug_barrier()  # the next step reads what this one passes on


@triton.jit
def palette_maps(world, joints, binds, out, B, n, J, N: tl.constexpr, BLOCK: tl.constexpr):
    """Palettes (B, J, N (N + 1)): world transforms of joints times inverse binds; joints of −1 stay fixed."""
    size: tl.constexpr = N * (N + 1)
    i = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)).to(tl.int64)
    ok = i < B * J
    joint = i % J
    node = tl.load(joints + joint, ok, -1).to(tl.int64)
    moved = ok & (node >= 0)
    above = load_matrices(world + (i // J * n + tl.maximum(node, 0)) * size, moved, N)
    bind = load_matrices(binds + joint * size, ok, N)
    store_matrices(out + i * size, palette_of(above, bind, moved, N), ok, N)


@triton.jit
def add_chunks(parts, chunk_first, joint, frame, B, ok, N: tl.constexpr):
    """The gradients of palettes (X,): the chunks of each joint, added in their order.

    parts        (chunks, B, N (N + 1))
    chunk_first  (J + 1,) the chunks of each joint
    """
    size: tl.constexpr = N * (N + 1)
    start = tl.load(chunk_first + joint, ok, 0)
    count = tl.load(chunk_first + joint + 1, ok, 0) - start
    total = zeros(tl.zeros_like(joint).to(parts.dtype.element_ty), size)
    for entry in range(tl.max(count)):
        chunk = (start + entry).to(tl.int64)
        total = add(total, load_matrices(parts + (chunk * B + frame) * size, ok & (entry < count), N), size)
    return total


@triton.jit
def palette_gradients(parts, chunk_first, out, B, J, N: tl.constexpr, BLOCK: tl.constexpr):
    """(B, J, N (N + 1)) from the parts of chunks."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = i < B * J
    total = add_chunks(parts, chunk_first, i % J, i // J, B, ok, N)
    store_matrices(out + i.to(tl.int64) * N * (N + 1), total, ok, N)


@triton.jit
def joint_gradients(
    parts, chunk_first, binds, first, joints_of, out, B, n, N: tl.constexpr, BLOCK: tl.constexpr
):  # fmt: skip
    """Gradients (B, n, N (N + 1)) of world transforms from the parts of chunks; the joints of each node in
    order."""
    size: tl.constexpr = N * (N + 1)
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = i < B * n
    node = i % n
    start = tl.load(first + node, ok, 0)
    count = tl.load(first + node + 1, ok, 0) - start
    total = zeros(tl.zeros((BLOCK,), parts.dtype.element_ty), size)
    for entry in range(tl.max(count)):
        here = ok & (entry < count)
        joint = tl.load(joints_of + start + entry, here, 0)
        g = add_chunks(parts, chunk_first, joint, i // n, B, here, N)
        total = add(total, times_transposed(g, load_matrices(binds + joint * size, here, N), N), size)
    store_matrices(out + i.to(tl.int64) * size, total, ok, N)
