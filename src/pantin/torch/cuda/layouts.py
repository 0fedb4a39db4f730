"""What the kernels need of a rig, prepared once: nodes by rounds, vertices by joint, tiles of vertices."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

CHUNK = 1024
"""Entries of a joint that one program adds up. A joint with more vertices has several chunks."""

TILE = 64
"""Vertices of a tile."""

MOST_SLOTS = 16
"""Influences per vertex up to which rows are padded; surfaces with more use plain operations."""

MOST_TILE_JOINTS = 64
"""Joints of a tile up to which a dense product is cheaper than a gather for each vertex."""

MOST_NODES = 1024
"""Nodes that one program holds in its registers."""

Ints = NDArray[np.int64]


def _upload(array: NDArray[np.generic], device: torch.device) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(array)).to(device)


@dataclass(frozen=True, eq=False, slots=True)
class TreeLayout:
    """ancestors (rounds, padded nodes): the ancestor 1, 2, 4, … steps up, −1 above roots; order: parents
    first."""

    ancestors: Tensor
    order: Tensor
    parents: Tensor

    @classmethod
    def of(cls, parents: Ints, order: Ints, device: torch.device) -> TreeLayout:
        padded = max(1 << (len(parents) - 1).bit_length(), 16)
        above = np.full(padded, -1, np.int64)
        above[: len(parents)] = parents
        rounds = []
        while (above >= 0).any():
            rounds.append(above)
            above = np.where(above >= 0, above[above], -1)
        table = np.array(rounds, np.int32).reshape(-1, padded)
        return cls(
            _upload(table, device),
            _upload(order.astype(np.int32), device),
            _upload(parents.astype(np.int32), device),
        )


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


class Tiles(NamedTuple):
    """Influences by tiles of vertices.

    joints  (tiles, U) the joints of each tile
    places  (E,) where each influence is in the dense weights (tiles, U, TILE)
    """

    joints: Tensor
    places: Tensor


class SurfaceLayout:
    """The influences of V vertices for a palette of J joints, in the orders that kernels read them in, each
    made at its first use."""

    def __init__(self, offsets: Ints, joints: Ints, palette: int, device: torch.device) -> None:
        self.offsets, self.joints, self.palette, self.device = offsets, joints, palette, device
        self.vertices = len(offsets) - 1
        self._known: dict[str, tuple[weakref.ref[Tensor], int, Tensor]] = {}

    def remember(self, name: str, source: Tensor, make: Callable[[Tensor], Tensor]) -> Tensor:
        """What `make` makes of a tensor, kept for as long as that is the same and not changed."""
        known = None if source.requires_grad else self._known.get(name)
        if known is not None and known[0]() is source and known[1] == source._version:
            return known[2]
        made = make(source)
        self._known[name] = (weakref.ref(source), source._version, made)
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

    @cached_property
    def tiles(self) -> Tiles | None:
        """Influences by tiles; None where too many joints meet in one."""
        found = _tiles(self._owners, self.joints, self.vertices, self.palette)
        return None if found is None else Tiles(*(_upload(array, self.device) for array in found))


def _tiles(
    owner: Ints, joints: Ints, vertices: int, palette: int
) -> tuple[NDArray[np.int32], Ints] | None:
    """The joints of each tile, padded, and the place of each influence in dense weights."""
    if not len(joints):
        return None
    tile, repeats = owner // TILE, _repeats(owner * palette + joints)
    # A joint that a vertex lists twice has two entries in its tile, so that each weight has its own place.
    keys = palette * (int(repeats.max()) + 1)
    pairs, inverse = np.unique(tile * keys + repeats * palette + joints, return_inverse=True)
    counts = np.bincount(pairs // keys, minlength=-(-vertices // TILE))
    most = max(16, 1 << (int(counts.max()) - 1).bit_length())
    if most > MOST_TILE_JOINTS:
        return None
    first = np.cumsum(counts) - counts
    rank = np.arange(len(pairs)) - first[pairs // keys]
    table = np.zeros((len(counts), most), np.int32)
    table[pairs // keys, rank] = pairs % palette
    return table, (tile * most + rank[inverse]) * TILE + owner % TILE


def _repeats(keys: Ints) -> Ints:
    """How often each key occurred before."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    new = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    first = np.maximum.accumulate(np.where(new, np.arange(len(keys)), 0))
    repeats = np.empty(len(keys), np.int64)
    repeats[order] = np.arange(len(keys)) - first
    return repeats


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
        small = (offsets, shapes[order])
        return cls(*(_upload(array.astype(np.int32), device) for array in small), _upload(order, device))
