"""Maintain KHR_animation_pointer when animations are removed."""

from __future__ import annotations

from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import indexed_objects, unlist_extensions
from pantin.formats.gltf.extension_names import ANIMATION_POINTER


def unlist_unused(document: Document) -> None:
    """Remove the name from the lists if no channel uses the extension, because readers reject required
    extensions they do not know."""
    channels = [
        channel
        for _, animation in indexed_objects(document.tree, "animations")
        for _, channel in indexed_objects(animation, "channels")
    ]
    targets = [channel.get("target") for channel in channels]
    extensions = [target.get("extensions") for target in targets if isinstance(target, dict)]
    if not any(isinstance(extension, dict) and ANIMATION_POINTER in extension for extension in extensions):
        unlist_extensions(document, ANIMATION_POINTER)
