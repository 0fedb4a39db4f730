"""The arrays of a new document, concatenated, with a buffer view and an accessor for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.errors import Unsupported
from pantin.formats.gltf.accessor_layout import COMPONENT_TYPES
from pantin.formats.gltf.codes import VERTICES
from pantin.formats.gltf.new.file_layout import Layout, order_members

Array = NDArray[Any]

TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


def to_float32(numbers: ArrayLike, what: str) -> NDArray[np.float32]:
    """Numbers as glTF stores them, in float32. Raises `Unsupported` for numbers that are too large."""
    with np.errstate(over="ignore"):
        stored = np.asarray(numbers).astype("<f4", copy=False)
    if not np.isfinite(stored).all():
        raise Unsupported(f"{what}: a number is too large for glTF, which stores float32")
    return stored


class Store:
    """The arrays stored so far; every method that adds something returns its index."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.accessors: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.parts: list[bytes | memoryview] = []
        self.length = 0
        self.extensions: dict[str, bool] = {}
        """The extensions in use, and whether a reader must know them."""
        self.image_types: list[str] = []
        """The media type of each image."""

    def view(self, array: Array, target: int | None = None) -> int:
        """A buffer view of its own for the bytes of an array, padded to 4."""
        return self.bytes_view(np.ascontiguousarray(array).tobytes(), target)

    def bytes_view(
        self, data: bytes | memoryview, target: int | None = None, stride: int | None = None
    ) -> int:
        """A buffer view of its own for some bytes, padded to 4."""
        view = {"buffer": 0, "byteLength": len(data), "byteStride": stride, "target": target}
        if self.length or self.layout.write_defaults:
            view["byteOffset"] = self.length
        self.views.append(order_members(self.layout, "view", view))
        padding = -len(data) % 4
        self.parts += [data, b"\0" * padding] if padding else [data]
        self.length += len(data) + padding
        return len(self.views) - 1

    def use(self, *names: str) -> None:
        """List extensions as used."""
        for name in names:
            self.extensions.setdefault(name, False)

    def require(self, name: str) -> None:
        """List an extension as used and required."""
        self.extensions[name] = True

    def attribute(self, stored: Array) -> int:
        """An accessor over an attribute of vertices, whose rows begin at multiples of 4 bytes (§3.6.2.4)."""
        width = stored.shape[1] * stored.itemsize
        stride = -(-width // 4) * 4
        if stride == width:
            return self.array(stored, VERTICES)
        rows = np.zeros((len(stored), stride), np.uint8)
        rows[:, :width] = np.ascontiguousarray(stored).view(np.uint8).reshape(len(stored), width)
        return self._add(stored, {"bufferView": self.bytes_view(rows.tobytes(), VERTICES, stride)}, None)

    def array(self, stored: Array, target: int | None = None, bounds_of: Array | None = None) -> int:
        """An accessor over an array (count, components) of a stored type; with the bounds of `bounds_of`."""
        return self._add(stored, {"bufferView": self.view(stored, target)}, bounds_of)

    def sparse(self, rows: Array, stored: Array, count: int, bounds_of: Array | None = None) -> int:
        """An accessor of `count` zeros in which `rows` are replaced; all zeros without rows."""
        members: dict[str, Any] = {}
        if len(rows):
            least = least_unsigned(count - 1, ("u1", "u2", "u4"))
            indices = {
                "bufferView": self.view(rows.astype("<" + least)),
                "componentType": COMPONENT_TYPES[np.dtype("<" + least)],
            }
            values = {"bufferView": self.view(stored)}
            members["sparse"] = order_members(
                self.layout, "sparse", {"count": len(rows), "indices": indices, "values": values}
            )
        return self._add(stored, members, bounds_of, count)

    def _add(
        self, stored: Array, members: dict[str, Any], bounds_of: Array | None, count: int | None = None
    ) -> int:
        members["componentType"] = COMPONENT_TYPES[stored.dtype]
        members["count"] = len(stored) if count is None else count
        members["type"] = TYPES[stored.shape[1]]
        if self.layout.write_defaults:
            members["normalized"] = False
            if "bufferView" in members:
                members["byteOffset"] = 0
        if bounds_of is not None:
            # Minimum and maximum do not round and do not depend on the order.
            members["min"] = bounds_of.min(axis=0).tolist()
            members["max"] = bounds_of.max(axis=0).tolist()
        self.accessors.append(order_members(self.layout, "accessor", members))
        return len(self.accessors) - 1


def least_unsigned(largest: int, types: Sequence[str]) -> str:
    """The first of these unsigned types that can store a number."""
    return next(type for type in types if largest < 1 << (8 * int(type[1:])))
