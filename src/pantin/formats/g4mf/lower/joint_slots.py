"""Assign joints to the skeletons of a new document, and slots of skins to these joints."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pantin.formats.g4mf.lower.meshes import Slots
from pantin.formats.g4mf.lower.skeletons import PlacedSkeleton
from pantin.rig import Instance, Mesh, Rig


class JointSlots:
    """`order` are the nodes of the rig in the order of the document; `joints` the joints of each skeleton, as
    nodes of the rig, −1 at the end where vertices are partly at rest."""

    def __init__(self, rig: Rig, groups: Sequence[PlacedSkeleton], order: Sequence[int]) -> None:
        self._rig = rig
        self._rank = {node: rank for rank, node in enumerate(order)}
        self._keeps_order = list(order) == sorted(order)
        self.owners = {skin: group for group in groups for skin in group.skins}
        self._with_rest_slot: set[PlacedSkeleton] = set()
        self.joints = {group: self._list_joints(group) for group in groups}
        self._skeleton_nodes = {group.node for group in groups}
        self._known_slots: dict[PlacedSkeleton, dict[int, int]] = {}

    def _list_joints(self, group: PlacedSkeleton) -> list[int]:
        """All bones are joints if no skin lists any."""
        joints = keep_slots(self._rig, group) if self._keeps_order and group.skins else None
        if joints is None:
            listed = (joint for skin in group.skins for joint in self._rig.skins[skin].joints.tolist())
            used = {joint for joint in listed if joint >= 0}
            joints = sorted(used if group.skins else group.bones, key=self._rank.__getitem__)
        if not needs_rest_slot(self._rig, group, joints):
            return joints
        self._with_rest_slot.add(group)
        return [*joints, -1]

    def skeleton_of(self, instance: Instance) -> PlacedSkeleton | None:
        """The skeleton that deforms an instance."""
        surfaces = self._rig.meshes[instance.mesh].surfaces
        has_influences = any(surface.influences is not None for surface in surfaces)
        return self.owners[instance.skin] if has_influences and instance.skin is not None else None

    def slots(self, instance: Instance) -> Slots | None:
        """The index of each slot of a skin among the joints of its skeleton; −1 for a slot at rest."""
        group = self.skeleton_of(instance)
        if group is None or instance.skin is None:
            return None
        joints = self.joints[group]
        skin_joints = self._rig.skins[instance.skin].joints.tolist()
        rest = len(joints) - 1 if group in self._with_rest_slot else -1
        beyond = skin_joints[len(joints) :]
        if skin_joints[: len(joints)] == joints[: len(skin_joints)] and all(joint < 0 for joint in beyond):
            groups = [slot if slot < len(joints) else rest for slot in range(len(skin_joints))]
        else:
            slots = self._slots_of(group)
            groups = [slots[joint] if joint >= 0 else rest for joint in skin_joints]
        skin = self._rig.skins[instance.skin]
        names = _group_names(self._rig.meshes[instance.mesh].group_names, groups)
        return Slots(np.array(groups, np.int64), names, skin.name, skin.extras)

    def _slots_of(self, group: PlacedSkeleton) -> dict[int, int]:
        """The slot of each joint of a skeleton, cached because many skins may share it."""
        if group not in self._known_slots:
            slots = list(enumerate(self.joints[group]))
            self._known_slots[group] = {joint: slot for slot, joint in reversed(slots)}
        return self._known_slots[group]

    def unbound_slots(self, index: int) -> Slots | None:
        """The slots of the influences of a mesh that no skeleton would use if it had a skin: they can be
        stored. None for other meshes."""
        mesh = self._rig.meshes[index]
        used = _groups_used(mesh)
        if not used or self._has_skeleton(index):
            return None
        return Slots(np.arange(used), mesh.group_names)

    def _has_skeleton(self, mesh: int) -> bool:
        return any(
            instance.skin is not None or self.is_in_skeleton(instance)
            for instance in self._rig.instances
            if instance.mesh == mesh
        )

    def is_in_skeleton(self, instance: Instance) -> bool:
        """Whether an instance's mesh becomes a child of a skeleton, even without a skin."""
        parent = int(self._rig.nodes.parents[instance.node])
        return instance.node in self._skeleton_nodes or parent in self._skeleton_nodes


def keep_slots(rig: Rig, group: PlacedSkeleton) -> list[int] | None:
    """The joints of a group as its skins list them, if they all list the same in the order of the format;
    None where a new list is needed. Slots of −1 at the end that no mesh has a name for are omitted."""
    names = dict.fromkeys(group.skins, 0)
    for instance in rig.instances:
        if instance.skin in names:
            named = len(rig.meshes[instance.mesh].group_names or ())
            names[instance.skin] = max(names[instance.skin], named)
    trimmed = [_trim(rig.skins[skin].joints.tolist(), named) for skin, named in names.items()]
    longest = max(trimmed, key=len, default=[])
    if any(joints != longest[: len(joints)] for joints in trimmed):
        return None
    real = [joint for joint in longest if joint >= 0]
    return longest if real == sorted(real) and _parents_first(rig, longest) else None


def _trim(joints: list[int], named: int) -> list[int]:
    end = max((slot + 1 for slot, joint in enumerate(joints) if joint >= 0), default=0)
    return joints[: max(end, named)]


def _parents_first(rig: Rig, joints: list[int]) -> bool:
    first: dict[int, int] = {}
    for slot, joint in enumerate(joints):
        first.setdefault(joint, slot)
    real = ((joint, slot) for joint, slot in first.items() if joint >= 0)
    return all(first.get(int(rig.nodes.parents[joint]), -1) < slot for joint, slot in real)


def needs_rest_slot(rig: Rig, group: PlacedSkeleton, joints: list[int]) -> bool:
    """Whether some vertex has a part of its weight on a slot of −1 that is not among the joints.

    A vertex with all of its weight there needs no slot: it has no influences.
    """
    for instance in rig.instances:
        if instance.skin not in group.skins or instance.skin is None:
            continue
        slots = rig.skins[instance.skin].joints
        keeps_slots = slots.tolist()[: len(joints)] == joints
        for surface in rig.meshes[instance.mesh].surfaces:
            if surface.influences is None:
                continue
            shared = np.repeat(np.diff(surface.influences.offsets) > 1, np.diff(surface.influences.offsets))
            used = surface.influences.joints.astype(np.int64)
            at_rest = (slots[used] < 0) & (used >= len(joints) if keeps_slots else True)
            if bool((shared & at_rest & (surface.influences.weights != 0)).any()):
                return True
    return False


def _groups_used(mesh: Mesh) -> int:
    """One more than the largest group among the influences of a mesh."""
    listed = (surface.influences for surface in mesh.surfaces)
    return max(
        (int(own.joints.max()) + 1 for own in listed if own is not None and len(own.joints)), default=0
    )


def _group_names(names: tuple[str, ...] | None, groups: list[int]) -> tuple[str, ...] | None:
    """The names of the vertex groups in their new order, up to the first unnamed group."""
    if names is None or groups == list(range(len(groups))):
        return names
    by_group = {group: name for group, name in zip(groups, names, strict=False) if group >= 0}
    listed: list[str] = []
    while (name := by_group.get(len(listed))) and name not in listed:
        listed.append(name)
    return tuple(listed) or None
