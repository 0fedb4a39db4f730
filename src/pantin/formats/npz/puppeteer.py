"""One model of the data sets of Puppeteer and Articulation-XL (Seed3D/Puppeteer, skeleton/data_utils/README).

The data sets are lists of such models as Python objects; `numpy.savez("deer.npz", **model)` stores one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.arrays.named import Arrays
from pantin.arrays.surfaces import surface_from
from pantin.formats.npz.joints import present_arrays, rig_of_joints
from pantin.rig import Influences, Mesh, Rig


def read_puppeteer(stored_arrays: Mapping[str, NDArray[Any]]) -> tuple[Rig, list[str]]:
    """The rig, and the names of arrays that are not in it. Raises `ValueError` for arrays of other shapes."""
    arrays = Arrays(present_arrays(stored_arrays))
    positions = arrays.numbers("joints", "J", 3)
    count = len(positions)
    names = arrays.optional_strings("joint_names", count) or [f"joint{joint}" for joint in range(count)]
    parents = _parents(arrays, count)
    mesh = _mesh(arrays) if "vertices" in arrays else None
    return rig_of_joints(names, parents, positions, mesh), arrays.unread_names()


def _parents(arrays: Arrays, count: int) -> list[int]:
    """The parent of each joint, from rows (parent, child); −1 for the root."""
    parents = [-1] * count
    bones = arrays.integers("bones", "B", 2) if arrays.shape("bones") != (0,) else np.zeros((0, 2), np.int64)
    arrays.mark("bones")
    for number, (parent, child) in enumerate(bones.tolist()):
        if not (0 <= parent < count and 0 <= child < count):
            pair = f"{parent} and {child}"
            raise ValueError(f"array 'bones': row {number} has joints {pair}, but there are {count}")
        if parents[child] >= 0:
            raise ValueError(f"array 'bones': joint {child} has two parents, {parents[child]} and {parent}")
        parents[child] = parent
    if "root_index" in arrays:
        root = int(arrays.integers("root_index"))
        if not 0 <= root < count or parents[root] >= 0:
            raise ValueError(f"array 'root_index': joint {root} must be one without a parent")
    return parents


def _mesh(arrays: Arrays) -> Mesh:
    surface = {"positions": arrays.numbers("vertices", "V", 3)}
    vertices = len(surface["positions"])
    if "faces" in arrays:
        surface["triangles"] = arrays.integers("faces", "F", 3)
    if "normals" in arrays:
        surface["normals"] = arrays.numbers("normals", vertices, 3)
    if "skinning_weights_value" in arrays:
        influences = _influences(arrays, vertices)
        surface["weight_offsets"], surface["weight_joints"] = influences.offsets, influences.joints
        surface["weight_values"] = influences.weights
    return Mesh((surface_from(Arrays(surface), 3, 0),), "mesh")


def _influences(arrays: Arrays, vertices: int) -> Influences:
    """Weights by row and column. The README calls the indices `rows` and `cols`, its code `row` and `col`."""
    weights = arrays.numbers("skinning_weights_value", "E")
    suffix = "s" if "skinning_weights_rows" in arrays else ""
    rows = arrays.integers(f"skinning_weights_row{suffix}", len(weights))
    joints = arrays.integers(f"skinning_weights_col{suffix}", len(weights))
    if "skinning_weights_shape" in arrays:
        arrays.integers("skinning_weights_shape", 2)
    if len(rows) and not 0 <= int(rows.min()) <= int(rows.max()) < vertices:
        raise ValueError(f"array 'skinning_weights_row' must be vertices from 0 to {vertices - 1}")
    order = np.argsort(rows, kind="stable")
    offsets = np.zeros(vertices + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=vertices), out=offsets[1:])
    return Influences(offsets, joints[order], weights[order])
