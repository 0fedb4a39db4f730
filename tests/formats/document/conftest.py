"""What the tests of the shared core need: both formats that stand on it."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from pantin.formats.g4mf import document as g4mf_document
from pantin.formats.g4mf import save as g4mf_save
from pantin.formats.gltf import document as gltf_document
from pantin.formats.gltf import save as gltf_save

FORMATS = {
    "glTF": SimpleNamespace(
        read=gltf_document.read,
        write=gltf_save.write,
        text=".gltf",
        binary=".glb",
        about={"version": "2.0"},
        missing="LOSS-MISSING_FILE",
    ),
    "G4MF": SimpleNamespace(
        read=g4mf_document.read,
        write=g4mf_save.write,
        text=".g4tf",
        binary=".g4b",
        about={"dimension": 3},
        missing="LOSS-G4MF_FILE",
    ),
}


@pytest.fixture(params=FORMATS)
def format(request) -> SimpleNamespace:
    """`read`, `write`, the suffixes of the two containers, what `asset` must say, and the rule for files that
    do not come along."""
    return FORMATS[request.param]


@pytest.fixture
def asset(format, tmp_path) -> Path:
    """A text file in the folder "source" with two buffers in other files."""
    folder = tmp_path / "source"
    (folder / "sub").mkdir(parents=True)
    (folder / "one.bin").write_bytes(b"abc")
    (folder / "sub" / "two.bin").write_bytes(b"defg")
    path = folder / f"x{format.text}"
    buffers = [{"byteLength": 3, "uri": "one.bin"}, {"byteLength": 4, "uri": "sub/two.bin"}]
    path.write_text(json.dumps({"asset": format.about, "buffers": buffers}, indent=2) + "\n")
    return path


@pytest.fixture
def target(format, tmp_path) -> Path:
    """Where to save a copy: in the empty folder "copy"."""
    (tmp_path / "copy").mkdir()
    return tmp_path / "copy" / f"y{format.text}"
