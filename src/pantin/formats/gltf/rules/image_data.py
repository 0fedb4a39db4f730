"""Load each image in turn and keep its header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.base.errors import LimitExceeded
from pantin.base.records import Record, replace
from pantin.formats.document.buffer import Buffer, BufferFault
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.model import MIME_WORDS, get
from pantin.formats.gltf.schema import MIME_TYPES
from pantin.formats.images import (
    AVIF,
    KTX2,
    ImageHeader,
    InvalidImage,
    TruncatedImage,
    ends_early,
    image_mime,
    read_header,
)
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.gltf.schema import Image
    from pantin.formats.gltf.scope import Scope


class ImageFacts(Record):
    """An image of the file.

    source      what its URI led to, without the bytes; None for images without one
    has_data    whether there are bytes to look at. As for the Khronos validator, not those of an image with
                extensions, nor those of a data URI that states another media type
    header      None if the format is not known, or the header is broken; then `fault` says why
    truncated   whether the data ends early, in the header or later
    """

    index: int
    image: Image
    source: Buffer | None = None
    has_data: bool = False
    header: ImageHeader | None = None
    fault: InvalidImage | None = None
    truncated: bool = False

    @property
    def mime(self) -> str | None:
        """The media type of the image, as stated or by its data."""
        return self.image.mime_type or (self.header.mime if self.header is not None else None)

    @property
    def data_member(self) -> str:
        return "uri" if self.source is not None else "bufferView"


def mime_types(scope: Scope) -> tuple[str, ...]:
    """The image media types that core glTF and the extensions in use allow."""
    used = (find(name) for name in scope.model.extensions_used or ())
    added = (word for extension in used if extension for word in extension.words.get(MIME_WORDS, ()))
    return (*MIME_TYPES, *map(str, added))


def images(scope: Scope) -> list[ImageFacts]:
    """The images of the file. Images with the same file or buffer view are examined once."""
    known: dict[str | int | None, ImageFacts] = {}
    images = []
    for index, image in enumerate(scope.model.images):
        if image is None:
            continue
        key = image.uri if image.uri is not None else image.buffer_view
        if key not in known or image.extensions:
            images.append(_look(scope, index, image))
            known[key] = images[-1]
        else:
            images.append(replace(known[key], index=index, image=image))
    return images


def _look(scope: Scope, index: int, image: Image) -> ImageFacts:
    if image.uri is None:
        return _describe(scope, index, image, None, _view_bytes(scope, image.buffer_view))
    try:
        loaded = scope.document.load(image.uri)
    except LimitExceeded as error:
        scope.exceeded[pointer("images", index)] = error
        return ImageFacts(index, image)
    fault = loaded.fault or _wrong_media_type(loaded)
    source = replace(loaded, stored=None, fault=fault)
    return _describe(scope, index, image, source, None if fault is not None else loaded.data)


def _wrong_media_type(loaded: Buffer) -> BufferFault | None:
    """The fault `unknown` of a data URI with a media type that differs from its content."""
    if loaded.storage != "data" or loaded.data is None:
        return None
    actual, stated = image_mime(loaded.data), (loaded.mime or "").lower()
    if actual == stated:
        return None
    content = f"is {actual}" if actual else "is of an unknown format"
    return BufferFault("unknown", f'its media type is "{stated}", but its content {content}')


def _view_bytes(scope: Scope, index: int | None) -> memoryview | None:
    """The bytes of a buffer view inside its buffer."""
    view = get(scope.model.buffer_views, index)
    if view is None or view.buffer is None or view.byte_length is None or not scope.counts(index):
        return None
    begin = scope.value_or(0, view.byte_offset, ("bufferViews", index or 0), "byteOffset")
    data = scope.buffer(view.buffer).data if get(scope.model.buffers, view.buffer) is not None else None
    if data is None or begin is None or begin + view.byte_length > len(data):
        return None
    return data[begin : begin + view.byte_length]


def _describe(
    scope: Scope, index: int, image: Image, source: Buffer | None, data: memoryview | None
) -> ImageFacts:
    if data is None or image.extensions:
        return ImageFacts(index, image, source)
    # Like the Khronos validator, do not look into the formats of extensions that are not in use.
    if image_mime(data) in (KTX2, AVIF) and image_mime(data) not in scope.fact(mime_types):
        return ImageFacts(index, image, source, has_data=True)
    try:
        header = read_header(data)
    except InvalidImage as fault:
        return ImageFacts(index, image, source, True, None, fault, isinstance(fault, TruncatedImage))
    truncated = header is not None and ends_early(data, header.mime)
    return ImageFacts(index, image, source, True, header, None, truncated)
