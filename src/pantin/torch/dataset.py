"""`RigFolder`: the models of a folder as a dataset."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.utils.data import Dataset

import pantin
from pantin.arrays import to_arrays
from pantin.rig import Rig


def rig_tensors(rig: Rig) -> dict[str, Tensor]:
    """The arrays of `pantin.arrays.to_arrays` that hold numbers, as tensors."""
    arrays = to_arrays(rig)
    return {name: torch.tensor(array) for name, array in arrays.items() if array.dtype.kind in "fiub"}


class RigFolder(Dataset[Any]):
    """The models of a folder and its subfolders, in the order of their names.

    transform  what to make of each rig; without it, the arrays of `pantin.arrays.to_arrays` as tensors

    Models are loaded when they are asked for, and a file that cannot be read raises its own error. Items have
    different sizes: use a `DataLoader` with `batch_size=None`.

    >>> folder = pantin.torch.RigFolder("examples/springs", transform=pantin.torch.RigModule)
    >>> [path.name for path in folder.paths]
    ['skirt.glb', 'strand.glb']
    >>> tuple(folder[0]().positions[0].shape)
    (1, 16, 3)
    """

    def __init__(self, folder: str | os.PathLike[str], transform: Callable[[Rig], Any] | None = None) -> None:
        self.folder, self.transform = Path(folder), transform or rig_tensors
        if not self.folder.is_dir():
            raise ValueError(f"{self.folder} is not a folder")
        formats = [format for format in pantin.list_formats() if format.readable and format.is_in_folders()]
        self.paths = sorted(
            path
            for path in self.folder.rglob("*")
            if path.is_file()
            for format in formats
            if path.name.lower().endswith(format.suffixes) and format.has_model(path.name)
        )

    def __len__(self) -> int:
        return len(self.paths)

    def __getitem__(self, index: int) -> Any:
        if not hasattr(index, "__index__"):
            raise TypeError(
                f"a RigFolder is indexed by an integer, not by {index!r}: use torch.utils.data.Subset"
            )
        return self.transform(pantin.load(self.paths[index]).rig)
