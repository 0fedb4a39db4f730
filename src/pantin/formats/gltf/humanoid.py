"""The humanoid bones of a file: which node is the head, the hips, the left hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.formats.gltf.extension import Tree
from pantin.formats.gltf.extensions import every

if TYPE_CHECKING:
    from pantin.formats.model_meta import ModelMeta


def avatar_meta(tree: Tree) -> ModelMeta | None:
    """Author and permitted uses of a VRM; None for any other file."""
    functions = (extension.avatar.meta for extension in every())
    answers = (function(tree) for function in functions if function is not None)
    return next((meta for meta in answers if meta is not None), None)


def human_bones(tree: Tree) -> dict[str, int]:
    """The node of each humanoid bone by its VRM 1.0 name; empty where the file is not a VRM."""
    functions = (extension.avatar.human_bones for extension in every())
    answers = (function(tree) for function in functions if function is not None)
    return next((bones for bones in answers if bones is not None), {})


def animated_bones(tree: Tree) -> dict[str, int] | None:
    """The node of each humanoid bone in a file of clips; None for any other file."""
    functions = (extension.avatar.animated_bones for extension in every())
    answers = (function(tree) for function in functions if function is not None)
    return next((bones for bones in answers if bones is not None), None)
