"""Convert arrays between NumPy and USD. USD matrices act on row vectors: v @ M."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.maths import quaternion
from pantin.rig import Doubles


def to_rows(matrices: Doubles) -> Doubles:
    """Convert (…, 3, 4) matrices for M @ (v, 1) to (…, 4, 4) row-vector matrices."""
    full = np.zeros((*matrices.shape[:-2], 4, 4))
    full[..., :3, :] = matrices
    full[..., 3, 3] = 1.0
    return np.ascontiguousarray(np.swapaxes(full, -1, -2))


def from_rows(matrices: Any) -> Doubles:
    """Convert (…, 4, 4) row-vector matrices to (…, 3, 4)."""
    return np.ascontiguousarray(np.swapaxes(np.asarray(matrices, np.float64), -1, -2)[..., :3, :])


def matrix(transform: Doubles) -> Any:
    from pxr import Gf

    return Gf.Matrix4d(*to_rows(transform).ravel().tolist())


def matrices(transforms: Doubles) -> Any:
    from pxr import Vt

    return Vt.Matrix4dArray.FromNumpy(to_rows(transforms))


def vectors(values: NDArray[Any], kind: str = "Vec3f") -> Any:
    """Convert (n, k) numbers to a USD array of `Vec3f` or another vector type."""
    from pxr import Vt

    dtype = {"f": np.float32, "d": np.float64, "h": np.float16}[kind[-1]]
    return getattr(Vt, f"{kind}Array").FromNumpy(np.ascontiguousarray(values, dtype))


def quaternions(values: Doubles) -> Any:
    """Convert (n, 4) quaternions xyzw, the memory order of Gf. USD does not normalise them."""
    from pxr import Vt

    return Vt.QuatfArray.FromNumpy(np.ascontiguousarray(quaternion.normalize(values), np.float32))


def numbers(values: NDArray[Any]) -> Any:
    from pxr import Vt

    return Vt.FloatArray.FromNumpy(np.ascontiguousarray(values, np.float32))


def integers(values: NDArray[Any]) -> Any:
    from pxr import Vt

    return Vt.IntArray.FromNumpy(np.ascontiguousarray(values, np.int32))


def to_array(values: Any, width: int | None = None, dtype: Any = np.float32) -> NDArray[Any]:
    """The value of an array attribute; (0, width) if it has no value, or one of another type."""
    shape = (-1,) if width is None else (-1, width)
    try:
        array = np.asarray(values if values is not None else (), dtype)
        fits = array.ndim == len(shape) and array.shape[1:] in ((), (width,))
        return array.reshape(shape) if fits or not array.size else empty(width, dtype)
    except (TypeError, ValueError, OverflowError):  # the file has a value of another type here
        return empty(width, dtype)


def to_matrices(values: Any) -> Doubles:
    """Convert an array of 4 × 4 matrices to (n, 3, 4); empty for a value of another type."""
    try:
        array = np.asarray(values, np.float64)
    except (TypeError, ValueError):
        array = np.zeros(0)
    return from_rows(array) if array.ndim == 3 and array.shape[1:] == (4, 4) else np.zeros((0, 3, 4))


def empty(width: int | None, dtype: Any) -> NDArray[Any]:
    return np.zeros((0,) if width is None else (0, width), dtype)
