"""Fixes for G4MF documents: influences that are unordered, repeated, or do not sum to 1. Rigs from the file
move as before: the order of influences has no effect, weights of the same group add up, and Pantin divides
weights by their sum anyway."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import PantinError
from pantin.base.records import Record, replace
from pantin.formats.fixing import Fix
from pantin.formats.g4mf.accessor import extent, scalars, to_bytes
from pantin.formats.g4mf.document import Document
from pantin.formats.g4mf.model import asset_of, read_model, strings
from pantin.formats.g4mf.newest import newest_form
from pantin.formats.g4mf.rules.influences import SUM_TOLERANCES
from pantin.formats.members.references import objects, references_of
from pantin.report import Finding
from pantin.report.pointer import pointer, tokens

KEYS = ("vertices", "groups", "weights")


class StoredInfluences(Record, eq=False):
    """The influences of a skin in file order, with their stored component types."""

    vertices: NDArray[Any]
    groups: NDArray[Any]
    weights: NDArray[np.float64]
    types: tuple[str, str, str]

    def rows(self, chosen: NDArray[Any]) -> StoredInfluences:
        """Select or reorder influences."""
        vertices, groups, weights = self.vertices[chosen], self.groups[chosen], self.weights[chosen]
        return replace(self, vertices=vertices, groups=groups, weights=weights)


def read_influences(document: Document, mesh: int) -> StoredInfluences | None:
    """The influences of the skin of a mesh; None if unreadable or incomplete."""
    try:
        skin = document.tree["meshes"][mesh]["skin"]
        vertices, groups, weights = (scalars(document, skin[key]) for key in KEYS)
        types = tuple(extent(document, skin[key]).type for key in KEYS)
    except (PantinError, LookupError, TypeError, ValueError):
        return None
    if not len(vertices) == len(groups) == len(weights):
        return None
    if {vertices.dtype.kind, groups.dtype.kind} != {"u"} or weights.dtype.kind != "f":
        return None
    return StoredInfluences(vertices, groups, weights.astype(np.float64), (types[0], types[1], types[2]))


def _mesh_of(finding: Finding) -> int:
    return int(tokens(finding.pointer or "")[1])


def _influences_of(document: Document, findings: Sequence[Finding]) -> Iterator[tuple[int, StoredInfluences]]:
    """The meshes with fixable findings, without repetition, with their influences."""
    for mesh in dict.fromkeys(_mesh_of(finding) for finding in findings):
        influences = read_influences(document, mesh)
        assert influences is not None
        yield mesh, influences


def is_readable(document: Document, finding: Finding) -> bool:
    influences = read_influences(document, _mesh_of(finding))
    return influences is not None and bool(np.isfinite(influences.weights).all())


def is_summable(document: Document, finding: Finding) -> bool:
    """Whether the weights of every vertex have a valid sum to divide by."""
    if not is_readable(document, finding):
        return False
    influences = read_influences(document, _mesh_of(finding))
    assert influences is not None
    return bool((_totals(influences)[1] > 0).all()) and bool((influences.weights >= 0).all())


def _totals(influences: StoredInfluences) -> tuple[NDArray[Any], NDArray[Any]]:
    """The row of the vertex for each influence, and the sum of weights in each row."""
    vertices, rows = np.unique(influences.vertices, return_inverse=True)
    return rows, np.bincount(rows, influences.weights, len(vertices))


def _sorted_order(influences: StoredInfluences) -> NDArray[np.int64]:
    """The order by vertex, then by decreasing weight; equal weights keep their order."""
    order: NDArray[np.int64] = np.lexsort((-influences.weights, influences.vertices))
    return order


def sort_influences(document: Document, findings: Sequence[Finding]) -> int:
    """Sort influences by vertex, and within a vertex by weight; returns the number of moved influences."""
    moved = 0
    for mesh, influences in _influences_of(document, findings):
        order = _sorted_order(influences)
        moved += int((order != np.arange(len(order))).sum())
        _write(document, mesh, influences.rows(order))
    return moved


def merge_influences(document: Document, findings: Sequence[Finding]) -> int:
    """Replace repeated influences of a group on a vertex by their sum; returns the number removed."""
    gone = 0
    for mesh, influences in _influences_of(document, findings):
        pairs = np.stack([influences.vertices.astype(np.uint64), influences.groups.astype(np.uint64)], 1)
        _, first, rows = np.unique(pairs, axis=0, return_index=True, return_inverse=True)
        sums = np.bincount(rows.reshape(-1), influences.weights, len(first))
        merged = replace(influences.rows(first), weights=sums)
        gone += len(influences.weights) - len(sums)
        _write(document, mesh, merged.rows(_sorted_order(merged)))
    return gone


def normalise_weights(document: Document, findings: Sequence[Finding]) -> int:
    """Divide the weights of each vertex by their sum; returns the number of changed vertices."""
    changed = 0
    for mesh, influences in _influences_of(document, findings):
        rows, totals = _totals(influences)
        tolerance = SUM_TOLERANCES.get(influences.types[2], SUM_TOLERANCES["float32"])
        wrong = np.abs(totals - 1) > tolerance * np.bincount(rows, minlength=len(totals))
        divisors = np.where(wrong, totals, 1.0)
        changed += int(wrong.sum())
        # Numbers of 8 and 16 bits cannot sum to 1 in general.
        precise = influences.types[2] if influences.types[2] in ("float32", "float64") else "float32"
        fresh = replace(influences, weights=influences.weights / divisors[rows])
        _write(document, mesh, replace(fresh, types=(*influences.types[:2], precise)))
    return changed


def _write(document: Document, mesh: int, influences: StoredInfluences) -> None:
    """Store the influences of a skin in place, or separately if other members use the same arrays."""
    skin = document.tree["meshes"][mesh]["skin"]
    users = _count_users(document)
    arrays = (influences.vertices, influences.groups, influences.weights)
    for key, array, type in zip(KEYS, arrays, influences.types, strict=True):
        where, index = pointer("meshes", mesh, "skin", key), skin[key]
        if users["accessors", index] != 1:
            document.set(where, document.append_array(array, type))
            continue
        _replace(document, index, array, type, alone=users["bufferViews", _view(document, index)] == 1)


def _view(document: Document, accessor: int) -> int:
    view: int = document.tree["accessors"][accessor]["bufferView"]
    return view


def _replace(document: Document, accessor: int, array: NDArray[Any], type: str, *, alone: bool) -> None:
    """Replace the data of an accessor, in a new buffer view, or in place if nothing else uses it."""
    view = _view(document, accessor)
    fresh = document.append_view(to_bytes(array, type), instead_of=view if alone else None)
    kept = {name: value for name, value in document.tree["accessors"][accessor].items() if name in KEPT}
    document.set(pointer("accessors", accessor), {**kept, "bufferView": fresh, "componentType": type})


KEPT = ("name", "extras")
"""Members of an accessor that survive when its data is replaced."""


def _count_users(document: Document) -> Counter[tuple[str, int]]:
    """Count the references to each accessor and buffer view. Older forms, extensions and broken members may
    hide references, so nothing is replaced in such a file."""
    if newest_form(document) is not document or strings(asset_of(document.tree), "extensionsUsed"):
        return Counter()
    model = read_model(document.tree)
    if model.faults:
        return Counter()
    return Counter(
        (reference.collection, reference.index)
        for where, value in objects(model.root)
        for reference in references_of(where, value, uncounted=True)
    )


FIXES: tuple[Fix, ...] = (
    Fix(
        ("G4MF-SKIN-019",),
        "add up the weights of a vertex group",
        "merged {} into others of the same vertex group",
        "influence",
        merge_influences,
        is_readable,
    ),
    Fix(
        ("G4MF-SKIN-011", "G4MF-SKIN-012"),
        "sort the influences by vertex, the strongest first",
        "sorted {} by vertex and weight",
        "influence",
        sort_influences,
        is_readable,
    ),
    Fix(
        ("G4MF-SKIN-021",),
        "divide weights by their sum",
        "normalised weights at {}",
        "vertex",
        normalise_weights,
        is_summable,
    ),
)


def fixes() -> tuple[Fix, ...]:
    """All fixes, in the order to apply them."""
    return FIXES
