"""Blend shapes of one attribute: base + Σ weight · difference, with sparse shapes kept sparse."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from torch import Tensor, nn

from pantin.deformation.binding import list_deltas
from pantin.rig import Deltas
from pantin.torch.tensors import hold, to_numpy, weighted_sums


class BlendShapes(nn.Module):
    """The differences of S shapes over V vertices with C components.

    dense   (D, V, C) differences of the shapes that move more than half of the vertices
    sparse  (E, C) differences of the others, one row for each vertex that a shape moves
    """

    dense: Tensor
    sparse: Tensor

    def __init__(self, deltas: Sequence[Deltas | None], vertices: int, width: int, learn: bool) -> None:
        super().__init__()
        self.vertices, self.width, self.shapes, self.learned = vertices, width, len(deltas), learn
        listed = [list_deltas(shape, width) for shape in deltas]
        self.is_dense = [indices is None for indices, _ in listed]
        dense = [values for indices, values in listed if indices is None]
        sparse = [
            (number, indices, values)
            for number, (indices, values) in enumerate(listed)
            if indices is not None
        ]
        self.counts = [len(indices) for _, indices, _ in sparse]
        hold(self, "dense", np.array(dense, np.float64).reshape(-1, vertices, width), learn)
        hold(self, "sparse", np.concatenate([np.zeros((0, width)), *(v for _, _, v in sparse)]), learn)
        hold(self, "dense_shapes", np.flatnonzero(self.is_dense), persistent=False)
        numbers = np.repeat([number for number, _, _ in sparse], self.counts).astype(np.int64)
        moved = np.concatenate([np.zeros(0, np.int64), *(indices for _, indices, _ in sparse)]).astype(
            np.int64
        )
        self.row_shapes, self.row_vertices = numbers, moved
        self._add_rows(numbers, moved)

    def _add_rows(self, numbers: np.ndarray, moved: np.ndarray) -> None:
        """Entries by vertex: one bag for each component of a moved vertex, with an entry per shape."""
        order = np.argsort(moved, kind="stable")
        vertices, counts = np.unique(moved, return_counts=True)
        first = np.cumsum(counts) - counts
        # (vertex, component, shape): the entries of a vertex are repeated for each component.
        lengths = np.repeat(counts, self.width)
        offsets = np.concatenate([[0], np.cumsum(lengths)])
        inside = np.arange(offsets[-1]) - np.repeat(offsets[:-1], lengths)
        rows = order[np.repeat(np.repeat(first, self.width), lengths) + inside]
        component = np.repeat(np.tile(np.arange(self.width), len(vertices)), lengths)
        hold(self, "entry_shapes", numbers[rows], persistent=False)
        hold(self, "entry_offsets", rows * self.width + component, persistent=False)
        hold(self, "offsets", offsets, persistent=False)
        hold(self, "moved", vertices, persistent=False)

    def forward(self, base: Tensor, weights: Tensor) -> Tensor:
        """(B, V, C) from base (V, C) and weights (B, S)."""
        total = self.add_dense(base, weights)
        if len(self.sparse):
            total = self.add_sparse(total, weights, self.sparse)
        return total.expand(len(weights), -1, -1)

    def add_dense(self, base: Tensor, weights: Tensor) -> Tensor:
        """(B or 1, V, C) with the shapes that move most vertices."""
        if not len(self.dense):
            return base[None]
        share = weights[:, self.dense_shapes] @ self.dense.flatten(1)
        return base + share.unflatten(1, (self.vertices, self.width))

    def add_sparse(self, total: Tensor, weights: Tensor, sparse: Tensor) -> Tensor:
        """(B, V, C) with the other shapes, whose differences are `sparse` (E, C)."""
        values = sparse.flatten()[self.entry_offsets]
        sums = weighted_sums(weights.T.contiguous(), self.entry_shapes, self.offsets, values)
        moves = sums.unflatten(0, (-1, self.width)).permute(2, 0, 1)
        return total.expand(len(weights), -1, -1).index_add(1, self.moved, moves)

    def deltas(self, stored: Sequence[Deltas | None]) -> list[Deltas | None]:
        """The differences as a rig stores them: dense or sparse, like `stored`."""
        dense, sparse = to_numpy(self.dense), np.split(to_numpy(self.sparse), np.cumsum(self.counts)[:-1])
        deltas: list[Deltas | None] = []
        rows = iter(sparse)
        solid = iter(dense)
        for before, whole in zip(stored, self.is_dense, strict=True):
            values = next(solid) if whole else next(rows)
            deltas.append(None if before is None else _in_form(before, values, whole))
        return deltas


def _in_form(before: Deltas, values: np.ndarray, whole: bool) -> Deltas:
    kind = before.values.dtype
    if whole or before.indices is not None:
        return Deltas(values.astype(kind), before.indices)
    full = np.zeros_like(before.values)
    full[before.values.any(axis=1)] = values
    return Deltas(full)
