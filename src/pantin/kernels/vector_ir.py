# neither numba nor llvmlite has type stubs
# mypy: allow-untyped-calls, disable-error-code="import-untyped"
"""LLVM vectors for the compiled kernels: a small vocabulary over llvmlite's builder, used inside numba
intrinsics.

Every operation is per lane, so a result depends neither on the lane of a vertex nor on the vector width.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from llvmlite import binding, ir
from numba.core import cgutils

from .sums import REGISTER, lane_sum

I32, I64 = ir.IntType(32), ir.IntType(64)


@functools.cache
def lane_count(bits: int) -> int:
    """Elements of one vector register: 64 bytes where the machine has AVX-512, else 32 (SSE and NEON split
    them).

    Cached, because the query takes a millisecond, as long as skinning 100,000 vertices.
    """
    wide = bool(binding.get_host_cpu_features().get("avx512f", False))
    return (64 if wide else 32) // (bits // 8)


class Lanes:
    """A builder for vectors of one element type (float32 or float64).

    `strict` gives the bits of the NumPy references: every product and sum is rounded, and sums are made in
    their order. Otherwise the machine's fused multiply-add is used where there is one. `llvm.fmuladd` names
    the product to fuse, unlike the "contract" flag, so neighbouring lanes, groups and chunks can not be
    contracted in different ways.
    """

    def __init__(self, builder: Any, bits: int, strict: bool) -> None:
        self.builder = builder
        self.bits = bits
        self.bytes = bits // 8
        self.element = ir.FloatType() if bits == 32 else ir.DoubleType()
        self.strict = strict

    def type(self, count: int) -> Any:
        return ir.VectorType(self.element, count)

    def constant(self, value: float, count: int) -> Any:
        return ir.Constant(self.type(count), [value] * count)

    def pointer(self, base: Any, offset: int, kind: Any) -> Any:
        return self.builder.inttoptr(self.builder.add(base, I64(offset)), kind.as_pointer())

    def load(self, base: Any, offset: int, kind: Any, align: int) -> Any:
        value = self.builder.load(self.pointer(base, offset, kind))
        value.align = align
        return value

    def vector(self, base: Any, offset: int, count: int) -> Any:
        return self.load(base, offset, self.type(count), self.bytes)

    def scalar(self, base: Any, offset: int) -> Any:
        return self.load(base, offset, self.element, self.bytes)

    def store(self, value: Any, base: Any, offset: int) -> None:
        self.builder.store(value, self.pointer(base, offset, value.type)).align = self.bytes

    def prefetch(self, base: Any, steps: int, step: int, *, write: bool) -> None:
        """Ask for the cache lines of the record `steps` records of `step` bytes further on; never faults."""
        byte = ir.IntType(8).as_pointer()
        signature = ir.FunctionType(ir.VoidType(), [byte, I32, I32, I32])
        function = cgutils.get_or_insert_function(self.builder.module, signature, "llvm.prefetch.p0")
        for line in range(0, step, 64):
            address = self.builder.inttoptr(self.builder.add(base, I64(steps * step + line)), byte)
            self.builder.call(function, [address, I32(int(write)), I32(3), I32(1)])

    def shuffle(self, a: Any, b: Any, mask: Sequence[int]) -> Any:
        lanes = ir.Constant(ir.VectorType(I32, len(mask)), list(mask))
        return self.builder.shuffle_vector(
            a, b if b is not None else ir.Constant(a.type, ir.Undefined), lanes
        )

    def splat(self, value: Any, count: int) -> Any:
        single = self.builder.insert_element(ir.Constant(self.type(count), ir.Undefined), value, I32(0))
        return self.shuffle(single, None, [0] * count)

    def _call(self, name: str, *values: Any) -> Any:
        kind = values[0].type
        signature = ir.FunctionType(kind, [kind] * len(values))
        full = f"llvm.{name}.v{kind.count}f{self.bits}"
        return self.builder.call(cgutils.get_or_insert_function(self.builder.module, signature, full), values)

    def add(self, a: Any, b: Any) -> Any:
        return self.builder.fadd(a, b)

    def sub(self, a: Any, b: Any) -> Any:
        return self.builder.fsub(a, b)

    def mul(self, a: Any, b: Any) -> Any:
        return self.builder.fmul(a, b)

    def div(self, a: Any, b: Any) -> Any:
        return self.builder.fdiv(a, b)

    def fma(self, a: Any, b: Any, c: Any) -> Any:
        """a * b + c"""
        return self.add(self.mul(a, b), c) if self.strict else self._call("fmuladd", a, b, c)

    def fnma(self, a: Any, b: Any, c: Any) -> Any:
        """c - a * b"""
        return (
            self.sub(c, self.mul(a, b)) if self.strict else self._call("fmuladd", self.builder.fneg(a), b, c)
        )

    def dot(self, a: Sequence[Any], b: Sequence[Any]) -> Any:
        """Σ a b; strictly, as `sums.dot`."""
        if self.strict:
            terms = [self.mul(x, y) for x, y in zip(a, b, strict=True)]
            total = lane_sum(terms, self.add, REGISTER // self.bytes)
            return self.add(total, self.constant(0.0, total.type.count))
        return self.triple(a, b)

    def triple(self, a: Sequence[Any], b: Sequence[Any]) -> Any:
        """Σ a b, one after the other; strictly, as `sums.triple`."""
        total = self.mul(a[0], b[0])
        for x, y in zip(a[1:], b[1:], strict=True):
            total = self.fma(x, y, total)
        return self.add(total, self.constant(0.0, total.type.count)) if self.strict else total

    def apply(self, columns: Sequence[Sequence[Any]], vector: Sequence[Any]) -> list[Any]:
        """A matrix, given by its columns, times a vector."""
        return [self.dot(row, vector) for row in zip(*columns, strict=True)]

    def cross(self, a: Sequence[Any], b: Sequence[Any]) -> list[Any]:
        return [self.fnma(a[j], b[i], self.mul(a[i], b[j])) for i, j in ((1, 2), (2, 0), (0, 1))]

    def cofactors(self, m: Sequence[Sequence[Any]]) -> tuple[list[list[Any]], Any]:
        """Columns of the cofactor matrix in 2D and 3D, det · inverse transpose, and det itself: no division,
        defined when singular.
        """
        if len(m) == 2:
            (a, c), (b, d) = m
            return [[d, self.builder.fneg(b)], [self.builder.fneg(c), a]], self.fnma(b, c, self.mul(a, d))
        columns = [self.cross(u, v) for u, v in ((m[1], m[2]), (m[2], m[0]), (m[0], m[1]))]
        return columns, self.triple(m[0], columns[0])

    def sqrt(self, a: Any) -> Any:
        return self._call("sqrt", a)

    def absolute(self, a: Any) -> Any:
        return self._call("fabs", a)

    def copysign(self, magnitude: Any, sign: Any) -> Any:
        return self._call("copysign", magnitude, sign)

    def maximum(self, a: Any, b: Any) -> Any:
        return self.builder.select(self.builder.fcmp_ordered(">", a, b), a, b)

    def select(self, condition: Any, a: Any, b: Any) -> Any:
        return self.builder.select(condition, a, b)

    def greater(self, a: Any, b: Any) -> Any:
        return self.builder.fcmp_ordered(">", a, b)

    def unit(self, vector: Sequence[Any], sign: Any | None = None) -> list[Any]:
        """The vectors scaled to length 1 (times the sign of `sign`); zero where the length is 0 or not
        finite.
        """
        count = vector[0].type.count
        square = self.dot(vector, vector)
        one, zero = self.constant(1.0, count), self.constant(0.0, count)
        usable = self.builder.and_(
            self.greater(square, zero), self.greater(self.constant(float("inf"), count), square)
        )
        length = self.sqrt(self.select(usable, square, one))
        if self.strict:
            length = length if sign is None else self.copysign(length, sign)
            return [self.select(usable, self.div(x, length), zero) for x in vector]
        scale = self.div(one, length)
        if sign is not None:
            scale = self.copysign(scale, sign)
        return [self.select(usable, self.mul(x, scale), zero) for x in vector]

    def bitangent_signs(self, sign: Any, determinant: Any) -> Any:
        """The signs of bitangents, flipped where a matrix mirrors."""
        mirrors = self.greater(self.constant(0.0, sign.type.count), determinant)
        return self.select(mirrors, self.builder.fneg(sign), sign)

    def concatenate(self, parts: Sequence[Any]) -> Any:
        """Concatenate equal vectors in pairs; their number is a power of two."""
        level = list(parts)
        while len(level) > 1:
            width = level[0].type.count
            level = [
                self.shuffle(a, b, range(2 * width)) for a, b in zip(level[::2], level[1::2], strict=True)
            ]
        return level[0]

    def transpose(self, rows: Sequence[Any]) -> list[Any]:
        """`len(rows)` vectors of c lanes become c vectors of `len(rows)` lanes; both are powers of two, 4
        <= c.
        """
        c, count = rows[0].type.count, len(rows)
        blocks = [self.concatenate(rows[t::c]) for t in range(c)]
        half = 1
        if self.bits == 32:
            # unpack low/high twice: one instruction each on SSE2, AVX and NEON, where the plain
            # butterfly below would take a shuffle and a blend
            blocks = self._transpose_quads(blocks, count)
            half = 4
        while half < c:
            for i in range(c):
                if not i & half:
                    blocks[i], blocks[i + half] = self._butterfly(blocks[i], blocks[i + half], half, count)
            half *= 2
        return blocks

    def _transpose_quads(self, blocks: list[Any], count: int) -> list[Any]:
        def within(pattern: Sequence[int]) -> list[int]:
            return [q + (i if i < 4 else count + i - 4) for q in range(0, count, 4) for i in pattern]

        low, high, left, right = (within(m) for m in ((0, 4, 1, 5), (2, 6, 3, 7), (0, 1, 4, 5), (2, 3, 6, 7)))
        out: list[Any] = []
        for i in range(0, len(blocks), 4):
            a, b, c, d = blocks[i : i + 4]
            ab, cd = self.shuffle(a, b, low), self.shuffle(c, d, low)
            out += [self.shuffle(ab, cd, left), self.shuffle(ab, cd, right)]
            ab, cd = self.shuffle(a, b, high), self.shuffle(c, d, high)
            out += [self.shuffle(ab, cd, left), self.shuffle(ab, cd, right)]
        return out

    def _butterfly(self, a: Any, b: Any, half: int, count: int) -> tuple[Any, Any]:
        low = [lane if not lane & half else count + lane - half for lane in range(count)]
        high = [lane + half if not lane & half else count + lane for lane in range(count)]
        return self.shuffle(a, b, low), self.shuffle(a, b, high)

    def deinterleave(self, base: Any, stride: int, count: int) -> list[Any]:
        """Read `count` records of `stride` elements as `stride` vectors of `count` lanes."""
        chunks = [self.vector(base, i * count * self.bytes, count) for i in range(stride)]
        out = []
        for component in range(stride):
            lanes = [divmod(lane * stride + component, count) for lane in range(count)]
            vector = chunks[lanes[0][0]] if stride == 1 else None
            out.append(self._pick(chunks, lanes, count) if vector is None else vector)
        return out

    def interleave(self, vectors: Sequence[Any], base: Any) -> None:
        """Write vectors of `count` lanes as `count` records: the inverse of `deinterleave`."""
        stride, count = len(vectors), vectors[0].type.count
        for chunk in range(stride):
            lanes = [divmod(chunk * count + lane, stride)[::-1] for lane in range(count)]
            self.store(self._pick(vectors, lanes, count), base, chunk * count * self.bytes)

    def _pick(self, sources: Sequence[Any], lanes: Sequence[tuple[int, int]], count: int) -> Any:
        """Lane i of the result is lane places[i][1] of sources[places[i][0]]; a shuffle a source."""
        used = sorted({source for source, _ in lanes})
        first = [lane if source == used[0] else 0 for source, lane in lanes]
        if len(used) == 1:
            return self.shuffle(sources[used[0]], None, first)
        mask = [lane + (count if s == used[1] else 0) if s in used[:2] else 0 for s, lane in lanes]
        result = self.shuffle(sources[used[0]], sources[used[1]], mask)
        for source in used[2:]:
            mask = [count + lane if s == source else i for i, (s, lane) in enumerate(lanes)]
            result = self.shuffle(result, sources[source], mask)
        return result
