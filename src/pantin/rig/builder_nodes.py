"""The builder's part for nodes: from a list of `Node` to flat arrays in parents-first order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.maths import quaternion
from pantin.rig.arrays import Doubles, NotARig, doubles, frozen, indices
from pantin.rig.node import Node, Nodes
from pantin.rig.transform import made, nearest_parts
from pantin.rig.tree import parents_first


def flatten(given: Sequence[Node], dimension: int) -> Nodes:
    """All nodes as arrays; refuses parents out of range, cycles, and transforms that are not in this
    dimension."""
    count = len(given)
    parents = indices([node.parent for node in given], "parents", count, lowest=-1).astype(np.int64)
    for at, node in enumerate(given):
        _one_way(node, at, dimension)
    translations = _column([node.translation for node in given], "translation", np.zeros(dimension))
    scales = _column([node.scale for node in given], "scale", np.ones(dimension))
    rotations = None
    if dimension == 3:
        rotations = _column([node.rotation for node in given], "rotation", np.array(quaternion.IDENTITY))
    local = made(translations, rotations, scales)
    general = np.array([node.matrix is not None for node in given], bool)
    if general.any():
        rows = np.flatnonzero(general)
        local[rows] = _rows(
            [given[at].matrix for at in rows.tolist()], "matrix", (dimension, dimension + 1), rows
        )
        translations[rows], turned, scales[rows] = nearest_parts(local[rows])
        if rotations is not None:
            rotations[rows] = turned
    return Nodes(
        names=tuple(node.name for node in given),
        parents=frozen(parents),
        order=frozen(parents_first(parents)),
        local=frozen(local),
        general=frozen(general),
        translations=frozen(translations),
        rotations=None if rotations is None else frozen(rotations),
        scales=frozen(scales),
    )


def _one_way(node: Node, at: int, dimension: int) -> None:
    """A node has either a map or parts, and a quaternion only where there are quaternions."""
    parts = (node.translation, node.rotation, node.scale)
    if node.matrix is not None and any(part is not None for part in parts):
        raise NotARig(f"node {at} has both a matrix and a translation, rotation or scale")
    if node.rotation is not None and dimension != 3:
        raise NotARig(
            f"node {at} turns by a quaternion, which exists in 3 dimensions, not in {dimension}: give a map"
        )


def _column(given: Sequence[ArrayLike | None], what: str, rest: Doubles) -> Doubles:
    """One row per node, `rest` where a node gives nothing."""
    column = np.tile(rest, (len(given), 1))
    rows = np.array([at for at, value in enumerate(given) if value is not None], np.int64)
    column[rows] = _rows([value for value in given if value is not None], what, rest.shape, rows)
    return column


def _rows(
    given: Sequence[ArrayLike | None], what: str, shape: tuple[int, ...], rows: NDArray[np.int64]
) -> Doubles:
    """The values as one array: at once, and only where that fails node by node to say which one it was."""
    if not len(given):
        return np.zeros((0, *shape))
    try:
        return doubles(np.asarray(given), what, (len(given), *shape))
    except ValueError:
        for at, value in zip(rows.tolist(), given, strict=True):
            doubles(np.asarray(value), f"node {at} {what}", shape)
        raise
