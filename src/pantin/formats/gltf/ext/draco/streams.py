"""The accessors that compressed primitives fill, unpacked once per document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.accessor import Array, BadAccessor
from pantin.formats.gltf.compression import unpack_once
from pantin.formats.gltf.ext.draco import decode
from pantin.formats.gltf.ext.draco.decode import CompressedArray
from pantin.formats.gltf.extension_names import DRACO

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.model import Gltf, Primitive


def unpack_accessor(document: Document, index: int) -> Array | None:
    """The numbers of an accessor that a Draco primitive fills; None when no such primitive names it."""
    sources = unpack_once(document, "draco sources", lambda: _draco_sources(document.model))
    source = sources.get(index)
    if source is None:
        return None
    if not decode.is_installed():
        raise BadAccessor(
            "needs-extra", f"accessor {index} is compressed with {DRACO}: install pantin[draco] to read it"
        )
    mesh = unpack_once(
        document, ("draco stream", source.buffer_view), lambda: decode.unpack(document, source)
    )
    return decode.numbers(document, mesh, source)


def _draco_sources(model: Gltf) -> dict[int, CompressedArray]:
    sources: list[CompressedArray] = []
    for mesh in model.meshes:
        for primitive in (mesh.primitives or ()) if mesh is not None else ():
            if primitive is not None and primitive.extensions and DRACO in primitive.extensions:
                sources += _primitive_sources(primitive, primitive.extensions[DRACO])
    return {source.accessor: source for source in sources}


def _primitive_sources(primitive: Primitive, settings: Any) -> list[CompressedArray]:
    if not isinstance(settings, dict) or type(settings.get("bufferView")) is not int:
        return []
    view, ids = settings["bufferView"], settings.get("attributes")
    accessors = {
        semantic: index for semantic, index in (primitive.attributes or {}).items() if index is not None
    }
    sources = [
        CompressedArray(accessors[semantic], view, id, primitive.indices)
        for semantic, id in (ids.items() if isinstance(ids, dict) else ())
        if type(id) is int and semantic in accessors
    ]
    if primitive.indices is not None:
        sources.append(CompressedArray(primitive.indices, view, None, primitive.indices))
    return sources
