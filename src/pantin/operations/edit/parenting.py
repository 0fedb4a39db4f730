"""Parent meshes to a skeleton: groups of the same name share a joint, others get their own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.base.arguments import check_arguments
from pantin.base.records import replace
from pantin.maths import affine
from pantin.operations.edit.group_names import group_names
from pantin.operations.edit.rig_parts import RigParts, bind_at_rest, mesh_to_root, rest_world_transforms
from pantin.rig import Influences, Mesh, Node, Rig, Skin


@check_arguments
def parent_to_skeleton(rig: Rig, nodes: Sequence[int | str], root: int | str) -> Rig:
    """The rig with the meshes on `nodes` below the skeleton at `root`, all numbering its joints alike.

    A group whose name the skeleton already has gets the same index. A new name is appended, with the
    skeleton's bone of that name as its joint, or −1. The joints of every skin of the skeleton are extended in
    the same way. Where another skeleton uses a renumbered mesh, its joints get the new order too. Meshes keep
    their world transforms at rest.
    """
    top = rig.node_index(root)
    names, joints = _skeleton_groups(rig, top, {rig.node_index(name) for name in nodes})
    renumbered: dict[int, list[int]] = {}
    for node in (rig.node_index(name) for name in nodes):
        mesh = rig.instances[rig.instance_at(node)].mesh
        if mesh in renumbered:
            continue
        own = group_names(rig, mesh)
        if _uses(rig, top, mesh):
            # The groups of a mesh that is bound to it already are its joints, whatever their names.
            renumbered[mesh] = list(range(len(own)))
        elif not own:
            # Groups without names are numbered as the joints are.
            renumbered[mesh] = list(range(len(joints)))
        else:
            renumbered[mesh] = [_slot(rig, top, name, names, joints) for name in own]
    parts, world = RigParts.from_rig(rig), rest_world_transforms(rig)
    for mesh, slots in renumbered.items():
        parts.meshes[mesh] = renumbered_mesh(rig.meshes[mesh], slots, len(joints), tuple(names))
        _follow(rig, parts, mesh, slots, top)
    for index, skin in enumerate(rig.skins):
        if skin.root == top:
            parts.skins[index] = _bind_skin(rig, top, joints, mesh_to_root(rig, world, index), skin, world)
    for node in (rig.node_index(name) for name in nodes):
        _bind_node(rig, parts, node, top, joints, world)
    return parts.rig()


def _skeleton_groups(rig: Rig, top: int, joining: set[int]) -> tuple[list[str], list[int]]:
    """The names and joints of a skeleton so far: of the meshes it has, or of its bones where it has none."""
    users = [
        instance
        for instance in rig.instances
        if instance.skin is not None and rig.skins[instance.skin].root == top
    ]
    best = max(users, key=lambda user: len(group_names(rig, user.mesh)), default=None)
    if best is not None and best.skin is not None:
        names = list(group_names(rig, best.mesh))
        return names, rig.skins[best.skin].joints.tolist()[: len(names)]
    bones: list[int] = next(
        (skeleton.joints.tolist() for skeleton in rig.skeletons if skeleton.root == top), []
    )
    listed = [bone for bone in bones if bone != top and rig.nodes.names[bone] and bone not in joining]
    return [rig.nodes.names[bone] or "" for bone in listed], listed


def _uses(rig: Rig, top: int, mesh: int) -> bool:
    """Whether the skeleton moves the mesh on some node already."""
    return any(
        instance.mesh == mesh and instance.skin is not None and rig.skins[instance.skin].root == top
        for instance in rig.instances
    )


def _slot(rig: Rig, top: int, name: str, names: list[str], joints: list[int]) -> int:
    """The number of a group in the skeleton, a new one where its name is new."""
    if name not in names:
        names.append(name)
        joints.append(_bone(rig, top, name))
    return names.index(name)


def _bone(rig: Rig, top: int, name: str) -> int:
    bones: list[int] = next(
        (skeleton.joints.tolist() for skeleton in rig.skeletons if skeleton.root == top), []
    )
    return next((bone for bone in bones if bone != top and rig.nodes.names[bone] == name), -1)


def renumbered_mesh(mesh: Mesh, slots: list[int], rest: int, names: tuple[str, ...]) -> Mesh:
    """The mesh with other numbers for its groups; what lies beyond `slots` rests, in slot `rest`."""
    table = np.array([*slots, rest], np.int64)

    def renumber(influences: Influences | None) -> Influences | None:
        if influences is None:
            return None
        old: NDArray[np.int64] = np.minimum(influences.joints.astype(np.int64), len(slots))
        return _fill(replace(influences, joints=table[old]), rest)

    surfaces = tuple(replace(surface, influences=renumber(surface.influences)) for surface in mesh.surfaces)
    return replace(mesh, surfaces=surfaces, group_names=names)


def _fill(influences: Influences, rest: int) -> Influences:
    """The influences with slot `rest` for vertices that have none: a skin would move those to its origin."""
    counts = np.diff(influences.offsets)
    empty = np.flatnonzero(counts == 0)
    if not len(empty):
        return influences
    starts = influences.offsets[empty]
    offsets = np.concatenate([[0], np.cumsum(np.maximum(counts, 1))])
    joints = np.insert(influences.joints.astype(np.int64), starts, rest)
    return Influences(offsets, joints, np.insert(influences.weights, starts, 1.0))


def _follow(rig: Rig, parts: RigParts, mesh: int, slots: list[int], top: int) -> None:
    """Put the joints of every other skeleton of a renumbered mesh into the new order."""
    size = len(parts.meshes[mesh].group_names or ()) + 1
    for instance in rig.instances:
        if instance.mesh != mesh or instance.skin is None or rig.skins[instance.skin].root == top:
            continue
        skin = rig.skins[instance.skin]
        world = rest_world_transforms(rig)
        joints = [-1] * size
        for old, new in enumerate(slots):
            if old < len(skin.joints):
                joints[new] = int(skin.joints[old])
        binds = bind_at_rest(world, skin.root, joints, mesh_to_root(rig, world, instance.skin))
        parts.skins[instance.skin] = replace(skin, joints=np.array(joints, np.int64), inverse_binds=binds)


def _bind_skin(
    rig: Rig, top: int, joints: list[int], mesh: NDArray[np.float64], skin: Skin, world: NDArray[np.float64]
) -> Skin:
    slots = [*joints, -1]
    return replace(
        skin, joints=np.array(slots, np.int64), inverse_binds=bind_at_rest(world, top, slots, mesh)
    )


def _bind_node(
    rig: Rig, parts: RigParts, node: int, top: int, joints: list[int], world: NDArray[np.float64]
) -> None:
    """Make the node of a mesh a child of the skeleton, in its rest pose, with a skin of the skeleton."""
    index = rig.instance_at(node)
    instance = parts.instances[index]
    already = instance.skin is not None and rig.skins[instance.skin].root == top
    if already and int(rig.nodes.parents[node]) == top:
        return
    rest = affine.multiply(affine.inverse(world[top]), world[node])
    parts.nodes[node] = Node(rig.nodes.names[node], top, matrix=rest)
    skeleton = next((index for index, skeleton in enumerate(rig.skeletons) if skeleton.root == top), None)
    empty = Skin(np.zeros(0, np.int64), root=top, skeleton=skeleton)
    parts.skins.append(_bind_skin(rig, top, joints, rest, empty, world))
    parts.instances[index] = replace(instance, skin=len(parts.skins) - 1)
