"""FBX through the verbs: recognised, loaded, converted, saved."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.base.errors import BadFile
from pantin.formats.fbx.scene import Scene
from pantin.verbs.asset import Asset

CASES = Path(__file__).parents[2] / "cases"


def test_a_file_is_recognised_by_its_first_bytes():
    for name in ("FBX-KEY_ORDER", "FBX-VALUE"):
        data = (CASES / name / "good.fbx").read_bytes()
        assert pantin.load(data, name="upload").format.name == "FBX"


def test_a_file_that_is_not_fbx_raises_with_its_finding():
    with pytest.raises(BadFile, match="not an FBX file"):
        pantin.load(CASES / "FBX-UNREADABLE" / "bad.fbx")


def test_every_damaged_file_of_the_corpus_gives_a_report(corpus):
    for path in sorted((corpus / "fbx" / "fuzz").glob("*.fbx")):
        assert pantin.check(path).format == "fbx"


def test_a_file_is_saved_as_it_is(tmp_path):
    source = CASES / "FBX-TEXTURE" / "good.fbx"
    pantin.save(pantin.load(source), tmp_path / "copy.fbx")
    assert (tmp_path / "copy.fbx").read_bytes() == source.read_bytes()


@pytest.mark.parametrize(
    ("option", "unit", "up", "first"),
    [
        ({}, 1.0, 1, b"Kaydara"),
        ({"unit": "m"}, 100.0, 1, b"Kaydara"),
        ({"axes": "z-up"}, 1.0, 2, b"Kaydara"),
        ({"ascii": True}, 1.0, 1, b"; FBX"),
    ],
    ids=str,
)
def test_options_hold_for_a_file_that_is_fbx_already(tmp_path, option, unit, up, first):
    """It was copied, and the options ignored. The model stays where it is and as large."""
    source = Path(__file__).parents[3] / "examples" / "fbx" / "avatar.fbx"
    pantin.convert(source, tmp_path / "b.fbx", **option)
    assert (tmp_path / "b.fbx").read_bytes().startswith(first)
    written = pantin.load(tmp_path / "b.fbx")
    settings = Scene(written.document).settings
    assert (settings.number("UnitScaleFactor", 1.0), settings.number("UpAxis", 1.0)) == (unit, up)
    before, after = (pantin.motion.joint_positions(asset.rig) for asset in (pantin.load(source), written))
    assert np.allclose(before, after, atol=1e-5)


def test_images_beside_a_file_go_with_it(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    pantin.convert(CASES / "LOSS-FBX_IMAGE" / "good.gltf", tmp_path / "a" / "avatar.fbx")
    images = list((tmp_path / "a").rglob("*.png"))
    assert images
    asset = pantin.load(tmp_path / "a" / "avatar.fbx")
    assert [image.data is not None for image in asset.rig.images] == [True] * len(asset.rig.images)
    pantin.save(asset, tmp_path / "b" / "avatar.fbx")
    for image in images:
        assert (tmp_path / "b" / image.relative_to(tmp_path / "a")).read_bytes() == image.read_bytes()


def test_an_image_outside_the_folder_is_not_read(tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    (tmp_path / "face.png").write_bytes(b"\x89PNG\r\n\x1a\nsecret")
    text = (CASES / "FBX-TEXTURE" / "bad.fbx").read_text(encoding="utf-8")
    (folder / "a.fbx").write_text(text.replace(r"textures\\face.png", "../face.png"), encoding="utf-8")
    report = pantin.check(folder / "a.fbx")
    assert [finding.rule for finding in report.findings] == ["FBX-TEXTURE"]


def test_findings_of_text_files_have_lines():
    (finding,) = pantin.check(CASES / "FBX-NEGATIVE_SCALE" / "bad.fbx").findings
    lines = (CASES / "FBX-NEGATIVE_SCALE" / "bad.fbx").read_text(encoding="utf-8").splitlines()
    assert lines[finding.line - 1].strip().startswith('Model: 10, "Model::body"')


def test_an_edit_goes_through_the_rig(tmp_path):
    asset = pantin.load(CASES / "FBX-KEY_ORDER" / "good.fbx")
    asset.rename("node", "body", "torso")
    pantin.save(asset, tmp_path / "a.fbx")
    assert pantin.load(tmp_path / "a.fbx").rig.nodes.names == ("torso",)


def test_custom_properties_are_extras(tmp_path):
    rig = pantin.build(
        nodes=[pantin.rig.Node("a", extras={"mass": 2.5, "tag": "x", "count": 3, "list": [1, {"b": 2}]})]
    )
    pantin.save(Asset.of_rig(rig), tmp_path / "a.fbx")
    extras = pantin.load(tmp_path / "a.fbx").rig.nodes.extras[0]
    assert extras == {"mass": 2.5, "tag": "x", "count": 3, "list": '[1, {"b": 2}]'}


def test_inspect_names_the_program_and_the_version():
    text = (CASES / "FBX-KEY_ORDER" / "good.fbx").read_bytes()
    asset = pantin.load(text + b'Creator: "Maya"\n', name="a.fbx")
    assert asset.format.about(asset.document)["generator"] == "Maya (FBX 7.4 text)"


def test_positions_are_metres_with_y_up():
    surface = pantin.load(CASES / "FBX-KEY_ORDER" / "good.fbx").rig.meshes[0].surfaces[0]
    assert np.allclose(surface.positions, [[0, 0, 0], [1, 0, 0], [0, 1, 0]])


def test_slim_makes_gltf_of_it(tmp_path):
    asset = pantin.load(Path(__file__).parents[3] / "examples" / "fbx" / "avatar.fbx")
    small = pantin.slim(asset)
    pantin.save(small, tmp_path / "small.glb")
    assert pantin.load(tmp_path / "small.glb").rig.nodes.names
    assert small.max_error <= small.bound
