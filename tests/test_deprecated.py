"""Members of the last release that still work, with a warning."""

from __future__ import annotations

import pytest

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
