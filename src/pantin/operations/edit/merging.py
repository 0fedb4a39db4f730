"""Merge two meshes into one, in every skeleton that uses both."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.base.arguments import check_arguments
from pantin.base.records import Record, replace
from pantin.maths import affine
from pantin.operations.edit.group_names import group_names, unique_names
from pantin.operations.edit.node_removal import remove_nodes
from pantin.operations.edit.parenting import renumbered_mesh
from pantin.operations.edit.rig_parts import RigParts, bind_at_rest, mesh_to_root, rest_world_transforms
from pantin.rig import BlendShape, Instance, Mesh, Rig, Surface
from pantin.rig.surface_transform import transform_surface
from pantin.rig.topology import ElementAttribute

Doubles = NDArray[np.float64]
SAME = 1e-9
"""Two relative transforms are equal within this, relative to their size."""


@check_arguments
def merge_meshes(rig: Rig, first: int, second: int) -> Rig:
    """The rig with mesh `second` merged into mesh `first` wherever both have the same skeleton or parent
    node.

    Group names stay unique and the joints of every skeleton consistent: groups of the same name become one
    where the same bone drives them in every skeleton that uses both, else the second gets a new name and a
    separate joint. Blend shapes of the same name become one where they have the same weights everywhere, else
    the second gets a new name. A mesh, nodes and skins that nothing uses any more are removed, so those after
    them get other indices. Raises `ValueError` where both are the same mesh, where they have no common
    skeleton or node, or where their relative transform differs between instances.
    """
    if first == second:
        raise ValueError(f"mesh {first} cannot be merged with itself")
    pairs = _pairs(rig, first, second)
    if not pairs:
        raise ValueError(f"meshes {first} and {second} have no common skeleton or parent node")
    world = rest_world_transforms(rig)
    both = [(rig.instances[ours], rig.instances[other]) for ours, other in pairs.items()]
    beside = _relative_transform(rig, world, both)
    groups = _groups(rig, first, second, both)
    shapes = _shapes(rig, first, second, pairs)
    joined = _join_meshes(rig.meshes[first], rig.meshes[second], beside, groups, shapes)
    blend = rig.rest_pose().blend
    parts = RigParts.from_rig(rig)
    alone = any(instance.mesh == first and index not in pairs for index, instance in enumerate(rig.instances))
    target = len(parts.meshes) if alone else first
    parts.meshes[target : target + 1] = [joined]
    for (at, other), (a, b) in zip(pairs.items(), both, strict=True):
        skin = None if a.skin is None or b.skin is None else _skin(rig, parts, world, a, b, groups)
        amounts = None
        if a.blend_weights is not None or b.blend_weights is not None:
            amounts = np.array(shapes.merge_weights(blend[at].tolist(), blend[other].tolist()))
        parts.instances[at] = replace(a, mesh=target, skin=skin, blend_weights=amounts)
    gone = set(pairs.values())
    parts.instances = [instance for index, instance in enumerate(parts.instances) if index not in gone]
    _remove_unused(rig, parts, second)
    left = {rig.instances[index].node for index in gone}
    return remove_nodes(parts, {node for node in left if not rig.nodes.extras[node]})


def _remove_unused(rig: Rig, parts: RigParts, mesh: int) -> None:
    """Remove the mesh that was merged into another, and the old skins, unless an instance has them."""
    before = {instance.skin for instance in rig.instances}
    after = {instance.skin for instance in parts.instances}
    kept = [index for index in range(len(parts.skins)) if index in after or index not in before]
    skin_of = {old: new for new, old in enumerate(kept)}
    parts.skins = [parts.skins[index] for index in kept]
    is_used = any(instance.mesh == mesh for instance in parts.instances)
    if not is_used:
        del parts.meshes[mesh]
    parts.instances = [
        replace(
            instance,
            mesh=instance.mesh - (not is_used and instance.mesh > mesh),
            skin=None if instance.skin is None else skin_of[instance.skin],
        )
        for instance in parts.instances
    ]


def _pairs(rig: Rig, first: int, second: int) -> dict[int, int]:
    """Instances of the first mesh, and the one of the second that each is merged with: the next in the same
    skeleton, or without one below the same node.
    """

    def home(instance: Instance) -> tuple[str, int | None]:
        if instance.skin is not None:
            return ("skeleton", rig.skins[instance.skin].root)
        return ("node", int(rig.nodes.parents[instance.node]))

    waiting: dict[tuple[str, int | None], deque[int]] = {}
    for index, instance in enumerate(rig.instances):
        if instance.mesh == second:
            waiting.setdefault(home(instance), deque()).append(index)
    ours = ((number, waiting.get(home(own))) for number, own in enumerate(rig.instances) if own.mesh == first)
    return {number: theirs.popleft() for number, theirs in ours if theirs}


def _relative_transform(rig: Rig, world: Doubles, pairs: list[tuple[Instance, Instance]]) -> Doubles:
    """The transform of the second mesh into the space of the first, the same in every pair."""
    result = []
    for a, b in pairs:
        if a.skin is not None and b.skin is not None:
            ours, theirs = mesh_to_root(rig, world, a.skin), mesh_to_root(rig, world, b.skin)
        else:
            ours, theirs = world[a.node], world[b.node]
        result.append(affine.multiply(affine.inverse(ours), theirs))
    if any(np.abs(matrix - result[0]).max() > SAME * max(np.abs(result[0]).max(), 1.0) for matrix in result):
        raise ValueError("the meshes do not have the same relative transform in all their instances")
    return result[0]


class MergedGroups(Record):
    """The names of all vertex groups, and the new number of each group of either mesh."""

    names: list[str]
    own: list[int]
    theirs: list[int]

    def joints(self, rig: Rig, a: Instance, b: Instance) -> list[int]:
        """The joint of each group in the skeleton of both instances."""
        joints = [-1] * len(self.names)
        for instance, numbers in ((b, self.theirs), (a, self.own)):
            for slot, number in enumerate(numbers):
                joints[number] = _joint(rig, instance, slot)
        return joints


def _groups(rig: Rig, first: int, second: int, pairs: list[tuple[Instance, Instance]]) -> MergedGroups:
    """The groups of the first mesh come first, unless ordering by joint lets all skeletons share the mesh."""
    own = _driven_groups(rig, first, second, pairs)
    theirs = _driven_groups(rig, second, first, [(b, a) for a, b in pairs])
    slot_of = {name: index for index, name in reversed(list(enumerate(own)))}
    same = [
        name in slot_of and all(_joint(rig, a, slot_of[name]) == _joint(rig, b, slot) for a, b in pairs)
        for slot, name in enumerate(theirs)
    ]
    new = unique_names((name for name, same_bone in zip(theirs, same, strict=True) if not same_bone), own)
    behind = iter(range(len(own), len(own) + len(new)))
    slots = [
        slot_of[name] if same_bone else next(behind) for name, same_bone in zip(theirs, same, strict=True)
    ]
    groups = MergedGroups([*own, *new], list(range(len(own))), slots)
    return _by_joint(groups, [groups.joints(rig, a, b) for a, b in pairs])


def _driven_groups(rig: Rig, mesh: int, other: int, pairs: list[tuple[Instance, Instance]]) -> list[str]:
    """The names of the groups of a mesh, without trailing groups that have no name and no joint in any
    skeleton. An unnamed group takes its name from the other mesh, if it is the same group in all
    skeletons."""
    names, known = list(group_names(rig, mesh)), rig.meshes[other].group_names or ()
    stated = len(rig.meshes[mesh].group_names or ())
    while len(names) > stated and all(_joint(rig, user, len(names) - 1) < 0 for user, _ in pairs):
        names.pop()
    for slot in range(stated, min(len(names), len(known))):
        is_same = all(_joint(rig, user, slot) == _joint(rig, beside, slot) for user, beside in pairs)
        if is_same and known[slot] not in names:
            names[slot] = known[slot]
    return names


def _by_joint(groups: MergedGroups, joints: list[list[int]]) -> MergedGroups:
    """The groups in the order of their joints where that order is the same in all skeletons: a format with
    ascending joints then needs no renumbering, which the mesh could not have for each skeleton."""
    if all(_ascends(listed) for listed in joints):
        return groups
    last = max(max(listed, default=0) for listed in joints) + 1
    keys = [[last if joint < 0 else joint for joint in each] for each in zip(*joints, strict=True)]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    if not all(_ascends([listed[group] for group in order]) for listed in joints):
        return groups
    place = {group: number for number, group in enumerate(order)}
    return MergedGroups(
        [groups.names[group] for group in order],
        [place[group] for group in groups.own],
        [place[group] for group in groups.theirs],
    )


def _ascends(joints: list[int]) -> bool:
    real = [joint for joint in joints if joint >= 0]
    return real == sorted(real)


def _joint(rig: Rig, instance: Instance, slot: int) -> int:
    joints = rig.skins[instance.skin].joints if instance.skin is not None else np.zeros(0, np.int64)
    return int(joints[slot]) if slot < len(joints) else -1


def _skin(rig: Rig, parts: RigParts, world: Doubles, a: Instance, b: Instance, groups: MergedGroups) -> int:
    """The skin of the merged mesh: the joints of all groups, and one that stays at rest."""
    assert a.skin is not None
    skin, joints = rig.skins[a.skin], [*groups.joints(rig, a, b), -1]
    binds = bind_at_rest(world, skin.root, joints, mesh_to_root(rig, world, a.skin))
    parts.skins.append(replace(skin, joints=np.array(joints, np.int64), inverse_binds=binds))
    return len(parts.skins) - 1


class MergedShapeNames(Record):
    """The new names of the blend shapes of both meshes."""

    own: list[str]
    theirs: list[str]

    @property
    def names(self) -> list[str]:
        return self.own + [name for name in self.theirs if name not in self.own]

    def merge_weights(self, own: Sequence[float], theirs: Sequence[float]) -> list[float]:
        """The weights of all shapes, from those of either mesh."""
        known = dict(zip(self.theirs, theirs, strict=False)) | dict(zip(self.own, own, strict=False))
        return [float(known.get(name, 0.0)) for name in self.names]


def _shapes(rig: Rig, first: int, second: int, pairs: dict[int, int]) -> MergedShapeNames:
    """Shapes with the same name become one, unless a pair of instances has them at different weights."""
    own, theirs = (list(_shape_names(rig.meshes[mesh])) for mesh in (first, second))
    blend = rig.rest_pose().blend
    weights = [(blend[instance], blend[other]) for instance, other in pairs.items()]
    weights.append((_amounts(rig.meshes[first]), _amounts(rig.meshes[second])))
    index_of = {name: index for index, name in enumerate(own)}
    same = [
        name in index_of and all(mine[index_of[name]] == others[index] for mine, others in weights)
        for index, name in enumerate(theirs)
    ]
    new = iter(unique_names((name for name, is_same in zip(theirs, same, strict=True) if not is_same), own))
    return MergedShapeNames(
        own, [name if is_same else next(new) for name, is_same in zip(theirs, same, strict=True)]
    )


def _shape_names(mesh: Mesh) -> tuple[str, ...]:
    """Unique names for a mesh's shapes: files may omit or repeat names."""
    stated = [*(mesh.blend_names or ()), *[None] * mesh.blend_shape_count][: mesh.blend_shape_count]
    return unique_names(name or f"Shape{index}" for index, name in enumerate(stated))


def _amounts(mesh: Mesh) -> Doubles:
    return np.zeros(mesh.blend_shape_count) if mesh.blend_weights is None else mesh.blend_weights


def _join_meshes(a: Mesh, b: Mesh, beside: Doubles, groups: MergedGroups, shapes: MergedShapeNames) -> Mesh:
    names = tuple(groups.names)
    kept = renumbered_mesh(a, groups.own, len(names), names)
    renumbered = renumbered_mesh(b, groups.theirs, len(names), names)
    every = shapes.names
    surfaces = [_with_shapes(surface, shapes.own, every) for surface in kept.surfaces]
    surfaces += [
        _with_shapes(transform_surface(surface, beside), shapes.theirs, every)
        for surface in renumbered.surfaces
    ]
    amounts = shapes.merge_weights(_amounts(a).tolist(), _amounts(b).tolist())
    return replace(
        kept,
        surfaces=tuple(surfaces),
        group_names=names or None,
        blend_names=tuple(every) or None,
        blend_weights=np.array(amounts) if every else None,
    )


def _with_shapes(surface: Surface, own: list[str], shapes: list[str]) -> Surface:
    """The surface with a target for each shape, empty where it has none. Bound values drop the shapes of
    other meshes."""
    sources = [own.index(shape) if shape in own else -1 for shape in shapes]
    targets = tuple(surface.blend_shapes[source] if source >= 0 else BlendShape() for source in sources)
    topology = surface.topology
    if topology is not None:
        topology = replace(
            topology,
            normals=tuple(_reorder_shapes(normal, sources) for normal in topology.normals),
            texcoords=tuple(_reorder_shapes(texcoord, sources) for texcoord in topology.texcoords),
        )
    return replace(surface, blend_shapes=targets, topology=topology)


def _reorder_shapes(bound: ElementAttribute, sources: list[int]) -> ElementAttribute:
    own = bound.blend_deltas
    return replace(
        bound, blend_deltas=tuple(own[source] if 0 <= source < len(own) else None for source in sources)
    )
