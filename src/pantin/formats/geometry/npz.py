"""NumPy archive: positions, attributes and elements of each posed surface, in any dimension."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin import files
from pantin.formats.exchange import Posed
from pantin.formats.geometry.triangles import line_segments, points, surface_of, triangles
from pantin.rig import Rig, Surface
from pantin.rig.topology import Topology

# The earliest time of a zip file. `numpy.savez` writes the current time, which changes every file.
TIMELESS = (1980, 1, 1, 0, 0, 0)


def write_npz(rig: Rig, posed: Sequence[Posed], path: str | os.PathLike[str]) -> None:
    """Write posed surfaces as arrays.

    `nodes`, `meshes` and `surfaces` (S,) are the indices of each in the rig. Surface i has `positions_i`,
    `triangles_i`, and where present `normals_i`, `tangents_i`, `texcoords_i_0` …, `colours_i_0` …, and the
    vertices of its `points_i`, `lines_i`, and in any dimension `simplexes_i` and `edges_i`.
    """
    files.atomic_write(Path(path), [_archive(_arrays(rig, posed))])


def _arrays(rig: Rig, posed: Sequence[Posed]) -> dict[str, NDArray[Any]]:
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
        arrays |= {f"colours_{index}_{number}": array for number, array in enumerate(surface.colours)}
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


def _archive(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", TIMELESS), member.getvalue())
    return out.getvalue()
