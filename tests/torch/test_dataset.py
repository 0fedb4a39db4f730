"""`RigFolder` lists the models of a folder, and loads them one at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch.utils.data import DataLoader

import pantin
from pantin.torch import RigFolder, RigModule, collate

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_items_are_the_arrays_of_a_rig():
    folder = RigFolder(EXAMPLES / "springs")
    assert [path.name for path in folder.paths] == ["skirt.glb", "strand.glb"]
    rig = pantin.load(folder.paths[0]).rig
    for merge in (True, False):
        arrays = pantin.arrays.to_arrays(rig, merge=merge)
        item = RigFolder(EXAMPLES / "springs", merge=merge)[0]
        assert set(item) == set(arrays)
        for name, value in item.items():
            given = arrays[name]
            same = (
                torch.equal(value, torch.tensor(given))
                if given.dtype.kind != "U"
                else value == given.tolist()
            )
            assert same, name


def test_a_loader_gives_one_model_at_a_time():
    loader = DataLoader(RigFolder(EXAMPLES / "springs"), batch_size=None)
    counts = [len(pantin.load(path).rig.skins[0].joints) for path in loader.dataset.paths]
    assert [len(item["joint_parents"]) for item in loader] == counts


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
    assert all("joint_parents" in folder[index] for index in range(len(folder)))


@pytest.mark.parametrize("index", [slice(0, 2), "skirt.glb", 0.0])
def test_only_integers_are_indices(index):
    with pytest.raises(TypeError, match="a RigFolder is indexed by an integer"):
        RigFolder(EXAMPLES / "springs")[index]


def test_a_pattern_and_a_list_of_paths_name_the_models():
    listed = [EXAMPLES / "springs" / "strand.glb", EXAMPLES / "arm.glb"]
    assert RigFolder(listed).paths == listed
    assert RigFolder(str(EXAMPLES / "spr*" / "*.glb")).paths == RigFolder(EXAMPLES / "springs").paths


def test_bad_files_are_skipped_with_a_warning(tmp_path):
    (tmp_path / "bad.glb").write_bytes(b"glTF")
    folder = RigFolder([tmp_path / "bad.glb", EXAMPLES / "arm.glb"], on_error="skip")
    with pytest.warns(UserWarning, match="skipped .*bad.glb"):
        batch = collate([folder[0], folder[1]])
    assert batch["positions"].shape == (1, 52, 3)
    assert collate([None]) == {}
    with pytest.raises(ValueError, match="on_error must be 'raise' or 'skip'"):
        RigFolder(EXAMPLES, on_error="ignore")


def test_a_loader_makes_padded_batches():
    loader = DataLoader(RigFolder(EXAMPLES / "springs", dense=True), batch_size=2, collate_fn=collate)
    (batch,) = loader
    for number, path in enumerate(loader.dataset.paths):
        arrays = pantin.arrays.to_arrays(pantin.load(path).rig, merge=True, dense=True)
        vertices, joints = batch["vertex_mask"][number], batch["joint_mask"][number]
        assert torch.equal(batch["positions"][number][vertices], torch.tensor(arrays["positions"]))
        assert torch.equal(batch["weights"][number][vertices][:, joints], torch.tensor(arrays["weights"]))
        assert batch["joint_names"][number] == arrays["joint_names"].tolist()


def rig_itself(rig):
    return rig


def test_the_workers_of_a_loader_send_rigs():
    folder = RigFolder(EXAMPLES / "springs", transform=rig_itself)
    rigs = list(DataLoader(folder, batch_size=None, num_workers=1, timeout=60))
    assert [rig.nodes.names for rig in rigs] == [pantin.load(path).rig.nodes.names for path in folder.paths]
