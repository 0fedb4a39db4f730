"""Compressed buffer views and primitives: the decoder they need, and their numbers, unpacked once per
document.

KHR_draco_mesh_compression and EXT/KHR_meshopt_compression; the decoders are the extras `draco` and `meshopt`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

from pantin.formats.gltf.accessor import Array, BadAccessor
from pantin.formats.gltf.ext.draco import decode as draco
from pantin.formats.gltf.ext.meshopt import decode as meshopt
from pantin.formats.gltf.extension_names import DRACO, MESHOPT
from pantin.formats.gltf.model import get

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.model import BufferView, Gltf, Primitive

T = TypeVar("T")


class _Unpacked:
    """The unpacked data of one state of a document: an edited document has another `Gltf`, and a
    new cache.
    """

    def __init__(self, model: Gltf) -> None:
        self.model = model
        self.views: dict[int, memoryview | BadAccessor] = {}
        self.meshes: dict[int, draco.Mesh | BadAccessor] = {}
        self.sources = {source.accessor: source for source in _draco_sources(model)}


_UNPACKED: WeakKeyDictionary[Document, _Unpacked] = WeakKeyDictionary()


def unpack_view(document: Document, index: int, buffer_view: BufferView) -> memoryview | None:
    """The bytes of a meshopt buffer view; None if it is not compressed, or its plain copy is used.

    The buffer of a compressed view may contain the plain bytes ("fallback"), which are read if the decoder is
    not installed.
    """
    name = next((name for name in MESHOPT if name in (buffer_view.extensions or {})), None)
    if name is None:
        return None
    cache = _cache(document)
    if index not in cache.views:
        if not meshopt.is_installed():
            if _has_plain_copy(document, buffer_view):
                return None
            raise BadAccessor(
                "needs-extra",
                f"buffer view {index} is compressed with {name}: install pantin[meshopt] to read it",
            )
        settings = (buffer_view.extensions or {})[name]
        cache.views[index] = _catch_fault(lambda: meshopt.unpack(document, index, settings))
    return _raise_fault(cache.views[index])


def unpack_accessor(document: Document, index: int) -> Array | None:
    """The numbers of an accessor that a Draco primitive fills; None when no such primitive names it."""
    cache = _cache(document)
    source = cache.sources.get(index)
    if source is None:
        return None
    if not draco.is_installed():
        raise BadAccessor(
            "needs-extra", f"accessor {index} is compressed with {DRACO}: install pantin[draco] to read it"
        )
    if source.buffer_view not in cache.meshes:
        cache.meshes[source.buffer_view] = _catch_fault(lambda: draco.unpack(document, source))
    return draco.numbers(document, _raise_fault(cache.meshes[source.buffer_view]), source)


def _catch_fault(unpack: Callable[[], T]) -> T | BadAccessor:
    """The unpacked data, or the reason for failing: thousands of accessors may use the same stream."""
    try:
        return unpack()
    except BadAccessor as fault:
        # Without a traceback: its frames refer to the document, which would keep its own cache alive.
        return BadAccessor(fault.reason, str(fault))


def _raise_fault(result: T | BadAccessor) -> T:
    if isinstance(result, BadAccessor):
        raise BadAccessor(result.reason, str(result))
    return result


def _cache(document: Document) -> _Unpacked:
    cache = _UNPACKED.get(document)
    if cache is None or cache.model is not document.model:
        cache = _UNPACKED[document] = _Unpacked(document.model)
    return cache


def _has_plain_copy(document: Document, buffer_view: BufferView) -> bool:
    buffer = get(document.model.buffers, buffer_view.buffer)
    if buffer is None or buffer_view.buffer is None:
        return False
    if buffer.uri is None and _is_placeholder(buffer.extensions):
        return False
    return document.buffer(buffer_view.buffer).data is not None


def _is_placeholder(extensions: dict[str, Any] | None) -> bool:
    """Whether a buffer has no bytes of its own: either meshopt extension marks it as fallback."""
    marks = ((extensions or {}).get(name) for name in MESHOPT)
    return any(isinstance(mark, dict) and mark.get("fallback") is True for mark in marks)


def _draco_sources(model: Gltf) -> list[draco.Source]:
    sources = []
    for mesh in model.meshes:
        for primitive in (mesh.primitives or ()) if mesh is not None else ():
            if primitive is not None and primitive.extensions and DRACO in primitive.extensions:
                sources += _primitive_sources(primitive, primitive.extensions[DRACO])
    return sources


def _primitive_sources(primitive: Primitive, settings: Any) -> list[draco.Source]:
    if not isinstance(settings, dict) or type(settings.get("bufferView")) is not int:
        return []
    view, ids = settings["bufferView"], settings.get("attributes")
    accessors = {
        semantic: index for semantic, index in (primitive.attributes or {}).items() if index is not None
    }
    sources = [
        draco.Source(accessors[semantic], view, id, primitive.indices)
        for semantic, id in (ids.items() if isinstance(ids, dict) else ())
        if type(id) is int and semantic in accessors
    ]
    if primitive.indices is not None:
        sources.append(draco.Source(primitive.indices, view, None, primitive.indices))
    return sources
