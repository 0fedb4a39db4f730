from __future__ import annotations

import json
import os
from pathlib import Path

import pantin
from pantin.viewer import watching
from pantin.viewer.watching import as_read, stamps

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_text_is_watched_with_all_texts_in_its_folder(tmp_path):
    source = tmp_path / "arm.rigy.yaml"
    source.write_text("version: '0.1'\n")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "hand.rigy.yaml").write_text("")
    (tmp_path / "notes.txt").write_text("")
    assert {path.name for path in stamps(source, None)} == {"arm.rigy.yaml", "hand.rigy.yaml"}


def test_a_gltf_is_watched_with_the_files_it_names(corpus):
    path = corpus / "vrm" / "three-vrm" / "sphere-collider.gltf"
    asset = pantin.load(path)
    assert {one.name for one in stamps(path, asset)} == {"sphere-collider.gltf", "sphere_mesh.bin"}
    assert {one.name for one in stamps(path, None)} == {"sphere-collider.gltf"}


def test_a_change_is_seen(tmp_path):
    source = tmp_path / "a.glb"
    source.write_bytes(b"1")
    before = stamps(source, None)
    assert stamps(source, None) == before
    os.utime(source, ns=(1, 1))
    assert stamps(source, None) != before
    source.unlink()
    assert stamps(source, None) == {source: watching.MISSING}


def test_a_g4mf_text_is_watched_with_its_buffers(tmp_path):
    """Those that are not there too; what leads out of the folder is not read, and not watched."""
    uris = ["a.bin", "gone.bin", "../out.bin", "data:application/octet-stream;base64,AAAA"]
    source = tmp_path / "a.g4tf"
    buffers = [{"byteLength": 3, "uri": one} for one in uris]
    source.write_text(json.dumps({"asset": {"dimension": 3}, "buffers": buffers, "nodes": [{}]}))
    (tmp_path / "a.bin").write_bytes(b"123")
    found = stamps(source, pantin.load(source))
    assert {path.name for path in found} == {"a.g4tf", "a.bin", "gone.bin"}
    assert found[tmp_path / "gone.bin"] == watching.MISSING


def test_what_was_written_while_it_was_read_has_changed():
    """A file that was looked at before keeps its stamp; another one counts by when it was written."""
    old, new, late = Path("old"), Path("new"), Path("late")
    after = {old: (70, 1), new: (30, 1), late: (60, 1)}
    known = as_read({old: (10, 1), Path("unused"): (5, 1)}, after, began=50)
    assert known == {old: (10, 1), new: (30, 1), late: watching.CHANGED}


def test_a_folder_of_many_texts_is_watched_in_part(tmp_path, monkeypatch):
    monkeypatch.setattr(watching, "MOST_FILES", 3)
    for at in range(9):
        (tmp_path / f"{at}.rigy.yaml").write_text("")
    found = stamps(tmp_path / "8.rigy.yaml", None)
    assert len(found) == 3
    assert tmp_path / "8.rigy.yaml" in found
