"""Channels of materials, and copies for surfaces with values of their own."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.lift import lift
from pantin.formats.g4mf.lower import lower
from pantin.formats.g4mf.lower.materials import transform_texcoords
from pantin.rig import (
    Instance,
    Material,
    Mesh,
    Node,
    Surface,
    Texture,
    TextureTransform,
    TextureUse,
    build,
)

TEXTURES = [Texture(size=(1, 1))] * 3


def lowered(*materials, surfaces=(), **parts):
    """The document of a rig with these materials and one mesh of these surfaces."""
    meshes = [Mesh(tuple(surfaces))] if surfaces else []
    nodes = [Node(), Node(parent=0)]
    instances = [Instance(1, 0)] if surfaces else []
    rig = build(
        **{"nodes": nodes, "meshes": meshes, "instances": instances, "textures": TEXTURES} | parts,
        materials=materials,
    )
    made = lower(rig)
    assert [finding for finding in check(made.document) if finding.severity == "error"] == []
    return made


def channels(material):
    made = lowered(material)
    return made.document.tree["materials"][0], [finding.message for finding in made.findings]


def test_a_plain_material_says_nothing():
    assert channels(Material()) == ({}, [])


def test_occlusion_roughness_and_metal_are_one_channel():
    """G4MF material, ORM: red is occlusion, green roughness and blue metallic, as in glTF; without the
    channel occlusion is 0."""
    assert channels(Material(roughness=0.25, metallic=0.5))[0] == {"orm": {"factor": [0.0, 0.25, 0.5]}}
    metal = Material(roughness=0.25, metallic=0.5, metallic_roughness_texture=TextureUse(1))
    assert channels(metal)[0] == {"orm": {"factor": [0.0, 0.25, 0.5], "texture": 1}}
    both = Material(
        metallic=1.0, metallic_roughness_texture=TextureUse(1), occlusion_texture=TextureUse(1),
        occlusion_strength=0.5,
    )  # fmt: skip
    assert channels(both) == ({"orm": {"factor": [0.5, 1.0, 1.0], "texture": 1}}, [])


@pytest.mark.parametrize(
    ("metal", "occlusion"),
    [
        (None, TextureUse(1)),
        (TextureUse(0), TextureUse(1)),
        (TextureUse(1, 1), TextureUse(1)),
        (TextureUse(1), TextureUse(1, transform=TextureTransform((0.5, 0.0)))),
    ],
)
def test_an_occlusion_texture_of_its_own_is_reported(metal, occlusion):
    """Its green and blue would change roughness and metal."""
    material = Material(metallic_roughness_texture=metal, occlusion_texture=occlusion)
    members, said = channels(material)
    assert members.get("orm", {}).get("texture") == (None if metal is None else metal.texture)
    assert "dropped the occlusion texture of material 0" in said[0]


def test_emissive_and_normal_channels():
    material = Material(
        emissive=(4.0, 0.0, 0.5),
        emissive_texture=TextureUse(2, extras={"a": 1}),
        normal_texture=TextureUse(0),
        normal_scale=0.5,
    )
    assert channels(material)[0] == {
        "emissive": {"factor": [4.0, 0.0, 0.5], "texture": 2, "extras": {"a": 1}},
        "normal": {"factor": [0.5, 0.5, 1.0], "texture": 0},
    }
    # A black factor is written with a texture: a reader may take a missing one as white.
    assert channels(Material(emissive_texture=TextureUse(0)))[0]["emissive"]["factor"] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("material", "factor", "said"),
    [
        (Material(base_color=(1, 0, 0, 0.5)), [1, 0, 0, 0.5], None),
        (Material(base_color=(1, 0, 0, 0.5), alpha_mode="blend"), [1, 0, 0, 0.5], None),
        (Material(base_color=(1, 0, 0, 0.5), alpha_mode="opaque"), [1, 0, 0], "opaque"),
        (Material(base_color=(1, 0, 0, 1), alpha_mode="blend"), [1, 0, 0, 1], "blend"),
        (Material(base_color=(1, 0, 0, 1), alpha_mode="mask"), [1, 0, 0, 1], "mask"),
    ],
)
def test_alpha_modes_that_a_colour_does_not_imply_are_reported(material, factor, said):
    """G4MF colours have an optional alpha: without it, they are opaque."""
    members, findings = channels(material)
    assert members["baseColor"] == {"factor": factor}
    assert findings == ([f"dropped the alpha mode ({said}) of material 0: G4MF has none"] if said else [])


def test_texture_transforms_by_the_example_of_their_specification():
    """KHR_texture_transform, example: the lower left quadrant of the image, rotated clockwise by 90°."""
    corners = np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]])
    moved = transform_texcoords(corners, TextureTransform((0.0, 1.0), 1.57079632679, (0.5, 0.5)))
    assert np.abs(moved - [[0, 1], [0, 0.5], [0.5, 1], [0.5, 0.5]]).max() < 1e-10


def surface(material=0, sets=1, shift=0.0, **parts):
    texcoords = tuple(np.random.default_rng(number).random((3, 2)) + shift for number in range(sets))
    return Surface(np.eye(3) + shift, texcoords=texcoords, material=material, **parts)


def test_other_texture_coordinates_and_transforms_are_bound_by_the_material():
    """G4MF material, texture map: transforms must be baked into the coordinates."""
    material = Material(
        "skin",
        base_color_texture=TextureUse(0, 1),
        emissive_texture=TextureUse(1, transform=TextureTransform(scale=(2.0, 3.0))),
        normal_texture=TextureUse(2),
    )
    one = surface(sets=2)
    made = lowered(material, surfaces=[one])
    assert len(made.document.tree["materials"]) == 1
    back = lift(made.document).rig
    sets = back.meshes[0].surfaces[0].texcoords
    assert [np.array_equal(*pair) for pair in zip(sets, one.texcoords, strict=False)] == [True, True]
    assert np.array_equal(sets[2], one.texcoords[0] * [2.0, 3.0])
    lifted = back.materials[0]
    assert lifted.base_color_texture == TextureUse(0, 1)
    assert lifted.emissive_texture == TextureUse(1, 2)
    assert lifted.normal_texture == TextureUse(2, 0)
    assert [finding.rule for finding in made.findings] == ["LOSS-G4MF_TRANSFORM"]


def test_each_surface_with_values_of_its_own_has_a_copy_that_is_not_seen_in_the_rig():
    colors = [np.full((3, 4), value) for value in (0.25, 0.5)]
    surfaces = [
        surface(0, shift=0.0, colors=(colors[0],)),
        surface(0, shift=1.0, colors=(colors[1],)),
        surface(0, shift=2.0),
        surface(None, shift=3.0, colors=(colors[0][:, :3],)),
    ]
    made = lowered(Material("paint", (1.0, 0.0, 0.0, 1.0)), surfaces=surfaces)
    written = made.document.tree["materials"]
    assert [material.get("name") for material in written] == ["paint", "paint_2", "paint_3", None]
    assert "elementMap" not in written[0]["baseColor"]
    back = lift(made.document).rig
    assert [material.name for material in back.materials] == ["paint"]
    assert [one.material for one in back.meshes[0].surfaces] == [0, 0, 0, None]
    for index, (before, after) in enumerate(zip(surfaces, back.meshes[0].surfaces, strict=True)):
        own = slice(3 * index, 3 * index + 3)  # the surfaces of a G4MF mesh share its vertices
        assert len(before.colors) == len(after.colors)
        assert all(np.array_equal(a, b[own]) for a, b in zip(before.colors, after.colors, strict=True))


def test_the_materials_of_instances_replace_those_of_surfaces():
    two = (surface(0), surface(1, shift=1.0))
    rig = build(
        nodes=[Node(), Node(parent=0), Node(parent=0)],
        meshes=[Mesh(two)],
        materials=[Material("a"), Material("b"), Material("c")],
        instances=[Instance(1, 0, materials=(2, None)), Instance(2, 0)],
    )
    document = lower(rig).document
    assert document.tree["nodes"][1]["meshInstance"] == {"mesh": 0, "materials": [2, -1]}
    assert [one.materials for one in lift(document).rig.instances] == [(2, None), None]


def test_texture_coordinates_that_nothing_uses_are_reported():
    made = lowered(Material(base_color_texture=TextureUse(0)), surfaces=[surface(sets=2)])
    assert [finding.message for finding in made.findings] == [
        "dropped further texture coordinates of surface 0 of mesh 0: "
        "G4MF has those of the first set and of textures"
    ]
    made = lowered(Material(base_color_texture=TextureUse(0, 1)), surfaces=[surface(sets=1)])
    assert "no surface of the material has these texture coordinates" in made.findings[0].message


def test_the_strength_of_emission_is_in_the_factor():
    """G4MF material: the factor of the emissive channel may be above 1."""
    members, messages = channels(Material(emissive=(1.0, 0.5, 0.0), emissive_strength=4.0))
    assert (members["emissive"], messages) == ({"factor": [4.0, 2.0, 0.0]}, [])
