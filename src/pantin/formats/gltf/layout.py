"""How one element of an accessor lies in memory: component types, element types, and the padding of matrix
columns.

glTF 2.0 §3.6.2.2 and §3.6.2.4; the only table of these numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

COMPONENT_SIZES: Final = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
COMPONENT_NAMES: Final = {
    5120: "BYTE",
    5121: "UNSIGNED_BYTE",
    5122: "SHORT",
    5123: "UNSIGNED_SHORT",
    5125: "UNSIGNED_INT",
    5126: "FLOAT",
}
# Little-endian by name, so that a big-endian machine reads the same numbers.
DTYPES: Final[dict[int, np.dtype[Any]]] = {
    5120: np.dtype("i1"),
    5121: np.dtype("u1"),
    5122: np.dtype("<i2"),
    5123: np.dtype("<u2"),
    5125: np.dtype("<u4"),
    5126: np.dtype("<f4"),
}
TYPE_COMPONENTS: Final = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
MATRIX_ORDERS: Final = {"MAT2": 2, "MAT3": 3, "MAT4": 4}


@dataclass(frozen=True, slots=True)
class Layout:
    """One element: a vector of `shape` (n,), or a matrix of `shape` (rows, columns) whose columns are
    contiguous.

    `strides` are the byte distances inside an element, `size` runs from its first byte to the end of its last
    component (the padding after the last column is not part of it), `stride` is the distance to the next
    element when the buffer view states none.
    """

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    components: int
    component_size: int
    size: int
    stride: int


def _layout(component_type: int, type: str) -> Layout:
    dtype, width = DTYPES[component_type], COMPONENT_SIZES[component_type]
    components = TYPE_COMPONENTS[type]
    order = MATRIX_ORDERS.get(type)
    if order is None:
        return Layout(
            dtype, (components,), (width,), components, width, components * width, components * width
        )
    # §3.6.2.4: every column starts on a 4-byte boundary.
    column = -(-order * width // 4) * 4
    size = column * (order - 1) + order * width
    return Layout(dtype, (order, order), (width, column), components, width, size, column * order)


LAYOUTS: Final = {(c, t): _layout(c, t) for c in COMPONENT_SIZES for t in TYPE_COMPONENTS}
"""The layout of every pair (componentType, type)."""
