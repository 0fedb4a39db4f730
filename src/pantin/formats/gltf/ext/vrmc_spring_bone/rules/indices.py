"""Broken indices of springs, and indices out of range."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pantin.formats.gltf.ext.vrmc_spring_bone.model import springs
from pantin.formats.gltf.scope import Scope
from pantin.report.pointer import JsonPath


def bad_indices(
    scope: Scope, path: JsonPath, indices: Iterable[int | None], count: int
) -> Iterator[tuple[JsonPath, Any]]:
    """Path and stored value of each index out of range (0 to `count` − 1) in the list at a path."""
    for slot, index in enumerate(indices):
        if index is None or not 0 <= index < count:
            yield (*path, slot), scope.raw(path[:-1])[str(path[-1])][slot]


def bad_index(scope: Scope, path: JsonPath, name: str, index: int | None, count: int) -> list[Any]:
    """The stored value of an integer index out of range (0 to `count` − 1); empty otherwise."""
    fault = scope.fact(springs).faults.get((*path, name))
    too_large = fault is not None and fault.kind == "range"
    if too_large or (index is not None and not 0 <= index < count):
        return [scope.raw(path)[name]]
    return []
