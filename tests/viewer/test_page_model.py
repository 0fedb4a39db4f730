from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.assets import Asset
from pantin.assets.registry import GLTF
from pantin.edit.mesh_slice import Hyperplane
from pantin.edit.rig_slices import slice_rig
from pantin.errors import LimitExceeded
from pantin.rig import Instance, Mesh, Node, Surface, build
from pantin.rig.topology import ElementAttribute, Topology
from pantin.viewer import page_model
from pantin.viewer.page_model import MAX_SLICES, check_size, embed, obstacle, rewrite, slice_along_w

EXAMPLES = Path(__file__).parents[2] / "examples"


def loaded(made):
    return pantin.load(made.data, name="embedded.glb")


def test_a_sound_file_goes_in_as_it_is(arm):
    result = embed(arm)
    assert result.data == (EXAMPLES / "arm.glb").read_bytes()
    assert result.notes == ()


def test_a_gltf_is_packed_into_one_file():
    result = embed(pantin.load(EXAMPLES / "face.gltf"))
    assert result.data[:4] == b"glTF"
    assert all("uri" not in one for one in loaded(result).document.tree["buffers"])


def test_of_a_broken_file_what_has_a_meaning_goes_in():
    """A browser's loader would follow a loop of nodes forever."""
    asset = pantin.load(EXAMPLES / "broken.gltf")
    result = embed(asset)
    assert result.notes == (obstacle(asset),)
    assert loaded(result).report.ok
    assert len(result.rig.nodes) >= len(asset.rig.nodes)


def test_a_document_without_scenes_gets_one_of_all_roots(arm):
    document = arm.document.copy()
    document.remove("/scenes")
    document.remove("/scene")
    result = embed(Asset("arm.glb", GLTF, document=document))
    assert loaded(result).document.tree["scenes"] == [{"nodes": [0, 3]}]


def test_what_the_page_cannot_decode_is_said(arm):
    document = arm.document.copy()
    document.set("/extensionsRequired", ["KHR_texture_basisu"])
    document.set("/extensionsUsed", ["KHR_texture_basisu"])
    result = embed(Asset("arm.glb", GLTF, document=document))
    assert result.notes == (
        "Basis Universal (KTX2) textures are not shown: the page has no decoder for them.",
    )


def test_an_image_that_is_not_there_is_said(textured):
    result = embed(textured(None, images=[{"uri": "gone.png"}], data=b""))
    assert result.notes == ("Image 0 is missing: it is shown in grey.",)


def test_draco_streams_are_unpacked(corpus):
    pytest.importorskip("DracoPy", reason="the extra pantin[draco] is not installed")
    result = sorted(corpus.rglob("*raco*.gl*"))
    if not result:
        pytest.skip("the corpus has no Draco file")
    assert b"KHR_draco_mesh_compression" not in embed(pantin.load(result[0])).data


def test_a_model_too_large_for_a_page_is_refused(monkeypatch):
    monkeypatch.setattr(page_model, "MAX_BYTES", 3)
    with pytest.raises(LimitExceeded, match="the model takes 4 bytes; a page can hold up to 3"):
        check_size(b"abcd")


def test_a_rig_is_written_anew_with_the_numbers_of_its_nodes(arm):
    result = rewrite(arm.rig, ("message",))
    assert result.rig.nodes.names == arm.rig.nodes.names
    assert result.notes == ("message",)


def test_a_rig_without_scenes_is_shown_whole():
    result = rewrite(build(nodes=[Node("a"), Node("b", 0), Node("c")]))
    assert loaded(result).document.tree["scenes"] == [{"nodes": [0, 2]}]
    assert "scenes" not in loaded(rewrite(build(nodes=[]))).document.tree


def test_normals_of_faces_go_in_as_those_of_their_corners():
    """Two triangles that share an edge and face different ways, as G4MF has them."""
    faces = np.array([[0, 1, 2], [0, 2, 3]])
    normals = np.eye(3, dtype=np.float32)[:2]
    bound = ElementAttribute(
        normals, np.arange(2), np.array([0, 3, 6]), faces.reshape(-1), elements="simplexes"
    )
    positions = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32)
    surface = Surface(positions, topology=Topology(faces, normals=(bound,)))
    rig = build(nodes=[Node("a")], meshes=[Mesh((surface,))], instances=[Instance(0, 0)])
    (shown,) = rewrite(rig).rig.meshes[0].surfaces
    assert shown.normals[shown.triangles[0]].tolist() == [[1, 0, 0]] * 3
    assert shown.normals[shown.triangles[1]].tolist() == [[0, 1, 0]] * 3


@pytest.fixture(scope="module")
def creature():
    return pantin.load(EXAMPLES / "g4mf" / "creature.g4b").rig


def test_the_slices_are_those_of_cut(creature):
    result = slice_along_w(creature)
    assert len(result.slices) == MAX_SLICES
    w, node = result.slices[MAX_SLICES // 2]
    assert w == pytest.approx(0, abs=1e-12)
    wanted = slice_rig(creature, creature.rest_pose(), Hyperplane.at_w(w)).meshes[0].surfaces[0]
    shown = result.rig.meshes[result.rig.instances[result.rig.instance_at(node)].mesh].surfaces[0]
    assert (shown.positions == wanted.positions).all()
    assert shown.material == 0


def test_slices_go_from_one_end_to_the_other(creature):
    heights = [w for w, _ in slice_along_w(creature).slices]
    assert heights == sorted(heights)
    assert heights[0] == pytest.approx(-heights[-1])


def test_edges_and_places_are_along_w(creature):
    result = slice_along_w(creature)
    edges = result.rig.meshes[result.rig.instances[result.rig.instance_at(result.edges)].mesh].surfaces[0]
    assert edges.mode == "lines"
    assert result.positions.shape == (len(creature.nodes), 3)
    assert np.isfinite(result.positions).all()


def test_a_large_model_is_cut_less_often(creature, monkeypatch):
    monkeypatch.setattr(page_model, "MAX_CUTS", 144 * 10)
    assert len(slice_along_w(creature).slices) == 11


def test_a_model_without_tetrahedra_has_nothing_to_cut():
    result = slice_along_w(pantin.load(EXAMPLES / "g4mf" / "smallest.g4b").rig)
    assert result.slices == []
    assert result.edges == 0
