"""`pad_batch`: merged rigs of different sizes as one batch of arrays, padded, with masks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.arrays.named import NamedArrays, require_affordable

COUNTED_BY = {
    "vertex": "positions",
    "triangle": "triangles",
    "joint": "joint_parents",
    "blend": "blend_positions",
    "weight": "weight_values",
}
"""The axes that differ between merged rigs, each with the array whose rows count it."""

HAS_AXIS = {
    *COUNTED_BY.values(),
    *("normals", "texcoords", "weights", "weight_offsets", "weight_joints"),
    *("joint_rest_local", "joint_rest_world", "inverse_binds"),
}
"""Arrays of merged rigs that need no separate mask."""


def pad_batch(items: Sequence[Mapping[str, Any]]) -> NamedArrays[Any]:
    """The arrays of all items, stacked: (B, …) with the size of the largest item along each axis.

    Missing numbers are 0, missing indices −1 and missing `weight_offsets` the last one, so that padded
    vertices have no weights. `vertex_mask`, `triangle_mask`, `joint_mask`, `blend_mask` and `weight_mask`
    (B, …) are True where an item has something; other arrays have a mask named after them. Lists of strings
    stay a list for each item. Raises `ValueError` where items do not have the same names.
    """
    names = list(items[0]) if items else []
    for number, item in enumerate(items):
        if set(item) != set(names):
            different = sorted(set(item) ^ set(names))
            raise ValueError(f"item {number} of the batch has different arrays from item 0: {different}")
    batch: NamedArrays[Any] = NamedArrays()
    for name in names:
        values = [item[name] for item in items]
        if _is_text(values[0]):
            batch[name] = [list(map(str, np.atleast_1d(np.asarray(value, np.str_)))) for value in values]
            continue
        arrays = [np.asarray(value) for value in values]
        batch[name] = _pad(name, arrays)
        if name not in HAS_AXIS and arrays[0].ndim:
            batch[f"{name}_mask"] = _mask(arrays)
    for axis, counted in COUNTED_BY.items():
        if counted in names:
            batch[f"{axis}_mask"] = _mask([np.asarray(item[counted]) for item in items])
    return batch


def _is_text(value: Any) -> bool:
    return isinstance(value, str | list | tuple) or (
        isinstance(value, np.ndarray) and value.dtype.kind in "US"
    )


def _pad(name: str, arrays: Sequence[NDArray[Any]]) -> NDArray[Any]:
    if len({array.ndim for array in arrays}) > 1:
        raise ValueError(f"array {name!r} has different numbers of dimensions in the items of a batch")
    if not arrays[0].ndim:
        return np.stack(arrays)
    shape = np.max([array.shape for array in arrays], axis=0).tolist()
    require_affordable(len(arrays) * int(np.prod(shape)), name)
    dtype = np.result_type(*arrays)
    padded = np.full((len(arrays), *shape), -1 if dtype.kind == "i" else 0, dtype)
    for row, array in zip(padded, arrays, strict=True):
        if name == "weight_offsets":
            row[:] = array[-1]
        row[tuple(slice(length) for length in array.shape)] = array
    return padded


def _mask(arrays: Sequence[NDArray[Any]]) -> NDArray[np.bool_]:
    counts = np.array([len(array) for array in arrays])
    mask: NDArray[np.bool_] = np.arange(counts.max()) < counts[:, None]
    return mask
