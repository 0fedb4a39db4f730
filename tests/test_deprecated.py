"""Members of the last release that still work, with a warning."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import pantin
from pantin.rig import (
    BlendShape,
    Clearcoat,
    Expression,
    Light,
    Material,
    Surface,
    Texture,
    TextureUse,
)

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


@pytest.mark.parametrize(
    ("make", "former", "now"),
    [
        (lambda **given: Surface(np.zeros((1, 3)), **given), "colours", "colors"),
        (BlendShape, "colours", "colors"),
        (partial(Expression, "happy"), "colours", "colors"),
        (partial(Light, "point"), "colour", "color"),
        (Material, "base_colour", "base_color"),
        (Material, "base_colour_texture", "base_color_texture"),
    ],
)
def test_british_names_of_fields_work_with_a_warning(make, former, now):
    value = (0.1, 0.2, 0.3)
    with pytest.warns(DeprecationWarning, match=f"{former}=…\\) is deprecated: write {now}$") as caught:
        made = make(**{former: value})
    assert caught[0].filename == __file__
    assert getattr(made, now) == value
    with pytest.warns(DeprecationWarning, match=f"{former} is deprecated: write {now}$") as caught:
        assert getattr(made, former) == value
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match=former) as caught:
        assert getattr(made.replace(**{former: ()}), now) == ()
    assert caught[0].filename == __file__
    with pytest.raises(TypeError, match=f"'{now}' twice"):
        make(**{former: value, now: value})
    with pytest.raises(AttributeError, match="no attribute 'hue'"):
        made.hue  # noqa: B018


def test_former_names_of_arguments_and_types_work_with_a_warning():
    builder = pantin.RigBuilder()
    with pytest.warns(DeprecationWarning, match=r"RigBuilder.add_mesh\(faces=…\)") as caught:
        builder.add_mesh("flag", [[0, 0, 0], [1, 0, 0], [0, 1, 0]], faces=[[0, 1, 2]])
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="ColorBind"):
        assert pantin.rig.ColourBind is pantin.rig.ColorBind
