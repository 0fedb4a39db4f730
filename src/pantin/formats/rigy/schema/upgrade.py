"""Rewrite older names and alternative spellings to the canonical spelling.

Each change is reported, and the values keep their line and column.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.source import Map, Path, Seq, maps_in

EXTENTS = ("box", "wedge", "sphere", "cylinder", "capsule")
"""The types whose dimensions may be a list."""


def upgrade(root: Any, faults: Faults) -> None:
    """Rewrite a composed Rigy document in place; notes and conflicts go to `faults`."""
    if not isinstance(root, Map):
        return
    _version(root, faults)
    for m, mesh in maps_in(root, "meshes"):
        for p, primitive in maps_in(mesh, "primitives"):
            path: Path = ("meshes", m, "primitives", p)
            _translation(primitive, path, faults)
            _extents(primitive, path, faults)
    for override, path in _overrides(root):
        _vertex_index(override, path, faults)


def _overrides(root: Map) -> Iterator[tuple[Map, Path]]:
    for b, binding in maps_in(root, "bindings"):
        for w, weight_map in maps_in(binding, "weight_maps"):
            for index, override in maps_in(weight_map, "overrides"):
                yield override, ("bindings", b, "weight_maps", w, "overrides", index)


def _vertex_index(override: Map, path: Path, faults: Faults) -> None:
    """One index, as chapter 6.4 writes it, becomes a list of one."""
    if "vertex_index" not in override:
        return
    mark, where = override.marks["vertex_index"], (*path, "vertex_index")
    if "vertices" in override:
        faults.add("conflict", where, old="vertex_index", new="vertices")
    else:
        listed = Seq()
        listed.append(override["vertex_index"])
        listed.marks = [mark[2:]]
        override["vertices"], override.marks["vertices"] = listed, mark
        faults.add("respelled", where, on_key=True, old="vertex_index", new="a list of vertices")
    del override["vertex_index"]


def _version(root: Map, faults: Faults) -> None:
    if "rigy_version" not in root:
        return
    if "version" not in root:
        _rename(root, "rigy_version", "version")
        faults.add("respelled", ("version",), on_key=True, old="rigy_version", new="version")
    elif root["version"] == root["rigy_version"]:
        faults.add("respelled", ("rigy_version",), on_key=True, old="rigy_version", new="version")
        del root["rigy_version"]
    else:
        faults.add("conflict", ("rigy_version",), old="rigy_version", new="version")
        del root["rigy_version"]


def _rename(mapping: Map, old: str, new: str) -> None:
    mapping[new] = mapping.pop(old)
    mapping.marks[new] = mapping.marks[old]


def _translation(primitive: Map, path: Path, faults: Faults) -> None:
    if "translation" not in primitive:
        return
    if primitive.get("transform") is None:
        primitive["transform"] = Map()
        primitive.marks["transform"] = primitive.marks["translation"]
    transform = primitive["transform"]
    if not isinstance(transform, Map):
        return  # the schema reports both: the transform and the unknown key `translation`
    if "translation" in transform:
        faults.add("conflict", (*path, "translation"), old="translation", new="transform.translation")
    else:
        transform["translation"] = primitive["translation"]
        transform.marks["translation"] = primitive.marks["translation"]
        where = (*path, "translation")
        faults.add("respelled", where, on_key=True, old="translation", new="transform.translation")
    del primitive["translation"]


def _extents(primitive: Map, path: Path, faults: Faults) -> None:
    """A list is the full extents [x, y, z]: a capsule's radius is x/2 and its cylindrical part y − x."""
    listed, kind = primitive.get("dimensions"), primitive.get("type")
    if not isinstance(listed, Seq) or kind not in EXTENTS:
        return
    where = (*path, "dimensions")
    if len(listed) != 3 or not all(type(item) in (int, float) for item in listed):
        faults.add("extents", where, type=kind, reason="expected three numbers [x, y, z]")
        sizes: dict[str, Any] = {}
    else:
        sizes = extents(str(kind), listed, where, faults)
    fresh = Map()
    fresh.upgraded = True
    for name, (value, source) in sizes.items():
        fresh[name] = value
        fresh.marks[name] = listed.marks[source] * 2
    primitive["dimensions"] = (
        fresh  # empty where it was rejected, so that missing dimensions are not reported as well
    )
    if fresh:
        new = ", ".join(f"{name}: {value}" for name, value in fresh.items())
        faults.add("respelled", where, old=f"dimensions {list(listed)}", new=f"dimensions {{{new}}}")


def extents(kind: str, listed: Sequence[Any], where: Path, faults: Faults) -> dict[str, tuple[Any, int]]:
    """The dimensions for full extents [x, y, z], each with its index in the list."""
    x, y, z = listed
    if kind in ("box", "wedge"):
        return {"x": (x, 0), "y": (y, 1), "z": (z, 2)}
    if x != z or (kind == "sphere" and x != y):
        equal = "x, y and z" if kind == "sphere" else "x and z"
        faults.add("extents", where, type=kind, reason=f"{equal} are its diameter and must be equal")
        return {}
    if kind == "sphere":
        return {"radius": (x / 2, 0)}
    if kind == "capsule" and y < x:
        faults.add(
            "extents", where, type=kind, reason=f"y includes both caps and must be at least x ({x}), not {y}"
        )
        return {}
    return {"radius": (x / 2, 0), "height": (y if kind == "cylinder" else _difference(y, x), 1)}


def _difference(first: float, second: float) -> float:
    """The double nearest to the difference of two numbers as they are written: 0.3 − 0.08 is 0.22, though the
    difference of the doubles is 0.21999999999999997."""
    if not (math.isfinite(first) and math.isfinite(second)):
        return first - second
    return float(Fraction(repr(first)) - Fraction(repr(second)))
