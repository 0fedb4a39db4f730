"""Compress the data of a document with meshoptimizer: EXT_meshopt_compression, without any loss."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import MissingExtra
from pantin.formats.gltf.accessor import view
from pantin.formats.gltf.array_store import pack_array
from pantin.formats.gltf.codes import INDICES, UNSIGNED_SHORT, VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension_names import MESHOPT as NAMES
from pantin.formats.gltf.slim.compaction import Frozen, use_of
from pantin.formats.gltf.slim.draft import Draft, Tree, packing_of
from pantin.formats.gltf.slim.geometry import require_extension
from pantin.formats.gltf.slim.references import every_reference

NAME = NAMES[1]
"""The name that readers have known for years; data of version 0, as it asks for."""


def is_packed(document: Document) -> bool:
    """Whether a document has compressed buffer views."""
    return any(packing_of(given) is not None for given in document.tree.get("bufferViews", ()))


class _Stream(NamedTuple):
    """Accessors of one use and element size, in one buffer view."""

    accessors: list[tuple[int, NDArray[Any]]]
    members: Tree
    mode: str
    stride: int


def pack_data(document: Document) -> Document:
    """Compress vertices, indices, matrices and keys; what is smaller as it is stays."""
    if find_spec("meshopt") is None:
        raise MissingExtra("compressing needs the package meshopt: pip install 'pantin[meshopt]'")
    draft = Draft(document)
    for stream in _streams(draft):
        _pack(draft, stream)
    return draft.finish()


def _streams(draft: Draft) -> list[_Stream]:
    uses: dict[int, set[Any]] = {}
    lists: set[int] = set()
    """Accessors of indices that are not triangles."""
    for reference in every_reference(draft.document):
        if reference.collection == "accessors":
            uses.setdefault(reference.index, set()).add(use_of(reference))
            if reference.place[-1] == "indices" and reference.place[0] == "meshes":
                primitive = draft.entries("meshes")[int(reference.place[1])]["primitives"][reference.place[3]]
                lists |= {reference.index} if primitive.get("mode", 4) != 4 else set()
    first = Frozen.from_document(draft.document).first("accessors", draft.tree)
    streams: dict[tuple[Any, ...], _Stream] = {}
    for index, accessor in enumerate(draft.entries("accessors")):
        several = uses.get(index, set())
        given = accessor.get("bufferView")
        if index < first or len(several) != 1 or given is None or "sparse" in accessor:
            continue
        if packing_of(draft.entries("bufferViews")[given]) is not None:
            continue
        use = next(iter(several))
        array = np.asarray(view(draft.document, index))
        if use.target == INDICES:
            mode = "INDICES" if index in lists or len(array) % 3 else "TRIANGLES"
            if array.dtype.itemsize == 1:
                if int(array.max()) == 255:
                    continue  # it would not be the largest value any more, with which a strip begins again
                array = array.astype("<u2")  # the stream has elements of 2 or 4 bytes
            streams[(index,)] = _Stream([(index, array)], {"target": INDICES}, mode, array.dtype.itemsize)
            continue
        packed = pack_array(array, type=accessor["type"], target=use.target)
        stride = len(packed.data) // len(array)
        if stride % 4 or stride > 256:
            continue
        rows = np.frombuffer(packed.data, np.uint8).reshape(len(array), stride)
        members: Tree = {"byteStride": stride, "target": VERTICES} if use.target == VERTICES else {}
        stream = streams.setdefault((use, stride), _Stream([], members, "ATTRIBUTES", stride))
        stream.accessors.append((index, rows))
    return list(streams.values())


def _pack(draft: Draft, stream: _Stream) -> None:
    import meshopt  # type: ignore[import-untyped]

    whole = np.ascontiguousarray(np.concatenate([array for _, array in stream.accessors]))
    if stream.mode != "ATTRIBUTES":
        whole = whole.reshape(-1)
    data = meshopt.encode_gltf_buffer(whole, stream.mode)
    if len(data) >= whole.nbytes:
        return
    settings = {
        "buffer": 0,
        "byteLength": len(data),
        "byteStride": stream.stride,
        "count": len(whole),
        "mode": stream.mode,
    }
    number = draft.append_view(data, **stream.members, extensions={NAME: settings})
    draft.entries("bufferViews")[number]["byteLength"] = whole.nbytes
    offset = 0
    for index, array in stream.accessors:
        accessor = draft.entries("accessors")[index]
        accessor["bufferView"] = number
        if stream.mode != "ATTRIBUTES" and stream.stride == 2:
            accessor["componentType"] = UNSIGNED_SHORT
        accessor.pop("byteOffset", None)
        if offset:
            accessor["byteOffset"] = offset
        offset += array.nbytes
    require_extension(draft, NAME)
