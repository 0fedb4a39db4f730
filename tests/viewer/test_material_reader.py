from __future__ import annotations

import json
from math import pi, sqrt

import pytest

import pantin
from pantin.viewer.material_reader import head_on_reflection, read_materials
from pantin.viewer.materials import DEFAULT_MATERIAL, IDENTITY, IridescentFilm, Material
from pantin.viewer.texture import CLAMP, MIRROR, REPEAT

WHITE = Material((1, 1, 1, 1), metallic=1.0, roughness=1.0)


def materials(*materials):
    tree = {"asset": {"version": "2.0"}, "materials": list(materials)}
    return read_materials(pantin.load(json.dumps(tree).encode(), name="a.gltf"))


def test_a_material_that_says_nothing_is_white_opaque_and_single_sided():
    """glTF 2.0 §5.19, default values."""
    assert materials({}).material_at(0) == WHITE


def test_alpha_counts_only_where_the_mode_says_so():
    """glTF 2.0 §3.9.4: OPAQUE ignores alpha."""
    metallic = {"baseColorFactor": [1, 0, 0, 0.25]}
    opaque, mask, blend = materials(
        {"pbrMetallicRoughness": metallic},
        {"pbrMetallicRoughness": metallic, "alphaMode": "MASK"},
        {"pbrMetallicRoughness": metallic, "alphaMode": "BLEND", "doubleSided": True},
    ).entries
    assert (opaque.factor[3], opaque.transparent) == (1, False)
    assert (mask.factor[3], mask.cutoff, mask.transparent) == (0.25, 0.5, True)
    assert (blend.factor[3], blend.cutoff, blend.double_sided) == (0.25, 0, True)


def test_no_material_is_the_default_of_gltf():
    assert (DEFAULT_MATERIAL.factor, DEFAULT_MATERIAL.metallic) == ((1, 1, 1, 1), 1)
    assert materials().material_at(None) == DEFAULT_MATERIAL
    assert materials().material_at(4) == DEFAULT_MATERIAL


@pytest.mark.parametrize(
    "odd",
    [
        7,
        {"pbrMetallicRoughness": []},
        {"pbrMetallicRoughness": {"baseColorFactor": [10**400, 1, 1, 1]}},
        {"pbrMetallicRoughness": {"baseColorFactor": ["red", 1, 1, None]}},
        {"pbrMetallicRoughness": {"baseColorTexture": {"index": "0"}}},
        {"alphaMode": ["BLEND"], "emissiveFactor": 3, "extensions": 1},
    ],
)
def test_what_is_wrong_in_a_material_has_its_default(odd):
    assert materials(odd).material_at(0) == WHITE


def test_a_texture_without_an_image_is_a_note():
    tree = {
        "asset": {"version": "2.0"},
        "textures": [{}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
    }
    result = read_materials(pantin.load(json.dumps(tree).encode(), name="a.gltf"))
    assert result.textures[result.material_at(0).base_texture.texture].pixels.tolist() == [
        [[176, 176, 176, 255]]
    ]
    assert result.notes == ("texture 0 has no image in a supported format",)


def test_wrap_modes_filter_and_texture_coordinates(textured):
    asset = textured(
        [[[255, 0, 0]]],
        {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0, "texCoord": 1}}},
        {"wrapS": 33071, "wrapT": 33648, "magFilter": 9728},
    )
    result = read_materials(asset)
    assert result.material_at(0).base_texture.texcoords == 1
    assert result.textures[0].wrap == (CLAMP, MIRROR)
    assert result.textures[0].nearest
    assert read_materials(textured([[[1, 2, 3]]])).textures[0].wrap == (REPEAT, REPEAT)


def test_a_texture_transform_is_rotation_after_scale_then_offset(textured):
    """KHR_texture_transform: a rotation by 90° takes (1, 0) to (0, −1)."""
    transform = {"offset": [0.5, 0.25], "rotation": pi / 2, "scale": [2, 1]}
    info = {"index": 0, "extensions": {"KHR_texture_transform": transform}}
    asset = textured([[[1, 2, 3]]], {"pbrMetallicRoughness": {"baseColorTexture": info}})
    (a, b, c), (d, e, f) = read_materials(asset).material_at(0).base_texture.transform
    assert (a + c, d + f) == pytest.approx((0.5, -1.75))
    assert (b + c, e + f) == pytest.approx((1.5, 0.25))


def test_a_rig_without_document_has_the_base_colours_of_its_materials(square):
    assert read_materials(square((0.1, 0.2, 0.3, 1))).material_at(0).factor == (0.1, 0.2, 0.3, 1)
    assert read_materials(square((0.1, 0.2, 0.3, 0.5))).material_at(0).transparent


def test_an_image_that_two_textures_share_is_noted_once(textured):
    asset = textured([[[0, 0, 0]]], images=[{"uri": "data:image/png;base64,AAAA"}])
    assert read_materials(asset).notes == ("image 0 has an unsupported format: unknown",)


def test_a_part_that_is_not_drawn_is_one_note_for_all_materials():
    leaf = {
        "KHR_materials_diffuse_transmission": {"diffuseTransmissionFactor": 1},
        "KHR_materials_iridescence": {"iridescenceFactor": 1},
        "KHR_materials_ior": {"ior": 1.3},
    }
    others = {"extensions": {"KHR_materials_diffuse_transmission": {"diffuseTransmissionFactor": 0.5}}}
    notes = ('diffuse transmission not drawn: material "leaf" (1) and 1 other',)
    assert materials({"name": "plain"}, {"name": "leaf", "extensions": leaf}, others).notes == notes


def test_a_film_and_brushing_are_read_where_they_have_a_strength():
    """KHR_materials_iridescence and KHR_materials_anisotropy, with their defaults."""
    film, still, brushed = materials(
        {"extensions": {"KHR_materials_iridescence": {"iridescenceFactor": 0.5}}},
        {"extensions": {"KHR_materials_iridescence": {}, "KHR_materials_anisotropy": {}}},
        {
            "extensions": {
                "KHR_materials_anisotropy": {"anisotropyStrength": 0.5, "anisotropyRotation": pi / 6}
            }
        },
    ).entries
    assert film.film == IridescentFilm(factor=0.5, ior=1.3, thinnest=100.0, thickest=400.0)
    assert (still.film, still.brushing) == (None, None)
    assert (brushed.brushing.along, brushed.brushing.across) == pytest.approx((0.5 * sqrt(0.75), 0.25))
    assert brushed.coordinates == [(0, IDENTITY)]


def test_index_of_refraction_and_specular_factor_give_the_reflection_head_on():
    """KHR_materials_ior: ((ior − 1) / (ior + 1))²; 1.5, the default, gives 0.04."""
    default, dense, dull = materials(
        {},
        {"extensions": {"KHR_materials_ior": {"ior": 2.0}}},
        {"extensions": {"KHR_materials_specular": {"specularFactor": 0.5}}},
    ).entries
    assert default.specular == pytest.approx(0.04)
    assert dense.specular == pytest.approx(1 / 9)
    assert (dull.specular, dull.reflectivity) == pytest.approx((0.04, 0.5))
    assert head_on_reflection(0.0) == 1.0  # KHR_materials_ior: 0 stands for an infinite index


def test_glass_has_a_thickness_and_what_is_left_of_light_after_a_unit():
    """KHR_materials_volume: the attenuation colour is reached after the attenuation distance."""
    extensions = {
        "KHR_materials_transmission": {"transmissionFactor": 0.75},
        "KHR_materials_volume": {
            "thicknessFactor": 2,
            "attenuationDistance": 0.5,
            "attenuationColor": [0.5, 1, 0.25],
        },
        "KHR_materials_dispersion": {"dispersion": 2},
    }
    thin, thick = materials(
        {"extensions": {"KHR_materials_transmission": {"transmissionFactor": 1.0}}},
        {"extensions": extensions},
    ).entries
    assert not thin.transparent
    assert (thin.glass.factor, thin.glass.thickness, thin.glass.tint) == (1, 0, (1, 1, 1))
    assert (thick.glass.factor, thick.glass.thickness) == (0.75, 2)
    assert thick.glass.tint == pytest.approx((0.25, 1, 0.0625))
    # The index is 1.5 ± (1.5 − 1) / (2 · Abbe number), where the number is 20 / 2.
    assert thick.glass.spread == pytest.approx(0.025)


def test_diffuse_and_specular_colours_are_those_of_a_material_with_a_coloured_reflection():
    """KHR_materials_pbrSpecularGlossiness: F0 is the specular colour, roughness 1 − glossiness."""
    given = {"diffuseFactor": [0.1, 0.2, 0.3, 1], "specularFactor": [0.5, 0.4, 0.3], "glossinessFactor": 0.75}
    (made,) = materials({"extensions": {"KHR_materials_pbrSpecularGlossiness": given}}).entries
    assert (made.factor, made.metallic, made.roughness) == ((0.1, 0.2, 0.3, 1), 0, 0.25)
    assert (made.specular, made.tinge) == (1, (0.5, 0.4, 0.3))


def test_emissive_strength_is_a_factor():
    extensions = {"KHR_materials_emissive_strength": {"emissiveStrength": 5.0}}
    (lamp,) = materials({"emissiveFactor": [1, 0.5, 0], "extensions": extensions}).entries
    assert lamp.emissive == (5.0, 2.5, 0.0)


def test_toon_shading_of_vrm_1_and_its_defaults():
    """VRMC_materials_mtoon 1.0: shade black, toony 0.9, no outline."""
    outline = {
        "outlineWidthMode": "worldCoordinates",
        "outlineWidthFactor": 0.01,
        "outlineColorFactor": [1, 0, 0],
    }
    rim = {"parametricRimColorFactor": [0.2, 0, 0]}
    plain, lined = materials(
        {"extensions": {"VRMC_materials_mtoon": {"specVersion": "1.0"}}},
        {"extensions": {"VRMC_materials_mtoon": {"specVersion": "1.0", **outline, **rim}}},
    ).entries
    assert (plain.toon.shade, plain.toon.toony, plain.toon.outline_width) == ((0, 0, 0), 0.9, 0)
    assert (lined.toon.outline, lined.toon.outline_width) == ((1, 0, 0), 0.01)


def test_a_toon_material_with_a_rim_names_it():
    rim = {"specVersion": "1.0", "parametricRimColorFactor": [0.2, 0, 0]}
    result = materials({"extensions": {"VRMC_materials_mtoon": rim}})
    assert result.notes == ("rim light not drawn: material 0",)


def test_a_material_of_vrm_0_is_toon_shaded():
    tree = {
        "asset": {"version": "2.0"},
        "materials": [{"extensions": {"KHR_materials_unlit": {}}}],
        "extensions": {
            "VRM": {
                "materialProperties": [
                    {"shader": "VRM/MToon", "vectorProperties": {"_ShadeColor": [1, 0, 0, 1]}}
                ]
            }
        },
    }
    material = read_materials(pantin.load(json.dumps(tree).encode(), name="a.gltf")).material_at(0)
    assert material.toon.shade == (1, 0, 0)
    assert not material.unlit
