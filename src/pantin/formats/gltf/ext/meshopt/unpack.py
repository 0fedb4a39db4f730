"""The bytes of compressed buffer views, unpacked once per document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.compression import unpack_once
from pantin.formats.gltf.ext.meshopt import decode
from pantin.formats.gltf.extension_names import MESHOPT
from pantin.formats.gltf.model import get

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.model import Accessor, BufferView


def unpack_view(document: Document, index: int, buffer_view: BufferView) -> memoryview | None:
    """The bytes of a meshopt buffer view; None if it is not compressed, or its plain copy is used.

    The buffer of a compressed view may contain the plain bytes ("fallback"), which are read if the decoder is
    not installed.
    """
    name = next((name for name in MESHOPT if name in (buffer_view.extensions or {})), None)
    if name is None:
        return None
    if not decode.is_installed():
        if _has_plain_copy(document, buffer_view):
            return None
        raise BadAccessor(
            "needs-extra",
            f"buffer view {index} is compressed with {name}: install pantin[meshopt] to read it",
        )
    settings = (buffer_view.extensions or {})[name]
    return unpack_once(document, ("buffer view", index), lambda: decode.unpack(document, index, settings))


def rounding(document: Document, accessor: Accessor) -> Sequence[float] | None:
    """The rounding error of each component of an accessor from the exponential filter of its buffer view;
    None without filter. Encoders round to nearest or towards zero, so the error is at most one step.
    """
    view = get(document.model.buffer_views, accessor.buffer_view)
    names = [name for name in MESHOPT if view and name in (view.extensions or {})]
    if view is None or not names or not decode.is_installed():
        return None
    settings = (view.extensions or {})[names[0]]
    steps = decode.largest_steps(document, accessor.buffer_view or 0, settings)
    if steps is None:
        return None
    first = (accessor.byte_offset or 0) % settings["byteStride"] // 4
    return [float(step) for step in steps[first:]]


def _has_plain_copy(document: Document, buffer_view: BufferView) -> bool:
    buffer = get(document.model.buffers, buffer_view.buffer)
    if buffer is None or buffer_view.buffer is None:
        return False
    if buffer.uri is None and _is_placeholder(buffer.extensions):
        return False
    return document.buffer(buffer_view.buffer).data is not None


def _is_placeholder(extensions: dict[str, Any] | None) -> bool:
    """Whether a buffer has no stored bytes: either meshopt extension marks it as fallback."""
    marks = ((extensions or {}).get(name) for name in MESHOPT)
    return any(isinstance(mark, dict) and mark.get("fallback") is True for mark in marks)
