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


def test_files_without_a_model_are_left_out():
    """Those of Rigy that other files include; every other one loads."""
    folder = RigFolder(EXAMPLES / "rigy")
    left_out = {path.name for path in (EXAMPLES / "rigy").rglob("*.yaml")} - {
        path.name for path in folder.paths
    }
    assert left_out == {"wheel.ricy.yaml", "lamp.ricy.yaml", "room.ricy.yaml", "table.ricy.yaml"}
    assert all("node_parents" in folder[index] for index in range(len(folder)))


@pytest.mark.parametrize("index", [slice(0, 2), "skirt.glb", 0.0])
def test_only_integers_are_indices(index):
    with pytest.raises(TypeError, match="a RigFolder is indexed by an integer"):
        RigFolder(EXAMPLES / "springs")[index]


def rig_itself(rig):
    return rig


def test_the_workers_of_a_loader_send_rigs():
    folder = RigFolder(EXAMPLES / "springs", transform=rig_itself)
    rigs = list(DataLoader(folder, batch_size=None, num_workers=1, timeout=60))
    assert [rig.nodes.names for rig in rigs] == [pantin.load(path).rig.nodes.names for path in folder.paths]
