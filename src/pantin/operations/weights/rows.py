"""Rows of weights: sparse matrices with a row for each vertex and a column for each joint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pantin.rig import Doubles, Indices

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


def from_entries(rows: Indices, joints: Indices, weights: Doubles, shape: tuple[int, int]) -> csr_matrix:
    """A matrix of these entries; repeated ones are added, and those that are 0 dropped."""
    from scipy.sparse import csr_matrix

    matrix = csr_matrix((weights, (rows, joints)), shape=shape)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return matrix


def entry_rows(matrix: csr_matrix) -> Indices:
    """The row of each entry."""
    return np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))


def row_sums(matrix: csr_matrix) -> Doubles:
    """The sum of each row, its entries added from left to right."""
    sums: Doubles = np.bincount(entry_rows(matrix), matrix.data, matrix.shape[0]).astype(np.float64)
    return sums


def normalise_rows(matrix: csr_matrix) -> csr_matrix:
    """The rows divided by their sums; negative weights are dropped, and an empty row stays empty."""
    result = matrix.tocsr().copy()
    result.data = np.where(np.isfinite(result.data), np.maximum(result.data, 0.0), 0.0)
    rows = entry_rows(result)
    largest = np.zeros(result.shape[0])
    np.maximum.at(largest, rows, result.data)
    # Divided by the largest one first: the sum of huge numbers is not finite, that of tiny ones not precise.
    result.data /= np.where(largest > 0, largest, 1.0)[rows]
    sums = row_sums(result)
    result.data /= np.where(sums > 0, sums, 1.0)[rows]
    result.eliminate_zeros()
    return result


def limit_rows(matrix: csr_matrix, influences: int) -> csr_matrix:
    """The largest entries of each row, at most `influences`; of equal ones, the first joints stay."""
    counts = np.diff(matrix.indptr)
    if counts.max(initial=0) <= influences:
        return matrix
    rows = entry_rows(matrix)
    order = np.lexsort((matrix.indices, -matrix.data, rows))
    ranks = np.arange(len(order)) - np.repeat(matrix.indptr[:-1], counts)
    kept = np.sort(order[ranks < influences])
    return from_entries(rows[kept], matrix.indices[kept], matrix.data[kept], matrix.shape)


def prune_rows(matrix: csr_matrix, below: float) -> csr_matrix:
    """The matrix without entries below a weight; the largest entry of a row always stays."""
    rows = entry_rows(matrix)
    largest = np.zeros(matrix.shape[0])
    np.maximum.at(largest, rows, matrix.data)
    kept = np.flatnonzero((matrix.data >= below) | (matrix.data == largest[rows]))
    return from_entries(rows[kept], matrix.indices[kept], matrix.data[kept], matrix.shape)


def stack_rows(matrices: list[csr_matrix]) -> csr_matrix:
    """Matrices below each other."""
    from scipy.sparse import vstack

    return vstack(matrices, format="csr")


def fill_empty_rows(matrix: csr_matrix, positions: Doubles, default: int = 0) -> csr_matrix:
    """The matrix with rows for vertices that have none: the row of the closest vertex with weights; if none
    has any, the joint `default`."""
    empty = np.diff(matrix.indptr) == 0
    if not empty.any():
        return matrix
    holes, known = np.flatnonzero(empty), np.flatnonzero(~empty)
    source = np.arange(matrix.shape[0])
    if not len(known):
        ones = np.ones(len(holes))
        return from_entries(holes, np.full(len(holes), default), ones, matrix.shape)
    from scipy.spatial import cKDTree

    source[holes] = known[cKDTree(positions[known]).query(positions[holes])[1]]
    return matrix[source]
