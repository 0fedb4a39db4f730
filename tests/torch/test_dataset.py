"""`RigFolder` lists the models of a folder, and loads them one at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch.utils.data import DataLoader

import pantin
from pantin.torch import RigFolder, RigModule

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_items_are_the_arrays_of_a_rig():
    folder = RigFolder(EXAMPLES / "springs")
    assert [path.name for path in folder.paths] == ["skirt.glb", "strand.glb"]
    arrays = pantin.arrays.to_arrays(pantin.load(folder.paths[0]).rig)
    item = folder[0]
    assert set(item) == {name for name, array in arrays.items() if array.dtype.kind != "U"}
    assert all(torch.equal(tensor, torch.tensor(arrays[name])) for name, tensor in item.items())


def test_a_loader_gives_one_model_at_a_time():
    loader = DataLoader(RigFolder(EXAMPLES / "springs"), batch_size=None)
    counts = [len(pantin.load(path).rig.nodes) for path in loader.dataset.paths]
    assert [len(item["node_parents"]) for item in loader] == counts


def test_a_transform_makes_something_else_of_each_rig():
    folder = RigFolder(str(EXAMPLES / "springs"), transform=RigModule)
    assert len(folder) == 2
    assert isinstance(folder[1], RigModule)


def test_a_missing_folder_and_a_bad_file_are_errors(tmp_path):
    with pytest.raises(ValueError, match="is not a folder"):
        RigFolder(tmp_path / "nothing")
    (tmp_path / "bad.glb").write_bytes(b"glTF")
    with pytest.raises(pantin.BadFile):
        RigFolder(tmp_path)[0]
