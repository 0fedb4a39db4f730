"""Bytes and file objects instead of paths: what comes out is what files have."""

from __future__ import annotations

import io
import json
import pickle
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import pantin

ARM = Path("examples/arm.glb")


@pytest.mark.parametrize("give", [bytes, bytearray, memoryview, io.BytesIO])
def test_every_form_of_the_same_bytes_is_the_same_model(give):
    content = ARM.read_bytes()
    assert pantin.load(give(content)).rig.equals(pantin.load(ARM).rig)
    assert pantin.check(give(content)).findings == pantin.check(ARM).findings


def test_an_open_file_is_known_by_its_name():
    with ARM.open("rb") as stream:
        assert pantin.load(stream).path == str(ARM)


def test_an_unchanged_asset_is_written_byte_for_byte():
    stream = io.BytesIO()
    assert pantin.save(pantin.load(io.BytesIO(ARM.read_bytes())), stream).ok
    assert stream.getvalue() == ARM.read_bytes()


def test_a_conversion_writes_what_the_file_would_have(tmp_path):
    stream = io.BytesIO()
    report = pantin.convert(ARM, stream, format=".g4b")
    pantin.convert(ARM, tmp_path / "arm.g4b")
    assert stream.getvalue() == (tmp_path / "arm.g4b").read_bytes()
    assert report.format == "g4b"


def test_what_a_file_object_cannot_do_is_a_sentence(tmp_path):
    with pytest.raises(ValueError, match="needs other files"):
        pantin.save(pantin.load(ARM), io.BytesIO(), format=".gltf")
    with pytest.raises(ValueError, match="give its format"):
        pantin.convert(ARM, io.BytesIO())
    with pytest.raises(ValueError, match="format applies to file objects only"):
        pantin.save(pantin.load(ARM), tmp_path / "a.glb", format=".glb")
    with pytest.raises(TypeError, match="binary mode"):
        pantin.load(io.StringIO("{}"))
    with pytest.raises(TypeError, match=r"expected a path, bytes or a binary file object, not int"):
        pantin.load(3)
    with pytest.raises(pantin.LimitExceeded):
        pantin.load(io.BytesIO(ARM.read_bytes()), limits=pantin.Limits(file_bytes=100))


def test_assets_and_rigs_are_checked_too():
    asset = pantin.load("examples/loose.glb")
    assert pantin.check(asset) == asset.report
    assert [finding.rule for finding in pantin.check(asset.rig).warnings] == ["RIG-WEIGHTS_NOT_ONE"]


def test_nodes_come_one_at_a_time():
    rig = pantin.load(ARM).rig
    assert [(node.name, node.parent) for node in rig.nodes] == list(
        zip(rig.nodes.names, rig.nodes.parents.tolist(), strict=True)
    )
    assert rig.equals(rig.replace(nodes=list(rig.nodes)))


def test_equal_rigs_have_the_same_numbers():
    rig = pantin.load(ARM).rig
    moved = [node.replace(translation=np.add(node.translation, (0, 1e-9, 0))) for node in rig.nodes]
    assert not rig.equals(rig.replace(nodes=moved))


def test_bounds_are_over_all_meshes_and_poses():
    rig = pantin.load(ARM).rig
    posed = pantin.deform(rig, pantin.sample(rig, "bend", [0.0, 0.5, 1.0]))
    points = np.concatenate([mesh.positions.reshape(-1, 3) for mesh in posed])
    assert np.array_equal(posed.bounds, [points.min(axis=0), points.max(axis=0)])
    assert np.array_equal(posed[0].triangles, rig.meshes[0].surfaces[0].triangles)
    assert posed.positions.shape[-2] > posed.triangles.max()
    assert len(repr(posed[0])) < 100


VERBS = {
    "fix": {}, "slim": {}, "pose": {}, "derive_skeletons": {},
    "inspect": {}, "strip_skeletons": {}, "edit_clips": {"rename": {"bend": "wave"}},
    "edit_weights": {"normalise": True},
    "find_humanoid": {}, "split": {"mesh": "sleeve"}, "check": {}, "render": {"size": (32, 24)}, "view": {},
}  # fmt: skip
"""Functions of one model, with what else they need."""


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_takes_a_path_bytes_a_file_an_asset_and_a_rig(verb):
    data = ARM.read_bytes()
    asset = pantin.load(ARM)
    results = {
        type(getattr(pantin, verb)(model, **VERBS[verb])).__name__
        for model in (ARM, str(ARM), data, bytearray(data), io.BytesIO(data), asset, asset.rig)
    }
    assert len(results) == 1


@pytest.mark.parametrize("verb", ["diff", "retarget", "merge"])
def test_a_verb_of_two_models_takes_any_two(verb):
    data = ARM.read_bytes()
    for a, b in ((ARM, io.BytesIO(data)), (data, pantin.load(ARM)), (pantin.load(ARM).rig, data)):
        assert getattr(pantin, verb)(a, b) is not None


@pytest.mark.parametrize("verb", [*VERBS, "diff", "retarget", "migrate"])
def test_anything_else_is_refused_with_what_was_given(verb):
    arguments = (3, 3) if verb in ("diff", "retarget") else (3,)
    with pytest.raises(TypeError, match=r"expected a path, bytes.* not int"):
        getattr(pantin, verb)(*arguments, **VERBS.get(verb, {}))


def test_only_a_model_is_saved():
    with pytest.raises(TypeError, match=r"expected an Asset or a Rig, not str: pantin.load reads a file"):
        pantin.save("examples/arm.glb", io.BytesIO())
    with pytest.raises(TypeError, match=r"expected a Rig, not str: pantin.load\(…\)\.rig"):
        pantin.sample("examples/arm.glb", 0, 0.0)


def test_pictures_and_pages_are_written_to_file_objects():
    picture, animation, page = io.BytesIO(), io.BytesIO(), io.BytesIO()
    drawn = pantin.render(ARM, picture, size=(32, 24))
    pantin.render(ARM, animation, format="gif", frames=2, size=(32, 24))
    pantin.view(ARM).save(page)
    assert drawn.pixels.shape == (24, 32, 4)
    assert picture.getvalue()[:4] == b"\x89PNG"
    assert animation.getvalue()[:3] == b"GIF"
    assert page.getvalue().startswith(b"<!doctype html>")


@pytest.mark.parametrize(
    "path", [*sorted(Path("examples").rglob("*.g4*")), Path("examples/face.gltf")], ids=str
)
def test_text_and_binary_files_are_told_by_their_content(path):
    """A G4MF text is JSON as glTF is, but its asset states a dimension."""
    named, anonymous = pantin.load(path), pantin.load(path.read_bytes())
    assert anonymous.format is named.format
    assert anonymous.rig.equals(named.rig)


def test_the_asset_of_a_g4mf_text_may_be_anywhere():
    tree = json.loads(Path("examples/g4mf/arm.g4tf").read_text())
    asset = tree.pop("asset")
    text = json.dumps({"extras": {"asset": {"version": "2.0"}}, **tree, "asset": asset}).encode()
    assert pantin.load(text).format.name == "G4MF"
    gltf = json.loads(Path("examples/face.gltf").read_text())
    gltf = {"extras": {"asset": {"dimension": 4}}} | gltf
    gltf["asset"]["extras"] = {"dimension": 4}
    assert pantin.load(json.dumps(gltf).encode()).format.name == "glTF"


def test_a_file_object_that_cannot_be_written_is_a_sentence():
    asset = pantin.load(ARM)
    for write in (partial(pantin.save, asset), partial(pantin.render, asset, size=(8, 8))):
        with pytest.raises(TypeError, match="must be opened in binary mode"):
            write(io.StringIO())
        with ARM.open("rb") as stream, pytest.raises(ValueError, match="not opened for writing"):
            write(stream)
    with pytest.raises(ValueError, match=r"^arm\.xyz: Pantin does not write \.xyz"):
        pantin.save(asset, io.BytesIO(), format="xyz")
    with pytest.raises(ValueError, match=r"^picture\.svg: unsupported format"):
        pantin.render(asset, io.BytesIO(), format="svg")
    with pytest.raises(TypeError, match="format must be a string or None, not 3"):
        pantin.save(asset, io.BytesIO(), format=3)


def test_a_pickle_has_the_files_beside_the_model(tmp_path):
    pantin.convert(ARM, tmp_path / "arm.gltf")
    sent = pickle.dumps(pantin.load(tmp_path / "arm.gltf"))
    (tmp_path / "arm.bin").unlink()
    received = pickle.loads(sent)
    assert received.report.ok
    pantin.save(received, tmp_path / "copy.glb")
    assert pantin.load(tmp_path / "copy.glb").rig.equals(pantin.load(ARM).rig)
