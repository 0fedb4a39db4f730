"""A document of the newest form in the words of January 2026, the age of the two published texts: values per
corner, and blend shapes whose indices run over all surfaces."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.g4mf.accessor import AccessorFault, scalars, view
from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.model import Binding, Mesh, Surface, Target, objects, read_model
from pantin.formats.g4mf.ranges import vertex_instances
from pantin.formats.g4mf.store import index_type
from pantin.formats.g4mf.upgrade import upgrade
from pantin.report.pointer import pointer

Pair = tuple[NDArray[np.int64], NDArray[Any]]


def downgrade(document: Document) -> Document:
    """The document as a reader of January 2026 expects it; itself unchanged.

    Shared values are written out once per corner. Raises `AccessorFault` for a binding that the older form
    cannot say: to something else than the corners of simplexes.
    """
    older = upgrade(document)
    for mesh in read_model(older.tree).meshes:
        users = [_corner_values(older, mesh, surface) for surface in mesh.surfaces]
        _blend(older, mesh, users)
        for surface, found in zip(mesh.surfaces, users, strict=True):
            _surface(older, surface, found)
    for at, entry in enumerate(objects(older.tree, "buffers")):
        if isinstance(entry, dict) and "encoding" in entry:
            older.set(pointer("buffers", at, "compression"), entry["encoding"])
            older.remove(pointer("buffers", at, "encoding"))
    return older


def _corner_values(document: Document, mesh: Mesh, surface: Surface) -> dict[str, NDArray[np.int64]]:
    """For each bound attribute, the value that every vertex instance of the surface has."""
    found = {}
    for key, binding in (("normal", surface.normals), ("textureMap", surface.texture_map)):
        if binding is not None:
            found[key] = _instances(document, mesh, surface, binding)
    return found


def _instances(document: Document, mesh: Mesh, surface: Surface, binding: Binding) -> NDArray[np.int64]:
    expected = vertex_instances(document, mesh, surface)
    source = binding.simplexes
    if source is None and surface.simplexes is None and len(binding.tiers) == 1:
        tier = binding.tiers[0]
        if (tier.dimension, tier.parts) in ((0, 0), (1, 0)):
            source = tier.accessor
    if source is None:
        raise AccessorFault(f"the binding at {binding.place} is not to corners, which January 2026 has alone")
    which = view(document, source).reshape(-1).astype(np.int64)
    if len(which) != expected:
        raise AccessorFault(f"the binding at {binding.place} has {len(which)} indices for {expected} corners")
    return which


def _blend(document: Document, mesh: Mesh, users: list[dict[str, NDArray[np.int64]]]) -> None:
    for shape in mesh.blend.shapes if mesh.blend else ():
        flat: dict[str, list[Pair]] = {}
        start = 0
        for at, surface in enumerate(mesh.surfaces):
            for part in (one for one in shape.parts if one.surface == at):
                for key, target in (("normal", part.normal), ("textureMap", part.texture_map)):
                    if target is not None and key in users[at]:
                        flat.setdefault(key, []).append(_spread(document, target, users[at][key], start))
            start += vertex_instances(document, mesh, surface)
        if shape.parts:
            document.remove(f"{shape.place}/surfaces")
        for key, pairs in flat.items():
            indices = np.concatenate([one for one, _ in pairs])
            offsets = np.concatenate([one for _, one in pairs])
            type = "float32" if offsets.dtype == np.float32 else "float64"
            made = {
                "indices": document.append_array(indices, index_type(int(indices.max(initial=0)))),
                "offsets": document.append_array(offsets, type),
            }
            document.set(f"{shape.place}/{key}", made)


def _spread(document: Document, target: Target, which: NDArray[np.int64], start: int) -> Pair:
    """A target over values as one over the corners that have them, which count from `start`."""
    indices = scalars(document, target.indices).astype(np.int64)
    offsets = view(document, target.offsets)
    order = np.argsort(which, kind="stable")
    first = np.searchsorted(which[order], indices, "left")
    last = np.searchsorted(which[order], indices, "right")
    rows = np.repeat(np.arange(len(indices)), last - first)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(last - first) - (last - first), last - first)
    corners = order[np.repeat(first, last - first) + within]
    return corners + start, offsets[rows]


def _surface(document: Document, surface: Surface, users: dict[str, NDArray[np.int64]]) -> None:
    bindings = (
        ("normals", "normal", surface.normals),
        ("textureMap", "textureMap", surface.texture_map),
    )
    for key, name, binding in bindings:
        if binding is None or binding.values is None:
            continue
        which = users[name]
        values = view(document, binding.values)
        dense = binding.values
        if len(which) != len(values) or not np.array_equal(which, np.arange(len(values))):
            type = "float32" if values.dtype == np.float32 else "float64"
            dense = document.append_array(values[which], type)
        document.set(f"{surface.place}/{key}", dense)
    topology = {key: surface.raw[key] for key in ("geometry", "seams") if key in surface.raw}
    for key in topology:
        document.remove(f"{surface.place}/{key}")
    if topology:
        document.set(f"{surface.place}/topology", topology)
