"""Names of vertex groups: the mesh's own, or those of its joints."""

from __future__ import annotations

from collections.abc import Iterable

from pantin.base.arguments import check_arguments
from pantin.base.records import replace
from pantin.operations.edit.rig_parts import RigParts
from pantin.rig import Rig


@check_arguments
def infer_group_names(rig: Rig) -> Rig:
    """The rig with group names for every skinned mesh: a mesh without names gets those of its joints.

    Where several skeletons use a mesh, the first one counts. If a bone drives several groups, the first has
    its name and the others a number after it. A group without a named bone gets a name with its index.
    """
    parts = RigParts.from_rig(rig)
    for index, mesh in enumerate(rig.meshes):
        if mesh.group_names is None:
            names = group_names(rig, index)
            if names:
                parts.meshes[index] = replace(mesh, group_names=names)
    return parts.rig()


def group_names(rig: Rig, mesh: int) -> tuple[str, ...]:
    """The names of a mesh's groups, its own first; its own only where no skeleton uses the mesh."""
    skins = (instance.skin for instance in rig.instances if instance.mesh == mesh)
    skin = next((skin for skin in skins if skin is not None), None)
    own = rig.meshes[mesh].group_names or ()
    if skin is None:
        return own
    joints = rig.skins[skin].joints.tolist()
    count = max(
        _groups_used(rig, mesh),
        max((slot + 1 for slot, joint in enumerate(joints) if joint >= 0), default=0),
    )
    slots = range(len(own), min(count, len(joints)))
    bones = [rig.nodes.names[joints[slot]] if joints[slot] >= 0 else None for slot in slots]
    return own + unique_names((bone or f"Group{slot}" for slot, bone in zip(slots, bones, strict=True)), own)


def _groups_used(rig: Rig, mesh: int) -> int:
    """One more than the highest group that an influence refers to."""
    count = 0
    for surface in rig.meshes[mesh].surfaces:
        if surface.influences is not None and len(surface.influences.joints):
            count = max(count, int(surface.influences.joints.max()) + 1)
    return count


def unique_names(names: Iterable[str], taken: Iterable[str] = ()) -> tuple[str, ...]:
    """The names, with a number appended where one is taken or repeated."""
    known, result = set(taken), []
    for name in names:
        unique, number = name, 2
        while unique in known:
            unique, number = f"{name}_{number}", number + 1
        known.add(unique)
        result.append(unique)
    return tuple(result)
