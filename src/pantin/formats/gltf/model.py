"""The typed view of a glTF file: the structs of `schema`, and `decode`, which makes them from JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

import msgspec

from pantin.formats.gltf.codes import COMPONENTS, FLOAT, INTEGER_RANGES
from pantin.formats.gltf.ext import find
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
from pantin.report import Finding

# A double holds every integer up to here; the tolerant decoder makes doubles of larger ones, if in range.
LARGEST_EXACT = 1 << 53

MIME_WORDS = "image.mimeType"
"""The name of the list of media types that extensions add to."""

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
]


def decode(text: bytes | memoryview, tree: Callable[[], Any] | None = None) -> tuple[Gltf, list[Finding]]:
    """The model of a JSON document, and findings for what violates the schema.

    A document without faults takes the fast path, msgspec's typed decoder. Any other is decoded member by
    member, from `tree()`, the same JSON parsed without types. Raises `msgspec.DecodeError` if it is not JSON.
    """
    model = decode_faultless(text)
    if model is not None:
        return model, []
    return decode_tolerantly(msgspec.json.decode(text) if tree is None else tree())


def decode_faultless(text: bytes | memoryview) -> Gltf | None:
    """The model of a document that conforms to the schema; None if it does not, or might not.

    The structs allow None for any member, so a document with `null` anywhere is not trusted. The decoder
    skips the bytes of unknown members, so the text is checked for UTF-8 first.
    """
    data = bytes(text)
    if b"null" in data:
        return None
    try:
        data.decode()
        model = _decoder().decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return model if _is_complete(model) else None


def get(collection: Sequence[T | None], index: int | None) -> T | None:
    """The object at an index; None for no index, an index past the end, or a broken object."""
    return collection[index] if index is not None and 0 <= index < len(collection) else None


@cache
def _decoder() -> msgspec.json.Decoder[Gltf]:
    return msgspec.json.Decoder(Gltf)


def _is_complete(model: Gltf) -> bool:
    """Whether the things that the typed decoder does not check are valid: required members, bounds, version.

    Written out rather than derived by `msgspec.inspect`, which takes longer than decoding most files.
    """
    if model.asset is None or model.asset.version is None or not model.asset.version.startswith("2."):
        return False
    sparse = [accessor.sparse for accessor in model.accessors if accessor and accessor.sparse]
    animations = [animation for animation in model.animations if animation]
    channels = [channel for animation in animations for channel in animation.channels or ()]
    samplers = [sampler for animation in animations for sampler in animation.samplers or ()]
    primitives = [primitive for mesh in model.meshes if mesh for primitive in mesh.primitives or ()]
    return (
        _have_required(Accessor, model.accessors)
        and _have_required(Sparse, sparse)
        and _have_required(SparseIndices, [part.indices for part in sparse])
        and _have_required(SparseValues, [part.values for part in sparse])
        and _have_required(Animation, animations)
        and _have_required(Channel, channels)
        and _have_required(Target, [channel.target for channel in channels])
        and _have_required(AnimationSampler, samplers)
        and _have_required(Buffer, model.buffers)
        and _have_required(BufferView, model.buffer_views)
        and _have_required(Mesh, model.meshes)
        and _have_required(Primitive, primitives)
        and _have_required(Skin, model.skins)
        and all(_bounds_fit(accessor) for accessor in model.accessors if accessor)
        and all(has_choice(camera) for camera in model.cameras if camera)
        and _mime_types_known(model)
    )


def has_choice(value: Property) -> bool:
    """Whether an object has the member that its `type` asks for."""
    kind = getattr(value, "type", None)
    return kind not in value.choices or getattr(value, kind) is not None


def _mime_types_known(model: Gltf) -> bool:
    stated = {image.mime_type for image in model.images if image} - {None, *MIME_TYPES}
    used = (find(name) for name in model.extensions_used or ()) if stated else ()
    return stated <= {word for extension in used if extension for word in extension.words.get(MIME_WORDS, ())}


def _have_required(cls: type[Property], objects: Sequence[Property | None]) -> bool:
    return not any(None in map(attrgetter(name), objects) for name in cls.required)


def _bounds_fit(accessor: Accessor) -> bool:
    """Whether `min` and `max` fit the types, and an offset has a buffer view."""
    if accessor.byte_offset is not None and accessor.buffer_view is None:
        return False
    for bound in (accessor.min, accessor.max):
        if bound is None:
            continue
        if len(bound) != COMPONENTS[accessor.type]:  # type: ignore[index]
            return False
        if accessor.component_type == FLOAT:
            # Two built-in calls first: there are thousands of bounds, and no file has such integers.
            is_small = min(bound) >= -LARGEST_EXACT and max(bound) <= LARGEST_EXACT
            if not is_small and any(type(v) is int and abs(v) > LARGEST_EXACT for v in bound):
                return False
        else:
            least, most = INTEGER_RANGES[accessor.component_type]  # type: ignore[index]
            if not (least <= min(bound) and max(bound) <= most and all(type(v) is int for v in bound)):
                return False
    return True
