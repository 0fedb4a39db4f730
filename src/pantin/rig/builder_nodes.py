"""Check nodes for the builder, and make flat arrays of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.base.records import replace
from pantin.maths import quaternion
from pantin.rig.arrays import Doubles, Indices, InvalidRig, doubles, index, indices, read_only
from pantin.rig.node import Node, Nodes
from pantin.rig.transform import affine_matrices, compose_local, decompose_nearest
from pantin.rig.tree import parents_first


def flatten_nodes(nodes: Sequence[Node], dimension: int, cameras: int = 0, lights: int = 0) -> Nodes:
    """All nodes as arrays; raises `InvalidRig` for parents out of range, cycles, and transforms of another
    dimension."""
    count = len(nodes)
    parents = indices([node.parent for node in nodes], "parents", count, lowest=-1).astype(np.int64)
    for number, node in enumerate(nodes):
        _check_parts(node, number, dimension)
    translations = _column([node.translation for node in nodes], "translation", np.zeros(dimension))
    scales = _column([node.scale for node in nodes], "scale", np.ones(dimension))
    rotations = None
    if dimension == 3:
        rotations = _column([node.rotation for node in nodes], "rotation", np.array(quaternion.IDENTITY))
    is_turned = any(node.rotation is not None for node in nodes)
    local = compose_local(translations, rotations if is_turned else None, scales)
    general = np.array([node.matrix is not None for node in nodes], bool)
    if general.any():
        rows = np.flatnonzero(general)
        shape = (dimension, dimension + 1)
        matrices = [nodes[row].matrix for row in rows.tolist()]
        # Those of files have the shape already and are checked at once.
        local[rows] = _rows(
            [
                matrix
                if isinstance(matrix, np.ndarray) and matrix.shape == shape
                else affine_matrices(matrix, f"node {row} matrix", dimension)  # type: ignore[arg-type]
                for row, matrix in zip(rows.tolist(), matrices, strict=True)
            ],
            "matrix",
            shape,
            rows,
        )
        translations[rows], quaternions, scales[rows] = decompose_nearest(local[rows])
        if rotations is not None:
            rotations[rows] = quaternions
    return Nodes(
        names=tuple(node.name for node in nodes),
        parents=read_only(parents),
        order=read_only(parents_first(parents)),
        local=read_only(local),
        general=read_only(general),
        translations=read_only(translations),
        rotations=None if rotations is None else read_only(rotations),
        scales=read_only(scales),
        visible=read_only(np.array([node.visible for node in nodes], bool)),
        cameras=_on_nodes([node.camera for node in nodes], "camera", cameras),
        lights=_on_nodes([node.light for node in nodes], "light", lights),
        bone_lengths=_bone_lengths(nodes),
        extras=tuple(node.extras for node in nodes),
    )


def _on_nodes(values: Sequence[int | None], what: str, count: int) -> Indices:
    for node, number in enumerate(values):
        if number is not None:
            index(number, f"node {node} {what}", count)
    return read_only(np.array([-1 if number is None else number for number in values], np.int64))


def _bone_lengths(nodes: Sequence[Node]) -> Doubles:
    lengths = np.full(len(nodes), np.nan)
    for number, node in enumerate(nodes):
        if node.bone_length is not None:
            if not (isfinite(node.bone_length) and node.bone_length >= 0):
                raise InvalidRig(f"node {number} bone length must be finite and ≥ 0, not {node.bone_length}")
            lengths[number] = node.bone_length
    return read_only(lengths)


def check_transform(node: Node, index: int, dimension: int) -> Node:
    """The node with the numbers of its transform checked; raises `InvalidRig`."""
    _check_parts(node, index, dimension)
    parts: dict[str, Any] = {}
    if node.matrix is not None:
        parts["matrix"] = affine_matrices(node.matrix, f"node {index} matrix", dimension)
    for name, length in (("translation", dimension), ("rotation", 4), ("scale", dimension)):
        value = getattr(node, name)
        if value is not None:
            parts[name] = doubles(value, f"node {index} {name}", (length,))
    return replace(node, **parts)


def _check_parts(node: Node, index: int, dimension: int) -> None:
    """A node has either a matrix or parts, and a quaternion only in 3D."""
    parts = (node.translation, node.rotation, node.scale)
    if node.matrix is not None and any(part is not None for part in parts):
        raise InvalidRig(f"node {index} has both a matrix and a translation, rotation or scale")
    if node.rotation is not None and dimension != 3:
        raise InvalidRig(
            f"node {index} has a quaternion, which needs 3 dimensions, not {dimension}: give a matrix instead"
        )


def _column(arrays: Sequence[ArrayLike | None], what: str, rest: Doubles) -> Doubles:
    """One row per node, `rest` for a node without a value."""
    rows = [row for row, value in enumerate(arrays) if value is not None]
    if rows and len(rows) == len(arrays):
        return np.array(_rows(arrays, what, rest.shape, np.array(rows, np.int64)))
    column = np.empty((len(arrays), *rest.shape))
    column[:] = rest
    if rows:
        values = [arrays[row] for row in rows]
        column[rows] = _rows(values, what, rest.shape, np.array(rows, np.int64))
    return column


def _rows(
    values: Sequence[ArrayLike | None], what: str, shape: tuple[int, ...], rows: NDArray[np.int64]
) -> Doubles:
    """The values as one array; where that fails, node by node, to name the node in the message."""
    if not len(values):
        return np.zeros((0, *shape))
    try:
        return doubles(np.asarray(values), what, (len(values), *shape))
    except ValueError:
        for node, value in zip(rows.tolist(), values, strict=True):
            doubles(np.asarray(value), f"node {node} {what}", shape)
        raise
