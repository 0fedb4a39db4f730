"""Calls of the last release that still work, with a `DeprecationWarning`: former names of arguments, and
arguments that had a position."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from functools import wraps

from pantin.base.arguments import innermost

# As in `pantin/__init__`: modules that `--help` loads import this one.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any, ParamSpec, TypeVar

    P = ParamSpec("P")
    R = TypeVar("R")

WRAPPERS = (__name__, "pantin.base.any_numbers", "pantin.base.arguments")
"""The modules of wrappers: their frames lie between a call and the called function."""


def warn(message: str, level: int = 3) -> None:
    """Warn at the line that uses something deprecated: the call `level` frames up, not counting wrappers."""
    frame = sys._getframe(level - 1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "") in WRAPPERS:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, DeprecationWarning, stacklevel=level)


def renamed(**former: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A function that still takes arguments by their former names: `@renamed(colours="colors")`."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*arguments: P.args, **named: P.kwargs) -> R:
            if not former.keys().isdisjoint(named):
                named = current_names(function.__qualname__, former, named)  # type: ignore[assignment]
            return function(*arguments, **named)

        return call

    return decorate


def current_names(owner: str, former: Mapping[str, str], named: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments by their current names; the warning names the line that calls the caller."""
    current = dict(named)
    for name in [name for name in current if name in former]:
        if former[name] in current:
            raise TypeError(f"{owner}() got {former[name]!r} twice: {name!r} is its former name")
        warn(f"{owner}({name}=…) is deprecated: write {former[name]}", 4)
        current[former[name]] = current.pop(name)
    return current


def keyword_only(*names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A function with these arguments now keyword-only, but still accepted by position after all positional
    ones: `@keyword_only("fps", "seconds")`."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        positions = innermost(function).__code__.co_argcount

        @wraps(function)
        def call(*arguments: P.args, **named: P.kwargs) -> R:
            extra = arguments[positions:]
            if 0 < len(extra) <= len(names):
                by_name = dict(zip(names, extra, strict=False))
                twice = next((name for name in by_name if name in named), None)
                if twice is not None:
                    raise TypeError(f"{function.__qualname__}() got {twice!r} twice")
                written = ", ".join(f"{name}=…" for name in by_name)
                warn(f"{function.__qualname__}() without names is deprecated here: write {written}")
                return function(*arguments[:positions], **named, **by_name)  # type: ignore[arg-type]
            return function(*arguments, **named)

        return call

    return decorate
