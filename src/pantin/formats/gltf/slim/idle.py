"""Drop joints that move no vertex, and nodes without effect or content."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.formats.gltf.accessor import values, view
from pantin.formats.gltf.codes import VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.slim.compaction import Frozen, is_packed
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.formats.gltf.slim.references import every_reference
from pantin.report.pointer import JsonPath
from pantin.rig import Indices


def drop_idle_joints(document: Document, keep: Collection[str] = ()) -> Document:
    """Remove joints without vertices from their skins. Skins with extensions, which may list joints too, and
    skins of meshes with other skins stay unchanged."""
    draft = Draft(document)
    users = skins_by_mesh(draft)
    for index, skin in enumerate(draft.entries("skins")):
        meshes = {mesh for mesh, skins in users.items() if index in skins}
        shared = any(users[mesh] != {index} for mesh in meshes)
        primitives = [part for mesh in sorted(meshes) for part in draft.entries("meshes")[mesh]["primitives"]]
        if not meshes or shared or "extensions" in skin or any(map(is_packed, primitives)):
            continue
        used = np.zeros(len(skin["joints"]), bool)
        for attributes in (primitive["attributes"] for primitive in primitives):
            for joints, weights in influence_sets(attributes):
                moved = view(document, attributes[joints])[values(document, attributes[weights]) != 0]
                if len(moved) and int(moved.max()) >= len(used):
                    used[:] = True  # a broken file: nothing is known of its joints
                else:
                    used[moved] = True
        names = [draft.entries("nodes")[node].get("name") for node in skin["joints"]]
        used |= np.array([name in keep for name in names])
        _use_ancestors(draft, skin["joints"], used)
        if used.any() and not used.all():
            _take_joints(draft, skin, primitives, np.flatnonzero(used))
    return draft.finish()


def _use_ancestors(draft: Draft, joints: list[int], used: NDArray[np.bool_]) -> None:
    """Keep joints above used ones: a skin should have no gaps."""
    parents = parents_of(draft)
    slots = {node: slot for slot, node in enumerate(joints)}
    for slot in np.flatnonzero(used).tolist():
        node: int | None = joints[slot]
        while node is not None:
            used[slots.get(node, slot)] = True
            node = parents.get(node)


def parents_of(draft: Draft) -> dict[int, int]:
    nodes = enumerate(draft.entries("nodes"))
    return {child: index for index, node in nodes for child in node.get("children", ())}


def skins_by_mesh(draft: Draft) -> dict[int, set[int | None]]:
    """The skins used with each mesh."""
    users: dict[int, set[int | None]] = {}
    for node in draft.entries("nodes"):
        if "mesh" in node:
            users.setdefault(node["mesh"], set()).add(node.get("skin"))
    return users


def influence_sets(attributes: Tree) -> Iterator[tuple[str, str]]:
    """The names of the attributes with joints and weights, in pairs."""
    number = 0
    while f"JOINTS_{number}" in attributes and f"WEIGHTS_{number}" in attributes:
        yield f"JOINTS_{number}", f"WEIGHTS_{number}"
        number += 1


def _take_joints(draft: Draft, skin: Tree, primitives: list[Tree], kept: Indices) -> None:
    number = np.zeros(len(skin["joints"]), np.int64)
    number[kept] = np.arange(len(kept))
    skin["joints"] = [skin["joints"][slot] for slot in kept.tolist()]
    if "inverseBindMatrices" in skin:
        matrices = view(draft.document, skin["inverseBindMatrices"])[kept]
        skin["inverseBindMatrices"] = draft.store_array(np.asarray(matrices), type="MAT4")
    renumber_joints(draft, primitives, number)


def renumber_joints(draft: Draft, primitives: list[Tree], number: Indices) -> None:
    """Renumber the joints of vertices; influences without weight refer to the first joint."""
    for attributes in (primitive["attributes"] for primitive in primitives):
        for joints, weights in influence_sets(attributes):
            old = np.asarray(view(draft.document, attributes[joints]))
            moves = values(draft.document, attributes[weights]) != 0
            new = np.where(moves, number[np.minimum(old, len(number) - 1)], 0)
            kind = "u1" if new.max(initial=0) < 256 else "<u2"
            attributes[joints] = draft.store_array(new.astype(kind), target=VERTICES)


def drop_idle_nodes(document: Document, keep: Collection[str] = ()) -> Document:
    """Drop nodes without mesh, camera, extension or extras that only animations and scenes refer to, if their
    descendants are such nodes too. A file without meshes, such as one of motions, keeps its nodes."""
    draft = Draft(document)
    nodes = draft.entries("nodes")
    if not any("mesh" in node for node in nodes):
        return document
    needed = set(range(Frozen.from_document(document).first("nodes", draft.tree)))
    needed |= {index for index, node in enumerate(nodes) if _has_something(node) or node.get("name") in keep}
    for reference in every_reference(document):
        path = reference.path
        hierarchy = path[-2:-1] == ("children",) or path[0] == "scenes"
        moved = path[0] == "animations" and path[-1] == "node"
        if reference.collection == "nodes" and not (hierarchy or moved):
            needed.add(reference.index)
            if _names_chain(path):
                needed |= _descendants(nodes, reference.index)
    parents = parents_of(draft)
    for index in list(needed):
        while index in parents and parents[index] not in needed:
            index = parents[index]
            needed.add(index)
    for owner, member in (
        *((node, "children") for node in nodes),
        *((s, "nodes") for s in draft.entries("scenes")),
    ):
        kept = [index for index in owner.get(member, ()) if index in needed]
        if kept:
            owner[member] = kept
        else:
            owner.pop(member, None)
    return draft.finish()


def _names_chain(path: JsonPath) -> bool:
    """Whether a reference to a node includes its descendants."""
    extension = find(str(path[1])) if path[0] == "extensions" else None
    return extension is not None and path[2] in extension.named_chains


def _descendants(nodes: list[Tree], index: int) -> set[int]:
    """A node and its descendants."""
    below: set[int] = set()
    waiting = [index]
    while waiting:
        below.add(waiting[-1])
        waiting += nodes[waiting.pop()].get("children", ())
    return below


def _has_something(node: Tree) -> bool:
    return any(member in node for member in ("mesh", "camera", "skin", "extensions", "extras"))
