"""The numbers and words that glTF 2.0 has for types of data and for what data is for, and the names of the
extensions that pack it: the only table of these.
"""

from __future__ import annotations

from typing import Final

# §3.6.2.2
BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, UNSIGNED_INT, FLOAT = 5120, 5121, 5122, 5123, 5125, 5126

COMPONENT_NAMES: Final = {
    BYTE: "BYTE",
    UNSIGNED_BYTE: "UNSIGNED_BYTE",
    SHORT: "SHORT",
    UNSIGNED_SHORT: "UNSIGNED_SHORT",
    UNSIGNED_INT: "UNSIGNED_INT",
    FLOAT: "FLOAT",
}

INTEGER_RANGES: Final = {
    BYTE: (-(1 << 7), (1 << 7) - 1),
    UNSIGNED_BYTE: (0, (1 << 8) - 1),
    SHORT: (-(1 << 15), (1 << 15) - 1),
    UNSIGNED_SHORT: (0, (1 << 16) - 1),
    UNSIGNED_INT: (0, (1 << 32) - 1),
}
"""Smallest and largest value of each integer component type. The largest stands for 1 where they are
normalised."""

COMPONENTS: Final = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
"""Numbers in an element, by accessor type."""

MATRIX_ORDERS: Final = {"MAT2": 2, "MAT3": 3, "MAT4": 4}

VERTICES, INDICES = 34962, 34963
"""What a buffer view is for (§5.11.5)."""

DRACO: Final = "KHR_draco_mesh_compression"
MESHOPT: Final = ("KHR_meshopt_compression", "EXT_meshopt_compression")
"""Two names of one extension; where a view has both, the first counts."""
