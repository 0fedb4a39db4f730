from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.base.errors import LimitExceeded
from pantin.formats.gltf import FORMAT as GLTF
from pantin.rig import (
    Clip,
    Instance,
    Material,
    Mesh,
    Node,
    PropertyChannel,
    SpecularGlossiness,
    Surface,
    build,
)
from pantin.rig.topology import ElementAttribute, Topology
from pantin.verbs.asset import Asset
from pantin.viewer import page_model
from pantin.viewer.page_model import check_size, embed, obstacle, rewrite

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


def test_an_extension_that_the_page_cannot_decode_is_not_required(arm):
    document = arm.document.copy()
    document.set("/extensionsRequired", ["KHR_texture_basisu"])
    document.set("/extensionsUsed", ["KHR_texture_basisu"])
    result = embed(Asset("arm.glb", GLTF, document=document))
    assert loaded(result).document.tree["extensionsRequired"] == []


def test_an_image_that_is_not_there_is_said(textured):
    result = embed(textured(None, images=[{"uri": "gone.png"}], data=b""))
    assert result.notes == ("Image 0 is missing: it is shown in grey.",)


def test_specular_and_glossiness_are_those_of_a_metallic_material(square):
    """three.js does not read KHR_materials_pbrSpecularGlossiness: the material would be white. With an
    infinite index of refraction, which 0 stands for, all of the specular colour is reflected head-on
    (KHR_materials_ior)."""
    source = SpecularGlossiness((0.2, 0.3, 0.4, 1.0), specular=(0.9, 0.6, 0.1), glossiness=0.75)
    times, values = np.float32([0, 1]), np.float32([[0], [1]])
    keys = PropertyChannel("materials", 0, "specular_glossiness.glossiness", times, values)
    rig = square().replace(
        materials=[Material(specular_glossiness=source)], clips=[Clip((), "fade", properties=(keys,))]
    )
    result = embed(Asset.of_rig(rig, "square.glb"))
    (material,) = loaded(result).document.tree["materials"]
    assert material["pbrMetallicRoughness"]["metallicFactor"] == 0
    assert material["pbrMetallicRoughness"]["roughnessFactor"] == 0.25
    assert material["pbrMetallicRoughness"]["baseColorFactor"] == pytest.approx([0.2, 0.3, 0.4, 1])
    assert material["extensions"]["KHR_materials_ior"]["ior"] == 0
    assert material["extensions"]["KHR_materials_specular"]["specularColorFactor"] == [0.9, 0.6, 0.1]
    assert result.notes == ("Specular and diffuse colours that move are shown as they rest.",)


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
