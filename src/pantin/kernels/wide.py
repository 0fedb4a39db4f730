# neither numba nor llvmlite has type stubs
# mypy: allow-untyped-calls, disable-error-code="import-untyped"
"""Eight numbers at a time in emitted code: operators, NumPy's functions, and ways in and out of memory.

Products and sums are rounded one by one, so that a lane has the bits of a single number. A row is eight
numbers side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from llvmlite import ir

from .records import Vector
from .spring_program import LANES
from .vector_ir import I32, I64, Lanes

ROW = 8 * LANES
"""Bytes of a row."""


class _Emitted:
    """An emitted value that NumPy's functions accept like an array (NEP 13 and 18), so arithmetic written for
    arrays can be emitted unchanged."""

    def __init__(self, k: Lanes, value: Any) -> None:
        self.k, self.value = k, value

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        emit = {np.sqrt: Lanes.sqrt, np.absolute: Lanes.absolute}.get(ufunc)
        if emit is None or method != "__call__" or options:
            return NotImplemented
        return Wide(self.k, emit(self.k, inputs[0].value))

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        if function is not np.where or options:
            return NotImplemented
        return _where(*args)


class Wide(_Emitted):
    """Eight numbers, one a lane; operators act lane by lane."""

    __hash__ = None  # type: ignore[assignment]

    def __neg__(self) -> Wide:
        return Wide(self.k, self.k.builder.fneg(self.value))

    def __add__(self, other: Wide | float) -> Wide:
        return self._with(other, Lanes.add)

    def __radd__(self, other: Wide | float) -> Wide:
        return self._with(other, Lanes.add, swap=True)

    def __sub__(self, other: Wide | float) -> Wide:
        return self._with(other, Lanes.sub)

    def __rsub__(self, other: Wide | float) -> Wide:
        return self._with(other, Lanes.sub, swap=True)

    def __mul__(self, other: Wide | float) -> Wide:
        return self._with(other, Lanes.mul)

    def __rmul__(self, other: Wide | float) -> Wide:
        return self._with(other, Lanes.mul, swap=True)

    def __truediv__(self, other: Wide | float) -> Wide:
        return self._with(other, Lanes.div)

    def __rtruediv__(self, other: Wide | float) -> Wide:
        return self._with(other, Lanes.div, swap=True)

    def _with(self, other: Wide | float, act: Callable[..., Any], *, swap: bool = False) -> Wide:
        pair = (self.value, self._wide(other))
        return Wide(self.k, act(self.k, *(pair[::-1] if swap else pair)))

    def _wide(self, other: Wide | float) -> Any:
        return other.value if isinstance(other, Wide) else self.k.constant(float(other), LANES)

    def _compare(self, sign: str, other: Wide | float) -> Flags:
        return Flags(self.k, self.k.builder.fcmp_ordered(sign, self.value, self._wide(other)))

    def __lt__(self, other: Wide | float) -> Flags:
        return self._compare("<", other)

    def __gt__(self, other: Wide | float) -> Flags:
        return self._compare(">", other)

    def __ge__(self, other: Wide | float) -> Flags:
        return self._compare(">=", other)

    def __eq__(self, other: Wide | float) -> Flags:  # type: ignore[override]
        return self._compare("==", other)


class Flags(_Emitted):
    """Eight booleans, one a lane."""

    def __and__(self, other: Flags | Literal[True]) -> Flags:
        if other is True:
            return self
        return Flags(self.k, self.k.builder.and_(self.value, other.value))

    def __or__(self, other: Flags) -> Flags:
        return Flags(self.k, self.k.builder.or_(self.value, other.value))

    def __invert__(self) -> Flags:
        return Flags(self.k, self.k.builder.not_(self.value))

    def bits(self) -> Any:
        """An integer with a bit for each lane."""
        return self.k.builder.zext(self.k.builder.bitcast(self.value, ir.IntType(LANES)), I64)


def flags(k: Lanes, bits: Any) -> Flags:
    """The flags from such an integer."""
    small = k.builder.trunc(bits, ir.IntType(LANES))
    return Flags(k, k.builder.bitcast(small, ir.VectorType(ir.IntType(1), LANES)))


def _where(mask: Flags, a: Wide | float, b: Wide | float) -> Wide:
    wide = a if isinstance(a, Wide) else b
    assert isinstance(wide, Wide)
    return Wide(wide.k, wide.k.select(mask.value, wide._wide(a), wide._wide(b)))


class Rows:
    """Rows at an address: to read one emits a load, to write one a store."""

    def __init__(self, k: Lanes, address: Any) -> None:
        self.k, self.address = k, address

    def __getitem__(self, row: int) -> Wide:
        return Wide(self.k, self.k.vector(self.address, ROW * row, LANES))

    def __setitem__(self, row: int, value: Wide) -> None:
        self.k.store(value.value, self.address, ROW * row)

    def first(self, count: int) -> Vector:
        return [self[row] for row in range(count)]

    def keep(self, values: Sequence[Wide]) -> None:
        for row, value in enumerate(values):
            self[row] = value


class Spread:
    """Single numbers at an address, each of which serves all lanes."""

    def __init__(self, k: Lanes, address: Any) -> None:
        self.k, self.address = k, address

    def __getitem__(self, row: int) -> Wide:
        return splat(self.k, self.k.scalar(self.address, 8 * row))


def splat(k: Lanes, value: Any) -> Wide:
    return Wide(k, k.splat(value, LANES))


def record_addresses(k: Lanes, source: Any, lanes: Any, size: int) -> list[Any]:
    """The addresses of the eight lanes' records of `size` numbers, from the lane numbers at `lanes`."""
    b = k.builder
    result = [k.load(lanes, 8 * index, I64, 8) for index in range(LANES)]
    return [b.add(source, b.mul(lane, I64(8 * size))) for lane in result]


def join_lanes(k: Lanes, scalars: Sequence[Any]) -> Wide:
    """Eight single numbers as a row."""
    value = ir.Constant(k.type(LANES), ir.Undefined)
    for index, scalar in enumerate(scalars):
        value = k.builder.insert_element(value, scalar, I32(index))
    return Wide(k, value)


def gather(k: Lanes, size: int, source: Any, lanes: Any, target: Any) -> None:
    """Records of eight nodes or joints as rows."""
    addresses = record_addresses(k, source, lanes, size)
    result: Vector = []
    while len(result) + 4 <= size:
        quads = k.transpose([k.vector(address, 8 * len(result), 4) for address in addresses])
        result += [Wide(k, quad) for quad in quads]
    while len(result) < size:
        result.append(join_lanes(k, [k.scalar(address, 8 * len(result)) for address in addresses]))
    Rows(k, target).keep(result)


def scatter(k: Lanes, size: int, source: Any, lanes: Any, target: Any) -> None:
    """Rows as records of eight joints. The last lanes may repeat a joint: lanes are written in reverse, so
    its first lane wins."""
    result = record_addresses(k, target, lanes, size)
    values = [number.value for number in Rows(k, source).first(size)]
    for lane in reversed(range(LANES)):
        for index, value in enumerate(values):
            k.store(k.builder.extract_element(value, I32(lane)), result[lane], 8 * index)


def scatter_quads(k: Lanes, source: Any, lanes: Any, target: Any) -> None:
    """The same for records of four numbers, each written as a whole."""
    result = record_addresses(k, target, lanes, 4)
    values = [number.value for number in Rows(k, source).first(4)]
    for half in (4, 0):
        quads = k.transpose([k.shuffle(value, None, range(half, half + 4)) for value in values])
        for lane in reversed(range(4)):
            k.store(quads[lane], result[half + lane], 0)


def pick(k: Lanes, size: int, source: Any, lanes: Any, target: Any) -> None:
    """Lanes of other rows as rows; `lanes` counts the numbers before the first of each."""
    result = record_addresses(k, source, lanes, 1)
    Rows(k, target).keep(
        [join_lanes(k, [k.scalar(address, ROW * index) for address in result]) for index in range(size)]
    )


def put(k: Lanes, size: int, source: Any, lanes: Any, target: Any) -> None:
    """The inverse of `pick`."""
    result = record_addresses(k, target, lanes, 1)
    for index, number in enumerate(Rows(k, source).first(size)):
        for lane in reversed(range(LANES)):
            k.store(k.builder.extract_element(number.value, I32(lane)), result[lane], ROW * index)


def spread(k: Lanes, size: int, source: Any, target: Any) -> None:
    """One record for all lanes."""
    numbers = Spread(k, source)
    Rows(k, target).keep([numbers[index] for index in range(size)])
