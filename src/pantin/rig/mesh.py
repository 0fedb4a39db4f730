"""Meshes, scenes, and the instances of meshes on nodes."""

from __future__ import annotations

from pantin.base.records import Record
from pantin.rig.arrays import Doubles
from pantin.rig.part import Numbered, Part
from pantin.rig.surface import Surface
from pantin.rig.texture import Json


class Mesh(Numbered, Part, eq=False, dict=True):
    """Surfaces that move together and have the same blend shapes.

    blend_weights  default weights for instances without their own; None means zeros
    blend_names    as stored, even where there are too few or too many; None where the file has none
    group_names    the mesh's own names for the joints of its influences (vertex groups), if it has any

    >>> mesh = pantin.load("examples/face.gltf").rig.meshes[0]
    >>> mesh.name, len(mesh.surfaces), mesh.blend_names
    ('face', 1, ('smile', 'frown'))
    >>> pantin.load("examples/arm.glb").rig.meshes[0]
    <Mesh 'sleeve' surfaces=1 vertices=52 blend_shapes=0>
    """

    surfaces: tuple[Surface, ...]
    name: str | None = None
    blend_weights: Doubles | None = None
    blend_names: tuple[str, ...] | None = None
    group_names: tuple[str, ...] | None = None
    extras: Json | None = None

    def __repr__(self) -> str:
        vertices = sum(len(surface.positions) for surface in self.surfaces)
        counts = f"surfaces={len(self.surfaces)} vertices={vertices} blend_shapes={self.blend_shape_count}"
        return f"<Mesh {self.name!r} {counts}>"

    @property
    def blend_shape_count(self) -> int:
        """How many blend shapes the mesh has."""
        return len(self.surfaces[0].blend_shapes) if self.surfaces else 0


class Instance(Part, eq=False):
    """A mesh on a node, with or without a skin.

    blend_weights  instead of those of the mesh
    materials      one for each surface, instead of those of the mesh; None for a surface that keeps its own

    >>> (instance,) = pantin.load("examples/arm.glb").rig.instances
    >>> instance.node, instance.mesh, instance.skin
    (3, 0, 0)
    """

    node: int
    mesh: int
    skin: int | None = None
    blend_weights: Doubles | None = None
    materials: tuple[int | None, ...] | None = None


class Scene(Record, eq=False):
    """Nodes shown together: the roots and all their descendants.

    >>> from pantin.rig import Node, Scene
    >>> rig = pantin.build(nodes=[Node("a"), Node("b")], scenes=[Scene((1,), "only b")])
    >>> rig.shown()
    array([False,  True])
    """

    roots: tuple[int, ...]
    name: str | None = None
    extras: Json | None = None
