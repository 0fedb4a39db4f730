"""The arrays of a new document, concatenated, with a buffer view and an accessor for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.errors import Unsuitable
from pantin.base.files import BytesLike
from pantin.formats.gltf.array_store import ArrayStore
from pantin.formats.gltf.new.file_layout import FileLayout, order_members
from pantin.rig.arrays import memory_key

MadeT = TypeVar("MadeT")


def to_float32(numbers: ArrayLike, what: str) -> NDArray[np.float32]:
    """Numbers as glTF stores them, in float32. Raises `Unsupported` for numbers that are too large."""
    with np.errstate(over="ignore"):
        stored = np.asarray(numbers).astype("<f4", copy=False)
    if not np.isfinite(stored).all():
        raise Unsuitable(f"{what}: a number is too large for glTF, which stores float32")
    return stored


class Store(ArrayStore):
    """The arrays stored so far, and the extensions that they and other parts use."""

    def __init__(self, layout: FileLayout) -> None:
        self.layout = layout
        self.accessors: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.parts: list[BytesLike] = []
        self.length = 0
        self.extensions: dict[str, bool] = {}
        """The extensions in use, and whether readers must support them."""
        self.image_types: list[str] = []
        """The media type of each image."""
        self._made: dict[tuple[Any, ...], tuple[tuple[NDArray[Any], ...], Any]] = {}

    def once(self, what: str, arrays: tuple[NDArray[Any], ...], make: Callable[[], MadeT]) -> MadeT:
        """Call `make` once for the same arrays in memory, so that surfaces with the same vertices, as in G4MF
        meshes, share accessors."""
        key = (what, *map(memory_key, arrays))
        if key not in self._made:
            # The arrays are kept, so that no other can get their memory.
            self._made[key] = (arrays, make())
        value: MadeT = self._made[key][1]
        return value

    def add_view(self, data: BytesLike, target: int | None = None, stride: int | None = None) -> int:
        """A separate buffer view for some bytes, padded to 4."""
        view = {"buffer": 0, "byteLength": len(data), "byteStride": stride, "target": target}
        if self.length or self.layout.write_defaults:
            view["byteOffset"] = self.length
        self.views.append(order_members(self.layout, "view", view))
        padding = -len(data) % 4
        self.parts += [data, b"\0" * padding] if padding else [data]
        self.length += len(data) + padding
        return len(self.views) - 1

    def add_accessor(self, members: dict[str, Any]) -> int:
        if "sparse" in members:
            members["sparse"] = order_members(self.layout, "sparse", members["sparse"])
        if self.layout.write_defaults:
            members["normalized"] = False
            if "bufferView" in members:
                members["byteOffset"] = 0
        self.accessors.append(order_members(self.layout, "accessor", members))
        return len(self.accessors) - 1

    def use(self, *names: str) -> None:
        """List an extension as used."""
        for name in names:
            self.extensions.setdefault(name, False)

    def require(self, name: str) -> None:
        """List an extension as used and required."""
        self.extensions[name] = True
