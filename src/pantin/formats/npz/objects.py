"""Arrays of Python objects that hold only None, whole numbers and strings.

NumPy stores such an array as a pickle, and unpickling can run any code. UniRig writes the parents of joints
this way, with None for the root. Here the instructions of the pickle are read as data: lists are collected,
and whatever would call a function stays a mark that no result may contain.
"""

from __future__ import annotations

import math
import pickletools
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

PLAIN = (str, int, type(None))

PUSHED = frozenset(
    {"NONE", "BININT", "BININT1", "BININT2", "INT", "LONG", "LONG1", "BINBYTES", "SHORT_BINBYTES"}
    | {"BINUNICODE", "SHORT_BINUNICODE", "UNICODE", "NEWTRUE", "NEWFALSE", "GLOBAL"}
)
MEMOIZED = frozenset({"MEMOIZE", "BINPUT", "LONG_BINPUT", "PUT"})
RECALLED = frozenset({"BINGET", "LONG_BINGET", "GET"})
TUPLES = {"EMPTY_TUPLE": 0, "TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
MOST_OBJECTS = 1 << 16
"""Elements of an array of objects, parents of joints. Each takes two instructions: push and keep."""
MOST_INSTRUCTIONS = 4 * MOST_OBJECTS
"""Deflate stores a thousand instructions in a byte, so that the size of the file is no limit."""

CALLS = frozenset({"REDUCE", "STACK_GLOBAL", "NEWOBJ"})
IGNORED = frozenset({"PROTO", "FRAME", "STOP"})


class _Mark:
    """Where a list or a tuple begins on the stack."""


class _Opaque:
    """The result of a call that was not made."""


def decode_objects(pickled: bytes, shape: tuple[int, ...]) -> NDArray[Any] | None:
    """The array with these objects, with dtype `object`; None if it holds anything else."""
    if math.prod(shape) > MOST_OBJECTS:
        return None
    try:
        items = _Machine().run(pickled)
    except (ValueError, IndexError, KeyError, TypeError, AttributeError, UnicodeError, OverflowError):
        return None
    if items is None or len(items) != math.prod(shape) or not all(isinstance(item, PLAIN) for item in items):
        return None
    array = np.empty(len(items), object)
    array[:] = items
    return array.reshape(shape)


class _Machine:
    """Follows the instructions of a pickle without calling anything."""

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self.memo: dict[int, Any] = {}
        self.state: Any = None

    def run(self, pickled: bytes) -> list[Any] | None:
        """The items of the array: its state ends with the list of them."""
        for instruction, argument, _ in islice(pickletools.genops(pickled), MOST_INSTRUCTIONS):
            self._step(instruction.name, argument)
        if not isinstance(self.state, tuple) or not isinstance(self.state[-1], list):
            return None
        return self.state[-1]

    def _step(self, name: str, argument: Any) -> None:
        stack = self.stack
        if name in PUSHED:
            literal = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False, "GLOBAL": _Opaque()}
            stack.append(literal.get(name, argument))
        elif name in MEMOIZED:
            self.memo[len(self.memo) if name == "MEMOIZE" else argument] = stack[-1]
        elif name in RECALLED:
            stack.append(self.memo[argument])
        elif name in TUPLES:
            stack.append(tuple(self._pop(TUPLES[name])))
        elif name == "EMPTY_LIST":
            stack.append([])
        elif name == "MARK":
            stack.append(_Mark())
        elif name == "TUPLE":
            stack.append(tuple(self._pop_to_mark()))
        elif name == "APPENDS":
            items = self._pop_to_mark()
            stack[-1].extend(items)
        elif name == "APPEND":
            item = stack.pop()
            stack[-1].append(item)
        elif name in CALLS:
            self._pop(2)
            stack.append(_Opaque())
        elif name == "BUILD":
            self.state = stack.pop()
        elif name not in IGNORED:
            raise ValueError(f"the instruction {name} is not supported")

    def _pop(self, count: int) -> list[Any]:
        if count > len(self.stack):
            raise IndexError("the stack is empty")
        items = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        return items

    def _pop_to_mark(self) -> list[Any]:
        items: list[Any] = []
        while not isinstance(item := self.stack.pop(), _Mark):
            items.append(item)
        return items[::-1]
