# numba types the arguments of compiled functions, and neither it nor llvmlite has type stubs.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators
# mypy: disable-error-code="import-untyped, call-arg"
"""Compiled linear blend skinning: one LLVM-vector kernel for every dimension, influence count and element
type.

Blend row-wise (a joint's matrix is one or a few vector loads), transpose a group of vertices in registers,
then transform and normalise with one vertex a lane. Called through `skinning.py`, which checks everything:
here nothing is checked.

One frame of a large mesh is bound by memory: 1,000,000 vertices with normals reach 0.6 of the speed of a copy
of as many bytes, and exact normals take no longer than linear ones, so cheaper cofactors or square roots
would not help. These were tried: - stores that bypass the cache (non-temporal) instead of prefetched ones: as
long or 5 % longer, and each frame would have to begin on a cache line; - results aligned to 64 bytes: no
difference, because NumPy's large arrays already are; - joints numbered in 8 bits, 4 bytes less a vertex, and
prefetches of reads left to the machine: no gain (3 to 17 % and 6 % longer, least of rounds on a busy
machine); 3 to 24 groups ahead: lost in the noise there.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from pantin.base.threads import share_by_frames, share_frames

from . import dual_quaternion_lanes, sums, vector_ir
from .dual_quaternion_lanes import emit_dual_group
from .engine import compile_options, njit_cached
from .influences import InfluenceRows, padded_rows
from .skinning import Normals, Skinned
from .vector_ir import I64, Lanes, lane_count

Array = NDArray[Any]

# numba's disk cache looks at this file alone, so the others that emit code are part of every kernel's key.
VOCABULARY = zlib.crc32(
    b"".join(Path(str(module.__file__)).read_bytes() for module in (sums, vector_ir, dual_quaternion_lanes))
)

# Vertices of one block: inputs (48 bytes each) of a block stay in a 32 KiB L1 cache while the frames pass.
BLOCK = 512

# Groups of vertices by which the streams are prefetched, the written ones too (their lines are read before
# the write).
AHEAD = 8

# Row loads of a group written one after the other, without a loop over its vertices. With more of them
# LLVM hoists loads and addresses until it spills: 4D positions with 8 influences took twice as long.
MOST_UNROLLED = 64

NO_NORMALS, LINEAR, EXACT = 0, 1, 2
BLEND, DUAL = 0, 1

SECONDS = {BLEND: 4e-9, DUAL: 1.3e-8}
"""Estimated time for one vertex in one frame, on one thread, by solver."""


class Specialisation(NamedTuple):
    """The parameters of one compiled specialisation."""

    dimension: int
    padded: int
    bits: int
    index_bits: int
    influences: int  # padded count, 0 for compressed rows
    lanes: int
    normals: int
    tangents: int
    strict: int
    solver: int  # BLEND, or DUAL for padded influences in 3D


class Memory(NamedTuple):
    """Addresses of a group's first vertex in each array (LLVM integers); the palette's is that of the
    frame.
    """

    palette: Any
    index: Any
    weight: Any
    offsets: Any  # of compressed rows; for strict DUAL the palette offset of the leading influence
    position: Any
    normal: Any
    tangent: Any
    out_position: Any
    out_normal: Any
    out_tangent: Any


def _offset(k: Lanes, shape: Specialisation, table: Any, position: Any) -> Any:
    kind = ir.IntType(shape.index_bits)
    address = k.builder.add(table, k.builder.mul(position, I64(shape.index_bits // 8)))
    return k.builder.mul(k.builder.zext(k.load(address, 0, kind, shape.index_bits // 8), I64), I64(8))


def _blend_padded(
    k: Lanes, shape: Specialisation, memory: Memory, vertex: int, start: int, width: int
) -> Any:
    """Σ w_k · row_k[start : start + width] over the padded influences of one vertex."""
    b, total = k.builder, None
    count, size = shape.influences, shape.index_bits // 8
    packed = None
    for i in range(count):
        entry = vertex * count + i
        if shape.index_bits == 16:  # four offsets arrive in one load: this loop is bound by its loads
            if i % 4 == 0:
                packed = k.load(memory.index, entry * size, I64, size)
            narrow = b.trunc(b.lshr(packed, I64(16 * (i % 4))), ir.IntType(16))
            offset = b.mul(b.zext(narrow, I64), I64(8))
        else:
            offset = _offset(k, shape, memory.index, I64(entry))
        row = k.vector(b.add(memory.palette, offset), start * k.bytes, width)
        weight = k.splat(k.scalar(memory.weight, entry * k.bytes), width)
        total = k.mul(row, weight) if total is None else k.fma(row, weight, total)
    if k.strict and shape.dimension != 3:
        # +0 as in a sum that begins at 0. In 3D no sign of a zero entry is seen in a result.
        total = k.add(total, k.constant(0.0, width))
    return total


def _blend_rows(k: Lanes, shape: Specialisation, memory: Memory, widths: list[int]) -> Any:
    """Address of the blended rows of a group, vertex after vertex, made in a loop over its vertices."""
    b, size = k.builder, (shape.dimension + 1) * shape.padded
    rows = b.ptrtoint(cgutils.alloca_once(b, k.type(size * shape.lanes)), I64)
    totals = [cgutils.alloca_once(b, k.type(width)) for width in widths]
    starts = [sum(widths[:i]) for i in range(len(widths))]

    def add_influence(position: Any) -> None:
        row = b.add(memory.palette, _offset(k, shape, memory.index, position))
        weight = k.scalar(b.add(memory.weight, b.mul(position, I64(k.bytes))), 0)
        for total, start, width in zip(totals, starts, widths, strict=True):
            part = k.vector(row, start * k.bytes, width)
            b.store(k.fma(part, k.splat(weight, width), b.load(total)), total)

    with cgutils.for_range(b, I64(shape.lanes), intp=I64) as vertices:
        for total, width in zip(totals, widths, strict=True):
            b.store(k.constant(0.0, width), total)
        if shape.influences:
            first = b.mul(vertices.index, I64(shape.influences))
            for i in range(shape.influences):
                add_influence(b.add(first, I64(i)))
        else:
            bounds = b.add(memory.offsets, b.mul(vertices.index, I64(8)))
            first, last = (k.load(bounds, 8 * i, I64, 8) for i in (0, 1))
            with cgutils.for_range_slice(b, first, last, I64(1), I64, inc=True) as (position, _):
                add_influence(position)
        target = b.add(rows, b.mul(vertices.index, I64(size * k.bytes)))
        for total, start in zip(totals, starts, strict=True):
            k.store(b.load(total), target, start * k.bytes)
    return rows


def _blend(k: Lanes, shape: Specialisation, memory: Memory) -> list[list[Any]]:
    """The D+1 columns of the blended maps of a group, each as D vectors with one vertex a lane."""
    size = (shape.dimension + 1) * shape.padded
    widths: list[int] = []
    while sum(widths) < size:  # whole registers, then powers of two: 16 + 4 for the 20 entries in 4D
        widths.append(1 << (min(shape.lanes, size - sum(widths)).bit_length() - 1))
    unrolled = 0 < shape.lanes * shape.influences * len(widths) <= MOST_UNROLLED
    rows = None if unrolled else _blend_rows(k, shape, memory, widths)
    entries: list[Any] = []
    for width in widths:
        start = len(entries)
        if rows is None:
            group = [_blend_padded(k, shape, memory, v, start, width) for v in range(shape.lanes)]
        else:
            group = [k.vector(rows, (v * size + start) * k.bytes, width) for v in range(shape.lanes)]
        entries += k.transpose(group)
    return [entries[i : i + shape.dimension] for i in range(0, size, shape.padded)]


def _solve_transposed(k: Lanes, m: list[list[Any]], right: list[Any]) -> list[Any]:
    """x of Mᵀ x = right by elimination; row i of Mᵀ is column i of M. A pivot is never smaller than ε ·
    max|M|.
    """
    size, count = len(m), right[0].type.count
    rows = [[*m[i], right[i]] for i in range(size)]
    largest = k.absolute(m[0][0])
    for i in range(size):
        for j in range(size):
            largest = k.maximum(k.absolute(m[i][j]), largest)
    epsilon = float(np.finfo(np.float32 if k.bits == 32 else np.float64).eps)
    tiny = k.constant(float(np.finfo(np.float32).tiny), count)
    floor = k.maximum(k.mul(largest, k.constant(epsilon, count)), tiny)
    for c in range(size):
        _raise_pivot(k, rows, c)
        pivot = rows[c][c]
        rows[c][c] = k.copysign(k.maximum(k.absolute(pivot), floor), pivot)
        inverse = k.div(k.constant(1.0, count), rows[c][c])
        for r in range(c + 1, size):
            factor = k.div(rows[r][c], rows[c][c]) if k.strict else k.mul(rows[r][c], inverse)
            for i in range(c + 1, size + 1):
                rows[r][i] = k.fnma(factor, rows[c][i], rows[r][i])
    x: list[Any] = []  # from the last to the first
    for c in reversed(range(size)):
        value = rows[c][size]
        if x and k.strict:
            value = k.sub(value, k.dot(rows[c][c + 1 : size], x[::-1]))
        elif x:
            for entry, known in zip(rows[c][c + 1 : size], x[::-1], strict=True):
                value = k.fnma(entry, known, value)
        x.append(k.div(value, rows[c][c]))
    return x[::-1]


def _raise_pivot(k: Lanes, rows: list[list[Any]], c: int) -> None:
    """Exchange row c with the row at or below it whose entry in column c is the largest, the first of equal
    ones.
    """
    size = len(rows)
    largest = k.absolute(rows[c][c])
    chosen: list[Any] = []
    for r in range(c + 1, size):
        entry = k.absolute(rows[r][c])
        larger = k.greater(entry, largest)
        largest = k.select(larger, entry, largest)
        chosen = [k.builder.and_(before, k.builder.not_(larger)) for before in chosen] + [larger]
    for i in range(c, size + 1):
        upper = rows[c][i]
        for r, taken in zip(range(c + 1, size), chosen, strict=True):
            lower = rows[r][i]
            rows[c][i], rows[r][i] = k.select(taken, lower, rows[c][i]), k.select(taken, upper, lower)


def _normals(k: Lanes, shape: Specialisation, linear: list[list[Any]], vector: list[Any]) -> list[Any]:
    if shape.normals == LINEAR:
        return k.unit(k.apply(linear, vector))
    if shape.dimension <= 3:
        cofactors, determinant = k.cofactors(linear)
        return k.unit(k.apply(cofactors, vector), determinant)
    return k.unit(_solve_transposed(k, linear, vector))


# At module level with literals for the shape: an intrinsic made in a closure silently misses the disk cache.
@intrinsic(prefer_literal=True)
def _group(
    context: Any,
    dimension: Any, padded: Any, bits: Any, index_bits: Any, influences: Any, lanes: Any, normals: Any,
    tangents: Any, strict: Any, solver: Any, palette: Any, index: Any, weight: Any, offsets: Any,
    position: Any, normal: Any, tangent: Any, out_position: Any, out_normal: Any, out_tangent: Any,
) -> Any:  # fmt: skip
    """Skin `lanes` consecutive vertices; the addresses are those of the group's first vertex."""
    literals = (dimension, padded, bits, index_bits, influences, lanes, normals, tangents, strict, solver)
    if not all(isinstance(x, types.IntegerLiteral) for x in literals):
        return None
    shape = Specialisation(*(x.literal_value for x in literals))

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        k = Lanes(builder, shape.bits, bool(shape.strict))
        emit = emit_dual_group if shape.solver == DUAL else _emit_group
        emit(k, shape, Memory(*arguments[len(shape) :]))
        return target.get_dummy_value()

    return types.void(*literals, *[types.int64] * 10), generate


def _emit_group(k: Lanes, shape: Specialisation, memory: Memory) -> None:
    d, lanes = shape.dimension, shape.lanes
    record = d * lanes * k.bytes
    if shape.influences:
        k.prefetch(memory.index, AHEAD, lanes * shape.influences * shape.index_bits // 8, write=False)
        k.prefetch(memory.weight, AHEAD, lanes * shape.influences * k.bytes, write=False)
    k.prefetch(memory.position, AHEAD, record, write=False)
    k.prefetch(memory.out_position, AHEAD, record, write=True)
    if shape.normals:
        k.prefetch(memory.normal, AHEAD, record, write=False)
        k.prefetch(memory.out_normal, AHEAD, record, write=True)
    *linear, translation = _blend(k, shape, memory)
    point = k.apply(linear, k.deinterleave(memory.position, d, lanes))
    k.interleave([k.add(x, t) for x, t in zip(point, translation, strict=True)], memory.out_position)
    if shape.normals:
        k.interleave(_normals(k, shape, linear, k.deinterleave(memory.normal, d, lanes)), memory.out_normal)
    if shape.tangents:
        *vector, hand = k.deinterleave(memory.tangent, 4, lanes)
        _, determinant = k.cofactors(linear)
        k.interleave(
            [*k.unit(k.apply(linear, vector)), k.bitangent_signs(hand, determinant)], memory.out_tangent
        )


@functools.cache
def kernel(shape: Specialisation) -> Callable[..., None]:
    """The compiled kernel of one shape, for some blocks of any number of vertices from `shape.lanes` up."""
    dimension, padded, bits, index_bits, influences, lanes, normals, tangents, strict, solver = shape
    size, index_size, key = bits // 8, index_bits // 8, VOCABULARY
    point = dimension * size

    def skin(position, normal, tangent, index, weight, offsets, palette, out_p, out_n, out_t, begin, end):
        _ = key
        vertices, frames = position.shape[0], palette.shape[0]
        a_palette, a_index, a_weight = palette.ctypes.data, index.ctypes.data, weight.ctypes.data
        a_offsets, a_p, a_n, a_t = (
            offsets.ctypes.data,
            position.ctypes.data,
            normal.ctypes.data,
            tangent.ctypes.data,
        )
        o_p, o_n, o_t = out_p.ctypes.data, out_n.ctypes.data, out_t.ctypes.data
        blocks = max(1, vertices // BLOCK)
        for block in range(begin, end):
            first = block * BLOCK
            last = vertices if block == blocks - 1 else first + BLOCK
            groups = (last - first + lanes - 1) // lanes
            for frame in range(frames):
                base, a_frame = frame * vertices, a_palette + frame * palette.strides[0]
                for g in range(groups):
                    # the last group of a block overlaps the one before it: same vertices, same bits, one
                    # writer
                    v = np.int64(min(first + g * lanes, last - lanes))
                    k = v * influences
                    _group(
                        dimension, padded, bits, index_bits, influences, lanes, normals, tangents, strict,
                        solver, a_frame, a_index + k * index_size, a_weight + k * size,
                        a_offsets + v * 8, a_p + v * point, a_n + v * point, a_t + v * 4 * size,
                        o_p + (base + v) * point, o_n + (base + v) * point, o_t + (base + v) * 4 * size,
                    )  # fmt: skip

    compiled: Callable[..., None] = njit_cached(skin, **compile_options(bool(strict)))
    return compiled


def shape_of(
    influences: InfluenceRows, normals: int, tangents: bool, *, strict: bool, solver: int = BLEND
) -> Specialisation:
    """The specialisation that serves these influences on this machine."""
    bits, dimension = influences.dtype.itemsize * 8, influences.dimension
    return Specialisation(
        dimension, padded_rows(dimension), bits, influences.index_bits, influences.padded, lane_count(bits),
        normals, int(tangents), int(strict), solver,
    )  # fmt: skip


def linear_blend(
    influences: InfluenceRows, palette: Array, points: Array, bases: Array | None, sides: Array | None,
    method: Normals, target: Skinned, *, strict: bool = True,
) -> None:  # fmt: skip
    """As `skinning.linear_blend_numpy`, to the last bit where palettes are finite."""
    mode = NO_NORMALS if bases is None else EXACT if method == "exact" else LINEAR
    shape = shape_of(influences, mode, sides is not None, strict=strict)
    frames, joints, dimension, _ = palette.shape
    columns = aligned_zeros((frames, joints, dimension + 1, padded_rows(dimension)), influences.dtype)

    def lay_out(some: slice) -> None:
        """Write maps as the kernel reads them: columns, zero-padded."""
        columns[some, ..., :dimension] = np.swapaxes(palette[some], -1, -2)

    tables = (influences.table, influences.table_weight, influences.offsets)
    run_groups(shape, influences, tables, columns, (points, bases, sides), target, lay_out)


linear_blend_fused = functools.partial(linear_blend, strict=False)
"""The same with fused multiply-adds and reciprocals of lengths: a tenth faster, other last bits."""


def aligned_zeros(shape: tuple[int, ...], kind: np.dtype[Any]) -> Array:
    """Zeros on a 64-byte boundary: a joint's numbers then fill whole cache lines."""
    room = np.zeros(int(np.prod(shape)) * kind.itemsize + 64, np.uint8)
    start = -room.ctypes.data % 64
    return room[start : len(room) - 64 + start].view(kind).reshape(shape)


def run_groups(
    shape: Specialisation,
    influences: InfluenceRows,
    tables: tuple[Array, Array, Array],
    columns: Array,
    attributes: tuple[Array, Array | None, Array | None],
    target: Skinned,
    lay_out: Callable[[slice], None] | None = None,
) -> None:
    """Run the compiled kernel of `shape` over all vertices: tables of palette offsets and weights and the
    offsets of `Memory`, palettes (F, …), and positions, normals and tangents; a placeholder array replaces
    unused attributes. `lay_out`, if given, first writes the palettes of some frames, so that threads share
    this work too.
    """
    points = attributes[0]
    sources = [points if a is None else a for a in attributes]
    outputs = [target.positions if a is None else a for a in target]
    *rows, offsets = tables
    missing = shape.lanes - influences.vertices
    if missing <= 0:
        _share_groups(shape, sources, rows, offsets, columns, outputs, lay_out)
        return
    # Fewer vertices than one group: run a group whose further vertices have no influences.
    full = [_append_zero_rows(a, missing) for a in sources]
    results = [np.empty((len(columns), *a.shape), a.dtype) for a in full]
    rows = [_append_zero_rows(a, missing) for a in rows] if influences.padded else rows
    offsets = np.concatenate([offsets, np.full(missing, offsets[-1])])
    _share_groups(shape, full, rows, offsets, columns, results, lay_out)
    for output, result in zip(target, results, strict=True):
        if output is not None:
            output[...] = result[:, : influences.vertices]


def _share_groups(
    shape: Specialisation,
    sources: list[Array],
    rows: list[Array],
    offsets: Array,
    columns: Array,
    outputs: list[Array],
    lay_out: Callable[[slice], None] | None,
) -> None:
    vertices, compiled = len(sources[0]), kernel(shape)
    blocks = max(1, vertices // BLOCK)
    by_frames = share_by_frames(len(columns), blocks)
    if lay_out is not None and not by_frames:
        lay_out(slice(None))

    def run(frames: slice, begin: int, end: int) -> None:
        if lay_out is not None and by_frames:
            lay_out(frames)
        some = [array[frames] for array in outputs]
        compiled(*sources, *rows, offsets, columns[frames], *some, begin, end)

    share_frames(run, len(columns), blocks, SECONDS[shape.solver] * len(columns) * vertices)


def _append_zero_rows(array: Array, rows: int) -> Array:
    return np.concatenate([array, np.zeros((rows, *array.shape[1:]), array.dtype)])
