"""Posed geometry: positions, attributes and elements of each surface, in any dimension."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.arrays.named import Arrays
from pantin.formats.geometry.triangles import surface_of, triangles
from pantin.formats.posed_surface import Posed
from pantin.rig import Instance, Mesh, Mode, Node, Rig, Scene, Surface, build
from pantin.rig.elements import line_segments, points
from pantin.rig.topology import Topology


def posed_arrays(rig: Rig, posed: Sequence[Posed]) -> dict[str, NDArray[Any]]:
    """Posed surfaces as arrays.

    `nodes`, `meshes` and `surfaces` (S,) are the indices of each in the rig. Surface i has `positions_i`,
    `triangles_i`, and where present `normals_i`, `tangents_i`, `texcoords_i_0` …, `colors_i_0` …, and the
    vertices of its `points_i`, `lines_i`, and in any dimension `simplexes_i` and `edges_i`.
    """
    arrays: dict[str, Any] = {
        "nodes": np.array([surface.node for surface in posed], np.int64),
        "meshes": np.array([surface.mesh for surface in posed], np.int64),
        "surfaces": np.array([surface.surface for surface in posed], np.int64),
    }
    for index, surface in enumerate(posed):
        arrays[f"positions_{index}"] = surface.positions
        arrays[f"triangles_{index}"] = triangles(rig, surface)
        arrays |= {f"{name}_{index}": array for name, array in _elements(surface_of(rig, surface)).items()}
        arrays[f"normals_{index}"] = surface.normals
        arrays[f"tangents_{index}"] = surface.tangents
        arrays |= {f"texcoords_{index}_{number}": array for number, array in enumerate(surface.texcoords)}
        arrays |= {f"colors_{index}_{number}": array for number, array in enumerate(surface.colors)}
    return {name: array for name, array in arrays.items() if array is not None}


def _elements(surface: Surface) -> dict[str, NDArray[Any]]:
    """The elements that a surface has beside triangles."""
    topology = surface.topology or Topology()
    elements = {
        "points": points(surface),
        "lines": line_segments(surface),
        "simplexes": topology.simplexes,
        "edges": topology.edges,
    }
    return {name: array for name, array in elements.items() if array is not None and len(array)}


def read_posed(stored_arrays: Mapping[str, NDArray[Any]]) -> tuple[Rig, list[str]]:
    """A rig of the surfaces at rest, those of one node as one mesh; and the names of arrays that are not in
    it. Raises `ValueError` for arrays of other shapes."""
    arrays = Arrays(stored_arrays)
    on_nodes = arrays.integers("nodes", "S").tolist()
    for name in ("meshes", "surfaces"):
        arrays.integers(name, len(on_nodes))
    dimension = (
        np.shape(stored_arrays["positions_0"])[-1] if np.ndim(stored_arrays.get("positions_0", 0)) else 3
    )
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
    return rig, arrays.unread_names()


def _surface(arrays: Arrays, number: int, dimension: int) -> Surface:
    positions = arrays.numbers(f"positions_{number}", "V", dimension)
    count = len(positions)

    def sets(name: str) -> tuple[NDArray[Any], ...]:
        pattern = re.compile(rf"{name}_{number}_[0-9]+")
        listed = [called for called in arrays.names() if pattern.fullmatch(called)]
        listed.sort(key=lambda called: int(called.rpartition("_")[2]))
        return tuple(arrays.numbers(called, count, "any") for called in listed)

    mode, indices = _indices(arrays, number)
    simplexes = arrays.optional_integers(f"simplexes_{number}", "S", "corners")
    edges = arrays.optional_integers(f"edges_{number}", "E", 2)
    return Surface(
        positions,
        arrays.optional(f"normals_{number}", count, dimension),
        arrays.optional(f"tangents_{number}", count, dimension + 1),
        sets("texcoords"),
        sets("colors") or sets("colours"),  # as 0.2 called them
        indices.reshape(-1),
        mode,
        topology=None if simplexes is None and edges is None else Topology(simplexes, edges),
    )


def _indices(arrays: Arrays, number: int) -> tuple[Mode, NDArray[Any]]:
    """Lines or points of a surface without triangles, else its triangles."""
    triangles = arrays.integers(f"triangles_{number}", "T", 3)
    lines = arrays.optional_integers(f"lines_{number}", "L", 2)
    points = arrays.optional_integers(f"points_{number}", "P")
    if lines is not None and not len(triangles):
        return "lines", lines
    return ("points", points) if points is not None and not len(triangles) else ("triangles", triangles)
