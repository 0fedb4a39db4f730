"""Downgrade meshes and blend shapes to dialect 2026-01, used by the two published specifications: values per
corner, and targets with indices across all surfaces."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.accessor import AccessorFault, extent, scalars, view
from pantin.formats.g4mf.corner_bindings import Corners, corner_values
from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.element_counts import cell_corners, vertex_instances
from pantin.formats.g4mf.model import Mesh, Shape, Surface, Target, objects, read_model
from pantin.formats.g4mf.older_meshes import Pair, append_target
from pantin.formats.g4mf.upgrade import upgrade
from pantin.report.pointer import pointer

KEYS = {"normals": ("normal", "topologyNormal"), "textureMap": ("textureMap", "topologyTextureMap")}
"""By member of a surface, the targets for its values at corners and at corners of cells."""


def downgrade(document: Document) -> Document:
    """A copy of the document with meshes and blend shapes as a reader of January 2026 expects them.

    Shared values are written once per corner. Everything else keeps today's names: `files`, element maps, and
    the `chunk` of a buffer, which older readers ignore (for them buffer i is chunk i + 1, as it is in new
    documents). Raises `AccessorFault` for a binding that the older form cannot express, and for targets over
    surfaces with texture coordinates of different sizes.
    """
    older = upgrade(document)
    for mesh in read_model(older.tree).meshes:
        users = [_corners(older, mesh, surface) for surface in mesh.surfaces]
        for shape in mesh.blend.shapes if mesh.blend else ():
            _shape(older, mesh, shape, users)
        for surface, instances in zip(mesh.surfaces, users, strict=True):
            _surface(older, surface, instances)
    for index, entry in enumerate(objects(older.tree, "buffers")):
        if isinstance(entry, dict) and "encoding" in entry:
            older.set(pointer("buffers", index, "compression"), entry["encoding"])
            older.remove(pointer("buffers", index, "encoding"))
    return older


def _corners(document: Document, mesh: Mesh, surface: Surface) -> dict[str, Corners]:
    """For each bound attribute, the values at the corners of a surface."""
    return {
        key: corner_values(document, mesh, surface, binding)
        for key, binding in (("normals", surface.normals), ("textureMap", surface.texture_map))
        if binding is not None
    }


def _shape(document: Document, mesh: Mesh, shape: Shape, users: list[dict[str, Corners]]) -> None:
    """Join the targets of each surface into targets over the corners of all surfaces, in sequence."""
    flat: dict[str, list[Pair]] = {}
    start = cells_start = 0
    for index, surface in enumerate(mesh.surfaces):
        for part in (entry for entry in shape.parts if entry.surface == index):
            for key, target in (("normals", part.normal), ("textureMap", part.texture_map)):
                if target is None or key not in users[index]:
                    continue
                users_of_key, (plain, cells) = users[index][key], KEYS[key]
                for name, which, first in (
                    (plain, users_of_key.plain, start),
                    (cells, users_of_key.cells, cells_start),
                ):
                    if which is not None:
                        flat.setdefault(name, []).append(_spread(document, target, which, first))
        start += vertex_instances(document, mesh, surface)
        if _has_topology(surface, users[index]):
            cells_start += cell_corners(document, mesh, surface)
    if shape.parts:
        document.remove(f"{shape.pointer}/surfaces")
    for name, pairs in flat.items():
        # Where no corner has a value that is moved, there is nothing to target.
        moving = [pair for pair in pairs if len(pair[0])]
        if moving:
            sizes = _sizes(document, mesh, users, name) | {offsets.shape[1] for _, offsets in moving}
            if len(sizes) > 1:
                raise AccessorFault(
                    f"{shape.pointer}/{name} would be one target for the whole mesh, but its surfaces have"
                    " values of different sizes"
                )
            document.set(f"{shape.pointer}/{name}", append_target(document, moving))


def _sizes(document: Document, mesh: Mesh, users: list[dict[str, Corners]], name: str) -> set[int]:
    """The number of values counted by a target of this name, for each surface."""
    key = next(key for key, names in KEYS.items() if name in names)
    sizes = set()
    for surface, corners in zip(mesh.surfaces, users, strict=True):
        binding = surface.normals if key == "normals" else surface.texture_map
        if key in corners and binding is not None:
            which = corners[key].plain if name == KEYS[key][0] else corners[key].cells
            if which is not None:
                sizes.add(extent(document, binding.values).size)
    return sizes


def _has_topology(surface: Surface, users: dict[str, Corners]) -> bool:
    """Whether a surface has a cell object of the older form, so that targets count its corners."""
    has_values = any(corners.cells is not None for corners in users.values())
    return has_values or "geometry" in surface.raw or "seams" in surface.raw


def _spread(document: Document, target: Target, which: NDArray[np.int64], start: int) -> Pair:
    """Convert a target for values to one for the corners with these values, counted from `start`."""
    indices = scalars(document, target.indices).astype(np.int64)
    offsets = view(document, target.offsets)
    order = np.argsort(which, kind="stable")
    first = np.searchsorted(which[order], indices, "left")
    last = np.searchsorted(which[order], indices, "right")
    rows = np.repeat(np.arange(len(indices)), last - first)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(last - first) - (last - first), last - first)
    corners = order[np.repeat(first, last - first) + within]
    return corners + start, offsets[rows]


def _surface(document: Document, surface: Surface, users: dict[str, Corners]) -> None:
    topology: dict[str, Any] = {}
    for key in ("geometry", "seams"):
        if key in surface.raw:
            topology[key] = surface.raw[key]
            document.remove(f"{surface.pointer}/{key}")
    for name, binding in (("normals", surface.normals), ("textureMap", surface.texture_map)):
        if binding is None or binding.values is None:
            continue
        users_of_surface = users[name]
        if users_of_surface.plain is None:
            document.remove(f"{surface.pointer}/{name}")
        else:
            document.set(
                f"{surface.pointer}/{name}", _dense(document, binding.values, users_of_surface.plain)
            )
        if users_of_surface.cells is not None:
            topology[name] = _dense(document, binding.values, users_of_surface.cells)
    if topology:
        document.set(f"{surface.pointer}/topology", topology)


def _dense(document: Document, accessor: int, which: NDArray[np.int64]) -> int:
    """The accessor with a value for each corner; the existing one if it already has this form."""
    values = view(document, accessor)
    if len(which) and not 0 <= int(which.min()) <= int(which.max()) < len(values):
        raise AccessorFault(f"a binding names a value that accessor {accessor} does not have")
    if len(which) == len(values) and np.array_equal(which, np.arange(len(values))):
        return accessor
    return document.append_reals(values[which])
