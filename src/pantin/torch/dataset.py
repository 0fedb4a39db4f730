"""`RigFolder`: the models of a folder as a dataset; `collate`: items of different sizes as one batch."""

from __future__ import annotations

import glob
import operator
import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Real
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import Dataset

import pantin
from pantin.arrays import to_arrays
from pantin.arrays.named import NamedArrays
from pantin.arrays.padding import pad_batch
from pantin.base.arguments import check_arguments
from pantin.base.deprecation import renamed
from pantin.base.short_repr import short_value
from pantin.rig import Rig
from pantin.torch.tensors import require_numbers


def rig_tensors(rig: Rig, merge: bool = True, dense: bool = False) -> dict[str, Tensor | list[str]]:
    """The arrays of `pantin.arrays.to_arrays` as tensors, and names as lists of strings."""
    arrays = to_arrays(rig, merge=merge, dense=dense)
    return NamedArrays(
        {
            name: torch.tensor(array) if array.dtype.kind in "fiub" else array.tolist()
            for name, array in arrays.items()
        }
    )


class RigFolder(Dataset[Any]):
    """The models of a folder and its subfolders, of a pattern, or of a list of paths.

    source     a folder, a pattern such as "models/**/*.glb" (both in the order of names), or paths
    transform  a function of a rig; without it, the arrays of `pantin.arrays.to_arrays` as tensors, with
               names (`joint_names`, `blend_names`) as lists of strings
    merge      one mesh and one list of joints, with the same names for every model
    dense      weights as one (V, J) matrix
    on_error   "raise" the error of a file that cannot be read, or "skip" it: its item is None, which
               `collate` leaves out, and a warning names the file

    Models are loaded on access. Items have different sizes: give a `DataLoader`
    `collate_fn=pantin.torch.collate`, or `batch_size=None`.

    >>> folder = pantin.torch.RigFolder("examples/springs")
    >>> [path.name for path in folder.paths]
    ['skirt.glb', 'strand.glb']
    >>> tuple(folder[0]["positions"].shape), len(folder[0]["joint_names"])
    ((92, 3), 63)
    """

    @renamed(folder="source")
    @check_arguments
    def __init__(
        self,
        source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        transform: Callable[[Rig], Any] | None = None,
        *,
        merge: bool = True,
        dense: bool = False,
        on_error: Literal["raise", "skip"] = "raise",
    ) -> None:
        if on_error not in ("raise", "skip"):
            raise ValueError(f"on_error must be 'raise' or 'skip', not {short_value(on_error)}")
        self.transform, self.merge, self.dense, self.on_error = transform, merge, dense, on_error
        self.paths = _list_paths(source)

    def __repr__(self) -> str:
        return f"<RigFolder of {len(self)} files>"

    def __len__(self) -> int:
        return len(self.paths)

    def __getitem__(self, index: int) -> Any:
        try:
            number = operator.index(index)
        except TypeError:
            raise TypeError(
                f"a RigFolder is indexed by an integer, not by {short_value(index)}: "
                "use torch.utils.data.Subset"
            ) from None
        count = len(self.paths)
        if not -count <= number < count:  # IndexError ends a loop over the items
            raise IndexError(f"there is no item {short_value(index)}: the RigFolder has length {count}")
        path = self.paths[number]
        try:
            rig = pantin.load(path).rig
        except (pantin.PantinError, OSError) as error:
            if self.on_error == "raise":
                raise
            warnings.warn(f"skipped {path}: {error}", UserWarning, stacklevel=2)
            return None
        if self.transform is not None:
            return self.transform(rig)
        return rig_tensors(rig, self.merge, self.dense)


def _list_paths(source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[Path]:
    if not isinstance(source, str | os.PathLike):
        if isinstance(source, Mapping):
            raise TypeError(
                f"source must be a folder, a pattern or a list of paths, not {short_value(source)}"
            )
        return [Path(path) for path in source]
    if Path(source).is_dir():
        return sorted(path for path in Path(source).rglob("*") if _is_model(path))
    if glob.has_magic(os.fspath(source)):  # `Path.glob` refuses absolute patterns
        matches = glob.glob(os.fspath(source), recursive=True)  # noqa: PTH207
        return sorted(path for path in map(Path, matches) if path.is_file())
    raise ValueError(f"{os.fspath(source)} is not a folder: give a folder, a pattern or a list of paths")


def _is_model(path: Path) -> bool:
    """Whether a file of a folder has the suffix of a model format."""
    formats = [format for format in pantin.list_formats() if format.readable and format.is_in_folders()]
    return path.is_file() and any(
        path.name.lower().endswith(format.suffixes) and format.has_model(path.name) for format in formats
    )


def _checked_item(item: object) -> Mapping[str, Any] | None:
    """The item. Raises `TypeError` for anything that no `RigFolder` gives."""
    if item is not None and not isinstance(item, Mapping):
        raise TypeError(f"collate needs items of a RigFolder, not {type(item).__name__}")
    for name, value in () if item is None else item.items():
        if isinstance(value, Tensor):
            require_numbers(value, f"item[{name!r}]")
            if value.device.type != "cpu":
                raise TypeError(f"item[{name!r}] must be on the CPU, not on '{value.device}'")
        elif not isinstance(value, str | list | tuple | np.ndarray | Real):
            raise TypeError(f"item[{name!r}] must be a tensor or a list of names, not {short_value(value)}")
    return item


def collate(items: Sequence[Mapping[str, Any] | None]) -> dict[str, Any]:
    """Items of a `RigFolder` as one batch: tensors padded to the largest item, with masks.

    `vertex_mask`, `triangle_mask`, `joint_mask`, `blend_mask` and `weight_mask` (B, …) are True where an item
    has something. Padding is 0 for numbers and −1 for indices. Names stay a list for each item. Items that
    are None (files that were skipped) are left out; without any item the batch is an empty dictionary.

    >>> folder = pantin.torch.RigFolder("examples/springs")
    >>> batch = pantin.torch.collate([folder[0], folder[1]])
    >>> tuple(batch["positions"].shape), batch["vertex_mask"].sum(1).tolist()
    ((2, 126, 3), [92, 126])
    """
    if isinstance(items, Mapping) or not isinstance(items, Iterable):
        raise TypeError(f"collate needs a list of items of a RigFolder, not {short_value(items)}")
    items = [_checked_item(item) for item in items]
    batch = pad_batch([item for item in items if item is not None])
    return NamedArrays(
        {
            name: torch.from_numpy(value) if isinstance(value, np.ndarray) else value
            for name, value in batch.items()
        }
    )
