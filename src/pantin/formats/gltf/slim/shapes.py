"""Drop unused morph targets."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.formats.gltf.accessor import values
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension_names import ANIMATION_POINTER
from pantin.formats.gltf.slim.compaction import Frozen
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.formats.gltf.slim.references import every_reference


def has_targets(document: Document) -> bool:
    """Whether a mesh has morph targets."""
    meshes = document.tree.get("meshes", ())
    return any(primitive.get("targets") for mesh in meshes for primitive in mesh["primitives"])


def drop_shapes(document: Document) -> Document:
    """Drop the morph targets of meshes whose weights are always 0, at rest and in clips. Meshes that an
    extension refers to, directly or through a node, keep theirs. All meshes do in a file with pointers or
    unknown extensions, which may refer to targets by index."""
    if Frozen.from_document(document).count or ANIMATION_POINTER in document.tree.get("extensionsUsed", ()):
        return document
    draft = Draft(document)
    nodes = draft.entries("nodes")
    named = {
        (reference.collection, reference.index)
        for reference in every_reference(document)
        if "extensions" in reference.path
    }
    for index, mesh in enumerate(draft.entries("meshes")):
        owners = [number for number, node in enumerate(nodes) if node.get("mesh") == index]
        count = max((len(primitive.get("targets", ())) for primitive in mesh["primitives"]), default=0)
        if not count or ("meshes", index) in named or any(("nodes", owner) in named for owner in owners):
            continue
        used = np.zeros(count, bool)
        for weights in (mesh.get("weights"), *(nodes[owner].get("weights") for owner in owners)):
            used |= np.array(weights or [0.0] * count) != 0
        for animation in draft.entries("animations"):
            for channel in animation["channels"]:
                target = channel["target"]
                if target["path"] == "weights" and target.get("node") in owners:
                    sampler = animation["samplers"][channel["sampler"]]
                    used |= (values(document, sampler["output"]).reshape(-1, count) != 0).any(axis=0)
        if not used.all():
            _keep_targets(draft, mesh, [nodes[owner] for owner in owners], owners, used)
    return draft.finish()


def _keep_targets(draft: Draft, mesh: Tree, nodes: list[Tree], owners: list[int], used: Any) -> None:
    kept = np.flatnonzero(used).tolist()
    for primitive in mesh["primitives"]:
        _pick(primitive, "targets", kept)
    for owner in (mesh, *nodes):
        _pick(owner, "weights", kept)
    if isinstance(mesh.get("extras"), dict):
        _pick(mesh["extras"], "targetNames", kept)
    for animation in draft.entries("animations"):
        for channel in animation["channels"]:
            target = channel["target"]
            if target["path"] == "weights" and target.get("node") in owners:
                sampler = dict(animation["samplers"][channel["sampler"]])
                stored = values(draft.document, sampler["output"]).reshape(-1, len(used))
                if kept:
                    sampler["output"] = draft.store_array(stored[:, kept].reshape(-1, 1))
                    animation["samplers"].append(sampler)
                    channel["sampler"] = len(animation["samplers"]) - 1


def _pick(owner: Tree, member: str, kept: list[int]) -> None:
    if not isinstance(owner.get(member), list):
        return
    owner[member] = [owner[member][index] for index in kept if index < len(owner[member])]
    if not owner[member]:
        del owner[member]
