"""Read JSON values that may be broken: values of another type become empty or None. For code of
extensions."""

from __future__ import annotations

import math
from typing import Any

from pantin.formats.gltf.model import Gltf
from pantin.formats.members.faults import shown

Object = dict[str, Any]
Vector = tuple[float, ...]


def as_object(value: Any) -> Object:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def as_text(value: Any) -> str | None:
    """The value if it is a non-empty string."""
    return value if isinstance(value, str) and value.strip() else None


def objects(value: Any) -> list[Object]:
    """The items of a list, with empty objects for those of another type."""
    return [as_object(item) for item in as_list(value)]


def number(value: Any) -> float | None:
    """A number, possibly infinite (1e999, or as many digits); None for other values."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def vector(value: Any, length: int = 3) -> Vector | None:
    """A list of `length` numbers; None for anything else."""
    numbers = [number(item) for item in as_list(value)]
    if len(numbers) != length or None in numbers:
        return None
    return tuple(value for value in numbers if value is not None)


def as_integer(value: Any) -> int | None:
    """An integer as in JSON Schema, which includes 2.0; None for other values."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def as_index(value: Any, below: int) -> int | None:
    """An index in range; None for other values."""
    index = as_integer(value)
    return index if index is not None and 0 <= index < below else None


def indices(value: Any, below: int) -> list[int]:
    """The valid indices in a list."""
    return [index for item in as_list(value) if (index := as_index(item, below)) is not None]


def finite(values: Vector | None) -> bool:
    return values is not None and all(map(math.isfinite, values))


def length(values: Vector) -> float:
    return math.sqrt(sum(value * value for value in values))


def member_words(owner: Object, name: str) -> str:
    """A member formatted for messages."""
    return value_words(owner[name]) if name in owner else "missing"


def value_words(value: Any) -> str:
    """A value formatted for messages; lists up to the length of a quaternion with their numbers."""
    if not isinstance(value, list) or len(value) > 4:
        return shown(value)
    return f"[{', '.join(map(shown, value))}]"


def understood(tree: Object, model: Gltf) -> Object:
    """The file, or an empty one if its glTF version is unsupported and its nodes therefore unknown."""
    return tree if len(model.nodes) == len(as_list(tree.get("nodes"))) else {}


def block_of(tree: Object, name: str) -> Object | None:
    """The object of an extension at the root of a file, if there is one."""
    block = as_object(tree.get("extensions")).get(name)
    return block if isinstance(block, dict) else None
