"""Which nodes of a file are which bones of a human body: the head, the hips, the left hand."""

from __future__ import annotations

from pantin.formats.gltf.ext import every
from pantin.formats.gltf.ext.extension import Tree


def human_bones(tree: Tree) -> dict[str, int]:
    """The node of each humanoid bone by its VRM 1.0 name; empty where the file is no VRM."""
    asked = (one.avatar.human_bones for one in every())
    found = (each(tree) for each in asked if each is not None)
    return next((bones for bones in found if bones is not None), {})


def animated_bones(tree: Tree) -> dict[str, int] | None:
    """The node that stands for each humanoid bone in a file of clips; None for any other file."""
    asked = (one.avatar.animated_bones for one in every())
    found = (each(tree) for each in asked if each is not None)
    return next((bones for bones in found if bones is not None), None)


def faces_back(tree: Tree) -> bool:
    """Whether the humanoid looks along -Z, as that of VRM 0.x does; the first of several humanoids counts."""
    extensions = tree.get("extensions")
    named = [one for one in every() if one.avatar.human_bones is not None and _has(extensions, one.names)]
    return bool(named) and named[0].avatar.faces_back


def _has(extensions: object, names: tuple[str, ...]) -> bool:
    return isinstance(extensions, dict) and any(name in extensions for name in names)
