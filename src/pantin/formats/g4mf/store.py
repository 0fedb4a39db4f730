"""Arrays into bytes: the component types as they are written, and the smallest type for indices."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.errors import Unsupported
from pantin.formats.g4mf.accessor import DTYPES, WIDE, to_float8

_UNSIGNED = ("uint8", "uint16", "uint32", "uint64")


def stored(array: NDArray[Any], type: str) -> bytes:
    """The bytes of an array as a component type; raises `ValueError` where an integer does not fit it."""
    if type in WIDE:
        raise Unsupported(f"Pantin does not write {type} numbers")
    if type == "float8":
        return to_float8(array).tobytes()
    kind = np.dtype(DTYPES[type])
    if kind.kind in "iu" and array.size:
        room = np.iinfo(kind)
        if int(array.min()) < room.min or int(array.max()) > room.max:
            raise ValueError(f"the numbers do not fit {type}")
    return np.ascontiguousarray(array, kind).tobytes()


def index_type(largest: int) -> str:
    """The smallest unsigned type that holds indices up to `largest`."""
    return next(type for type in _UNSIGNED if largest <= np.iinfo(type).max)


def real_type(array: NDArray[Any]) -> str:
    """The floating type an array is kept in: float32 for what that holds exactly, else float64."""
    return "float32" if array.dtype in (np.float32, np.float16) else "float64"
