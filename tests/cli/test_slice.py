"""`pantin slice`, called as the parser would call it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from pantin.assets.g4mf import G4mfAsset
from pantin.cli.exit import UnreadableError, UsageError
from pantin.cli.slice import slice
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.off import Polytope, write

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def tesseract(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "oracles"))
    import polytopes

    vertices, faces, cells = polytopes.tesseract()
    write(Polytope(np.array(vertices), (faces, cells)), tmp_path / "tesseract.off")
    monkeypatch.chdir(tmp_path)
    return "tesseract.off"


@pytest.mark.parametrize(("options", "triangles"), [({"w": 0.5}, 12), ({"plane": "1,1,1,1,0"}, 8), ({}, 12)])
def test_a_slice_is_a_glb(tesseract, options, triangles):
    assert slice(tesseract, "out.glb", **options) == 0
    rig = lift(read("out.glb")).rig
    assert len(rig.meshes[0].surfaces[0].triangles) == triangles


@pytest.mark.parametrize("name", ["out.obj", "out.stl", "out.gltf"])
def test_other_formats(tesseract, name):
    slice(tesseract, name)
    assert Path(name).stat().st_size > 300


def test_a_sweep_is_an_animation(tesseract):
    slice(tesseract, "out.glb", sweep=4)
    rig = lift(read("out.glb")).rig
    assert len(rig.clips[0].channels) == len(rig.meshes) == 4


@pytest.mark.parametrize("project", ["orthographic", "perspective"])
def test_a_projection_is_lines(tesseract, project):
    slice(tesseract, "out.glb", project=project)
    assert lift(read("out.glb")).rig.meshes[0].surfaces[0].mode == "lines"


@pytest.mark.parametrize(
    ("target", "options"),
    [
        ("out.glb", {"w": 1.0, "plane": "1,0,0,0,0"}),
        ("out.glb", {"sweep": 2, "project": "orthographic"}),
        ("out.glb", {"sweep": 2, "w": 0.5}),
        ("out.stl", {"sweep": 2}),
        ("out.glb", {"plane": "1,2"}),
        ("out.glb", {"plane": "a"}),
        ("out.glb", {"w": 9.0}),
        ("out.png", {}),
        ("out.stl", {"project": "orthographic"}),
    ],
)
def test_wrong_usage(tesseract, target, options):
    with pytest.raises(UsageError):
        slice(tesseract, target, **options)


def test_a_missing_file_is_unreadable(tmp_path):
    with pytest.raises(UnreadableError):
        slice(str(tmp_path / "none.g4b"), str(tmp_path / "out.glb"))
    assert sys.exc_info() == (None, None, None)


def test_cells_without_simplexes_are_cut_too(tesseract, tmp_path):
    """A G4MF file may have its geometry alone; a tesseract is cut into a cube at w = 0.5."""
    import pantin

    pantin.convert(tesseract, "tesseract.g4tf")
    document = pantin.load("tesseract.g4tf").document
    document.remove("/meshes/0/surfaces/0/simplexes")
    pantin.save(G4mfAsset(document, "bare.g4tf"), "bare.g4tf")
    assert slice("bare.g4tf", "out.glb", w=0.5) == 0
    surface = lift(read("out.glb")).rig.meshes[0].surfaces[0]
    assert np.isclose(np.linalg.det(surface.positions[surface.triangles]).sum() / 6, 8.0, atol=1e-5)


def test_a_pose_is_taken_first(tesseract):
    rows = (np.eye(4, 5) * 2).tolist()
    Path("pose.json").write_text(json.dumps({"nodes": {"tesseract": {"matrix": rows}}}))
    slice(tesseract, "out.glb", pose=Path("pose.json"))
    positions = lift(read("out.glb")).rig.meshes[0].surfaces[0].positions
    assert np.abs(positions).max() == 2.0


def test_a_normal_may_begin_with_a_minus_sign(tesseract, pantin):
    assert pantin("slice", tesseract, "out.glb", "--plane", "-1,0,0,0,0.5").code == 0
    positions = lift(read("out.glb")).rig.meshes[0].surfaces[0].positions
    assert len(positions) == 8


def test_from_standard_input_to_standard_output(tesseract, pantin, monkeypatch):
    data = (EXAMPLES / "g4mf" / "tesseract.off").read_bytes()
    out = SimpleNamespace(buffer=io.BytesIO(), isatty=lambda: False, flush=lambda: None)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data), isatty=lambda: False))
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", out)
        assert pantin("slice", "-", "-", "--sweep", "3").code == 0
    assert len(lift(read(out.buffer.getvalue())).rig.meshes) == 3
