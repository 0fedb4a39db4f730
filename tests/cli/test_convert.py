"""`pantin convert` between containers, and copies."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

from pantin import load


def test_there_and_back_is_the_same_file(pantin):
    assert pantin("convert", "arm.glb", "out.gltf") == (0, "", "")
    assert Path("out.bin").is_file()
    assert pantin("convert", "out.gltf", "back.glb").code == 0
    assert Path("back.glb").read_bytes() == Path("arm.glb").read_bytes()


def test_a_target_of_the_same_kind_is_a_copy_byte_for_byte(pantin):
    for name, copy in (("arm.glb", "copy.glb"), ("broken.gltf", "copy.gltf")):
        assert pantin("convert", name, copy).code == 0
        assert Path(name).read_bytes() == Path(copy).read_bytes()


def test_buffers_inside_or_beside(pantin):
    pantin("convert", "arm.glb", "in.gltf", "--embed")
    assert json.loads(Path("in.gltf").read_text())["buffers"][0]["uri"].startswith("data:")
    assert not Path("in.bin").exists()
    pantin("convert", "face.gltf", "apart.gltf", "--separate")
    assert json.loads(Path("apart.gltf").read_text())["buffers"][0]["uri"] == "apart.bin"


def test_a_file_without_meaning_is_unreadable(pantin):
    Path("bad.gltf").write_text("{")
    ended = pantin("convert", "bad.gltf", "out.glb")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith("pantin: bad.gltf: ")
    assert not Path("out.glb").exists()


def test_a_missing_source_or_folder_is_unreadable(pantin):
    assert pantin("convert", "missing.glb", "out.gltf").code == 3
    assert pantin("convert", "arm.glb", "no/such/folder/out.glb").code == 3


def test_a_glb_beside_its_data_is_wrong_usage(pantin):
    assert pantin("convert", "arm.glb", "out.glb", "--separate").code == 2


def test_what_did_not_cross_is_told(pantin):
    tree = json.loads(Path("face.gltf").read_text())
    tree["images"] = [{"uri": "missing.png"}]
    Path("with.gltf").write_text(json.dumps(tree))
    Path("folder").mkdir()
    ended = pantin("convert", "with.gltf", "folder/out.gltf")
    assert "LOSS-MISSING_FILE" in ended.err
    assert ended.code == 0


class Stream:
    """A standard stream over bytes."""

    def __init__(self, data=b""):
        self.buffer = io.BytesIO(data)

    def isatty(self):
        return False

    def flush(self):
        pass


def test_from_standard_input_to_standard_output(pantin, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Stream(Path("face.gltf").read_bytes()))
    out = Stream()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", out)
        assert pantin("convert", "-", "-").code == 0
    asset = load(out.buffer.getvalue())
    assert asset.document.kind == "glb"
    assert asset.report.ok
