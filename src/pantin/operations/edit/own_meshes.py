"""A mesh for each instance with its own materials, and no surfaces without vertices or indices.

Writers store rigs like this. Edits of the written document find meshes and surfaces by number, so they start
from a rig with the numbers of the document.
"""

from __future__ import annotations

from pantin.base.records import replace
from pantin.rig import Instance, Mesh, Rig


def with_own_meshes(rig: Rig) -> Rig:
    """The rig with the meshes and surfaces that its document will have, in the order of the document. Meshes
    that are not written are last."""
    instances = [instance for instance in rig.instances if instance.materials is not None]
    if not instances and all(surface.is_drawn for mesh in rig.meshes for surface in mesh.surfaces):
        return rig
    meshes: dict[tuple[int, tuple[int | None, ...] | None], Mesh] = {}
    for number, mesh in enumerate(rig.meshes):
        if any(surface.is_drawn for surface in mesh.surfaces):
            meshes[number, None] = _drawn(mesh)
    for instance in instances:
        key = (instance.mesh, instance.materials)
        if (instance.mesh, None) in meshes and key not in meshes:
            meshes[key] = _drawn(_with_materials(rig.meshes[instance.mesh], instance))
    for number, mesh in enumerate(rig.meshes):
        meshes.setdefault((number, None), mesh)
    numbers = {key: number for number, key in enumerate(meshes)}
    return rig.replace(
        meshes=tuple(meshes.values()),
        instances=tuple(
            replace(
                instance,
                mesh=numbers.get((instance.mesh, instance.materials), numbers[instance.mesh, None]),
                materials=None,
            )
            for instance in rig.instances
        ),
    )


def _drawn(mesh: Mesh) -> Mesh:
    return replace(mesh, surfaces=tuple(surface for surface in mesh.surfaces if surface.is_drawn))


def _with_materials(mesh: Mesh, instance: Instance) -> Mesh:
    """The mesh with the materials of an instance; None keeps that of the surface."""
    materials = instance.materials or ()
    surfaces = zip(mesh.surfaces, materials, strict=True)
    return replace(
        mesh,
        surfaces=tuple(
            surface if material is None else replace(surface, material=material)
            for surface, material in surfaces
        ),
    )
