"""Short representations: a record in at most two lines of a terminal, arrays by their shapes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final

LONGEST: Final = 158
"""Characters of two lines of 80 with a line break between them."""

PART: Final = 44
"""Characters of one field."""

FEW: Final = 4
"""The most numbers shown: a quaternion, a colour."""


def short_repr(record: Any, names: tuple[str, ...], defaults: Mapping[str, Any]) -> str:
    """`Type(field=value, …)`: without the fields that have their defaults where it would be too long, and
    without the last ones where it still is."""
    kind = type(record).__name__
    values = {name: getattr(record, name) for name in names}
    parts = [f"{name}={short_value(value)}" for name, value in values.items()]
    if _length(kind, parts) > LONGEST:
        parts = [
            f"{name}={short_value(value)}"
            for name, value in values.items()
            if name not in defaults or not _is_default(value, defaults[name])
        ]
    if _length(kind, parts) > LONGEST:
        while parts and _length(kind, [*parts, "…"]) > LONGEST:
            parts.pop()
        parts.append("…")
    return f"{kind}({', '.join(parts)})"


def short_value(value: Any) -> str:
    """A value of a field: an array by its type and shape, a collection by its length, a long text cut."""
    if isinstance(value, str):
        return repr(value) if len(value) <= PART - 2 else repr(value[: PART - 3]) + "…"
    if isinstance(value, bytes | bytearray | memoryview):
        return f"<{len(value):,} bytes>"
    if _is_array(value):
        return _array(value)
    if isinstance(value, Mapping):
        return repr(dict(value)) if not value else f"{{{len(value)} entries}}"
    if isinstance(value, tuple | list | set | frozenset):
        return _collection(value)
    text = repr(value)
    if len(text) <= PART and "\n" not in text and " at 0x" not in text:
        return text
    return f"{type(value).__name__}(…)"


def _length(kind: str, parts: list[str]) -> int:
    return len(kind) + 2 + len(", ".join(parts))


def _is_array(value: Any) -> bool:
    numpy = sys.modules.get("numpy")  # records are used before it is imported
    return numpy is not None and isinstance(value, numpy.ndarray)


def _array(array: Any) -> str:
    if array.size <= FEW and array.ndim <= 1 and array.dtype.kind != "O":
        return str(array.tolist())
    return f"<{array.dtype} {array.shape}>"


def _collection(values: Any) -> str:
    text = repr(values) if len(values) <= FEW and all(map(_is_plain, values)) else ""
    if text and len(text) <= PART:
        return text
    if not values:
        return repr(values)
    kinds = {type(value).__name__ for value in values}
    return f"({len(values)} × {kinds.pop()})" if len(kinds) == 1 else f"({len(values)} items)"


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)


def _is_default(value: Any, default: Any) -> bool:
    if value is default:
        return True
    return type(value) is type(default) and not _is_array(value) and bool(value == default)
