"""The arrays of a new document: bytes one after another, a buffer view and an accessor for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.errors import Unsupported
from pantin.formats.gltf.accessor_layout import COMPONENT_TYPES
from pantin.formats.gltf.new.encode import ordered
from pantin.formats.gltf.new.file_layout import Layout

Array = NDArray[Any]

TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


def single(numbers: ArrayLike, what: str) -> NDArray[np.float32]:
    """Numbers as glTF stores them, in float32; refuses those that are too large for it."""
    with np.errstate(over="ignore"):
        stored = np.asarray(numbers).astype("<f4", copy=False)
    if not np.isfinite(stored).all():
        raise Unsupported(f"{what}: a number is too large for glTF, which stores float32")
    return stored


class Store:
    """What is stored so far; every method that adds something returns its index."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.accessors: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.parts: list[bytes] = []
        self.length = 0

    def view(self, array: Array, target: int | None = None) -> int:
        """A buffer view of its own for the bytes of an array, padded to 4."""
        data = np.ascontiguousarray(array).tobytes()
        view = {"buffer": 0, "byteLength": len(data), "target": target}
        if self.length or self.layout.spelled_out:
            view["byteOffset"] = self.length
        self.views.append(ordered(self.layout, "view", view))
        padded = data + b"\0" * (-len(data) % 4)
        self.parts.append(padded)
        self.length += len(padded)
        return len(self.views) - 1

    def array(self, stored: Array, target: int | None = None, bounds_of: Array | None = None) -> int:
        """An accessor over an array (count, components) of a stored type; with the bounds of `bounds_of`."""
        return self._add(stored, {"bufferView": self.view(stored, target)}, bounds_of)

    def sparse(self, rows: Array, stored: Array, count: int, bounds_of: Array | None = None) -> int:
        """An accessor of `count` zeros in which some rows are replaced; all zeros where there are none."""
        members: dict[str, Any] = {}
        if len(rows):
            least = least_unsigned(count - 1, ("u1", "u2", "u4"))
            indices = {
                "bufferView": self.view(rows.astype("<" + least)),
                "componentType": COMPONENT_TYPES[np.dtype("<" + least)],
            }
            values = {"bufferView": self.view(stored)}
            members["sparse"] = ordered(
                self.layout, "sparse", {"count": len(rows), "indices": indices, "values": values}
            )
        return self._add(stored, members, bounds_of, count)

    def _add(
        self, stored: Array, members: dict[str, Any], bounds_of: Array | None, count: int | None = None
    ) -> int:
        members["componentType"] = COMPONENT_TYPES[stored.dtype]
        members["count"] = len(stored) if count is None else count
        members["type"] = TYPES[stored.shape[1]]
        if self.layout.spelled_out:
            members["normalized"] = False
            if "bufferView" in members:
                members["byteOffset"] = 0
        if bounds_of is not None:
            # Minimum and maximum neither round nor depend on an order.
            members["min"] = bounds_of.min(axis=0).tolist()
            members["max"] = bounds_of.max(axis=0).tolist()
        self.accessors.append(ordered(self.layout, "accessor", members))
        return len(self.accessors) - 1


def least_unsigned(largest: int, among: Sequence[str]) -> str:
    """The first of these unsigned types that holds a number."""
    return next(one for one in among if largest < 1 << (8 * int(one[1:])))
