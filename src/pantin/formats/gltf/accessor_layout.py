"""The memory layout of one element of an accessor: the dtype of its components, and the padding of matrix
columns (glTF 2.0 §3.6.2.2 and §3.6.2.4).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pantin.base.records import Record
from pantin.formats.gltf.codes import (
    BYTE,
    COMPONENTS,
    DOUBLE,
    FLOAT,
    HALF,
    MATRIX_ORDERS,
    SHORT,
    UNSIGNED_BYTE,
    UNSIGNED_INT,
    UNSIGNED_SHORT,
)

# Explicitly little-endian, so that a big-endian machine reads the same numbers.
DTYPES: Final[dict[int, np.dtype[Any]]] = {
    BYTE: np.dtype("i1"),
    UNSIGNED_BYTE: np.dtype("u1"),
    SHORT: np.dtype("<i2"),
    UNSIGNED_SHORT: np.dtype("<u2"),
    UNSIGNED_INT: np.dtype("<u4"),
    FLOAT: np.dtype("<f4"),
    DOUBLE: np.dtype("<f8"),
    HALF: np.dtype("<f2"),
}
COMPONENT_TYPES: Final = {dtype: number for number, dtype in DTYPES.items() if number not in (DOUBLE, HALF)}
"""Component types of core glTF: the writer uses no others, because they need an extension."""
COMPONENT_SIZES: Final = {number: dtype.itemsize for number, dtype in DTYPES.items()}


class ElementLayout(Record):
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


def _layout(component_type: int, type: str) -> ElementLayout:
    dtype, width = DTYPES[component_type], COMPONENT_SIZES[component_type]
    components = COMPONENTS[type]
    order = MATRIX_ORDERS.get(type)
    if order is None:
        return ElementLayout(
            dtype, (components,), (width,), components, width, components * width, components * width
        )
    # §3.6.2.4: every column starts on a 4-byte boundary.
    column = -(-order * width // 4) * 4
    size = column * (order - 1) + order * width
    return ElementLayout(dtype, (order, order), (width, column), components, width, size, column * order)


LAYOUTS: Final = {(c, t): _layout(c, t) for c in COMPONENT_SIZES for t in COMPONENTS}
"""The layout of every pair (componentType, type)."""
