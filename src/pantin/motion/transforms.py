"""World transforms of the nodes, and the palettes that skins blend."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pantin.base.arguments import check_arguments, check_arguments_but
from pantin.base.threads import use_threads
from pantin.kernels.hierarchy import palette_maps, world_maps
from pantin.rig import Doubles, Indices, Pose, Poses, Rig, Skin
from pantin.rig.rig import HasRig, require_fit, rig_of


@check_arguments_but("pose", "skin", "threads")
def world_transforms(
    rig: Rig | HasRig, pose: Pose | Poses | None = None, *, threads: int | None = None
) -> Doubles:
    """World transforms (n, N, N + 1) of all nodes in a pose, or (F, n, N, N + 1) for a batch.

    Each is the parent's world transform times the local one. Without a pose: at rest. `threads` is how
    many threads share the work (default: PANTIN_THREADS, else one for each core).

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pantin.motion.world_transforms(rig)[rig.node_index("wrist")][:, 3]
    array([0., 2., 0.])
    """
    rig = rig_of(rig)
    if pose is None:  # without a pose, which would refer to the rig that keeps it
        local = rig.nodes.local[None]
    elif isinstance(pose, Pose | Poses):
        require_fit(rig, pose)
        local = pose.local[None] if isinstance(pose, Pose) else pose.local
    else:
        raise TypeError(f"expected a Pose or Poses, not {type(pose).__name__}: pantin.sample makes one")
    with use_threads(threads):
        world: Doubles = world_maps(rig.nodes.parents, rig.nodes.order, local, built=True)
    return world if isinstance(pose, Poses) else world[0]


@check_arguments_but("pose", "skin", "threads")
def joint_positions(
    rig: Rig | HasRig, pose: Pose | Poses | None = None, *, threads: int | None = None
) -> Doubles:
    """World positions (n, N) of all nodes in a pose, or (F, n, N) for a batch; those of a skin's joints are
    `joint_positions(rig, pose)[..., skin.joints, :]`. Without a pose: at rest. `threads` as in
    `world_transforms`.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pantin.motion.joint_positions(rig)[rig.node_index("wrist")]
    array([0., 2., 0.])
    """
    return world_transforms(rig, pose, threads=threads)[..., -1].copy()


@check_arguments_but("pose", "skin", "threads")
def bone_lengths(
    rig: Rig | HasRig, pose: Pose | Poses | None = None, *, threads: int | None = None
) -> Doubles:
    """The distance (n,) of each node from its parent in a pose, or (F, n) for a batch; 0 for a root. Without
    a pose: at rest. `threads` as in `world_transforms`.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> float(pantin.motion.bone_lengths(rig)[rig.node_index("wrist")])
    1.0
    """
    rig = rig_of(rig)
    positions, parents = joint_positions(rig, pose, threads=threads), rig.nodes.parents
    lengths: Doubles = np.linalg.norm(positions - positions[..., parents, :], axis=-1)
    lengths[..., parents < 0] = 0.0
    return lengths


@check_arguments_but("pose", "skin", "threads")
def palette(
    rig: Rig | HasRig, pose: Pose | Poses | None = None, skin: int | str = 0, *, threads: int | None = None
) -> Doubles:
    """The matrices (J, N, N + 1) that a skin blends in a pose, or (F, J, N, N + 1) for a batch.

    Each is the world transform of a joint times its inverse bind matrix. Without a pose: at rest.
    `threads` as in `world_transforms`.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> pantin.motion.palette(rig, pantin.sample(rig, "bend", 1.0)).shape
    (3, 3, 4)
    """
    rig = rig_of(rig)
    world = world_transforms(rig, pose, threads=threads)
    return skin_palette(rig.skins[rig.skin_index(skin)], world, threads=threads)


@check_arguments
def skin_palette(skin: Skin, world: Doubles, *, threads: int | None = None) -> Doubles:
    """The palette of a skin from the world transforms of all nodes: (J, N, N + 1), or F of them.

    A joint of −1 moves with the skin's root, or stays fixed in the world where the skin has none.
    `threads` as in `world_transforms`.

    >>> rig = pantin.load("examples/arm.glb").rig
    >>> world = pantin.motion.world_transforms(rig)
    >>> pantin.motion.skin_palette(rig.skins[0], world).shape
    (3, 3, 4)
    """
    joints = _moving_joints(skin)
    worlds = world[None] if world.ndim == 3 else world
    with use_threads(threads):
        matrices: Doubles = palette_maps(worlds, joints, skin.inverse_binds)
    return matrices[0] if world.ndim == 3 else matrices


def stacked_palettes(skins: Sequence[Skin], world: Doubles) -> Doubles:
    """The palettes (S, J, N, N + 1) of skins with J joints each, from the world transforms of one frame."""
    size = world.shape[-2]
    identity = np.eye(size, size + 1)
    shape = (len(skins[0].joints), size, size + 1)
    binds = [
        np.broadcast_to(identity, shape) if skin.inverse_binds is None else skin.inverse_binds
        for skin in skins
    ]
    joints = np.concatenate([_moving_joints(skin) for skin in skins])
    matrices: Doubles = palette_maps(world[None], joints, np.concatenate(binds))
    return matrices.reshape(len(skins), *shape)


def _moving_joints(skin: Skin) -> Indices:
    return skin.joints if skin.root is None else np.where(skin.joints < 0, skin.root, skin.joints)
