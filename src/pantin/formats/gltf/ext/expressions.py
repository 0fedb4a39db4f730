"""Expressions of avatars (VRM 0.x and 1.0): the blend shapes that they move, and how to let go of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.unpack import listed
from pantin.report.pointer import pointer


def drop_target_binds(document: Document) -> None:
    """Take the blend shapes out of every expression, once the meshes have none; materials and gaze stay."""
    for place in list(_target_binds(document.tree)):
        document.remove(place)


def _target_binds(tree: dict[str, Any]) -> Iterator[str]:
    """Where the lists of binds stand: `morphTargetBinds` in VRM 1.0, `binds` of a group in VRM 0.x."""
    for kind in ("preset", "custom"):
        path = ("extensions", "VRMC_vrm", "expressions", kind)
        for name, expression in _object(tree, *path).items():
            if isinstance(expression, dict) and "morphTargetBinds" in expression:
                yield pointer(*path, name, "morphTargetBinds")
    master = ("extensions", "VRM", "blendShapeMaster")
    for at, group in listed(_object(tree, *master), "blendShapeGroups"):
        if "binds" in group:
            yield pointer(*master, "blendShapeGroups", at, "binds")


def _object(tree: Any, *path: str) -> dict[str, Any]:
    """The object at a path; empty where a file has none, or something else."""
    for name in path:
        tree = tree.get(name) if isinstance(tree, dict) else None
    return tree if isinstance(tree, dict) else {}
