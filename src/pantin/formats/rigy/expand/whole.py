"""Results of expressions in fields of whole numbers: the size of a grid, and the vertices of overrides."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from pantin.formats.rigy.expand.expression import QUANTUM
from pantin.formats.rigy.source import Map, Seq, maps_in


def round_whole_fields(root: Map) -> None:
    """Replace the results of expressions by whole numbers, in place. Those that are not whole stay, and are
    reported like any other number that is not."""
    for holder, keys in _fields(root):
        for key in keys:
            note = (holder.notes or {}).get(key, "")
            number = _nearest(holder[key]) if note.startswith("=") else None
            if number is not None:
                holder[key] = number


def _nearest(value: Any) -> int | None:
    """The whole number that a result differs from by rounding alone: a multiple of 1e-9 has no exact double,
    so that "=15" gives 15.000000000000002."""
    if not isinstance(value, float):
        return None
    nearest = round(value)
    return nearest if abs(value - nearest) <= max(QUANTUM / 2, 2 * math.ulp(value)) else None


def _fields(root: Map) -> Iterator[tuple[Map | Seq, Any]]:
    """Mappings and lists with their keys or indices that hold whole numbers."""
    for _, mesh in maps_in(root, "meshes"):
        for _, primitive in maps_in(mesh, "primitives"):
            grid = _map(_map(primitive, "domain"), "grid")
            yield grid, [key for key in ("nx", "ny", "nz") if key in grid]
    for _, binding in maps_in(root, "bindings"):
        for _, weight_map in maps_in(binding, "weight_maps"):
            for _, override in maps_in(weight_map, "overrides"):
                yield override, [key for key in ("vertex_index",) if key in override]
                vertices = override.get("vertices")
                if isinstance(vertices, Seq):
                    yield vertices, range(len(vertices))


def _map(holder: Map, key: str) -> Map:
    value = holder.get(key)
    return value if isinstance(value, Map) else Map()
