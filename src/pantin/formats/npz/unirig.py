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
from pantin.formats.npz.joints import is_none, present_arrays, rig_of_joints
from pantin.rig import Mesh, Node, Rig

Z_UP_TO_Y_UP = (-sqrt(0.5), 0.0, 0.0, sqrt(0.5))
"""−90° about x, xyzw."""


def read_unirig(stored_arrays: Mapping[str, NDArray[Any]]) -> tuple[Rig, list[str]]:
    """The rig, and the names of arrays that are not in it. Raises `ValueError` for arrays of other shapes."""
    stored = present_arrays(stored_arrays)
    arrays = Arrays(stored)
    positions = arrays.numbers("joints", "J", 3)
    count = len(positions)
    parents = _parents(stored["parents"] if "parents" in stored else np.zeros(0), count)
    arrays.mark("parents")
    names = arrays.optional_strings("names", count) or [f"joint{number}" for number in range(count)]
    mesh = _mesh(arrays, count) if "vertices" in arrays else None
    rig = rig_of_joints(names, parents, positions, mesh, (Node("UniRig", rotation=Z_UP_TO_Y_UP),))
    return rig, [name for name in arrays.unread_names() if not is_none(stored_arrays[name])]


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
    for name, ours in (("vertices", "positions"), ("faces", "triangles"), ("vertex_normals", "normals")):
        if name in arrays:
            renamed[ours] = arrays.numbers(name, "any", 3)
    if "skin" in arrays:
        renamed["weights"] = arrays.numbers("skin", len(renamed["positions"]), joints)
    return Mesh((surface_from(Arrays(renamed), 3, 0),), "mesh")
