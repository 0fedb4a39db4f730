"""Sparse accessors: a base of stored numbers or zeros, with some elements replaced (glTF 2.0 §3.6.2.3).

The base is copied here, the one place where reading an accessor takes memory of its size.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pantin.errors import LimitExceeded
from pantin.formats.gltf.accessor import Array, BadAccessor, buffer_view_bytes, laid_over
from pantin.formats.gltf.accessor_layout import LAYOUTS, Layout
from pantin.formats.gltf.codes import UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.model import Sparse

INDEX_TYPES = frozenset((UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT))


def substituted(
    document: Document, index: int, sparse: Sparse, layout: Layout, base: Array, *, prefix: bool = False
) -> Array:
    """A copy of `base` in which the elements that `sparse` names are replaced.

    Indices that do not rise strictly within the accessor leave in doubt what is meant and are refused; with
    `prefix` those before the first of these count, and the others not.
    """
    indices = sparse_indices(document, index, sparse)
    replacement = _replacements(document, index, sparse, layout)
    sound = _sound_prefix(indices, len(base))
    if (sound < len(indices) and not prefix) or len(indices) > len(base):
        raise BadAccessor(
            "sparse", f"accessor {index}: sparse indices do not rise strictly within the accessor"
        )
    if base.strides[0] == 0 and base.nbytes > document.limits.sparse_bytes:
        raise LimitExceeded("sparse_bytes", f"accessor {index} is sparse and takes {base.nbytes:,} bytes")
    whole = _writable(base, index)
    whole[indices[:sound]] = replacement[:sound]
    return whole


def _sound_prefix(indices: Array, count: int) -> int:
    """How many indices there are before the first that is not less than `count`, or not greater than the
    last.
    """
    sound = indices < count
    sound[1:] &= indices[1:] > indices[:-1]
    return len(indices) if sound.all() else int(np.argmin(sound))


def sparse_indices(document: Document, index: int, sparse: Sparse, *, past_view: bool = False) -> Array:
    """The stored indices of the replaced elements, one dimension, in their stored type.

    With `past_view` they may go on after the end of their buffer view, as far as the buffer goes.
    """
    part = sparse.indices
    if (
        sparse.count is None
        or part is None
        or part.buffer_view is None
        or part.component_type not in INDEX_TYPES
    ):
        raise BadAccessor(
            "undefined", f"accessor {index}: sparse.indices or sparse.count is missing or invalid"
        )
    layout, place = LAYOUTS[part.component_type, "SCALAR"], (part.buffer_view, part.byte_offset or 0)
    asker = f"sparse.indices of accessor {index}"
    return _packed(document, asker, place, layout, sparse.count, past_view=past_view)[:, 0]


def _replacements(document: Document, index: int, sparse: Sparse, layout: Layout) -> Array:
    part = sparse.values
    if sparse.count is None or part is None or part.buffer_view is None:
        raise BadAccessor(
            "undefined", f"accessor {index}: sparse.values or sparse.count is missing or invalid"
        )
    place, asker = (part.buffer_view, part.byte_offset or 0), f"sparse.values of accessor {index}"
    return _packed(document, asker, place, _tight(layout), sparse.count)


def _tight(layout: Layout) -> Layout:
    """The layout without padding between matrix columns, in which the Khronos validator and three.js read
    `values`.
    """
    if len(layout.shape) == 1:
        return layout
    width, column = layout.component_size, layout.component_size * layout.shape[0]
    size = width * layout.components
    return replace(layout, strides=(width, column), size=size, stride=size)


def _packed(
    document: Document,
    asker: str,
    place: tuple[int, int],
    layout: Layout,
    count: int,
    *,
    past_view: bool = False,
) -> Array:
    """`count` elements without gaps from `place`, a buffer view and an offset in it."""
    view_index, offset = place
    if count > document.limits.elements:
        raise LimitExceeded(
            "elements", f"{asker} has {count:,} elements, more than {document.limits.elements:,}"
        )
    data, start, length, _ = buffer_view_bytes(document, view_index, asker)
    length = len(data) - start if past_view else length
    end = offset + layout.stride * (count - 1) + layout.size
    if count < 1 or offset < 0 or end > length:
        raise BadAccessor("out-of-bounds", f"{asker} ends at byte {end} of a buffer view of {length} bytes")
    return laid_over(data, start + offset, layout, count, layout.stride)


def _writable(base: Array, index: int) -> Array:
    try:
        # Untouched pages of fresh zeros are given out by the system when they are written.
        return np.zeros(base.shape, base.dtype) if base.strides[0] == 0 else base.copy()
    except MemoryError as error:
        raise LimitExceeded(
            "sparse_bytes", f"accessor {index} needs {base.nbytes:,} bytes of memory"
        ) from error
