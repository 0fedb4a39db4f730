"""A rig held in a pose: which surfaces the pose shapes, in which space, and which nodes that takes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from pantin.deformation import Guarded, PosedMesh, deform
from pantin.deformation.repeats import refuse_endless
from pantin.rig import Doubles, Instance, Pose, Rig, Solver


@dataclass(frozen=True, eq=False, slots=True)
class Held:
    """What has to be stored so that a rig without skins, blend shapes and clips looks as it does in a pose.

    pose      local transforms of all nodes; nodes of skinned meshes are at the identity if nothing else needs
              them elsewhere
    surfaces  the surfaces of skinned instances in world space, and those of instances with blend shapes in
              the space of their node; all other surfaces stay as they are
    loose     nodes of skinned instances that `pose` does not leave at the identity in the world: their
              surfaces belong on a new node at the root
    guarded   what `deform` had to guard
    """

    pose: Pose
    surfaces: tuple[PosedMesh, ...]
    loose: frozenset[int]
    guarded: Guarded


def held(rig: Rig, pose: Pose, *, solver: Solver | None = None, keep: Collection[int] = ()) -> Held:
    """The rig held in a pose, on all nodes, whether a scene shows them or not.

    Nodes in `keep` carry something that the rig does not know of, a camera perhaps, and stay where the pose
    has them.
    """
    everywhere = replace(rig, scenes=(), default_scene=None)
    skinned = {one.node for one in rig.instances if one.skin is not None}
    blended = {one.node for one in rig.instances if rig.meshes[one.mesh].targets} - skinned
    surfaces: list[PosedMesh] = []
    guarded = Guarded()
    for nodes, moment in ((skinned, pose), (blended, _at_identity(pose))):
        if nodes:
            wanted = tuple(one for one in rig.instances if one.node in nodes)
            fewer, moment = _only(everywhere, moment, wanted)
            refuse_endless(fewer)
            posed = deform(fewer, moment, solver=solver)
            surfaces += posed
            guarded += posed.guarded
    still = _resting(rig, pose, skinned, keep)
    return Held(_reset(pose, still), tuple(surfaces), frozenset(skinned - still), guarded)


def _only(rig: Rig, pose: Pose, wanted: tuple[Instance, ...]) -> tuple[Rig, Pose]:
    """The rig with these of its instances alone, and the pose for it."""
    fewer = replace(rig, instances=wanted)
    amounts = {one.node: blend for one, blend in zip(rig.instances, pose.blend, strict=True)}
    return fewer, replace(pose, rig=fewer, blend=tuple(amounts[one.node] for one in wanted))


def _identity(pose: Pose) -> Doubles:
    return np.eye(pose.rig.dimension, pose.rig.dimension + 1)


def _at_identity(pose: Pose) -> Pose:
    """The pose with every node at the identity, so that world space is the space of each node."""
    return _reset(pose, set(range(len(pose.rig.nodes))))


def _resting(rig: Rig, pose: Pose, nodes: set[int], keep: Collection[int]) -> set[int]:
    """Those of some nodes that can be at the identity in the world without moving anything that hangs from
    them."""
    plain = (pose.local == _identity(pose)).all((1, 2)).tolist()
    parents = rig.nodes.parents.tolist()
    clear = [True] * len(parents)  # whether all above a node is at the identity
    for node in rig.nodes.order.tolist():
        above = parents[node]
        clear[node] = above < 0 or (clear[above] and plain[above])
    carrying = {*parents, *keep}
    return {node for node in nodes if clear[node] and (plain[node] or node not in carrying)}


def _reset(pose: Pose, nodes: set[int]) -> Pose:
    """The pose with these nodes at the identity."""
    rows = sorted(nodes)
    local, general = pose.local.copy(), pose.general.copy()
    translations, scales = pose.translations.copy(), pose.scales.copy()
    local[rows], general[rows], translations[rows], scales[rows] = _identity(pose), False, 0.0, 1.0
    quaternions = None if pose.quaternions is None else pose.quaternions.copy()
    if quaternions is not None:
        quaternions[rows] = (0.0, 0.0, 0.0, 1.0)
    return replace(
        pose,
        local=local,
        general=general,
        translations=translations,
        quaternions=quaternions,
        scales=scales,
    )
