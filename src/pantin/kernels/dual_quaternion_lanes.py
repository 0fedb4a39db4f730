# neither numba nor llvmlite has type stubs
# mypy: allow-untyped-calls, disable-error-code="import-untyped"
"""Dual quaternion skinning of a group of vertices in LLVM vectors: what `skinning_numba.py` emits for it.

A joint is a row of 16 numbers, as a padded 3 x 4 map is: dual quaternion (8), the six entries of its
symmetric stretch, 1 and 0; the 1 becomes the sum of the weights. The leading influence of each vertex comes
first, so a hemisphere is one comparison with the quaternion of influence 0. Rows are blended vertex by
vertex, then transposed to one vertex a lane.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba.core import cgutils

from .vector_ir import I64, Lanes

if TYPE_CHECKING:
    from .skinning_numba import Memory, Shape

ROW = 16
SIGNED = 8
"""Numbers of a row that change sign with the hemisphere; no register mixes them with others."""


def emit_dual_group(k: Lanes, shape: Shape, memory: Memory) -> None:
    """Skin `shape.lanes` consecutive vertices; the addresses are those of the group's first vertex."""
    lanes = shape.lanes
    q, d, s = _normalised(k, _blended(k, shape, memory))
    moved = _turned(k, q, _stretched(k, s, k.deinterleave(memory.position, 3, lanes)))
    shifted = [k.fma(k.constant(2.0, lanes), t, x) for t, x in zip(_shift(k, q, d), moved, strict=True)]
    k.interleave(shifted, memory.out_position)
    if shape.normals:
        cofactors, determinant = _cofactors(k, s)
        normal = _turned(k, q, _stretched(k, cofactors, k.deinterleave(memory.normal, 3, lanes)))
        k.interleave(k.unit(normal, determinant), memory.out_normal)
    if shape.tangents:
        *side, hand = k.deinterleave(memory.tangent, 4, lanes)
        _, determinant = _cofactors(k, s)
        turned = k.unit(_turned(k, q, _stretched(k, s, side)))
        k.interleave([*turned, k.handed(hand, determinant)], memory.out_tangent)


def _row(k: Lanes, shape: Shape, memory: Memory, position: Any) -> Any:
    """Address of the row of one influence."""
    b, size = k.builder, shape.index_bits // 8
    place = b.add(memory.index, b.mul(position, I64(size)))
    offset = b.zext(k.load(place, 0, ir.IntType(shape.index_bits), size), I64)
    return b.add(memory.palette, b.mul(offset, I64(8)))


def _signed_weights(k: Lanes, shape: Shape, memory: Memory) -> Any:
    """Address of the weights of a group, influence after influence, negative for those on the other side."""
    b, lanes, count = k.builder, shape.lanes, shape.influences
    target = b.ptrtoint(cgutils.alloca_once(b, k.type(lanes * count)), I64)
    leader: list[Any] = []
    for i, weight in enumerate(k.deinterleave(memory.weight, count, lanes)):
        rows = [k.vector(_row(k, shape, memory, I64(v * count + i)), 0, 4) for v in range(lanes)]
        real = k.transpose(rows)
        leader = leader or real
        away = k.greater(k.constant(0.0, lanes), k.dot(real, leader))
        k.store(k.select(away, b.fneg(weight), weight), target, i * lanes * k.bytes)
    return target


def _blended(k: Lanes, shape: Shape, memory: Memory) -> list[Any]:
    """The ROW sums of a group, each a vector with one vertex a lane."""
    b, lanes, count = k.builder, shape.lanes, shape.influences
    width = min(lanes, SIGNED)
    signed = _signed_weights(k, shape, memory)
    sums = b.ptrtoint(cgutils.alloca_once(b, k.type(ROW * lanes)), I64)
    with cgutils.for_range(b, I64(lanes), intp=I64) as vertices:
        first = b.mul(vertices.index, I64(count))
        rows = [_row(k, shape, memory, b.add(first, I64(i))) for i in range(count)]
        plain = b.add(memory.weight, b.mul(first, I64(k.bytes)))
        turned = b.add(signed, b.mul(vertices.index, I64(k.bytes)))
        target = b.add(sums, b.mul(vertices.index, I64(ROW * k.bytes)))
        for start in range(0, ROW, width):
            total = None
            for i, row in enumerate(rows):
                one = (turned, i * lanes * k.bytes) if start < SIGNED else (plain, i * k.bytes)
                weight, part = k.splat(k.scalar(*one), width), k.vector(row, start * k.bytes, width)
                total = k.mul(part, weight) if total is None else k.fma(part, weight, total)
            k.store(total, target, start * k.bytes)
    entries: list[Any] = []
    for start in range(0, ROW, width):
        entries += k.transpose([k.vector(sums, (v * ROW + start) * k.bytes, width) for v in range(lanes)])
    return entries


def _normalised(k: Lanes, sums: list[Any]) -> tuple[list[Any], list[Any], list[Any]]:
    """Real and dual part and stretch; the identity where weights or rotations cancel."""
    b, lanes = k.builder, sums[0].type.count
    one, zero = k.constant(1.0, lanes), k.constant(0.0, lanes)
    real, dual, stretch, total = sums[:4], sums[4:8], sums[8:14], sums[14]
    square = k.dot(real, real)
    usable = b.and_(k.greater(square, zero), b.fcmp_unordered("!=", total, zero))
    scale = k.div(one, k.sqrt(k.select(usable, square, one)))
    share = k.div(one, k.select(usable, total, one))
    q = [k.select(usable, k.mul(x, scale), e) for x, e in zip(real, (zero, zero, zero, one), strict=True)]
    d = [k.select(usable, k.mul(x, scale), zero) for x in dual]
    still = (one, zero, zero, one, zero, one)
    s = [k.select(usable, k.mul(x, share), e) for x, e in zip(stretch, still, strict=True)]
    return q, d, s


def _stretched(k: Lanes, s: list[Any], vector: list[Any]) -> list[Any]:
    """A symmetric matrix, given by its upper rows, times a vector."""
    a, b, c, d, e, f = s
    return [k.dot(row, vector) for row in ((a, b, c), (b, d, e), (c, e, f))]


def _cofactors(k: Lanes, s: list[Any]) -> tuple[list[Any], Any]:
    """Upper rows of the cofactors of a symmetric matrix, and its determinant."""
    a, b, c, d, e, f = s
    pairs = ((d, f, e, e), (e, c, b, f), (b, e, d, c), (a, f, c, c), (b, c, a, e), (a, d, b, b))
    cofactors = [k.fnma(z, w, k.mul(x, y)) for x, y, z, w in pairs]
    return cofactors, k.dot((a, b, c), cofactors[:3])


def _cross(k: Lanes, a: list[Any], b: list[Any]) -> list[Any]:
    return [k.fnma(a[j], b[i], k.mul(a[i], b[j])) for i, j in ((1, 2), (2, 0), (0, 1))]


def _turned(k: Lanes, q: list[Any], vector: list[Any]) -> list[Any]:
    """v + w t + u × t with t = 2 u × v, for the unit quaternion (u, w)."""
    two = k.constant(2.0, vector[0].type.count)
    t = [k.mul(two, x) for x in _cross(k, q[:3], vector)]
    return [
        k.add(k.fma(q[3], a, x), b) for x, a, b in zip(vector, t, _cross(k, q[:3], t), strict=True)
    ]  # fmt: skip


def _shift(k: Lanes, q: list[Any], d: list[Any]) -> list[Any]:
    """w d - d_w u + u × d: half of the translation."""
    return [
        k.fnma(d[3], u, k.fma(q[3], x, c))
        for u, x, c in zip(q[:3], d[:3], _cross(k, q[:3], d[:3]), strict=True)
    ]
