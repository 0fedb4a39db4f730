# neither numba nor llvmlite has type stubs
# mypy: allow-untyped-calls, disable-error-code="import-untyped"
"""Dual quaternion skinning of a group of vertices in LLVM vectors: emitted by `skinning_numba.py`.

A joint is a row of numbers: its dual quaternion (8), entries of its stretch, a 1 that becomes the sum of the
weights, and zeros. Rows are blended vertex by vertex, then transposed to one vertex a lane.

The strict kernel has the bits of the NumPy reference: it adds in the order of the influences and rotates by
the matrix of the quaternion, computed in float64. The fused kernel expects the leading influence of each
vertex first, so one comparison with the quaternion of influence 0 gives the hemisphere. It assumes a
symmetric stretch and rotates by the quaternion itself, which takes half the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from llvmlite import ir
from numba.core import cgutils

from .vector_ir import I64, Lanes

if TYPE_CHECKING:
    from .skinning_numba import Memory, Specialisation


class RowLayout(NamedTuple):
    """Numbers of a joint, padded to whole registers; the index of the 1; and the entries of the stretch
    before it."""

    size: int
    total: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]


FUSED_ROW = RowLayout(16, 14, (0, 0, 0, 1, 1, 2), (0, 1, 2, 1, 2, 2))
STRICT_ROW = RowLayout(24, 17, (0, 1, 2) * 3, (0, 0, 0, 1, 1, 1, 2, 2, 2))

MAP = 16
"""Numbers of a padded 3 x 4 map, for which `Influences.table` has its offsets."""

SIGNED = 8
"""Numbers of a row that change sign with the hemisphere; no register mixes them with others."""


def emit_dual_group(k: Lanes, shape: Specialisation, memory: Memory) -> None:
    """Skin `shape.lanes` consecutive vertices; the addresses are those of the group's first vertex."""
    if k.strict:
        _emit_strict(k, shape, memory)
    else:
        _emit_fused(k, shape, memory)


def _emit_strict(k: Lanes, shape: Specialisation, memory: Memory) -> None:
    lanes, one = shape.lanes, k.constant(1.0, shape.lanes)
    q, d, s = _normalise(k, _blend(k, shape, memory, STRICT_ROW), STRICT_ROW)
    stretch, rotation = [s[0:3], s[3:6], s[6:9]], _rotation(k, q)
    point = k.apply(rotation, k.apply(stretch, k.deinterleave(memory.position, 3, lanes)))
    two = k.constant(2.0, lanes)
    shift = [
        k.mul(two, k.add(k.sub(k.mul(q[3], x), k.mul(d[3], u)), c))
        for u, x, c in zip(q[:3], d[:3], k.cross(q[:3], d[:3]), strict=True)
    ]
    k.interleave([k.add(x, t) for x, t in zip(point, shift, strict=True)], memory.out_position)
    if not (shape.normals or shape.tangents):
        return
    cofactors, determinant = k.cofactors(stretch)
    if shape.normals:
        side = k.copysign(one, determinant)
        normal = k.apply(cofactors, k.deinterleave(memory.normal, 3, lanes))
        k.interleave(k.unit(k.apply(rotation, [k.mul(x, side) for x in normal])), memory.out_normal)
    if shape.tangents:
        *vector, hand = k.deinterleave(memory.tangent, 4, lanes)
        rotated = k.unit(k.apply(rotation, k.apply(stretch, vector)))
        k.interleave([*rotated, k.bitangent_signs(hand, determinant)], memory.out_tangent)


def _rotation(k: Lanes, q: Sequence[Any]) -> list[list[Any]]:
    """Columns of the matrix of a unit quaternion: `maths.quaternion.to_matrix`, which is in float64."""
    wide = Lanes(k.builder, 64, strict=True)
    lanes = q[0].type.count
    one, two = wide.constant(1.0, lanes), wide.constant(2.0, lanes)
    x, y, z, w = (k.builder.fpext(part, wide.type(lanes)) if k.bits == 32 else part for part in q)

    def diagonal(a: Any, b: Any) -> Any:
        return wide.sub(one, wide.mul(two, wide.add(wide.mul(a, a), wide.mul(b, b))))

    def beside(a: Any, b: Any, c: Any, join: Any) -> Any:
        return wide.mul(two, join(wide.mul(a, b), wide.mul(c, w)))

    columns = [
        [diagonal(y, z), beside(x, y, z, wide.add), beside(x, z, y, wide.sub)],
        [beside(x, y, z, wide.sub), diagonal(x, z), beside(y, z, x, wide.add)],
        [beside(x, z, y, wide.add), beside(y, z, x, wide.sub), diagonal(x, y)],
    ]
    if k.bits == 64:
        return columns
    return [[k.builder.fptrunc(entry, k.type(lanes)) for entry in column] for column in columns]


def _emit_fused(k: Lanes, shape: Specialisation, memory: Memory) -> None:
    lanes = shape.lanes
    q, d, s = _normalise(k, _blend(k, shape, memory, FUSED_ROW), FUSED_ROW)
    point = _rotate(k, q, _stretch(k, s, k.deinterleave(memory.position, 3, lanes)))
    shifted = [k.fma(k.constant(2.0, lanes), t, x) for t, x in zip(_shift(k, q, d), point, strict=True)]
    k.interleave(shifted, memory.out_position)
    if shape.normals:
        cofactors, determinant = _cofactors(k, s)
        normal = _rotate(k, q, _stretch(k, cofactors, k.deinterleave(memory.normal, 3, lanes)))
        k.interleave(k.unit(normal, determinant), memory.out_normal)
    if shape.tangents:
        *side, hand = k.deinterleave(memory.tangent, 4, lanes)
        _, determinant = _cofactors(k, s)
        rotated = k.unit(_rotate(k, q, _stretch(k, s, side)))
        k.interleave([*rotated, k.bitangent_signs(hand, determinant)], memory.out_tangent)


def _row(k: Lanes, memory: Memory, layout: RowLayout, offset: Any) -> Any:
    """Address of a joint's row."""
    return k.builder.add(memory.palette, k.builder.mul(offset, I64(8 * layout.size // MAP)))


def _influence(k: Lanes, shape: Specialisation, memory: Memory, layout: RowLayout, position: Any) -> Any:
    """Address of the row of one influence."""
    b, size = k.builder, shape.index_bits // 8
    address = b.add(memory.index, b.mul(position, I64(size)))
    offset = b.zext(k.load(address, 0, ir.IntType(shape.index_bits), size), I64)
    return _row(k, memory, layout, offset)


def _signed_weights(k: Lanes, shape: Specialisation, memory: Memory, layout: RowLayout) -> Any:
    """Address of the weights of a group, influence after influence, negative for those on the other side."""
    b, lanes, count = k.builder, shape.lanes, shape.influences
    target = b.ptrtoint(cgutils.alloca_once(b, k.type(lanes * count)), I64)
    leader: list[Any] = []
    if k.strict:
        offsets = [k.load(memory.offsets, 8 * v, I64, 8) for v in range(lanes)]
        leader = k.transpose([k.vector(_row(k, memory, layout, offset), 0, 4) for offset in offsets])
    for i, weight in enumerate(k.deinterleave(memory.weight, count, lanes)):
        rows = [
            k.vector(_influence(k, shape, memory, layout, I64(v * count + i)), 0, 4) for v in range(lanes)
        ]
        real = k.transpose(rows)
        leader = leader or real
        away = k.greater(k.constant(0.0, lanes), k.dot(real, leader))
        k.store(k.select(away, b.fneg(weight), weight), target, i * lanes * k.bytes)
    return target


def _blend(k: Lanes, shape: Specialisation, memory: Memory, layout: RowLayout) -> list[Any]:
    """The sums of a group, one for each number of a row: each a vector with one vertex a lane."""
    b, lanes, count = k.builder, shape.lanes, shape.influences
    width = min(lanes, SIGNED)
    signed = _signed_weights(k, shape, memory, layout)
    sums = b.ptrtoint(cgutils.alloca_once(b, k.type(layout.size * lanes)), I64)
    with cgutils.for_range(b, I64(lanes), intp=I64) as vertices:
        first = b.mul(vertices.index, I64(count))
        rows = [_influence(k, shape, memory, layout, b.add(first, I64(i))) for i in range(count)]
        plain = b.add(memory.weight, b.mul(first, I64(k.bytes)))
        signed_rows = b.add(signed, b.mul(vertices.index, I64(k.bytes)))
        target = b.add(sums, b.mul(vertices.index, I64(layout.size * k.bytes)))
        for start in range(0, layout.size, width):
            total = None
            for i, row in enumerate(rows):
                source = (signed_rows, i * lanes * k.bytes) if start < SIGNED else (plain, i * k.bytes)
                weight, part = k.splat(k.scalar(*source), width), k.vector(row, start * k.bytes, width)
                total = k.mul(part, weight) if total is None else k.fma(part, weight, total)
            k.store(total, target, start * k.bytes)
    entries: list[Any] = []
    for start in range(0, layout.size, width):
        offsets = [(v * layout.size + start) * k.bytes for v in range(lanes)]
        entries += k.transpose([k.vector(sums, address, width) for address in offsets])
    return entries


def _normalise(k: Lanes, sums: list[Any], layout: RowLayout) -> tuple[list[Any], list[Any], list[Any]]:
    """Real and dual part and entries of the stretch; the identity where weights or rotations cancel."""
    b, lanes = k.builder, sums[0].type.count
    one, zero = k.constant(1.0, lanes), k.constant(0.0, lanes)
    total = sums[layout.total]
    square = k.dot(sums[:4], sums[:4])
    usable = b.and_(k.greater(square, zero), b.fcmp_unordered("!=", total, zero))
    length, share = k.sqrt(k.select(usable, square, one)), k.select(usable, total, one)
    if k.strict:
        scaled = [k.div(x, length) for x in sums[:8]] + [k.div(x, share) for x in sums[8 : layout.total]]
    else:
        inverse, part = k.div(one, length), k.div(one, share)
        scaled = [k.mul(x, inverse) for x in sums[:8]] + [k.mul(x, part) for x in sums[8 : layout.total]]
    diagonal = zip(layout.rows, layout.columns, strict=True)
    still = [zero] * 3 + [one] + [zero] * 4 + [one if row == column else zero for row, column in diagonal]
    kept = [k.select(usable, x, e) for x, e in zip(scaled, still, strict=True)]
    return kept[:4], kept[4:8], kept[8:]


def _stretch(k: Lanes, s: list[Any], vector: list[Any]) -> list[Any]:
    """A symmetric matrix, given by its upper rows, times a vector."""
    a, b, c, d, e, f = s
    return [k.dot(row, vector) for row in ((a, b, c), (b, d, e), (c, e, f))]


def _cofactors(k: Lanes, s: list[Any]) -> tuple[list[Any], Any]:
    """Upper rows of the cofactors of a symmetric matrix, and its determinant."""
    a, b, c, d, e, f = s
    pairs = ((d, f, e, e), (e, c, b, f), (b, e, d, c), (a, f, c, c), (b, c, a, e), (a, d, b, b))
    cofactors = [k.fnma(z, w, k.mul(x, y)) for x, y, z, w in pairs]
    return cofactors, k.dot((a, b, c), cofactors[:3])


def _rotate(k: Lanes, q: list[Any], vector: list[Any]) -> list[Any]:
    """v + w t + u × t with t = 2 u × v, for the unit quaternion (u, w)."""
    two = k.constant(2.0, vector[0].type.count)
    t = [k.mul(two, x) for x in k.cross(q[:3], vector)]
    return [k.add(k.fma(q[3], a, x), b) for x, a, b in zip(vector, t, k.cross(q[:3], t), strict=True)]


def _shift(k: Lanes, q: list[Any], d: list[Any]) -> list[Any]:
    """w d - d_w u + u × d: half of the translation."""
    return [
        k.fnma(d[3], u, k.fma(q[3], x, c))
        for u, x, c in zip(q[:3], d[:3], k.cross(q[:3], d[:3]), strict=True)
    ]
