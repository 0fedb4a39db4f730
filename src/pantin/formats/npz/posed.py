"""Posed geometry: positions, normals and triangles of each surface, in any dimension."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.arrays.named import Arrays
from pantin.formats.exchange import Posed
from pantin.formats.geometry.triangles import triangles
from pantin.rig import Instance, Mesh, Node, Rig, Scene, Surface, build


def posed_arrays(rig: Rig, posed: Sequence[Posed]) -> dict[str, NDArray[Any]]:
    """Posed surfaces as arrays.

    `nodes`, `meshes` and `surfaces` (S,) are the indices of each in the rig. Surface i has `positions_i`,
    `triangles_i`, and where present `normals_i`, `tangents_i`, `texcoords_i_0` … and `colours_i_0` ….
    """
    arrays: dict[str, Any] = {
        "nodes": np.array([surface.node for surface in posed], np.int64),
        "meshes": np.array([surface.mesh for surface in posed], np.int64),
        "surfaces": np.array([surface.surface for surface in posed], np.int64),
    }
    for index, surface in enumerate(posed):
        arrays[f"positions_{index}"] = surface.positions
        arrays[f"triangles_{index}"] = triangles(rig, surface)
        arrays[f"normals_{index}"] = surface.normals
        arrays[f"tangents_{index}"] = surface.tangents
        arrays |= {f"texcoords_{index}_{number}": array for number, array in enumerate(surface.texcoords)}
        arrays |= {f"colours_{index}_{number}": array for number, array in enumerate(surface.colours)}
    return {name: array for name, array in arrays.items() if array is not None}


def read_posed(given: Mapping[str, NDArray[Any]]) -> tuple[Rig, list[str]]:
    """A rig of the surfaces at rest, those of one node as one mesh; and the names of arrays that are not in
    it. Raises `ValueError` for arrays of other shapes."""
    arrays = Arrays(given)
    on_nodes = arrays.integers("nodes", "S").tolist()
    for name in ("meshes", "surfaces"):
        arrays.integers(name, len(on_nodes))
    dimension = np.shape(given["positions_0"])[-1] if np.ndim(given.get("positions_0", 0)) else 3
    surfaces: dict[int, list[Surface]] = {}
    for number, node in enumerate(on_nodes):
        surfaces.setdefault(node, []).append(_surface(arrays, number, dimension))
    nodes = [Node(f"node{node}") for node in surfaces]
    rig = build(
        dimension=dimension,
        nodes=nodes,
        meshes=[Mesh(tuple(parts)) for parts in surfaces.values()],
        instances=[Instance(index, index) for index in range(len(nodes))],
        scenes=[Scene(tuple(range(len(nodes))))],
        default_scene=0,
    )
    return rig, arrays.left()


def _surface(arrays: Arrays, number: int, dimension: int) -> Surface:
    positions = arrays.numbers(f"positions_{number}", "V", dimension)
    count = len(positions)

    def sets(name: str) -> tuple[NDArray[Any], ...]:
        pattern = re.compile(rf"{name}_{number}_[0-9]+")
        listed = sorted(called for called in arrays.names() if pattern.fullmatch(called))
        return tuple(arrays.numbers(called, count, "any") for called in listed)

    return Surface(
        positions,
        arrays.optional(f"normals_{number}", count, dimension),
        arrays.optional(f"tangents_{number}", count, dimension + 1),
        sets("texcoords"),
        sets("colours"),
        arrays.integers(f"triangles_{number}", "T", 3).reshape(-1),
    )
