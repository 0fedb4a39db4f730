"""`slim`: smaller files that do the same, and what must survive it."""

import json
from pathlib import Path

import pytest

import pantin

EXAMPLES = Path(__file__).parents[2] / "examples"


def saved(slimmed, tmp_path):
    pantin.save(slimmed, tmp_path / "slim.glb")
    return pantin.load(tmp_path / "slim.glb")


def test_nothing_changes_with_an_error_of_0(tmp_path):
    asset = pantin.load("examples/arm.glb")
    slimmed = pantin.slim(asset, skin_error=0)
    assert (slimmed.max_error, slimmed.bound) == (0, 0)
    assert pantin.diff(asset, saved(slimmed, tmp_path), tolerance=0).equal


def test_the_shape_of_the_json():
    slimmed = pantin.slim(pantin.load("examples/arm.glb"))
    assert list(slimmed.to_builtins()) == [
        *("bytes_before", "bytes_after", "keys_before", "keys_after", "max_error", "bound"),
        *("triangles_before", "triangles_after", "posed_error", "steps"),
    ]
    assert json.dumps(slimmed.to_builtins())
    saved_by_steps = sum(step.bytes_saved for step in slimmed.steps)
    assert slimmed.bytes_before - slimmed.bytes_after == saved_by_steps


@pytest.mark.parametrize(
    ("given", "bound"), [("0.1mm", 1e-4), ("2 cm", 0.02), (0.5, 0.5), ("1e-3", 1e-3), ("1m", 1)]
)
def test_units_of_the_error(given, bound):
    assert pantin.slim(pantin.load("examples/arm.glb"), skin_error=given).bound == pytest.approx(bound)


@pytest.mark.parametrize("given", ["1 inch", "-1mm", "nan", float("inf"), "mm", ""])
def test_an_error_that_is_not_a_distance_is_refused(given):
    with pytest.raises(ValueError, match="skin error must be a distance"):
        pantin.slim(pantin.load("examples/arm.glb"), skin_error=given)


@pytest.mark.parametrize(
    "options", [{}, {"quantize": True}, {"meshopt": True}, {"quantize": True, "meshopt": True}]
)
def test_smaller_numbers_stay_within_the_bound(options, tmp_path):
    asset = pantin.load("examples/arm.glb")
    slimmed = pantin.slim(asset, skin_error=0.002, **options)
    again = saved(slimmed, tmp_path)
    assert again.report.ok, again.report.findings
    assert pantin.diff(asset, again, tolerance=0.0021).max_error <= 0.002 + 1e-6
    if options.get("meshopt"):
        assert "EXT_meshopt_compression" in again.document.tree["extensionsRequired"]


def test_other_formats_are_refused():
    with pytest.raises(pantin.Unsupported, match=r"convert it to \.glb first"):
        pantin.slim(pantin.load("examples/g4mf/creature.g4b"))


def test_of_a_broken_file_the_rig_is_slimmed():
    tree = json.loads(Path("examples/face.gltf").read_text())
    whole = pantin.slim(pantin.load("examples/face.gltf")).rig
    tree["nodes"][0]["children"] = "none"
    tree["animations"] = [
        {"channels": [{"sampler": 7, "target": {"node": 0, "path": "scale"}}], "samplers": []}
    ]
    slimmed = pantin.slim(pantin.load(json.dumps(tree).encode(), name="bad.gltf"))
    assert slimmed.report.ok
    assert [len(mesh.surfaces) for mesh in slimmed.rig.meshes] == [
        len(mesh.surfaces) for mesh in whole.meshes
    ]
    assert not slimmed.rig.clips


def test_of_a_broken_file_losses_are_reported():
    tree = json.loads(Path("examples/face.gltf").read_text())
    tree |= {"nodes": [*tree["nodes"], []], "extensionsUsed": ["VENDOR_frost"]}
    tree["extensions"] = {"VENDOR_frost": {"depth": 1}}
    slimmed = pantin.slim(pantin.load(json.dumps(tree).encode(), name="bad.gltf"))
    assert "VENDOR_frost" not in slimmed.document.tree.get("extensions", {})
    assert any("VENDOR_frost" in finding.message for finding in slimmed.findings)


def test_the_line_about_a_model_says_what_concerns_it():
    """Keys where it has some; a model without clips that keeps its vertices moves none."""
    with_clip = pantin.slim(EXAMPLES / "arm.glb", skin_error="0.5%")
    assert " keys, largest error " in with_clip.describe()
    still = pantin.slim(pantin.edit_clips(EXAMPLES / "arm.glb", drop=["bend"]))
    assert still.describe().endswith(" bytes, no vertex moves")
