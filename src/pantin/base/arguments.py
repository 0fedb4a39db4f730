"""Check the arguments of public functions against their annotations, with clear messages; and find the line
that a warning about them names."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache, wraps

# As in `pantin/__init__`: modules that `--help` loads import this one.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any, ParamSpec, TypeVar

    from pantin.base.argument_tests import Test

    P = ParamSpec("P")
    R = TypeVar("R")


PATHS = ("Path", "Model", "Source")
"""The types in annotations of paths."""


def check_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """A function that raises `TypeError`, with the name of the argument, for an argument of a wrong type.

    Types are read from the text of the annotations, so nothing is imported for them. The function itself
    checks everything but numbers, strings, paths, mappings, sequences, functions and classes of Pantin.
    """
    return check_arguments_but()(function)


def check_arguments_but(*own: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """As `check_arguments`, except for arguments that the function checks itself."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*arguments: P.args, **named: P.kwargs) -> R:
            names, every, tests, paths = _tests_of(function)
            if len(arguments) > len(names) or not (every is None or every.issuperset(named)):
                _refuse(function, len(arguments), named)
            for name, value in (*zip(names, arguments, strict=False), *named.items()):
                test = tests.get(name)
                if test is not None and name not in own and not test[0](value):
                    wrong = f"{name} must be {test[1]}, not {_shown(value)}"
                    raise TypeError(no_rig(value) if test[1].startswith("a Rig") else wrong)
                if name in paths and isinstance(value, str):
                    _check_path(name, value)
            return function(*arguments, **named)

        return call

    return decorate


def _check_path(name: str, path: str) -> None:
    """Raise `ValueError` for a string that cannot be a path."""
    if not path or "\0" in path:
        fault = "has a null character, which no path has" if path else "is empty: give a path"
        raise ValueError(f"{name} {fault}")


def _refuse(function: Callable[..., Any], count: int, named: Mapping[str, Any]) -> None:
    """Raise `TypeError` if there are arguments that a function does not have; the message lists the valid
    ones."""
    names, every, _, _ = _tests_of(function)
    code = innermost(function).__code__
    positions = [name for name in names if name not in ("self", "cls")]
    by_name = [name for name in code.co_varnames[len(names) :] if name in (every or ())]
    wrong = next((name for name in named if every is not None and name not in every), None)
    if wrong is not None:
        taken = f"it takes {', '.join((*positions, *by_name))}" if positions or by_name else "it takes none"
        raise TypeError(f"{function.__qualname__}() has no argument {wrong!r}: {taken}")
    if count > len(names) and not code.co_flags & 0x04:  # inspect.CO_VARARGS
        others = f", and by name {', '.join(by_name)}" if by_name else ""
        taken = f"by position it takes {', '.join(positions) or 'none'}{others}"
        beyond = count - len(names) + len(positions)
        raise TypeError(f"{function.__qualname__}() got {beyond} arguments by position: {taken}")


@cache
def _tests_of(
    function: Callable[..., Any],
) -> tuple[tuple[str, ...], frozenset[str] | None, dict[str, Test], frozenset[str]]:
    """The names of the positional arguments, all names (None if the function takes any), the tests of
    arguments, and which of them may be paths."""
    from pantin.base.argument_tests import test_of

    function = innermost(function)
    code = function.__code__
    count = code.co_argcount + code.co_kwonlyargcount
    every = None if code.co_flags & 0x08 else frozenset(code.co_varnames[:count])  # inspect.CO_VARKEYWORDS
    tests = {}
    for name, annotation in function.__annotations__.items():
        if name != "return" and isinstance(annotation, str):
            test = test_of(annotation, function.__globals__)
            if test is not None:
                tests[name] = test
    paths = frozenset(
        name
        for name, annotation in function.__annotations__.items()
        if name != "return" and any(kind in str(annotation) for kind in PATHS)
    )
    return code.co_varnames[: code.co_argcount], every, tests, paths


def innermost(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function below all wrappers."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return function


def is_asset(value: object) -> bool:
    """Whether a value is an `Asset`, checked without importing it."""
    return any(kind.__name__ == "Asset" for kind in type(value).__mro__)


def no_rig(value: object) -> str:
    """The message for a value that is not a rig, with a hint if it has one."""
    hint = ": use its .rig" if hasattr(type(value), "rig") else ""
    if isinstance(value, str | bytes | bytearray | memoryview) or any(
        hasattr(value, name) for name in ("__fspath__", "read")
    ):
        hint = ": pantin.load(…).rig is the rig of a file"
    return f"expected a Rig, not {type(value).__name__}{hint}"


def caller_level() -> int:
    """The level, for a warning of the calling function, of the first frame outside of Pantin."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("pantin."):
        level, frame = level + 1, frame.f_back
    return level


def _shown(value: Any) -> str:
    """A value in a message: itself if it is short, else its type."""
    plain = value is None or isinstance(value, str | bool | int | float)
    shown = repr(value) if plain else ""
    return shown if 0 < len(shown) <= 40 else type(value).__name__
