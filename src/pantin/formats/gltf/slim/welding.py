"""Merge vertices that are equal in every attribute, and reorder triangles and vertices for compression."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.codes import INDICES, VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.formats.gltf.slim.geometry import primitives, unpack
from pantin.formats.gltf.slim.idle import influence_sets

TRIANGLES = 4


def weld_vertices(document: Document, *, reorder: bool = False) -> Document:
    """Merge vertices of a primitive that are equal in all attributes and morph targets, and drop unused ones.
    With `reorder`, triangles that share vertices follow each other, and vertices come in order of use;
    triangles of a blended material keep their order, which is the drawing order."""
    draft = Draft(unpack(document))
    materials = draft.entries("materials")
    for located in primitives(draft):
        primitive = located.primitive
        if primitive.get("mode", TRIANGLES) != TRIANGLES or not _is_plain(primitive):
            continue
        material = materials[primitive["material"]] if "material" in primitive else {}
        order = None if not reorder else material.get("alphaMode") != "BLEND"
        _weld(draft, primitive, order)
    return draft.finish()


def _is_plain(primitive: Tree) -> bool:
    """Whether no unknown extension can refer to single vertices."""
    records = [find(name) for name in primitive.get("extensions", {})]
    return "POSITION" in primitive["attributes"] and all(record and record.checked for record in records)


def _owners(primitive: Tree) -> Iterator[Tree]:
    yield primitive["attributes"]
    yield from primitive.get("targets", ())


def _weld(draft: Draft, primitive: Tree, reorder: bool | None) -> None:
    """Merge vertices. `reorder`: None keeps the order of triangles and vertices, False only that of
    triangles."""
    accessors = {index for owner in _owners(primitive) for index in owner.values()}
    arrays = {index: np.asarray(view(draft.document, index)) for index in sorted(accessors)}
    count = len(arrays[primitive["attributes"]["POSITION"]])
    indices = np.arange(count)
    if "indices" in primitive:
        indices = np.asarray(view(draft.document, primitive["indices"])).reshape(-1).astype(np.int64)
    if not len(indices) or len(indices) % 3 or any(len(array) != count for array in arrays.values()):
        return
    first, number = _equal_rows(list(arrays.values()), count)
    indices = number[indices]
    kept, indices = _reorder(indices, reorder) if reorder is not None else _in_order(indices)
    rows = first[kept]
    if "indices" in primitive and len(rows) == count and reorder is None:
        return
    # The largest number of a type means that a strip begins again (glTF 2.0 §3.7.2.1).
    kind = "<u2" if len(rows) <= 65535 else "<u4"
    primitive["indices"] = draft.store_array(indices.astype(kind), target=INDICES)
    for owner in _owners(primitive):
        for name, index in owner.items():
            members = draft.entries("accessors")[index]
            owner[name] = draft.store_array(
                arrays[index][rows],
                type=members["type"],
                normalized=bool(members.get("normalized")),
                target=VERTICES,
                min_max=name == "POSITION",
            )


def _equal_rows(arrays: list[NDArray[Any]], count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first row of each set of equal rows, in order, and the set of each row."""
    parts = [_bytes_of(array, count) for array in arrays]
    rows = np.ascontiguousarray(np.concatenate(parts, axis=1))
    whole = rows.view(np.dtype((np.void, rows.shape[1]))).reshape(-1)
    _, first, number = np.unique(whole, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    order = np.argsort(first)
    rank[order] = np.arange(len(first))
    return first[order], rank[number.reshape(-1)]


def _bytes_of(array: NDArray[Any], count: int) -> NDArray[np.uint8]:
    # Adding 0 makes 0 of −0, which are different bytes.
    array = array + np.zeros((), array.dtype) if array.dtype.kind == "f" else array
    return np.ascontiguousarray(array).reshape(count, -1).view(np.uint8)


def _in_order(indices: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    kept, indices = np.unique(indices, return_inverse=True)
    return kept, indices.reshape(-1)


def _reorder(indices: NDArray[np.int64], triangles: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The used vertices in a new order, and the renumbered indices."""
    import meshopt  # type: ignore[import-untyped]

    renumbered, remap, used = meshopt.reorder_mesh(indices.astype(np.uint32), triangles, True)
    remap = np.asarray(remap).astype(np.int64)
    kept = np.empty(used, np.int64)
    there = np.flatnonzero(remap < used)
    kept[remap[there]] = there
    return kept, np.asarray(renumbered).astype(np.int64)


def store_small_joints(document: Document) -> Document:
    """Store joints as bytes for small skins. Influences without weight refer to the first joint, the heaviest
    come first, and sets without weight are dropped."""
    draft = Draft(unpack(document))
    for located in primitives(draft):
        attributes = located.primitive["attributes"]
        sets = list(influence_sets(attributes))
        if not sets:
            continue
        joints = np.concatenate([view(draft.document, attributes[name]) for name, _ in sets], axis=1)
        stored = [np.asarray(view(draft.document, attributes[name])) for _, name in sets]
        if len({array.dtype for array in stored}) > 1:
            continue
        weights = np.concatenate(stored, axis=1)
        normalized = bool(draft.entries("accessors")[attributes[sets[0][1]]].get("normalized"))
        # Sorting by value: an order that most vertices share compresses better.
        order = np.argsort(-weights.astype(np.float64), axis=1, kind="stable")
        joints, weights = np.take_along_axis(joints, order, 1), np.take_along_axis(weights, order, 1)
        joints = np.where(weights != 0, joints, 0)
        kind = "u1" if joints.max(initial=0) < 256 else "<u2"
        for number, (joint_name, weight_name) in enumerate(sets):
            part = slice(4 * number, 4 * number + 4)
            del attributes[joint_name], attributes[weight_name]
            if number and not weights[:, part].any():
                continue
            attributes[joint_name] = draft.store_array(joints[:, part].astype(kind), target=VERTICES)
            attributes[weight_name] = draft.store_array(
                np.ascontiguousarray(weights[:, part]), normalized=normalized, target=VERTICES
            )
    return draft.finish()


def drop_unused_attributes(document: Document) -> Document:
    """Drop texture coordinates that no texture of the material uses, and tangents without a texture that
    needs them. Primitives that may have other materials, or extensions unknown to Pantin, keep theirs."""
    draft = Draft(document)
    materials = draft.entries("materials")
    for located in primitives(draft):
        primitive = located.primitive
        if "extensions" in primitive or "material" not in primitive:
            continue
        used = _coordinates_used(materials[primitive["material"]])
        if used is None:
            continue
        turned = _needs_tangents(materials[primitive["material"]])
        for owner in _owners(primitive):
            if not turned:
                owner.pop("TANGENT", None)
            for name in [name for name in owner if name.startswith("TEXCOORD_")]:
                # Sets are numbered without gaps, so one below a set that is used stays.
                if int(name.removeprefix("TEXCOORD_")) > max(used, default=-1):
                    del owner[name]
    return draft.finish()


def drop_unused_colors(document: Document) -> Document:
    """Drop vertex colours after the first set: core glTF materials use no other (glTF 2.0 §3.9.2). Primitives
    with extensions keep theirs."""
    draft = Draft(document)
    for located in primitives(draft):
        if "extensions" in located.primitive:
            continue
        for owner in _owners(located.primitive):
            for name in [name for name in owner if name.startswith("COLOR_") and name != "COLOR_0"]:
                del owner[name]
    return draft.finish()


def _needs_tangents(material: Tree) -> bool:
    """Whether a texture contains directions: normals or anisotropy."""
    extensions: Tree = material.get("extensions", {})
    names = [*material, *extensions, *(key for value in extensions.values() for key in value)]
    return any("normal" in name.lower() or "anisotropy" in name.lower() for name in names)


def _coordinates_used(material: Tree) -> set[int] | None:
    """The texture coordinate sets used by the textures of a material; None if unknown."""
    used: set[int] = set()
    stack: list[Any] = [material]
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack += value
        if not isinstance(value, dict):
            continue
        records = [find(name) for name in value.get("extensions", {})]
        if not all(record is not None and record.checked for record in records):
            return None
        if isinstance(value.get("index"), int):
            used.add(value.get("texCoord", 0))
        if isinstance(value.get("texCoord"), int):  # also that of KHR_texture_transform, which wins
            used.add(value["texCoord"])
        stack += [item for key, item in value.items() if key != "extras"]
    return used
