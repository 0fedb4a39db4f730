"""Extensions of materials through a rig: each member of their JSON schemas, to its field and back."""

from __future__ import annotations

import json

import pytest

import pantin
from pantin.base.records import field_names
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.material_extensions import GROUPS, group_members, is_texture, limits
from pantin.formats.gltf.new import write
from pantin.rig import (
    Anisotropy,
    Clearcoat,
    DiffuseTransmission,
    Iridescence,
    Material,
    MToon,
    Sheen,
    Specular,
    SpecularGlossiness,
    Texture,
    TextureTransform,
    TextureUse,
    Transmission,
    Volume,
    build,
)
from pantin.rig.material_parts import PARTS

INFO = {"index": 1, "texCoord": 2, "extensions": {"KHR_texture_transform": {"scale": [2, 4]}}}
USE = TextureUse(1, 2, TextureTransform(scale=(2.0, 4.0)))

PAYLOADS = {
    "KHR_materials_anisotropy": (
        {"anisotropyStrength": 0.5, "anisotropyRotation": 1.5, "anisotropyTexture": INFO},
        {"anisotropy": Anisotropy(0.5, 1.5, USE)},
    ),
    "KHR_materials_clearcoat": (
        {
            "clearcoatFactor": 0.5,
            "clearcoatTexture": INFO,
            "clearcoatRoughnessFactor": 0.25,
            "clearcoatRoughnessTexture": INFO,
            "clearcoatNormalTexture": {**INFO, "scale": 0.75},
        },
        {"clearcoat": Clearcoat(0.5, USE, 0.25, USE, USE, 0.75)},
    ),
    "KHR_materials_diffuse_transmission": (
        {
            "diffuseTransmissionFactor": 0.5,
            "diffuseTransmissionTexture": INFO,
            "diffuseTransmissionColorFactor": [0.25, 0.5, 1],
            "diffuseTransmissionColorTexture": INFO,
        },
        {"diffuse_transmission": DiffuseTransmission(0.5, USE, (0.25, 0.5, 1.0), USE)},
    ),
    "KHR_materials_dispersion": ({"dispersion": 0.5}, {"dispersion": 0.5}),
    "KHR_materials_emissive_strength": ({"emissiveStrength": 4.5}, {"emissive_strength": 4.5}),
    "KHR_materials_ior": ({"ior": 1.25}, {"ior": 1.25}),
    "KHR_materials_iridescence": (
        {
            "iridescenceFactor": 0.5,
            "iridescenceTexture": INFO,
            "iridescenceIor": 1.5,
            "iridescenceThicknessMinimum": 50,
            "iridescenceThicknessMaximum": 700.5,
            "iridescenceThicknessTexture": INFO,
        },
        {"iridescence": Iridescence(0.5, USE, 1.5, 50.0, 700.5, USE)},
    ),
    "KHR_materials_pbrSpecularGlossiness": (
        {
            "diffuseFactor": [0.25, 0.5, 1, 0.5],
            "diffuseTexture": INFO,
            "specularFactor": [0.5, 0.25, 0],
            "glossinessFactor": 0.5,
            "specularGlossinessTexture": INFO,
        },
        {"specular_glossiness": SpecularGlossiness((0.25, 0.5, 1.0, 0.5), USE, (0.5, 0.25, 0.0), 0.5, USE)},
    ),
    "KHR_materials_sheen": (
        {
            "sheenColorFactor": [0.25, 0.5, 1],
            "sheenColorTexture": INFO,
            "sheenRoughnessFactor": 0.5,
            "sheenRoughnessTexture": INFO,
        },
        {"sheen": Sheen((0.25, 0.5, 1.0), USE, 0.5, USE)},
    ),
    "KHR_materials_specular": (
        {
            "specularFactor": 0.5,
            "specularTexture": INFO,
            "specularColorFactor": [0.25, 1.5, 1],
            "specularColorTexture": INFO,
        },
        {"specular": Specular(0.5, USE, (0.25, 1.5, 1.0), USE)},
    ),
    "KHR_materials_transmission": (
        {"transmissionFactor": 0.5, "transmissionTexture": INFO},
        {"transmission": Transmission(0.5, USE)},
    ),
    "KHR_materials_unlit": ({}, {"unlit": True}),
    "KHR_materials_volume": (
        {
            "thicknessFactor": 0.5,
            "thicknessTexture": INFO,
            "attenuationDistance": 0.25,
            "attenuationColor": [0.25, 0.5, 1],
        },
        {"volume": Volume(0.5, USE, 0.25, (0.25, 0.5, 1.0))},
    ),
    "VRMC_materials_mtoon": (
        {
            "specVersion": "1.0",
            "transparentWithZWrite": True,
            "renderQueueOffsetNumber": 3,
            "shadeColorFactor": [0.25, 0.5, 1],
            "shadeMultiplyTexture": INFO,
            "shadingShiftFactor": -0.25,
            "shadingShiftTexture": {**INFO, "scale": 0.75},
            "shadingToonyFactor": 0.5,
            "giEqualizationFactor": 0.25,
            "matcapFactor": [0.5, 0.5, 1],
            "matcapTexture": INFO,
            "parametricRimColorFactor": [0.5, 0.25, 1],
            "rimMultiplyTexture": INFO,
            "rimLightingMixFactor": 0.5,
            "parametricRimFresnelPowerFactor": 2.5,
            "parametricRimLiftFactor": 0.125,
            "outlineWidthMode": "screenCoordinates",
            "outlineWidthFactor": 0.01,
            "outlineWidthMultiplyTexture": INFO,
            "outlineColorFactor": [0.125, 0.25, 1],
            "outlineLightingMixFactor": 0.5,
            "uvAnimationMaskTexture": INFO,
            "uvAnimationScrollXSpeedFactor": 0.5,
            "uvAnimationScrollYSpeedFactor": -0.5,
            "uvAnimationRotationSpeedFactor": 1.5,
        },
        {
            "mtoon": MToon(
                *((0.25, 0.5, 1.0), USE, -0.25, USE, 0.75, 0.5, 0.25, (0.5, 0.5, 1.0), USE),
                *((0.5, 0.25, 1.0), USE, 0.5, 2.5, 0.125, "screen", 0.01, USE, (0.125, 0.25, 1.0), 0.5),
                *(USE, 0.5, -0.5, 1.5, True, 3),
            )
        },
    ),
}
"""Every member of the JSON schema of each extension, and the fields that it is."""


def load(*materials):
    used = {name for material in materials for name in material["extensions"]}
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": [*sorted(used), "KHR_texture_transform"],
        "textures": [{}, {}],
        "materials": list(materials),
    }
    return pantin.load(json.dumps(tree).encode(), name="a.gltf")


@pytest.mark.parametrize("name", PAYLOADS)
def test_every_member_is_a_field_and_is_written_as_it_was(name):
    payload, fields = PAYLOADS[name]
    asset = load({"extensions": {name: payload}})
    assert asset.rig.materials == (Material(metallic=1.0, **fields),)
    assert not asset.lifted.findings
    tree = write(asset.rig).tree
    assert tree["materials"][0]["extensions"] == {name: payload}
    assert name in tree["extensionsUsed"]


@pytest.mark.parametrize("name", [name for name in PAYLOADS if PAYLOADS[name][1].keys() & PARTS.keys()])
def test_an_object_without_members_is_a_part_with_the_defaults(name):
    """The defaults of the specifications; a new document has the object again."""
    constant = {"specVersion": "1.0"} if "mtoon" in name else {}
    rig = load({"extensions": {name: constant}}).rig
    ((field, part),) = PAYLOADS[name][1].items()
    assert getattr(rig.materials[0], field) == type(part)()
    written = write(rig).tree["materials"][0]["extensions"]
    assert written.keys() == {name}
    assert written[name].items() >= constant.items()


def test_the_table_has_every_part_and_every_member():
    """Nothing of a part is without a member, and nothing of an object without a field."""
    for group in GROUPS:
        members = [member for member, _ in group_members(group.extension)]
        assert {member.name for member in members} == PAYLOADS[group.extension][0].keys() - {"specVersion"}
        assert sum(map(is_texture, members)) == str(PAYLOADS[group.extension][0]).count("'index'")
        if group.part:
            fields = set(field_names(PARTS[group.part]))
            assert {*group.fields.values(), *group.scaled.values()} == fields


BROKEN = {
    "clearcoatFactor": 2,
    "clearcoatTexture": {"index": 9},
    "clearcoatRoughnessFactor": "rough",
    "clearcoatRoughnessTexture": {"index": 1, "texCoord": -1},
    "clearcoatNormalTexture": None,
}


def test_what_is_wrong_in_an_object_is_reported_and_has_its_default():
    asset = load({"name": "car", "extensions": {"KHR_materials_clearcoat": BROKEN}})
    assert asset.rig.materials[0].clearcoat == Clearcoat(roughness_texture=TextureUse(1))
    assert [finding.pointer.rpartition("clearcoat/")[2] for finding in asset.lifted.findings] == [
        "clearcoatFactor",
        "clearcoatTexture/index",
        "clearcoatRoughnessFactor",
        "clearcoatRoughnessTexture/texCoord",
        "clearcoatNormalTexture",
    ]
    assert asset.lifted.findings[0].message == (
        'skipped "clearcoatFactor" of KHR_materials_clearcoat of material "car" (0): it is not valid'
    )


@pytest.mark.parametrize("payload", [7, None, [], "coat"])
def test_an_object_of_another_type_is_no_part(payload):
    asset = load({"extensions": {"KHR_materials_clearcoat": payload}})
    assert asset.rig.materials[0].clearcoat is None
    (finding,) = asset.lifted.findings
    assert finding.message.endswith("it is not an object")


def test_numbers_that_are_not_finite_are_not_in_the_rig():
    text = json.dumps({"materials": [{"extensions": {"KHR_materials_volume": {"thicknessFactor": 7}}}]})
    data = text.replace("7", "1e999").replace("{", '{"asset": {"version": "2.0"},', 1).encode()
    assert pantin.load(data, name="a.gltf").rig.materials[0].volume == Volume()


def test_members_outside_of_their_range_are_written_as_the_nearest_number():
    """KHR_materials_ior: 0, or 1 and more."""
    material = Material(
        ior=0.5, clearcoat=Clearcoat(2.0, roughness=-1.0), specular=Specular(color=(2.0, -1.0, 0.5))
    )
    report = write(build(materials=[material])).tree["materials"][0]["extensions"]
    assert report == {
        "KHR_materials_clearcoat": {"clearcoatFactor": 1.0},
        "KHR_materials_ior": {"ior": 1.0},
        "KHR_materials_specular": {"specularColorFactor": [2.0, 0.0, 0.5]},
    }
    assert write(build(materials=[Material(ior=0.0)])).tree["materials"][0]["extensions"] == {
        "KHR_materials_ior": {"ior": 0.0}
    }


def test_limits_of_numbers_and_of_items():
    by_name = {member.name: member for group in GROUPS for member, _ in group_members(group.extension)}
    assert limits(by_name["clearcoatFactor"]) == (0, 1)
    assert limits(by_name["sheenColorFactor"]) == (0, 1)
    assert limits(by_name["renderQueueOffsetNumber"]) == (-9, 9)
    assert limits(by_name["clearcoatTexture"]) is None


def test_emission_above_one_multiplies_the_strength():
    tree = write(build(materials=[Material(emissive=(2.0, 1.0, 0.0), emissive_strength=3.0)])).tree
    assert tree["materials"][0]["emissiveFactor"] == [1.0, 0.5, 0.0]
    extension = tree["materials"][0]["extensions"]["KHR_materials_emissive_strength"]
    assert extension == {"emissiveStrength": 6.0}


PNG, WEBP = b"\x89PNG\r\n\x1a\n" + bytes(8), b"RIFF\0\0\0\0WEBPVP8 "


def test_images_in_other_encodings_are_alternatives_of_a_texture():
    """EXT_texture_webp: the image of core glTF is the fallback."""
    images = [pantin.rig.Image(PNG, "image/png"), pantin.rig.Image(WEBP, "image/webp")]
    rig = build(images=images, textures=[Texture((0,), alternatives=(1,)), Texture((1,))])
    tree = write(rig).tree
    assert tree["textures"] == [
        {"source": 0, "extensions": {"EXT_texture_webp": {"source": 1}}},
        {"extensions": {"EXT_texture_webp": {"source": 1}}},
    ]
    assert tree["extensionsRequired"] == ["EXT_texture_webp"]
    assert lift(write(rig)).rig.textures == rig.textures
