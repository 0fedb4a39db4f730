from __future__ import annotations

import json
from math import pi

import pytest

import pantin
from pantin.viewer.materials import DEFAULT_MATERIAL, Material, document_materials, plain_materials
from pantin.viewer.texture import CLAMP, MIRROR, REPEAT


def materials(*materials):
    tree = {"asset": {"version": "2.0"}, "materials": list(materials)}
    return document_materials(pantin.load(json.dumps(tree).encode(), name="a.gltf").document)


def test_a_material_that_says_nothing_is_white_opaque_and_single_sided():
    """glTF 2.0 §5.19, default values."""
    assert materials({}).of(0) == Material((1, 1, 1, 1))


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


def test_no_material_is_clay():
    assert materials().of(None) == DEFAULT_MATERIAL
    assert materials().of(4) == DEFAULT_MATERIAL


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
    assert materials(odd).of(0) == Material((1, 1, 1, 1))


def test_a_texture_that_is_not_there_is_a_note():
    result = materials({"pbrMetallicRoughness": {"baseColorTexture": {"index": 3}}})
    assert result.of(0).texture is None
    assert result.notes == ("texture 3 has no image in a supported format",)


def test_wrap_modes_filter_and_texture_coordinates(textured):
    asset = textured(
        [[[255, 0, 0]]],
        {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0, "texCoord": 1}}},
        {"wrapS": 33071, "wrapT": 33648, "magFilter": 9728},
    )
    result = document_materials(asset.document)
    assert result.of(0).texcoords == 1
    assert result.textures[0].wrap == (CLAMP, MIRROR)
    assert result.textures[0].nearest
    assert document_materials(textured([[[1, 2, 3]]]).document).textures[0].wrap == (REPEAT, REPEAT)


def test_a_texture_transform_is_rotation_after_scale_then_offset(textured):
    """KHR_texture_transform: a rotation by 90° takes (1, 0) to (0, −1)."""
    transform = {"offset": [0.5, 0.25], "rotation": pi / 2, "scale": [2, 1]}
    info = {"index": 0, "extensions": {"KHR_texture_transform": transform}}
    asset = textured([[[1, 2, 3]]], {"pbrMetallicRoughness": {"baseColorTexture": info}})
    (a, b, c), (d, e, f) = document_materials(asset.document).of(0).uv_transform
    assert (a + c, d + f) == pytest.approx((0.5, -1.75))
    assert (b + c, e + f) == pytest.approx((1.5, 0.25))


def test_a_rig_without_document_has_the_base_colours_of_its_materials(square):
    assert plain_materials(square((0.1, 0.2, 0.3, 1))).of(0).factor == (0.1, 0.2, 0.3, 1)
    assert plain_materials(square((0.1, 0.2, 0.3, 0.5))).of(0).transparent


def test_an_image_that_two_textures_share_is_noted_once(textured):
    asset = textured([[[0, 0, 0]]], images=[{"uri": "data:image/png;base64,AAAA"}])
    assert document_materials(asset.document).notes == ("image 0 has an unsupported format: unknown",)
