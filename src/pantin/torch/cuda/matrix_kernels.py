"""Small matrices inside Triton kernels: tuples of numbers by rows, unrolled for N = 3 and 4 dimensions.

An affine matrix has N rows of N + 1 numbers: 12 or 20, which are read and written four at a time.
"""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def load_numbers(at, step, ok, COUNT: tl.constexpr, ALL: tl.constexpr = False):
    """COUNT numbers, `step` apart; 0 where not `ok`. ALL: whether all are known to be `ok`."""
    numbers = ()
    for index in tl.static_range(COUNT):
        if ALL:
            numbers = numbers + (tl.load(at + index * step),)
        else:
            numbers = numbers + (tl.load(at + index * step, ok, 0.0),)
    return numbers


@triton.jit
def store_numbers(at, step, numbers, ok, COUNT: tl.constexpr):
    """The inverse of `load_numbers`."""
    for index in tl.static_range(COUNT):
        tl.store(at + index * step, numbers[index], ok)


@triton.jit
def zeros(like, COUNT: tl.constexpr):
    """COUNT zeros."""
    numbers = ()
    for _ in tl.static_range(COUNT):
        numbers = numbers + (like,)
    return numbers


@triton.jit
def add(first, second, COUNT: tl.constexpr):
    """Sums of numbers."""
    numbers = ()
    for index in tl.static_range(COUNT):
        numbers = numbers + (first[index] + second[index],)
    return numbers


@triton.jit
def columns(four):
    """The four numbers of each row of (X, 4), which one thread holds."""
    even, odd = tl.split(tl.reshape(four, (four.shape[0], 2, 2)))
    a, c = tl.split(even)
    b, d = tl.split(odd)
    return a, b, c, d


@triton.jit
def load_matrices(at, ok, N: tl.constexpr):
    """Affine matrices at (X,) pointers; 0 where not `ok`."""
    numbers = ()
    for part in tl.static_range(N * (N + 1) // 4):
        four = tl.load(at[:, None] + 4 * part + tl.arange(0, 4)[None, :], ok[:, None], 0.0)
        numbers = numbers + columns(four)
    return numbers


@triton.jit
def load_vectors(at, ok, N: tl.constexpr):
    """Vectors of N numbers at (X,) pointers, which neighbours read together; 0 where not `ok`."""
    axis = tl.arange(0, 4)[None, :]
    four = columns(tl.load(at[:, None] + axis, ok[:, None] & (axis < N), 0.0))
    numbers = ()
    for index in tl.static_range(N):
        numbers = numbers + (four[index],)
    return numbers


@triton.jit
def join_numbers(m, COUNT: tl.constexpr):
    """(X, COUNT) from COUNT numbers, a power of 2 of at most 16."""
    joined = m
    for half in tl.static_range(4):
        if COUNT >> half > 1:
            pairs = ()
            for index in tl.static_range(COUNT >> half + 1):
                pairs = pairs + (tl.join(joined[index], joined[index + (COUNT >> half + 1)]),)
            joined = pairs
    return tl.reshape(joined[0], (m[0].shape[0], COUNT))


@triton.jit
def store_matrices(at, m, ok, N: tl.constexpr):
    """The inverse of `load_matrices`. In 3D, neighbouring threads write a matrix together, so that stores
    fill whole cache lines: twice as fast as storing rows."""
    if N == 3:
        entry = tl.arange(0, 16)[None, :]
        numbers = m + zeros(tl.zeros_like(m[0]), 4)
        tl.store(at[:, None] + entry, join_numbers(numbers, 16), ok[:, None] & (entry < 12))
    else:
        for part in tl.static_range(N * (N + 1) // 4):
            row = (m[4 * part], m[4 * part + 1], m[4 * part + 2], m[4 * part + 3])
            tl.store(at[:, None] + 4 * part + tl.arange(0, 4)[None, :], join_numbers(row, 4), ok[:, None])


@triton.jit
def pack(low, high):
    """Two numbers of 32 bits as one of 64."""
    return low.to(tl.uint32, bitcast=True).to(tl.uint64) | (
        high.to(tl.uint32, bitcast=True).to(tl.uint64) << 32
    )


@triton.jit
def gather_matrices(m, at, N: tl.constexpr):
    """The matrices at other positions (X,) of the block. Numbers of 32 bits are moved in pairs: each trip
    through shared memory waits for all threads."""
    numbers = ()
    if m[0].dtype.primitive_bitwidth == 32:
        for pair in tl.static_range(N * (N + 1) // 2):
            both = tl.gather(pack(m[2 * pair], m[2 * pair + 1]), at, 0)
            low = both.to(tl.uint32).to(m[0].dtype, bitcast=True)
            high = (both >> 32).to(tl.uint32).to(m[0].dtype, bitcast=True)
            numbers = numbers + (low, high)
    else:
        for index in tl.static_range(N * (N + 1)):
            numbers = numbers + (tl.gather(m[index], at, 0),)
    return numbers


@triton.jit
def dot(first, second, COUNT: tl.constexpr):
    """Σ of products."""
    total = first[0] * second[0]
    for index in tl.static_range(1, COUNT):
        total += first[index] * second[index]
    return total


@triton.jit
def transform(matrix, vector, N: tl.constexpr):
    """An affine matrix times a point."""
    numbers = ()
    for row in tl.static_range(N):
        total = matrix[row * (N + 1) + N]
        for column in tl.static_range(N):
            total += matrix[row * (N + 1) + column] * vector[column]
        numbers = numbers + (total,)
    return numbers


@triton.jit
def product(first, second, N: tl.constexpr):
    """The first affine matrix after the second."""
    numbers = ()
    for row in tl.static_range(N):
        for column in tl.static_range(N + 1):
            total = first[row * (N + 1)] * second[column]
            for index in tl.static_range(1, N):
                total += first[row * (N + 1) + index] * second[index * (N + 1) + column]
            if column == N:
                total += first[row * (N + 1) + N]
            numbers = numbers + (total,)
    return numbers


@triton.jit
def times_transposed(first, second, N: tl.constexpr):
    """The gradient of the first factor of `product`: rows of N + 1 numbers times those of the second."""
    numbers = ()
    for row in tl.static_range(N):
        for column in tl.static_range(N):
            total = first[row * (N + 1)] * second[column * (N + 1)]
            for index in tl.static_range(1, N + 1):
                total += first[row * (N + 1) + index] * second[column * (N + 1) + index]
            numbers = numbers + (total,)
        numbers = numbers + (first[row * (N + 1) + N],)
    return numbers


@triton.jit
def transposed_times(first, second, N: tl.constexpr):
    """The gradient of the second factor: the transposed linear part of the first times the second."""
    numbers = ()
    for row in tl.static_range(N):
        for column in tl.static_range(N + 1):
            total = first[row] * second[column]
            for index in tl.static_range(1, N):
                total += first[index * (N + 1) + row] * second[index * (N + 1) + column]
            numbers = numbers + (total,)
    return numbers


@triton.jit
def minors(first, second):
    """The six 2×2 determinants of two rows of four numbers."""
    return (
        first[0] * second[1] - first[1] * second[0],
        first[0] * second[2] - first[2] * second[0],
        first[0] * second[3] - first[3] * second[0],
        first[1] * second[2] - first[2] * second[1],
        first[1] * second[3] - first[3] * second[1],
        first[2] * second[3] - first[3] * second[2],
    )


@triton.jit
def expand_by_minors(upper, lower):
    """The 4×4 determinant, from the minors of its first two rows and of its last two (Laplace)."""
    return (
        upper[0] * lower[5] - upper[1] * lower[4] + upper[2] * lower[3]
        + upper[3] * lower[2] - upper[4] * lower[1] + upper[5] * lower[0]
    )  # fmt: skip


@triton.jit
def cross(first, second):
    return (
        first[1] * second[2] - first[2] * second[1],
        first[2] * second[0] - first[0] * second[2],
        first[0] * second[1] - first[1] * second[0],
    )


@triton.jit
def turn_by_cofactors(m, n, N: tl.constexpr):
    """The determinant of the linear part, and its cofactors times a vector: number i is the determinant with
    the vector for row i."""
    if N == 3:
        a, b, c = (m[0], m[1], m[2]), (m[4], m[5], m[6]), (m[8], m[9], m[10])
        first = cross(b, c)
        turned = dot(first, n, 3), dot(cross(c, a), n, 3), dot(cross(a, b), n, 3)
        determinant = dot(a, first, 3)
    else:
        a, b = (m[0], m[1], m[2], m[3]), (m[5], m[6], m[7], m[8])
        c, d = (m[10], m[11], m[12], m[13]), (m[15], m[16], m[17], m[18])
        upper, lower = minors(a, b), minors(c, d)
        turned = (
            expand_by_minors(minors(n, b), lower),
            expand_by_minors(minors(a, n), lower),
            expand_by_minors(upper, minors(n, d)),
            expand_by_minors(upper, minors(c, n)),
        )
        determinant = expand_by_minors(upper, lower)
    return determinant, turned


@triton.jit
def last_number(normal, N: tl.constexpr):
    """The last number of a normal; 1 for one that is 0, which becomes the last axis."""
    return tl.where(dot(normal, normal, N) > 0, normal[N - 1], 1.0)


@triton.jit
def unit_normal(matrix, normal, last, N: tl.constexpr):
    """The unit normal by cofactors, from one of length 1 or 0; where it vanishes, the normal before, with
    the last number from `last_number`."""
    determinant, turned = turn_by_cofactors(matrix, normal, N)
    square = dot(turned, turned, N)
    over = tl.rsqrt(tl.where(square > 0, square, 1.0))
    usable = (square > 0) & (over > 0)  # of an infinite square it is 0
    over = tl.where(determinant < 0, -over, over)
    numbers = ()
    for axis in tl.static_range(N):
        before = last if axis == N - 1 else normal[axis]
        numbers = numbers + (tl.where(usable, turned[axis] * over, before),)
    return numbers
