# neither numba nor llvmlite has type stubs
# mypy: allow-untyped-calls, disable-error-code="import-untyped"
"""The arithmetic of springs emitted for eight lanes: intrinsics of addresses, which `spring_step_numba.py`
calls.

The emitted functions are those of `spring_model.py`, `spring_limits.py` and `spring_colliders.py`. Products
and sums are never fused, so that lanes round as arrays do. Rows, eight numbers each, are read and written at
addresses; those of the current joint are in the scratch memory.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from .records import Field, NumberFields, Vector
from .spring_program import JointConstants
from .vector_ir import I64, Lanes
from .wide import Rows, Spread, flags, join_lanes, record_addresses, splat


class Scratch(NumberFields):
    """The scratch: inputs from elsewhere, the current joint as `spring_model.Work`, a result that is only
    stored in part, and the constants of a joint that all lanes share."""

    parent = Field(12)
    local = Field(12)
    moved = Field(6)
    center = Field(12)
    external = Field(3)
    tails = Field(6)
    frame = Field(9)
    head = Field(3)
    scale = Field()
    radius = Field()
    length = Field()
    rest = Field(3)
    unit = Field(3)
    tail = Field(3)
    delta = Field(3)
    square = Field()
    reach = Field()
    depth = Field()
    direction = Field(3)
    rotation = Field(4)
    result = Field(12)
    constants = Field(JointConstants.width)


class Moved(NumberFields):
    """What a joint copies from the driving pose."""

    translation = Field(3)
    scale = Field(3)


TRANSLATION = (3, 7, 11)
"""The indices of the translation in a matrix of 12 numbers."""


def gather_moved(k: Lanes, matrices: Any, scales: Any, lanes: Any, target: Any) -> None:
    """Translations and scales of eight nodes."""
    wide, small = record_addresses(k, matrices, lanes, 12), record_addresses(k, scales, lanes, 3)
    result = [join_lanes(k, [k.scalar(matrix, 8 * column) for matrix in wide]) for column in TRANSLATION]
    result += [join_lanes(k, [k.scalar(scale, 8 * column) for scale in small]) for column in range(3)]
    Rows(k, target).keep(result)


def spread_moved(k: Lanes, local: Any, scales: Any, target: Any) -> None:
    """Translation and scale of one node for all lanes."""
    numbers, sizes = Spread(k, local), Spread(k, scales)
    Rows(k, target).keep(
        [*(numbers[column] for column in TRANSLATION), *(sizes[column] for column in range(3))]
    )


def copy_moved(k: Lanes, local: Any, scales: Any, target: Any) -> None:
    """Translation and scale of one node, separate for every lane."""
    numbers, sizes = Rows(k, local), Rows(k, scales)
    Rows(k, target).keep([*(numbers[column] for column in TRANSLATION), *sizes.first(3)])


Reader = Callable[[Lanes, Any], Any]
"""Convert an argument of an intrinsic to the argument that a function of numbers takes."""


def number(k: Lanes, value: Any) -> Any:
    return splat(k, value)


def mask(k: Lanes, bits: Any) -> Any:
    return flags(k, bits)


def vector(count: int) -> Reader:
    return lambda k, address: Rows(k, address).first(count)


def record(kind: type[NumberFields]) -> Reader:
    return lambda k, address: kind(Rows(k, address))


def shared_reader(kind: type[NumberFields]) -> Reader:
    """A record that serves all lanes."""
    return lambda k, address: kind(Spread(k, address))


class Gives(Enum):
    """How an intrinsic handles the result of its function: ignore it, return a bit for each lane, or store
    rows at an additional address."""

    NOTHING = 0
    BITS = 1
    ROWS = 2


def emit_intrinsic(function: Callable[..., Any], *readers: Reader, gives: Gives = Gives.NOTHING) -> Any:
    """An intrinsic that emits a function of numbers."""

    def emit(k: Lanes, *arguments: Any) -> Any:
        return _apply_reader(k, function, readers, arguments, gives)

    return make_intrinsic(emit, len(readers) + (gives is Gives.ROWS), answers=gives is Gives.BITS)


def emit_dispatch(
    functions: Sequence[Callable[..., Any]], *readers: Reader, gives: Gives = Gives.NOTHING
) -> Any:
    """An intrinsic that emits functions of numbers and a jump to the one whose number is its first argument.

    A function listed several times is emitted once.
    """
    numbers: dict[Callable[..., Any], list[int]] = {}
    for index, function in enumerate(functions):
        numbers.setdefault(function, []).append(index)

    def emit(k: Lanes, which: Any, *arguments: Any) -> Any:
        builder = k.builder
        blocks = {function: builder.append_basic_block() for function in numbers}
        behind = builder.append_basic_block()
        *others, last = numbers
        switch = builder.switch(which, blocks[last])
        for function in others:
            for index in numbers[function]:
                switch.add_case(I64(index), blocks[function])
        answers = []
        for function, block in blocks.items():
            builder.position_at_end(block)
            answer = _apply_reader(k, function, readers, arguments, gives)
            answers.append((answer, builder.block))
            builder.branch(behind)
        builder.position_at_end(behind)
        return _join_answers(k, answers) if gives is Gives.BITS else None

    return make_intrinsic(emit, 1 + len(readers) + (gives is Gives.ROWS), answers=gives is Gives.BITS)


def _join_answers(k: Lanes, answers: Sequence[tuple[Any, Any]]) -> Any:
    """The answer of the block that was run."""
    result = k.builder.phi(I64)
    for answer, block in answers:
        result.add_incoming(answer, block)
    return result


def _apply_reader(
    k: Lanes, function: Callable[..., Any], readers: Sequence[Reader], arguments: Sequence[Any], gives: Gives
) -> Any:
    result = function(*(read(k, argument) for read, argument in zip(readers, arguments, strict=False)))
    if gives is Gives.ROWS:
        rows: Vector = result
        Rows(k, arguments[-1]).keep(rows)
    return None if gives is not Gives.BITS else ir.Constant(I64, 0) if result is None else result.bits()


def make_intrinsic(emit: Callable[..., Any], count: int, *, answers: bool = False) -> Any:
    """An intrinsic of `count` addresses and numbers whose code `emit` emits.

    Assign the result at module level: a kernel that captures an intrinsic cannot be cached on disk.
    """

    def define(context: Any, *operands: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            result = emit(Lanes(builder, 64, strict=True), *arguments)
            return result if answers else target.get_dummy_value()

        kinds = [types.float64 if isinstance(kind, types.Float) else types.int64 for kind in operands]
        return (types.int64 if answers else types.void)(*kinds), generate

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    names = ("context", *(f"argument_{index}" for index in range(count)))
    define.__signature__ = inspect.Signature([inspect.Parameter(name, kind) for name in names])  # type: ignore[attr-defined]
    return intrinsic(define)
