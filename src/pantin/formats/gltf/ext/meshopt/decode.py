"""EXT_meshopt_compression and KHR_meshopt_compression: the bytes of a compressed buffer view.

The decoder, written in C, does not check its arguments, so every size is checked here first.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import LimitExceeded
from pantin.formats.gltf.accessor import BadAccessor

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document

Bytes = NDArray[np.uint8]

# The most bytes that one encoded byte can unpack to. ATTRIBUTES (version 1): a control byte may mean "all
# zero" for one 4-byte column of a block of up to 256 elements, 1024 bytes. TRIANGLES: at least a byte per
# triangle of three 4-byte indices. INDICES: at least a byte per 4-byte index. A larger size is refused before
# memory is allocated.
MOST_PER_BYTE: Final = {"ATTRIBUTES": 1024, "TRIANGLES": 12, "INDICES": 4}
FILTER_STRIDES: Final = {"OCTAHEDRAL": (4, 8), "QUATERNION": (8,), "COLOR": (4, 8)}
FILTERS: Final = ("NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR")


def is_installed() -> bool:
    return find_spec("meshopt") is not None


def unpack(document: Document, view_index: int, settings: Any) -> memoryview:
    """The decoded bytes of buffer view `view_index`; `settings` is its extension object."""
    mode, filter, count, stride = _check_settings(document, view_index, settings)
    encoded = _packed_bytes(document, view_index, settings)

    def decode() -> Bytes:
        if filter != "COLOR":
            return _decode(view_index, mode, count, stride, encoded, filter)
        return _apply_color_filter(view_index, _decode(view_index, mode, count, stride, encoded), stride)

    return document.budget.hold(count * stride, f"buffer view {view_index}", decode).data.toreadonly()


def largest_steps(document: Document, view_index: int, settings: Any) -> NDArray[np.float64] | None:
    """The largest quantisation step of the exponential filter for each 4-byte column of an unpacked buffer
    view; None for views with another filter or none.
    """
    mode, filter, count, stride = _check_settings(document, view_index, settings)
    if filter != "EXPONENTIAL":
        return None
    encoded = _packed_bytes(document, view_index, settings)
    stored = _decode(view_index, mode, count, stride, encoded).view("<i4")
    # A number is a mantissa in 24 bits, times two to the power of the signed byte above it.
    exponents = (stored.reshape(count, stride // 4) >> 24).max(axis=0)
    return np.asarray(np.ldexp(1.0, exponents), np.float64)


def _check_settings(document: Document, view_index: int, settings: Any) -> tuple[str, str, int, int]:
    if not isinstance(settings, dict):
        raise _corrupt(view_index, "the extension is not an object")
    mode, filter = settings.get("mode"), settings.get("filter", "NONE")
    count, stride = settings.get("count"), settings.get("byteStride")
    if not isinstance(mode, str) or mode not in MOST_PER_BYTE or filter not in FILTERS:
        raise _corrupt(view_index, f"mode {mode!r} or filter {filter!r} is not known")
    if type(count) is not int or type(stride) is not int or count < 1:
        raise _corrupt(view_index, "count and byteStride must be positive integers")
    if mode == "ATTRIBUTES":
        fits = stride % 4 == 0 and 4 <= stride <= 256 and stride in FILTER_STRIDES.get(filter, (stride,))
    else:
        fits = stride in (2, 4) and filter == "NONE" and (mode == "INDICES" or count % 3 == 0)
    if not fits:
        raise _corrupt(
            view_index, f"count {count}, byteStride {stride} and filter {filter} do not go with {mode}"
        )
    if count > document.limits.elements:
        raise LimitExceeded("elements", f"buffer view {view_index} unpacks to {count:,} elements")
    return mode, filter, count, stride


def _packed_bytes(document: Document, view_index: int, settings: dict[str, Any]) -> memoryview:
    """The packed bytes of a view whose settings are valid, if they can hold its elements."""
    buffer, start, length = settings.get("buffer"), settings.get("byteOffset", 0), settings.get("byteLength")
    if any(type(number) is not int or number < 0 for number in (buffer, start, length)):
        raise _corrupt(view_index, "buffer, byteOffset and byteLength must be integers")
    assert isinstance(buffer, int)
    assert isinstance(length, int)
    data = document.buffer(buffer).data if buffer < len(document.model.buffers) else None
    if data is None:
        raise BadAccessor(
            "no-data", f"buffer view {view_index} is packed in buffer {buffer}, but its data is missing"
        )
    if start + length > len(data):
        raise BadAccessor(
            "out-of-bounds",
            f"the packed bytes of buffer view {view_index} go past the end of buffer {buffer}",
        )
    mode, count, stride = settings["mode"], settings["count"], settings["byteStride"]
    if count * stride > MOST_PER_BYTE[mode] * length:
        raise _corrupt(view_index, f"{length} bytes cannot hold {count} elements of {stride} bytes")
    return data[start : start + length]


def _decode(
    view_index: int, mode: str, count: int, stride: int, encoded: memoryview, filter: str = "NONE"
) -> Bytes:
    """The decoded elements of a buffer view, with or without undoing the filter."""
    try:
        return _decode_stream(mode, count, stride, np.frombuffer(encoded, np.uint8), filter)
    except (RuntimeError, ValueError) as error:
        raise _corrupt(view_index, str(error)) from error


def _decode_stream(mode: str, count: int, stride: int, stream: Bytes, filter: str = "NONE") -> Bytes:
    import meshopt  # type: ignore[import-untyped]

    # The package returns rows of bytes, or 16- and 32-bit indices.
    plain: Bytes = np.ascontiguousarray(
        meshopt.decode_gltf_buffer(stream.tobytes(), count, stride, mode, filter)
    )
    return plain.view(np.uint8).reshape(-1)


def _apply_color_filter(view_index: int, plain: Bytes, stride: int) -> Bytes:
    """The COLOR filter of KHR_meshopt_compression, with a check that the package lacks: YCoCg with the scale
    in the top bit of alpha.
    """
    unsigned, signed = (np.dtype("u1"), np.dtype("i1")) if stride == 4 else (np.dtype("<u2"), np.dtype("<i2"))
    stored = plain.view(unsigned).reshape(-1, 4)
    y, alpha = stored[:, 0].astype(np.int32), stored[:, 3].astype(np.int32)
    orange, green = (stored[:, k].view(signed).astype(np.int32) for k in (1, 2))
    if not alpha.all():
        raise _corrupt(view_index, "a colour has no scale bit")
    scale = alpha
    for shift in (1, 2, 4, 8):
        scale = scale | (scale >> shift)
    opacity = ((alpha << 1) & scale) | (alpha & 1)
    channels = np.stack([y + orange - green, y + green, y - orange - green, opacity], axis=1)
    factor = np.float32(np.iinfo(unsigned).max) / scale.astype(np.float32)
    rounded = (channels.astype(np.float32) * factor[:, None] + np.float32(0.5)).astype(np.int32)
    return rounded.astype(unsigned).view(np.uint8).reshape(-1)


def _corrupt(view_index: int, why: str) -> BadAccessor:
    return BadAccessor("corrupt", f"the packed bytes of buffer view {view_index} cannot be unpacked: {why}")
