"""Numeric codes of glTF 2.0 for types and uses of data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

# §3.6.2.2
BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, UNSIGNED_INT, FLOAT = 5120, 5121, 5122, 5123, 5125, 5126
# KHR_accessor_float64, KHR_accessor_float16
DOUBLE, HALF = 5130, 5131
FLOATS: Final = frozenset((HALF, FLOAT, DOUBLE))
"""Floating-point types. Where one is allowed, so are the others that extensions of a file add."""

COMPONENT_NAMES: Final = {
    BYTE: "BYTE",
    UNSIGNED_BYTE: "UNSIGNED_BYTE",
    SHORT: "SHORT",
    UNSIGNED_SHORT: "UNSIGNED_SHORT",
    UNSIGNED_INT: "UNSIGNED_INT",
    FLOAT: "FLOAT",
    DOUBLE: "DOUBLE",
    HALF: "HALF",
}

INTEGER_RANGES: Final = {
    BYTE: (-(1 << 7), (1 << 7) - 1),
    UNSIGNED_BYTE: (0, (1 << 8) - 1),
    SHORT: (-(1 << 15), (1 << 15) - 1),
    UNSIGNED_SHORT: (0, (1 << 16) - 1),
    UNSIGNED_INT: (0, (1 << 32) - 1),
}
"""Smallest and largest value of each integer component type. The largest means 1 if normalised."""

COMPONENTS: Final = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
"""Components per element, by accessor type."""

MATRIX_ORDERS: Final = {"MAT2": 2, "MAT3": 3, "MAT4": 4}

VERTICES, INDICES = 34962, 34963
"""Targets of a buffer view (§5.11.5)."""

UNSIGNED: Final = (UNSIGNED_BYTE, UNSIGNED_SHORT)
SIGNED: Final = (BYTE, SHORT)

Format: TypeAlias = tuple[str | None, int | None, bool]
"""(type, componentType, normalized), the format of an accessor for some use."""

BIND_FORMAT: Final[Format] = ("MAT4", FLOAT, False)
"""The format of inverse bind matrices (§3.7.3.1)."""

Formats: TypeAlias = Mapping[str, frozenset[Format]]
"""The allowed formats by attribute semantic."""


def plain(type: str, *component_types: int) -> frozenset[Format]:
    return frozenset((type, component_type, False) for component_type in component_types)


def normalized_formats(type: str, *component_types: int) -> frozenset[Format]:
    return frozenset((type, component_type, True) for component_type in component_types)


# Float weights round to 2^-24 each, and so does each partial sum: 2 x 2^-24 = 1.2e-7 per non-zero weight, for
# which the Khronos validator allows 2e-7.
SUM_TOLERANCE_PER_WEIGHT: Final = 2e-7
