"""What the kernels need of a rig, prepared once: nodes in steps, vertices in slots and by joint."""

from __future__ import annotations

import heapq
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pantin.rig.tree import parents_first

CHUNK = 1024
"""Entries of a joint that one program adds up. A joint with more vertices has several chunks."""

WIDTH = 32
"""Nodes of a step: a warp. Fewer, with several skeletons side by side, took longer: their transforms lie
further apart."""

MOST_SLOTS = 16
"""Influences per vertex up to which rows are padded; surfaces with more use plain operations."""

Ints = NDArray[np.int64]


def _upload(array: NDArray[np.generic], device: torch.device) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(array)).to(device)


@dataclass(frozen=True, eq=False, slots=True)
class TreeLayout:
    """A tree in steps of WIDTH nodes, each after its parent.

    schedule               (steps, WIDTH) nodes, −1 for none
    parents                (n,) −1 for roots
    child_first, children  the children of each node in compressed rows
    """

    schedule: Tensor
    parents: Tensor
    child_first: Tensor
    children: Tensor

    @classmethod
    def of(cls, parents: Ints, device: torch.device) -> TreeLayout:
        order = np.argsort(parents, kind="stable")
        children = order[(parents < 0).sum() :]
        counts = np.bincount(parents[parents >= 0], minlength=len(parents))
        arrays = (_schedule(parents), parents, np.concatenate([[0], np.cumsum(counts)]), children)
        return cls(*(_upload(array.astype(np.int32), device) for array in arrays))


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


@dataclass(frozen=True, eq=False, slots=True)
class SkinLayout:
    """joints (J,) nodes or −1; node_first (n + 1,) and node_joints: the joints on each node."""

    joints: Tensor
    node_first: Tensor
    node_joints: Tensor

    @classmethod
    def of(cls, joints: Ints, nodes: int, device: torch.device) -> SkinLayout:
        moved = np.flatnonzero(joints >= 0)
        order = moved[np.argsort(joints[moved], kind="stable")]
        counts = np.bincount(joints[moved], minlength=nodes)
        first = np.concatenate([[0], np.cumsum(counts)])
        arrays = (joints, first, order)
        return cls(*(_upload(array.astype(np.int32), device) for array in arrays))


class Slots(NamedTuple):
    """Influences as planes, K for each vertex.

    joints   (K, V) palette entries, int16
    entries  (K · V,) the influence in each slot, or the one behind the last for an empty slot
    places   (E,) the slot of each influence
    """

    joints: Tensor
    entries: Tensor
    places: Tensor


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
        """What `make` makes of a tensor, kept for as long as that is the same and not changed."""
        if source.requires_grad:
            return make(source)
        known, version = self._known.get(name), int(source._version)
        if known is not None and known[0]() is source and known[1] == version:
            return known[2]
        with torch.inference_mode(False):  # a later call may need it for gradients
            made = make(source)
        self._known[name] = (weakref.ref(source), version, made)
        return made

    @cached_property
    def _owners(self) -> Ints:
        return np.repeat(np.arange(self.vertices), np.diff(self.offsets))

    @cached_property
    def slots(self) -> Slots:
        """Influences as planes."""
        count = max(4, -(-int(np.diff(self.offsets).max(initial=0)) // 4) * 4)
        owners, total = self._owners, count * self.vertices
        places = (np.arange(len(self.joints)) - self.offsets[:-1][owners]) * self.vertices + owners
        table = np.zeros(total, np.int16)
        table[places] = self.joints
        entries = np.full(total, len(self.joints), np.int64)
        entries[places] = np.arange(len(self.joints))
        arrays = (table.reshape(count, self.vertices), entries, places)
        return Slots(*(_upload(array, self.device) for array in arrays))

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


@dataclass(frozen=True, eq=False, slots=True)
class ShapesLayout:
    """Sparse blend shapes by vertex: offsets (V + 1,), shape numbers (E,), and the row of each difference."""

    offsets: Tensor
    shapes: Tensor
    order: Tensor

    @classmethod
    def of(cls, vertices: Ints, shapes: Ints, count: int, device: torch.device) -> ShapesLayout:
        order = np.argsort(vertices, kind="stable")
        offsets = np.concatenate([[0], np.cumsum(np.bincount(vertices, minlength=count))])
        starts, numbers = (_upload(array.astype(np.int32), device) for array in (offsets, shapes[order]))
        return cls(starts, numbers, _upload(order, device))
