"""Compress the data of a document with meshoptimizer: EXT_meshopt_compression. It is lossless unless filters
are requested."""

from __future__ import annotations

import math
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import MissingExtra
from pantin.base.extras import install_command
from pantin.formats.gltf.accessor import values, view
from pantin.formats.gltf.array_store import pack_array
from pantin.formats.gltf.codes import BYTE, INDICES, SHORT, UNSIGNED_SHORT, VERTICES
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension_names import MESH_QUANTIZATION
from pantin.formats.gltf.extension_names import MESHOPT as NAMES
from pantin.formats.gltf.slim.compaction import Frozen, use_of
from pantin.formats.gltf.slim.draft import Draft, Tree, packing_of
from pantin.formats.gltf.slim.geometry import primitives, require_extension
from pantin.formats.gltf.slim.references import every_reference
from pantin.formats.images import image_size
from pantin.operations.comparison.vertices import VertexTable, longest_side
from pantin.rig import Rig

NAME = NAMES[1]
"""The extension name that readers have supported longest; its data is version 0, as it requires."""


def is_packed(document: Document) -> bool:
    """Whether a document has compressed buffer views."""
    return any(packing_of(view) is not None for view in document.tree.get("bufferViews", ()))


class Filters(NamedTuple):
    """The precision of the lossy filters: octahedral normals and tangents; rotations without their largest
    component; texture coordinates, translations, scales and morph weights as fractions with a common
    exponent."""

    rotation: int = 16
    coordinates: int = 12
    motion: int = 16
    normals: int = 8


def filters_within(rig: Rig, left: float, *, animated: bool) -> Iterator[Filters]:
    """Increasingly precise filters for the rest of a bound. Stored in b bits without the largest component, a
    rotation is off by at most 2.45 / 2 ** b radians; errors along a chain of joints add up over half the
    size."""
    size = longest_side(VertexTable.from_rig(rig).rest)
    steps = min(max(2.45 * size / max(left, 1e-30), 1.0), 2.0**17)
    first = max(math.ceil(math.log2(steps)) - 1, 10)
    coordinates = min(max(math.ceil(math.log2(_largest_image(rig))) + 3, 12), 16)
    for bits in range(first, 17) if animated else (16,):
        yield Filters(rotation=bits, coordinates=coordinates)


def _largest_image(rig: Rig) -> int:
    """The longer side of the largest image in pixels; 1024 if none is known."""
    sizes = [image_size(image.data) for image in rig.images if image.data]
    return max((max(size) for size in sizes if size), default=1024)


MANTISSA = (1 << 23) - 1
"""The largest mantissa of the exponential filter."""


class _Stream(NamedTuple):
    """Accessors of one use and element size in one buffer view; `rows` are encoded, `changed` are the members
    of accessors that a filter stores in another type."""

    accessors: list[tuple[int, NDArray[Any]]]
    members: Tree
    mode: str
    stride: int
    filter: str = ""
    changed: Tree | None = None


def require_meshopt() -> None:
    """Raise `MissingExtra` if the compression package is not installed."""
    if find_spec("meshopt") is None:
        raise MissingExtra(f"compressing needs the package meshopt: {install_command('meshopt')}")


def pack_data(document: Document, filters: Filters | None = None) -> Document:
    """Compress vertices, indices, matrices and keys, unless that makes them larger. Lossless without
    filters."""
    require_meshopt()
    draft = Draft(document)
    for stream in _streams(draft, filters):
        _pack(draft, stream)
    return draft.finish()


def _streams(draft: Draft, filters: Filters | None) -> list[_Stream]:
    uses: dict[int, set[Any]] = {}
    lists: set[int] = set()
    """Accessors of indices other than triangles."""
    for reference in every_reference(draft.document):
        if reference.collection == "accessors":
            uses.setdefault(reference.index, set()).add(use_of(reference))
            if reference.path[-1] == "indices" and reference.path[0] == "meshes":
                primitive = draft.entries("meshes")[int(reference.path[1])]["primitives"][reference.path[3]]
                lists |= {reference.index} if primitive.get("mode", 4) != 4 else set()
    first = Frozen.from_document(draft.document).first("accessors", draft.tree)
    roles = _roles(draft)
    streams: dict[tuple[Any, ...], _Stream] = {}
    for index, accessor in enumerate(draft.entries("accessors")):
        several = uses.get(index, set())
        view_index = accessor.get("bufferView")
        if index < first or len(several) != 1 or view_index is None or "sparse" in accessor:
            continue
        if packing_of(draft.entries("bufferViews")[view_index]) is not None:
            continue
        use = next(iter(several))
        array = np.asarray(view(draft.document, index))
        if use.target == INDICES:
            mode = "INDICES" if index in lists or len(array) % 3 else "TRIANGLES"
            if array.dtype.itemsize == 1:
                if int(array.max()) == 255:
                    continue  # it would not be the largest value any more, with which a strip begins again
                array = array.astype("<u2")  # the stream has elements of 2 or 4 bytes
            # Triangles of several surfaces are one row of triangles: each stream costs bytes of its own.
            stream = _Stream([], {"target": INDICES}, mode, array.dtype.itemsize)
            key = (mode, stream.stride) if mode == "TRIANGLES" else (index,)
            streams.setdefault(key, stream).accessors.append((index, array))
            continue
        role = roles.get(index, use.name)
        members: Tree = {"target": VERTICES} if use.target == VERTICES else {}
        filtered = None if filters is None else _filter(draft, index, role, filters)
        if filtered is None:
            packed = pack_array(array, type=accessor["type"], target=use.target)
            stride = len(packed.data) // len(array)
            rows = np.frombuffer(packed.data, np.uint8).reshape(len(array), stride)
            stream = _Stream([], members, "ATTRIBUTES", stride)
        else:
            stream, rows = filtered[0]._replace(members=members), filtered[1]
        if stream.stride % 4 or stream.stride > 256:
            continue
        if use.target == VERTICES:
            members["byteStride"] = stream.stride
        # Bytes of one kind follow each other: that is what the encoder counts on.
        stream = streams.setdefault((use, role, stream.stride, stream.filter), stream)
        stream.accessors.append((index, rows))
    return list(streams.values())


def _roles(draft: Draft) -> dict[int, str]:
    """The role of an accessor's numbers: an attribute, a morph target's attribute, or a channel property."""
    roles: dict[int, set[str]] = {}
    for located in primitives(draft):
        for name, index in located.primitive["attributes"].items():
            roles.setdefault(index, set()).add(name)
        for target in located.primitive.get("targets", ()):
            for name, index in target.items():
                roles.setdefault(index, set()).add(f"target {name}")
    for animation in draft.entries("animations"):
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            spline = " spline" if sampler.get("interpolation") == "CUBICSPLINE" else ""
            roles.setdefault(sampler["output"], set()).add(channel["target"]["path"] + spline)
            roles.setdefault(sampler["input"], set()).add("times")
    return {index: next(iter(names)) for index, names in roles.items() if len(names) == 1}


def _filter(
    draft: Draft, index: int, role: str, filters: Filters
) -> tuple[_Stream, NDArray[np.uint8]] | None:
    """The filtered rows of an accessor, and their stream; None if no filter applies."""
    import meshopt  # type: ignore[import-untyped]

    stored = np.asarray(view(draft.document, index))
    numbers = values(draft.document, index).astype(np.float32)
    if role in ("NORMAL", "TANGENT") and stored.dtype in (np.float32, np.int8):
        four = np.zeros((len(numbers), 4), np.float32)
        four[:, : numbers.shape[1]] = numbers
        rows = meshopt.encode_filter_oct(four, 4, filters.normals)
        changed: Tree = {"componentType": BYTE, "normalized": True}
        return _Stream([], {}, "ATTRIBUTES", 4, "OCTAHEDRAL", changed), rows
    if role == "rotation" and stored.dtype in (np.float32, np.int16):
        rows = meshopt.encode_filter_quat(numbers, 8, filters.rotation)
        changed = {"componentType": SHORT, "normalized": True}
        return _Stream([], {}, "ATTRIBUTES", 8, "QUATERNION", changed), rows
    if role.startswith("WEIGHTS_") or role in ("POSITION", "target POSITION"):
        return _filter_multiples(stored) if stored.dtype == np.float32 else None
    bits = filters.coordinates if role.startswith("TEXCOORD_") else filters.motion
    moves = role.removesuffix(" spline") in ("translation", "scale", "weights")
    if stored.dtype == np.float32 and (role.startswith("TEXCOORD_") or moves):
        mode = "SharedComponent" if role.startswith("TEXCOORD_") else "SharedVector"
        flat = numbers.reshape(len(numbers), -1)
        rows = meshopt.encode_filter_exp(flat, bits, mode)
        return _Stream([], {}, "ATTRIBUTES", 4 * flat.shape[1], "EXPONENTIAL"), rows
    return None


def _filter_multiples(stored: NDArray[np.float32]) -> tuple[_Stream, NDArray[np.uint8]] | None:
    """Encode numbers that are multiples of a power of two: a signed 24-bit mantissa and a common 8-bit
    exponent. None for others."""
    largest = max(float(np.abs(stored).max(initial=0.0)), 1.0 / MANTISSA)
    if not math.isfinite(largest):
        return None
    finest = math.floor(math.log2(MANTISSA / largest))
    for exponent in range(max(finest - 23, -100), min(finest, 100) + 1):
        scaled = stored.astype(np.float64) * 2.0**exponent
        if (scaled == np.round(scaled)).all():
            rows = (scaled.astype("<i4") & 0xFFFFFF).astype("<u4") | np.uint32((-exponent & 0xFF) << 24)
            stream = _Stream([], {}, "ATTRIBUTES", 4 * stored.shape[1], "EXPONENTIAL")
            return stream, np.ascontiguousarray(rows).view(np.uint8)
    return None


def _without_filter(draft: Draft, stream: _Stream) -> NDArray[np.uint8]:
    """The rows of a stream without filter; keys that repeat a value take fewer bytes like this."""
    arrays = [np.asarray(view(draft.document, index)) for index, _ in stream.accessors]
    rows = [np.ascontiguousarray(array).reshape(len(array), -1).view(np.uint8) for array in arrays]
    return np.ascontiguousarray(np.concatenate(rows))


def _pack(draft: Draft, stream: _Stream) -> None:
    import meshopt

    whole = np.ascontiguousarray(np.concatenate([array for _, array in stream.accessors]))
    if stream.mode != "ATTRIBUTES":
        whole = whole.reshape(-1)
    data = meshopt.encode_gltf_buffer(whole, stream.mode)
    if stream.filter == "EXPONENTIAL":
        plain = _without_filter(draft, stream)
        other = meshopt.encode_gltf_buffer(plain, stream.mode)
        if len(other) <= len(data):
            whole, data, stream = plain, other, stream._replace(filter="")
    if len(data) >= whole.nbytes and not stream.filter:
        return
    settings = {
        "buffer": 0,
        "byteLength": len(data),
        "byteStride": stream.stride,
        "count": len(whole),
        "mode": stream.mode,
    }
    if stream.filter:
        settings["filter"] = stream.filter
    number = draft.append_view(data, **stream.members, extensions={NAME: settings})
    draft.entries("bufferViews")[number]["byteLength"] = whole.nbytes
    offset = 0
    for index, array in stream.accessors:
        accessor = draft.entries("accessors")[index]
        accessor["bufferView"] = number
        if stream.mode != "ATTRIBUTES" and stream.stride == 2:
            accessor["componentType"] = UNSIGNED_SHORT
        if stream.changed:
            accessor |= stream.changed
            accessor.pop("min", None)
            accessor.pop("max", None)
        accessor.pop("byteOffset", None)
        if offset:
            accessor["byteOffset"] = offset
        offset += array.nbytes
    require_extension(draft, NAME)
    if stream.changed and stream.members:
        require_extension(draft, MESH_QUANTIZATION)
