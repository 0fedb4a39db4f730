"""OFF files among the others."""

from __future__ import annotations

from pathlib import Path

import pytest

import pantin
from pantin.formats.off import FORMAT as OFF
from pantin.verbs.editing import edit_of
from pantin.verbs.pose import pose

EXAMPLES = Path(__file__).parents[3] / "examples"
TETRAHEDRON = b"""OFF # with a comment
4 4 6
0 0 0
1 0 0
0 1 0
0 0 1
3 0 2 1
3 0 1 3
3 0 3 2
3 1 2 3 255 0 0
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.off"
    path.write_bytes(TETRAHEDRON)
    return path


def test_a_file_is_told_by_its_name_or_its_first_word(file):
    asset = pantin.load(file)
    assert asset.format is OFF
    assert asset.rig.dimension == 3
    assert pantin.load(TETRAHEDRON, name="a.data").family == "OFF"
    assert pantin.check(file).format == "off"


def test_it_is_copied_byte_for_byte(file, tmp_path):
    pantin.convert(file, tmp_path / "b.off")
    assert (tmp_path / "b.off").read_bytes() == TETRAHEDRON


def test_a_broken_text_is_a_finding_with_its_line(tmp_path):
    (tmp_path / "bad.off").write_bytes(TETRAHEDRON.replace(b"1 0 0", b"1 0 x", 1))
    report = pantin.check(tmp_path / "bad.off")
    assert [(finding.rule, finding.line) for finding in report.findings] == [("OFF-TEXT", 4)]
    with pytest.raises(pantin.BadFile):
        pantin.load(tmp_path / "bad.off")


def test_it_becomes_g4mf_and_gltf_and_comes_back(file, tmp_path):
    pantin.convert(file, tmp_path / "b.g4b")
    pantin.convert(tmp_path / "b.g4b", tmp_path / "c.off")
    before, after = (pantin.load(one).document.polytope for one in (file, tmp_path / "c.off"))
    assert after.elements == before.elements
    assert after.vertices.tolist() == before.vertices.tolist()
    lost = pantin.convert(file, tmp_path / "d.glb")
    assert {finding.rule for finding in lost.findings} == {"LOSS-GLTF_CELL", "LOSS-UNLIFTED"}
    assert "dropped colours of faces and cells" in [finding.message for finding in lost.findings]
    assert len(pantin.load(tmp_path / "d.glb").rig.meshes[0].surfaces[0].triangles) == 4


def test_what_needs_gltf_says_so(file):
    with pytest.raises(pantin.Unsupported, match="is an OFF file"):
        edit_of(pantin.load(file), "fix")


def test_its_node_is_called_as_the_file(file):
    assert pantin.load(file).rig.nodes.names == (None, "a")
    assert pantin.load(TETRAHEDRON).rig.nodes.names == (None, "bytes")


def test_a_model_in_a_pose_is_written_in_that_pose(tmp_path):
    """At rest the arm is 3 high; its elbow, at 1, is bent by 90°, so it reaches to the side instead."""
    arm = pantin.load(EXAMPLES / "arm.glb")
    pantin.save(pose(arm, rotate={"elbow": (0, 0, 90)}), tmp_path / "bent.off")
    pantin.save(arm, tmp_path / "rest.off")
    heights = [
        pantin.load(tmp_path / name).document.polytope.vertices[:, 1].max()
        for name in ("bent.off", "rest.off")
    ]
    assert heights[1] == pytest.approx(3.0)
    assert heights[0] < 2.0
