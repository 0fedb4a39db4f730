"""How glTF stores an array: its bytes, a buffer view and an accessor, dense or sparse.

`ArrayStore` is the one place that makes them. Its subclasses say where they go: into a document that is
edited (`edits.DocumentArrays`), a new one (`new.store.Store`) or one that is rewritten (`slim.draft.Draft`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.base.files import BytesLike
from pantin.formats.gltf.accessor_layout import COMPONENT_TYPES, LAYOUTS
from pantin.formats.gltf.codes import VERTICES

Array = NDArray[Any]

TYPES = {
    (1,): "SCALAR",
    (2,): "VEC2",
    (3,): "VEC3",
    (4,): "VEC4",
    (2, 2): "MAT2",
    (3, 3): "MAT3",
    (4, 4): "MAT4",
}


class PackedArray(NamedTuple):
    """The bytes of an accessor, their stride (None if contiguous), and its members but the buffer view."""

    data: bytes
    stride: int | None
    members: dict[str, Any]


class ArrayStore(ABC):
    """Stores arrays; every method that adds something returns its index."""

    @abstractmethod
    def add_view(self, data: BytesLike, target: int | None = None, stride: int | None = None) -> int:
        """Add a buffer view with these bytes."""

    @abstractmethod
    def add_accessor(self, members: dict[str, Any]) -> int:
        """Add an accessor; its views are already stored."""

    def store_array(
        self,
        array: Array,
        *,
        type: str | None = None,
        normalized: bool = False,
        target: int | None = None,
        min_max: bool | Array = False,
    ) -> int:
        """Store an array (count, components) or (count, rows, columns).

        The component type is that of the array: float64 becomes float32, every other type must be one of
        glTF's. `type` is the accessor type if the shape is ambiguous, `target` the use of the buffer view
        (`VERTICES`, `INDICES`); with `min_max` the bounds are written, those of another array if it is one.
        """
        packed = pack_array(array, type=type, normalized=normalized, target=target, min_max=min_max)
        return self.store_packed(packed, target)

    def store_packed(self, packed: PackedArray, target: int | None = None) -> int:
        view = self.add_view(packed.data, target, packed.stride)
        return self.add_accessor({"bufferView": view, **packed.members})

    def store_sparse(
        self,
        rows: Array,
        values: Array,
        count: int,
        *,
        normalized: bool = False,
        bounds_of: Array | None = None,
    ) -> int:
        """Store an array of `count` rows as a sparse accessor: `values` replace some rows, the others are
        zero."""
        members = _members(values, count, TYPES[values.shape[1:]], normalized, bounds_of)
        if len(rows):
            indices = rows.astype("<" + least_unsigned(count - 1, ("u1", "u2", "u4")))
            members["sparse"] = {
                "count": len(rows),
                "indices": {
                    "bufferView": self.add_view(pack_array(indices).data),
                    "componentType": COMPONENT_TYPES[indices.dtype],
                },
                "values": {"bufferView": self.add_view(pack_array(values).data)},
            }
        return self.add_accessor(members)


def pack_array(
    array: Array,
    *,
    type: str | None = None,
    normalized: bool = False,
    target: int | None = None,
    min_max: bool | Array = False,
) -> PackedArray:
    """The data of an accessor for this array; see `ArrayStore.store_array`. Raises `ValueError`."""
    stored = np.asarray(array)
    if stored.ndim == 1:
        stored = stored[:, None]
    if stored.dtype == np.float64:
        with np.errstate(over="ignore"):  # refused below
            stored = stored.astype("<f4")
    component = COMPONENT_TYPES.get(stored.dtype)
    kind = type or TYPES.get(stored.shape[1:])
    if component is None or kind is None or not len(stored):
        raise ValueError(f"an accessor cannot hold {stored.dtype} of shape {stored.shape}")
    if stored.dtype.kind == "f" and not np.isfinite(stored).all():
        raise ValueError("an accessor holds finite float32 numbers only (glTF 2.0 §3.6.2.2)")
    stride = _stride(component, kind, target)
    bounds_of = None if min_max is False else stored if min_max is True else min_max
    members = _members(stored, len(stored), kind, normalized, bounds_of)
    return PackedArray(_to_bytes(stored, component, kind, stride), stride, members)


def _members(
    stored: Array, count: int, kind: str, normalized: bool, bounds_of: Array | None
) -> dict[str, Any]:
    members: dict[str, Any] = {"componentType": COMPONENT_TYPES[stored.dtype]}
    if normalized:
        members["normalized"] = True
    members |= {"count": count, "type": kind}
    if bounds_of is not None:
        # Minimum and maximum do not round and do not depend on the order.
        flat = _column_major(bounds_of).reshape(len(bounds_of), -1)
        members |= {"min": flat.min(axis=0).tolist(), "max": flat.max(axis=0).tolist()}
    return members


def _column_major(stored: Array) -> Array:
    return stored.transpose(0, 2, 1) if stored.ndim == 3 else stored


def _stride(component: int, kind: str, target: int | None) -> int | None:
    """The stride of elements, None if contiguous: vertices are aligned to 4 bytes (§3.6.2.4)."""
    size = LAYOUTS[component, kind].size
    return size + -size % 4 if target == VERTICES and size % 4 else None


def _to_bytes(stored: Array, component: int, kind: str, stride: int | None) -> bytes:
    layout = LAYOUTS[component, kind]
    if stride is None and len(layout.shape) == 1:
        return stored.astype(layout.dtype, copy=False).tobytes()
    stride = stride or layout.stride
    data = np.zeros(len(stored) * stride, np.uint8)
    elements = np.ndarray(stored.shape, layout.dtype, data.data, 0, (stride, *layout.strides))
    elements[...] = stored.astype(layout.dtype, copy=False)
    return data.tobytes()


def least_unsigned(largest: int, types: Sequence[str]) -> str:
    """The first of these unsigned types that can hold a number."""
    return next(type for type in types if largest < 1 << (8 * int(type[1:])))
