"""The arrays of a topology: simplexes, edges, cells, and attributes of such elements."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from pantin.arrays.named import Arrays, Named, count_numbered_prefixes
from pantin.rig import Deltas
from pantin.rig.topology import Cells, ElementAttribute, Topology

ATTRIBUTES = ("normals", "texcoords")


def topology_arrays(topology: Topology) -> Named:
    """Cells and the vertices of elements in compressed rows: `offsets` says where each begins."""
    arrays: dict[str, Any] = {}
    for name in ("simplexes", "edges"):
        elements = getattr(topology, name)
        arrays[name] = None if elements is None else elements.astype(np.int64)
    for tier, cells in enumerate(topology.cells):
        offsets = accumulate((len(cell) for cell in cells), initial=0)
        arrays[f"cells{tier}/offsets"] = np.array(list(offsets), np.int64)
        arrays[f"cells{tier}/parts"] = np.array([part for cell in cells for part in cell], np.int64)
    for name in ATTRIBUTES:
        for number, attribute in enumerate(getattr(topology, name)):
            listed = _attribute_arrays(attribute)
            arrays |= {f"{name}{number}/{called}": values for called, values in listed.items()}
    return {name: values for name, values in arrays.items() if values is not None} or {
        "edges": np.zeros((0, 2), np.int64)
    }


def _attribute_arrays(attribute: ElementAttribute) -> Named:
    arrays: dict[str, Any] = {
        "values": attribute.values,
        "value_indices": attribute.value_indices.astype(np.int64),
        "offsets": attribute.offsets.astype(np.int64),
        "vertices": attribute.vertices.astype(np.int64),
        "elements": np.array(attribute.elements, np.str_),
    }
    for number, deltas in enumerate(attribute.blend_deltas):
        if deltas is not None:
            arrays[f"blend{number}/values"] = deltas.values
            if deltas.indices is not None:
                arrays[f"blend{number}/indices"] = deltas.indices.astype(np.int64)
    return arrays


def topology_from(arrays: Arrays, blend_shapes: int) -> Topology:
    """The topology with these arrays."""
    names = arrays.names()
    attributes = {
        name: tuple(
            _attribute_from(arrays.with_prefix(f"{name}{number}/"), blend_shapes)
            for number in range(count_numbered_prefixes(names, name))
        )
        for name in ATTRIBUTES
    }
    return Topology(
        simplexes=arrays.optional_integers("simplexes", "S", "corners"),
        edges=arrays.optional_integers("edges", "E", 2),
        cells=tuple(
            _cells_from(arrays.with_prefix(f"cells{tier}/"))
            for tier in range(count_numbered_prefixes(names, "cells"))
        ),
        **attributes,
    )


def _cells_from(arrays: Arrays) -> Cells:
    parts = arrays.integers("parts", "P").tolist()
    offsets = arrays.integers("offsets", "C + 1")
    if not len(offsets) or offsets[0] != 0 or offsets[-1] != len(parts) or (np.diff(offsets) < 0).any():
        name = f"{arrays.prefix}offsets"
        raise ValueError(f"array {name!r} must go from 0 to {len(parts)}, the length of 'parts', ascending")
    starts = offsets.tolist()
    return tuple(tuple(parts[first:last]) for first, last in pairwise(starts))


def _attribute_from(arrays: Arrays, blend_shapes: int) -> ElementAttribute:
    value_indices = arrays.integers("value_indices", "I")
    deltas = [_deltas_from(arrays.with_prefix(f"blend{number}/")) for number in range(blend_shapes)]
    return ElementAttribute(
        values=arrays.numbers("values", "K", "any"),
        value_indices=value_indices,
        offsets=arrays.integers("offsets", len(value_indices) + 1),
        vertices=arrays.integers("vertices", "any"),
        blend_deltas=tuple(deltas) if any(item is not None for item in deltas) else (),
        elements=str(arrays.strings("elements")),
    )


def _deltas_from(arrays: Arrays) -> Deltas | None:
    if "values" not in arrays:
        return None
    values = arrays.numbers("values", "any", "any")
    return Deltas(values, arrays.optional_integers("indices", len(values)))
