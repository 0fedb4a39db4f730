"""Accessors as arrays: `view` gives the stored numbers, `values` the numbers they mean.

Arrays share the bytes of the file if the layout allows (glTF 2.0 §3.6.2). Unreadable accessors raise.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from pantin.base.errors import LimitExceeded, PantinError
from pantin.base.records import replace
from pantin.formats.gltf.accessor_layout import LAYOUTS, ElementLayout
from pantin.formats.gltf.codes import INTEGER_RANGES, UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.model import get

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.model import Accessor, BufferView, Sparse

Array = NDArray[Any]
Reason = Literal["undefined", "no-data", "out-of-bounds", "stride", "sparse", "needs-extra", "corrupt"]

# §3.6.2.2: the largest value of each integer type that may be normalised.
NORMALISING_DIVISORS: Final = {
    number: float(most) for number, (_, most) in INTEGER_RANGES.items() if number != UNSIGNED_INT
}

INDEX_TYPES = frozenset((UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT))


class BadAccessor(PantinError):
    """An accessor that cannot be read; `reason` is for programs, the message for people."""

    def __init__(self, reason: Reason, message: str) -> None:
        self.reason: Final = reason
        super().__init__(message)


def view(document: Document, index: int) -> Array:
    """The stored numbers of accessor `index`, sparse substitution applied, in their stored type.

    The shape is (count, components), or (count, rows, columns) for matrices, to be used as `M @ v`. The
    array is read-only unless it is a copy (sparse, compressed). Raises `BadAccessor` if it cannot be read and
    `LimitExceeded` if it has more elements than `document.limits` allow, or exceeds the budget of the file.
    """
    if index not in document.arrays:
        read_plain(document, (index,))
    array = document.arrays.get(index)
    return _read(document, index, prefix=False) if array is None else array


def view_valid_prefix(document: Document, index: int) -> Array:
    """As `view`, but sparse indices count only up to the first that is out of order.

    The Khronos validator checks these numbers; use them for findings only.
    """
    return _read(document, index, prefix=True)


def _read(document: Document, index: int, *, prefix: bool) -> Array:
    accessor = _accessor(document, index)
    base, layout = _read_base(document, index, accessor)
    if accessor.sparse is None:
        return base
    return apply_sparse(document, index, accessor.sparse, layout, base, prefix=prefix)


def read_plain(document: Document, indices: Iterable[int]) -> None:
    """Read those of these accessors that are stored plainly in a buffer view into `document.arrays`, in half
    the time of `view`. `view` reads the others, and reports their faults.
    """
    model, most, arrays = document.model, document.limits.elements, document.arrays
    accessors, views = model.accessors, model.buffer_views
    buffers: dict[int, memoryview | None] = {}
    for index in indices:
        if index in arrays:
            continue
        accessor = get(accessors, index)
        if accessor is None or accessor.sparse is not None:
            continue
        buffer_view = get(views, accessor.buffer_view)
        layout = LAYOUTS.get((accessor.component_type, accessor.type))  # type: ignore[arg-type]
        count = accessor.count or 0
        if buffer_view is None or buffer_view.extensions or layout is None or not 0 < count <= most:
            continue
        stride, length = buffer_view.byte_stride or layout.stride, buffer_view.byte_length or 0
        offset = accessor.byte_offset or 0
        end = offset + stride * (count - 1) + layout.size
        if end > length or stride < layout.size or offset < 0 or buffer_view.buffer is None:
            continue
        if buffer_view.buffer not in buffers:
            buffers[buffer_view.buffer] = document.buffer(buffer_view.buffer).data
        start, data = buffer_view.byte_offset or 0, buffers[buffer_view.buffer]
        if data is not None and start + end <= len(data):
            arrays[index] = array_over(data, start + offset, layout, count, stride)


def values(document: Document, index: int, *, exact: bool = False) -> Array:
    """The values of accessor `index` as floats: normalised integers become fractions (§3.6.2.2).

    Integers that are not normalised (KHR_mesh_quantization) keep their value. The type is float32, which
    holds each of these exactly or correctly rounded, except for 32-bit integers, which become float64. With
    `exact` the fractions are in float64 too.
    """
    return _to_floats(document, index, view(document, index), exact=exact)


def sparse_values(document: Document, index: int) -> tuple[Array, Array, int] | None:
    """The indices and values, as floats, of the elements that a sparse accessor over zeros stores, and the
    count of all its elements; None for any other accessor.

    Blend shapes of large meshes are stored so; all elements would take many times the size of the file.
    """
    accessor = _accessor(document, index)
    if accessor.sparse is None or accessor.buffer_view is not None:
        return None
    base, layout = _read_base(document, index, accessor)
    if base.strides[0]:
        return None  # in a compressed stream
    rows, stored = read_replaced(document, index, accessor.sparse, layout, len(base))
    return rows, _to_floats(document, index, stored, exact=False), len(base)


def _to_floats(document: Document, index: int, stored: Array, *, exact: bool) -> Array:
    if stored.dtype == np.float16:
        # Everything that computes has single or double precision, and either holds a half exactly.
        size = stored.size * np.dtype(np.float32).itemsize
        return document.budget.hold(size, f"accessor {index}", partial(stored.astype, np.float32))
    if stored.dtype.kind == "f":
        return stored
    if stored.strides[0] == 0:
        # Zeros of a missing buffer view: one element is broadcast, nothing is allocated.
        return np.broadcast_to(np.zeros(stored.shape[1:], _float_type(stored)), stored.shape)
    accessor = _accessor(document, index)
    divisor = NORMALISING_DIVISORS.get(accessor.component_type or 0) if accessor.normalized else None
    if divisor is None:
        kind = _float_type(stored)
        size, make = stored.size * kind.itemsize, partial(stored.astype, kind)
    else:
        fraction = np.float64 if exact else np.float32
        size = stored.size * np.dtype(fraction).itemsize
        make = partial(dequantise, stored, divisor, fraction)
    return document.budget.hold(size, f"accessor {index}", make)


def dequantise(stored: Array, divisor: float, kind: type[np.floating[Any]]) -> Array:
    """`stored / divisor` correctly rounded; the lowest signed integer is -1 like its neighbour (§3.6.2.2)."""
    fractions: Array = np.divide(stored, kind(divisor), dtype=kind)
    if stored.dtype.kind == "i":
        np.maximum(fractions, kind(-1), out=fractions)
    return fractions


def array_over(data: memoryview, start: int, layout: ElementLayout, count: int, stride: int) -> Array:
    """An array of `count` elements in `data` from byte `start`; the caller checks that it fits."""
    return np.ndarray((count, *layout.shape), layout.dtype, data, start, (stride, *layout.strides))


def buffer_view_bytes(
    document: Document, view_index: int, user: str
) -> tuple[memoryview, int, int, BufferView]:
    """The bytes of a buffer view: (data, start, length, the view). Error messages start with `user`."""
    buffer_view = get(document.model.buffer_views, view_index)
    if buffer_view is None or buffer_view.byte_length is None:
        raise BadAccessor(
            "no-data", f"{user} refers to buffer view {view_index}, which is missing or incomplete"
        )
    for name in buffer_view.extensions or ():
        extension = find(name)
        unpack = extension.packing.unpack_view if extension is not None else None
        unpacked = unpack(document, view_index, buffer_view) if unpack is not None else None
        if unpacked is not None:
            return unpacked, 0, len(unpacked), buffer_view
    start, length = buffer_view.byte_offset or 0, buffer_view.byte_length
    data = document.buffer(buffer_view.buffer).data if buffer_view.buffer is not None else None
    if data is None:
        raise BadAccessor("no-data", f"{user} needs buffer {buffer_view.buffer}, but its data is missing")
    # A view may state more bytes than its buffer has; those that exist can be read.
    return data, start, min(length, len(data) - start), buffer_view


def _accessor(document: Document, index: int) -> Accessor:
    accessor = get(document.model.accessors, index)
    if accessor is None:
        raise BadAccessor("undefined", f"there is no accessor {index}")
    return accessor


def _read_base(document: Document, index: int, accessor: Accessor) -> tuple[Array, ElementLayout]:
    """The numbers before sparse substitution, and their layout."""
    layout = LAYOUTS.get((accessor.component_type, accessor.type))  # type: ignore[arg-type]
    count = accessor.count
    if layout is None or count is None or count < 1:
        raise BadAccessor("undefined", f"accessor {index} lacks a valid count, type or componentType")
    # An accessor that does not fit its view is out of bounds, however many elements it states.
    stored = None if accessor.buffer_view is None else _read_stored(document, index, accessor, layout, count)
    if count > document.limits.elements:
        what = f"accessor {index} has {count:,} elements, more than {document.limits.elements:,}"
        raise LimitExceeded("elements", what)
    return (_read_unstored(document, index, layout, count) if stored is None else stored), layout


def _read_stored(
    document: Document, index: int, accessor: Accessor, layout: ElementLayout, count: int
) -> Array:
    assert accessor.buffer_view is not None
    data, start, length, buffer_view = buffer_view_bytes(document, accessor.buffer_view, f"accessor {index}")
    offset = accessor.byte_offset or 0
    stride = buffer_view.byte_stride or layout.stride
    if stride < layout.size:
        raise BadAccessor(
            "stride", f"accessor {index}: byteStride {stride} is less than the element length {layout.size}"
        )
    end = offset + stride * (count - 1) + layout.size
    if offset < 0 or end > length:
        raise BadAccessor(
            "out-of-bounds", f"accessor {index} ends at byte {end} of a buffer view of {length} bytes"
        )
    return array_over(data, start + offset, layout, count, stride)


def _read_unstored(document: Document, index: int, layout: ElementLayout, count: int) -> Array:
    """An accessor without a buffer view: in a compressed stream, or zeros (§3.6.2.3), broadcast from one."""
    for name in document.model.extensions_used or ():
        extension = find(name)
        unpack = extension.packing.unpack_accessor if extension is not None else None
        unpacked: Array | None = unpack(document, index) if unpack is not None else None
        if unpacked is not None:
            return unpacked
    return np.broadcast_to(np.zeros(layout.shape, layout.dtype), (count, *layout.shape))


def _float_type(stored: Array) -> np.dtype[Any]:
    return np.dtype(np.float64 if stored.dtype.itemsize == 4 else np.float32)


def apply_sparse(
    document: Document,
    index: int,
    sparse: Sparse,
    layout: ElementLayout,
    base: Array,
    *,
    prefix: bool = False,
) -> Array:
    """A copy of `base` with the elements of `sparse` replaced; see `read_replaced`."""
    indices, replacement = read_replaced(document, index, sparse, layout, len(base), prefix=prefix)
    whole = document.budget.hold(base.nbytes, f"accessor {index}", lambda: _writable_copy(base))
    whole[indices] = replacement
    return whole


def read_replaced(
    document: Document, index: int, sparse: Sparse, layout: ElementLayout, count: int, *, prefix: bool = False
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


def _read_replacements(document: Document, index: int, sparse: Sparse, layout: ElementLayout) -> Array:
    part = sparse.values
    if sparse.count is None or part is None or part.buffer_view is None:
        raise BadAccessor(
            "undefined", f"accessor {index}: sparse.values or sparse.count is missing or invalid"
        )
    start, user = (part.buffer_view, part.byte_offset or 0), f"sparse.values of accessor {index}"
    return _read_packed(document, user, start, _tight_layout(layout), sparse.count)


def _tight_layout(layout: ElementLayout) -> ElementLayout:
    """The layout without padding between matrix columns, which the Khronos validator and three.js use for
    sparse `values`.
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
    layout: ElementLayout,
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
