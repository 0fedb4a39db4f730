"""The source of a Triton kernel for an operation of a spring program, traced from its arithmetic.

`pantin.kernels.spring_step_numpy` runs an operation on arrays. Here the same code runs once on symbols, and
each NumPy function called on a symbol writes a line of Triton. So NumPy, numba, PyTorch and CUDA share one
source for the arithmetic of springs.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

import numpy as np

from pantin.base.records import field_names, is_record, replace
from pantin.kernels.records import Mask, NumberFields
from pantin.kernels.spring_program import Event, JointConstants, JointState, PlacedCollider
from pantin.kernels.spring_step_numpy import Operation

INFIX = {
    np.add: "+", np.subtract: "-", np.multiply: "*", np.true_divide: "/", np.less: "<",
    np.less_equal: "<=", np.greater: ">", np.greater_equal: ">=", np.equal: "==", np.bitwise_and: "&",
    np.bitwise_or: "|",
}  # fmt: skip
CALLS = {np.negative: "-{}", np.sqrt: "tl.sqrt({})", np.absolute: "tl.abs({})", np.invert: "~{}"}

FORCES = {
    "stiffness": JointConstants.stiffness.first,
    "inertia": JointConstants.inertia.first,
    "gravity_x": JointConstants.gravity.first,
    "gravity_y": JointConstants.gravity.first + 1,
    "gravity_z": JointConstants.gravity.first + 2,
}
"""Constants of joints that a call may replace, each by a tensor (J, B or 1)."""

TENSORS = ("state", "out", "world", "placed", "driven", "scales", "external", "dt", *FORCES)
NUMBERS = (
    "B", "above", "state_b", "state_j", "state_c", "driven_b", "scales_b", "external_b", "external_c",
    *(f"{name}_{axis}" for name in FORCES for axis in "jb"),
)  # fmt: skip
"""Parameters: the number of poses, the last slot of the world, and strides."""


class Source:
    """The lines of a kernel, and the arrays that it reads.

    Lanes are the poses of a block; `row` is the place of the node, joint or collider in the operation.
    """

    def __init__(self, operation: Operation, replaced: frozenset[str]) -> None:
        """`replaced` are the names in `FORCES` that a call replaces."""
        self.arrays: list[np.ndarray] = []
        self._lines: list[str] = []
        self._known: dict[str, Symbol] = {}
        self._replaced = replaced
        traced = copy(operation)
        vars(traced).update({name: self._parameter(value) for name, value in vars(traced).items()})
        self.joint: Symbol = getattr(traced, "joints", Symbol(self, "row"))
        traced.run(_SymbolicScene(self))  # type: ignore[arg-type]

    @property
    def text(self) -> str:
        names = [*TENSORS, *(f"array_{index}" for index in range(len(self.arrays)))]
        return "\n".join(
            [
                f"def spring_operation({', '.join((*names, *NUMBERS))}, BLOCK: tl.constexpr):",
                "    row, rows = tl.program_id(0), tl.num_programs(0)",
                "    b = tl.program_id(1).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)",
                "    ok = b < B",
                *(f"    {line}" for line in self._lines),
                "",
            ]
        )

    def write(self, line: str) -> None:
        self._lines.append(line)

    def let(self, expression: str) -> Symbol:
        """The symbol of an expression; equal expressions are computed once, because the numbers read do not
        change."""
        if expression not in self._known:
            symbol = self._known[expression] = Symbol(self, f"t{len(self._known)}")
            self.write(f"{symbol.name} = {expression}")
        return self._known[expression]

    def operand(self, value: Any) -> Symbol:
        """A symbol unchanged; a number with all its digits, because Triton would round it to float32."""
        if isinstance(value, Symbol):
            return value
        if isinstance(value, bool | np.bool_):
            return self.let(f"tl.full([BLOCK], {bool(value)}, tl.int1)")
        return self.let(f"tl.full([BLOCK], {float(value)!r}, tl.float64)")

    def _parameter(self, value: Any) -> Any:
        """The constants of an operation, with arrays as parameters of the kernel."""
        if isinstance(value, np.ndarray):
            return self._array(value)
        if isinstance(value, JointConstants):
            return JointConstants(_Constants(self, value.rows, self._replaced))
        if isinstance(value, NumberFields):
            return type(value)(_Constants(self, value.rows, frozenset()))
        if isinstance(value, tuple | list):
            items = [self._parameter(item) for item in value]
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
        if is_record(value):
            parts = {name: self._parameter(getattr(value, name)) for name in field_names(value)}
            return replace(value, **parts)
        return value

    def _array(self, array: np.ndarray) -> Symbol:
        """The number of this row in an array with one for each row, or for all of them."""
        name = self.pointer(array.reshape(-1))
        number = self.let(f"tl.load({name} + row)" if array.size > 1 else f"tl.load({name})")
        return self.let(f"{number.name} != 0") if array.dtype == np.bool_ else number

    def pointer(self, array: np.ndarray) -> str:
        """The name of the parameter for an array."""
        self.arrays.append(array)
        return f"array_{len(self.arrays) - 1}"


class Symbol(np.lib.mixins.NDArrayOperatorsMixin):
    """A number in each lane, or a row's number that all lanes share, under NumPy's protocols for other arrays
    (NEP 13 and 18)."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, source: Source, name: str) -> None:
        self.source, self.name = source, name

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if method != "__call__" or options or (ufunc not in INFIX and ufunc not in CALLS):
            return NotImplemented
        names = [self.source.operand(x).name for x in inputs]
        if ufunc in CALLS:
            return self.source.let(CALLS[ufunc].format(*names))
        return self.source.let(f" {INFIX[ufunc]} ".join(names))

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        if function is np.where and not options:
            names = ", ".join(self.source.operand(x).name for x in args)
            return self.source.let(f"tl.where({names})")
        if function is np.stack:
            return [self.source.operand(x) for x in args[0]]
        return NotImplemented

    def any(self) -> bool:
        """Always true: some lane may be true, and the code that follows changes nothing where a lane is
        false."""
        return True


class _Constants:
    """The constants (columns, rows) of an operation, some of them replaced by tensors of the call."""

    def __init__(self, source: Source, rows: np.ndarray, replaced: frozenset[str]) -> None:
        self.source, self.name = source, source.pointer(rows.reshape(len(rows), -1))
        self.single = rows.size == len(rows)
        self.replaced = {FORCES[name]: name for name in replaced}

    def __getitem__(self, column: int) -> Symbol:
        if name := self.replaced.get(column):
            place = f"{self.source.joint.name} * {name}_j + b * {name}_b"
            return self.source.let(f"tl.load({name} + {place}, ok)")
        place = f"{column}" if self.single else f"{column} * rows + row"
        return self.source.let(f"tl.load({self.name} + {place})")


class _Table:
    """Numbers of all nodes, joints or colliders: the address of each, by its index and column."""

    def __init__(self, source: Source, read: str, columns: int, write: str = "") -> None:
        self.source, self.read, self.columns, self.write = source, read, columns, write or read

    def __getitem__(self, index: Symbol) -> _Gathered:
        return _Gathered(self, index)

    def __setitem__(self, key: Any, values: Any) -> None:
        index, first = key if isinstance(key, tuple) else (key, 0)
        for column, value in enumerate(values if isinstance(values, list) else [values], first):
            place = self.write.format(index=index.name, column=column)
            self.source.write(f"tl.store({place}, {self.source.operand(value).name}, ok)")


class _Gathered:
    """The columns of the rows at an index, in whichever order an operation asks for them."""

    def __init__(self, table: _Table, index: Symbol) -> None:
        self.table, self.index = table, index

    def swapaxes(self, first: int, second: int) -> _Gathered:
        return self

    def __getitem__(self, key: Any) -> Symbol:
        column = key[1] if isinstance(key, tuple) else key
        place = self.table.read.format(index=self.index.name, column=column)
        return self.table.source.let(f"tl.load({place}, ok)")

    def __iter__(self) -> Iterator[Symbol]:
        return (self[column] for column in range(self.table.columns))


class _SymbolicScene:
    """The data that operations read and write, like `StepState`: the tensors of a kernel.

    state (B, J, 13), with strides; out (J, 13, B) the state after the step; world (slots + 1, 12, B) and
    placed (C, 7, B) fill up; driven (B or 1, n, 12) and scales (B or 1, n, 3) are the pose.
    """

    def __init__(self, source: Source) -> None:
        old = "state + b * state_b + {index} * state_j + {column} * state_c"
        width = JointState.width
        self.state = _Table(source, old, width, f"out + ({{index}} * {width} + {{column}}) * B + b")
        # A joint without a centre names slot -1, the last one, whose numbers it does not use.
        slot = "world + (tl.where({index} < 0, above, {index}) * 12 + {column}) * B + b"
        self.world = _Table(source, slot, 12)
        width = PlacedCollider.width
        self.placed = _Table(source, f"placed + ({{index}} * {width} + {{column}}) * B + b", width)
        self.driven = _Table(source, "driven + b * driven_b + {index} * 12 + {column}", 12)
        self.scales = _Table(source, "scales + b * scales_b + {index} * 3 + {column}", 3)
        self.external = [
            source.let(f"tl.load(external + b * external_b + {axis} * external_c, ok)") for axis in range(3)
        ]
        self.dt = source.let("tl.load(dt)")

    def count(self, event: Event, mask: Mask) -> None:
        """Degenerate vectors are not counted: the caller would wait for the device."""
