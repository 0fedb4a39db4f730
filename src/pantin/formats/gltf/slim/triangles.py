"""Replace the triangles of a document by fewer: the remaining indices, and the vertices they use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.codes import INDICES, VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.formats.gltf.slim.geometry import primitives, unpack


def put_triangles(document: Document, triangles: Mapping[tuple[int, int], NDArray[np.int64]]) -> Document:
    """The document with these triangles, by mesh and primitive, and the vertices that they use."""
    draft = Draft(unpack(document))
    for located in primitives(draft):
        chosen = triangles.get((located.mesh, located.number))
        if chosen is not None and len(chosen):
            _put(draft, located.primitive, chosen)
    return draft.finish()


def _put(draft: Draft, primitive: Tree, triangles: NDArray[np.int64]) -> None:
    used, numbers = np.unique(triangles, return_inverse=True)
    # The largest number of a type means that a strip begins again (glTF 2.0 §3.7.2.1).
    kind = "<u2" if len(used) <= 65535 else "<u4"
    primitive["indices"] = draft.store_array(numbers.reshape(-1).astype(kind), target=INDICES)
    primitive.pop("mode", None)
    for owner in (primitive["attributes"], *primitive.get("targets", ())):
        for name, index in list(owner.items()):
            owner[name] = _pick(draft, index, used, bounds=name == "POSITION")


def _pick(draft: Draft, accessor: int, used: NDArray[np.int64], bounds: bool) -> int:
    """Select elements of an accessor."""
    members = draft.entries("accessors")[accessor]
    stored: NDArray[Any] = np.asarray(view(draft.document, accessor))[used]
    return draft.store_array(
        stored,
        type=members["type"],
        normalized=bool(members.get("normalized")),
        target=VERTICES,
        min_max=bounds,
    )
