"""Sparse accessors: a base of stored numbers or zeros, with some elements replaced (glTF 2.0 §3.6.2.3).

The base is copied: only here does reading an accessor allocate memory of its size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pantin.base.errors import LimitExceeded
from pantin.base.records import replace
from pantin.formats.gltf.accessor import Array, BadAccessor, array_over, buffer_view_bytes
from pantin.formats.gltf.accessor_layout import LAYOUTS, Layout
from pantin.formats.gltf.codes import UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.model import Sparse

INDEX_TYPES = frozenset((UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT))


def apply_sparse(
    document: Document, index: int, sparse: Sparse, layout: Layout, base: Array, *, prefix: bool = False
) -> Array:
    """A copy of `base` in which the elements that `sparse` lists are replaced, as `read_replaced` says."""
    indices, replacement = read_replaced(document, index, sparse, layout, len(base), prefix=prefix)
    whole = document.budget.hold(base.nbytes, f"accessor {index}", lambda: _writable_copy(base))
    whole[indices] = replacement
    return whole


def read_replaced(
    document: Document, index: int, sparse: Sparse, layout: Layout, count: int, *, prefix: bool = False
) -> tuple[Array, Array]:
    """The indices and the stored numbers of the elements that `sparse` replaces in an accessor of `count`.

    Indices must increase strictly within the accessor, else `BadAccessor` is raised; with `prefix` the result
    has those before the first invalid one.
    """
    indices = sparse_indices(document, index, sparse)
    replacement = _read_replacements(document, index, sparse, layout)
    valid = _count_valid(indices, count)
    if (valid < len(indices) and not prefix) or len(indices) > count:
        raise BadAccessor(
            "sparse", f"accessor {index}: sparse indices do not rise strictly within the accessor"
        )
    return indices[:valid], replacement[:valid]


def _count_valid(indices: Array, count: int) -> int:
    """The number of indices before the first that is not below `count`, or not above the previous one."""
    valid = indices < count
    valid[1:] &= indices[1:] > indices[:-1]
    return len(indices) if valid.all() else int(np.argmin(valid))


def sparse_indices(document: Document, index: int, sparse: Sparse, *, past_view: bool = False) -> Array:
    """The stored indices of the replaced elements, one dimension, in their stored type.

    With `past_view` they may extend past the end of their buffer view, up to the end of the buffer.
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
    layout, start = LAYOUTS[part.component_type, "SCALAR"], (part.buffer_view, part.byte_offset or 0)
    user = f"sparse.indices of accessor {index}"
    return _read_packed(document, user, start, layout, sparse.count, past_view=past_view)[:, 0]


def _read_replacements(document: Document, index: int, sparse: Sparse, layout: Layout) -> Array:
    part = sparse.values
    if sparse.count is None or part is None or part.buffer_view is None:
        raise BadAccessor(
            "undefined", f"accessor {index}: sparse.values or sparse.count is missing or invalid"
        )
    start, user = (part.buffer_view, part.byte_offset or 0), f"sparse.values of accessor {index}"
    return _read_packed(document, user, start, _tight_layout(layout), sparse.count)


def _tight_layout(layout: Layout) -> Layout:
    """The layout without padding between matrix columns: the Khronos validator and three.js read
    `values` so.
    """
    if len(layout.shape) == 1:
        return layout
    width, column = layout.component_size, layout.component_size * layout.shape[0]
    size = width * layout.components
    return replace(layout, strides=(width, column), size=size, stride=size)


def _read_packed(
    document: Document,
    user: str,
    view_and_offset: tuple[int, int],
    layout: Layout,
    count: int,
    *,
    past_view: bool = False,
) -> Array:
    """`count` elements without gaps, from an offset in a buffer view."""
    view_index, offset = view_and_offset
    if count > document.limits.elements:
        raise LimitExceeded(
            "elements", f"{user} has {count:,} elements, more than {document.limits.elements:,}"
        )
    data, start, length, _ = buffer_view_bytes(document, view_index, user)
    length = len(data) - start if past_view else length
    end = offset + layout.stride * (count - 1) + layout.size
    if count < 1 or offset < 0 or end > length:
        raise BadAccessor("out-of-bounds", f"{user} ends at byte {end} of a buffer view of {length} bytes")
    return array_over(data, start + offset, layout, count, layout.stride)


def _writable_copy(base: Array) -> Array:
    # The system allocates pages of fresh zeros only when they are written.
    return np.zeros(base.shape, base.dtype) if base.strides[0] == 0 else base.copy()
