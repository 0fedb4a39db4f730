"""Rigs from joints that have positions only, as programs that learn to rig store them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rig import Instance, Mesh, Node, Rig, Scene, Skin, build


def rig_of_joints(
    names: Sequence[str],
    parents: Sequence[int],
    positions: NDArray[Any],
    mesh: Mesh | None,
    above: tuple[Node, ...] = (),
) -> Rig:
    """Joints at world positions, −1 for the parent of a root, and a mesh in the same space, bound at rest.
    All of them are below the node `above`, if there is one.
    """
    first = len(above)
    nodes = list(above)
    for joint, parent in enumerate(parents):
        offset = positions[joint].astype(np.float64)
        if parent >= 0:
            offset = offset - positions[parent]
        nodes.append(Node(names[joint], parent + first, translation=offset))
    instances = []
    if mesh is not None:
        skinned = any(surface.influences is not None for surface in mesh.surfaces)
        instances.append(Instance(len(nodes), 0, 0 if skinned else None))
        nodes.append(Node("mesh", first - 1))
    skin = Skin(np.arange(first, first + len(parents)), _inverse_binds(positions))
    return build(
        nodes=nodes,
        meshes=[] if mesh is None else [mesh],
        instances=instances,
        skins=[skin] if len(parents) else (),
        scenes=[Scene(tuple(index for index, node in enumerate(nodes) if node.parent < 0))],
        default_scene=0,
    )


def _inverse_binds(positions: NDArray[Any]) -> NDArray[np.float64]:
    """From the space of the vertices, which is that of the joints at rest, into each joint."""
    binds = np.tile(np.eye(3, 4), (len(positions), 1, 1))
    binds[:, :, 3] = -positions.astype(np.float64)
    return binds


def present_arrays(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The arrays without those that are None. Numbers in float16 are meant to be read as float32; lists of
    strings may be objects."""
    return {name: _widen(values) for name, values in arrays.items() if not is_none(values)}


def is_none(values: NDArray[Any]) -> bool:
    """Whether this is the object None, which stands for a missing array."""
    return values.dtype == object and values.ndim == 0 and values.item() is None


def _widen(values: NDArray[Any]) -> NDArray[Any]:
    if values.dtype == np.float16:
        return values.astype(np.float32)
    if values.dtype == object and all(isinstance(item, str) for item in values.flat):
        return values.astype(np.str_)
    return values
