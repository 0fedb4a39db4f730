"""Meshes below one root."""

from __future__ import annotations

import numpy as np

from pantin.base.records import replace
from pantin.operations.edit.mesh_collector import MeshCollector, drop_unused_materials
from pantin.rig import Image, Material, Mesh, Surface, Texture, TextureUse, build

PLAIN = Surface(np.zeros((3, 3)), indices=np.arange(3), material=0)


def test_each_mesh_is_on_a_node_of_its_own_below_the_root():
    result = MeshCollector(build(materials=[Material("Red")]), "Root")
    assert [result.add(name, Mesh((PLAIN,), name)) for name in ("a", None)] == [1, 2]
    rig = result.rig()
    assert rig.nodes.names == ("Root", "a", None)
    assert rig.nodes.parents.tolist() == [-1, 0, 0]
    assert [(instance.node, instance.mesh) for instance in rig.instances] == [(1, 0), (2, 1)]
    assert rig.shown().all()
    assert [material.name for material in rig.materials] == ["Red"]


def test_textures_come_along_for_surfaces_that_can_have_them():
    """glTF 2.0 §3.9.3: a texture needs texture coordinates."""
    source = build(
        materials=[Material("Painted", base_color_texture=TextureUse(0), roughness=0.25)],
        textures=[Texture((0,))],
        images=[Image(b"\x89PNG", "image/png")],
    )
    painted = Surface(PLAIN.positions, texcoords=(np.zeros((3, 2)),), indices=np.arange(3), material=0)
    collector = MeshCollector(source)
    collector.add(None, Mesh((PLAIN, painted, PLAIN)))
    rig = collector.rig()
    first, second, third = (surface.material for surface in rig.meshes[0].surfaces)
    assert rig.materials[first].base_color_texture is None
    assert rig.materials[first].roughness == 0.25
    assert (third, rig.materials[second]) == (first, source.materials[0])
    assert (rig.textures, rig.images) == (source.textures, source.images)


def test_only_textures_of_missing_sets_are_dropped():
    """glTF 2.0 §3.9.3: the texCoord of a texture names a set that the primitive has."""
    material = Material(base_color_texture=TextureUse(0), emissive_texture=TextureUse(0, texcoord=1))
    source = build(materials=[material], textures=[Texture((0,))], images=[Image(b"\x89PNG", "image/png")])
    uv = np.zeros((3, 2))
    collector = MeshCollector(source)
    collector.add(None, Mesh(tuple(replace(PLAIN, texcoords=(uv,) * sets) for sets in (0, 1, 2))))
    rig = collector.rig()
    uses = [rig.materials[surface.material].texture_uses() for surface in rig.meshes[0].surfaces]
    both = material.texture_uses()
    assert uses == [{}, {"base_color_texture": TextureUse(0)}, both]


def test_materials_that_no_surface_has_are_dropped():
    source = build(
        materials=[
            Material("Painted", base_color_texture=TextureUse(0)),
            Material("Plain"),
            Material("Red"),
        ],
        textures=[Texture((0,))],
        images=[Image(b"\x89PNG", "image/png")],
    )
    collector = MeshCollector(source)
    collector.add(None, Mesh((replace(PLAIN, material=2), replace(PLAIN, material=None))))
    rig = drop_unused_materials(collector.rig())
    assert [material.name for material in rig.materials] == ["Red"]
    assert [surface.material for surface in rig.meshes[0].surfaces] == [0, None]
    assert (rig.textures, rig.images) == ((), ())


def test_nothing_gathered_is_a_root_alone():
    assert len(MeshCollector(build()).rig().nodes) == 1
