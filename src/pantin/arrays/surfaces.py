"""The arrays of a surface: positions, triangles, attributes, weights and blend shapes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.arrays.named import Arrays, Named, require_affordable
from pantin.arrays.topology import topology_arrays, topology_from
from pantin.base.records import replace
from pantin.rig import BlendShape, Deltas, Influences, Mode, Surface
from pantin.rig.elements import line_segments, points
from pantin.rig.topology import Topology

SETS = ("texcoords", "colors")
"""Attributes of which a surface may have several sets: `texcoords`, `texcoords1`, …"""

ATTRIBUTE = "attribute/"


def surface_arrays(surface: Surface, joints: int | None, dense: bool) -> Named:
    """The arrays of a surface; `joints` is the number of columns of a dense matrix of weights, None: up to
    the last joint with a weight."""
    arrays: dict[str, Any] = {"positions": surface.positions, **_elements(surface)}
    arrays |= {"normals": surface.normals, "tangents": surface.tangents}
    for name in SETS:
        for number, values in enumerate(getattr(surface, name)):
            arrays[_set_name(name, number)] = values
    if surface.material is not None:
        arrays["material"] = np.int64(surface.material)
    arrays |= _weight_arrays(surface, joints, dense) | _blend_arrays(surface)
    arrays |= {f"{ATTRIBUTE}{name}": values for name, values in (surface.attributes or {}).items()}
    if surface.topology is not None:
        arrays |= {f"topology/{name}": values for name, values in topology_arrays(surface.topology).items()}
    return {name: np.asarray(values) for name, values in arrays.items() if values is not None}


def surface_from(arrays: Arrays, dimension: int, blend_shapes: int) -> Surface:
    """The surface with these arrays; without triangles, lines and points, every vertex is a point."""
    positions = arrays.numbers("positions", "V", dimension)
    count = len(positions)
    triangles = arrays.optional_integers("triangles", "T", 3)
    lines = arrays.optional_integers("lines", "L", 2)
    dots = arrays.optional_integers("points", "P")
    index_arrays = [name for name in ("triangles", "lines", "points") if name in arrays]
    if len(index_arrays) > 1:
        raise ValueError(
            f"arrays {index_arrays[0]!r} and {index_arrays[1]!r} of one surface: give one of them"
        )
    indices = next((cells for cells in (triangles, lines, dots) if cells is not None), None)
    mode: Mode = "triangles" if "triangles" in arrays else "lines" if "lines" in arrays else "points"
    material = arrays.integers("material") if "material" in arrays else None
    attributes = {
        name.removeprefix(ATTRIBUTE): arrays.numbers(name, count, "any")
        for name in arrays.names()
        if name.startswith(ATTRIBUTE)
    }
    surface = Surface(
        positions=positions,
        normals=arrays.optional("normals", count, dimension),
        tangents=arrays.optional("tangents", count, dimension + 1),
        texcoords=_sets_from(arrays, "texcoords", count),
        colors=_sets_from(arrays, "colors", count),
        indices=None if indices is None else indices.reshape(-1),
        mode=mode,
        material=None if material is None else int(material),
        influences=_weights_from(arrays, count),
        topology=_topology(arrays, blend_shapes),
        attributes=attributes or None,
    )
    return _with_blend_shapes(surface, arrays, blend_shapes)


def _topology(arrays: Arrays, blend_shapes: int) -> Topology | None:
    has_topology = any(name.startswith("topology/") for name in arrays.names())
    return topology_from(arrays.with_prefix("topology/"), blend_shapes) if has_topology else None


def _elements(surface: Surface) -> Named:
    """Triangles, lines or points; strips, fans and loops as separate triangles and lines."""
    if surface.mode == "points":
        return {"points": points(surface)}
    if surface.mode.startswith("line"):
        return {"lines": line_segments(surface)}
    return {"triangles": surface.triangles}


def _set_name(name: str, number: int) -> str:
    return f"{name}{number}" if number else name


def _sets_from(arrays: Arrays, name: str, count: int) -> tuple[NDArray[Any], ...]:
    sets: list[NDArray[Any]] = []
    while (called := _set_name(name, len(sets))) in arrays:
        values = arrays.numbers(called, count, "any")
        if name == "colors" and values.shape[1] not in (3, 4):
            raise ValueError(
                f"array {arrays.prefix + called!r} must have shape ({count}, 3 or 4), not {values.shape}"
            )
        sets.append(values)
    return tuple(sets)


def _weight_arrays(surface: Surface, joints: int | None, dense: bool) -> Named:
    influences = surface.influences
    if influences is None:
        return {}
    if dense:
        return {"weights": dense_weights(influences, len(surface.positions), joints)}
    return {
        "weight_offsets": influences.offsets.astype(np.int64),
        "weight_joints": influences.joints.astype(np.int64),
        "weight_values": influences.weights,
    }


def dense_weights(influences: Influences, vertices: int, joints: int | None) -> NDArray[Any]:
    """(V, J), with the sum where a vertex lists a joint twice."""
    width = int(influences.joints.astype(np.int64).max(initial=-1)) + 1 if joints is None else joints
    require_affordable(vertices * width, "weights")
    weights = np.zeros((vertices, width), influences.weights.dtype)
    offsets = influences.offsets.astype(np.int64)
    rows = np.repeat(np.arange(vertices), offsets[1:] - offsets[:-1])
    np.add.at(weights, (rows, influences.joints.astype(np.int64)), influences.weights)
    used = np.flatnonzero((weights != 0).any(axis=0))
    return weights if joints is not None else weights[:, : int(used.max(initial=-1)) + 1]


def _weights_from(arrays: Arrays, vertices: int) -> Influences | None:
    if "weights" in arrays:
        weights = arrays.numbers("weights", vertices, "J")
        rows, joints = np.nonzero((weights != 0) | np.signbit(weights))
        counts = np.bincount(rows, minlength=vertices)
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return Influences(offsets, joints.astype(np.int64), weights[rows, joints])
    if not any(f"weight_{name}" in arrays for name in ("offsets", "joints", "values")):
        return None
    values = arrays.numbers("weight_values", "E")
    offsets = arrays.integers("weight_offsets", vertices + 1)
    return Influences(offsets, arrays.integers("weight_joints", len(values)), values)


def _blend_arrays(surface: Surface) -> Named:
    """(B, V, any) differences of each attribute that any blend shape changes."""
    shapes, arrays = surface.blend_shapes, Named()
    single: list[tuple[str, Any, Callable[[BlendShape], Deltas | None]]] = [
        ("positions", surface.positions, lambda shape: shape.positions),
        ("normals", surface.normals, lambda shape: shape.normals),
        ("tangents", surface.tangents, lambda shape: shape.tangents),
    ]
    for name, base, deltas_of in single:
        width = surface.positions.shape[1]
        arrays |= _stack(f"blend_{name}", [deltas_of(shape) for shape in shapes], base, width)
    for name in SETS:
        for number, base in enumerate(getattr(surface, name)):
            deltas = [_item(getattr(shape, name), number) for shape in shapes]
            arrays |= _stack(f"blend_{_set_name(name, number)}", deltas, base, base.shape[1])
    return arrays


def _item(sets: Sequence[Deltas | None], number: int) -> Deltas | None:
    return sets[number] if number < len(sets) else None


def _stack(name: str, deltas: Sequence[Deltas | None], base: Any, width: int) -> Named:
    present = [item for item in deltas if item is not None]
    if not present:
        return {}
    require_affordable(len(deltas) * len(base) * width, name)
    dtype = np.result_type(*(item.values.dtype for item in present))
    stacked = np.zeros((len(deltas), len(base), width), dtype)
    for row, item in zip(stacked, deltas, strict=True):
        if item is not None and item.indices is not None:
            np.add.at(row, item.indices.astype(np.int64), item.values)
        elif item is not None:
            row[:] = item.values
    return {name: stacked}


def _with_blend_shapes(surface: Surface, arrays: Arrays, count: int) -> Surface:
    vertices, dimension = surface.positions.shape

    def rows(name: str, width: int) -> list[Deltas | None]:
        if f"blend_{name}" not in arrays:
            return [None] * count
        return [Deltas(values) for values in arrays.numbers(f"blend_{name}", count, vertices, width)]

    positions, normals, tangents = (rows(name, dimension) for name in ("positions", "normals", "tangents"))
    sets = [
        [rows(_set_name(name, number), base.shape[1]) for number, base in enumerate(getattr(surface, name))]
        for name in SETS
    ]
    shapes = tuple(
        BlendShape(
            positions[shape],
            normals[shape],
            tangents[shape],
            texcoords=_trim([column[shape] for column in sets[0]]),
            colors=_trim([column[shape] for column in sets[1]]),
        )
        for shape in range(count)
    )
    return replace(surface, blend_shapes=shapes)


def _trim(sets: list[Deltas | None]) -> tuple[Deltas | None, ...]:
    return tuple(sets) if any(item is not None for item in sets) else ()
