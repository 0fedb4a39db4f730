"""UniRig's `raw_data.npz` and `predict_skeleton.npz` (VAST-AI-Research/UniRig, README, "Dataset Format").

Positions are in the world of Blender, where z is up: a root node rotates them to y up.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.arrays.named import Arrays
from pantin.arrays.surfaces import surface_from
from pantin.rig import Instance, Mesh, Node, Rig, Scene, Skin, build

Z_UP_TO_Y_UP = (-sqrt(0.5), 0.0, 0.0, sqrt(0.5))
"""−90° about x, xyzw."""


def read_unirig(given: Mapping[str, NDArray[Any]]) -> tuple[Rig, list[str]]:
    """The rig, and the names of arrays that are not in it. Raises `ValueError` for arrays of other shapes."""
    present = {name: _widen(values) for name, values in given.items() if not _is_none(values)}
    arrays = Arrays(present)
    positions = arrays.numbers("joints", "J", 3)
    count = len(positions)
    parents = _parents(present["parents"] if "parents" in present else np.zeros(0), count)
    arrays.mark("parents")
    names = arrays.optional_strings("names", count) or [f"joint{number}" for number in range(count)]
    nodes = [Node("UniRig", rotation=Z_UP_TO_Y_UP)]
    for joint, parent in enumerate(parents):
        offset = positions[joint] if parent < 0 else positions[joint] - positions[parent].astype(np.float64)
        nodes.append(Node(names[joint], parent + 1, translation=offset))
    meshes, instances = [], []
    if "vertices" in arrays:
        meshes.append(_mesh(arrays, count))
        skin = 0 if meshes[0].surfaces[0].influences is not None else None
        instances.append(Instance(len(nodes), 0, skin))
        nodes.append(Node("mesh", 0))
    rig = build(
        nodes=nodes,
        meshes=meshes,
        instances=instances,
        skins=[Skin(np.arange(1, count + 1), _inverse_binds(positions))] if count else (),
        scenes=[Scene((0,))],
        default_scene=0,
    )
    return rig, [name for name in arrays.left() if not _is_none(given[name])]


def _is_none(values: NDArray[Any]) -> bool:
    """Whether this is the object None, which stands for a missing array."""
    return values.dtype == object and values.ndim == 0 and values.item() is None


def _widen(values: NDArray[Any]) -> NDArray[Any]:
    """Data sets are stored in float16 and meant to be read as float32; lists of strings may be objects."""
    if values.dtype == np.float16:
        return values.astype(np.float32)
    if values.dtype == object and all(isinstance(item, str) for item in values.flat):
        return values.astype(np.str_)
    return values


def _parents(values: NDArray[Any], count: int) -> list[int]:
    """Parent of each joint, −1 for None; every joint comes after its parent."""
    if values.shape != (count,):
        raise ValueError(f"array 'parents' must have shape ({count},), not {values.shape}")
    parents = [-1 if parent is None else parent for parent in values.tolist()]
    for joint, parent in enumerate(parents):
        if not isinstance(parent, int) or isinstance(parent, bool) or not -1 <= parent < joint:
            raise ValueError(f"array 'parents': joint {joint} must come after its parent, not {parent!r}")
    return parents


def _mesh(arrays: Arrays, joints: int) -> Mesh:
    renamed = {}
    for name, ours in (("vertices", "vertices"), ("faces", "faces"), ("vertex_normals", "normals")):
        if name in arrays:
            renamed[ours] = arrays.numbers(name, "any", 3)
    if "skin" in arrays:
        renamed["weights"] = arrays.numbers("skin", len(renamed["vertices"]), joints)
    return Mesh((surface_from(Arrays(renamed), 3, 0),), "mesh")


def _inverse_binds(positions: NDArray[Any]) -> NDArray[np.float64]:
    """From the space of the vertices, which is that of the joints at rest, into each joint."""
    binds = np.tile(np.eye(3, 4), (len(positions), 1, 1))
    binds[:, :, 3] = -positions.astype(np.float64)
    return binds
