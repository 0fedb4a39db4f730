"""The parts of a rig in the layouts of the kernels, prepared once: ancestors of nodes, vertices in slots and
by joint."""

from __future__ import annotations

import heapq
import weakref
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pantin.base.records import Record
from pantin.rig.tree import parents_first

CHUNK = 1024
"""Entries of a joint that one program adds up. A joint with more vertices has several chunks."""

WIDTH = 32
"""Nodes of a step: a warp. Fewer, with several skeletons side by side, took longer: their transforms lie
further apart."""

MOST_NODES = 4096
"""Nodes up to which a block of threads has one for each; trees with more use plain operations."""

MOST_SLOTS = 16
"""Influences per vertex up to which rows are padded; surfaces with more use plain operations."""

MOST_VERTICES = 1 << 26
"""The most vertices with slot numbers that fit 32 bits; larger surfaces use plain operations."""

TILE = 128
"""Vertices that are skinned together. Within such a tile, the vertices of every thread share joints, or none
do."""

PLANE = 32
"""Planes of vertex data begin at multiples of this many numbers: a cache line of float32."""

LARGE = 32 * TILE
"""Vertices from which planes are whole tiles: without tests for the last vertex, skinning is 4 % faster."""

SHARED = 4
"""Neighbouring vertices of a thread that share the union of their joints: each matrix is read once for all
four. With one vertex a thread, skinning hundreds of poses took a quarter longer."""

MOST_JOINTS = 8
"""The most joints that neighbouring vertices share: with more, too many products have a weight of 0."""

SHARING = 0.95
"""The least share of tiles that share joints, if these have at most MOST_JOINTS. The few tiles with the most
joints would slow down all others."""

Ints = NDArray[np.int64]


def _upload(array: NDArray[np.generic], device: torch.device) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(array)).to(device)


def plane_size(vertices: int) -> int:
    """Numbers of a plane that holds one for each vertex."""
    unit = TILE if vertices >= LARGE else PLANE
    return -(-vertices // unit) * unit


class TreeLayout(Record, eq=False):
    """A tree of n nodes.

    ancestors              (rounds, n) of each node the one 1, 2, 4, … levels up, −1 for none
    schedule               (steps, WIDTH) steps of nodes, each after its parent; −1 for none
    parents                (n,) −1 for roots
    child_first, children  the children of each node in compressed rows
    """

    ancestors: Tensor
    schedule: Tensor
    parents: Tensor
    child_first: Tensor
    children: Tensor

    @classmethod
    def from_parents(cls, parents: Ints, device: torch.device) -> TreeLayout:
        order = np.argsort(parents, kind="stable")
        children = order[(parents < 0).sum() :]
        counts = np.bincount(parents[parents >= 0], minlength=len(parents))
        first = np.concatenate([[0], np.cumsum(counts)])
        arrays = (_ancestors(parents), _schedule(parents), parents, first, children)
        return cls(*(_upload(array.astype(np.int32), device) for array in arrays))


def _ancestors(parents: Ints) -> Ints:
    rows = [parents]
    while (rows[-1] >= 0).any():
        rows.append(np.where(rows[-1] >= 0, rows[-1][rows[-1]], -1))
    return np.array(rows[:-1], np.int64).reshape(-1, len(parents))


def _schedule(parents: Ints) -> Ints:
    """Steps of nodes whose parents are done; those with the longest way to a leaf come first."""
    order, above = parents_first(parents).tolist(), parents.tolist()
    height = [0] * len(above)
    waiting: list[list[int]] = [[] for _ in above]
    for node in reversed(order):
        if above[node] >= 0:
            height[above[node]] = max(height[above[node]], height[node] + 1)
            waiting[above[node]].append(node)
    ready = [(-height[node], node) for node in order if above[node] < 0]
    heapq.heapify(ready)
    steps = []
    while ready:
        done = [heapq.heappop(ready)[1] for _ in range(min(WIDTH, len(ready)))]
        steps.append(done + [-1] * (WIDTH - len(done)))
        for node in done:
            for child in waiting[node]:
                heapq.heappush(ready, (-height[child], child))
    return np.array(steps, np.int64).reshape(-1, WIDTH)


class SkinLayout(Record, eq=False):
    """joints (J,) nodes or −1; node_first (n + 1,) and node_joints: the joints on each node."""

    joints: Tensor
    node_first: Tensor
    node_joints: Tensor

    @classmethod
    def from_joints(cls, joints: Ints, nodes: int, device: torch.device) -> SkinLayout:
        moved = np.flatnonzero(joints >= 0)
        order = moved[np.argsort(joints[moved], kind="stable")]
        counts = np.bincount(joints[moved], minlength=nodes)
        first = np.concatenate([[0], np.cumsum(counts)])
        arrays = (joints, first, order)
        return cls(*(_upload(array.astype(np.int32), device) for array in arrays))


class Slots(NamedTuple):
    """Influences as planes, K for each vertex, where some neighbouring vertices have the same joints.

    shared   neighbouring vertices that have the same joints: 1 or SHARED
    joints   (K, P / shared) palette entries, int16
    entries  (K · P,) the influence in each slot, or the one behind the last for an empty slot
    slot_of  (E,) the slot of each influence
    """

    shared: int
    joints: Tensor
    entries: Tensor
    slot_of: Tensor


class Tiles(NamedTuple):
    """The vertices as groups that are skinned together.

    groups  numbers of groups of 32 vertices, each with joints of its own, and then numbers of groups of
            TILE vertices whose neighbours have the same joints
    alone   how many of the former there are
    slots   the influences of the latter
    """

    groups: Tensor
    alone: int
    slots: Slots


class ByJoint(NamedTuple):
    """Influences by joint, in chunks.

    vertices     (E,) the vertices of the first joint, then of the second, …
    order        (E,) the influence of each
    first, end   where each chunk begins and ends in `vertices`
    chunks       (J + 1,) the chunks of each joint
    """

    vertices: Tensor
    order: Tensor
    first: Tensor
    end: Tensor
    chunks: Tensor


class SurfaceLayout:
    """The influences of V vertices for a palette of J joints, in the orders that kernels read them in, each
    made at its first use."""

    def __init__(self, offsets: Ints, joints: Ints, palette: int, device: torch.device) -> None:
        self.offsets, self.joints, self.palette, self.device = offsets, joints, palette, device
        self.vertices = len(offsets) - 1
        self._known: dict[str, tuple[Any, int, Tensor]] = {}  # weak references

    def remember(self, name: str, source: Tensor, make: Callable[[Tensor], Tensor]) -> Tensor:
        """Caches the result of `make` for a tensor until the tensor is replaced or changed."""
        if source.requires_grad:
            return make(source)
        known, version = self._known.get(name), int(source._version)
        if known is not None and known[0]() is source and known[1] == version:
            return known[2]
        with torch.inference_mode(False):  # a later call may need it for gradients
            value = make(source)
        self._known[name] = (weakref.ref(source), version, value)
        return value

    @cached_property
    def _owners(self) -> Ints:
        return np.repeat(np.arange(self.vertices), np.diff(self.offsets))

    @cached_property
    def plane(self) -> int:
        """Numbers of a plane."""
        return plane_size(self.vertices)

    @cached_property
    def slots(self) -> Slots:
        """The influences of each vertex separately."""
        return self._in_slots(1, np.arange(len(self.joints)) - self.offsets[:-1][self._owners])

    @cached_property
    def tiles(self) -> Tiles:
        """Tiles where SHARED neighbours have the same joints; vertices of tiles with too many joints are
        handled one by one."""
        number, counts = self._shared_joints()
        most = np.pad(counts, (0, -len(counts) % 32)).reshape(-1, 32).max(1)
        few = most <= min(MOST_JOINTS, np.quantile(most, SHARING, method="higher"))
        alone = (np.flatnonzero(~few)[:, None] * SHARED + np.arange(SHARED)).ravel()
        alone = alone[alone * 32 < self.plane]
        groups = _upload(np.concatenate([alone, np.flatnonzero(few)]).astype(np.int32), self.device)
        slots = self._in_slots(SHARED, np.where(few[self._owners // TILE], number, -1))
        return Tiles(groups, len(alone), slots)

    def _shared_joints(self) -> tuple[Ints, Ints]:
        """(E,) the number of the joint of each influence among those of its group of SHARED vertices, and how
        many joints each group has. A joint that a vertex lists twice counts twice."""
        owners, joints = self._owners, self.joints
        order = np.lexsort((joints, owners))
        fresh = np.ones(len(order), bool)
        fresh[1:] = (np.diff(owners[order]) != 0) | (np.diff(joints[order]) != 0)
        position = np.arange(len(order))
        again = np.empty(len(order), np.int64)
        again[order] = position - np.maximum.accumulate(np.where(fresh, position, 0))
        known, number = np.unique(
            (owners // SHARED * self.palette + joints) * MOST_SLOTS + again, return_inverse=True
        )
        counts = np.bincount(known // (self.palette * MOST_SLOTS), minlength=self.plane // SHARED)
        return number - (np.cumsum(counts) - counts)[owners // SHARED], counts

    def _in_slots(self, shared: int, number: Ints) -> Slots:
        """Influence e in slot number[e] of its vertex; −1 for none."""
        count, plane, here = int(number.max(initial=0)) + 1, self.plane, number >= 0
        offsets = number * plane + self._owners
        table = np.zeros((count, plane // shared), np.int16)
        table[number[here], self._owners[here] // shared] = self.joints[here]
        entries = np.full(count * plane, len(self.joints), np.int64)
        entries[offsets[here]] = np.flatnonzero(here)
        return Slots(shared, *(_upload(array, self.device) for array in (table, entries, offsets)))

    @cached_property
    def by_joint(self) -> ByJoint:
        """Influences by joint, for sums over the vertices of a joint in one order."""
        order = np.argsort(self.joints, kind="stable")
        counts = np.bincount(self.joints, minlength=self.palette)
        chunks = -(-counts // CHUNK)
        bounds, firsts = np.cumsum(counts), np.concatenate([[0], np.cumsum(chunks)])
        joint = np.repeat(np.arange(self.palette), chunks)
        first = (bounds - counts)[joint] + (np.arange(len(joint)) - firsts[joint]) * CHUNK
        end = np.minimum(first + CHUNK, bounds[joint])
        small = [
            _upload(array.astype(np.int32), self.device)
            for array in (self._owners[order], first, end, firsts)
        ]
        return ByJoint(small[0], _upload(order, self.device), *small[1:])


class ShapesLayout(Record, eq=False):
    """Sparse blend shapes by vertex: offsets (V + 1,), shape numbers (E,), and the row of each difference."""

    offsets: Tensor
    shapes: Tensor
    order: Tensor

    @classmethod
    def from_entries(cls, vertices: Ints, shapes: Ints, count: int, device: torch.device) -> ShapesLayout:
        order = np.argsort(vertices, kind="stable")
        offsets = np.concatenate([[0], np.cumsum(np.bincount(vertices, minlength=count))])
        starts, numbers = (_upload(array.astype(np.int32), device) for array in (offsets, shapes[order]))
        return cls(starts, numbers, _upload(order, device))
