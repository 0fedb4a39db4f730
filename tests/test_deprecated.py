"""Members of the last release that still work, with a warning."""

from __future__ import annotations

import pytest

import pantin
from pantin.rig import Clearcoat, Material, Texture, TextureUse

COAT = {"KHR_materials_clearcoat": {"clearcoatFactor": 0.5, "clearcoatTexture": {"index": 2}}}


def test_extensions_of_a_material_are_its_parts_as_json():
    with pytest.warns(DeprecationWarning, match="fields, such as clearcoat") as caught:
        material = Material("car", extensions=COAT)
    assert caught[0].filename == __file__
    assert material == Material("car", clearcoat=Clearcoat(0.5, TextureUse(2)))
    with pytest.warns(DeprecationWarning, match="extensions") as caught:
        assert material.extensions == COAT
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="extensions"):
        assert Material(unlit=True, extensions=None).extensions is None


def test_textures_have_no_extensions():
    with pytest.warns(DeprecationWarning, match="alternatives") as caught:
        assert Texture().extensions is None
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="extensions"):
        assert TextureUse(0).extensions is None


def test_parts_of_a_rig_are_objects_that_are_still_indices():
    rig = pantin.load("examples/arm.glb").rig
    node, mesh, skin = rig.node("elbow"), rig.mesh("sleeve"), rig.skin("arm")
    assert (node.name, mesh is rig.meshes[0], skin is rig.skins[0]) == ("elbow", True, True)
    assert (rig.node_index("elbow"), rig.mesh_index("sleeve"), rig.skin_index("arm")) == (1, 0, 0)
    with pytest.warns(DeprecationWarning, match=r"rig\.node\(…\) is a Node now: rig\.node_index") as caught:
        assert rig.nodes.translations[node].tolist() == [0, 1, 0]
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="mesh_index"):
        assert rig.meshes[mesh] is rig.meshes[0]
    with pytest.raises(TypeError, match="a node outside a rig has no index"):
        rig.meshes[rig.nodes[0]]
