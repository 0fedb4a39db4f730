"""The typed view of a glTF file: the structs of `schema`, and `decode`, which makes them from JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

from pantin.base.tuples import NamedTuple
from pantin.formats.gltf.bounds import bounds_fit
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.schema import (
    MIME_TYPES,
    Accessor,
    Animation,
    AnimationSampler,
    Asset,
    Buffer,
    BufferView,
    Camera,
    Channel,
    Gltf,
    Image,
    Material,
    Mesh,
    Node,
    PbrMetallicRoughness,
    Primitive,
    Property,
    Sampler,
    Scene,
    Skin,
    Sparse,
    SparseIndices,
    SparseValues,
    Target,
    Texture,
    TextureInfo,
)
from pantin.formats.gltf.tolerant_decode import decode_tolerantly
from pantin.formats.members.decode import has_choice
from pantin.formats.members.faults import Fault
from pantin.report import Finding

MIME_WORDS = "image.mimeType"
"""The name of the list of media types, which extensions add to."""

T = TypeVar("T")

__all__ = [
    "Accessor",
    "Animation",
    "AnimationSampler",
    "Asset",
    "Buffer",
    "BufferView",
    "Camera",
    "Channel",
    "Gltf",
    "Image",
    "Material",
    "Mesh",
    "Node",
    "PbrMetallicRoughness",
    "Primitive",
    "Property",
    "Sampler",
    "Scene",
    "Skin",
    "Sparse",
    "SparseIndices",
    "SparseValues",
    "Target",
    "Texture",
    "TextureInfo",
    "decode",
    "get",
    "getter",
]


class Decoded(NamedTuple):
    """The model of a JSON document, and the findings and faults for what violates the schema. A model that is
    `complete` has every member of the document; another lacks those that are invalid or have no meaning.
    """

    model: Gltf
    findings: list[Finding]
    faults: list[Fault]
    complete: bool


def decode(text: bytes | memoryview, tree: Callable[[], Any] | None = None) -> Decoded:
    """Decode a JSON document.

    A document without faults takes the fast path, msgspec's typed decoder. Any other is decoded member by
    member, from `tree()`, the same JSON parsed without types. Raises `msgspec.DecodeError` if it is not JSON.
    """
    model = decode_faultless(text)
    if model is not None:
        return Decoded(model, [], [], True)
    return Decoded(*decode_tolerantly(msgspec.json.decode(text) if tree is None else tree()), False)


def decode_faultless(text: bytes | memoryview) -> Gltf | None:
    """The model of a document that conforms to the schema; None if it may not.

    The structs allow None for any member, so a document with `null` anywhere is not trusted. The decoder
    skips the bytes of unknown members, so the text is checked for UTF-8 first.
    """
    data = bytes(text)
    if b"null" in data:
        return None
    try:
        if not data.isascii():
            data.decode()
        model = _decoder().decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return model if _is_complete(model) else None


def get(collection: Sequence[T | None], index: int | None) -> T | None:
    """The object at an index; None for a missing index, an index past the end, or a broken object."""
    return collection[index] if index is not None and 0 <= index < len(collection) else None


def getter(collection: Sequence[T | None]) -> Callable[[int | None], T | None]:
    """`get` of one collection for thousands of indices, in a third of the time."""
    objects: dict[int | None, T | None] = dict(enumerate(collection))
    return objects.get


@cache
def _decoder() -> msgspec.json.Decoder[Gltf]:
    return msgspec.json.Decoder(Gltf)


def _is_complete(model: Gltf) -> bool:
    """Whether version, bounds and choices, which the typed decoder does not check, are valid."""
    if model.asset is None or model.asset.version is None or not model.asset.version.startswith("2."):
        return False
    # Of thousands of accessors, those of most clips have no bounds.
    bounded = [
        accessor
        for accessor in model.accessors
        if accessor and (accessor.min is not None or accessor.max is not None or accessor.buffer_view is None)
    ]
    return (
        all(map(bounds_fit, bounded))
        and all(has_choice(camera) for camera in model.cameras if camera)
        and _mime_types_known(model)
    )


def _mime_types_known(model: Gltf) -> bool:
    stated = {image.mime_type for image in model.images if image} - {None, *MIME_TYPES}
    used = (find(name) for name in model.extensions_used or ()) if stated else ()
    return stated <= {word for extension in used if extension for word in extension.words.get(MIME_WORDS, ())}
