"""Conversion of values per corner to bindings: surfaces, and the indices of their blend shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.accessor import AccessorFault, scalars, view
from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.geometry import read_geometry
from pantin.formats.g4mf.model import Binding, Mesh, Surface
from pantin.formats.g4mf.target_ranges import Attribute, TargetRanges, count
from pantin.report.wording import counted

Pair = tuple[NDArray[np.int64], NDArray[Any]]
"""Indices of a target, and the offset at each."""

TODAY: dict[str, str] = {
    "normal": "normal",
    "textureMap": "textureMap",
    "topologyNormal": "normal",
    "topologyTextureMap": "textureMap",
}
"""The key of a shape's surface entry that each flat target becomes."""


def flat_blend_to_surfaces(document: Document, mesh: Mesh) -> None:
    """Turn targets over the values of all surfaces into targets of each surface.

    In the binding that `bind_surface` makes, values of cells come after those of corners, and so do their
    indices.
    """
    ranges = TargetRanges(document, mesh)
    for shape in mesh.blend.shapes if mesh.blend else ():
        if not shape.flat:
            continue
        parts: dict[int, dict[str, list[Pair]]] = {}
        for attribute in get_args(Attribute):
            for part in ranges.of(shape, attribute):
                if part.target is not shape.flat.get(attribute):
                    continue
                indices = scalars(document, part.target.indices)
                offsets = view(document, part.target.offsets)
                if len(indices) != len(offsets):
                    have = f"{counted(len(indices), 'index')} for {counted(len(offsets), 'offset')}"
                    raise AccessorFault(f"{shape.pointer}/{attribute} has {have}")
                inside = (indices >= part.start) & (indices < part.start + part.count)
                if inside.any():
                    first = _cells_begin(document, mesh.surfaces[part.surface], attribute)
                    own = indices[inside].astype(np.int64) - part.start + first
                    result = parts.setdefault(part.surface, {}).setdefault(TODAY[attribute], [])
                    result.append((own, offsets[inside]))
        for attribute in shape.flat:
            document.remove(f"{shape.pointer}/{attribute}")
        listed = [
            {"surface": surface}
            | {key: append_target(document, pairs, shape.pointer) for key, pairs in keys.items()}
            for surface, keys in sorted(parts.items())
        ]
        if listed and "surfaces" not in shape.raw:
            document.set(f"{shape.pointer}/surfaces", listed)


def _cells_begin(document: Document, surface: Surface, attribute: str) -> int:
    """Where the values of cells begin in the binding of a surface: after those of its corners."""
    if not attribute.startswith("topology"):
        return 0
    before = surface.normals if attribute == "topologyNormal" else surface.texture_map
    return 0 if before is None else count(document, before.values)


def append_target(document: Document, pairs: Sequence[Pair], location: str) -> dict[str, int]:
    """Append several targets as one, for the shape at `location`."""
    if len({array.shape[1] for _, array in pairs}) > 1:
        raise AccessorFault(f"{location} has offsets of different sizes, which cannot become one target")
    return {
        "indices": document.append_indices(np.concatenate([array for array, _ in pairs])),
        "offsets": document.append_reals(np.concatenate([array for _, array in pairs])),
    }


def bind_surface(document: Document, mesh: Mesh, surface: Surface, dimension: int) -> None:
    """Turn accessors of values into bindings, and the older `topology` object into members of the surface."""
    location = surface.pointer
    for key, corner, cell in (
        ("normals", surface.normals, surface.cell_normals),
        ("textureMap", surface.texture_map, surface.cell_texture_map),
    ):
        if (corner is not None and corner.dense) or (cell is not None and cell.dense):
            document.set(f"{location}/{key}", _binding(document, mesh, surface, corner, cell, dimension))
    topology = surface.raw.get("topology")
    if isinstance(topology, dict):
        document.remove(f"{location}/topology")
        for key, value in topology.items():
            if key not in ("normals", "textureMap") and key not in surface.raw:
                document.set(f"{location}/{key}", value)


def _binding(
    document: Document,
    mesh: Mesh,
    surface: Surface,
    corner: Binding | None,
    cell: Binding | None,
    dimension: int,
) -> dict[str, Any]:
    values = [view(document, binding.values) for binding in (corner, cell) if binding is not None]
    result: dict[str, Any] = {"values": corner.values if corner else None}
    first = 0 if corner is None else len(values[0])
    if corner is not None:
        identity = document.append_indices(np.arange(first))
        if surface.simplexes is not None:
            result["simplexes"] = identity
        else:
            # Without simplexes the older form counts ends of edges, or else the vertices.
            result["geometry"] = [
                {"accessor": identity, "geometryDimension": 0 if surface.edges is None else 1}
            ]
    if cell is not None:
        geometry, _ = read_geometry(document, surface, count(document, mesh.vertices))
        lists, start = [], first
        for corners in geometry.corners(dimension - 1):
            lists += [len(corners), *range(start, start + len(corners))]
            start += len(corners)
        accessor = document.append_indices(np.array(lists, np.int64))
        tier = {"accessor": accessor, "geometryDimension": dimension - 1, "decomposeDimension": 0}
        result["geometry"] = [*result.get("geometry", []), tier]
        result["values"] = document.append_reals(np.concatenate(values))
    return result
