"""Channels that are copied unchanged to another rig: between equal skeletons, and by the names of nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import numpy as np

from pantin.base.records import replace
from pantin.motion import world_transforms
from pantin.rig import Channel, Clip, Rig

SAME = 1e-5
"""How far numbers of equal rest poses may differ, as a part of their size: files store float32, some of them
after a conversion of units."""

Moves = list[tuple[Channel, Channel]]
"""Channels of the source, each with the channel of the target that it becomes."""


@np.errstate(all="ignore")  # numbers of a file may be anything
def copy_equal(clip: Clip, source: Rig, target: Rig, bones: Collection[int] = ()) -> Clip | None:
    """The clip with every channel at the node of the same name; None unless all these nodes, and all bones of
    the source, have the same rest pose in both rigs, in the space of their parents and in the world."""
    moves = move_by_name(clip, source, target)
    by_name = _by_name(target)
    same = {node: by_name.get(source.nodes.names[node] or "") for node in bones}
    if not moves or len(moves) < len(clip.channels) or None in same.values():
        return None
    same |= {channel.node: moved.node for channel, moved in moves}
    nodes, others = np.array(list(same)), np.array(list(same.values()), np.int64)
    if not _close(source.nodes.local[nodes], target.nodes.local[others]):
        return None
    if not _close(world_transforms(source)[nodes], world_transforms(target)[others]):
        return None
    return Clip(tuple(channel for _, channel in moves), clip.name)


@np.errstate(all="ignore")  # numbers of a file may be anything
def move_others(
    clip: Clip, source: Rig, target: Rig, bones: Collection[int], taken: Collection[int]
) -> Moves:
    """Channels of nodes outside the humanoid (a tail, a prop) that the target has with the same name and rest
    pose; and blend weights. `bones` are those of the source, `taken` those of the target. The nodes above
    bones move them already, so they are not moved again."""
    bones, taken = _with_ancestors(source, bones), _with_ancestors(target, taken)
    return [
        (channel, moved)
        for channel, moved in move_by_name(clip, source, target)
        if channel.property == "weights"
        or (
            channel.node not in bones
            and moved.node not in taken
            and _close(source.nodes.local[channel.node], target.nodes.local[moved.node])
        )
    ]


def _with_ancestors(rig: Rig, nodes: Collection[int]) -> set[int]:
    with_ancestors: set[int] = set()
    for node in nodes:
        while node >= 0 and node not in with_ancestors:
            with_ancestors.add(node)
            node = int(rig.nodes.parents[node])
    return with_ancestors


@np.errstate(all="ignore")  # numbers of a file may be anything
def move_by_name(clip: Clip, source: Rig, target: Rig) -> Moves:
    """Channels of nodes with exactly one namesake in the target, whatever their rest poses; one
    for each property, and blend weights where the mesh has as many shapes."""
    by_name = _by_name(target)
    shapes = {instance.node: target.meshes[instance.mesh].blend_shape_count for instance in target.instances}
    moves: dict[tuple[int, str], tuple[Channel, Channel]] = {}
    for channel in clip.channels:
        node = by_name.get(source.nodes.names[channel.node] or "")
        if node is None or (channel.property == "weights" and shapes.get(node) != channel.values.shape[-1]):
            continue
        moves.setdefault((node, channel.property), (channel, replace(channel, node=node, number=None)))
    return list(moves.values())


def _by_name(rig: Rig) -> dict[str, int]:
    """Nodes by name; repeated names are left out."""
    count = Counter(rig.nodes.names)
    return {name: node for node, name in enumerate(rig.nodes.names) if name and count[name] == 1}


def _close(a: object, b: object) -> bool:
    return bool(np.allclose(np.asarray(a), np.asarray(b), rtol=SAME, atol=SAME))
