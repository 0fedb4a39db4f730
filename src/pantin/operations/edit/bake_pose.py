"""Bake a pose: the same geometry without skins, blend shapes and clips.

`plan_baked_pose` computes the changes, for writers that edit a document; `bake_pose` returns a new rig.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from pantin.base.arguments import check_arguments
from pantin.base.limits import Budget
from pantin.base.records import Record, replace
from pantin.deformation import DegenerateCounts, PosedMesh, deform
from pantin.deformation.element_attributes import PosedElements, deform_elements
from pantin.deformation.limits import check_vertex_limit
from pantin.operations.edit.rig_parts import nodes_from_pose
from pantin.rig import Doubles, Instance, Mesh, Node, Pose, Rig, Scene, Solver, SpringSettings, Surface
from pantin.rig.properties import with_properties
from pantin.rig.surface_transform import reverse_winding
from pantin.rig.topology import Topology


class BakedPosePlan(Record, eq=False):
    """The data with which a rig without skins, blend shapes and clips looks the same as in a pose.

    pose        local transforms of all nodes; nodes of skinned meshes are at the identity unless something
                else needs them elsewhere
    surfaces    surfaces of skinned instances in world space, and of instances with blend shapes in the space
                of their node; all other surfaces stay unchanged
    elements    normals and texture coordinates of corners, simplexes, …, of the same surfaces
    detached    nodes of skinned instances that `pose` does not put at the identity in the world: their
                surfaces need a new node at the root
    degenerate  what `deform` had to replace
    """

    pose: Pose
    surfaces: tuple[PosedMesh, ...]
    elements: tuple[PosedElements, ...]
    detached: frozenset[int]
    degenerate: DegenerateCounts


@check_arguments
def plan_baked_pose(
    rig: Rig,
    pose: Pose,
    *,
    solver: Solver | None = None,
    keep: Collection[int] = (),
    budget: Budget | None = None,
) -> BakedPosePlan:
    """Plan to bake a pose, for all nodes, whether a scene shows them or not.

    Nodes in `keep` carry something that the rig does not know, such as a camera, and stay where the pose has
    them. `budget` is that of the file that the rig comes from.
    """
    rig = with_properties(rig, pose.properties)
    all_scenes = replace(rig, scenes=(), default_scene=None)
    skinned = {instance.node for instance in rig.instances if instance.skin is not None}
    blended = {
        instance.node for instance in rig.instances if rig.meshes[instance.mesh].blend_shape_count
    } - skinned
    surfaces: list[PosedMesh] = []
    elements: list[PosedElements] = []
    degenerate = DegenerateCounts()
    for nodes, full_pose in ((skinned, pose), (blended, _all_at_identity(pose))):
        if nodes:
            kept = tuple(instance for instance in rig.instances if instance.node in nodes)
            partial_rig, partial_pose = _keep_instances(all_scenes, full_pose, kept)
            check_vertex_limit(partial_rig, budget)
            posed = deform(partial_rig, partial_pose, solver=solver)
            surfaces += posed
            elements += deform_elements(partial_rig, partial_pose)
            degenerate += posed.degenerate
    resettable = _resettable_nodes(rig, pose, skinned, keep)
    return BakedPosePlan(
        _reset_nodes(pose, resettable),
        tuple(surfaces),
        tuple(elements),
        frozenset(skinned - resettable),
        degenerate,
    )


@check_arguments
def bake_pose(rig: Rig, pose: Pose, *, solver: Solver | None = None) -> Rig:
    """The rig with its geometry as in the pose. Names, materials, texture coordinates and scenes stay.

    Nodes keep their indices and their transforms in the pose. Meshes keep their indices too; further
    instances of a mesh that the pose changes get new meshes at the end of the list. A skinned mesh whose node
    cannot be at the identity moves to a new node at the root of every scene that shows it.
    """
    plan = plan_baked_pose(rig, pose, solver=solver)
    rig = with_properties(rig, pose.properties)
    nodes = nodes_from_pose(replace(plan.pose, rig=rig))
    new_nodes = {}
    for node in sorted(plan.detached):
        new_nodes[node] = len(nodes)
        name = rig.nodes.names[node]
        nodes.append(Node(None if name is None else f"{name}.posed", visible=bool(rig.visible[node])))
    meshes, mesh_of = _bake_meshes(rig, plan)
    instances = [
        replace(
            instance,
            node=new_nodes.get(instance.node, instance.node),
            mesh=mesh_of.get(instance.node, instance.mesh),
            skin=None,
            blend_weights=None,
        )
        for instance in rig.instances
    ]
    return rig.replace(
        nodes=nodes,
        meshes=meshes,
        skins=(),
        skeletons=(),
        instances=sorted(instances, key=lambda instance: instance.node),
        clips=(),
        scenes=[_bake_scene(rig, scene, new_nodes) for scene in range(len(rig.scenes))],
        springs=SpringSettings(),
        character=None,
        constraints=(),
    )


def _bake_meshes(rig: Rig, plan: BakedPosePlan) -> tuple[list[Mesh], dict[int, int]]:
    """All meshes, and the mesh of each node whose mesh the pose changes."""
    meshes: list[Mesh] = list(rig.meshes)
    posed: dict[int, list[tuple[PosedMesh, PosedElements]]] = {}
    for surface, elements in zip(plan.surfaces, plan.elements, strict=True):
        posed.setdefault(surface.node, []).append((surface, elements))
    # A mesh that some instance uses unchanged keeps its index; else the first posed mesh gets it.
    taken = {instance.mesh for instance in rig.instances if instance.node not in posed}
    mesh_of = {}
    for instance in rig.instances:
        if instance.node not in posed:
            continue
        source = rig.meshes[instance.mesh]
        surfaces = tuple(
            _bake_surface(before, *after)
            for before, after in zip(source.surfaces, posed[instance.node], strict=True)
        )
        baked = Mesh(surfaces, source.name, extras=source.extras)
        if instance.mesh in taken:
            mesh_of[instance.node] = len(meshes)
            meshes.append(baked)
        else:
            taken.add(instance.mesh)
            mesh_of[instance.node] = instance.mesh
            meshes[instance.mesh] = baked
    return [_make_static(mesh) for mesh in meshes], mesh_of


def _bake_surface(before: Surface, after: PosedMesh, elements: PosedElements) -> Surface:
    has_normals = before.normals is not None
    baked = replace(
        before,
        positions=after.positions,
        normals=after.normals if has_normals else None,
        tangents=after.tangents if has_normals else None,
        texcoords=after.texcoords,
        colors=after.colors,
        topology=_bake_topology(before.topology, elements),
    )
    return reverse_winding(baked) if after.mirrored else baked


def _bake_topology(before: Topology | None, elements: PosedElements) -> Topology | None:
    """Values of elements as they are in the pose."""
    if before is None:
        return None
    normals, texcoords = (
        tuple(
            replace(attribute, values=values, value_indices=np.arange(len(values)), blend_deltas=())
            for attribute, values in zip(attributes, posed, strict=True)
        )
        for attributes, posed in ((before.normals, elements.normals), (before.texcoords, elements.texcoords))
    )
    return replace(before, normals=normals, texcoords=texcoords)


def _make_static(mesh: Mesh) -> Mesh:
    """The mesh without influences and blend shapes."""
    surfaces = tuple(replace(surface, influences=None, blend_shapes=()) for surface in mesh.surfaces)
    return Mesh(surfaces, mesh.name, extras=mesh.extras)


def _bake_scene(rig: Rig, scene: int, new_nodes: dict[int, int]) -> Scene:
    shown = rig.shown(scene)
    added = (new_node for node, new_node in new_nodes.items() if shown[node])
    return replace(rig.scenes[scene], roots=(*rig.scenes[scene].roots, *added))


def _keep_instances(rig: Rig, pose: Pose, instances: tuple[Instance, ...]) -> tuple[Rig, Pose]:
    """The rig with some of its instances only, and the pose for it."""
    partial = replace(rig, instances=instances)
    weights = {instance.node: blend for instance, blend in zip(rig.instances, pose.blend, strict=True)}
    return partial, replace(pose, rig=partial, blend=tuple(weights[instance.node] for instance in instances))


def _identity(pose: Pose) -> Doubles:
    return np.eye(pose.rig.dimension, pose.rig.dimension + 1)


def _all_at_identity(pose: Pose) -> Pose:
    """The pose with every node at the identity, so that world space is the space of each node."""
    return _reset_nodes(pose, set(range(len(pose.rig.nodes))))


def _resettable_nodes(rig: Rig, pose: Pose, nodes: set[int], keep: Collection[int]) -> set[int]:
    """The nodes among these that can be at the identity in the world without moving their children."""
    is_identity = (pose.local == _identity(pose)).all((1, 2)).tolist()
    parents = rig.nodes.parents.tolist()
    ancestors_identity = [True] * len(parents)
    for node in rig.nodes.order.tolist():
        parent = parents[node]
        ancestors_identity[node] = parent < 0 or (ancestors_identity[parent] and is_identity[parent])
    needed = {*parents, *keep}
    return {node for node in nodes if ancestors_identity[node] and (is_identity[node] or node not in needed)}


def _reset_nodes(pose: Pose, nodes: set[int]) -> Pose:
    """The pose with these nodes at the identity."""
    rows = sorted(nodes)
    local, general = pose.local.copy(), pose.general.copy()
    translations, scales = pose.translations.copy(), pose.scales.copy()
    local[rows], general[rows], translations[rows], scales[rows] = _identity(pose), False, 0.0, 1.0
    quaternions = None if pose.xyzw is None else pose.xyzw.copy()
    if quaternions is not None:
        quaternions[rows] = (0.0, 0.0, 0.0, 1.0)
    return replace(
        pose,
        local=local,
        general=general,
        translations=translations,
        xyzw=quaternions,
        scales=scales,
    )
