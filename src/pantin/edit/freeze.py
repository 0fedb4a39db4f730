"""A rig frozen in a pose: the same picture without skins, blend shapes and clips."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pantin.deformation import PosedMesh
from pantin.edit.held import Held, held
from pantin.edit.parts import nodes_of
from pantin.rig import Instance, Mesh, Node, Pose, Rig, Scene, Solver, Surface, build


def freeze(rig: Rig, pose: Pose, *, solver: Solver | None = None) -> Rig:
    """The rig with its geometry as the pose has it. Names, materials, texture coordinates and scenes stay.

    Nodes keep their indices and stand as in the pose; meshes keep theirs, and further instances of one that
    the pose shapes get meshes at the end of the list. A skinned mesh whose node cannot stand at the identity
    is moved to a new node at the root of every scene that shows it.
    """
    state = held(rig, pose, solver=solver)
    nodes = nodes_of(state.pose)
    homes = {}
    for node in sorted(state.loose):
        homes[node] = len(nodes)
        name = rig.nodes.names[node]
        nodes.append(Node(None if name is None else f"{name}.posed"))
    meshes, places = _meshes(rig, state)
    instances = [
        Instance(homes.get(one.node, one.node), places.get(one.node, one.mesh)) for one in rig.instances
    ]
    return build(
        dimension=rig.dimension,
        nodes=nodes,
        meshes=meshes,
        materials=rig.materials,
        instances=sorted(instances, key=lambda one: one.node),
        scenes=[_scene(rig, at, homes) for at in range(len(rig.scenes))],
        default_scene=rig.default_scene,
    )


def _meshes(rig: Rig, state: Held) -> tuple[list[Mesh], dict[int, int]]:
    """All meshes, and for each node with a shaped one which of them it has now."""
    meshes: list[Mesh] = list(rig.meshes)
    shaped: dict[int, list[PosedMesh]] = {}
    for one in state.surfaces:
        shaped.setdefault(one.node, []).append(one)
    # A mesh that some instance uses as it is stays in its place; else the first shaped one takes the place.
    taken = {each.mesh for each in rig.instances if each.node not in shaped}
    places = {}
    for instance in rig.instances:
        if instance.node not in shaped:
            continue
        source = rig.meshes[instance.mesh]
        surfaces = tuple(
            _surface(before, after)
            for before, after in zip(source.surfaces, shaped[instance.node], strict=True)
        )
        made = Mesh(surfaces, source.name)
        if instance.mesh in taken:
            places[instance.node] = len(meshes)
            meshes.append(made)
        else:
            taken.add(instance.mesh)
            places[instance.node] = instance.mesh
            meshes[instance.mesh] = made
    return [_plain(one) for one in meshes], places


def _surface(before: Surface, after: PosedMesh) -> Surface:
    given = before.normals is not None
    shaped = replace(
        before,
        positions=after.positions,
        normals=after.normals if given else None,
        tangents=after.tangents if given else None,
        texcoords=after.texcoords,
        colours=after.colours,
    )
    if not after.mirrored or not len(before.triangles):
        return shaped
    # The pose turned the surface inside out: each triangle is wound the other way.
    return replace(
        shaped, indices=np.ascontiguousarray(before.triangles[:, ::-1]).reshape(-1), mode="triangles"
    )


def _plain(mesh: Mesh) -> Mesh:
    """The mesh without what moves its vertices."""
    surfaces = tuple(replace(one, influences=None, targets=()) for one in mesh.surfaces)
    return Mesh(surfaces, mesh.name)


def _scene(rig: Rig, at: int, homes: dict[int, int]) -> Scene:
    shown = rig.shown(at)
    return Scene(
        (*rig.scenes[at].roots, *(home for node, home in homes.items() if shown[node])), rig.scenes[at].name
    )
