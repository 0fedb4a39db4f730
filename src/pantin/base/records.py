"""Frozen dataclasses with slots that are made in half the time: a check of one file may need ten thousand."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

T = TypeVar("T")


def quick(cls: type[T]) -> type[T]:
    """The class with a constructor that sets its slots directly, where that of `dataclasses` looks each of
    them up by its name. It takes the same arguments.
    """
    members = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    names: dict[str, Any] = {f"_set_{name}": getattr(cls, name).__set__ for name in members}
    defaults = {field.name: field.default for field in fields(cls) if field.default is not MISSING}  # type: ignore[arg-type]
    names["_defaults"] = defaults
    arguments = [f"{name}=_defaults[{name!r}]" if name in defaults else name for name in members]
    lines = [
        f"def __init__(self, {', '.join(arguments)}):",
        *(f" _set_{name}(self, {name})" for name in members),
    ]
    exec("\n".join(lines), names)
    made = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__annotations__ = cls.__init__.__annotations__
    cls.__init__ = made  # type: ignore[method-assign]
    return cls
