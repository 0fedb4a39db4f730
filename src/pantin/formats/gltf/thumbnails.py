"""Store the thumbnail of a model."""

from __future__ import annotations

from pantin.formats.gltf.array_users import Users
from pantin.formats.gltf.document import Document
from pantin.formats.images import image_mime
from pantin.report.pointer import pointer

NAME = "thumbnail"


def store_thumbnail(document: Document, data: bytes, before: int | None) -> int:
    """Store an image as the thumbnail; returns its index. It replaces the image `before`, unless that has
    other users."""
    mime = image_mime(data)
    if mime not in ("image/png", "image/jpeg"):
        raise ValueError("the thumbnail must be a PNG or JPEG image")
    users = Users(document)
    replaced = before if before is not None and users.is_replaceable("images", before) else None
    old = None if replaced is None else document.tree["images"][replaced].get("bufferView")
    is_own = old is not None and users.is_replaceable("bufferViews", old)
    view = document.append_bytes(data, instead_of=old if is_own else None)
    image = {"name": NAME, "mimeType": mime, "bufferView": view}
    if replaced is None:
        return document.append("/images", image)
    document.set(pointer("images", replaced), image)
    return replaced
