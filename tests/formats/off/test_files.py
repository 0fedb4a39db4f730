"""OFF files among the others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.base.errors import LimitExceeded, Unsupported
from pantin.base.limits import Limits
from pantin.base.records import replace
from pantin.deformation import deform
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read as read_g4mf
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.save import to_bytes
from pantin.formats.off import FORMAT as OFF
from pantin.formats.off.files import is_off, make_polytope, write_lines
from pantin.formats.off.read import read
from pantin.rig import Instance, Mesh, Node, Surface, build
from pantin.rig.topology import Topology
from pantin.shapes import Polytope
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
    assert pantin.load(TETRAHEDRON, name="a.data").format.name == "OFF"
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
    assert {finding.rule for finding in lost.findings} == {"LOSS-GLTF_CELL", "LOSS-UNSUPPORTED"}
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


def test_the_text_is_kept():
    data = b"OFF\n1 0 0\n0 0 0 # alone\n"
    document = pantin.load(data).document
    assert document.data == data
    assert document.polytope.vertices.tolist() == [[0.0, 0.0, 0.0]]


def test_more_bytes_than_the_limit_are_refused():
    with pytest.raises(LimitExceeded):
        pantin.load(b"OFF\n1 0 0\n0 0 0\n", limits=Limits(file_bytes=10))


@pytest.mark.parametrize("suffix", [".off", ".4OFF", ".noff", ".12off"])
def test_a_file_is_told_by_its_suffix(suffix):
    assert is_off(b"", suffix)


@pytest.mark.parametrize("start", [b"OFF\n", b"# first\n 4OFF 1", b"nOFF\r\n3", b"OFF"])
def test_or_by_its_first_word(start):
    assert is_off(start, "")


@pytest.mark.parametrize("start", [b"OFFSET", b"x OFF", b"# OFF\n", b"", b"123OFF"])
def test_other_texts_are_not(start):
    assert not is_off(start, ".txt")


def at_rest(rig):
    return make_polytope(rig, deform(rig, rig.rest_pose()))


def test_off_becomes_g4mf_with_its_cells_and_comes_back(tesseract):
    document = read_g4mf(to_bytes(lower(tesseract.rig()).document))
    assert check(document) == []
    rig = lift(document).rig
    topology = rig.meshes[0].surfaces[0].topology
    assert topology.edges.shape == (32, 2)
    assert [len(tier) for tier in topology.cells] == [24, 8]
    back = at_rest(rig)
    assert back.elements[0] == tesseract.elements[0]
    assert [sorted(one) for one in back.elements[1]] == tesseract.elements[1]
    assert np.array_equal(back.vertices, tesseract.vertices)


def test_several_shapes_become_one(tesseract):
    rig = tesseract.rig()
    mesh = rig.meshes[0]
    twice = replace(rig, meshes=(replace(mesh, surfaces=mesh.surfaces * 2),))
    both = at_rest(twice)
    assert [len(both.vertices), *map(len, both.elements)] == [32, 48, 16]
    assert np.isclose(abs(np.linalg.det(both.vertices[both.simplexes()]).sum()) / 24, 32)


def test_without_cells_simplexes_are_the_cells_and_share_their_faces(tesseract):
    """48 tetrahedra have 192 sides, and every one is of two."""
    rig = tesseract.rig()
    (surface,) = rig.meshes[0].surfaces
    bare = replace(surface, topology=replace(surface.topology, cells=()))
    result = at_rest(replace(rig, meshes=(Mesh((bare,)),)))
    assert [len(element) for element in result.elements] == [96, 48]


def test_a_face_that_is_no_loop_leaves_the_simplexes():
    edges = np.array([[0, 1], [1, 2], [0, 2]])
    for face in ((0, 1), (0, 2, 1, 0), (0, 1, 2)):
        topology = Topology(np.array([[0, 1, 2]]), edges, cells=((face,),))
        surface = Surface(np.eye(3), indices=np.arange(3), topology=topology)
        rig = build(nodes=[Node()], meshes=[Mesh((surface,))], instances=[Instance(0, 0)])
        assert at_rest(rig).elements == ([[0, 1, 2]],)


def test_polyhedra_are_triangles():
    rig = Polytope(np.eye(3), ([[0, 1, 2]],)).rig()
    assert len(rig.meshes[0].surfaces[0].triangles) == 1
    assert at_rest(rig).elements == ([[0, 1, 2]],)


def test_more_than_8_dimensions_are_no_rig():
    with pytest.raises(Unsupported):
        Polytope(np.zeros((1, 9)), ()).rig()


def test_there_and_back(tesseract):
    scaled = tesseract.vertices / 3**0.5
    again = read("".join(write_lines(replace(tesseract, vertices=scaled))).encode())
    assert np.array_equal(again.vertices, scaled)
    assert again.elements == tesseract.elements


def test_the_header_counts_edges_too(tesseract):
    first, second, *_ = write_lines(tesseract)
    assert (first, second) == ("4OFF\n", "16 24 32 8\n")
