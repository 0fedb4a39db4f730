"""4D models cut by a 3-space or projected: rigs alone, without a document until they are saved as one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.assets import Asset
from pantin.assets.registry import G4MF, GLTF
from pantin.assets.slicing import project, slice
from pantin.formats.off import Polytope, write

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def tesseract(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "oracles"))
    import polytopes

    vertices, faces, cells = polytopes.tesseract()
    write(Polytope(np.array(vertices), (faces, cells)), tmp_path / "tesseract.off")
    monkeypatch.chdir(tmp_path)
    return pantin.load("tesseract.off")


@pytest.mark.parametrize(
    ("options", "triangles"), [({"w": 0.5}, 12), ({"plane": (1, 1, 1, 1, 0)}, 8), ({}, 12)]
)
def test_a_slice_is_a_rig_in_three_dimensions(tesseract, options, triangles):
    """A cube, and the octahedron that is half way between two opposite corners."""
    cut = slice(tesseract, **options)
    assert (cut.from_rig, cut.format, cut.path) == (True, GLTF, "tesseract.off")
    assert len(cut.rig.meshes[0].surfaces[0].triangles) == triangles
    assert cut.report.ok


@pytest.mark.parametrize("name", ["out.obj", "out.stl", "out.gltf", "out.glb", "out.g4b", "out.off"])
def test_a_slice_is_written_in_any_format(tesseract, name):
    assert pantin.save(slice(tesseract), name).ok
    assert Path(name).stat().st_size > 200


def test_a_rig_is_sliced_as_its_file_is(tesseract):
    cut = slice(tesseract.rig, w=0.5)
    assert len(cut.rig.meshes[0].surfaces[0].triangles) == 12
    assert cut.path == "rig"


def test_a_sweep_is_an_animation(tesseract):
    pantin.save(slice(tesseract, sweep=4), "out.glb")
    rig = pantin.load("out.glb").rig
    assert len(rig.clips[0].channels) == len(rig.meshes) == 4


@pytest.mark.parametrize("distance", [None, 4.0])
def test_a_projection_is_lines(tesseract, distance):
    seen = project(tesseract, distance=distance)
    assert seen.rig.meshes[0].surfaces[0].mode == "lines"
    assert seen.rig.dimension == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"w": 1.0, "plane": (1, 0, 0, 0, 0)}, "give w or plane, not both"),
        ({"sweep": 2, "w": 0.5}, "give sweep or w, not both"),
        ({"plane": (1, 2)}, "five numbers .* not 2"),
        ({"w": 9.0}, r"w = 9 misses the model \(w ranges from -\d"),
        ({"plane": (0, 0, 0, 1, 9)}, "distance 9 is outside of"),
        ({"blend": {"smile": 1.0}}, "no blend shape is called 'smile'"),
        ({"pose": "missing.json"}, "missing"),
    ],
)
def test_what_cannot_be_is_a_sentence(tesseract, options, words):
    with pytest.raises((ValueError, FileNotFoundError), match=words):
        slice(tesseract, **options)


def test_what_cannot_be_projected_is_a_sentence(tesseract):
    with pytest.raises(ValueError, match="give w or plane, not both"):
        project(tesseract, w=1.0, plane=(1, 0, 0, 0, 0))
    with pytest.raises(ValueError, match="no edges to project"):
        project(Asset.of_rig(pantin.rig.build(nodes=[], dimension=4)))


@pytest.mark.parametrize("verb", [slice, project])
def test_a_model_in_three_dimensions_is_refused(verb):
    with pytest.raises(ValueError, match="4"):
        verb(pantin.load(EXAMPLES / "arm.glb"))


def test_cells_without_simplexes_are_cut_too(tesseract):
    """A G4MF file may have its geometry alone; a tesseract is cut into a cube at w = 0.5."""
    pantin.convert("tesseract.off", "tesseract.g4tf")
    document = pantin.load("tesseract.g4tf").document
    document.remove("/meshes/0/surfaces/0/simplexes")
    surface = slice(Asset("bare.g4tf", G4MF, document=document), w=0.5).rig.meshes[0].surfaces[0]
    assert np.isclose(np.linalg.det(surface.positions[surface.triangles]).sum() / 6, 8.0, atol=1e-5)


def test_a_pose_is_taken_first(tesseract):
    rows = (np.eye(4, 5) * 2).tolist()
    Path("pose.json").write_text(json.dumps({"nodes": {"tesseract": {"matrix": rows}}}))
    for pose in ("pose.json", tesseract.rig.rest_pose().with_local("tesseract", matrix=rows)):
        positions = slice(tesseract, pose=pose).rig.meshes[0].surfaces[0].positions
        assert np.abs(positions).max() == 2.0


def test_blend_weights_are_taken_first():
    face = pantin.load(EXAMPLES / "g4mf" / "face.g4tf")
    rest, smiling = (slice(face, blend=blend).rig for blend in (None, {"FaceSmile": 1.0}))
    first, second = (rig.meshes[0].surfaces[0].positions for rig in (rest, smiling))
    assert first.shape != second.shape or not np.allclose(first, second)


def test_nothing_is_lowered_before_it_is_saved(tesseract, monkeypatch):
    def refuse(*arguments, **options):
        raise AssertionError("no document is wanted")

    monkeypatch.setattr("pantin.formats.gltf.new.write", refuse)
    pantin.save(slice(tesseract), "out.stl")
    assert Path("out.stl").is_file()
