"""Merge skins of one skeleton, and skinned meshes that differ only by their node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.codes import INDICES, VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.slim.compaction import Frozen, is_packed
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.formats.gltf.slim.idle import influence_sets, parents_of, renumber_joints, skins_by_mesh
from pantin.formats.gltf.slim.references import every_reference, named_nodes
from pantin.rig import Indices

Matrices = dict[int, bytes]
"""The inverse bind matrix of each joint of a skin."""


def merge_skins(document: Document) -> Document:
    """Share a skin between meshes whose skins have joints below one root, and equal inverse bind matrices for
    common joints: it gets the joints of all. Skins with extensions or extras, and skins of meshes with
    several, stay unchanged."""
    draft = Draft(document)
    users = skins_by_mesh(draft)
    alone = {next(iter(skins)) for skins in users.values() if len(skins) == 1}
    shared = {skin for skins in users.values() if len(skins) > 1 for skin in skins}
    first = Frozen.from_document(document).first("skins", draft.tree)
    groups: list[tuple[list[int], Matrices]] = []
    for index, skin in enumerate(draft.entries("skins")):
        if index < first or index not in alone - shared or {"extensions", "extras"} & set(skin):
            continue
        if len(set(skin["joints"])) < len(skin["joints"]) or any(
            map(is_packed, _primitives(draft, users, index))
        ):
            continue
        matrices = _matrices(draft, skin)
        for members, known in groups:
            if _root_of(draft, skin) == _root_of(draft, draft.entries("skins")[members[0]]) and all(
                known.get(joint, matrix) == matrix for joint, matrix in matrices.items()
            ):
                members.append(index)
                known |= matrices
                break
        else:
            groups.append(([index], matrices))
    for members, matrices in groups:
        if len(members) > 1:
            _share_skin(draft, members, matrices, users)
    return draft.finish()


def _matrices(draft: Draft, skin: Tree) -> Matrices:
    stored: NDArray[Any] = np.tile(np.eye(4, dtype="<f4"), (len(skin["joints"]), 1, 1))
    if "inverseBindMatrices" in skin:
        stored = np.ascontiguousarray(view(draft.document, skin["inverseBindMatrices"]), "<f4")
    # Adding 0 makes −0 of 0, which are different bytes.
    return {joint: (matrix + 0.0).tobytes() for joint, matrix in zip(skin["joints"], stored, strict=False)}


def _root_of(draft: Draft, skin: Tree) -> int:
    """The topmost ancestor of the joints."""
    parents = parents_of(draft)
    node: int = skin["joints"][0]
    while node in parents:
        node = parents[node]
    return node


def _share_skin(
    draft: Draft, members: list[int], matrices: Matrices, users: dict[int, set[int | None]]
) -> None:
    """Put all joints into the first skin, and use it for the meshes of the others."""
    skins = draft.entries("skins")
    slots = {joint: slot for slot, joint in enumerate(matrices)}
    for index in members:
        number: Indices = np.array([slots[joint] for joint in skins[index]["joints"]], np.int64)
        renumber_joints(draft, _primitives(draft, users, index), number)
        for node in draft.entries("nodes"):
            if node.get("skin") == index:
                node["skin"] = members[0]
    shared = skins[members[0]]
    shared["joints"] = list(matrices)
    if any(skins[index].get("skeleton") != shared.get("skeleton") for index in members):
        shared.pop("skeleton", None)
    if any("inverseBindMatrices" in skins[index] for index in members):
        values = np.frombuffer(b"".join(matrices.values()), "<f4").reshape(-1, 4, 4)
        shared["inverseBindMatrices"] = draft.store_array(values, type="MAT4")


def _primitives(draft: Draft, users: dict[int, set[int | None]], skin: int) -> list[Tree]:
    """The primitives that a skin moves."""
    meshes = [draft.entries("meshes")[mesh] for mesh, skins in sorted(users.items()) if skin in skins]
    return [primitive for mesh in meshes for primitive in mesh["primitives"]]


def merge_meshes(document: Document, keep: Collection[str] = ()) -> Document:
    """Merge consecutive skinned meshes with the same skin, material and attributes. Vertices keep their
    order. A node stays as it is if something refers to it, if it is animated, or if it has children, morph
    targets, extensions or extras: first-person annotations and expressions refer to single meshes."""
    draft = Draft(document)
    nodes = draft.entries("nodes")
    free = _free_nodes(document, draft, keep)
    runs: list[list[int]] = []
    for index in (index for index, node in enumerate(nodes) if "mesh" in node):
        last = runs[-1][-1] if runs else None
        if last is not None and {last, index} <= free and _fit(draft, nodes[last], nodes[index]):
            runs[-1].append(index)
        else:
            runs.append([index])
    for run in runs:
        if len(run) > 1:
            _join(draft, [nodes[index] for index in run])
    gone = {index for run in runs for index in run[1:]}
    for index in gone:
        del nodes[index]["mesh"], nodes[index]["skin"]
    for owner in (*nodes, *draft.entries("scenes")):
        for member in ("children", "nodes"):
            if member in owner:
                owner[member] = [index for index in owner[member] if index not in gone]
                if not owner[member]:
                    del owner[member]
    return draft.finish() if gone else document


def _free_nodes(document: Document, draft: Draft, keep: Collection[str]) -> set[int]:
    """Skinned nodes that do not share their mesh, and that only the hierarchy refers to."""
    frozen = Frozen.from_document(document)
    named = named_nodes(document)
    references = every_reference(document)
    uses = Counter(reference.index for reference in references if reference.collection == "meshes")
    free = set()
    for index, node in enumerate(draft.entries("nodes")):
        if "skin" not in node or "mesh" not in node or index in named or node.get("name") in keep:
            continue
        mesh = draft.entries("meshes")[node["mesh"]]
        kept = index < frozen.first("nodes", draft.tree) or node["mesh"] < frozen.first("meshes", draft.tree)
        if kept or uses[node["mesh"]] > 1 or {"children", "extensions", "extras", "weights"} & set(node):
            continue
        if not {"extensions", "extras", "weights"} & set(mesh) and len(mesh["primitives"]) == 1:
            free.add(index)
    return free


def _fit(draft: Draft, node: Tree, other: Tree) -> bool:
    """Whether the triangles of two nodes can be drawn together."""
    if node["skin"] != other["skin"]:
        return False
    return _signature(draft, node) == _signature(draft, other) is not None


def _signature(draft: Draft, node: Tree) -> bytes | None:
    """The properties that mergeable primitives must share; None if a primitive cannot be merged."""
    (primitive,) = draft.entries("meshes")[node["mesh"]]["primitives"]
    if set(primitive) - {"attributes", "indices", "material", "mode"} or primitive.get("mode", 4) != 4:
        return None
    if "indices" not in primitive or not list(influence_sets(primitive["attributes"])):
        return None
    accessors = draft.entries("accessors")
    stored = {
        name: [accessors[index].get(member) for member in ("componentType", "type", "normalized")]
        for name, index in primitive["attributes"].items()
    }
    return msgspec.json.encode([primitive.get("material"), stored], order="sorted")


def _join(draft: Draft, nodes: list[Tree]) -> None:
    """Move the triangles of all to the first node."""
    parts = [draft.entries("meshes")[node["mesh"]]["primitives"][0] for node in nodes]
    accessors, first = draft.entries("accessors"), parts[0]
    counts = [accessors[part["attributes"]["POSITION"]]["count"] for part in parts]
    indices = [np.asarray(view(draft.document, part["indices"]), "<u4") for part in parts]
    starts = np.cumsum([0, *counts[:-1]])
    joined: NDArray[Any] = np.concatenate([each + start for each, start in zip(indices, starts, strict=True)])
    # The largest number of a type means that a strip begins again (glTF 2.0 §3.7.2.1).
    kind = "<u2" if joined.max(initial=0) < 65535 else "<u4"
    first["indices"] = draft.store_array(joined.astype(kind), target=INDICES)
    for name, index in list(first["attributes"].items()):
        arrays = [view(draft.document, part["attributes"][name]) for part in parts]
        first["attributes"][name] = draft.store_array(
            np.concatenate(arrays),
            normalized=bool(accessors[index].get("normalized")),
            target=VERTICES,
            min_max=name == "POSITION",
        )
