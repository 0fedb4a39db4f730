"""World transforms of a tree of nodes from local ones, and the palettes of skins; any dimension, F frames in
one call.

The NumPy references go level by level; the compiled twins in `hierarchy_numba.py` node by node, and
threads share the frames. Both add the same products in the same order, so that their bits are equal.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.later import Later

from ..maths.affine import world_transforms
from . import engine

Array = NDArray[Any]


def world_maps(
    parents: ArrayLike, order: ArrayLike, local: Array, *, out: Array | None = None, built: bool = False
) -> Array:
    """World maps (F, n, N, N+1) = parent's world map times local map, in local's dtype (float32 or float64).

    parents (n,) with -1 for roots, order (n,) a permutation with parents first, local (F, n, N, N+1). With
    `built`, as for the nodes of a rig, the tree is not checked again.
    """
    parent, sequence = np.asarray(parents, np.int64), np.asarray(order, np.int64)
    _check_maps(local, "local")
    if not built:
        _check_tree(parent, sequence, local.shape[1])
    maps = np.ascontiguousarray(local)
    target = _output_array(out, maps.shape, maps.dtype, (maps,))
    if target.size:
        WORLD_MAPS(maps.shape[0] * maps.shape[1], parent, sequence, maps, target)
    return target


# An array operation a level takes as long as this many maps multiplied one by one in plain numbers.
LEVEL_COST = 4


def world_maps_numpy(parent: NDArray[np.int64], order: NDArray[np.int64], maps: Array, target: Array) -> None:
    """The reference: all nodes of one depth at once; in a deep and narrow tree node by node, with the same
    bits."""
    # Few maps are multiplied one by one whatever the shape of the tree, which need not be looked at then.
    one_by_one = maps.dtype == np.float64 and maps.shape[0] * maps.shape[1] < 2 * LEVEL_COST
    counts, sequence = (np.empty(0), order) if one_by_one else _levels(parent, order)
    if one_by_one or (maps.dtype == np.float64 and maps.shape[0] * maps.shape[1] < LEVEL_COST * len(counts)):
        for frame, world in zip(maps, target, strict=True):
            world[...] = world_transforms(parent, order, frame)
        return
    target[...] = maps
    ends = np.cumsum(counts).tolist()
    for first, end in pairwise(ends):
        nodes = sequence[first:end]
        target[:, nodes] = _multiply(target[:, parent[nodes]], maps[:, nodes])


WORLD_MAPS = engine.Kernel(
    "world maps", world_maps_numpy, Later("pantin.kernels.hierarchy_numba", "world_maps"), light=True
)


def _levels(parent: NDArray[np.int64], order: NDArray[np.int64]) -> tuple[Array, NDArray[np.int64]]:
    """The number of nodes at each depth, and the nodes sorted by depth. Searching all nodes for each depth
    would be quadratic for a chain."""
    depth = [0] * (len(parent) + 1)
    depth[-1] = -1  # the parent of roots has the index -1
    above = parent.tolist()
    for node in order.tolist():
        depth[node] = depth[above[node]] + 1
    result = np.array(depth[:-1], np.int64)
    return np.bincount(result), np.argsort(result, kind="stable")


def palette_maps(
    world: Array, joints: ArrayLike, inverse_binds: Array | None, *, out: Array | None = None
) -> Array:
    """Palettes (F, J, N, N+1) = world map of each joint times its inverse bind, in world's dtype; joint −1
    does not move.

    world (F, n, N, N+1), joints (J,), inverse_binds (J, N, N+1) or None for identities.
    """
    _check_maps(world, "world")
    index = np.asarray(joints, np.int64)
    frames, nodes, size, _ = world.shape
    if index.ndim != 1 or (index.size and (int(index.min()) < -1 or int(index.max()) >= nodes)):
        raise ValueError(f"joints must be a flat list of nodes below {nodes}, or -1")
    binds = inverse_binds
    if binds is None:
        binds = np.broadcast_to(np.eye(size, size + 1, dtype=world.dtype), (len(index), size, size + 1))
    if binds.shape != (len(index), size, size + 1):
        raise ValueError(f"inverse binds must have shape {(len(index), size, size + 1)}, not {binds.shape}")
    maps, binds = np.ascontiguousarray(world), np.ascontiguousarray(binds, world.dtype)
    target = _output_array(out, (frames, len(index), size, size + 1), maps.dtype, (maps, binds))
    if target.size:
        PALETTES(frames * len(index), maps, index, binds, target)
    return target


def palette_maps_numpy(world: Array, joints: NDArray[np.int64], binds: Array, target: Array) -> None:
    """The reference."""
    if world.shape[1]:
        target[...] = _multiply(world[:, joints], binds)
    fixed = joints < 0
    if fixed.any():
        target[:, fixed] = binds[fixed]


PALETTES = engine.Kernel(
    "palettes", palette_maps_numpy, Later("pantin.kernels.hierarchy_numba", "palette_maps"), light=True
)


def _multiply(a: Array, b: Array) -> Array:
    """a after b, as explicit sums in one order. Overflow gives infinity without a warning, as in the twin."""
    size = a.shape[-2]
    with np.errstate(over="ignore", invalid="ignore"):
        total = a[..., :, 0, None] * b[..., None, 0, :]
        for k in range(1, size):
            total += a[..., :, k, None] * b[..., None, k, :]
        total[..., size] += a[..., size]
    return total


def _check_maps(maps: Array, name: str) -> None:
    if maps.ndim != 4 or maps.shape[3] != maps.shape[2] + 1 or maps.dtype not in (np.float32, np.float64):
        raise ValueError(f"{name} must be float (F, nodes, N, N + 1), not {maps.dtype} {maps.shape}")


def _check_tree(parent: NDArray[np.int64], order: NDArray[np.int64], nodes: int) -> None:
    if parent.shape != (nodes,) or order.shape != (nodes,):
        raise ValueError(f"parents and order must list {nodes} nodes, not {parent.shape} and {order.shape}")
    if not nodes:
        return
    if int(parent.min()) < -1 or int(parent.max()) >= nodes:
        raise ValueError(f"a parent is not a node: parents must lie in -1 … {nodes - 1}")
    if int(order.min()) < 0 or int(order.max()) >= nodes or np.bincount(order, minlength=nodes).max() != 1:
        raise ValueError("order must name every node once")
    rank = np.empty(nodes, np.int64)
    rank[order] = np.arange(nodes)
    late = np.flatnonzero((parent >= 0) & (rank[parent] >= rank))
    if late.size:
        raise ValueError(f"order must list parents first, but node {int(late[0])} comes before its parent")


def _output_array(
    out: Array | None, shape: tuple[int, ...], kind: np.dtype[Any], inputs: tuple[Array, ...]
) -> Array:
    if out is None:
        return np.empty(shape, kind)
    if out.shape != shape or out.dtype != kind or not (out.flags.c_contiguous and out.flags.writeable):
        raise ValueError(f"out must be a writeable, C-contiguous {kind} array of shape {shape}")
    if any(np.may_share_memory(out, array) for array in inputs):
        raise ValueError("out shares memory with an input")
    return out
