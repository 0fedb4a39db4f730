"""Collect meshes below one root, for rigs made of another rig's geometry."""

from __future__ import annotations

from collections.abc import Sequence

from pantin.base.records import replace
from pantin.rig import Clip, Instance, Mesh, Node, Rig, Scene, Surface, build

WITHOUT_SET = frozenset({"mtoon.matcap_texture"})
"""Textures that are looked up by normals."""


class MeshCollector:
    """Builds a 3D rig with a root and one child node for each mesh, and the materials, textures, copyright
    and application data of the rig that the meshes come from."""

    def __init__(self, source: Rig, root: str | None = None) -> None:
        self._source = source
        self._nodes = [Node(root)]
        self._meshes: list[Mesh] = []
        self._materials = list(source.materials)
        self._without_textures: dict[tuple[int, int], int] = {}

    def add(self, name: str | None, mesh: Mesh) -> int:
        """Add a mesh; the index of its node, which gets this name."""
        self._nodes.append(Node(name, 0))
        surfaces = tuple(self._with_usable_material(surface) for surface in mesh.surfaces)
        self._meshes.append(replace(mesh, surfaces=surfaces))
        return len(self._meshes)

    def _with_usable_material(self, surface: Surface) -> Surface:
        """The surface; if it lacks texture coordinates, with a copy of its material without the textures that
        need them."""
        if surface.material is None:
            return surface
        material, sets = self._materials[surface.material], len(surface.texcoords)
        uses = material.texture_uses().items()
        unusable = {name: None for name, use in uses if use.texcoord_set >= sets and name not in WITHOUT_SET}
        if not unusable:
            return surface
        key = surface.material, sets
        if key not in self._without_textures:
            self._without_textures[key] = len(self._materials)
            self._materials.append(material.with_texture_uses(unusable))
        return replace(surface, material=self._without_textures[key])

    def rig(self, clips: Sequence[Clip] = ()) -> Rig:
        """The rig with all meshes: node i + 1 has mesh i, and the only scene shows all of them."""
        return build(
            nodes=self._nodes,
            meshes=self._meshes,
            materials=self._materials,
            textures=self._source.textures,
            samplers=self._source.samplers,
            images=self._source.images,
            instances=[Instance(mesh + 1, mesh) for mesh in range(len(self._meshes))],
            clips=clips,
            scenes=[Scene((0,))],
            default_scene=0,
            copyright=self._source.copyright,
            extras=self._source.extras,
        )


def drop_unused_materials(rig: Rig) -> Rig:
    """The rig without materials that no surface has; without textures if no other material has one."""
    surfaces = [surface for mesh in rig.meshes for surface in mesh.surfaces]
    used = sorted({surface.material for surface in surfaces if surface.material is not None})
    index_of: dict[int | None, int | None] = {material: index for index, material in enumerate(used)}
    meshes = [
        replace(
            mesh,
            surfaces=tuple(
                replace(surface, material=index_of.get(surface.material)) for surface in mesh.surfaces
            ),
        )
        for mesh in rig.meshes
    ]
    kept = rig.replace(meshes=meshes, materials=[rig.materials[material] for material in used])
    if any(material.texture_uses() for material in kept.materials):
        return kept
    return kept.replace(textures=(), samplers=(), images=())
