"""4D models cut by a 3-space or projected: rigs alone, without a document until they are saved as one."""

from __future__ import annotations

import itertools
import json
from math import factorial
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.base.records import replace
from pantin.formats.g4mf import FORMAT as G4MF
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.off.files import write_lines
from pantin.maths.rotor import rotation_matrix
from pantin.rig import Camera, Node, Orthographic
from pantin.rig.topology import ElementAttribute
from pantin.rig.triangulation import boundary
from pantin.shapes import Polytope
from pantin.verbs.asset import Asset
from pantin.verbs.slice import project, slice

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def tesseract(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "oracles"))
    import polytopes

    vertices, faces, cells = polytopes.tesseract()
    text = "".join(write_lines(Polytope(np.array(vertices), (faces, cells))))
    (tmp_path / "tesseract.off").write_text(text, encoding="utf-8")
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


ROTATIONS = ["xw:30", "xw:30,yz:10", "zw:-75,xy:20,yw:13", "xz:45,xw:35.26,yw:60"]


@pytest.mark.parametrize("w", [-0.9, -0.3, 0.0, 0.55, 1.1])
@pytest.mark.parametrize("rotate", ROTATIONS)
def test_the_volume_of_a_slice_of_a_rotated_tesseract(tesseract, rotate, w):
    """By the formula of Pólya for the section a · x = t of the cube [−1, 1]ⁿ, |a| = 1."""
    a = rotation_matrix(rotate, 4)[3]
    signs = np.array(list(itertools.product((-1, 1), repeat=4)))
    flat = np.abs(a) > 1e-9  # along the others a section is a prism of length 2
    signs = signs[(signs[:, ~flat] == 1).all(1)]
    n = int(flat.sum())
    terms = signs[:, flat].prod(1) * np.maximum(w + signs[:, flat] @ a[flat], 0) ** (n - 1)
    expected = terms.sum() / (factorial(n - 1) * a[flat].prod()) * 2 ** (4 - n)
    if expected < 1e-9:
        with pytest.raises(ValueError, match="misses the model"):
            slice(tesseract, w=w, rotate=rotate)
        return
    assert volume(slice(tesseract, w=w, rotate=rotate)) == pytest.approx(expected, rel=1e-9)


def volume(asset):
    return sum(
        np.linalg.det(surface.positions[surface.triangles]).sum() / 6
        for mesh in asset.rig.meshes
        for surface in mesh.surfaces
    )


def test_a_rotation_is_of_the_model_about_the_origin(tesseract):
    """Rotated by xw:90, x of the model is w, and −w of the model is x."""
    creature = pantin.load(EXAMPLES / "g4mf" / "creature.g4b")
    whole = np.concatenate([mesh.positions for mesh in pantin.deform(creature.rig, creature.rig.rest_pose())])
    found = project(creature, rotate="xw:90").rig.meshes[0].surfaces[0].positions
    assert np.array_equal(found, whole[:, [3, 1, 2]] * [-1, 1, 1])
    cut = slice(creature, w=3.5, rotate={"xw": 90}).rig.meshes[0].surfaces[0].positions
    assert len(cut)
    again = slice(creature, plane=(1, 0, 0, 0, 3.5)).rig.meshes[0].surfaces[0].positions
    assert {tuple(row) for row in np.abs(cut)} == {tuple(row) for row in np.abs(again)[:, [2, 0, 1]]}


def test_a_plane_is_that_of_the_rotated_model(tesseract):
    for options in ({"plane": (1, 2, 3, 4, 0.5)}, {"plane": (1, 2, 3, 4, 0), "sweep": 3}):
        rotated = slice(tesseract, rotate=rotation_matrix("xw:30,yz:10", 4), **options).rig
        points = rotation_matrix("xw:30,yz:10", 4) @ np.eye(4, 5)
        pose = tesseract.rig.rest_pose().with_local("tesseract", matrix=points)
        posed = slice(tesseract, pose=pose, **options).rig
        assert len(rotated.meshes) == len(posed.meshes)
        for one, other in zip(rotated.meshes, posed.meshes, strict=True):
            assert np.allclose(one.surfaces[0].positions, other.surfaces[0].positions, atol=1e-12)


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
        ({"rotate": "xx:3"}, "rotation in xx"),
        ({"rotate": "xv:3"}, "4 dimensions have no axis v"),
        ({"w": 1.9, "rotate": "xw:45"}, r"w = 1.9 misses the model \(w ranges from -1.414 to 1.414\)"),
        ({"w": float("nan")}, "w must be a finite number, not nan"),
        ({"w": 9.0}, r"w = 9 misses the model \(w ranges from -\d"),
        ({"plane": (0, 0, 0, 1, 9)}, "distance 9 misses the model, which goes from"),
        ({"blend_weights": {"smile": 1.0}}, "no blend shape is called 'smile'"),
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
    rest, smiling = (slice(face, blend_weights=blend).rig for blend in (None, {"FaceSmile": 1.0}))
    first, second = (rig.meshes[0].surfaces[0].positions for rig in (rest, smiling))
    assert first.shape != second.shape or not np.allclose(first, second)


def test_nothing_is_lowered_before_it_is_saved(tesseract, monkeypatch):
    def refuse(*arguments, **options):
        raise AssertionError("no document is wanted")

    monkeypatch.setattr("pantin.formats.gltf.new.write", refuse)
    pantin.save(slice(tesseract), "out.stl")
    assert Path("out.stl").is_file()


def test_a_slice_that_only_touches_says_so():
    orthoplex = pantin.shapes.orthoplex(4).rig()
    with pytest.raises(ValueError, match=r"^w = 1 only touches the model \(w ranges from -1.000 to 1.000\)$"):
        slice(orthoplex, w=1.0)
    with pytest.raises(ValueError, match=r"^w = 1.0000001 misses the model"):
        slice(orthoplex, w=1.0000001)


def test_a_slice_reports_what_could_not_be_read(tmp_path):
    face = json.loads((EXAMPLES / "g4mf" / "face.g4tf").read_text())
    face["meshes"][0]["surfaces"][0]["textureMap"]["simplexes"] = 999
    (tmp_path / "face.g4tf").write_text(json.dumps(face))
    asset = pantin.load(tmp_path / "face.g4tf")
    for made in (slice(asset), project(asset)):
        found = pantin.save(made, tmp_path / "cut.glb").findings
        (finding,) = (finding for finding in found if finding.rule != "LOSS-UNSUPPORTED")
        assert (finding.rule, finding.pointer) == (
            "G4MF-LIFT-001",
            "/meshes/0/surfaces/0/textureMap",
        )


def full_rig(tesseract):
    """A tesseract with something of each kind that a slice or a wireframe could lose."""
    rig = tesseract.rig
    (surface,) = rig.meshes[0].surfaces
    simplexes = boundary(surface)
    count, random = len(surface.positions), np.random.default_rng(0)
    corners = ElementAttribute(
        random.random((simplexes.size, 3)),
        np.arange(simplexes.size),
        np.arange(simplexes.size + 1),
        simplexes.reshape(-1),
    )
    others = replace(corners, elements="edges")
    surface = replace(
        surface,
        tangents=np.tile([1.0, 0, 0, 0, 1], (count, 1)),
        texcoords=(np.zeros((count, 3)), np.full((count, 2), 0.25)),
        colors=(np.full((count, 3), 0.5),),
        extras={"cut": "yes"},
        attributes={"_TEMPERATURE": np.ones((count, 1))},
        topology=replace(surface.topology, simplexes=simplexes, texcoords=(corners, others)),
    )
    return rig.replace(
        meshes=[replace(rig.meshes[0], surfaces=(surface,), extras={"mesh": 1})],
        nodes=[*(replace(node, extras={"node": 1}) for node in rig.node_list()), Node("eye", camera=0)],
        cameras=[Camera(Orthographic(2.0, 0.1, 10.0))],
        copyright="CC0 somebody",
        extras={"rig": 1},
    )


MESH = 'mesh "tesseractMesh" (0)'


def test_a_slice_keeps_or_reports_everything(tesseract):
    rig = full_rig(tesseract)
    cut = slice(rig, w=0.5)
    assert (cut.rig.copyright, dict(cut.rig.extras)) == ("CC0 somebody", {"rig": 1})
    (surface,) = cut.rig.meshes[0].surfaces
    assert dict(surface.extras) == {"cut": "yes"}
    assert surface.texcoords[0].std() > 0.1  # of corners, not those of vertices, which are 0
    assert np.allclose(surface.texcoords[1], 0.25)
    assert np.allclose(surface.colors[0], 0.5)
    report = pantin.save(cut, "out.glb")
    assert [finding.message for finding in report.findings if finding.severity != "info"] == [
        "dropped extras of node 0, and 1 more: a slice has none",
        f"dropped extras of {MESH}: a slice has none",
        f"dropped tangents and attributes of surface 0 of {MESH}: a slice has none",
        "dropped camera 0: a slice has none",
        f"dropped texture coordinates of elements of surface 0 of {MESH}: "
        "a slice has those of the corners of simplexes",
    ]
    assert report.lossy
    assert pantin.load("out.glb").rig.copyright == "CC0 somebody"


def test_a_wireframe_keeps_or_reports_everything(tesseract):
    made = project(full_rig(tesseract))
    assert (made.rig.copyright, dict(made.rig.extras)) == ("CC0 somebody", {"rig": 1})
    (mesh,) = made.rig.meshes
    assert (dict(mesh.extras), dict(mesh.surfaces[0].extras)) == ({"mesh": 1}, {"cut": "yes"})
    assert np.allclose(mesh.surfaces[0].colors[0], 0.5)
    messages = [finding.message for finding in made.findings]
    assert messages == [
        "dropped extras of node 0, and 1 more: a wireframe has none",
        f"dropped tangents, texcoords, attributes and element texcoords of surface 0 of {MESH}: "
        "a wireframe has none",
        "dropped camera 0: a wireframe has none",
    ]


def test_hidden_meshes_are_reported(tesseract):
    rig = tesseract.rig
    nodes = [*rig.node_list(), Node("hidden", visible=False)]
    hidden = rig.replace(
        nodes=nodes, instances=[*rig.instances, replace(rig.instances[0], node=len(nodes) - 1)]
    )
    assert [finding.message for finding in slice(hidden).findings] == [
        'dropped 1 surface of node "hidden" (2): on hidden nodes'
    ]


def test_members_that_no_rig_holds_are_reported():
    """The licence of the creature is an application's own member of its file."""
    cut = slice(pantin.load(EXAMPLES / "g4mf" / "creature.g4b"))
    pointers = [finding.pointer for finding in cut.findings if finding.rule == "LOSS-UNSUPPORTED"]
    assert "/asset/extras/license" in pointers


def test_nodes_are_rotated_first():
    creature = pantin.load(EXAMPLES / "g4mf" / "creature.g4b")
    pose = creature.rig.rest_pose().with_local("LowerArm", planes="yw:90")
    bent, expected = slice(creature, nodes={"LowerArm": "yw:90"}), slice(creature, pose=pose)
    for one, other in zip(bent.rig.meshes, expected.rig.meshes, strict=True):
        for surface, same in zip(one.surfaces, other.surfaces, strict=True):
            assert np.array_equal(surface.positions, same.positions)
    straight = slice(creature).rig.meshes[0].surfaces[0].positions
    assert not np.array_equal(straight, bent.rig.meshes[0].surfaces[0].positions)
