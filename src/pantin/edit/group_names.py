"""Names of vertex groups: a mesh's own, or those that the bones of its joints give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pantin.edit.rig_parts import RigParts
from pantin.rig import Rig


def infer_group_names(rig: Rig) -> Rig:
    """The rig in which every skinned mesh names its groups: a mesh without names takes those of its joints.

    Where several skeletons use the mesh the first one counts. A bone that drives several groups names the
    first, and the others with a number; a group of no bone, or of one without a name, is called after its
    number.
    """
    parts = RigParts.of(rig)
    for at, mesh in enumerate(rig.meshes):
        if mesh.group_names is None:
            names = group_names(rig, at)
            if names:
                parts.meshes[at] = replace(mesh, group_names=names)
    return parts.rig()


def group_names(rig: Rig, mesh: int) -> tuple[str, ...]:
    """The names of a mesh's groups, its own first; nothing for a mesh that no skeleton uses."""
    skin = next((one.skin for one in rig.instances if one.mesh == mesh and one.skin is not None), None)
    own = rig.meshes[mesh].group_names or ()
    if skin is None:
        return own
    joints = rig.skins[skin].joints.tolist()
    count = max(
        _groups_used(rig, mesh), max((at + 1 for at, one in enumerate(joints) if one >= 0), default=0)
    )
    slots = range(len(own), min(count, len(joints)))
    bones = [rig.nodes.names[joints[slot]] if joints[slot] >= 0 else None for slot in slots]
    return own + unique_names((bone or f"Group{slot}" for slot, bone in zip(slots, bones, strict=True)), own)


def _groups_used(rig: Rig, mesh: int) -> int:
    """One more than the largest group that shares a vertex with others or has a joint."""
    found = 0
    for surface in rig.meshes[mesh].surfaces:
        if surface.influences is not None and len(surface.influences.joints):
            found = max(found, int(surface.influences.joints.max()) + 1)
    return found


def unique_names(names: Iterable[str], taken: Iterable[str] = ()) -> tuple[str, ...]:
    """The names, each with a number behind it where it is taken, or one before it has it already."""
    known, found = set(taken), []
    for name in names:
        made, number = name, 2
        while made in known:
            made, number = f"{name}_{number}", number + 1
        known.add(made)
        found.append(made)
    return tuple(found)
