"""Store morph targets that move few vertices as sparse accessors."""

from __future__ import annotations

import numpy as np

from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.array_store import least_unsigned
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.slim.compaction import is_packed
from pantin.formats.gltf.slim.draft import Draft

MEMBERS = 160
"""The additional JSON bytes of a sparse accessor."""

NOISE = 1e-3
"""Deltas below this part of the bound, divided by the number of targets, are treated as rounded zeros of
exporters."""


def store_sparse(document: Document, bound: float) -> Document:
    """Store only the vertices moved by a morph target, if that takes fewer bytes."""
    draft = Draft(document)
    done: dict[int, int] = {}
    for mesh in draft.entries("meshes"):
        for primitive in mesh["primitives"]:
            targets = [] if is_packed(primitive) else primitive.get("targets", ())
            for target in targets:
                for name, index in target.items():
                    if index not in done:
                        noise = NOISE * bound / len(targets) if name == "POSITION" else 0.0
                        done[index] = _store(draft, index, noise, min_max=name == "POSITION")
                    target[name] = done[index]
    return draft.finish()


def _store(draft: Draft, index: int, noise: float, *, min_max: bool) -> int:
    """The index of a sparse accessor that replaces this one, or of this one."""
    accessor = draft.entries("accessors")[index]
    if "sparse" in accessor:
        return index
    array = np.asarray(view(draft.document, index))
    least = noise if array.dtype.kind == "f" else 0.0
    moved = np.flatnonzero((np.abs(array) > least).any(axis=1))
    index_bytes = int(least_unsigned(len(array) - 1, ("u1", "u2", "u4"))[1:])
    size = array.dtype.itemsize * array.shape[1]
    if not len(moved) or len(moved) * (size + index_bytes) + MEMBERS >= len(array) * size:
        return index
    kept = np.zeros_like(array)
    kept[moved] = array[moved]
    normalized, bounds_of = bool(accessor.get("normalized")), kept if min_max else None
    return draft.store_sparse(moved, kept[moved], len(kept), normalized=normalized, bounds_of=bounds_of)
