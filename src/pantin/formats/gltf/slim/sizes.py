"""The counts in the table of `slim`: bytes, keys and triangles."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.rig import Rig


def count_triangles(rig: Rig) -> int:
    """The triangles of all instances."""
    return sum(
        len(surface.triangles) for instance in rig.instances for surface in rig.meshes[instance.mesh].surfaces
    )


def stored_bytes(document: Document) -> int:
    """The size of a file with the buffers and images beside it."""
    from pantin.formats.gltf.save import to_bytes

    buffers = [document.buffer(index) for index in range(len(document.model.buffers))]
    beside = sum(len(buffer.stored or b"") for buffer in buffers if buffer.storage == "file")
    for image in document.tree.get("images", ()):
        if isinstance(image.get("uri"), str) and not image["uri"].startswith("data:"):
            beside += len(document.load(image["uri"]).data or b"")
    return len(to_bytes(document)) + beside


def count_keys(document: Document) -> int:
    """The keys of all channels."""
    count = 0
    for animation in document.model.animations:
        for channel in (animation.channels if animation else None) or ():
            samplers = (animation.samplers if animation else None) or ()
            sampler = samplers[channel.sampler] if channel.sampler is not None else None
            accessor = (
                None if sampler is None or sampler.input is None else document.model.accessors[sampler.input]
            )
            count += (accessor.count or 0) if accessor is not None else 0
    return count
