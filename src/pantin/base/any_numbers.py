"""For functions that work on files, which may contain any numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

# As in `pantin/__init__`: modules that `--help` loads import this one, and it must not import NumPy for it.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import ParamSpec, TypeVar

    P = ParamSpec("P")
    R = TypeVar("R")


def any_numbers(function: Callable[P, R]) -> Callable[P, R]:
    """A function that runs without NumPy's warnings: findings report overflow and NaN.

    Generators are refused, because their body runs outside the call.
    """
    code = getattr(function, "__code__", None)
    if code is not None and code.co_flags & 0x20:  # inspect.CO_GENERATOR
        raise TypeError(f"{function.__qualname__} is a generator")

    @wraps(function)
    def call(*arguments: P.args, **named: P.kwargs) -> R:
        import numpy as np

        with np.errstate(all="ignore"):
            return function(*arguments, **named)

    return call
