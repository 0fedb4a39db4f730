"""Levels of detail: nodes with fewer triangles over the same vertices, referenced by MSFT_lod."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.codes import INDICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension_names import LOD, LOD_COVERAGE
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.formats.gltf.slim.geometry import unpack

Triangles: TypeAlias = Mapping[tuple[int, int], NDArray[np.int64]]
"""Triangle indices of a level, by mesh and primitive."""

COVERAGE = 0.5
"""Screen coverage below which the first level is replaced by one with nearly as many triangles. For other
levels it scales with the square root of the triangle count."""

PLACE = ("translation", "rotation", "scale", "matrix", "weights", "skin")
"""Members that nodes of lower levels copy from the first."""


def add_levels(document: Document, levels: Sequence[Triangles], shares: Sequence[float]) -> Document:
    """Add a node for each lower level to each node with a mesh. Levels have separate indices, and share the
    vertices of the first."""
    draft = Draft(unpack(document))
    nodes = list(draft.entries("nodes"))
    known: dict[tuple[int, int], int] = {}
    for node in [node for node in nodes if "mesh" in node and _is_free(node)]:
        ids = []
        for number, triangles in enumerate(levels):
            key = node["mesh"], number
            if key not in known:
                known[key] = _add_mesh(draft, node["mesh"], triangles)
            lower: Tree = {member: node[member] for member in PLACE if member in node}
            name = {"name": f"{node['name']} LOD{number + 1}"} if "name" in node else {}
            ids.append(draft.add("nodes", {**name, **lower, "mesh": known[key]}))
        node.setdefault("extensions", {})[LOD] = {"ids": ids}
        node.setdefault("extras", {})[LOD_COVERAGE] = coverages(shares)
    used = draft.tree.setdefault("extensionsUsed", [])
    used += [] if LOD in used else [LOD]
    return draft.finish()


def _is_free(node: Tree) -> bool:
    """Whether a node can get levels: it has none, and its extras are an object."""
    return LOD not in node.get("extensions", {}) and isinstance(node.get("extras", {}), dict)


def coverages(shares: Sequence[float]) -> list[float]:
    """The least screen coverage for each level, including the first."""
    return [*(round(COVERAGE * math.sqrt(share), 4) for share in shares), 0.0]


def _add_mesh(draft: Draft, mesh: int, triangles: Triangles) -> int:
    members = draft.entries("meshes")[mesh]
    primitives = []
    for number, primitive in enumerate(members["primitives"]):
        chosen = triangles.get((mesh, number))
        if chosen is None or not len(chosen):
            primitives.append(dict(primitive))
            continue
        # The largest number of a type means that a strip begins again (glTF 2.0 §3.7.2.1).
        kind = "<u2" if chosen.max() < 65535 else "<u4"
        indices = draft.store_array(chosen.reshape(-1).astype(kind), target=INDICES)
        primitives.append({**primitive, "indices": indices, "mode": 4})
    return draft.add("meshes", {**members, "primitives": primitives})
