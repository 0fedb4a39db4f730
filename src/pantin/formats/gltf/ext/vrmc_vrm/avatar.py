"""Humanoid bones of VRM 1.0 without a rig, and edits of references to meshes."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension import Tree
from pantin.formats.gltf.extension_names import VRMC_VRM as NAME
from pantin.formats.gltf.json_values import Object, as_index, as_list, as_object, block_of
from pantin.report.pointer import pointer

KINDS = ("preset", "custom")
"""The two groups of expressions, each by name (VRMC_vrm 1.0, "Expressions")."""


def human_bones(tree: Tree) -> dict[str, int] | None:
    """The node of each humanoid bone that exists; None where the file lists no bones."""
    bones = as_object(as_object(as_object(block_of(tree, NAME)).get("humanoid")).get("humanBones"))
    count = len(as_list(tree.get("nodes")))
    named = {name: as_index(as_object(bone).get("node"), count) for name, bone in bones.items()}
    return {name: node for name, node in named.items() if node is not None} if bones else None


def drop_target_binds(document: Document) -> None:
    """Remove the blend shapes from every expression, because the meshes have lost theirs; materials and gaze
    stay.
    """
    for kind, name, expression in list(_expressions(document.tree)):
        if "morphTargetBinds" in expression:
            document.remove(pointer("extensions", NAME, "expressions", kind, name, "morphTargetBinds"))


def follow_mesh(document: Document, node: int, new_node: int) -> None:
    """Make expressions and annotations of a mesh refer to its new node."""
    paths: list[tuple[tuple[str | int, ...], object]] = [
        (("expressions", kind, name, "morphTargetBinds"), expression.get("morphTargetBinds"))
        for kind, name, expression in _expressions(document.tree)
    ]
    annotations = as_object(as_object(block_of(document.tree, NAME)).get("firstPerson")).get(
        "meshAnnotations"
    )
    paths.append((("firstPerson", "meshAnnotations"), annotations))
    for path, listed in paths:
        for slot, bind in enumerate(as_list(listed)):
            if as_object(bind).get("node") == node:
                document.set(pointer("extensions", NAME, *path, slot, "node"), new_node)


def _expressions(tree: Tree) -> Iterator[tuple[str, str, Object]]:
    """Kind, name and body of each expression."""
    listed = as_object(as_object(block_of(tree, NAME)).get("expressions"))
    for kind in KINDS:
        for name, expression in as_object(listed.get(kind)).items():
            yield kind, name, as_object(expression)
